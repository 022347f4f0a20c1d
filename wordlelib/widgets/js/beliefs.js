// Beliefs over the hidden words: priors, lies, Bayes' rule, and the particles that follow it.
(function () {
  const widgets = wordleWidgets;
  const TOTAL = 2 ** 18; // a prior's weights are whole numbers with about this sum, each at least 1 (wordlelib/game/words.py)
  const CODES = 3 ** 5;
  const FOUND = CODES - 1;

  const total = (/** @type {Float64Array} */ numbers) => numbers.reduce((sum, each) => sum + each, 0);

  // Weights of words by their shares of running text to a power, rounded as the library rounds them; at 0 all words are alike,
  // and an infinite power leaves those of the largest share alone.
  /** @type {Beliefs["weightsOf"]} */
  function weightsOf(shares, power) {
    const most = Math.max(...shares);
    if (power === Infinity) return Float64Array.from(shares, (share) => Number(share === most));
    const heights = Float64Array.from(shares, (share) => (share / most) ** power);
    const sum = total(heights);
    const alike = heights.every((height) => height === heights[0]);
    return heights.map((height) => (alike ? 1 : Math.max(1, Math.round((height / sum) * TOTAL))));
  }

  /** @type {Beliefs["prior"]} */
  function prior(shares, skew) {
    const weights = weightsOf(shares, skew);
    const all = total(weights);
    return weights.map((weight) => weight / all);
  }

  // In how many places two rows of colours differ.
  /** @param {number} a @param {number} b */
  function differences(a, b) {
    let places = 0;
    for (; a !== b; a = Math.floor(a / 3), b = Math.floor(b / 3)) if (a % 3 !== b % 3) places++;
    return places;
  }

  // How likely each hidden word makes a row, if each colour lies with probability `lies`. "Found" is always true.
  /** @type {Beliefs["likelihood"]} */
  function likelihood(engine, game, [guess, marks], lies) {
    const seen = engine.toCode(marks);
    const right = 1 - lies;
    const of = Float64Array.from({ length: CODES }, (_, code) => {
      if (code === FOUND || seen === FOUND) return code === seen ? 1 : 0;
      const wrong = differences(code, seen);
      return right ** (game.length - wrong) * (lies / 2) ** wrong;
    });
    const codes = engine.codesOf(game, /** @type {number} */ (game.number.get(guess)));
    return Float64Array.from(codes.subarray(0, game.hidden.length), (code) => of[code]);
  }

  // Bayes' rule; null if the belief allows nothing of what was seen.
  /** @type {Beliefs["bayes"]} */
  function bayes(b, likely) {
    const joint = b.map((each, i) => each * likely[i]);
    const sum = total(joint);
    return sum > 0 ? joint.map((each) => each / sum) : null;
  }

  /** @type {Beliefs["entropy"]} */
  const entropy = (b) => b.reduce((bits, each) => bits - (each > 0 ? each * Math.log2(each) : 0), 0);

  /** @param {Float64Array} weights */
  function cumulated(weights) {
    let sum = 0;
    return weights.map((weight) => (sum += weight));
  }

  // The first place whose cumulated weight is above a point, but none beyond the last weight.
  /** @param {Float64Array} sums @param {number} point */
  function place(sums, point) {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > point) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** @type {Beliefs["draw"]} */
  function draw(b, count, random) {
    const sums = cumulated(b);
    const all = sums[sums.length - 1];
    const theta = Int32Array.from({ length: count }, () => place(sums, random() * all));
    return { theta, weights: new Float64Array(count).fill(1 / count), size: count };
  }

  /** @param {Float64Array} weights */
  const worth = (weights) => 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);

  // Weigh the particles by what was seen, and draw them anew when their effective number is less than a part `threshold`
  // of them: sorted by their words, systematically; then move them. Null if none allows what was seen.
  /** @type {Beliefs["weigh"]} */
  function weigh({ theta, weights }, likely, random, { threshold, moves, prior: before, explained }) {
    const weighed = bayes(weights, Float64Array.from(theta, (each) => likely[each]));
    if (!weighed) return null;
    const n = theta.length;
    const size = worth(weighed);
    if (size >= threshold * n) return { theta, weights: weighed, size };
    const order = Int32Array.from(theta.keys()).sort((i, j) => theta[i] - theta[j] || i - j);
    const sums = cumulated(Float64Array.from(order, (i) => weighed[i]));
    const first = random();
    let drawn = theta.map((_, k) => theta[order[place(sums, ((first + k) / n) * sums[n - 1])]]);
    for (let k = 0; k < moves; k++) {
      const proposed = draw(before, n, random).theta;
      drawn = drawn.map((each, i) => (random() < explained[proposed[i]] / explained[each] ? proposed[i] : each));
    }
    return { theta: drawn, weights: new Float64Array(n).fill(1 / n), size };
  }

  // The weight of the particles at each of so many words.
  /** @type {Beliefs["estimate"]} */
  function estimate({ theta, weights }, words) {
    const b = new Float64Array(words);
    theta.forEach((each, i) => (b[each] += weights[i]));
    return b;
  }

  // Half the sum of all differences of two distributions.
  /** @type {Beliefs["totalVariation"]} */
  const totalVariation = (p, q) => p.reduce((sum, each, i) => sum + Math.abs(each - q[i]), 0) / 2;

  // Random numbers from 0 up to 1, the same for the same seed: equal steps, mixed.
  /** @type {Beliefs["seeded"]} */
  function seeded(seed) {
    let state = seed | 0;
    return () => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
    };
  }

  widgets.beliefs = { weightsOf, prior, likelihood, bayes, entropy, draw, weigh, estimate, totalVariation, seeded };
})();
