// The rows of a judged game, figure by figure (wordlelib/lab/judging.py): moves, luck, loss, and one sentence on the best move.
(function () {
  const widgets = wordleWidgets;

  // A guess in a belief; `total` is its Q-factor as a total, of which the page's numbers are made. Words may have weights.
  /** @type {Moves["move"]} */
  function move(engine, game, left, guess, total, weights) {
    const codes = engine.codesOf(game, guess);
    /** @type {Map<number, number>} */
    const counts = new Map();
    /** @type {Map<number, number>} */
    const mass = new Map();
    for (const h of left) {
      counts.set(codes[h], (counts.get(codes[h]) ?? 0) + 1);
      mass.set(codes[h], (mass.get(codes[h]) ?? 0) + (weights?.[h] ?? 1));
    }
    const all = [...mass.values()].reduce((sum, each) => sum + each, 0);
    const sizes = [...counts.values()];
    const together = sizes.reduce((sum, size) => sum + (size > 1 ? size : 0), 0);
    const possible = game.hiddenOf[guess] >= 0 && left.includes(game.hiddenOf[guess]);
    const bits = [...mass.values()].reduce((sum, each) => sum + (each / all) * Math.log2(all / each), 0);
    return { bits, move: { guess: game.guesses[guess], possible, classes: sizes.length, largest: Math.max(...sizes), together, total } };
  }

  const number = (/** @type {number} */ n) => n.toLocaleString("en");
  const plural = (/** @type {number} */ n, /** @type {string} */ ending) => (n > 1 ? ending : "");

  /** @param {Move} move @param {number} n */
  function division({ classes, largest }, n) {
    if (classes === n) return `tells all ${number(n)} words apart`;
    if (classes === 1) return `leaves all ${number(n)} words together`;
    return `splits the ${number(n)} words into ${number(classes)} classes, the largest of ${number(largest)}`;
  }

  // In what the guess that was made falls short of the best one.
  /** @param {Move} made @param {Move} best */
  function shortfall(made, best) {
    const together = made.together - best.together;
    if (together > 0) return `after ${made.guess} ${number(together)} more word${together > 1 ? "s share" : " shares"} a class with others`;
    const fewer = best.classes - made.classes;
    if (fewer > 0) return `${made.guess} makes ${number(fewer)} class${plural(fewer, "es")} fewer`;
    if (made.largest > best.largest) return `the largest class of ${made.guess} has ${number(made.largest)}`;
    if (best.possible && !made.possible) return `${made.guess} cannot be the hidden word`;
    const more = made.total - best.total;
    return `what ${made.guess} leaves takes ${number(more)} guess${plural(more, "es")} more over all words`;
  }

  /** @type {Moves["reason"]} */
  function reason(made, best, n, weight) {
    if (n === 1) return `Only ${best.guess} was left.`;
    if (best.guess === made.guess) return `${made.guess} ${division(made, n)}; no guess that was tried is better.`;
    if (n === weight) return `${best.guess} ${division(best, n)}; ${shortfall(made, best)}.`;
    const more = ((made.total - best.total) / weight).toFixed(2);
    return `${best.guess} ${division(best, n)}; with ${made.guess} a game takes ${more} guesses more on average.`;
  }

  // What follows from the figures of a row.
  /** @type {Moves["derived"]} */
  function derived(row) {
    const { made, best, before, weight_before: n, perfect } = row;
    return {
      luck_bits: row.received_bits - row.expected_bits,
      luck: made.total / n - 1 - row.rest / row.weight_after,
      loss: (made.total - best.total) / n,
      perfect_loss: perfect && [(perfect.lower - perfect.least) / n, (perfect.upper - perfect.least) / n],
      reason: reason(made, best, before, n),
    };
  }

  // What follows from the rows of a game.
  /** @type {Moves["sums"]} */
  function sums(rows) {
    const over = (/** @type {(row: JudgedRow) => number} */ of) => rows.reduce((sum, row) => sum + of(row), 0);
    const known = rows.every((row) => row.perfect_loss);
    return {
      guesses: rows.length,
      luck_bits: over((row) => row.luck_bits),
      luck: over((row) => row.luck),
      loss: over((row) => row.loss),
      perfect_loss: known ? [0, 1].map((side) => over((row) => /** @type {number[]} */ (row.perfect_loss)[side])) : null,
    };
  }

  widgets.moves = { move, reason, derived, sums };
})();
