// A recorded tree search as its moments.
(function () {
  const widgets = wordleWidgets;

  // The beliefs of a record with their histories, and what was looked at in each iteration (search_replay.py).
  widgets.readSearch = function (record, vocabulary) {
    const names = widgets.unpack(record.words).map((i) => vocabulary[i]);
    const weights = widgets.unpack(record.weights);
    /** @type {Belief[]} */
    const beliefs = widgets.unpackSets(record.beliefs).map((set, i) => {
      return { words: set.map((word) => names[word]).sort(), weight: weights[i], history: [], arms: [] };
    });
    const stream = widgets.unpack(record.changes);
    let at = 0;
    const next = () => stream[at++];
    /** @template T @param {() => T} read @returns {T[]} */
    const some = (read) => Array.from({ length: next() }, read);
    /** @type {Moment[]} */
    const moments = [];
    while (at < stream.length) {
      const moment = moments.length;
      some(() => {
        const belief = beliefs[next()];
        belief.history.push({ moment, value: next() / 1000, guess: names[next() - 1] ?? null });
        some(() => {
          const place = next();
          const arm = (belief.arms[place] ??= { guess: names[stream[at]], history: [], links: [], first: null });
          next();
          const [visits, value, lower, upper] = [next(), next() / 1000, next(), next()];
          arm.history.push({ moment, visits, value, lower, upper: upper ? upper - 1 : Infinity });
        });
      });
      const looks = some(() => {
        const look = { belief: next(), place: next(), first: next() === 1 };
        const arm = beliefs[look.belief].arms[look.place];
        if (look.first) arm.first = { classes: next(), won: next(), singles: next() };
        const below = some(() => ({ row: record.rows[next()], belief: next() }));
        for (const { row, belief } of below) {
          if (!arm.links.some((link) => link.row === row && link.belief === belief)) arm.links.push({ row, belief, moment });
        }
        return { ...look, below };
      });
      moments.push({ looks, lower: next(), upper: next() });
    }
    return { beliefs, moments };
  };
})();
