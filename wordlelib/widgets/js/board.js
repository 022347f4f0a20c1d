// A board to fill in: guesses to type, tiles to press, a hidden word that colours them.
(function () {
  const widgets = wordleWidgets;
  widgets.OTHER_WORDS = "The Times has hidden other words since 2023; \u201CYour game, judged\u201D takes them.";

  // Keeps `history`, with `secret` `hidden` and with `modes` `hard` in the model, and calls `changed` after each change by
  // the reader. `note` is what is said beside a row, `odds` what is said of a word that is typed. `begin` is called before what is
  // typed is added, `given` gives the marks of a guess where they are known, or throws why it does not fit them.
  widgets.board = function ({ model, game, engine, modes = false, secret: known = true, more = [], note, odds, begin, given, changed }) {
    const { make, count } = widgets;
    const word = { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const guess = make("input", word);
    const secret = make("input", word);
    const hard = make("input", { type: "checkbox" });
    const hint = make("span", {}, "Press the tiles, or type -, y or g.");
    const rest = make("button", { type: "button" }, "The rest is grey");
    const undo = make("button", { type: "button" }, "Undo");
    const clear = make("button", { type: "button" }, "Start again");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const odd = make("p", { role: "status", className: "ww-odds", hidden: !odds });
    const rows = make("div", { className: "ww-board" });
    const hiddenField = widgets.field(given ? "Hidden word" : "Hidden word, if you know it", secret);
    const form = make(
      "form",
      { className: "ww-controls" },
      widgets.field("Guess", guess),
      make("button", { type: "submit" }, "Add the row"),
      undo,
      clear,
      known ? hiddenField : null,
      modes ? make("label", { className: "ww-field" }, hard, " hard mode") : null,
      ...more,
    );
    /** @type {[row: number, place: number] | null} */
    let focus = null;
    /** @type {Row | null} */
    let draft = null; // a row that is not coloured to its end; what is learned from it is not known yet
    let below = ""; // the rows above the draft
    let drawn = ""; // what was shown last

    const set = widgets.setter(model);
    const unknown = known ? { hidden: "" } : {};
    const target = () => (known ? (model.get("hidden") ?? "") : "");

    // Set values as the reader asks, and forget what was wrong before.
    /** @param {Partial<BoardRows>} values */
    function put(values) {
      problem.textContent = "";
      if (values.history) below = JSON.stringify(values.history);
      set(values);
      changed();
    }

    // A fault in what was typed, or null.
    /** @param {string} typed */
    function fault(typed) {
      const history = model.get("history");
      if (history.some(([, marks]) => /^g+$/.test(marks))) return "The word is found. Undo, or start again.";
      if (draft) return `Colour the row of ${draft[0]} first: press its tiles, or type -, y or g.`;
      if (!game.number.has(typed)) return `"${typed}" is not in the list of ${game.guesses.length.toLocaleString("en")} guesses.`;
      if (modes && model.get("hard") && !engine.honours(typed, model.get("history"))) {
        return `"${typed}" does not use what the rows show, as hard mode demands.`;
      }
      return null;
    }

    /** @param {string} typed */
    function add(typed) {
      if (!typed) return;
      if (!draft && game.number.has(typed)) begin?.();
      let wrong = fault(typed);
      let marks = "";
      try {
        if (!wrong) marks = given?.(typed) ?? "";
      } catch (thrown) {
        wrong = thrown instanceof Error ? thrown.message : String(thrown);
      }
      if (wrong) {
        problem.textContent = wrong;
        return;
      }
      const history = model.get("history");
      guess.value = odd.textContent = "";
      if (target() || marks) return put({ history: [...history, [typed, marks || engine.feedback(typed, target())]] });
      draft = [typed, "?".repeat(game.length)];
      below = JSON.stringify(history);
      focus = [history.length, 0];
      put({});
    }

    // The row that is being coloured has got a colour; with the last one it counts.
    /** @param {string} marks @param {number} place */
    function colour(marks, place) {
      if (!draft) return;
      const [asked, history] = [draft[0], model.get("history")];
      focus = [history.length, place];
      draft = marks.includes("?") ? [asked, marks] : null;
      put(draft ? {} : { history: [...history, [asked, marks]], ...unknown });
    }

    function choose() {
      const chosen = widgets.normal(secret.value);
      if (chosen && !game.hiddenNumber.has(chosen)) {
        const also = game.number.has(chosen) ? ` ${widgets.OTHER_WORDS}` : "";
        problem.textContent = `"${chosen}" is not one of the ${game.hidden.length.toLocaleString("en")} hidden words.${also}`;
        return;
      }
      if (chosen) begin?.();
      const history = draft && chosen ? [...model.get("history"), draft] : model.get("history");
      if (chosen) draft = null;
      put({ hidden: chosen, history: chosen ? history.map(([g]) => [g, engine.feedback(g, chosen)]) : history });
    }

    /** @param {number} before @param {number} after */
    const leftAfter = (before, after) => `${count(after, "word")} left${after ? `, ${Math.log2(before / after).toFixed(2)} bits` : ""}`;

    // Other rows have come from outside: the draft and the fault belonged to those before.
    function refresh() {
      const rows = JSON.stringify(model.get("history"));
      const now = `${rows} ${target()} ${modes && model.get("hard")}`;
      if (now !== drawn) problem.textContent = "";
      drawn = now;
      if (rows !== below) draft = null;
    }

    // Show the rows of the model; gives the numbers of the hidden words of a game that are left.
    function draw(of = game) {
      const history = model.get("history");
      refresh();
      secret.value = target();
      if (modes) hard.checked = Boolean(model.get("hard"));
      undo.disabled = clear.disabled = !history.length && !draft;
      const left = [engine.candidates(of, [])];
      history.forEach((_, i) => left.push(engine.candidates(of, history.slice(0, i + 1))));
      const lines = history.map(([asked, marks], i) => {
        const change = (/** @type {string} */ next, /** @type {number} */ place) => {
          focus = [i, place];
          put({ history: model.get("history").map((row, k) => (k === i ? [asked, next] : row)), ...unknown });
        };
        const said = make("span", {}, note?.(i, left[i], left[i + 1]) ?? leftAfter(left[i].length, left[i + 1].length));
        return make("div", { className: "ww-line" }, widgets.tiles(asked, marks, change), said);
      });
      if (draft) lines.push(make("div", { className: "ww-line" }, widgets.tiles(draft[0], draft[1], colour), rest, hint));
      rows.replaceChildren(...lines);
      if (focus) rows.children[focus[0]]?.querySelectorAll("button")[focus[1]]?.focus();
      focus = null;
      return left[history.length];
    }

    /** @param {HTMLInputElement} input */
    function tellOdds({ value }) {
      const word = widgets.normal(value);
      odd.textContent = odds && game.number.has(word) ? odds(word) : "";
    }

    for (const input of [guess, secret]) input.addEventListener("input", () => tellOdds(input));
    widgets.onSend(form, guess, add);
    secret.onchange = choose;
    hard.onchange = () => put({ hard: hard.checked });
    rest.onclick = () => colour((draft?.[1] ?? "").replaceAll("?", "-"), 0);
    undo.onclick = () => {
      const history = model.get("history");
      const kept = draft ? history : history.slice(0, -1);
      forget();
      put({ history: kept });
      guess.focus();
    };
    clear.onclick = () => {
      forget();
      put({ history: [], ...unknown });
      guess.focus();
    };
    // Forget the row that is being coloured, and what was typed.
    function forget() {
      draft = null;
      odd.textContent = "";
    }
    return { form, hiddenField, problem, odds: odd, rows, guess, add, draw, forget };
  };
})();
