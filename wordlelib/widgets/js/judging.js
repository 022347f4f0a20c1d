// A game, judged row by row with the numbers of wordlelib/lab/judging.py. Perfect play is known on the first row of the
// original lists and along the proven strategy; elsewhere it is searched for, and where that takes too long there are bounds.
(function () {
  const widgets = wordleWidgets;
  const WIDTH = 10;
  const BONUS = 2; // bits of the base policy for ending the game, where words are not alike
  const SEARCHED = 600; // words of a belief up to which it is searched: for larger ones nobody would wait
  const WORK = 300_000_000; // codes that a search may look at, in about a second

  // What a judged row is made of, on some word lists and in one mode; what was found serves the next game.
  /** @param {Game} game @param {boolean} hard @param {ReadKnown | null} known @param {JudgingPrior | null} prior @returns {JudgingBeliefs} */
  function beliefsOf(game, hard, known, prior) {
    /** @type {Map<string, JudgedBelief>} */
    const beliefs = new Map();
    const engine = widgets.engine();
    const unequal = prior ? { weights: prior.weights, bonus: BONUS } : {};

    /** @type {JudgingBeliefs["weight"]} */
    const weight = (left) => (prior ? left.reduce((sum, h) => sum + prior.weights[h], 0) : left.length);

    // A belief with rollout's candidates.
    /** @type {JudgingBeliefs["look"]} */
    async function look(task, history) {
      const key = history.join();
      const found = beliefs.get(key);
      if (found) return found;
      /** @type {JudgedBelief} */
      let belief;
      const first = known ?? prior?.first[hard ? "hard" : "easy"];
      if (first && !history.length) {
        belief = { history, left: [...game.hidden.keys()], listed: first.listed, totals: new Map(first.totals.entries()) };
      } else {
        /** @type {Ranking} */
        const { left, best } = await task.ask("rollout", { history, hard, top: WIDTH, ...unequal });
        const listed = best.map(({ guess }) => /** @type {number} */ (game.number.get(guess)));
        belief = { history, left, listed, totals: new Map() };
      }
      beliefs.set(key, belief);
      return belief;
    }

    // The Q-factors of guesses as totals; `told` is called as they are found.
    /** @type {JudgingBeliefs["totals"]} */
    async function totals(task, { history, left, totals }, guesses, told) {
      const missing = [...new Set(guesses)].filter((guess) => !totals.has(guess));
      if (prior && !history.length) for (const guess of missing.splice(0)) totals.set(guess, await firstTotal(task, guess, left, told));
      if (!missing.length) return guesses.map((guess) => /** @type {number} */ (totals.get(guess)));
      const given = { history, hard, guesses: missing.map((guess) => game.guesses[guess]), ...unequal };
      const { sums } = await task.ask("rollout", given, ({ sums }) => told?.(sums.filter((/** @type {number} */ sum) => sum > 0).length, sums.length));
      missing.forEach((guess, i) => totals.set(guess, sums[i]));
      return guesses.map((guess) => /** @type {number} */ (totals.get(guess)));
    }

    // The total of a first guess, class by class, because the colours of all pairs of accepted words have no room in a page.
    /** @param {Task<any>} task @param {number} guess @param {number[]} left @param {(done: number, of: number) => void} [told] */
    async function firstTotal(task, guess, left, told) {
      const word = game.guesses[guess];
      const classes = engine.classes(game, word, left).filter(({ marks }) => /[^g]/.test(marks));
      let sum = weight(left);
      for (const [i, { marks, words }] of classes.entries()) {
        told?.(i, classes.length);
        sum += words.length > 1 ? await base(task, await look(task, [[word, marks]])) : weight(words);
      }
      return sum;
    }

    // What the base policy needs from a belief.
    /** @type {JudgingBeliefs["base"]} */
    const base = async (task, belief) => (await totals(task, belief, belief.listed.slice(0, 1)))[0];

    // Rollout's choice: the candidate of least total, the first among equals.
    /** @type {JudgingBeliefs["choice"]} */
    async function choice(task, belief) {
      const sums = await totals(task, belief, belief.listed);
      return belief.listed[sums.indexOf(Math.min(...sums))];
    }

    return { look, totals, base, choice, weight };
  }

  // Today's prior, with the totals of first guesses that are stored.
  /** @param {KnownAccepted} stored @param {string[]} hidden @param {string[]} guesses @returns {JudgingPrior} */
  function readPrior(stored, hidden, guesses) {
    const { weights, first } = widgets.readAccepted(stored, hidden, guesses);
    /** @param {[string, number][]} pairs */
    function read(pairs) {
      const totals = new Map(pairs.map(([word, total]) => [guesses.indexOf(word), total]));
      return { totals, listed: [...totals.keys()].slice(0, WIDTH) };
    }
    return { weights, first: { easy: read(first.easy), hard: read(first.hard) } };
  }

  // A judge on the original lists, or on others of which nothing is known. A game or a grid that none of the original hidden words
  // fits is judged as Wordle is played now, where any accepted word may be hidden.
  widgets.judging = function (compiled, hidden, guesses, known, accepted) {
    const plain = judgeOf(compiled, hidden, guesses, known, null);
    /** @type {Judging | null} */
    let today = null;

    /** @param {(Row | string)[]} history @param {string} answer @param {boolean} hard */
    function fits(history, answer, hard) {
      try {
        return Boolean(widgets.gameRows(hidden, guesses, history, answer, hard));
      } catch {
        return false;
      }
    }

    /** @param {KnownAccepted} stored */
    const todays = (stored) => (today ??= judgeOf(compiled, guesses, guesses, null, readPrior(stored, hidden, guesses)));

    return {
      judge(history, answer, hard) {
        return (!accepted || fits(history, answer, hard) ? plain : todays(accepted)).judge(history, answer, hard);
      },
      grid(rows, answer) {
        if (!accepted) return plain.grid(rows, answer);
        if (answer) return (hidden.includes(widgets.normal(answer)) ? plain : todays(accepted)).grid(rows, answer);
        const first = plain.grid(rows, answer);
        /** @type {Job<Grid, never> | null} */
        let second = null;
        const promise = first.promise.catch(() => (second = todays(accepted).grid(rows, answer)).promise);
        return { ...first, promise, cancel: () => [first, second].forEach((job) => job?.cancel()) };
      },
      close() {
        plain.close();
        today?.close();
      },
    };
  };

  /** @param {Compiled | undefined} compiled @param {string[]} hidden @param {string[]} guesses @param {KnownGames | null} known @param {JudgingPrior | null} prior @returns {Judging} */
  function judgeOf(compiled, hidden, guesses, known, prior) {
    const engine = widgets.engine();
    engine.checkLists(hidden, guesses);
    const game = engine.makeGame(hidden, guesses);
    const computing = widgets.computing(compiled, hidden, guesses);
    const found = "g".repeat(game.length);
    /** @type {Map<boolean, JudgingMode>} */
    const modes = new Map();

    /** @param {boolean} hard @returns {JudgingMode} */
    function modeOf(hard) {
      const found = modes.get(hard);
      if (found) return found;
      const stored = known && widgets.readKnown(known, hard, engine, game);
      const mode = { stored, beliefs: beliefsOf(game, hard, stored, prior) };
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
        const total = proven[numberOf(made.guess)];
        return { guess: best, least, lower: total || others, upper: total || made.total };
      }
      const planned = plannedOf(stored, left, node);
      if (planned?.guess !== made.guess) return null;
      return { guess: made.guess, least: planned.lower, lower: planned.lower, upper: planned.lower };
    }

    // What the proven strategy does in a belief that it reaches.
    /** @param {ReadKnown | null} stored @param {number[]} left @param {number} node @returns {Totals | null} */
    function plannedOf(stored, left, node) {
      if (!stored || node < 0) return null;
      const total = stored.strategy.total(node, left);
      return { guess: game.guesses[stored.strategy.guess(node)], lower: total, upper: total, done: true };
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
      const found = new Map(tried.map((one, i) => [one, widgets.moves.move(engine, game, left, one, totals[i], prior?.weights)]));
      const moveOf = (/** @type {number} */ one) => /** @type {{ bits: number; move: Move }} */ (found.get(one)).move;
      const made = moveOf(own);
      const rollout = moveOf(await beliefs.choice(task, belief));
      const other = planned === null ? rollout : moveOf(planned);
      const last = below?.left ?? [/** @type {number} */ (game.hiddenNumber.get(guess))];
      const [weight, weightAfter] = [beliefs.weight(left), beliefs.weight(last)];
      const figures = {
        ...{ guess, feedback, before: left.length, after: last.length, weight_before: weight, weight_after: weightAfter },
        expected_bits: found.get(own)?.bits ?? NaN,
        received_bits: Math.log2(weight / weightAfter),
        rest: below ? await beliefs.base(task, below) : 0,
        ...{ made, base: moveOf(listed[0]), rollout },
        strategy: planned === null ? null : other,
        best: made.total <= other.total ? made : other,
        perfect: perfectOf(stored, belief, made, node),
      };
      return { ...figures, ...widgets.moves.derived(figures) };
    }

    // The least total in a belief, and that of a guess there. A guess that tells nothing is followed by perfect play.
    /** @param {Task<JudgingProgress>} task @param {JudgedPlace} place @param {boolean} hard @returns {Promise<[best: Totals, own: Totals]>} */
    async function solved(task, { belief, row: [guess, marks], planned }, hard) {
      const { history, left } = belief;
      const ask = (/** @type {object} */ given) => task.ask("solve", { history, hard, work: WORK, weights: prior?.weights, ...given });
      /** @type {Totals} */
      const best = planned ?? (await ask({}));
      if (best.done && best.guess === guess) return [best, best];
      if (marks === found || engine.classes(game, guess, left).length > 1) return [best, await ask({ guess })];
      const { lower, upper, done } = hard ? await ask({ history: [...history, [guess, marks]] }) : best;
      const once = left.reduce((sum, h) => sum + (prior?.weights[h] ?? 1), 0);
      return [best, { guess, lower: once + lower, upper: upper && once + upper, done }];
    }

    // Perfect play in a row as the search finds it. Where the least total is not proven, its lower bound stands for it, and
    // what is unsure of it makes the lower bound of the guess smaller.
    /** @param {Task<JudgingProgress>} task @param {JudgedPlace} place @param {boolean} hard @returns {Promise<Perfect | null>} */
    async function searched(task, place, hard) {
      const [best, own] = await solved(task, place, hard);
      if (best.upper === null || own.upper === null) return null;
      const [least, most] = [best.lower, Math.min(best.upper, own.upper)];
      const guess = own.upper === most ? place.row[0] : /** @type {string} */ (best.guess);
      return { guess, least, lower: Math.max(least, own.lower - (most - least)), upper: own.upper };
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

    // All rows; what is still to be searched for comes last.
    /** @param {Task<JudgingProgress>} task @param {Row[]} rows @param {JudgingMode} mode @param {boolean} hard */
    async function judgeRows(task, rows, mode, hard) {
      const { stored, beliefs } = mode;
      /** @type {JudgedRow[]} */
      const judged = [];
      /** @type {JudgedPlace[]} */
      const places = [];
      const told = (done = 0, of = 0) => task.report({ rows: [...judged], of: rows.length, work: { done, of } });
      told();
      let belief = await beliefs.look(task, []);
      let node = stored ? 0 : -1;
      for (const [i, row] of rows.entries()) {
        const code = engine.toCode(row[1]);
        const below = row[1] === found ? null : await beliefs.look(task, rows.slice(0, i + 1));
        const place = { belief, row, below, node, planned: plannedOf(stored, belief.left, node) };
        judged.push(await judgeRow(task, mode, place, told));
        places.push(place);
        told();
        node = stored && node >= 0 && stored.strategy.guess(node) === numberOf(row[0]) ? stored.strategy.below(node, code) : -1;
        if (below) belief = below;
      }
      for (const [i, row] of judged.entries()) {
        if (row.perfect || row.before > SEARCHED) continue;
        const figures = { ...row, perfect: await searched(task, places[i], hard) };
        judged[i] = { ...figures, ...widgets.moves.derived(figures) };
        told(i + 1, rows.length);
      }
      return judged;
    }

    // A game that has been checked, judged.
    /** @param {Task<JudgingProgress>} task @param {Row[]} rows @param {string} answer @param {boolean} hard @returns {Promise<Judgement>} */
    async function judgeGame(task, rows, answer, hard) {
      const { stored, beliefs } = modeOf(hard);
      const judged = await judgeRows(task, rows, modeOf(hard), hard);
      const [guess, marks] = rows[rows.length - 1];
      const told = marks === found ? guess : answer || null;
      const first = await beliefs.look(task, []);
      const start = (await beliefs.base(task, first)) / beliefs.weight(first.left);
      return {
        ...{ mode: hard ? "hard" : "easy", answer: told, rows: judged, solved: marks === found, start },
        rollout: told === null ? null : await rolloutPath(task, beliefs, told),
        perfect: told === null || !stored ? null : stored.strategy.path(told),
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
  }
})();
