// The engine's ranking: the four scores as whole numbers, and the guesses of least cost (wordlelib/game/entropy.py).
wordleWidgets.engineParts.push(function (engine) {
  "use strict";
  const LOG_UNIT = 2 ** 38;
  const SPARSE = 256;
  const BLOCK = 32;
  const CELLS = 256;

  // n log2 n in fixed point, additive over prime factors, so that equal partitions have equal costs.
  /** @param {number} limit */
  function logTable(limit) {
    const logs = new Float64Array(limit + 1);
    const factor = new Int32Array(limit + 1);
    for (let k = 2; k <= limit; k++) {
      if (factor[k]) {
        logs[k] = logs[factor[k]] + logs[k / factor[k]];
      } else {
        logs[k] = Math.round(Math.log2(k) * LOG_UNIT);
        for (let m = 2 * k; m <= limit; m += k) factor[m] ||= k;
      }
    }
    return logs.map((log, n) => log * n);
  }

  // What a class of n words adds to the cost of a guess under each score; of the last, the largest counts, not the sum.
  /** @type {Record<Score, (limit: number) => Float64Array>} */
  const SHARES = {
    "information-gain": logTable,
    "expected-remaining": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => n * n),
    "most-classes": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => (n ? -1 : 0)),
    "worst-class": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => n),
  };
  const scores = /** @type {Score[]} */ (Object.keys(SHARES));

  // A score's table for a game, and how much more a class's cost grows by its n-th word than by its first.
  /** @param {Game} game @param {Score} score */
  function tableOf(game, score) {
    const known = (game.tables ??= {});
    if (known[score]) return known[score];
    const table = SHARES[score](game.hidden.length);
    const more = table.map((share, n) => (n ? share - table[n - 1] - table[1] : 0));
    return (known[score] = { table, more, largest: score === "worst-class" });
  }

  // The cost of a guess that tells n words apart: nothing costs less.
  const least = (/** @type {Table} */ { table, largest }, /** @type {number} */ n) => (largest ? table[1] : n * table[1]);

  // Room for counting. `seen` holds for each code the count of its words above `stamp`, which grows with each guess.
  const STEP = 4096;
  const seen = new Int32Array(CELLS);
  let stamp = 0;
  const counts = new Uint16Array(BLOCK * CELLS);

  function nextStamp() {
    if (stamp > 2 ** 31 - 2 * STEP) {
      seen.fill(0);
      stamp = 0;
    }
    return (stamp += STEP);
  }

  // The cost of a guess, or, as soon as it is known to be above the limit, some number above the limit.
  /** @param {Uint8Array} codes @param {Int32Array} starts @param {number} guess @param {Table} scale @param {number} limit */
  function costOf(codes, starts, guess, scale, limit) {
    const { more, largest } = scale;
    const n = starts.length;
    const floor = nextStamp();
    let cost = least(scale, n);
    for (let i = 0; i < n && cost <= limit; i++) {
      const code = codes[starts[i] + guess];
      const before = seen[code] - floor;
      const size = (before & ~(before >> 31)) + 1; // without a branch, which nobody could predict
      seen[code] = floor + size;
      if (!largest) cost += more[size];
      else if (size > cost) cost = size;
    }
    return cost;
  }

  // The costs of BLOCK guesses or fewer for many words: their classes are counted together, word by word.
  /** @param {Uint8Array} codes @param {Int32Array} starts @param {Uint16Array} block @param {Table} scale @param {Float64Array} out */
  function blockCosts(codes, starts, block, { table, largest }, out) {
    counts.fill(0);
    const [first, size] = [block[0], block.length];
    if (size === BLOCK && first % 4 === 0 && block[size - 1] === first + size - 1) countFours(codes, starts, first);
    else {
      for (let i = 0; i < starts.length; i++) {
        for (let k = 0; k < size; k++) counts[k * CELLS + codes[starts[i] + block[k]]]++;
      }
    }
    for (let k = 0; k < size; k++) {
      let cost = 0;
      for (let cell = k * CELLS; cell < (k + 1) * CELLS; cell++) {
        const share = table[counts[cell]];
        if (!largest) cost += share;
        else if (share > cost) cost = share;
      }
      out[k] = cost;
    }
  }

  // Count for guesses that follow each other: four codes are read at once.
  /** @param {Uint8Array} codes @param {Int32Array} starts @param {number} first */
  function countFours(codes, starts, first) {
    const fours = new Uint32Array(codes.buffer);
    for (let i = 0; i < starts.length; i++) {
      const at = (starts[i] + first) >> 2;
      for (let k = 0; k < BLOCK / 4; k++) {
        const four = fours[at + k];
        const cell = k * 4 * CELLS;
        counts[cell + (four & 255)]++;
        counts[cell + CELLS + ((four >>> 8) & 255)]++;
        counts[cell + 2 * CELLS + ((four >>> 16) & 255)]++;
        counts[cell + 3 * CELLS + (four >>> 24)]++;
      }
    }
  }

  // A list of the k best guesses so far, best first: least cost, possible words first, then list order. Guesses are
  // offered in list order, so that an equal one comes after those that are there.
  /** @param {Int16Array} hiddenOf @param {Set<number>} possible @param {number} k */
  function shortList(hiddenOf, possible, k) {
    /** @type {Found[]} */
    const found = [];
    return {
      found,
      limit: Infinity,
      /** @param {number} guess @param {number} cost */
      offer(guess, cost) {
        if (cost > this.limit) return;
        const mine = { guess, cost, possible: possible.has(hiddenOf[guess]) };
        let place = found.length;
        while (place > 0 && better(mine, found[place - 1])) place--;
        found.splice(place, 0, mine);
        if (found.length > k) found.pop();
        if (found.length === k) this.limit = Math.min(this.limit, found[k - 1].cost);
      },
    };
  }

  const better = (/** @type {Found} */ a, /** @type {Found} */ b) => a.cost < b.cost || (a.cost === b.cost && a.possible && !b.possible);

  // A bound on the k-th least cost of all guesses, from the possible words alone, and the least cost among these.
  /** @param {Game} game @param {Uint8Array} codes @param {Numbers} left @param {Int32Array} starts @param {Table} scale @param {number} k */
  function boundOf(game, codes, left, starts, scale, k) {
    /** @type {number[]} */
    const lowest = [];
    let limit = Infinity;
    for (const h of left) {
      const cost = costOf(codes, starts, game.guessOf[h], scale, limit);
      if (cost > limit) continue;
      lowest.push(cost);
      lowest.sort((a, b) => a - b);
      if (lowest.length > k) lowest.pop();
      if (lowest.length === k) limit = lowest[k - 1];
    }
    return { limit, lowest: lowest[0] };
  }

  // The k best of the allowed guesses, which hold all words that are left.
  /** @type {Engine["best"]} */
  function best(game, left, allowed, score, k) {
    const codes = engine.columnsOf(game, left);
    const starts = Int32Array.from(left, (h) => h * game.width);
    const scale = tableOf(game, score);
    const list = shortList(game.hiddenOf, new Set(left), Math.min(k, allowed.length));
    if (left.length > SPARSE) {
      const costs = new Float64Array(BLOCK);
      for (let at = 0; at < allowed.length; at += BLOCK) {
        const block = allowed.subarray(at, at + BLOCK);
        blockCosts(codes, starts, block, scale, costs);
        for (let i = 0; i < block.length; i++) list.offer(block[i], costs[i]);
      }
      return list.found;
    }
    const bound = boundOf(game, codes, left, starts, scale, k);
    const floor = least(scale, left.length);
    list.limit = bound.limit;
    for (let i = 0; i < allowed.length; i++) {
      const cost = costOf(codes, starts, allowed[i], scale, list.limit);
      if (cost > list.limit) continue;
      list.offer(allowed[i], cost);
      if (list.limit === floor && bound.lowest > floor && list.found.length === k) break;
    }
    return list.found;
  }

  // A cost as people quote it: bits, words that remain, classes, words of the largest class.
  /** @param {Score} score @param {number} cost @param {number} n */
  function quoted(score, cost, n) {
    if (score === "information-gain") return Math.abs(Math.log2(n) - cost / (LOG_UNIT * n));
    return score === "expected-remaining" ? cost / n : Math.abs(cost);
  }

  // A guess with its score and the sizes of its classes, for n words that are left.
  /** @type {Engine["measure"]} */
  function measure(game, left, guess, score) {
    const { table, largest } = tableOf(game, score);
    const n = left.length;
    const sizes = engine.classes(game, guess, left).map((part) => part.words.length);
    const cost = sizes.reduce((sum, size) => (largest ? Math.max(sum, size) : sum + table[size]), 0);
    const remaining = sizes.reduce((sum, size) => sum + size * size, 0) / n;
    const h = game.hiddenNumber.get(guess);
    return {
      ...{ guess, possible: h !== undefined && left.includes(h) },
      ...{ score: quoted(score, cost, n), parts: sizes.length, worst: sizes[0], remaining },
    };
  }

  // The best guesses under a score.
  /** @type {Engine["rank"]} */
  function rank(game, history, hard, top, score = "information-gain") {
    const left = engine.candidates(game, history);
    if (!left.length) return { left, allowed: 0, best: [] };
    const allowed = hard ? engine.allowed(game, history) : game.every;
    const found = best(game, left, allowed, score, top);
    return { left, allowed: allowed.length, best: found.map(({ guess }) => measure(game, left, game.guesses[guess], score)) };
  }

  Object.assign(engine, { scores, best, measure, rank });
});
