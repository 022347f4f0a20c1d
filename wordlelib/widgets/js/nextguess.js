// What to guess next: after some rows the best guess, with the total that it needs. For some openings that is stored
// (wordlelib/lab/second_guess_sweep.py), and the library's search finds or proves it here.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const AT_ONCE = 600; // words left up to which a search begins by itself
  const FEW = 30; // and up to which all that may be right are compared
  const SHOWN = 15; // kinds of feedback in the table of an opening
  const NAMED = 20; // accepted words that are named where no hidden word fits

  widgets.nextguess = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const computing = widgets.computing(model.get("compiled"), hidden, guesses);
    const seconds = /** @type {NextGuessState["seconds"]} */ (model.get("seconds") ?? widgets.seconds);
    const set = widgets.setter(model);
    const say = (/** @type {number} */ n) => n.toLocaleString("en");

    const button = (/** @type {string} */ text) => make("button", { type: "button" }, text);
    const [prove, halt] = [button("Prove it here"), button("Stop")];
    const bar = make("progress", { "aria-label": "The search goes on" });
    const effort = make("span", { role: "status" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-next-more" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const table = widgets.scroller("Table of the opening");
    const board = widgets.board({ model, game, engine, modes: true, secret: false, changed: show });
    const openings = make("div", { className: "ww-openings", role: "group", "aria-label": "Openings" });
    const work = make("div", { className: "ww-controls ww-work" }, prove, halt, bar, effort);
    const region = { className: "ww ww-next", role: "region", "aria-label": "What to guess next" };
    el.append(make("div", region, board.form, board.problem, board.rows, status, more, openings, work, problem, table));
    /** @type {Job<any, any> | null} */
    let job = null;
    let isStored = false; // the answer is known, and can only be proven again

    // What is stored of an opening: a line for each kind of feedback, most words first, without the one that ends the game.
    /** @param {string} opening @param {boolean} hard @returns {(NextBest & { marks: string; words: number })[] | null} */
    function linesOf(opening, hard) {
      const found = seconds[hard ? "hard" : "easy"][opening];
      if (!found) return null;
      const [guess, alike, sum, possible, further] = [found.guess, found.alike, found.sum, found.possible, found.further].map(widgets.unpack);
      const classes = engine.classes(game, opening, [...hidden.keys()]).filter(({ marks }) => !/^g+$/.test(marks));
      return classes.map(({ marks, words }, i) => ({
        ...{ marks, words: words.length, guess: guesses[guess[i]], alike: alike[i], total: sum[i] },
        ...{ possible: guesses[possible[i]], possible_total: sum[i] + further[i] },
      }));
    }

    /** @param {NextBest} best @param {number} n */
    function describe({ guess, alike, total, possible, possible_total: own }, n) {
      status.textContent = `Guess ${guess.toUpperCase()}: the ${count(n, "word")} left ${n === 1 ? "needs" : "need"} ${count(total, "guess", "guesses")} in all, ${(total / n).toFixed(2)} each, and no guess needs fewer.`;
      const shared = alike === undefined ? "" : alike === 1 ? "No other guess is as good. " : `${say(alike)} guesses are equally good. `;
      const right = possible === guess ? "It may be right itself." : possible && own !== undefined ? `The best guess that may be right is ${possible.toUpperCase()}, with ${say(own)}.` : "It cannot be right itself.";
      more.textContent = shared + right;
    }

    // The table of an opening; an opening without one is asked about row by row.
    /** @param {string | undefined} opening @param {boolean} hard */
    function tabulate(opening, hard) {
      const lines = opening && linesOf(opening, hard);
      if (!lines) return table.replaceChildren();
      const rows = lines.slice(0, SHOWN).map((line) => [
        make("div", { className: "ww-small" }, widgets.tiles(opening, line.marks)),
        ...[say(line.words), line.guess, say(line.alike ?? 0), say(line.total), line.possible ?? "", say(line.possible_total ?? 0)],
      ]);
      const heads = ["colours", "words", "best guess", "equally good", "guesses in all", "best that may be right", "guesses with it"];
      table.replaceChildren(widgets.table(`After ${opening.toUpperCase()}${hard ? " in hard mode" : ""}, the ${rows.length} kinds of feedback that leave most words`, heads, rows));
    }

    // An opening to begin with, whose colours are those that leave most words.
    const chosen = Object.keys(seconds.easy).map((opening) =>
      widgets.guessButton({ guess: opening, possible: false }, () => {
        const [line] = linesOf(opening, model.get("hard")) ?? [];
        set({ history: [[opening, line.marks]] });
        board.forget();
        show();
        board.rows.querySelector("button")?.focus();
      }),
    );
    openings.append(...chosen);

    function rest() {
      job?.cancel();
      job = null;
      el.removeAttribute("aria-busy");
      if (document.activeElement === halt) board.guess.focus();
      bar.hidden = halt.hidden = true;
      effort.textContent = "";
    }

    function show() {
      rest();
      const left = board.draw();
      const [history, hard] = [model.get("history"), model.get("hard")];
      const [opening] = history[0] ?? [];
      const marks = history[history.length - 1]?.[1] ?? "";
      const stored = history.length === 1 ? linesOf(opening, hard)?.find((line) => line.marks === marks) : undefined;
      const open = history.length > 0 && left.length > 0 && !/^g+$/.test(marks);
      prove.hidden = !open;
      openings.hidden = history.length > 0;
      isStored = Boolean(stored);
      prove.textContent = isStored ? "Prove it here" : "Search for it";
      problem.textContent = more.textContent = "";
      tabulate(opening, hard);
      set({ best: {} });
      if (!history.length) status.textContent = "Type your opening, then press its tiles, or take one of these.";
      else if (!left.length) tellOthers(history);
      else if (!open) status.textContent = "The word is found.";
      else if (stored) {
        const { marks: _, words, ...best } = stored;
        set({ best });
        describe(best, words);
      } else {
        status.textContent = `${count(left.length, "word")} left.`;
        if (left.length <= AT_ONCE) search();
        else more.textContent = "With so many words the search may take minutes.";
      }
    }

    // Where no original hidden word fits, a word may have been added, which is one of those that Wordle accepts.
    /** @param {Row[]} history */
    function tellOthers(history) {
      const fitting = guesses.filter((word) => history.every(([guess, marks]) => engine.feedback(guess, word) === marks));
      const named = fitting.slice(0, NAMED).join(", ") + (fitting.length > NAMED ? ` and ${say(fitting.length - NAMED)} more` : "");
      status.textContent = `None of the ${say(hidden.length)} original hidden words fits these colours.`;
      more.textContent = fitting.length
        ? `Other words have been added since. Of the ${say(guesses.length)} that may be guessed ${fitting.length === 1 ? "one fits" : `${say(fitting.length)} fit`}: ${named}.`
        : "No other word that may be guessed fits either. Please check the tiles.";
    }

    // Search for the least total and a guess that has it, or prove what is stored; of a few words also the best that may be right.
    async function search() {
      rest();
      const [history, hard] = [model.get("history"), model.get("hard")];
      const left = engine.candidates(game, history).map((h) => hidden[h]);
      const begun = performance.now();
      el.setAttribute("aria-busy", "true");
      bar.hidden = halt.hidden = false;
      prove.hidden = true;
      effort.textContent = "Searching \u2026";
      const mine = computing.work(async (task) => {
        const found = await task.ask("solve", { history, hard }, (state) => task.report(state));
        /** @type {NextBest} */
        const best = { guess: found.guess ?? "", total: found.lower };
        if (left.includes(best.guess)) Object.assign(best, { possible: best.guess, possible_total: best.total });
        else if (!isStored && left.length <= FEW) {
          for (const word of left.filter((each) => !hard || engine.honours(each, history))) {
            const { lower } = await task.ask("solve", { history, hard, guess: word });
            if (lower < (best.possible_total ?? Infinity)) Object.assign(best, { possible: word, possible_total: lower });
          }
        }
        return { best, nodes: found.nodes };
      });
      job = mine;
      mine.onprogress = ({ lower, nodes }) => (effort.textContent = `At least ${say(lower)} guesses; ${count(nodes, "belief")} searched`);
      try {
        const found = await mine.promise;
        if (mine !== job || !found) return;
        rest();
        if (!isStored) {
          set({ best: found.best });
          describe(found.best, left.length);
        }
        effort.textContent = `Proven on this device in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${say(found.best.total)} guesses, ${count(found.nodes, "belief")} searched.`;
      } catch (fault) {
        if (mine !== job) return;
        rest();
        problem.textContent = widgets.cannot(fault);
      }
    }

    prove.onclick = search;
    halt.onclick = () => {
      rest();
      prove.hidden = false;
      effort.textContent = "Stopped.";
    };
    show();
    const unfollow = widgets.follow(model, ["history", "hard"], () => {
      board.forget();
      show();
    });
    return () => {
      unfollow();
      rest();
      computing.close();
    };
  };
  widgets.nextguess.state = { history: codecs.rows, hard: codecs.flag };
  widgets.nextguess.files = ["seconds.js"];
})();
