// What is stored of games on the original lists (wordlelib/widgets/known_games.py): the totals of all first guesses, and
// the proven strategy.
(function () {
  const widgets = wordleWidgets;
  const CODES = 3 ** 5;

  // A strategy's nodes: the guess of each, and what is below it by the code of the feedback.
  /** @param {KnownMode["strategy"]} stored @returns {Strategy} */
  function readStrategy({ guess, parent, code }) {
    const made = widgets.unpack(guess);
    const codes = widgets.unpack(code);
    /** @type {Map<number, number>} */
    const places = new Map();
    let above = 0;
    widgets.unpack(parent).forEach((step, i) => places.set((above += step) * CODES + codes[i], i + 1));
    return { guess: (node) => made[node], below: (node, of) => places.get(node * CODES + of) ?? -1 };
  }

  widgets.readKnown = function (known, hard) {
    const { totals, first, strategy } = known[hard ? "hard" : "easy"];
    return { listed: known.listed, totals: widgets.unpack(totals), first, strategy: readStrategy(strategy) };
  };
})();
