// Openings and lookahead: how many guesses the hidden words take with one set-up, and with another that was kept.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const WIDEST = 100; // candidates; with more the first guess alone would take long

  // How many words take 1, 2, 3 ... guesses.
  const countsOf = (/** @type {Games} */ { used }) => Array.from({ length: Math.max(...used) }, (_, i) => used.filter((n) => n === i + 1).length);
  const totalOf = (/** @type {number[]} */ used) => used.reduce((a, b) => a + b, 0);
  const say = (/** @type {number} */ n) => n.toLocaleString("en");
  const player = (/** @type {SetUp} */ { base, width }) => (width > 1 ? `rollout of width ${width} on ${base}` : `${base} alone`);

  widgets.lookahead = function (context) {
    const { make, count } = widgets;
    const base = make("select", {}, ...widgets.scores.map((name) => make("option", { value: name }, name)));
    const width = make("input", { type: "number", min: 1, max: WIDEST, step: 1 });
    const hard = make("input", { type: "checkbox" });

    const { change, stop } = widgets.bench(context, {
      name: "Openings and lookahead",
      picture: "Words by the number of their guesses",
      settings: ["opening", "base", "width", "hard"],
      fields: [widgets.field("Base policy", base), widgets.field("Width", width), make("label", { className: "ww-field" }, hard, " hard mode")],
      put(setUp) {
        base.value = setUp.base;
        width.value = String(setUp.width);
        hard.checked = setUp.hard;
      },
      /** @returns {Promise<Games>} */
      play: (setUp, ask) => ask(player(setUp), { score: setUp.base, width: setUp.width, hard: setUp.hard }),
      held: (games) => ({ used: games?.used ?? [] }),
      look: ({ width }) => (width > 1 ? "ww-newton" : "ww-of-base"),

      describe(setUp, { used, opening }) {
        const from = `${setUp.opening ? "After" : "From its own opening"} ${opening.toUpperCase()}${setUp.hard ? " in hard mode" : ""}`;
        const total = totalOf(used);
        return `${from}, ${player(setUp)} takes ${say(total)} guesses for ${count(used.length, "word")}, ${(total / used.length).toFixed(3)} on average and ${Math.max(...used)} at most.`;
      },

      compare({ used }, other) {
        const [fewer, more] = [-1, 1].map((sign) => used.filter((/** @type {number} */ n, /** @type {number} */ i) => Math.sign(n - other.used[i]) === sign).length);
        const difference = totalOf(used) - totalOf(other.used);
        const change = difference ? `${count(Math.abs(difference), "guess", "guesses")} ${difference < 0 ? "fewer" : "more"}` : "as many guesses";
        return `${change} in all: ${count(fewer, "word takes", "words take")} fewer, ${say(more)} more and ${say(used.length - fewer - more)} as many.`;
      },

      // In the colours of rollout and of the base policy.
      tabulate(setUps, games) {
        const counts = games.map(countsOf);
        const longest = Math.max(...counts.map(({ length }) => length));
        const rows = Array.from({ length: longest }, (_, i) => {
          const lengths = counts.map((each) => each[i] ?? 0);
          return { of: i + 1, lengths, cells: lengths.map(say) };
        });
        const heads = setUps.map(({ width }, k) => (k ? "kept: " : "") + (width > 1 ? "rollout" : "base policy"));
        return { caption: "Hidden words by the guesses they take", heads: ["guesses", "", ...heads], rows };
      },
    });

    base.onchange = () => change({ base: /** @type {Score} */ (base.value) });
    width.onchange = () => change({ width: Math.min(Math.max(Math.round(width.valueAsNumber) || 1, 1), WIDEST) });
    hard.onchange = () => change({ hard: hard.checked });
    return stop;
  };
  widgets.lookahead.state = { opening: codecs.word, base: codecs.choice(widgets.scores), width: codecs.whole(1, WIDEST), hard: codecs.flag };
})();
