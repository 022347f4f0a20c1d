// Board and information explorer: type guesses, set colours, see what is left, what was learned, and what to ask next.
(function () {
  const widgets = (globalThis.wordleWidgets ??= {});
  const SHOWN = 10;
  const LISTED = 60;

  widgets.explorer = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const ranker = widgets.ranker(hidden, guesses);

    const guess = make("input", { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const secret = make("input", { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const hard = make("input", { type: "checkbox" });
    const undo = make("button", { type: "button" }, "Undo");
    const clear = make("button", { type: "button" }, "Start again");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const board = make("div", { className: "ww-board" });
    const status = make("p", { role: "status", className: "ww-status" });
    const best = make("div", { className: "ww-scroll" });
    const shape = make("div");
    const words = make("p", { className: "ww-words" });
    const form = make(
      "form",
      { className: "ww-controls" },
      widgets.field("Guess", guess),
      make("button", { type: "submit" }, "Add the row"),
      undo,
      clear,
      widgets.field("Hidden word, if you know it", secret),
      make("label", { className: "ww-field" }, hard, " hard mode"),
    );
    const left = make("div", {}, board, status, shape);
    const right = make("div", {}, best, make("details", {}, make("summary", {}, "Words that are left"), words));
    el.append(
      make(
        "section",
        { className: "ww", "aria-label": "Board and information explorer" },
        ...[form, problem, make("div", { className: "ww-columns" }, left, right)],
      ),
    );

    let ranking = 0;
    let focus = null;

    function set(values) {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    }

    // A fault in what was typed, or null.
    function fault(word) {
      const known = game.number.has(word);
      if (!known) return `"${word}" is not in the list of ${guesses.length.toLocaleString("en")} guesses.`;
      if (model.get("hard") && !engine.honours(word, model.get("history"))) {
        return `"${word}" does not use what the rows show, as hard mode demands.`;
      }
      return null;
    }

    function add(word) {
      const wrong = fault(word);
      problem.textContent = wrong ?? "";
      if (wrong) return;
      const target = model.get("hidden");
      const marks = target ? engine.feedback(word, target) : "-----";
      guess.value = "";
      focus = target ? null : [model.get("history").length, 0];
      set({ history: [...model.get("history"), [word, marks]] });
      show();
    }

    function choose() {
      const word = secret.value.trim().toLowerCase();
      if (word && !game.hiddenNumber.has(word)) {
        problem.textContent = `"${word}" is not one of the ${hidden.length.toLocaleString("en")} hidden words.`;
        return;
      }
      problem.textContent = "";
      const rows = model.get("history");
      set({ hidden: word, history: word ? rows.map(([g]) => [g, engine.feedback(g, word)]) : rows });
      show();
    }

    function drawBoard(history, sizes) {
      const rows = history.map(([word, marks], i) => {
        const change = (place, next) => {
          focus = [i, place];
          const rows = model.get("history").map((row, k) => (k === i ? [word, next] : row));
          set({ history: rows, hidden: "" });
          show();
        };
        const bits = sizes[i + 1] ? `${Math.log2(sizes[i] / sizes[i + 1]).toFixed(2)} bits` : "";
        const note = `${count(sizes[i + 1], "word")} left` + (bits && `, ${bits}`);
        return make("div", { className: "ww-line" }, widgets.tiles(word, marks, change), make("span", {}, note));
      });
      board.replaceChildren(...rows);
      if (focus) board.children[focus[0]]?.querySelectorAll("button")[focus[1]]?.focus();
      focus = null;
    }

    function drawShape(word, leftWords) {
      if (!word || !leftWords.length) return shape.replaceChildren();
      const parts = engine.classes(game, word, leftWords);
      const sizes = parts.map((part) => part.words.length);
      const text = `${word} makes ${count(sizes.length, "class", "classes")} of ${count(leftWords.length, "word")}, the largest of ${sizes[0]}`;
      shape.replaceChildren(make("p", {}, text + ":"), widgets.bars(sizes, text));
    }

    function drawBest(found) {
      const head = ["guess", "bits", "classes", "largest", "left on average"];
      const body = found.best.map((row) => {
        const use = make("button", { type: "button", title: `add ${row.guess}` }, row.guess + (row.possible ? " ✓" : ""));
        use.setAttribute("aria-label", `${row.guess}${row.possible ? ", possible" : ""}: add this guess`);
        use.onclick = () => add(row.guess);
        const cells = [use, row.bits.toFixed(3), row.parts, row.worst, row.remaining.toFixed(2)];
        return make("tr", {}, ...cells.map((cell) => make("td", {}, cell instanceof Node ? cell : String(cell))));
      });
      const caption = `Best next guesses of ${found.allowed.toLocaleString("en")} (✓: may be the word)`;
      best.replaceChildren(
        make(
          "table",
          {},
          make("caption", {}, caption),
          make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
          make("tbody", {}, ...body),
        ),
      );
    }

    async function show() {
      const history = model.get("history");
      secret.value = model.get("hidden");
      hard.checked = model.get("hard");
      undo.disabled = clear.disabled = !history.length;
      const sizes = [hidden.length];
      for (let i = 1; i <= history.length; i++) sizes.push(engine.candidates(game, history.slice(0, i)).length);
      drawBoard(history, sizes);
      const now = engine.candidates(game, history);
      const names = now.slice(0, LISTED).map((h) => hidden[h]);
      words.textContent = names.join(" ") + (now.length > LISTED ? ` and ${now.length - LISTED} more` : "");
      const mine = ++ranking;
      el.setAttribute("aria-busy", "true");
      const found = await ranker.rank(history, model.get("hard"), SHOWN);
      if (mine !== ranking) return;
      el.removeAttribute("aria-busy");
      drawBest(found);
      const typed = guess.value.trim().toLowerCase();
      drawShape(game.number.has(typed) ? typed : found.best[0]?.guess, now);
      status.textContent = describe(now, found);
      set({ remaining: now.length, best: found.best });
    }

    function describe(now, found) {
      if (now.length === 0) return "No word agrees with these rows: change a colour, or undo.";
      if (now.length === 1) return `Only ${hidden[now[0]]} is left.`;
      const first = found.best[0];
      const next = first ? ` Best next guess: ${first.guess}, ${first.bits.toFixed(2)} bits.` : " No guess is allowed.";
      return `${count(now.length, "word")} left, ${Math.log2(now.length).toFixed(2)} bits to find.${next}`;
    }

    form.onsubmit = (event) => {
      event.preventDefault();
      add(guess.value.trim().toLowerCase());
    };
    guess.onkeydown = (event) => {
      if (event.key === "Enter") form.onsubmit(event); // JupyterLab does not submit forms by this key
    };
    guess.oninput = () => {
      const word = guess.value.trim().toLowerCase();
      if (game.number.has(word)) drawShape(word, engine.candidates(game, model.get("history")));
    };
    secret.onchange = choose;
    hard.onchange = () => {
      set({ hard: hard.checked });
      show();
    };
    undo.onclick = () => {
      set({ history: model.get("history").slice(0, -1) });
      show();
      guess.focus();
    };
    clear.onclick = () => {
      set({ history: [], hidden: "" });
      problem.textContent = "";
      show();
      guess.focus();
    };
    const stop = widgets.follow(model, ["history", "hidden", "hard"], show);
    show();
    return () => {
      stop();
      ranker.close();
    };
  };
})();
