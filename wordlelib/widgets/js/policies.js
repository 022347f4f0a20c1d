// Rankings and Q-factors of the four greedy policies, which rollout.js computes.
(function () {
  const widgets = wordleWidgets;
  widgets.scores = ["information-gain", "expected-remaining", "most-classes", "worst-class"];

  // Rows of the file of openings, as `rollout` would give them.
  /** @param {Openings} openings @param {Plan} plan @returns {Line[]} */
  function openingLines({ columns, rows }, { score, width, hard }) {
    return rows[score].slice(0, width).map((row) => {
      const { easy, hard: strict, ...line } = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
      return /** @type {Line} */ ({ ...line, sum: hard ? strict : easy });
    });
  }

  // The candidate of least sum, the first among equals, or -1 while a sum is missing: then it is NaN.
  const choice = (/** @type {Line[]} */ lines) => lines.findIndex((a) => lines.every((b) => a.sum <= b.sum));

  // Rankings and Q-factors on some word lists. `openings`: what is known of the first row with these words.
  widgets.policies = function (model, hidden, guesses, openings) {
    const computing = widgets.computing(model.get("compiled"), hidden, guesses);
    return {
      ...computing,
      rank: (history, hard, top) => computing.job("rollout", { history, hard, top }).promise,
      // The candidates of a greedy policy after some rows, with what each costs in the end, and rollout's choice.
      qFactors: (history, plan) =>
        computing.work(async (task) => {
          const { score, width, hard } = plan;
          const stored = openings && !history.length;
          /** @type {Ranking} */
          const { left, best } = stored
            ? { left: hidden, best: openingLines(openings, plan) }
            : await task.ask("rollout", { history, hard, score, top: width });
          const lines = best.map((line) => ({ sum: NaN, ...line }));
          const missing = lines.filter(({ sum }) => Number.isNaN(sum));
          const n = left.length;
          const report = (/** @type {number[]} */ sums) => {
            missing.forEach((line, i) => (line.sum = sums[i] ?? NaN));
            task.report({ n, lines, done: sums.filter((sum) => sum > 0).length, of: missing.length });
          };
          report([]);
          const given = { history, hard, score, guesses: missing.map(({ guess }) => guess) };
          if (missing.length) report((await task.ask("rollout", given, ({ sums }) => report(sums))).sums);
          return { n, lines, choice: choice(lines) };
        }),
    };
  };
})();
