// What is stored of games on the original lists (wordlelib/widgets/known_games.py): the totals of all first guesses, and
// the proven strategy.
(function () {
  const widgets = wordleWidgets;
  const CODES = 3 ** 5;

  // A strategy, with its nodes as numbers from the first guess, 0.
  /** @param {KnownMode["strategy"]} stored @param {Engine} engine @param {Game} game @returns {Strategy} */
  function readStrategy({ guess, parent, code }, engine, game) {
    const made = widgets.unpack(guess);
    const codes = widgets.unpack(code);
    /** @type {Map<number, number>} */
    const places = new Map();
    let above = 0;
    widgets.unpack(parent).forEach((step, i) => places.set((above += step) * CODES + codes[i], i + 1));
    const below = (/** @type {number} */ node, /** @type {number} */ of) => places.get(node * CODES + of) ?? -1;

    /** @param {number} node @param {number} h */
    function nodesOf(node, h) {
      /** @type {number[]} */
      const nodes = [];
      for (let at = node; at >= 0; at = below(at, engine.codesOf(game, made[at])[h])) nodes.push(at);
      return nodes;
    }

    return {
      guess: (node) => made[node],
      below,
      total: (node, left) => left.reduce((sum, h) => sum + nodesOf(node, h).length, 0),
      path(answer) {
        const guesses = nodesOf(0, game.hidden.indexOf(answer)).map((node) => game.guesses[made[node]]);
        return guesses.map((guess) => [guess, engine.feedback(guess, answer)]);
      },
    };
  }

  widgets.readKnown = function (known, hard, engine, game) {
    const { first, strategy } = known[hard ? "hard" : "easy"];
    const beyond = (/** @type {KnownMode} */ { least, totals }) => widgets.unpack(totals).map((more) => least + more);
    const easy = beyond(known.easy);
    const totals = hard ? beyond(known.hard).map((more, i) => easy[i] + more) : easy;
    const proven = first && widgets.unpack(first.lost).map((lost, i) => lost && totals[i] - lost + 1);
    const read = first && proven && { best: first.best, least: first.least, others: first.others, proven };
    return { listed: known.listed, totals, first: read, strategy: readStrategy(strategy, engine, game) };
  };
})();
