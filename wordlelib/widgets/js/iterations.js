// The decision process of a small game, with value iteration and policy iteration (wordlelib/planning/markov.py).
(function () {
  const widgets = wordleWidgets;
  const TIE = 1e-9;
  const STILL = 1e-12;

  // Every belief that some play can reach, the smaller ones first. A control is a guess that tells something, or the
  // only word; its classes are the numbers of the beliefs that it leads to, without the word that is found.
  /** @param {string[]} words @param {Engine} engine */
  function reach(words, engine) {
    const green = "g".repeat(words[0].length);
    const game = engine.makeGame(words, words);
    /** @type {Map<string, { words: number[]; controls: { guess: number; classes: number[][]; found: boolean }[] }>} */
    const seen = new Map();
    /** @param {number[]} belief */
    function visit(belief) {
      const key = belief.join();
      if (seen.has(key)) return;
      const controls = words.flatMap((word, guess) => {
        const parts = engine.classes(game, word, belief);
        const others = parts.filter(({ marks }) => marks !== green);
        const found = others.length < parts.length;
        if (parts.length < 2 && !(found && belief.length === 1)) return [];
        return { guess, found, classes: others.map((part) => part.words) };
      });
      seen.set(key, { words: belief, controls });
      controls.forEach(({ classes }) => classes.forEach(visit));
    }
    visit(words.map((_, i) => i));
    return [...seen.values()].sort((a, b) => a.words.length - b.words.length);
  }

  widgets.iterations = function (words, engine) {
    const reached = reach(words, engine);
    const number = new Map(reached.map((belief, x) => [belief.words.join(), x]));
    const beliefs = reached.map(({ words, controls }) => ({
      words,
      controls: controls.map(({ guess, found, classes }) => ({
        ...{ guess, found },
        worst: Math.max(1, ...classes.map((part) => part.length)),
        next: classes.map((part) => ({ state: /** @type {number} */ (number.get(part.join())), share: part.length / words.length })),
      })),
    }));

    const qFactor = (/** @type {ProcessControl} */ control, /** @type {Float64Array} */ J) =>
      control.next.reduce((sum, { state, share }) => sum + share * J[state], 1);
    const qFactors = (/** @type {number} */ x, /** @type {Float64Array} */ J) => beliefs[x].controls.map((each) => qFactor(each, J));

    // The values before each application of the Bellman operator and after the last one, which changes nothing.
    function values() {
      const sequence = [new Float64Array(beliefs.length)];
      for (;;) {
        const J = sequence[sequence.length - 1];
        const next = Float64Array.from(beliefs, (_, x) => Math.min(...qFactors(x, J)));
        sequence.push(next);
        if (next.every((value, x) => Math.abs(value - J[x]) <= STILL)) return sequence;
      }
    }

    // The cost of a policy: a belief's needs those of smaller ones only.
    /** @param {(x: number, J: Float64Array) => number} decide */
    function evaluate(decide) {
      const J = new Float64Array(beliefs.length);
      const policy = beliefs.map((belief, x) => {
        const control = decide(x, J);
        J[x] = qFactor(belief.controls[control], J);
        return control;
      });
      return { policy, values: J };
    }

    // The control of least cost; of those that tie a possible word, then the first.
    /** @param {number} x @param {(control: ProcessControl) => number} cost */
    function least(x, cost) {
      const costs = beliefs[x].controls.map(cost);
      const bound = Math.min(...costs) + TIE;
      const tied = [...costs.keys()].filter((j) => costs[j] <= bound);
      return tied.find((j) => beliefs[x].controls[j].found) ?? tied[0];
    }

    /** @type {Record<IterationStart, (x: number, J: Float64Array) => number>} */
    const starts = {
      "list-order": (x) => beliefs[x].controls.findIndex(({ guess }) => guess === beliefs[x].words[0]),
      "worst-class": (x) => least(x, ({ worst }) => worst),
      costliest: (x, J) => {
        const q = qFactors(x, J);
        return q.findIndex((value) => value >= Math.max(...q) - TIE);
      },
    };

    // Each policy with its cost; in the last one no control can be improved.
    function policies(/** @type {IterationStart} */ start) {
      const sequence = [evaluate(starts[start])];
      for (;;) {
        const { policy, values: J } = sequence[sequence.length - 1];
        const better = policy.map((now, x) => {
          const q = qFactors(x, J);
          const bound = Math.min(...q) + TIE;
          return q[now] <= bound ? now : q.findIndex((value) => value <= bound);
        });
        if (better.every((control, x) => control === policy[x])) return sequence;
        sequence.push(evaluate((x) => better[x]));
      }
    }

    return { beliefs, values, policies };
  };
})();
