// A game, judged row by row with the numbers of wordlelib/lab/judging.py; workers find them. There is no exact solver here:
// `perfect` is known on the first row in easy mode and where a game follows the proven strategy, and null elsewhere.
(function () {
  const widgets = wordleWidgets;
  const WIDTH = 10;

  // What a judged row is made of, on some word lists and in one mode; what was found serves the next game.
  /** @param {Game} game @param {boolean} hard @param {ReadKnown | null} known @returns {JudgingBeliefs} */
  function beliefsOf(game, hard, known) {
    /** @type {Map<string, JudgedBelief>} */
    const beliefs = new Map();

    // A belief with rollout's candidates.
    /** @type {JudgingBeliefs["look"]} */
    async function look(task, history) {
      const key = history.join();
      const found = beliefs.get(key);
      if (found) return found;
      /** @type {JudgedBelief} */
      let belief;
      if (known && !history.length) {
        belief = { history, left: [...game.hidden.keys()], listed: known.listed, totals: new Map(known.totals.entries()) };
      } else {
        /** @type {Ranking} */
        const { left, best } = await task.ask("rollout", { history, hard, top: WIDTH });
        const listed = best.map(({ guess }) => /** @type {number} */ (game.number.get(guess)));
        belief = { history, left, listed, totals: new Map() };
      }
      beliefs.set(key, belief);
      return belief;
    }

    // The Q-factors of guesses as totals; `told` is called as they are found.
    /** @type {JudgingBeliefs["totals"]} */
    async function totals(task, { history, totals }, guesses, told) {
      const missing = [...new Set(guesses)].filter((guess) => !totals.has(guess));
      if (!missing.length) return guesses.map((guess) => /** @type {number} */ (totals.get(guess)));
      const given = { history, hard, guesses: missing.map((guess) => game.guesses[guess]) };
      const { sums } = await task.ask("rollout", given, ({ sums }) => told?.(sums.filter((/** @type {number} */ sum) => sum > 0).length, sums.length));
      missing.forEach((guess, i) => totals.set(guess, sums[i]));
      return guesses.map((guess) => /** @type {number} */ (totals.get(guess)));
    }

    // What information gain needs from a belief.
    /** @type {JudgingBeliefs["base"]} */
    const base = async (task, belief) => (await totals(task, belief, belief.listed.slice(0, 1)))[0];

    // Rollout's choice: the candidate of least total, the first among equals.
    /** @type {JudgingBeliefs["choice"]} */
    async function choice(task, belief) {
      const sums = await totals(task, belief, belief.listed);
      return belief.listed[sums.indexOf(Math.min(...sums))];
    }

    return { look, totals, base, choice };
  }

  widgets.judging = function (compiled, hidden, guesses, known) {
    widgets.checkLists(hidden, guesses);
    const engine = widgets.engine();
    const game = engine.makeGame(hidden, guesses);
    const computing = widgets.computing(compiled, hidden, guesses);
    const solved = 3 ** game.length - 1;
    /** @type {Map<boolean, JudgingMode>} */
    const modes = new Map();

    /** @param {boolean} hard @returns {JudgingMode} */
    function modeOf(hard) {
      const found = modes.get(hard);
      if (found) return found;
      const stored = known && widgets.readKnown(known, hard, engine, game);
      const mode = { stored, beliefs: beliefsOf(game, hard, stored) };
      modes.set(hard, mode);
      return mode;
    }

    const numberOf = (/** @type {string} */ guess) => /** @type {number} */ (game.number.get(guess));

    // What is known of perfect play; `node` is where a row begins in the strategy, -1 if the game has left it.
    /** @param {ReadKnown | null} stored @param {JudgedBelief} belief @param {Move} made @param {number} node @returns {Perfect | null} */
    function perfectOf(stored, { history, left }, made, node) {
      if (!stored) return null;
      if (!history.length) {
        if (!stored.first) return null;
        const { best, least, proven, others } = stored.first;
        return { guess: best, least, lower: proven[made.guess] ?? others, upper: proven[made.guess] ?? made.total };
      }
      if (node < 0 || game.guesses[stored.strategy.guess(node)] !== made.guess) return null;
      const least = stored.strategy.total(node, left);
      return { guess: made.guess, least, lower: least, upper: least };
    }

    // Judge one row; what is found of it is told.
    /** @param {Task<JudgingProgress>} task @param {JudgingMode} mode @param {JudgedPlace} place @param {(done: number, of: number) => void} told @returns {Promise<JudgedRow>} */
    async function judgeRow(task, { stored, beliefs }, { belief, row, below, node }, told) {
      const [guess, feedback] = row;
      const { left, listed } = belief;
      const planned = stored && node >= 0 ? stored.strategy.guess(node) : null;
      const own = numberOf(guess);
      const tried = [...new Set([own, ...(planned === null ? [] : [planned]), ...listed])];
      const totals = await beliefs.totals(task, belief, tried, told);
      const found = new Map(tried.map((one, i) => [one, widgets.moves.move(engine, game, left, one, totals[i])]));
      const moveOf = (/** @type {number} */ one) => /** @type {{ bits: number; move: Move }} */ (found.get(one)).move;
      const made = moveOf(own);
      const rollout = moveOf(await beliefs.choice(task, belief));
      const other = planned === null ? rollout : moveOf(planned);
      const after = below?.left.length ?? 1;
      const figures = {
        ...{ guess, feedback, before: left.length, after },
        expected_bits: found.get(own)?.bits ?? NaN,
        received_bits: Math.log2(left.length / after),
        rest: below ? await beliefs.base(task, below) : 0,
        ...{ made, base: moveOf(listed[0]), rollout },
        strategy: planned === null ? null : other,
        best: made.total <= other.total ? made : other,
        perfect: perfectOf(stored, belief, made, node),
      };
      return { ...figures, ...widgets.moves.derived(figures) };
    }

    // The rows by which rollout finds a hidden word.
    /** @param {Task<JudgingProgress>} task @param {JudgingBeliefs} beliefs @param {string} answer */
    async function rolloutPath(task, beliefs, answer) {
      /** @type {Row[]} */
      const rows = [];
      while (rows.at(-1)?.[0] !== answer) {
        const belief = await beliefs.look(task, [...rows]);
        const guess = belief.left.length === 1 ? answer : game.guesses[await beliefs.choice(task, belief)];
        rows.push([guess, engine.feedback(guess, answer)]);
      }
      return rows;
    }

    /** @param {Task<JudgingProgress>} task @param {Row[]} rows @param {JudgingMode} mode */
    async function judgeRows(task, rows, mode) {
      const { stored, beliefs } = mode;
      /** @type {JudgedRow[]} */
      const judged = [];
      const told = (done = 0, of = 0) => task.report({ rows: [...judged], of: rows.length, work: { done, of } });
      told();
      let belief = await beliefs.look(task, []);
      let node = stored ? 0 : -1;
      for (const [i, row] of rows.entries()) {
        const code = engine.toCode(row[1]);
        const below = code === solved ? null : await beliefs.look(task, rows.slice(0, i + 1));
        judged.push(await judgeRow(task, mode, { belief, row, below, node }, told));
        told();
        node = stored && node >= 0 && stored.strategy.guess(node) === numberOf(row[0]) ? stored.strategy.below(node, code) : -1;
        if (below) belief = below;
      }
      return judged;
    }

    // A game that has been checked, judged.
    /** @param {Task<JudgingProgress>} task @param {Row[]} rows @param {string} answer @param {boolean} hard @returns {Promise<Judgement>} */
    async function judgeGame(task, rows, answer, hard) {
      const { stored, beliefs } = modeOf(hard);
      const judged = await judgeRows(task, rows, modeOf(hard));
      const [guess, marks] = rows[rows.length - 1];
      const solvedNow = engine.toCode(marks) === solved;
      const found = solvedNow ? guess : answer || null;
      const start = await beliefs.base(task, await beliefs.look(task, []));
      return {
        ...{ mode: hard ? "hard" : "easy", answer: found, rows: judged, solved: solvedNow, start: start / hidden.length },
        rollout: found === null ? null : await rolloutPath(task, beliefs, found),
        perfect: found === null || !stored ? null : stored.strategy.path(found),
        ...widgets.moves.sums(judged),
      };
    }

    return {
      judge: (history, answer, hard) =>
        computing.work(async (task) => {
          const rows = widgets.gameRows(hidden, guesses, history, answer, hard);
          return judgeGame(task, rows, widgets.checkedAnswer(hidden, guesses, answer), hard);
        }),
      grid: (rows, answer) =>
        computing.work(async (task) => {
          const marks = widgets.gridRows(rows, game.length);
          return task.ask("grid", { rows: marks, answer: widgets.checkedAnswer(hidden, guesses, answer) });
        }),
      close: () => computing.close(),
    };
  };
})();
