// Your game, judged: what is entered (gameentry.js), who judges it as its rows come, and what is shown of that.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SHARED = /** @type {const} */ (["history", "hidden", "hard", "grid"]);

  // A model for games that are not the page's, because their words are not: nobody else reads it.
  /** @param {Entered} state @returns {Model<any>} */
  function ownModel(state) {
    const values = /** @type {Record<string, any>} */ ({ ...state });
    const get = /** @type {Model<any>["get"]} */ ((/** @type {string} */ name) => values[name]);
    return { get, set: (name, value) => void (values[name] = value), save_changes() {}, on() {}, off() {} };
  }

  widgets.yourgame = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const original = widgets.readWords(model.get("words") || widgets.words);
    const known = model.get("known") ?? widgets.known;
    const accepted = model.get("accepted") ?? /** @type {KnownAccepted} */ (widgets.accepted);
    const { odds, weights } = widgets.readAccepted(accepted, original[0], original[1]);
    const weightOf = new Map(original[1].map((word, i) => [word, weights[i]]));
    /** @type {({ name: string } & Entered)[]} */
    const samples = model.get("games");
    /** @type {({ name: string; said: string } & Entered)[]} */
    let pasted = [];
    const view = widgets.gameVerdict();
    const act = { choose, read, stop, forget, lists, fail };
    const entry = widgets.gameEntry({ act });
    const region = { className: "ww ww-yourgame", role: "region", "aria-label": "Your game, judged" };
    el.append(make("div", region, make("div", { className: "ww-columns" }, entry.box, view.box), view.more, entry.more));

    /** @type {{ kept: Model<any>; words: string[][]; board: Board; judging: Judging } | null} */
    let session = null;
    /** @type {Job<any, any> | null} */
    let job = null;
    let shown = ""; // the game that is entered
    let asked = 0; // changes from outside

    /** @returns {Entered} */
    const entered = () => /** @type {any} */ (Object.fromEntries(SHARED.map((name) => [name, session?.kept.get(name)])));
    const sameGame = (/** @type {Entered} */ a, /** @type {Entered} */ b) => SHARED.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
    const isSample = () => samples.some((game) => game.history.length && sameGame(game, entered()));

    // Begin with some lists: the page's, or the reader's own.
    /** @param {string[][] | null} own */
    function open(own) {
      close();
      pasted = [];
      const words = own ?? [original[1], original[1]]; // any accepted word may be hidden now
      const kept = own ? ownModel({ history: [], hidden: "", hard: model.get("hard"), grid: [] }) : model;
      const board = widgets.board({ model: kept, game: engine.makeGame(words[0], words[1]), engine, modes: true, odds: own ? undefined : odds, begin, given, changed });
      const judging = widgets.judging(model.get("compiled"), (own ?? original)[0], words[1], own ? null : known, own ? undefined : accepted);
      session = { kept, words, board, judging };
      entry.put(board);
      show();
    }

    function close() {
      end();
      session?.judging.close();
      session = null;
    }

    // Show what is entered.
    function show() {
      const now = entered();
      const games = [...samples, ...pasted];
      shown = JSON.stringify(now);
      entry.choose(games.map(({ name }) => name), games.findIndex((game) => sameGame(game, now)));
      session?.board.draw();
      entry.showGrid(now.grid, now.history.length);
    }

    /** @param {Partial<Entered>} values */
    function put(values) {
      if (session) widgets.setter(session.kept)(values);
      show();
    }

    // The reader's own game takes the place of an example.
    function begin() {
      if (session && isSample()) widgets.setter(session.kept)({ history: [], hidden: "" });
    }

    // The marks of the next guess, if a grid has them.
    /** @param {string} typed */
    function given(typed) {
      const { grid, history, hidden } = entered();
      const marks = grid[history.length];
      const right = hidden && engine.feedback(typed, hidden);
      if (marks && right && right !== marks) throw new Error(`"${typed}" does not make this row of the grid if ${hidden} is hidden.`);
      return marks;
    }

    // The reader has changed the board. A grid is kept while the guesses make its rows, and its green row is the hidden word.
    function changed() {
      const { history, hidden, grid } = entered();
      entry.found("");
      entry.problem("");
      if (grid.length) {
        const last = hidden && history.length === grid.length - 1 && /^g+$/.test(grid[history.length]);
        const rows = last ? [...history, /** @type {Row} */ ([hidden, grid[history.length]])] : history;
        const open = rows.length < grid.length && rows.every(([, marks], i) => marks === grid[i]);
        put({ history: rows, grid: open ? grid : [] });
      } else show();
      run();
    }

    /** @param {string} chosen */
    function choose(chosen) {
      if (!chosen) return session?.board.guess.focus();
      const number = Number(chosen);
      const { name, ...game } = samples[number] ?? pasted[number - samples.length];
      if (number < samples.length && session?.kept !== model) {
        entry.forgetLists();
        open(null);
      }
      session?.board.forget();
      entry.problem("");
      entry.text.value = "";
      entry.found(pasted[number - samples.length]?.said ?? "");
      put(Object.fromEntries(SHARED.map((each) => [each, game[each]])));
      return run();
    }

    // A game that was pasted, checked, and what is said of it.
    /** @param {ReadGame} read @param {number} i @param {string} given */
    function checked(read, i, given) {
      if (!session) throw new Error("There are no lists");
      const [hidden, guesses] = session.words;
      const hard = read.title ? read.hard : entered().hard;
      const fits = !read.rows || read.rows.every(([guess, marks]) => engine.feedback(guess, given) === marks);
      const answer = fits ? given : "";
      const grid = read.grid ? widgets.gridRows(read.grid, hidden[0].length) : [];
      const history = read.grid ? [] : widgets.gameRows(hidden, guesses, read.rows ?? read.guesses ?? [], answer, hard);
      const rows = grid.length + history.length;
      const differs = read.score && rows !== (read.score.toLowerCase() === "x" ? 6 : Number(read.score)) ? ` The heading says ${read.score}.` : "";
      const asked = grid.length ? " Give the hidden word, if you know it, and then the guess of each row." : "";
      const said = `Read ${count(rows, "row")}${read.title && ` of ${read.title}`}${hard ? ", hard mode" : ""}.${differs}${asked}`;
      return { name: read.title || `pasted game ${i + 1}`, said, history, hidden: answer, hard, grid };
    }

    // Take what stands in the text field for the game. Of several the first that can be read is shown, and all can be chosen.
    async function read() {
      const text = entry.text.value.trim();
      if (!text || !session) return;
      end();
      entry.problem("");
      try {
        const games = widgets.gamesIn(text);
        const given = games.length > 1 || isSample() ? "" : entered().hidden;
        /** @type {unknown[]} */
        const faults = [];
        const good = games.flatMap((game, i) => {
          try {
            return [checked(widgets.readShared(game), i, given)];
          } catch (fault) {
            faults.push(fault);
            return [];
          }
        });
        if (!good.length) throw faults[0];
        const others = `${games.length} games were pasted${faults.length ? `, and ${faults.length} of them cannot be read` : ""}; choose among them under Game.`;
        pasted = games.length > 1 ? good.map((game) => ({ ...game, said: `${game.said} ${others}` })) : good;
        session.board.forget();
        await choose(String(samples.length));
        if (!entered().grid.length) view.box.scrollIntoView({ block: "nearest" });
      } catch (fault) {
        fail(fault);
      }
    }

    /** @param {unknown} fault */
    function fail(fault) {
      entry.problem(fault instanceof Error ? fault.message : String(fault));
    }

    // End the work that is going on, if there is any.
    function end() {
      job?.cancel();
      job = null;
      el.removeAttribute("aria-busy");
      entry.tell("");
    }

    function stop() {
      end();
      entry.tell("Stopped, so what is shown is not complete.");
    }

    // Judge what is entered.
    async function run() {
      end();
      if (!session) return;
      const now = entered();
      if (!now.history.length && !now.grid.length) return view.clear();
      el.setAttribute("aria-busy", "true");
      try {
        const found = await (now.grid.length ? judgeGrid(now) : judgeRows(now));
        if (!found) return;
        end();
        widgets.setter(model)({ judgement: found });
      } catch (fault) {
        end();
        view.clear();
        fail(fault);
      }
    }

    // Each gives null if it was stopped, or another game came between.
    /** @param {Entered} now */
    async function judgeRows({ history, hidden, hard }) {
      if (!session) return null;
      const [all, allowed] = session.words;
      const rows = widgets.gameRows(all, allowed, history, hidden, hard);
      const mine = session.judging.judge(rows, hidden, hard);
      job = mine;
      let drawn = -1;
      mine.onprogress = ({ rows: done, of, work }) => {
        if (mine !== job) return;
        const part = work.of ? work.done / work.of : 0;
        const searching = done.length === of; // for perfect play, row by row
        const said = searching ? `Perfect play searched in ${work.done} of ${count(of, "row")}` : `${done.length} of ${count(of, "row")} judged`;
        entry.tell(said, { done: searching ? of : done.length + part, of });
        if (searching || done.length > drawn) view.drawGame(history, done, null);
        drawn = done.length;
      };
      entry.tell(`Judging ${count(rows.length, "row")}`, { done: 0, of: rows.length });
      view.drawGame(history, [], null);
      const found = await mine.promise;
      if (mine !== job || !found) return null;
      view.drawGame(history, found.rows, found);
      return found;
    }

    /** @param {Entered} now */
    async function judgeGrid({ grid, hidden }) {
      if (!session) return null;
      const mine = session.judging.grid(grid, hidden);
      job = mine;
      entry.tell(`Judging ${count(grid.length, "row")}`, { done: 0, of: grid.length });
      const found = await mine.promise;
      if (mine !== job || !found) return null;
      const today = session.kept === model && !original[0].includes(found.answer ?? found.answers[0]);
      if (today) found.answers.sort((a, b) => (weightOf.get(b) ?? 0) - (weightOf.get(a) ?? 0));
      view.drawGrid(found, today);
      return found;
    }

    function forget() {
      put({ grid: [] });
      changed();
    }

    /** @param {string[][] | null} own */
    function lists(own) {
      entry.problem("");
      open(own);
      run();
      if (own) entry.tell("Type or paste a game on these lists.");
    }

    // Something from outside: an address, or a kernel. Several values come at once, and so do those that were set here.
    function follow() {
      const mine = ++asked;
      queueMicrotask(() => {
        if (mine !== asked || (session?.kept === model && JSON.stringify(entered()) === shown)) return;
        if (session?.kept !== model) {
          entry.forgetLists();
          open(null);
        }
        session?.board.forget();
        entry.problem("");
        entry.found("");
        show();
        run();
      });
    }

    open(null);
    run();
    const stopFollowing = widgets.follow(model, [...SHARED], follow);
    return () => {
      stopFollowing();
      close();
    };
  };

  /** @type {Codec<string>} */
  const marks = { form: "marks such as -yy-g", write: String, read: (text) => (/^[-yg]{5}$/.test(text) ? text : undefined) };
  widgets.yourgame.state = { history: codecs.game, hidden: codecs.secret, hard: codecs.flag, grid: codecs.list(marks, 40) };
  widgets.yourgame.files = ["judging.js", "known.js", "accepted.js"];
  widgets.yourgame.tiles = true;
})();
