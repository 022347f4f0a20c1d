// The library's search for guarantees on the page: what Python does around its kernel (wordlelib/adversary/guarantees.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // Whether `cap` guesses are always enough for the words of a game, which have five letters or fewer; without a cap, the
  // least number that is.
  widgets.computations.guarantee = function (kit) {
    const WORK = 2_000_000; // codes that a step looks at, in about a hundredth of a second
    const { constants, records } = kit.layout;
    const [searched, stored] = ["guarantees.Search", "Store"].map((kind) => Object.keys(records[kind].fields));

    return function* (played, { cap, hard }) {
      const host = kit.open();
      const { make, array, view, call, replace } = host;
      const { game, keys, sorted, sizes, given } = yield* kit.sortedGame(kit, host, { ...played, hard });
      const [m, n] = [sizes.guesses, sizes.hidden];
      const all = array("int32", m);
      view(all).set(sorted.map((_, i) => i));
      const own = make("Keys", sizes, { ...keys.fields, words: array("uint64", n) }); // for beliefs in hard mode, in the same table
      view(own.fields.words).set(Array.from(view(keys.fields.words), (key) => 3n * key));
      const room = make("guarantees.Room", sizes, { all, counts: make("Counts", sizes, given) });
      const { depth, full, stats } = room.fields;
      view(depth).fill(-1n);
      for (let i = 0; i < m; i++) view(full)[i >> 6] |= 1n << BigInt(i & 63);
      const table = make("Table", { entries: 2 ** 12 });
      const store = make("Store", sizes, { levels: array("int64", 16, 1) });
      let search = begun(1);
      const root = (/** @type {string} */ field) => host.read(search.fields.frames, 0, field);

      // Make room where the kernel lacks it; the last number is the table's.
      /** @param {number} lack */
      function enlarge(lack) {
        if (lack < searched.length) return host.grow(search, searched[lack]);
        if (lack < searched.length + stored.length) return host.grow(store, stored[lack - searched.length]);
        const old = table.fields.entries;
        const larger = array(old.items, 2 * old.shape[0]);
        call("copy_entries", old, larger);
        replace(table, "entries", larger);
      }

      // Add room for the obstructions of a level.
      /** @param {number} level */
      function addLevel(level) {
        const { levels, used } = store.fields;
        const [rows, width] = levels.shape;
        if (level < width) return;
        const [wider, more] = [array("int64", rows, level + 1), array("int64", level + 1)];
        for (let i = 0; i < rows; i++) view(wider).set(view(levels).subarray(i * width, (i + 1) * width), i * (level + 1));
        view(more).set(view(used));
        replace(store, "levels", wider);
        replace(store, "used", more);
      }

      // A search from all words, with so many guesses left.
      /** @param {number} left */
      function begun(left) {
        const given = { members: array("int32", 2 * n + 64), allowed: array("int32", 2 * m + 64) };
        const search = make("guarantees.Search", { ...sizes, frames: 16, parts: 512 }, given);
        view(given.members).set([...played.hidden.keys()]);
        for (const name of ["allowed", "order"]) view(search.fields[name]).set(view(all));
        view(search.fields.at).set([0, 0, constants.UNKNOWN, constants.LOCAL, 0].map(BigInt));
        for (const [field, value] of Object.entries({ last: n, top: n, allowed_last: m, tries: m, left, guess: -1 })) {
          host.write(search.fields.frames, 0, field, value);
        }
        addLevel(left);
        return search;
      }

      // Which of these words cannot be found in time, whatever is guessed, as the last search has it; none if it does not say.
      function refuting() {
        const index = Number(view(search.fields.at)[constants.INDEX]);
        const [first, last] = index < 0 ? [0, 0] : view(store.fields.ends).subarray(index, index + 2);
        return Array.from(view(store.fields.words).subarray(Number(first), Number(last)), (word) => played.hidden[word]);
      }

      const beliefs = () => Number(view(stats)[0]);
      /** @type {string[]} */
      let refuted = [];
      for (let left = cap ?? 1; ; left++) {
        let possible = true;
        for (const mode of hard ? [keys, own] : [keys]) {
          if (!possible) break;
          search = begun(Math.min(left, n + 1)); // enough for any opening and then one word after the other
          for (;;) {
            const lack = call("run_guarantee", game, mode, table, store, room, search, WORK);
            if (lack === constants.DONE) break;
            if (lack >= 0) enlarge(lack);
            else yield { cap: left, decided: root("place"), of: root("tries"), nodes: beliefs() };
          }
          possible = Number(view(search.fields.at)[constants.ANSWER]) === constants.YES;
        }
        if (!possible) refuted = refuting();
        if (possible || cap) {
          const opening = possible ? sorted[root("guess")] : "";
          return { possible, cap: left, opening, refuted, nodes: beliefs() };
        }
      }
    };
  };
})();
