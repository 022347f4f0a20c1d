// Perfect play by the library's exact search; here is what Python does around its kernels (wordlelib/search/exact.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // The least total after some rows, in easy or hard mode, or that of one guess there; words may have weights. It yields what is
  // known, and ends when the total is proven, or when so much `work` is done. See `SolveGiven` and `Solved`.
  widgets.computations.solve = function (kit) {
    const { open, layout, engine, compiledGame, sortedGame, growTable } = kit;
    const WORK = 10_000_000; // codes that a step looks at, in about a fiftieth of a second
    const { DONE, START, UNLIMITED, IMPOSSIBLE } = layout.constants;
    const arrays = Object.keys(layout.records.Search.fields); // by their numbers; the next one is the table's
    const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
    /** @type {SolveStage | null} */
    let kept = null; // what is ready for another search after the same rows

    // The words that fit the rows, the heaviest first, their weights, and the guesses that may follow.
    /** @param {Game} game @param {SolveGiven} given */
    function narrowed(game, { history, hard, guess, weights }) {
      engine.checkRows(game, history);
      const fitting = engine.candidates(game, history);
      if (!fitting.length) throw new Error("No word fits the rows");
      if (weights) fitting.sort((a, b) => weights[b] - weights[a] || a - b);
      const left = fitting.map((h) => game.hidden[h]);
      const allowed = hard ? game.guesses.filter((word) => engine.honours(word, history)) : game.guesses;
      if (guess !== undefined && !allowed.includes(guess)) throw new Error(`"${guess}" is not allowed after these rows`);
      return { left, allowed, own: weights && fitting.map((h) => weights[h]) };
    }

    // A belief as a game of its own.
    /** @param {ReturnType<typeof narrowed>} belief @param {boolean} hard */
    function* staged({ left, allowed, own }, hard) {
      const host = open();
      const sorted = yield* sortedGame(kit, host, { hidden: left, guesses: allowed, hard, weights: own });
      return { host, ...sorted, mark: host.mark() };
    }

    // A search whose first frame is the belief, with only one guess looked at there unless it is negative.
    /** @param {SolveStage} stage @param {Row[]} history @param {number} guess */
    function begun({ host, sizes }, history, guess) {
      const { array, view } = host;
      const [n, m] = [sizes.hidden, sizes.guesses];
      const given = { members: array("int32", 2 * n + 64), allowed: array("int32", 2 * m + 64), at: array("int64", 2), hand: array("uint64", 1) };
      const search = host.make("Search", { ...sizes, frames: 16, parts: 512, candidates: m }, given);
      view(given.members).set(range(n));
      view(given.allowed).set(range(m));
      view(given.at)[1] = BigInt(guess >= 0);
      if (sizes.hints && history.length) {
        const { letters } = compiledGame(host, { hidden: [], guesses: history.map(([word]) => word), hard: true }).fields;
        const hints = { ...search.fields.hints, shape: [sizes.hints] };
        history.forEach(([, row], i) => host.call("add_hints", letters, hints, i, engine.toCode(row)));
      }
      const root = { last: n, top: n, allowed_last: m, stage: START, left: UNLIMITED, beta: IMPOSSIBLE, guess };
      for (const [field, value] of Object.entries(root)) host.write(search.fields.frames, 0, field, value);
      return search;
    }

    /** @param {SolveStage} stage @param {Row[]} history @param {number} guess @param {number} most @returns {Generator<Solved, Solved>} */
    function* run(stage, history, guess, most) {
      const { host, game, keys, sorted, sizes, given } = stage;
      const room = host.make("Room", sizes, { counts: host.make("Counts", sizes, given) });
      const table = host.make("Table", { entries: 2 ** 12 });
      const search = begun(stage, history, guess);
      const out = host.array("int64", 3);
      const stats = () => Array.from(host.view(room.fields.stats), Number);
      for (;;) {
        const budget = Math.min(WORK, Math.max(most - stats()[1], 0));
        const lack = host.call("run_search", game, keys, table, room, search, budget);
        if (lack === arrays.length) growTable(host, table);
        else if (lack >= 0) host.grow(search, arrays[lack]);
        else {
          host.call("write_outcome", search, out);
          const [lower, upper, best] = Array.from(host.view(out), Number);
          const [nodes, work, tried, cut] = stats();
          const done = lack === DONE;
          const state = { lower, upper: upper < IMPOSSIBLE ? upper : null, guess: sorted[best] ?? null, done, nodes, tried, cut };
          if (done || work >= most) return state;
          yield state;
        }
      }
    }

    return function* (game, given) {
      const { history, hard, guess, work = Infinity } = /** @type {SolveGiven} */ (given);
      const belief = narrowed(game, given);
      const about = JSON.stringify([hard, history, belief.own]);
      const ready = kept?.words === game && kept.about === about ? kept : null;
      kept = null; // while it is in use, and before there is another one
      /** @type {SolveStage} */
      const stage = ready ?? { words: game, about, ...(yield* staged(belief, hard)) };
      try {
        return yield* run(stage, history, guess === undefined ? -1 : stage.sorted.indexOf(guess), work);
      } finally {
        stage.host.release(stage.mark); // so that a search owes nothing to those before it
        kept = stage;
      }
    };
  };
})();
