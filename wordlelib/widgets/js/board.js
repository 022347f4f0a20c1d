// A board to fill in: guesses to type, tiles to press, a hidden word that colours them.
(function () {
  const widgets = wordleWidgets;

  // Keeps `history`, `hidden` and, with `modes`, `hard` in the model, and calls `changed` after each change by the reader.
  widgets.board = function ({ model, game, engine, modes = false, more = [], changed }) {
    const { make, count } = widgets;
    const word = { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const guess = make("input", word);
    const secret = make("input", word);
    const hard = make("input", { type: "checkbox" });
    const undo = make("button", { type: "button" }, "Undo");
    const clear = make("button", { type: "button" }, "Start again");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const rows = make("div", { className: "ww-board" });
    const form = make(
      "form",
      { className: "ww-controls" },
      widgets.field("Guess", guess),
      make("button", { type: "submit" }, "Add the row"),
      undo,
      clear,
      widgets.field("Hidden word, if you know it", secret),
      modes ? make("label", { className: "ww-field" }, hard, " hard mode") : null,
      ...more,
    );
    /** @type {[row: number, place: number] | null} */
    let focus = null;

    const set = widgets.setter(model);

    // A fault in what was typed, or null.
    /** @param {string} typed */
    function fault(typed) {
      if (!game.number.has(typed)) return `"${typed}" is not in the list of ${game.guesses.length.toLocaleString("en")} guesses.`;
      if (modes && model.get("hard") && !engine.honours(typed, model.get("history"))) {
        return `"${typed}" does not use what the rows show, as hard mode demands.`;
      }
      return null;
    }

    /** @param {string} typed */
    function add(typed) {
      if (!typed) return;
      const wrong = fault(typed);
      problem.textContent = wrong ?? "";
      if (wrong) return;
      const target = model.get("hidden");
      const marks = target ? engine.feedback(typed, target) : "-----";
      guess.value = "";
      focus = target ? null : [model.get("history").length, 0];
      set({ history: [...model.get("history"), [typed, marks]] });
      changed();
    }

    function choose() {
      const chosen = secret.value.trim().toLowerCase();
      if (chosen && !game.hiddenNumber.has(chosen)) {
        problem.textContent = `"${chosen}" is not one of the ${game.hidden.length.toLocaleString("en")} hidden words.`;
        return;
      }
      problem.textContent = "";
      const history = model.get("history");
      set({ hidden: chosen, history: chosen ? history.map(([g]) => [g, engine.feedback(g, chosen)]) : history });
      changed();
    }

    // Show the rows of the model; gives the numbers of the hidden words that are left.
    function draw() {
      const history = model.get("history");
      secret.value = model.get("hidden");
      if (modes) hard.checked = Boolean(model.get("hard"));
      undo.disabled = clear.disabled = !history.length;
      const left = [engine.candidates(game, [])];
      history.forEach((_, i) => left.push(engine.candidates(game, history.slice(0, i + 1))));
      const lines = history.map(([asked, marks], i) => {
        const change = (/** @type {string} */ next, /** @type {number} */ place) => {
          focus = [i, place];
          set({ history: model.get("history").map((row, k) => (k === i ? [asked, next] : row)), hidden: "" });
          changed();
        };
        const [before, after] = [left[i].length, left[i + 1].length];
        const bits = after ? `, ${Math.log2(before / after).toFixed(2)} bits` : "";
        const note = make("span", {}, `${count(after, "word")} left${bits}`);
        return make("div", { className: "ww-line" }, widgets.tiles(asked, marks, change), note);
      });
      rows.replaceChildren(...lines);
      if (focus) rows.children[focus[0]]?.querySelectorAll("button")[focus[1]]?.focus();
      focus = null;
      return left[history.length];
    }

    widgets.onSend(form, guess, add);
    secret.onchange = choose;
    hard.onchange = () => {
      set({ hard: hard.checked });
      changed();
    };
    undo.onclick = () => {
      set({ history: model.get("history").slice(0, -1) });
      changed();
      guess.focus();
    };
    clear.onclick = () => {
      set({ history: [], hidden: "" });
      problem.textContent = "";
      changed();
      guess.focus();
    };
    return { form, problem, rows, guess, add, draw };
  };
})();
