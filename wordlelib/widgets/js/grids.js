// How many guesses can have made each row of a pasted grid, and what they left (wordlelib/lab/grids.py).
wordleWidgets.computations ??= {};
wordleWidgets.computations.grid = function ({ open, engine, compiledGame }) {
  const EXAMPLES = 5;
  const CELLS = 3 ** 5; // rows of five colours

  // For each row and hidden word, how many guesses can have made the row.
  /** @param {Game} game @param {Uint8Array} columns @param {number[]} codes @returns {Generator<void, Uint16Array[]>} */
  function* countsOf(game, columns, codes) {
    const counts = codes.map(() => new Uint16Array(game.hidden.length));
    const of = new Uint16Array(CELLS);
    for (let h = 0; h < game.hidden.length; h++) {
      of.fill(0);
      for (let at = h * game.guesses.length; at < (h + 1) * game.guesses.length; at++) of[columns[at]]++;
      codes.forEach((code, row) => (counts[row][h] = of[code]));
      yield;
    }
    return counts;
  }

  // What the words possible after each row must hold, and what they can hold at most, for one hidden word.
  /** @param {Game} game @param {Uint8Array} columns @param {number[][]} makers @param {number[]} codes @returns {Generator<void, { least: number; most: number }[]>} */
  function* boundsOf(game, columns, makers, codes) {
    const [m, n] = [game.guesses.length, game.hidden.length];
    const sure = new Uint8Array(n).fill(1);
    const possible = new Uint8Array(n).fill(1);
    let [taken, widest] = [0, n];
    const bounds = [];
    for (const [row, guesses] of makers.entries()) {
      const sizes = new Uint16Array(guesses.length);
      for (let h = 0; h < n; h++) {
        let left = 0;
        for (let i = 0; i < guesses.length; i++) {
          if (columns[h * m + guesses[i]] !== codes[row]) continue;
          sizes[i]++;
          left++;
        }
        if (left < guesses.length) sure[h] = 0;
        if (!left) possible[h] = 0;
        yield;
      }
      const [smallest, largest] = sizes.reduce(([a, b], size) => [Math.min(a, size), Math.max(b, size)], [n, 0]);
      taken += n - smallest;
      widest = Math.min(widest, largest);
      bounds.push({ least: Math.max(total(sure), n - taken), most: Math.min(total(possible), widest) });
    }
    return bounds;
  }

  const total = (/** @type {Uint8Array} */ flags) => flags.reduce((sum, flag) => sum + flag, 0);

  // The rows for one hidden word.
  /** @param {Game} game @param {Uint8Array} columns @param {number[]} codes @param {string[]} rows @param {string} answer @returns {Generator<void, GridRow[]>} */
  function* forAnswer(game, columns, codes, rows, answer) {
    const from = /** @type {number} */ (game.hiddenNumber.get(answer)) * game.guesses.length;
    const makers = codes.map((code) => [...game.guesses.keys()].filter((guess) => columns[from + guess] === code));
    const bad = makers.findIndex((guesses) => !guesses.length);
    if (bad >= 0) throw new Error(`Row ${bad + 1} (${rows[bad]}): no guess makes it with the answer ${answer}`);
    const bounds = yield* boundsOf(game, columns, makers, codes);
    return makers.map((guesses, i) => ({
      ...{ feedback: rows[i], fewest: guesses.length, most: guesses.length },
      examples: guesses.slice(0, EXAMPLES).map((guess) => game.guesses[guess]),
      ...{ least_left: bounds[i].least, most_left: bounds[i].most },
    }));
  }

  // A grid, judged; it yields after each piece of work.
  /** @param {Game} game @param {{ rows: string[]; answer: string }} given @returns {Generator<void, Grid>} */
  return function* (game, { rows, answer }) {
    const codes = rows.map((row) => engine.toCode(row.padEnd(5, "g"))); // see compiledGame
    const host = open();
    const { by_hidden: byHidden } = compiledGame(host, { hidden: game.hidden, guesses: game.guesses, hard: false }).fields;
    const columns = host.view(byHidden);
    const counts = yield* countsOf(game, columns, codes);
    const fitting = [...game.hidden.keys()].filter((h) => counts.every((of) => of[h]));
    const answers = fitting.map((h) => game.hidden[h]);
    if (answer) return { answer, rows: yield* forAnswer(game, columns, codes, rows, answer), answers };
    if (!fitting.length) throw new Error("No hidden word fits all rows; expected the rows of one game on these lists");
    const found = rows.map((feedback, i) => {
      const of = fitting.map((h) => counts[i][h]);
      return { feedback, fewest: Math.min(...of), most: Math.max(...of), examples: [], least_left: null, most_left: null };
    });
    return { answer: null, rows: found, answers };
  };
};
