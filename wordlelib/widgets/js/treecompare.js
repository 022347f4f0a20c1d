// A reader's own game beside that of a decision tree, for the same hidden word.
(function () {
  const widgets = wordleWidgets;
  const { make, count } = widgets;

  // `shown` gives the tree and the path of the word that is followed; `guesses` are what may be asked. Gives the form, the
  // place of the table, and `draw`.
  widgets.treeComparison = function ({ model, guesses, shown }) {
    const engine = widgets.engine();
    const known = new Set(guesses);
    const set = widgets.setter(model);
    const typed = make("input", { size: 22, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const form = make(
      "form",
      { className: "ww-controls" },
      ...[widgets.field("Your guesses", typed), make("button", { type: "submit" }, "Compare with the tree")],
    );
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const place = widgets.scroller("Your game and the tree's");

    // The reader's rows for the word, until it is found, and how many of the tree's words each leaves.
    /** @param {string} word @returns {ComparedRow[]} */
    function ownRows(word) {
      const rows = [];
      let left = shown().tree.words;
      for (const guess of model.get("game")) {
        const row = engine.feedback(guess, word);
        left = left.filter((other) => engine.feedback(guess, other) === row);
        rows.push({ guess, row, left: left.length });
        if (guess === word) break;
      }
      return rows;
    }

    /** @returns {ComparedRow[]} */
    function treeRows() {
      const { tree, path } = shown();
      return path.map((node, i) => {
        const next = path[i + 1];
        return { guess: tree.guess[node], row: next ? tree.row[next] : tree.solved, left: next ? tree.size[next] : 1 };
      });
    }

    /** @param {ComparedRow[]} own @param {ComparedRow[]} theirs @param {string} word */
    function verdict(own, theirs, word) {
      const found = own[own.length - 1].guess === word;
      const mine = found ? `You found ${word} with ${count(own.length, "guess", "guesses")}` : `You have not found ${word} yet`;
      const parted = own.findIndex(({ guess }, i) => guess !== theirs[i]?.guess);
      const where = parted < 0 ? "the guesses are the tree's" : `guess ${parted + 1} is the first that is not the tree's`;
      return `${mine}; the tree takes ${theirs.length}. In your game ${where}.`;
    }

    function draw() {
      const word = model.get("word");
      typed.value = model.get("game").join(" ");
      const own = shown().path.length ? ownRows(word) : [];
      if (!own.length) return place.replaceChildren();
      const theirs = treeRows();
      /** @param {ComparedRow | undefined} each @returns {Cell[]} */
      const cells = (each) => (each ? [widgets.rowTiles(each.guess, each.row), each.guess === word ? "found" : each.left] : ["", ""]);
      const rows = Array.from({ length: Math.max(own.length, theirs.length) }, (_, i) => [i + 1, ...cells(own[i]), ...cells(theirs[i])]);
      const table = widgets.table(verdict(own, theirs, word), ["guess", "you", "words left", "the tree", "words left"], rows);
      table.classList.add("ww-small");
      place.replaceChildren(table);
    }

    /** @param {string} text */
    function send(text) {
      const game = text.split(/[\s,]+/).filter(Boolean);
      const unknown = game.find((guess) => !known.has(guess));
      if (unknown) problem.textContent = `"${unknown}" is not in the list of ${count(guesses.length, "guess", "guesses")}.`;
      else if (!shown().path.length) problem.textContent = "Follow the path of a hidden word first.";
      else problem.textContent = "";
      if (problem.textContent) return;
      set({ game });
      draw();
    }

    widgets.onSend(form, typed, send);
    return { parts: [form, problem, place], draw };
  };
})();
