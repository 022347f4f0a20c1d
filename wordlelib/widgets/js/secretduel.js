// A word is hidden once, in secret: the reader guesses it, or the optimal mixture does, and their games are counted.
(function () {
  const widgets = wordleWidgets;
  /** @type {SecretHinter[]} */
  const HINTERS = ["least favourable prior", "any word alike", "your word"];
  const NAMES = ["the least favourable prior", "any word alike", "a word of your choice"];
  const MANY = 100; // games at a press

  // Draw a place with a probability in proportion to its share.
  /** @param {number[]} shares */
  function drawn(shares) {
    let rest = Math.random() * shares.reduce((sum, share) => sum + share, 0);
    return shares.findIndex((share) => (rest -= share) < 0);
  }

  // How many games there were, the mean of their guesses, and its standard error. `games[i]` of them took i + 1 guesses.
  /** @param {number[]} games */
  function meanOf(games) {
    const n = games.reduce((sum, many) => sum + many, 0);
    const mean = games.reduce((sum, many, i) => sum + many * (i + 1), 0) / n;
    const squares = games.reduce((sum, many, i) => sum + many * (i + 1 - mean) ** 2, 0);
    return { n, mean, error: Math.sqrt(squares / (n - 1) / n) };
  }

  /** @param {number[]} games */
  function sayMean(games) {
    const { mean, error } = meanOf(games);
    return `${mean.toFixed(3)} ± ${error.toFixed(3)}`;
  }

  widgets.secretduel = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const set = widgets.setter(model);
    const [hidden, value, expected] = [model.get("hidden"), model.get("value"), model.get("expected")];
    const game = engine.makeGame(hidden, model.get("guesses"));
    const solved = "g".repeat(game.length);
    /** @type {Row[]} */
    let rows = []; // of the reader's game
    let secret = ""; // its hidden word, which is nowhere else

    const status = make("p", { role: "status", className: "ww-loud", tabIndex: -1 });
    const again = make("button", { type: "button" }, "Hide another word");
    const who = make("select", {}, ...NAMES.map((name, i) => make("option", { value: HINTERS[i] }, name)));
    const chosen = make("select", {}, ...hidden.map((word) => make("option", { value: word }, word)));
    const buttons = game.guesses.map((word) => make("button", { type: "button", tabIndex: -1 }, word));
    const keys = make("div", { className: "ww-keys", role: "toolbar", "aria-label": "Your guess" }, ...buttons);
    const [mine, its] = [make("div", { className: "ww-board" }), make("div", { className: "ww-board" })];
    const words = make("p", { className: "ww-words" });
    const left = make("details", {}, make("summary", {}, "Words that may be hidden"), words);
    const idle = make("div", {}, widgets.field("Your word", chosen), make("p", {}, "You know it, so only the mixture guesses."));
    const one = make("button", { type: "button" }, "Let the mixture play");
    const many = make("button", { type: "button" }, `${MANY} games`);
    const drawing = make("p", { className: "ww-small-print" }, sayOpenings());
    const table = widgets.scroller("Means of the games");
    const bounds =
      `Against the least favourable prior, no Guesser can expect to need fewer than ${value.toFixed(3)} guesses. ` +
      "One who plays the mixture expects just that, and no more against any word.";
    el.append(
      make(
        "div",
        { className: "ww ww-secret", role: "region", "aria-label": "Secret duel" },
        status,
        make("div", { className: "ww-controls" }, again, widgets.field("Who hides", who)),
        make(
          "div",
          { className: "ww-columns" },
          make("div", {}, make("p", { className: "ww-heading" }, "You"), keys, mine, left, idle),
          make("div", {}, make("p", { className: "ww-heading" }, "The mixture"), make("div", { className: "ww-controls" }, one, many), drawing, its),
        ),
        table,
        make("p", { className: "ww-small-print" }, bounds),
      ),
    );

    const hinter = () => (HINTERS.includes(model.get("hinter")) ? model.get("hinter") : HINTERS[0]);
    const own = () => (game.hiddenNumber.has(model.get("word")) ? model.get("word") : hidden[0]);
    const over = () => rows.length > 0 && rows[rows.length - 1][1] === solved;

    // How often each hidden word is hidden, in some unit.
    function weights() {
      if (hinter() === HINTERS[0]) return model.get("weights");
      return hidden.map((word) => Number(hinter() === HINTERS[1] || word === own()));
    }
    const hide = () => hidden[drawn(weights())];

    function sayOpenings() {
      const openings = model.get("mixture");
      const all = openings.reduce((sum, { share }) => sum + share, 0);
      const shares = openings.map(({ guess, share }) => `${guess} in ${((100 * share) / all).toFixed(0)}%`);
      return `It draws its first guess in secret: ${shares.join(", ")}.`;
    }

    // The guesses of a plan by the words that are left, two or more, in the order in which the library writes them.
    /** @param {number[]} members @param {string[]} guesses */
    function readPlan(members, guesses) {
      const [guess, waiting, found] = [guesses.values(), [members], new Map()];
      for (let belief = waiting.pop(); belief; belief = waiting.pop()) {
        if (belief.length < 2) continue;
        const word = /** @type {string} */ (guess.next().value);
        found.set(String(belief), word);
        const parts = engine.classes(game, word, belief).filter(({ marks }) => marks !== solved);
        parts.sort((a, b) => engine.toCode(b.marks) - engine.toCode(a.marks));
        waiting.push(...parts.map((part) => part.words));
      }
      return found;
    }

    // A game of the mixture: an opening is drawn, and a plan for the class that it meets.
    /** @param {string} word */
    function playMixture(word) {
      const openings = model.get("mixture");
      const { guess, classes } = openings[drawn(openings.map(({ share }) => share))];
      /** @type {Row[]} */
      const played = [[guess, engine.feedback(guess, word)]];
      let belief = engine.candidates(game, played);
      const plans = classes[played[0][1]];
      const plan = plans && readPlan(belief, plans[drawn(plans.map(([share]) => share))][1]);
      while (played[played.length - 1][1] !== solved) {
        const next = belief.length > 1 ? plan.get(String(belief)) : hidden[belief[0]];
        played.push([next, engine.feedback(next, word)]);
        belief = engine.candidates(game, played);
      }
      return played;
    }

    /** @param {string} name @param {SecretGuesser} guesser */
    const gamesOf = (name, guesser) => model.get("taken")[name]?.[guesser] ?? [];
    const name = () => (hinter() === HINTERS[2] ? own() : hinter());

    // Count games, by how many guesses they took.
    /** @param {SecretGuesser} guesser @param {number[]} lengths */
    function tally(guesser, lengths) {
      const games = [...gamesOf(name(), guesser)];
      for (const length of lengths) {
        while (games.length < length) games.push(0);
        games[length - 1] += 1;
      }
      const taken = model.get("taken");
      set({ taken: { ...taken, [name()]: { ...taken[name()], [guesser]: games } } });
    }

    /** @param {HTMLElement} board @param {Row[]} played */
    const draw = (board, played) => board.replaceChildren(...played.map((row) => make("div", { className: "ww-line" }, widgets.tiles(...row))));

    function drawTable() {
      /** @param {SecretGuesser} guesser */
      const cell = (/** @type {string} */ of, guesser) => {
        const { n, mean, error } = meanOf(gamesOf(of, guesser));
        if (!n) return "–";
        const notes = [...(n > 1 ? [`± ${error.toFixed(3)}`] : []), count(n, "game")];
        return make("span", {}, mean.toFixed(3), ...notes.map((note) => make("span", { className: "ww-note" }, note)));
      };
      const all = expected.reduce((sum, each) => sum + each, 0) / expected.length;
      const lines = [
        [NAMES[0], cell(HINTERS[0], "you"), cell(HINTERS[0], "mixture"), value.toFixed(3), value.toFixed(3)],
        [NAMES[1], cell(HINTERS[1], "you"), cell(HINTERS[1], "mixture"), all.toFixed(3), model.get("even").toFixed(3)],
        [`your word, ${own()}`, "–", cell(own(), "mixture"), expected[hidden.indexOf(own())].toFixed(3), "–"],
      ];
      const caption = "Guesses on average ± standard error";
      table.replaceChildren(widgets.table(caption, ["who hides", "you", "the mixture", "it expects", "at best"], lines));
    }

    function show() {
      const [knows, found] = [hinter() === HINTERS[2], over()];
      who.value = hinter();
      chosen.value = own();
      idle.hidden = !knows;
      keys.hidden = mine.hidden = left.hidden = knows;
      again.disabled = !found;
      buttons.forEach((button) => (button.disabled = found));
      draw(mine, rows);
      const may = engine.candidates(game, rows).filter((h) => weights()[h]);
      words.textContent = `${count(may.length, "word")}: ${may.map((h) => hidden[h]).join(", ")}`;
      drawTable();
    }

    // Say how the game stands, after the colours of the last row for those who do not see them.
    /** @param {string} text */
    function sayRow(text) {
      status.replaceChildren(make("span", { className: "ww-hidden" }, `${widgets.spell(...rows[rows.length - 1])}. `), text);
    }

    // Hide a word, and forget the game before.
    function begin() {
      rows = [];
      secret = hide();
      its.replaceChildren();
      show();
      status.textContent = hinter() === HINTERS[2] ? `You hide ${own()}.` : "A word is hidden. What is your first guess?";
    }

    /** @param {string} word */
    function add(word) {
      rows.push([word, engine.feedback(word, secret)]);
      if (over()) tally("you", [rows.length]);
      const held = document.activeElement;
      show();
      if (!over()) return sayRow(`${count(rows.length, "guess", "guesses")} made. What is the next?`);
      if (held?.matches(":disabled")) status.focus(); // and not on a button that one more Enter would press
      const games = gamesOf(name(), "you");
      const mean = meanOf(games).n > 1 ? ` Your mean is ${sayMean(games)}.` : "";
      sayRow(`Found ${secret} with ${count(rows.length, "guess", "guesses")}.${mean}`);
    }

    /** @param {number} number */
    function play(number) {
      const games = Array.from({ length: number }, () => playMixture(hide()));
      const last = games[number - 1];
      tally("mixture", games.map((rows) => rows.length));
      show();
      draw(its, last);
      const found = `The mixture found ${last[last.length - 1][0]} with ${count(last.length, "guess", "guesses")}.`;
      status.textContent = number > 1 ? `The mixture’s mean is ${sayMean(gamesOf(name(), "mixture"))}. Its last game is shown.` : found;
    }

    // One button at a time is reached by Tab, and the others from it by arrows.
    /** @param {number} at */
    const reach = (at) => buttons.forEach((button, i) => (button.tabIndex = i === at ? 0 : -1));
    buttons.forEach((button, i) => {
      button.onclick = () => add(game.guesses[i]);
      button.onfocus = () => reach(i);
      button.onkeydown = (event) => {
        const across = buttons.filter(({ offsetTop }) => offsetTop === button.offsetTop).length;
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[event.key];
        if (!step) return;
        event.preventDefault();
        buttons[i + step]?.focus();
      };
    });
    again.onclick = () => {
      begin();
      buttons.find((button) => !button.tabIndex)?.focus();
    };
    who.onchange = () => {
      set({ hinter: /** @type {SecretHinter} */ (who.value) });
      begin();
    };
    chosen.onchange = () => {
      set({ word: chosen.value });
      begin();
    };
    one.onclick = () => play(1);
    many.onclick = () => play(MANY);
    reach(0);
    begin();
    const stops = [widgets.follow(model, ["hinter", "word"], begin), widgets.follow(model, ["taken"], show)];
    return () => stops.forEach((stop) => stop());
  };
})();
