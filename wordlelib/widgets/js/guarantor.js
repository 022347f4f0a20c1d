// The library's search for guarantees on the page: what Python does around its kernel (wordlelib/adversary/guarantees.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // The least number of guesses, from `least`, that is always enough for words of a game, by default all, which have five
  // letters or fewer; or that more than `most` are needed. What is learned of a game answers later questions.
  widgets.computations.guarantee = function (kit) {
    const WORK = 2_000_000; // codes that a step looks at, in about a hundredth of a second
    const { constants, records, items } = kit.layout;
    const [searched, stored] = ["guarantees.Search", "Store"].map((kind) => Object.keys(records[kind].fields));
    /** @type {WeakMap<Game, Record<string, Learner>>} */
    const learners = new WeakMap();

    // Room for the searches of a game, and for what they learn.
    /** @param {Game} played @param {boolean} hard @returns {Generator<void, Learner>} */
    function* made(played, hard) {
      const host = kit.open();
      const { make, array, view } = host;
      const { game, keys, sorted, sizes, given } = yield* kit.sortedGame(kit, host, { ...played, hard });
      const [m, n] = [sizes.guesses, sizes.hidden];
      const [all, same] = [array("int32", m), array("int64", n + 1)];
      view(all).set(sorted.map((_, i) => i));
      view(same).set(Array.from({ length: n + 1 }, (_, i) => BigInt(i)));
      const own = make("Keys", sizes, { ...keys.fields, words: array("uint64", n) }); // for beliefs in hard mode, in the same table
      view(own.fields.words).set(Array.from(view(keys.fields.words), (key) => 3n * key));
      const room = make("guarantees.Room", sizes, { all, counts: make("Counts", sizes, given) });
      const { depth, full } = room.fields;
      view(depth).fill(-1n);
      for (let i = 0; i < m; i++) view(full)[i >> 6] |= 1n << BigInt(i & 63);
      const table = make("Table", { entries: 2 ** 12 });
      const store = make("Store", sizes, { levels: array("int64", 16, 1) });
      const stack = { members: array("int32", 2 * n + 64), allowed: array("int32", 2 * m + 64) };
      const search = make("guarantees.Search", { ...sizes, frames: 16, parts: 512 }, stack);
      const counting = { all, same, tally: make("Tally", sizes), costs: array("int64", m) };
      return { host, game, modes: hard ? [keys, own] : [keys], sorted, room, table, store, search, ...counting };
    }

    // Make room where the kernel lacks it; the last number is the table's.
    /** @param {Learner} learner @param {number} lack */
    function enlarge({ host, table, store, search }, lack) {
      if (lack < searched.length) return host.grow(search, searched[lack]);
      if (lack < searched.length + stored.length) return host.grow(store, stored[lack - searched.length]);
      kit.growTable(host, table);
    }

    // Add room for the obstructions of a level.
    /** @param {Learner} learner @param {number} level */
    function addLevel({ host: { array, view, replace }, store }, level) {
      const { levels, used } = store.fields;
      const [rows, width] = levels.shape;
      if (level < width) return;
      const [wider, more] = [array("int64", rows, level + 1), array("int64", level + 1)];
      for (let i = 0; i < rows; i++) view(wider).set(view(levels).subarray(i * width, (i + 1) * width), i * (level + 1));
      view(more).set(view(used));
      replace(store, "levels", wider);
      replace(store, "used", more);
    }

    // The size of the largest class of some words for each guess.
    /** @param {Learner} learner @param {number[]} words @returns {number[]} */
    function largest({ host, game, search, all, same, tally, costs }, words) {
      const members = { ...search.fields.members, shape: [words.length] };
      host.view(members).set(words);
      host.call("uniform_costs", game.fields.codes, members, all, true, same, tally, costs);
      return Array.from(host.view(costs), Number);
    }

    // Begin a search from some words, with so many guesses left.
    /** @param {Learner} learner @param {number[]} words @param {Float64Array} order @param {number} left */
    function begin(learner, words, order, left) {
      const { host, search, all } = learner;
      const { members, allowed, at, frames } = search.fields;
      host.view(members).set(words);
      host.view(allowed).set(host.view(all));
      host.view(search.fields.order).set(order);
      host.view(at).set([0, 0, constants.UNKNOWN, constants.LOCAL, 0].map(BigInt));
      /** @type {Record<string, number>} */
      const frame = { last: words.length, top: words.length, allowed_last: order.length, tries: order.length, left, guess: -1 };
      for (const field of Object.keys(items[frames.items].fields)) host.write(frames, 0, field, frame[field] ?? 0);
      addLevel(learner, left);
    }

    // Which words cannot be found in time, whatever is guessed, as the last search has it; none if it does not say.
    /** @param {Learner} learner */
    function refuting({ host: { view }, search, store }) {
      const index = Number(view(search.fields.at)[constants.INDEX]);
      const [first, last] = index < 0 ? [0, 0] : view(store.fields.ends).subarray(index, index + 2);
      return Array.from(view(store.fields.words).subarray(Number(first), Number(last)), Number);
    }

    /** @param {Game} played @param {{ hard?: boolean; words?: number[]; least?: number; most?: number }} given */
    return function* (played, { hard = false, words = [...played.hidden.keys()], least = 1, most = words.length }) {
      const known = learners.get(played) ?? {};
      learners.set(played, known);
      const learner = (known[String(hard)] ??= yield* made(played, hard));
      const { host, game, modes, sorted, room, table, store, search } = learner;
      const root = (/** @type {string} */ field) => host.read(search.fields.frames, 0, field);
      const beliefs = () => Number(host.view(room.fields.stats)[0]);
      const sizes = largest(learner, words);
      const order = Float64Array.from(sizes, (size, guess) => size * sizes.length + guess).sort().map((key) => key % sizes.length);
      const worst = sizes[order[0]];
      /** @type {string[]} */
      let refuted = [];
      try {
        for (let left = Math.min(least, most); ; left++) {
          let possible = true;
          for (const mode of modes) {
            if (!possible) break;
            begin(learner, words, order, left);
            for (;;) {
              const lack = host.call("run_guarantee", game, mode, table, store, room, search, WORK);
              if (lack === constants.DONE) break;
              if (lack >= 0) enlarge(learner, lack);
              else yield { cap: left, decided: root("place"), of: root("tries"), nodes: beliefs() };
            }
            possible = Number(host.view(search.fields.at)[constants.ANSWER]) === constants.YES;
          }
          if (!possible) refuted = refuting(learner).map((word) => played.hidden[word]);
          if (possible || left === most) {
            return { possible, cap: left, opening: possible ? sorted[root("guess")] : "", refuted, worst, nodes: beliefs() };
          }
        }
      } finally {
        host.view(room.fields.depth).fill(-1n); // of a search that was stopped
      }
    };
  };
})();
