// Your game, judged: what is entered (gameentry.js), who judges it, and what is shown of that.
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
    const { make } = widgets;
    const engine = widgets.engine();
    const original = widgets.readWords(model.get("words") || widgets.words);
    const games = model.get("games");
    const view = widgets.gameVerdict();
    const act = { preset, judge, stop, forget, lists, fail };
    const entry = widgets.gameEntry({ names: games.map(({ name }) => name), act });
    const middle = make("div", { className: "ww-judged" }, entry.board, view.course);
    const region = { className: "ww ww-yourgame", role: "region", "aria-label": "Your game, judged" };
    el.append(make("div", region, entry.box, view.above, middle, view.below));

    /** @type {{ kept: Model<any>; words: string[][]; board: Board; judging: Judging } | null} */
    let session = null;
    /** @type {Job<any, any> | null} */
    let job = null;
    let judged = ""; // the game that is shown as judged
    let shown = ""; // and the one that is entered
    let asked = 0; // changes from outside

    /** @returns {Entered} */
    const entered = () => /** @type {any} */ (Object.fromEntries(SHARED.map((name) => [name, session?.kept.get(name)])));
    const sameGame = (/** @type {Entered} */ a, /** @type {Entered} */ b) => SHARED.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

    // Begin with some lists: the page's, or the reader's own.
    /** @param {string[][] | null} own */
    function open(own) {
      close();
      const words = own ?? [original[1], original[1]]; // any accepted word may be hidden now
      const kept = own ? ownModel({ history: [], hidden: "", hard: model.get("hard"), grid: [] }) : model;
      const board = widgets.board({ model: kept, game: engine.makeGame(words[0], words[1]), engine, modes: true, changed });
      session = { kept, words, board, judging: widgets.judging(model.get("compiled"), (own ?? original)[0], words[1], own ? null : (model.get("known") ?? widgets.known)) };
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
      shown = JSON.stringify(now);
      entry.choose(games.findIndex((game) => sameGame(game, now)));
      session?.board.draw();
      entry.showGrid(now.grid);
    }

    /** @param {Partial<Entered>} values */
    function put(values) {
      if (session) widgets.setter(session.kept)(values);
      show();
    }

    // The reader has changed the board: what was judged is another game.
    function changed() {
      end();
      entry.problem("");
      const now = entered();
      if (now.history.length && now.grid.length) put({ grid: [] });
      else show();
      if (shown === judged) return;
      judged = "";
      view.drawGame(entered().history, [], null);
      if (entered().history.length || entered().grid.length) entry.tell("Not judged yet. Press Judge.");
    }

    /** @param {string} chosen */
    function preset(chosen) {
      if (!chosen) return session?.board.guess.focus();
      entry.forgetLists();
      const { name, ...game } = games[Number(chosen)];
      if (session?.kept !== model) open(null);
      session?.board.forget();
      entry.text.value = "";
      put(game);
      run();
    }

    // Take what stands in the text field for the game; says whether that was possible.
    function take() {
      const text = entry.text.value.trim();
      if (!text || !session) return true;
      const now = entered();
      const ready = games.some((game) => sameGame(game, now));
      const [hidden, guesses] = session.words;
      try {
        const read = widgets.readGame(text);
        const given = ready ? "" : now.hidden;
        const fits = !read.rows || read.rows.every(([guess, marks]) => engine.feedback(guess, given) === marks);
        const answer = fits ? given : "";
        const grid = read.grid ? widgets.gridRows(read.grid, hidden[0].length) : [];
        const history = read.grid ? [] : widgets.gameRows(hidden, guesses, read.rows ?? read.guesses ?? [], answer, now.hard);
        session.board.forget();
        put({ history, grid, hidden: answer });
        entry.text.value = "";
        return true;
      } catch (fault) {
        fail(fault);
        return false;
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

    function judge() {
      end();
      entry.problem("");
      if (take()) run();
    }

    // Judge what is entered.
    async function run() {
      end();
      entry.problem("");
      if (!session) return;
      const now = entered();
      if (!now.history.length && !now.grid.length) return fail("There is no row to judge yet. Type a guess, or paste a game.");
      judged = "";
      el.setAttribute("aria-busy", "true");
      try {
        const found = await (now.grid.length ? judgeGrid(now) : judgeRows(now));
        if (!found) return;
        end();
        judged = JSON.stringify(now);
        widgets.setter(model)({ judgement: found });
      } catch (fault) {
        end();
        view.drawGame(now.history, [], null);
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
      let drawn = 0;
      mine.onprogress = ({ rows: done, of, work }) => {
        if (mine !== job) return;
        const part = work.of ? work.done / work.of : 0;
        const searching = done.length === of; // for perfect play, row by row
        const said = searching ? `Perfect play searched in ${work.done} of ${widgets.count(of, "row")}` : `${done.length} of ${widgets.count(of, "row")} judged`;
        entry.tell(said, { done: searching ? of : done.length + part, of });
        if (searching || done.length > drawn) view.drawGame(history, done, null);
        drawn = done.length;
      };
      entry.tell(`Judging ${widgets.count(rows.length, "row")}`, { done: 0, of: rows.length });
      view.drawGame(history, [], null);
      const found = await mine.promise;
      if (mine !== job || !found) return null;
      view.drawGame(history, found.rows, found);
      return found;
    }

    /** @param {Entered} now */
    async function judgeGrid({ grid, hidden }) {
      if (!session) return null;
      const all = session.words[1].length;
      const mine = session.judging.grid(grid, hidden);
      job = mine;
      entry.tell(`Judging ${widgets.count(grid.length, "row")}`, { done: 0, of: grid.length });
      const found = await mine.promise;
      if (mine !== job || !found) return null;
      view.drawGrid(found, all);
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
      if (own) entry.tell("Type or paste a game on these lists, and press Judge.");
      else if (isEntered()) run();
    }

    const isEntered = () => entered().history.length + entered().grid.length > 0;

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
        show();
        if (isEntered()) return void run();
        end();
        entry.problem("");
        judged = "";
        view.drawGame([], [], null);
      });
    }

    open(null);
    if (isEntered()) run();
    const stopFollowing = widgets.follow(model, [...SHARED], follow);
    return () => {
      stopFollowing();
      close();
    };
  };

  /** @type {Codec<string>} */
  const marks = { form: "marks such as -yy-g", write: String, read: (text) => (/^[-yg]{5}$/.test(text) ? text : undefined) };
  widgets.yourgame.state = { history: codecs.rows, hidden: codecs.word, hard: codecs.flag, grid: codecs.list(marks, 40) };
  widgets.yourgame.files = ["known.js"];
  widgets.yourgame.tiles = true;
})();
