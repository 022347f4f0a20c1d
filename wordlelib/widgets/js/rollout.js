// Rankings and rollout with the library's kernels; here is what Python does around them (wordlelib/planning/rollout.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // A greedy policy as kernels see it, for beliefs of so many words, or so much weight; its score is the number that kernels
  // have for it. The bonus is in bits.
  widgets.greedyRule = function (host, score, limit, bonus = 0) {
    const LOG_UNIT = 2 ** 38; // of a bit, as in `kernels/scores.py`
    const SLACK = 2 ** 14; // see `kernels/ranking.py`, extra_information

    // n log2 n in fixed point, additive over prime factors, so that equal partitions have equal costs.
    function logTable() {
      const mark = host.mark();
      const logs = host.array("int64", limit + 1);
      const room = host.array("int64", limit + 1);
      host.view(logs).set(BigInt64Array.from({ length: limit + 1 }, (_, n) => BigInt(n ? Math.round(Math.log2(n) * LOG_UNIT) : 0)));
      host.call("make_additive", logs, room);
      const table = host.view(logs).map((/** @type {bigint} */ log, /** @type {number} */ n) => log * BigInt(n));
      host.release(mark);
      return table;
    }

    /** @type {(() => BigInt64Array)[]} */
    const TABLES = [
      logTable,
      () => BigInt64Array.from({ length: limit + 1 }, (_, n) => BigInt(n * n)),
      () => BigInt64Array.from({ length: limit + 1 }, (_, n) => (n ? -1n : 0n)),
      () => BigInt64Array.from({ length: limit + 1 }, (_, n) => BigInt(n)),
    ];

    // What a class adds to the bound on the information cost beyond classes of two words, by its pairs.
    /** @param {number} e */
    function extra(e) {
      const largest = Math.floor((3 + Math.sqrt(1 + 8 * e)) / 2);
      const slope = ((largest * Math.log2(largest)) / (largest - 1) - 2) / (largest - 2);
      return BigInt(e ? Math.floor(2 * slope * e * LOG_UNIT) - SLACK : 0);
    }

    const values = TABLES[score]();
    const table = host.array("int64", limit + 1);
    host.view(table).set(values);
    const rule = host.make("Rule", {}, { score, table, bonus: Math.round(bonus * LOG_UNIT) });
    host.view(rule.fields.extra).set(Array.from({ length: host.view(rule.fields.extra).length }, (_, e) => extra(e)));
    return rule;
  };

  // After some rows: with `top`, so many of the best guesses under a score; with `guesses`, what each of them costs as a total
  // if the greedy policy of that score plays on; with `width`, how many guesses each word takes if rollout of that width does,
  // after an opening that may be given. Words may have weights, 0 for those that are not hidden, and the policy a bonus in bits.
  // It yields the totals that are known, and NaN for the others, or how far the games are.
  widgets.computations.rollout = function ({ open, layout, engine, compiledGame, sizesOf, fillKeys, greedyRule }) {
    const SCORES = ["information-gain", "expected-remaining", "most-classes", "worst-class"]; // as kernels number them
    const WORK = 50_000_000; // pairs of words and guesses that a call looks at, in some hundredths of a second
    const { DONE, NO_LIMIT } = layout.constants;
    const fields = Object.keys(layout.records.Run.fields);
    /** @type {WeakMap<Game, Record<string, Stage>>} */
    const stages = new WeakMap();

    // A belief, as the words left, with its own smaller game in the memory of a host; it serves the beliefs that follow from it too.
    /** @param {Game} game @param {Row[]} history @param {number[]} left @param {boolean} hard @param {number[]} [weights] @returns {Stage} */
    function stageOf(game, history, left, hard, weights) {
      const known = stages.get(game) ?? {};
      stages.set(game, known);
      const last = known[String(hard)];
      const same = String(last?.weights) === String(weights);
      if (same && last?.history.every((row, i) => String(row) === String(history[i]))) return last;
      const host = open();
      const own = weights && left.map((h) => weights[h]);
      const arrays = compiledGame(host, { hidden: left.map((h) => game.hidden[h]), guesses: game.guesses, hard, weights: own });
      const sizes = sizesOf(arrays);
      const every = host.array("int32", sizes.guesses);
      host.view(every).set([...game.guesses.keys()]);
      const place = new Map(left.map((h, i) => [h, i]));
      const stage = { history, weights, place, host, arrays, sizes, every, work: host.make("Workspace", sizes), players: {} };
      return (known[String(hard)] = stage);
    }

    // A greedy policy at a stage: its rule and, once it has played, the costs that it remembers. One with a bonus is not kept.
    /** @param {Stage} stage @param {Score} score @param {number} bonus @returns {Greedy} */
    function playerOf({ host, arrays, players }, score, bonus) {
      const weight = host.view(arrays.fields.weights).reduce((/** @type {bigint} */ a, /** @type {bigint} */ b) => a + b);
      const make = () => ({ rule: greedyRule(host, SCORES.indexOf(score), Number(weight), bonus) });
      return bonus ? make() : (players[score] ??= make());
    }

    // What rollout needs of a policy that plays without a limit: its plan, and its memory.
    /** @param {Stage} stage @param {Greedy} player */
    function play({ host, sizes }, player) {
      if (player.plan) return player;
      const levels = { levels: 2, numbers: 0, places: 0, widest: 1, tallied: 1 };
      const plan = host.make("Plan", { ...sizes, ...levels }, { rule: player.rule });
      host.view(plan.fields.widths).fill(1n);
      host.view(plan.fields.steps).fill(BigInt(NO_LIMIT));
      host.view(plan.fields.bounded).fill(1);
      const memo = host.make("Memo", sizes);
      fillKeys(host, memo.fields.names);
      return Object.assign(player, { plan, memo });
    }

    // The guesses that are allowed after some rows of numbers and codes.
    /** @param {Stage} stage @param {number[][]} rows @returns {Int32Array} */
    function allowedAfter({ host, arrays, sizes, every }, rows) {
      if (!sizes.hints) return host.view(every).slice();
      const { letters, letter_sets: sets } = arrays.fields;
      const mark = host.mark();
      const hints = host.array("uint8", sizes.hints);
      const found = host.array("int32", sizes.guesses);
      for (const row of rows) host.call("add_hints", letters, hints, ...row);
      const count = host.call("honour_hints", letters, sets, every, hints, found);
      host.release(mark);
      return host.view(found).slice(0, count);
    }

    // Arrays one after the other, and where each ends.
    /** @param {Host} host @param {ArrayLike<number>[]} parts */
    function joined(host, parts) {
      const ends = host.array("int64", parts.length + 1);
      const all = host.array("int32", parts.reduce((sum, part) => sum + part.length, 0));
      let end = 0;
      parts.forEach((part, i) => {
        host.view(all).set(part, end);
        host.view(ends)[i + 1] = BigInt((end += part.length));
      });
      return [all, ends];
    }

    // What is found for beliefs, each the words and the rows of its place: the costs of the greedy policy or, with a width,
    // the numbers of the guesses that rollout makes.
    /** @param {Stage} stage @param {Greedy} player @param {number[][]} parts @param {number[][][]} histories @param {number} [width] @param {(beliefs: number) => any} [tell] @returns {Generator<any, number[]>} */
    function* evaluate(stage, player, parts, histories, width = 0, tell) {
      const { host, arrays, sizes, work } = stage;
      const { plan, memo } = play(stage, player);
      const mark = host.mark();
      try {
        const lists = (sizes.hints ? histories : [[]]).map((history) => allowedAfter(stage, history));
        const [batched, offsets] = joined(host, parts);
        const [allowed, ends] = joined(host, lists);
        const made = host.array("int32", parts.length, histories[0]?.length ?? 0, 2);
        host.view(made).set(histories.flat(2));
        const beliefs = host.make("Batch", {}, { members: batched, offsets, rows: made, allowed, allowed_offsets: ends });
        const most = (/** @type {ArrayLike<number>[]} */ some) => some.reduce((a, { length }) => Math.max(a, length), 0);
        const at = host.array("int64", 6);
        host.view(at).set([-1, 0, Math.sign(width), NO_LIMIT, Math.sign(width), 0].map(BigInt));
        host.view(/** @type {HostRecord} */ (plan).fields.widths)[1] = BigInt(Math.min(width, sizes.guesses));
        const run = host.make("Run", { ...sizes, words: most(parts), listed: most(lists), beliefs: parts.length }, { at });
        const top = (/** @type {string} */ field) => host.read(run.fields.frames, 0, field); // of the stack: the policy's own guess
        for (let lack; (lack = host.call("run_beliefs", arrays, plan, memo, beliefs, work, run, WORK)) !== DONE; ) {
          if (lack >= 0) host.grow(run, fields[lack]);
          else yield tell?.(Number(host.view(at)[1]) + (top("candidate") / top("candidates_last") || 0));
        }
        return Array.from(host.view(run.fields.out));
      } finally {
        host.release(mark);
      }
    }

    // The classes of a guess by the codes of its colours, without the class of the guess itself.
    /** @param {Stage} stage @param {number[]} members @param {number} guess */
    function classesOf({ host, arrays, sizes }, members, guess) {
      const row = host.view(arrays.fields.codes).subarray(guess * sizes.hidden, (guess + 1) * sizes.hidden);
      /** @type {Map<number, number[]>} */
      const classes = new Map();
      for (const h of members) {
        const part = classes.get(row[h]);
        if (part) part.push(h);
        else if (row[h] !== sizes.cells - 1) classes.set(row[h], [h]);
      }
      return classes;
    }

    /** @param {Stage} stage @param {number[]} members */
    function weightOf({ host, arrays }, members) {
      const weights = host.view(arrays.fields.weights);
      return members.reduce((sum, h) => sum + Number(weights[h]), 0);
    }

    // The total of a guess: one for each word by its weight, and what the policy needs from each class.
    /** @param {Stage} stage @param {Greedy} player @param {number[]} members @param {number[][]} rows @param {number} guess */
    function* total(stage, player, members, rows, guess) {
      const classes = classesOf(stage, members, guess);
      const histories = [...classes.keys()].map((code) => [...rows, [guess, code]]);
      return (yield* evaluate(stage, player, [...classes.values()], histories)).reduce((a, b) => a + b, weightOf(stage, members));
    }

    // The number of guesses that each word takes if rollout of a width plays, and its first guess, which may be given.
    /** @param {Stage} stage @param {Greedy} player @param {number[]} members @param {number[][]} rows @param {number} width @param {number} [first] */
    function* games(stage, player, members, rows, width, first) {
      /** @type {Map<number, number>} */
      const used = new Map();
      let [parts, histories] = [[members], [rows]];
      for (let guess = 1; parts.length; guess++) {
        parts.flat().forEach((h) => used.set(h, guess)); // more, unless it is found by this guess
        const tell = (/** @type {number} */ n) => ({ guess, done: n / parts.length });
        const made = guess === 1 && first !== undefined ? [first] : yield* evaluate(stage, player, parts, histories, width, tell);
        first ??= made[0];
        const classes = parts.map((part, i) => [...classesOf(stage, part, made[i])]);
        if (classes.some((each, i) => parts[i].length > 1 && each[0]?.[1].length === parts[i].length)) throw new Error("This opening tells nothing; expected one that does");
        histories = classes.flatMap((each, i) => each.map(([code]) => [...histories[i], [made[i], code]]));
        parts = classes.flatMap((each) => each.map(([, part]) => part));
      }
      return { used: members.map((h) => used.get(h)), first };
    }

    // A guess as people read it: its score, the number of its classes, the largest, and how many words remain on average.
    /** @param {Game} game @param {number[]} left @param {string} guess @param {Score} score */
    function measured(game, left, guess, score) {
      const n = left.length;
      const sizes = engine.classes(game, guess, left).map((part) => part.words.length);
      const remaining = sizes.reduce((sum, size) => sum + size * size, 0) / n;
      const bits = sizes.reduce((sum, size) => sum + (size / n) * Math.log2(n / size), 0);
      const figures = [bits, remaining, sizes.length, sizes[0]];
      const h = /** @type {number} */ (game.hiddenNumber.get(guess));
      return { guess, possible: left.includes(h), score: figures[SCORES.indexOf(score)], parts: sizes.length, worst: sizes[0], remaining };
    }

    /** @param {Game} game @param {RolloutGiven} given */
    return function* (game, given) {
      const { history, hard = false, score = "information-gain", width = 0, weights, bonus = 0 } = given;
      engine.checkRows(game, history);
      const left = engine.candidates(game, history).filter((h) => weights?.[h] !== 0);
      if (!left.length) return width ? { used: [], opening: "" } : { left, allowed: 0, best: [], sums: [] };
      const stage = stageOf(game, history, left, hard, weights);
      const before = stage.host.mark();
      try {
        return yield* answered(game, given, stage, playerOf(stage, score, bonus), left);
      } finally {
        if (bonus) stage.host.release(before);
      }
    };

    /** @param {Game} game @param {RolloutGiven} given @param {Stage} stage @param {Greedy} player @param {number[]} left */
    function* answered(game, { history, score = "information-gain", top = 0, guesses = [], width = 0, opening }, stage, player, left) {
      const { host, arrays } = stage;
      const members = left.map((h) => /** @type {number} */ (stage.place.get(h)));
      const rows = history.map(([guess, marks]) => [/** @type {number} */ (game.number.get(guess)), engine.toCode(marks)]);
      const sums = guesses.map(() => NaN);
      const number = (/** @type {string} */ guess) => {
        const found = game.number.get(guess);
        if (found === undefined) throw new Error(`"${guess}" is not one of the guesses`);
        return found;
      };
      if (width) {
        const given = opening ? number(opening) : undefined;
        if (given !== undefined && !allowedAfter(stage, rows).includes(given)) throw new Error(`"${opening}" is not allowed after these rows`);
        const { used, first } = yield* games(stage, player, members, rows, width, given);
        return { used, opening: game.guesses[/** @type {number} */ (first)] };
      }
      const mark = host.mark();
      const allowed = allowedAfter(stage, rows);
      const out = host.array("int64", Math.min(top, allowed.length));
      if (top) host.call("rank_guesses", arrays, joined(host, [members])[0], joined(host, [allowed])[0], player.rule, stage.work, false, out);
      const found = Array.from(host.view(out), Number);
      host.release(mark);
      const best = found.map((guess) => measured(game, left, game.guesses[guess], score));
      for (const [i, guess] of guesses.entries()) {
        sums[i] = yield* total(stage, player, members, rows, number(guess));
        yield { sums: [...sums] };
      }
      return { left, allowed: allowed.length, best, sums };
    }
  };
})();
