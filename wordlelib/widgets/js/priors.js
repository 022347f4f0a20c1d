// Priors: what is expected of information gain with several bonuses if some words are hidden more often than others.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const BONUSES = [0, 0.5, 1, 2, 3, 5];
  const MOST = 64; // bits, as in `InformationGain`
  const TEMPERATURES = { names: ["0", "1/8", "1/4", "1/2", "1", "2", "4", "8", "infinite"], values: [0, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, Infinity] };
  const total = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);

  const expectedOf = (/** @type {Prices} */ { prices }, /** @type {number} */ bonus) => prices.find(([each]) => each === bonus)?.[1] ?? NaN;
  // The best bonus, the least one if several need as few guesses.
  const bestOf = (/** @type {Prices} */ { prices }) => prices.reduce((best, each) => (each[1] < best[1] ? each : best));

  /** @param {number} by @param {number} digits @param {string} unit */
  function difference(by, digits, unit) {
    const size = Math.abs(by).toFixed(digits);
    return Number(size) ? `${size} ${unit} ${by < 0 ? "fewer" : "more"}` : `as many ${unit}`;
  }

  widgets.priors = function (context) {
    const { make } = widgets;
    const shares = widgets.unpack(context.model.get("shares"));
    const temperature = make("select", {}, ...TEMPERATURES.names.map((name) => make("option", { value: name }, name)));
    const bonus = make("input", { type: "number", min: 0, max: MOST, step: 0.5 });
    /** @type {Map<string, Games>} */
    const played = new Map(); // by temperature, opening and bonus

    const bench = widgets.bench(context, {
      name: "Priors",
      picture: "Expected guesses by the bonus",
      settings: ["temperature", "bonus", "opening"],
      fields: [widgets.field("Temperature", temperature), widgets.field("Bonus in bits", bonus)],
      put(setUp) {
        temperature.value = setUp.temperature;
        bonus.value = String(setUp.bonus);
      },

      async play(setUp, ask) {
        const power = 1 / TEMPERATURES.values[TEMPERATURES.names.indexOf(setUp.temperature)];
        const weights = Array.from(widgets.beliefs.weightsOf(shares, power));
        const own = weights.filter(Boolean);
        const sum = total(own);
        /** @type {Prices["prices"]} */
        const prices = [];
        for (const each of [...new Set([...BONUSES, setUp.bonus])].sort((a, b) => a - b)) {
          const key = [setUp.temperature, setUp.opening, each].join();
          const games = played.get(key) ?? (await ask(`information gain with bonus ${each}`, { width: 1, weights, bonus: each }));
          played.set(key, games);
          prices.push([each, total(own.map((weight, i) => weight * games.used[i])) / sum, games.opening]);
        }
        return { bonus: setUp.bonus, prices, bits: total(own.map((weight) => (weight / sum) * Math.log2(sum / weight))) };
      },
      held: (found) => ({ prices: found?.prices ?? [] }),
      look: () => "",

      describe(setUp, found) {
        const [, expected, first] = found.prices.find(([each]) => each === setUp.bonus) ?? found.prices[0];
        const [best, least] = bestOf(found);
        const from = `${setUp.opening ? "After" : "From its own opening"} ${first.toUpperCase()} at temperature ${setUp.temperature}`;
        const needs = `information gain with a bonus of ${widgets.count(setUp.bonus, "bit")} needs ${expected.toFixed(3)} guesses on average`;
        const without = setUp.bonus ? `, and ${expectedOf(found, 0).toFixed(3)} without a bonus` : "";
        return `${from}, ${needs}${without}. The best of ${found.prices.length} bonuses is ${best}, with ${least.toFixed(3)}. The prior has ${found.bits.toFixed(2)} bits.`;
      },

      compare(found, other) {
        const more = difference(expectedOf(found, found.bonus) - expectedOf(other, other.bonus), 3, "guesses");
        const without = difference(expectedOf(found, 0) - expectedOf(other, 0), 3, "guesses");
        return `${more} on average, ${without} without a bonus, and ${difference(found.bits - other.bits, 2, "bits")} in the prior.`;
      },

      tabulate(setUps, results) {
        const bonuses = [...new Set(results.flatMap(({ prices }) => prices.map(([each]) => each)))].sort((a, b) => a - b);
        const rows = bonuses.map((each) => {
          const prices = results.map((found) => found.prices.find(([bonus]) => bonus === each));
          const cells = prices.flatMap((price, k) => {
            if (!price) return ["–", ""];
            return [`${price === bestOf(results[k]) ? "★ " : ""}${price[1].toFixed(3)}`, price[2].toUpperCase()];
          });
          return { of: each === setUps[0].bonus ? `${each} (set)` : each, lengths: prices.map((price) => price?.[1] ?? 0), cells };
        });
        const heads = setUps.flatMap((_, k) => [`${k ? "kept: " : ""}guesses`, "first"]);
        return { caption: "Expected guesses by the bonus in bits (★ least)", heads: ["bonus", "", ...heads], rows };
      },
    });

    temperature.onchange = () => bench.change({ temperature: temperature.value });
    bonus.onchange = () => bench.change({ bonus: Math.min(Math.max(bonus.valueAsNumber || 0, 0), MOST) });
    return bench.stop;
  };
  widgets.priors.state = { temperature: codecs.choice(TEMPERATURES.names), bonus: codecs.real(0, MOST), opening: codecs.word };
})();
