// A game with a dot for each word: a row of colours lets the words fall that it rules out, and the others gather.
(function () {
  const widgets = wordleWidgets;
  const ROWS = 6;
  const SHOWN = 5;
  const FIRST = "salet"; // what the presented game opens with: no guess is better
  const PAUSE = 2600; // milliseconds between the rows of a presented game
  const SHOW = "Show me";
  const TYPING = 700; // and before a word that stands in the field is sent

  widgets.fallingwords = function ({ model, el }) {
    const { count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const policies = widgets.policies(model, hidden, guesses);
    const assign = widgets.setter(model);
    let own = false; // values are being set here
    /** @param {Partial<BoardState>} values */
    function set(values) {
      own = true;
      assign(values);
      own = false;
    }
    const view = build(guesses.length);
    const cloud = widgets.dots(view.canvas, hidden);
    el.append(view.region);
    let drawn = 0; // rows on the board
    let asked = 0; // rankings
    let presented = 0; // games
    let presenting = false;

    // The state: the rows as far as they make sense, and the words left after each.
    function read() {
      const target = game.hiddenNumber.has(model.get("hidden")) ? model.get("hidden") : "";
      const known = model.get("history").filter(([guess]) => game.number.has(guess)).slice(0, ROWS);
      const found = known.findIndex(([guess]) => guess === target);
      const rows = found < 0 ? known : known.slice(0, found + 1);
      const history = target ? rows.map(([guess]) => /** @type {Row} */ ([guess, engine.feedback(guess, target)])) : rows;
      const lefts = [0, ...history.keys()].map((_, i) => engine.candidates(game, history.slice(0, i)));
      return { target, history, lefts, over: found >= 0 || history.length === ROWS, found: found >= 0 };
    }

    // A hidden word that agrees with the rows.
    const draw = (/** @type {number[]} */ left) => hidden[left[Math.floor(Math.random() * left.length)]];

    /** @param {string} typed */
    function add(typed) {
      const fault = game.number.has(typed) ? "" : `"${typed}" is not one of the ${guesses.length.toLocaleString("en")} guesses.`;
      view.problem(fault);
      if (fault) return view.guess.select(); // so that the next letters take its place
      const now = read();
      const history = now.over ? [] : now.history;
      const left = now.over ? now.lefts[0] : now.lefts[history.length];
      const target = (!now.over && now.target) || draw(left);
      if (!target) {
        view.problem("No word agrees with these rows.");
        return;
      }
      view.guess.value = "";
      set({ hidden: target, history: [...history, [typed, engine.feedback(typed, target)]] });
      show();
    }

    function renew() {
      view.problem("");
      set({ hidden: "", history: [] });
      show();
    }

    function show() {
      const now = read();
      const [left] = now.lefts.slice(-1);
      view.drawRows(now.history, now.lefts, now.history.length > drawn);
      drawn = now.history.length;
      view.status.textContent = describe(now);
      cloud.show(now.lefts);
      view.canvas.setAttribute("aria-label", `${count(left.length, "dot")} of ${hidden.length.toLocaleString("en")} not fallen, one for each word left`);
      if (left.length !== model.get("remaining")) set({ remaining: left.length });
      if (view.isOpen()) rank();
    }

    /** @param {ReturnType<typeof read>} now */
    function describe({ target, history, lefts, over, found }) {
      const [before, left] = [lefts[lefts.length - 2] ?? [], lefts[lefts.length - 1]];
      const bits = (/** @type {number} */ n) => `${Math.log2(n).toFixed(2)} bits`;
      if (!history.length) return `Each dot is a word that may be hidden: ${count(left.length, "word")}, ${bits(left.length)} to find.`;
      if (found) return `Found: ${target}, in ${count(history.length, "guess", "guesses")}.`;
      if (over) return `Six guesses are used up. The word was ${target || "never drawn"}.`;
      if (!left.length) return "No word agrees with these rows.";
      const told = `${history[history.length - 1][0]} gave ${bits(before.length / left.length)}.`;
      if (left.length === 1) return `${told} Only ${hidden[left[0]]} is left.`;
      return `${told} ${count(left.length, "word")} left, ${bits(left.length)} to find.`;
    }

    /** @param {Row[]} history @param {number} top */
    async function bestOf(history, top) {
      try {
        return (await policies.rank(history, false, top))?.best ?? [];
      } catch (fault) {
        view.problem(widgets.cannot(fault));
        return [];
      }
    }

    async function rank() {
      const { history, over } = read();
      const mine = ++asked;
      el.removeAttribute("aria-busy");
      if (over) return view.drawBest([], add);
      el.setAttribute("aria-busy", "true");
      const best = await bestOf(history, SHOWN);
      if (mine !== asked) return;
      el.removeAttribute("aria-busy");
      view.drawBest(best, play);
    }

    // Present a game from its first row to its last; whatever the reader does ends it.
    async function present() {
      const mine = ++presented;
      const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
      renew();
      view.showPresenting((presenting = true));
      while (!read().over) {
        const { history } = read();
        const word = history.length ? (await bestOf(history, 1))[0]?.guess : FIRST;
        if (mine !== presented) return;
        if (!word) break;
        view.guess.value = word;
        view.preview(drawn, word);
        await wait(TYPING);
        if (mine !== presented) return;
        add(word);
        if (!read().over) await wait(PAUSE);
        if (mine !== presented) return;
      }
      end();
    }

    function end() {
      presented++;
      view.showPresenting((presenting = false));
    }

    /** @param {string} typed */
    function play(typed) {
      end();
      if (typed) add(typed);
    }

    widgets.onSend(view.form, view.guess, play);
    view.guess.oninput = () => {
      end();
      view.preview(drawn, view.guess.value);
    };
    view.present.onclick = () => {
      if (!presenting) present();
      else {
        end();
        view.guess.value = "";
        view.preview(drawn, "");
      }
    };
    view.rows.onclick = () => view.guess.focus();
    view.renew.onclick = () => {
      end();
      view.guess.value = "";
      renew();
      view.guess.focus();
    };
    view.best.onclick = () => {
      if (view.flip()) return void rank();
      asked++;
      el.removeAttribute("aria-busy");
    };
    // Letters that are typed while nothing has the focus are a guess.
    function take(/** @type {KeyboardEvent} */ event) {
      const free = document.activeElement === document.body && !(event.ctrlKey || event.metaKey || event.altKey);
      if (free && /^[a-z]$/i.test(event.key)) view.guess.focus({ preventScroll: true });
    }
    document.addEventListener("keydown", take);
    // Something from outside, an address or a kernel, ends what is going on here.
    const stop = widgets.follow(model, ["history", "hidden"], () => {
      if (own) return;
      end();
      view.problem("");
      show();
    });
    show();
    return () => {
      stop();
      end();
      document.removeEventListener("keydown", take);
      cloud.stop();
      policies.close();
    };
  };

  widgets.fallingwords.state = { history: widgets.codecs.rows, hidden: widgets.codecs.word };

  // The view: its elements, and what changes in them.
  /** @param {number} allowed */
  function build(allowed) {
    const { make, count } = widgets;
    const word = { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const guess = make("input", word);
    const button = (/** @type {string} */ text) => make("button", { type: "button" }, text);
    const [best, present, renew] = [button("Best guesses"), button(SHOW), button("New word")];
    const submit = make("button", { type: "submit", className: "ww-main" }, "Enter");
    const asking = make("div", { className: "ww-controls" }, widgets.field("Guess", guess), submit);
    const form = make("form", { className: "ww-controls" }, asking, make("div", { className: "ww-choices" }, best, present, renew));
    const rows = make("div", { className: "ww-rows" });
    const canvas = make("canvas", { className: "ww-dots", role: "img" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const fault = make("p", { role: "alert", className: "ww-problem" });
    const list = make("div", { className: "ww-best", role: "group", "aria-label": "Best guesses" });
    const hint = make("p", { className: "ww-hint" }, `Any of ${allowed.toLocaleString("en")} words will do. Point at a dot or tap it to read its word.`);
    list.append(hint);
    best.setAttribute("aria-expanded", "false");
    const region = make(
      "div",
      { className: "ww ww-falling", role: "region", "aria-label": "Guess, and watch the words fall" },
      ...[form, make("div", { className: "ww-stage" }, rows, canvas), make("div", { className: "ww-said" }, status, fault), list],
    );

    // A row of tiles, with what it told beside it; or an empty one.
    /** @param {Row | undefined} row @param {number[]} before @param {number[]} after */
    function line(row, before, after) {
      if (!row) {
        const tiles = Array.from({ length: 5 }, () => make("span", { className: "ww-tile ww-empty" }));
        return make("div", { className: "ww-line", "aria-hidden": "true" }, make("div", { className: "ww-row" }, ...tiles));
      }
      const told = after.length ? `${Math.log2(before.length / after.length).toFixed(2)} bits` : "";
      const note = make("span", { className: "ww-told" }, make("b", {}, count(after.length, "word")), ` ${told}`);
      return make("div", { className: "ww-line" }, widgets.tiles(...row), note);
    }

    return {
      ...{ region, form, guess, rows, present, renew, best, canvas, status },
      isOpen: () => best.getAttribute("aria-expanded") === "true",
      /** @param {Row[]} history @param {number[][]} lefts @param {boolean} turning */
      drawRows(history, lefts, turning) {
        const lines = Array.from({ length: ROWS }, (_, i) => line(history[i], lefts[i], lefts[i + 1]));
        if (turning) lines[history.length - 1].classList.add("ww-turning");
        rows.replaceChildren(...lines);
      },
      // Letters that are being typed stand in the next row.
      /** @param {number} at @param {string} text */
      preview(at, text) {
        rows.children[at]?.querySelectorAll(".ww-empty").forEach((tile, i) => (tile.textContent = text[i] ?? ""));
      },
      /** @param {Ranked[]} found @param {(guess: string) => void} add */
      drawBest(found, add) {
        const one = (/** @type {Ranked} */ row) =>
          make("span", {}, widgets.guessButton(row, add), make("span", { className: "ww-note" }, `${row.score.toFixed(2)} bits`));
        list.replaceChildren(...found.filter((row) => row.possible || row.score > 0).map(one));
      },
      flip() {
        const open = best.getAttribute("aria-expanded") !== "true";
        best.setAttribute("aria-expanded", String(open));
        if (!open) list.replaceChildren(hint);
        return open;
      },
      problem: (/** @type {string} */ text) => (fault.textContent = text),
      showPresenting: (/** @type {boolean} */ on) => (present.textContent = on ? "Stop" : SHOW),
    };
  }
})();
