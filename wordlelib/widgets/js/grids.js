// How many guesses can have made each row of a pasted grid, and what they left (wordlelib/lab/grids.py).
wordleWidgets.computations ??= {};
wordleWidgets.computations.grid = function ({ open, engine, compiledGame }) {
  const EXAMPLES = 5;
  const CELLS = 3 ** 5; // rows of five colours
  const BLOCK = 512; // hidden words whose codes are there at once

  // Go through the hidden words with the codes of all guesses, some words at a time, so that large lists have room.
  /** @param {Game} game @param {(h: number, codes: Uint8Array) => void} visit @returns {Generator<void, void>} */
  function* eachHidden({ hidden, guesses }, visit) {
    const host = open();
    const mark = host.mark();
    for (let first = 0; first < hidden.length; first += BLOCK) {
      const some = hidden.slice(first, first + BLOCK);
      const columns = host.view(compiledGame(host, { hidden: some, guesses, hard: false }).fields.by_hidden);
      for (const i of some.keys()) {
        visit(first + i, columns.subarray(i * guesses.length, (i + 1) * guesses.length));
        yield;
      }
      host.release(mark);
    }
  }

  // For each row and hidden word, how many guesses can have made the row, and how many of those of `makers`.
  /** @param {Game} game @param {number[]} codes @param {number[][]} makers @returns {Generator<void, { counts: Uint16Array[]; made: Uint16Array[]; sizes: Uint16Array[] }>} */
  function* countsOf(game, codes, makers) {
    const counts = codes.map(() => new Uint16Array(game.hidden.length));
    const made = makers.map(() => new Uint16Array(game.hidden.length));
    const sizes = makers.map((guesses) => new Uint16Array(guesses.length)); // the class that each of them makes
    const of = new Uint16Array(CELLS);
    yield* eachHidden(game, (h, column) => {
      of.fill(0);
      for (const code of column) of[code]++;
      codes.forEach((code, row) => (counts[row][h] = of[code]));
      makers.forEach((guesses, row) => {
        for (let i = 0; i < guesses.length; i++) {
          if (column[guesses[i]] !== codes[row]) continue;
          sizes[row][i]++;
          made[row][h]++;
        }
      });
    });
    return { counts, made, sizes };
  }

  // What the words possible after each row must hold, and what they can hold at most, for one hidden word.
  /** @param {number} n @param {Uint16Array[]} made @param {Uint16Array[]} sizes */
  function boundsOf(n, made, sizes) {
    const sure = new Uint8Array(n).fill(1);
    const possible = new Uint8Array(n).fill(1);
    let [taken, widest] = [0, n];
    return made.map((of, row) => {
      for (let h = 0; h < n; h++) {
        if (of[h] < sizes[row].length) sure[h] = 0;
        if (!of[h]) possible[h] = 0;
      }
      const [smallest, largest] = sizes[row].reduce(([a, b], size) => [Math.min(a, size), Math.max(b, size)], [n, 0]);
      taken += n - smallest;
      widest = Math.min(widest, largest);
      return { least: Math.max(total(sure), n - taken), most: Math.min(total(possible), widest) };
    });
  }

  const total = (/** @type {Uint8Array} */ flags) => flags.reduce((sum, flag) => sum + flag, 0);

  // The guesses that make each row with an answer.
  /** @param {Game} game @param {number[]} codes @param {string[]} rows @param {string} answer */
  function makersOf({ guesses }, codes, rows, answer) {
    const own = guesses.map((guess) => engine.toCode(engine.feedback(guess, answer).padEnd(5, "g")));
    const makers = codes.map((code) => [...guesses.keys()].filter((guess) => own[guess] === code));
    const bad = makers.findIndex((found) => !found.length);
    if (bad >= 0) throw new Error(`Row ${bad + 1} (${rows[bad]}): no guess makes it with the answer ${answer}`);
    return makers;
  }

  // A grid, judged; it yields after each piece of work.
  /** @param {Game} game @param {{ rows: string[]; answer: string }} given @returns {Generator<void, Grid>} */
  return function* (game, { rows, answer }) {
    const codes = rows.map((row) => engine.toCode(row.padEnd(5, "g"))); // see compiledGame
    const makers = answer ? makersOf(game, codes, rows, answer) : [];
    const { counts, made, sizes } = yield* countsOf(game, codes, makers);
    const fitting = [...game.hidden.keys()].filter((h) => counts.every((of) => of[h]));
    const answers = fitting.map((h) => game.hidden[h]);
    if (answer) {
      const bounds = boundsOf(game.hidden.length, made, sizes);
      const found = makers.map((guesses, i) => ({
        ...{ feedback: rows[i], fewest: guesses.length, most: guesses.length },
        examples: guesses.slice(0, EXAMPLES).map((guess) => game.guesses[guess]),
        ...{ least_left: bounds[i].least, most_left: bounds[i].most },
      }));
      return { answer, rows: found, answers };
    }
    if (!fitting.length) throw new Error("No hidden word fits all rows; expected the rows of one game on these lists");
    const found = rows.map((feedback, i) => {
      const of = fitting.map((h) => counts[i][h]);
      return { feedback, fewest: Math.min(...of), most: Math.max(...of), examples: [], least_left: null, most_left: null };
    });
    return { answer: null, rows: found, answers };
  };
};
