// What all computations on a game lay out in a host's memory.
(function () {
  const widgets = wordleWidgets;

  // A game of words of five letters or fewer in a host's memory, as the record of kernels. Shorter words are made longer by
  // letters that are always green, so that the rows of colours end with `g`. `byHidden`: an array for the rows by hidden word
  // that the caller fills, instead of the codes. `weights`: those of the hidden words, by default all 1.
  widgets.compiledGame = function (host, { hidden, guesses, hard, byHidden, weights: given }) {
    const LENGTH = 5;
    const CELLS = 3 ** LENGTH;
    const BLOCK = 64; // rows and columns that are turned together, so that both stay in the cache
    const { array, view } = host;
    const [m, n] = [guesses.length, hidden.length];
    const spelt = (/** @type {string} */ word) => [...word.padEnd(LENGTH, "-")].map((letter) => letter.charCodeAt(0));
    const letters = array("uint8", m, LENGTH);
    const turned = array("uint8", LENGTH, n);
    const codes = array("uint8", m, n);
    guesses.forEach((word, g) => view(letters).set(spelt(word), LENGTH * g));
    hidden.forEach((word, h) => spelt(word).forEach((letter, i) => (view(turned)[i * n + h] = letter)));
    host.call("fill_five", letters, turned, codes);
    const rows = byHidden ?? array("uint8", n, m);
    if (!byHidden) {
      const [from, to] = [view(codes), view(rows)];
      for (let g = 0; g < m; g += BLOCK) {
        for (let h = 0; h < n; h++) for (let k = g; k < Math.min(g + BLOCK, m); k++) to[h * m + k] = from[k * n + h];
      }
    }
    const place = new Map(guesses.map((word, g) => [word, g]));
    const number = new Map(hidden.map((word, h) => [word, h]));
    const weights = array("int64", n);
    const [asGuess, asHidden] = [array("int32", n), array("int32", m)];
    view(weights).set(hidden.map((_, h) => BigInt(given?.[h] ?? 1)));
    view(asGuess).set(hidden.map((word) => place.get(word) ?? -1));
    view(asHidden).set(guesses.map((word) => number.get(word) ?? -1));
    const own = (/** @type {string} */ word) => [...word].map((letter) => letter.charCodeAt(0) - 97);
    const numbered = array("uint8", hard ? m : 0, hard ? guesses[0].length : 0);
    const sets = array("uint64", hard ? m : 0);
    if (hard) {
      view(numbered).set(guesses.flatMap(own));
      view(sets).set(guesses.map((word) => own(word).reduce((set, letter) => set | (1n << BigInt(letter)), 0n)));
    }
    const uniform = view(weights).every((/** @type {bigint} */ weight) => weight === 1n);
    return host.make("Arrays", {}, {
      ...{ codes, by_hidden: rows, guess_of_hidden: asGuess, hidden_of_guess: asHidden, weights, uniform },
      ...{ cells: CELLS, solved: CELLS - 1, letters: numbered, letter_sets: sets },
    });
  };

  // The lengths of which the records for a game are made.
  widgets.sizesOf = function ({ fields: { codes, cells, letters } }) {
    const LETTERS = 26;
    const [guesses, hidden] = codes.shape;
    const places = letters.shape[1];
    return { guesses, hidden, cells, masks: Math.ceil(guesses / 64), hints: places && places + LETTERS };
  };

  // Double the places of a table of beliefs.
  widgets.growTable = function (host, table) {
    const old = table.fields.entries;
    const larger = host.array(old.items, 2 * old.shape[0]);
    host.call("copy_entries", old, larger);
    host.replace(table, "entries", larger);
  };

  // Random numbers that name beliefs (Vigna's splitmix64), always the same.
  widgets.fillKeys = function (host, keys) {
    let state = 1970n;
    const wrap = (/** @type {bigint} */ x) => BigInt.asUintN(64, x);
    function draw() {
      state = wrap(state + 0x9e3779b97f4a7c15n);
      let x = state;
      x = wrap((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
      x = wrap((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
      return x ^ (x >> 31n);
    }
    for (const field of Object.values(keys.fields)) host.view(field).set(Array.from({ length: host.view(field).length }, draw));
    return keys;
  };

  // A game with its guesses sorted by their numbers of classes (wordlelib/game/search_order.py), and what searches of it need:
  // keys, sizes, and what is given for counting. It goes step by step.
  widgets.sortedGame = function* ({ compiledGame, fillKeys, sizesOf }, host, { hidden, guesses, hard, weights }) {
    const CELLS = 243; // rows of five colours
    const BLOCK = 1024; // guesses whose classes are counted in one step
    const [m, n] = [guesses.length, hidden.length];
    const [byHidden, tally, labels] = [host.array("uint8", n, m), host.array("uint8", CELLS), host.array("int64", m)];
    const before = host.mark();
    for (let i = 0; i < m; i += BLOCK) {
      const some = guesses.slice(i, i + BLOCK);
      const { codes } = compiledGame(host, { hidden, guesses: some, hard: false, byHidden }).fields;
      host.call("count_labels", codes, tally, { ...labels, shape: [some.length], at: labels.at + 8 * i });
      host.release(before);
      yield;
    }
    const classes = Array.from(host.view(labels), Number);
    const order = [...guesses.keys()].sort((a, b) => classes[b] - classes[a] || a - b);
    const sorted = order.map((i) => guesses[i]);
    host.view(labels).set(order.map((i) => BigInt(classes[i])));
    const game = compiledGame(host, { hidden, guesses: sorted, hard, byHidden, weights });
    yield;
    host.call("fill_labels", game.fields.codes, host.make("LabelRoom", { hidden: n, cells: CELLS }), byHidden);
    yield;
    const sizes = { ...sizesOf(game), label_masks: Math.floor(classes[order[0]] / 64) + 1 };
    const keys = fillKeys(host, host.make("Keys", sizes));
    const numbers = host.array("int32", n);
    host.view(numbers).set(hidden.map((_, h) => h));
    return { game, keys, sorted, sizes, given: { labels, numbers } };
  };
})();
