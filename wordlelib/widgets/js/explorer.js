// Board and information explorer: type guesses, set colours, see what is left, what was learned, and what to ask next.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SHOWN = 10;
  const LISTED = 60;

  widgets.explorer = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const policies = widgets.policies(model, hidden, guesses);
    const board = widgets.board({ model, game, engine, modes: true, changed: show });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const best = widgets.scroller("Best next guesses");
    best.classList.add("ww-ten");
    const shape = make("div", { className: "ww-shape" });
    const words = make("p", { className: "ww-words" });
    const left = make("div", {}, board.rows, shape);
    const right = make("div", {}, best, make("details", {}, make("summary", {}, "Words that are left"), words));
    el.append(
      make(
        "div",
        { className: "ww ww-explorer", role: "region", "aria-label": "Board and information explorer" },
        ...[status, board.form, board.problem, make("div", { className: "ww-columns" }, left, right)],
      ),
    );
    const set = widgets.setter(model);
    let ranking = 0;
    const typed = () => widgets.normal(board.guess.value);

    /** @param {string} word @param {number[]} leftWords */
    function drawShape(word, leftWords) {
      if (!word || !leftWords.length) return shape.replaceChildren();
      const parts = engine.classes(game, word, leftWords);
      const sizes = parts.map((part) => part.words.length);
      const n = leftWords.length;
      const bits = sizes.reduce((sum, size) => sum + (size / n) * Math.log2(n / size), 0).toFixed(3);
      const text = `${word} gains ${bits} bits: ${count(sizes.length, "class", "classes")} of ${count(n, "word")}, the largest of ${sizes[0]}`;
      shape.replaceChildren(make("p", {}, text + ":"), widgets.bars(sizes, text));
    }

    /** @param {Ranking} found */
    function drawBest(found) {
      const rows = found.best.map((row) => [
        widgets.guessButton(row, board.add),
        ...[row.score.toFixed(3), row.parts, row.worst, row.remaining.toFixed(2)],
      ]);
      const caption = `Best next guesses of ${found.allowed.toLocaleString("en")} (✓: may be the word)`;
      const heads = ["guess", "bits", "classes", "largest", "left on average"];
      best.replaceChildren(widgets.table(caption, heads, rows));
    }

    async function show() {
      const now = board.draw();
      const names = now.slice(0, LISTED).map((h) => hidden[h]);
      words.textContent = names.join(" ") + (now.length > LISTED ? ` and ${now.length - LISTED} more` : "");
      const mine = ++ranking;
      el.setAttribute("aria-busy", "true");
      const found = await policies.rank(model.get("history"), model.get("hard"), SHOWN).catch((fault) => {
        if (mine === ranking) status.textContent = widgets.cannot(fault);
      });
      if (mine !== ranking) return;
      el.removeAttribute("aria-busy");
      if (!found) return;
      drawBest(found);
      drawShape(game.number.has(typed()) ? typed() : found.best[0]?.guess, now);
      status.textContent = describe(now, found);
      set({ remaining: now.length, best: found.best });
    }

    /** @param {number[]} now @param {Ranking} found */
    function describe(now, found) {
      if (now.length === 0) return "No word agrees with these rows. Change a colour, or undo.";
      if (now.length === 1) return `Only ${hidden[now[0]]} is left.`;
      const first = found.best[0];
      const next = first ? ` Best next guess: ${first.guess}, ${first.score.toFixed(2)} bits.` : " No guess is allowed.";
      return `${count(now.length, "word")} left, ${Math.log2(now.length).toFixed(2)} bits to find.${next}`;
    }

    board.guess.oninput = () => {
      if (game.number.has(typed())) drawShape(typed(), engine.candidates(game, model.get("history")));
    };
    const stop = widgets.follow(model, ["history", "hidden", "hard"], show);
    show();
    return () => {
      stop();
      policies.close();
    };
  };
  widgets.explorer.state = { history: codecs.rows, hidden: codecs.word, hard: codecs.flag };
  widgets.explorer.tiles = true;
})();
