// The library's search for guarantees on the page: what Python does around its kernel (wordlelib/adversary/guarantees.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // Whether `cap` guesses are always enough for the words of a game, which have five letters or fewer; without a cap, the
  // least number that is.
  widgets.computations.guarantee = function ({ layout, open, compiledGame, fillKeys }) {
    const LETTERS = 26;
    const CELLS = 3 ** 5; // rows of five colours
    const WORK = 2_000_000; // codes that a step looks at, in about a hundredth of a second
    const { constants, records } = layout;
    const [searched, stored] = ["guarantees.Search", "Store"].map((kind) => Object.keys(records[kind].fields));

    return function* (played, { cap, hard }) {
      const host = open();
      const { make, array, view, call, replace } = host;
      const { hidden, guesses } = played;
      const [m, n] = [guesses.length, hidden.length];

      // The game with its guesses sorted by their numbers of classes, as `search_order.sorted_arrays` has it.
      const byHidden = array("uint8", n, m);
      const tally = array("uint8", CELLS);
      const labels = array("int64", m);
      /** @param {string[]} words */
      function colour(words) {
        const game = compiledGame(host, { hidden, guesses: words, hard, byHidden });
        call("count_labels", game.fields.codes, tally, labels);
        return game;
      }
      colour(guesses);
      const classes = Array.from(view(labels), Number);
      const order = [...guesses.keys()].sort((a, b) => classes[b] - classes[a] || a - b);
      const game = colour(order.map((i) => guesses[i]));
      const sizes = { guesses: m, hidden: n, cells: CELLS, masks: Math.ceil(m / 64), hints: hard ? played.length + LETTERS : 0 };
      call("fill_labels", game.fields.codes, make("LabelRoom", sizes), byHidden);

      /** @param {number} count */
      function numbered(count) {
        const numbers = array("int32", count);
        view(numbers).set(Array.from({ length: count }, (_, i) => i));
        return numbers;
      }
      const [words, all] = [numbered(n), numbered(m)];
      const keys = fillKeys(host, make("Keys", sizes));
      const own = make("Keys", sizes, { ...keys.fields, words: array("uint64", n) }); // for beliefs in hard mode, in the same table
      view(own.fields.words).set(Array.from(view(keys.fields.words), (key) => 3n * key));
      const label_masks = Math.floor(classes[order[0]] / 64) + 1;
      const room = make("guarantees.Room", sizes, { all, counts: make("Counts", { ...sizes, label_masks }, { labels, numbers: words }) });
      const { depth, full, stats } = room.fields;
      view(depth).fill(-1n);
      for (let i = 0; i < m; i++) view(full)[i >> 6] |= 1n << BigInt(i & 63);
      const table = make("Table", { entries: 2 ** 12 });
      const store = make("Store", sizes, { levels: array("int64", 16, 1) });
      const [members, allowed] = [array("int32", 2 * n + 64), array("int32", 2 * m + 64)];
      const search = make("guarantees.Search", { ...sizes, frames: 16, parts: 512 }, { members, allowed });
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

      /** @param {number} left */
      function begin(left) {
        host.clear(search);
        view(search.fields.members).set(view(words));
        for (const name of ["allowed", "order"]) view(search.fields[name]).set(view(all));
        view(search.fields.at).set([0, 0, constants.UNKNOWN, constants.LOCAL, 0].map(BigInt));
        for (const [field, value] of Object.entries({ last: n, top: n, allowed_last: m, tries: m, left, guess: -1 })) {
          host.write(search.fields.frames, 0, field, value);
        }
        addLevel(left);
      }

      // Which of these words cannot be found in time, whatever is guessed, as the last search has it; none if it does not say.
      function refuting() {
        const index = Number(view(search.fields.at)[constants.INDEX]);
        const [first, last] = index < 0 ? [0, 0] : view(store.fields.ends).subarray(index, index + 2);
        return Array.from(view(store.fields.words).subarray(Number(first), Number(last)), (word) => hidden[word]);
      }

      const beliefs = () => Number(view(stats)[0]);
      /** @type {string[]} */
      let refuted = [];
      for (let left = cap ?? 1; ; left++) {
        let possible = true;
        for (const mode of hard ? [keys, own] : [keys]) {
          if (!possible) break;
          begin(Math.min(left, n + 1)); // enough for any opening and then one word after the other
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
          const opening = possible ? guesses[order[root("guess")]] : "";
          return { possible, cap: left, opening, refuted, nodes: beliefs() };
        }
      }
    };
  };
})();
