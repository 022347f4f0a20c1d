// What to guess next: after some rows the best guess, with what it needs. For some openings that is stored
// (wordlelib/lab/second_guess_sweep.py), and the library's search finds or proves it here, for the original hidden words or, under
// today's prior, for all accepted words.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const AT_ONCE = 600; // words left up to which a search begins by itself
  const FEW = 30; // and up to which all that may be right are compared
  const SHOWN = 15; // kinds of feedback in the table of an opening
  const NAMED = 8; // words whose odds are told
  /** @type {NextHidden[]} */
  const HIDDEN = ["original", "accepted"];

  widgets.nextguess = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const games = { original: engine.makeGame(hidden, guesses), accepted: engine.makeGame(guesses, guesses) };
    const computings = {
      original: widgets.computing(model.get("compiled"), hidden, guesses),
      accepted: widgets.computing(model.get("compiled"), guesses, guesses),
    };
    const seconds = /** @type {NextGuessState["seconds"]} */ (model.get("seconds") ?? widgets.seconds);
    const set = widgets.setter(model);
    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    // Nothing that may be otherwise is 0% or 100%.
    /** @param {number} share */
    function percent(share) {
      const rest = Math.min(share, 1 - share);
      if (rest > 0 && rest < 0.00005) return share < 0.5 ? "less than 0.01%" : "more than 99.99%";
      return `${(100 * share).toFixed(rest === 0 ? 0 : rest < 0.00995 ? 2 : rest < 0.0995 ? 1 : 0)}%`;
    }

    const button = (/** @type {string} */ text) => make("button", { type: "button" }, text);
    const [prove, halt] = [button("Prove it here"), button("Stop")];
    const bar = make("progress", { "aria-label": "The search goes on" });
    const effort = make("span", { role: "status" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-next-more" });
    const likely = make("p", { className: "ww-next-odds" });
    const choice = make("select", {}, make("option", { value: "original" }, `one of the original ${say(hidden.length)}`));
    choice.append(make("option", { value: "accepted" }, "any accepted word, by today's odds"));
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const table = widgets.scroller("Table of the opening");
    const field = widgets.field("Hidden may be", choice);
    const board = widgets.board({ model, game: games.original, engine, modes: true, secret: false, more: [field], note, changed: show });
    const openings = make("div", { className: "ww-openings", role: "group", "aria-label": "Openings" });
    const work = make("div", { className: "ww-controls ww-work" }, prove, halt, bar, effort);
    const region = { className: "ww ww-next", role: "region", "aria-label": "What to guess next" };
    el.append(make("div", region, board.form, board.problem, board.rows, status, more, likely, openings, work, problem, table));
    /** @type {Job<any, any> | null} */
    let job = null;
    let isStored = false; // the answer is known, and can only be proven again
    /** @type {NextHidden} */
    let now = "original"; // what may be hidden after these rows
    /** @type {number[] | undefined} */
    let weights; // of the accepted words, once they are needed
    let turn = 0; // how often something was shown

    // The weight of some words: how many they are, if all are alike, and 0 while their weights are not known.
    const weigh = (/** @type {number[]} */ left) => (now === "original" ? left.length : left.reduce((sum, h) => sum + (weights?.[h] ?? 0), 0));

    /** @param {number} _ @param {number[]} before @param {number[]} after */
    function note(_, before, after) {
      const own = weigh(after);
      return `${count(after.length, "word")} left${own ? `, ${Math.log2(weigh(before) / own).toFixed(2)} bits` : ""}`;
    }

    // What is stored of an opening: a line for each kind of feedback, most words first, without the one that ends the game.
    /** @param {string} opening @param {boolean} hard @returns {(NextBest & { marks: string; words: number })[] | null} */
    function linesOf(opening, hard) {
      const found = seconds[hard ? "hard" : "easy"][opening];
      if (!found) return null;
      const [guess, alike, sum, possible, further] = [found.guess, found.alike, found.sum, found.possible, found.further].map(widgets.unpack);
      const classes = engine.classes(games.original, opening, [...hidden.keys()]).filter(({ marks }) => !/^g+$/.test(marks));
      return classes.map(({ marks, words }, i) => ({
        ...{ marks, words: words.length, guess: guesses[guess[i]], alike: alike[i], total: sum[i] },
        ...{ possible: guesses[possible[i]], possible_total: sum[i] + further[i] },
      }));
    }

    // Where words are not alike a total means little, and its mean is told.
    /** @param {NextBest} best @param {number[]} left */
    function describe({ guess, alike, total, possible, possible_total: own }, left) {
      const [n, all, today] = [left.length, weigh(left), now === "accepted"];
      const mean = (/** @type {number} */ sum) => (sum / all).toFixed(today ? 3 : 2);
      const needs = today
        ? `it needs ${mean(total)} guesses on average, itself included`
        : `the ${count(n, "word")} left ${n === 1 ? "needs" : "need"} ${count(total, "guess", "guesses")} in all, ${mean(total)} each`;
      status.textContent = `Guess ${guess.toUpperCase()}: ${needs}, and no guess needs fewer.`;
      const shared = alike === undefined ? "" : alike === 1 ? "No other guess is as good. " : `${say(alike)} guesses are equally good. `;
      const chance = today && possible ? percent(weigh([guesses.indexOf(possible)]) / all) : "";
      const right = possible === guess ? `It may be right itself${chance && `, with probability ${chance}`}.` : possible && own !== undefined ? `The best guess that may be right is ${possible.toUpperCase()}, with ${today ? mean(own) : say(own)}${chance && `; it is right with probability ${chance}`}.` : "It cannot be right itself.";
      more.textContent = shared + right;
    }

    // The odds of the words left: the original ones are alike, and of the others the likeliest are named.
    /** @param {number[]} left */
    function tellOdds(left) {
      const all = weigh(left);
      const share = (/** @type {number[]} */ words) => percent(weigh(words) / all);
      const isOld = (/** @type {number} */ h) => games.original.hiddenNumber.has(guesses[h]);
      const [old, others] = [left.filter(isOld), left.filter((h) => !isOld(h)).sort((a, b) => weigh([b]) - weigh([a]) || a - b)];
      const some = (/** @type {number[]} */ words, /** @type {(h: number) => string} */ name) => words.slice(0, NAMED).map(name).join(", ");
      const more = (/** @type {number[]} */ words) => (words.length > NAMED ? ` and ${say(words.length - NAMED)} more` : "");
      const original = `${count(old.length, "original word")} with ${share(old.slice(0, 1))}${old.length > 1 ? " each" : ""} (${some(old, (h) => guesses[h])}${more(old)})`;
      const named = some(others, (h) => (old.length && others.length === 1 ? guesses[h] : `${guesses[h]} ${share([h])}`)) + more(others);
      const added = `${count(others.length, "other word")} with ${share(others)}${others.length > 1 ? " together" : ""} (${named})`;
      likely.textContent = `Odds by today's prior: ${!old.length ? named : others.length ? `${original}, and ${added}` : original}.`;
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

    // What may be hidden: the reader's choice, unless no original word fits the rows.
    function chooseHidden() {
      const fits = (/** @type {NextHidden} */ which) => engine.candidates(games[which], model.get("history")).length > 0;
      now = model.get("hidden") === "original" && (fits("original") || !fits("accepted")) ? "original" : "accepted";
      choice.value = now;
    }

    // What comes late is kept, but what is shown by then stays.
    async function loadPrior() {
      const mine = turn;
      status.textContent = "Loading today's prior \u2026";
      el.setAttribute("aria-busy", "true");
      try {
        ({ weights } = await widgets.acceptedOf(model, hidden, guesses));
        if (mine === turn && el.isConnected) show();
      } catch (fault) {
        if (mine !== turn) return;
        el.removeAttribute("aria-busy");
        status.textContent = "";
        problem.textContent = fault instanceof Error ? fault.message : String(fault);
      }
    }

    function show() {
      turn += 1;
      rest();
      chooseHidden();
      const left = board.draw(games[now]);
      const [history, hard] = [model.get("history"), model.get("hard")];
      const [opening] = history[0] ?? [];
      const marks = history[history.length - 1]?.[1] ?? "";
      const stored = history.length === 1 && now === "original" ? linesOf(opening, hard)?.find((line) => line.marks === marks) : undefined;
      const open = history.length > 0 && left.length > 0 && !/^g+$/.test(marks);
      prove.hidden = !open;
      openings.hidden = history.length > 0;
      isStored = Boolean(stored);
      prove.textContent = isStored ? "Prove it here" : "Search for it";
      problem.textContent = more.textContent = likely.textContent = "";
      tabulate(now === "original" ? opening : undefined, hard);
      set({ best: {} });
      const fewer = now === model.get("hidden") ? "" : `None of the ${say(hidden.length)} original words fits, so any accepted word may be hidden. `;
      if (!history.length) status.textContent = "Type your opening, then press its tiles, or take one of these.";
      else if (!left.length) status.textContent = `None of the ${say(guesses.length)} accepted words fits these colours. Please check the tiles.`;
      else if (now === "accepted" && !weights) {
        prove.hidden = true;
        loadPrior();
      } else if (!open) status.textContent = "The word is found.";
      else if (stored) {
        const { marks: _, words: __, ...best } = stored;
        set({ best });
        describe(best, left);
      } else {
        status.textContent = `${fewer}${count(left.length, "word")} left.`;
        if (now === "accepted") tellOdds(left);
        likely.prepend(fewer);
        if (left.length <= AT_ONCE) search();
        else more.textContent = "With so many words the search may take minutes.";
      }
    }

    // Search for the least total and a guess that has it, or prove what is stored; of a few words also the best that may be right.
    async function search() {
      rest();
      const [history, hard] = [model.get("history"), model.get("hard")];
      const left = engine.candidates(games[now], history);
      const words = left.toSorted((a, b) => weigh([b]) - weigh([a]) || a - b).map((h) => games[now].hidden[h]);
      const all = weigh(left);
      const bound = (/** @type {number} */ sum) => (now === "accepted" ? `${(sum / all).toFixed(3)} guesses on average` : count(sum, "guess", "guesses"));
      const given = { history, hard, weights: now === "accepted" ? weights : undefined };
      const begun = performance.now();
      el.setAttribute("aria-busy", "true");
      bar.hidden = halt.hidden = false;
      prove.hidden = true;
      effort.textContent = "Searching \u2026";
      const mine = computings[now].work(async (task) => {
        const found = await task.ask("solve", given, (state) => task.report(state));
        /** @type {NextBest} */
        const best = { guess: found.guess ?? "", total: found.lower };
        if (words.includes(best.guess)) Object.assign(best, { possible: best.guess, possible_total: best.total });
        else if (!isStored && words.length <= FEW) {
          for (const word of words.filter((each) => !hard || engine.honours(each, history))) {
            const { lower } = await task.ask("solve", { ...given, guess: word });
            if (lower < (best.possible_total ?? Infinity)) Object.assign(best, { possible: word, possible_total: lower });
          }
        }
        return { best, nodes: found.nodes };
      });
      job = mine;
      mine.onprogress = ({ lower, nodes }) => (effort.textContent = `At least ${bound(lower)}; ${count(nodes, "belief")} searched`);
      try {
        const found = await mine.promise;
        if (mine !== job || !found) return;
        rest();
        if (!isStored) {
          set({ best: found.best });
          describe(found.best, left);
        }
        effort.textContent = `Proven on this device in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${bound(found.best.total)}, ${count(found.nodes, "belief")} searched.`;
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
    choice.onchange = () => {
      set({ hidden: /** @type {NextHidden} */ (choice.value) });
      show();
    };
    show();
    const unfollow = widgets.follow(model, ["history", "hidden", "hard"], () => {
      board.forget();
      show();
    });
    return () => {
      unfollow();
      rest();
      computings.original.close();
      computings.accepted.close();
    };
  };
  widgets.nextguess.state = { history: codecs.rows, hidden: codecs.choice(HIDDEN), hard: codecs.flag };
  widgets.nextguess.files = ["seconds.js"];
})();
