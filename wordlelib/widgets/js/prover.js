// The library's exact search on the page. `prover` is what Python does around the kernels; `proving` runs it in a worker.
(function () {
  const widgets = wordleWidgets;

  // A game of five-letter words in easy mode: `prove(guess)` goes on step by step with the total of an opening.
  widgets.prover = function (host, layout, hidden, guesses) {
    const { constants } = layout;
    const CELLS = 243; // rows of five colours
    const WORK = 20_000_000; // codes that a step looks at, in about a twentieth of a second
    const { make, array, view, call } = host;
    const [m, n] = [guesses.length, hidden.length];
    const sizes = { guesses: m, hidden: n, cells: CELLS, masks: Math.ceil(m / 64), places: 0, hints: 0 };
    const spelt = (/** @type {string} */ word) => [...word].map((letter) => letter.charCodeAt(0));

    // The game with its guesses sorted by their numbers of classes, as `search_order.sorted_arrays` has it.
    const letters = array("uint8", m, 5);
    const turned = array("uint8", 5, n);
    const codes = array("uint8", m, n);
    const tally = array("uint8", CELLS);
    const classes = array("int64", m);
    hidden.forEach((word, j) => spelt(word).forEach((letter, i) => (view(turned)[i * n + j] = letter)));
    /** @param {string[]} words */
    function colour(words) {
      view(letters).set(words.flatMap(spelt));
      call("fill_five", letters, turned, codes);
      call("count_labels", codes, tally, classes);
      return Array.from(view(classes), Number);
    }
    const found = colour(guesses);
    const order = [...guesses.keys()].sort((a, b) => found[b] - found[a] || a - b);
    const sorted = order.map((i) => guesses[i]);
    const labels = colour(sorted);
    const byHidden = array("uint8", n, m);
    call("fill_labels", codes, make("LabelRoom", sizes), byHidden);

    const place = new Map(sorted.map((word, i) => [word, i]));
    const number = new Map(hidden.map((word, i) => [word, i]));
    const weights = array("int64", n);
    const [asGuess, asHidden] = [array("int32", n), array("int32", m)];
    view(weights).fill(1n);
    view(asGuess).set(hidden.map((word) => place.get(word) ?? -1));
    view(asHidden).set(sorted.map((word) => number.get(word) ?? -1));
    const game = make("Arrays", sizes, {
      ...{ codes, by_hidden: byHidden, guess_of_hidden: asGuess, hidden_of_guess: asHidden },
      ...{ weights, uniform: true, cells: CELLS, solved: CELLS - 1 },
      ...{ letters: array("uint8", 0, 0), letter_sets: array("uint64", 0) },
    });

    // Random numbers that name beliefs (Vigna's splitmix64).
    let state = 1970n;
    const wrap = (/** @type {bigint} */ x) => BigInt.asUintN(64, x);
    function draw() {
      state = wrap(state + 0x9e3779b97f4a7c15n);
      let x = state;
      x = wrap((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
      x = wrap((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
      return x ^ (x >> 31n);
    }
    const keys = make("Keys", sizes);
    for (const field of ["words", "guesses"]) view(keys.fields[field]).set(Array.from({ length: keys.fields[field].shape[0] }, draw));

    const table = make("Table", { entries: 2 ** 12 });
    const rows = array("int32", n);
    view(rows).set(hidden.map((_, j) => j));
    const counts = make("Counts", { ...sizes, label_masks: Math.floor(labels[0] / 64) + 1 }, { labels: classes, numbers: rows });
    const room = make("Room", sizes, { counts });
    const [members, allowed] = [array("int32", 2 * n + 64), array("int32", 2 * m + 64)];
    const search = make("Search", { ...sizes, frames: 16, parts: 512, candidates: m }, { members, allowed, at: array("int64", 2), hand: array("uint64", 1) });
    const names = Object.keys(layout.records.Search.fields);

    // Make room where a kernel lacks it; the last number is the table's.
    /** @param {number} lack */
    function enlarge(lack) {
      if (lack < names.length) return host.grow(search, names[lack]);
      const old = table.fields.entries;
      const larger = array(old.items, 2 * old.shape[0]);
      call("copy_entries", old, larger);
      host.replace(table, "entries", larger);
    }

    /** @param {string} guess */
    function begin(guess) {
      const first = place.get(guess);
      if (first === undefined) throw new Error(`"${guess}" is not in the list of guesses`);
      host.clear(search);
      host.clear(table); // so that a proof owes nothing to those before it
      view(search.fields.members).set(view(rows));
      view(search.fields.allowed).set(guesses.map((_, i) => i));
      view(search.fields.at)[1] = 1n;
      const root = { last: n, top: n, allowed_last: m, stage: constants.START, left: constants.UNLIMITED, beta: constants.IMPOSSIBLE, guess: first };
      for (const [field, value] of Object.entries(root)) host.write(search.fields.frames, 0, field, value);
    }

    // What is known of the opening, as `branch_and_bound.outcome_of` has it, and how much has been done.
    /** @param {number[]} before @param {boolean} done @returns {ProofState} */
    function outcome(before, done) {
      const { frames, candidates } = search.fields;
      const read = (/** @type {string} */ field) => host.read(frames, 0, field);
      let lower = read("lower");
      if (!done && read("stage") !== constants.OPEN) {
        let least = Math.min(read("rest"), read("upper"));
        if (read("stage") === constants.PARTS) least = Math.min(least, read("q"));
        for (let i = read("candidate"); i < read("candidates_last"); i++) least = Math.min(least, host.read(candidates, i, "bound"));
        lower = Math.max(lower, least);
      }
      const upper = read("upper");
      const [nodes, , tried, cut] = stats().map((each, i) => each - before[i]);
      return { lower, upper: upper < constants.IMPOSSIBLE ? upper : null, nodes, tried, cut, done };
    }
    const stats = () => Array.from(view(room.fields.stats), Number);

    return function* (guess) {
      const before = stats();
      begin(guess);
      for (;;) {
        const lack = call("run_search", game, keys, table, room, search, WORK);
        if (lack >= 0) enlarge(lack);
        else yield outcome(before, lack === constants.DONE);
        if (lack === constants.DONE) return;
      }
    };
  };

  // What a worker does: it gets the module and the words, and then openings.
  const script = () => `const host = ${widgets.host};
    const prover = ${widgets.prover};
    let prove;
    onmessage = async ({ data }) => {
      try {
        if (data.layout) prove = WebAssembly.compile(data.bytes).then((made) => prover(host(made, data.layout), data.layout, data.hidden, data.guesses));
        else for (const state of (await prove)(data.opening)) postMessage(state);
      } catch (fault) {
        postMessage({ fault: String(fault.message ?? fault) });
      }
    };`;

  // Proofs of openings: `prove(guess, tell)` promises the last state and tells those before it; `stop` ends the work, and the
  // promise is never kept. Where the browser refuses workers the page does the work, between whose steps it can be used.
  widgets.proving = function ({ module, layout }, hidden, guesses) {
    const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
    /** @type {Worker | null} */
    let worker = null;
    /** @type {Promise<Prove> | null} */
    let here = null;
    let asked = 0;

    function hire() {
      const address = URL.createObjectURL(new Blob([script()], { type: "text/javascript" }));
      worker = new Worker(address);
      URL.revokeObjectURL(address);
      worker.postMessage({ bytes, layout, hidden, guesses });
    }

    /** @param {string} opening @param {(state: ProofState) => void} tell @returns {Promise<ProofState>} */
    async function work(opening, tell) {
      const mine = asked;
      here ??= WebAssembly.compile(bytes).then((made) => widgets.prover(widgets.host(made, layout), layout, hidden, guesses));
      here.catch(() => (here = null));
      for (const state of (await here)(opening)) {
        if (mine !== asked) break;
        if (state.done) return state;
        tell(state);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return new Promise(() => {});
    }

    /** @param {string} opening @param {(state: ProofState) => void} tell @returns {Promise<ProofState>} */
    function ask(opening, tell) {
      return new Promise((resolve, reject) => {
        const hand = /** @type {Worker} */ (worker);
        hand.onmessage = ({ data }) => {
          if (data.done) return resolve(data);
          if (!data.fault) return tell(data);
          hand.terminate();
          worker = null;
          reject(new Error(data.fault));
        };
        hand.onerror = (event) => {
          event.preventDefault();
          worker = null;
          work(opening, tell).then(resolve, reject);
        };
        hand.postMessage({ opening });
      });
    }

    return {
      prove(opening, tell) {
        asked++;
        try {
          if (!here && !worker) hire();
        } catch {
          worker = null;
        }
        return worker ? ask(opening, tell) : work(opening, tell);
      },
      stop() {
        asked++;
        worker?.terminate();
        worker = null;
      },
    };
  };
})();
