// The game against a Hinter who may change the hidden word; the hidden words are the only guesses, and a Guesser makes them for
// a reader who only wants to watch.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  /** @type {HinterName[]} */
  const HINTERS = ["greedy", "depth 2", "exact"];
  /** @type {GuesserName[]} */
  const GUESSERS = [...widgets.scores, "rollout", "exact"];
  const WIDTH = 10; // candidates of rollout, as in the library
  const MOST_TURNS = 20;
  const SHOWN = 8;
  const LISTED = 60;
  const ROOM = 6; // rows for which the board has room in any case
  const LOST = 2 ** 40;

  // The Hinters: each chooses among the classes of a guess, the largest first, of which `replies` finds what they are worth.
  widgets.hinters = function (computing, game) {
    const engine = widgets.engine();
    const solved = "g".repeat(game.length);
    const reading = (/** @type {string} */ marks) => marks.replace(/./g, (mark) => String("-yg".indexOf(mark)));

    /** @type {Hinters["classes"]} */
    function classes(left, guess) {
      return engine
        .classes(game, guess, left)
        .sort((a, b) => b.words.length - a.words.length || (reading(a.marks) < reading(b.marks) ? -1 : 1));
    }

    /** @type {Hinters["replies"]} */
    const replies = (parts, left) =>
      computing.work(({ ask }) => {
        /** @param {Class} part @returns {Promise<Reply>} */
        async function reply(part) {
          const alone = part.words.length === 1;
          if (part.marks === solved) return { ...part, survived: -1, ahead: 0 };
          if (alone || !left) return { ...part, survived: 0, ahead: left ? 0 : LOST };
          /** @type {Enough} */
          const { possible, cap, worst } = await ask("guarantee", { words: part.words, most: left });
          return { ...part, survived: possible ? cap - 1 : left, ahead: left > 1 ? worst : LOST };
        }
        return Promise.all(parts.map(reply));
      });

    // The first of the replies, in their order, that is worth most.
    const best = (/** @type {"ahead" | "survived"} */ worth) => (/** @type {Reply[]} */ parts) =>
      parts.reduce((chosen, part) => (part[worth] > chosen[worth] ? part : chosen));

    /** @type {Hinters["answers"]} */
    const answers = { greedy: (parts) => parts[0], "depth 2": best("ahead"), exact: best("survived") };
    return { classes, replies, answers };
  };

  // The guess of a Guesser after some rows. "exact" keeps to the guesses that are left or, where these are too few, to the
  // fewest that are always enough.
  widgets.guesser = function (policies, game, history, name, left) {
    const words = widgets.engine().candidates(game, history);
    if (name === "rollout" && words.length > 1) {
      const job = policies.qFactors(history, { score: "information-gain", width: WIDTH, hard: false });
      return { ...job, promise: job.promise.then((found) => found && found.lines[found.choice].guess) };
    }
    return policies.work(async ({ ask }) => {
      if (words.length === 1) return game.hidden[words[0]];
      if (name === "exact") return (await ask("guarantee", { words, least: left })).opening;
      return (await ask("rollout", { history, score: name, top: 1 })).best[0].guess;
    });
  };

  widgets.hintergame = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const hidden = widgets.readWords(model.get("words") || widgets.words)[0];
    const game = engine.makeGame(hidden, hidden);
    const policies = widgets.policies(model, hidden, hidden);
    const hinters = widgets.hinters(policies, game);

    const guess = make("input", { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const ask = make("button", { type: "submit" }, "Guess it");
    /** @param {string} label @param {string[]} names */
    const choice = (label, names) => make("select", { "aria-label": label }, ...names.map((name) => make("option", { value: name }, name)));
    const [who, helper] = [choice("Hinter", HINTERS), choice("Guesser", GUESSERS)];
    const help = make("button", { type: "button" }, "Guess for me");
    const turns = make("input", { type: "number", min: 1, max: MOST_TURNS, step: 1, size: 3 });
    const undo = make("button", { type: "button" }, "Undo");
    const clear = make("button", { type: "button" }, "Start again");
    const other = make("button", { type: "button" }, "Show me a word you could have had");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const board = make("div", { className: "ww-board" });
    const status = make("p", { role: "status", className: "ww-loud", tabIndex: -1 });
    const proof = make("p", { "aria-live": "polite", className: "ww-proof" });
    const table = widgets.scroller("What could be answered");
    const words = make("p", { className: "ww-words" });
    const form = make(
      "form",
      { className: "ww-controls", noValidate: true },
      ...[widgets.field("Guess", guess), ask, undo, clear, widgets.field("Hinter", who), widgets.field("Turns", turns)],
      ...[widgets.field("Guesser", helper), help],
    );
    const after = make("p", { className: "ww-small-print" });
    const left = make("div", {}, board, other, proof, make("details", {}, make("summary", {}, "Words that are left"), words));
    const right = make("div", {}, table, after);
    el.append(
      make(
        "div",
        { className: "ww ww-hinter", role: "region", "aria-label": "Game against a Hinter" },
        ...[status, form, problem, make("div", { className: "ww-columns" }, left, right)],
      ),
    );
    let shown = -1;
    /** @type {{ about: string; job: Job<any> | null }} */
    let asked = { about: "", job: null };

    const set = widgets.setter(model);

    const limit = () => Math.min(Math.max(Math.trunc(model.get("turns")) || 1, 1), MOST_TURNS);
    const hinter = () => (HINTERS.includes(model.get("hinter")) ? model.get("hinter") : HINTERS[0]);
    const guesser = () => (GUESSERS.includes(model.get("guesser")) ? model.get("guesser") : GUESSERS[0]);

    /** @param {Row[]} history */
    function winner(history) {
      if (history.length && /^g+$/.test(history[history.length - 1][1])) return "guesser";
      return history.length >= limit() ? "hinter" : "";
    }

    function forget() {
      asked.job?.cancel();
      asked = { about: "", job: null };
      el.removeAttribute("aria-busy");
    }

    // What is found about a question, which is asked once: null if another has come, or in case of a fault.
    /** @template A @param {any[]} question @param {() => Job<A>} begin @param {string} now @returns {Promise<A | null | undefined>} */
    async function found(question, begin, now) {
      const about = JSON.stringify(question);
      if (about !== asked.about) {
        forget();
        asked = { about, job: begin() };
        el.setAttribute("aria-busy", "true");
      }
      const mine = asked.job;
      status.textContent = now;
      try {
        const answer = await mine?.promise;
        return mine === asked.job ? answer : null;
      } catch (fault) {
        if (mine !== asked.job) return null;
        forget();
        status.textContent = widgets.cannot(fault);
        return null;
      } finally {
        if (mine === asked.job) el.removeAttribute("aria-busy");
      }
    }

    // What is known of the replies to the last guess of some rows.
    /** @param {Row[]} before @param {string} word @param {string} now */
    function repliesTo(before, word, now) {
      const parts = () => hinters.classes(engine.candidates(game, before), word);
      return found([before, word, limit()], () => hinters.replies(parts(), Math.max(limit() - before.length - 1, 0)), now);
    }

    /** @param {string} word */
    async function add(word) {
      if (!word) return;
      const history = model.get("history");
      const now = engine.candidates(game, history);
      if (winner(history) || !now.length) return;
      if (!game.number.has(word)) {
        problem.textContent = `"${word}" is not one of the ${hidden.length.toLocaleString("en")} words of this game.`;
        return;
      }
      if (widgets.normal(guess.value) === word) guess.value = ""; // what is typed while a Guesser thinks stays
      problem.textContent = "";
      const name = hinter();
      let [chosen] = hinters.classes(now, word);
      if (name !== "greedy") {
        const parts = await repliesTo(history, word, `The Hinter thinks about ${word.toUpperCase()} ...`);
        if (!parts) return;
        chosen = hinters.answers[name](parts);
      }
      const held = document.activeElement;
      change({ history: [...history, [word, chosen.marks]] });
      if (held === guess || held === ask) (guess.disabled ? clear : guess).focus();
      else if (held?.matches(":disabled")) status.focus(); // and not on a button that one more Enter would press
    }

    // The Guesser makes the next guess.
    async function advance() {
      const [history, name] = [model.get("history"), guesser()];
      const question = [history, name, limit()];
      if (el.hasAttribute("aria-busy") && asked.about === JSON.stringify(question)) return; // pressed twice
      const begin = () => widgets.guesser(policies, game, history, name, Math.max(limit() - history.length, 1));
      const word = await found(question, begin, `The Guesser thinks about guess ${history.length + 1} ...`);
      if (word && guesser() === name) add(word);
      else if (word) show();
    }

    /** @param {Partial<HinterState>} values */
    function change(values) {
      shown = -1;
      problem.textContent = "";
      set(values);
      show();
    }

    /** @param {Row[]} history @param {number[]} sizes */
    function drawBoard(history, sizes) {
      board.style.minHeight = `${3 * Math.max(Math.min(limit(), ROOM), history.length)}rem`; // so that no button moves
      board.replaceChildren(
        ...history.map(([word, marks], i) => {
          const note = make("span", {}, `${sizes[i + 1].toLocaleString("en")} left`);
          return make("div", { className: "ww-line" }, widgets.tiles(word, marks), note);
        }),
      );
    }

    const bar = (/** @type {number} */ share) => make("span", { className: "ww-share", style: `width: ${100 * share}%` });

    // What the Hinter gave up: the classes of the last guess, and who would have answered with which.
    /** @param {Row[]} history @param {string} said */
    async function drawTable(history, said) {
      const [word, given] = history[history.length - 1];
      const parts = await repliesTo(history.slice(0, -1), word, `${said} Searching how long each reply holds out ...`);
      if (!parts) return;
      status.textContent = said;
      const rest = Math.max(limit() - history.length, 0);
      const chosen = HINTERS.map((name) => hinters.answers[name](parts));
      const rows = parts.filter((part, i) => i < SHOWN || part.marks === given || chosen.includes(part));
      const body = rows.map((part) => {
        const mine = part.marks === given;
        const names = HINTERS.filter((_, i) => chosen[i] === part).join(", ");
        const cells = [
          widgets.tiles(word, part.marks),
          make("span", {}, (mine ? "▶ " : "") + part.words.length.toLocaleString("en"), bar(part.words.length / parts[0].words.length)),
          part.survived < 0 ? "found" : String(part.survived),
          names,
        ];
        if (mine) cells[1] = make("b", {}, make("span", { className: "ww-hidden" }, "given: "), cells[1]);
        return make("tr", { className: mine ? "ww-given" : "" }, ...cells.map((cell) => make("td", {}, cell)));
      });
      const head = ["reply", "words kept", "guesses survived", "chosen by"];
      const hiding = parts.length - rows.length;
      const more = hiding ? ` Not shown: ${count(hiding, "further reply", "further replies")}, which ${hiding > 1 ? "keep" : "keeps"} no more words than these.` : "";
      const known = rest
        ? `Guesses survived: of the ${rest} left, how many these words outlast whatever you try.`
        : "No guess is left, so any word survives.";
      const caption = `Possible replies to ${word} (▶: the one given)`;
      after.textContent = `Chosen by: the Hinters who would give it. ${known}${more}`;
      table.replaceChildren(
        make(
          "table",
          { className: "ww-small" },
          make("caption", {}, caption),
          make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
          make("tbody", {}, ...body),
        ),
      );
    }

    /** @param {Row[]} history @param {number[]} now @param {string} won */
    function describe(history, now, won) {
      const used = count(history.length, "guess", "guesses");
      if (!now.length) return "No word fits these rows. Undo, or start again.";
      if (won === "guesser") return `Found with ${used}: it was ${hidden[now[0]]}.`;
      if (won === "hinter") return `The Hinter wins: ${used} made, and ${count(now.length, "word")} could still be it.`;
      const rest = limit() - history.length;
      return `${count(now.length, "word")} left, ${count(rest, "guess", "guesses")} left. Your turn.`;
    }

    function show() {
      const history = model.get("history");
      const sizes = [hidden.length];
      for (let i = 1; i <= history.length; i++) sizes.push(engine.candidates(game, history.slice(0, i)).length);
      const now = engine.candidates(game, history);
      const won = winner(history);
      who.value = hinter();
      helper.value = guesser();
      turns.value = String(limit());
      turns.disabled = history.length > 0; // agreed on before the game, or one who has lost would play on
      undo.disabled = clear.disabled = !history.length;
      guess.disabled = ask.disabled = help.disabled = Boolean(won) || !now.length;
      other.disabled = !now.length || won === "guesser";
      drawBoard(history, sizes);
      const names = now.slice(0, LISTED).map((h) => hidden[h]);
      words.textContent = names.join(" ") + (now.length > LISTED ? ` and ${now.length - LISTED} more` : "");
      status.textContent = describe(history, now, won);
      if (history.length && now.length) drawTable(history, status.textContent);
      else {
        forget();
        after.textContent = "";
        table.replaceChildren();
      }
      if (shown < 0) proof.textContent = "";
      if (model.get("remaining") !== now.length || model.get("winner") !== won) set({ remaining: now.length, winner: won });
    }

    widgets.onSend(form, guess, add);
    who.onchange = () => change({ hinter: /** @type {HinterName} */ (who.value) });
    helper.onchange = () => set({ guesser: /** @type {GuesserName} */ (helper.value) });
    help.onclick = advance;
    turns.onchange = () => {
      const asked = Number(turns.value);
      const fits = Number.isInteger(asked) && asked >= 1 && asked <= MOST_TURNS;
      if (fits) return change({ turns: asked });
      problem.textContent = `Turns: "${turns.value}"; expected a whole number from 1 to ${MOST_TURNS}.`;
      turns.value = String(limit());
    };
    undo.onclick = () => {
      change({ history: model.get("history").slice(0, -1) });
      guess.focus();
    };
    clear.onclick = () => {
      change({ history: [] });
      guess.focus();
    };
    other.onclick = () => {
      const now = engine.candidates(game, model.get("history"));
      shown = (shown + 1) % now.length;
      proof.textContent = `${hidden[now[shown]]} fits all rows (${shown + 1} of ${now.length.toLocaleString("en")}).`;
    };
    const stops = [
      widgets.follow(model, ["history", "hinter", "turns"], () => {
        shown = -1;
        show();
      }),
      widgets.follow(model, ["guesser"], () => (helper.value = guesser())),
    ];
    show();
    return () => {
      stops.forEach((stop) => stop());
      forget();
      policies.close();
    };
  };
  widgets.hintergame.state = (model) => {
    const hidden = new Set(widgets.readWords(model.get("words") || widgets.words)[0]);
    const read = (/** @type {string} */ text) => {
      const rows = codecs.rows.read(text);
      return rows?.every(([word]) => hidden.has(word)) ? rows : undefined;
    };
    const history = { ...codecs.rows, form: "rows of hidden words such as crane:-y--g,mummy:-----", read };
    return { history, hinter: codecs.choice(HINTERS), guesser: codecs.choice(GUESSERS), turns: codecs.whole(1, MOST_TURNS) };
  };
  widgets.hintergame.tiles = true;
})();
