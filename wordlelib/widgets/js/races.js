// Races of methods: how far above the optimum the runs of each are along a logarithmic axis, and who is ahead.
(function () {
  const widgets = wordleWidgets;
  const SIZE = { height: 300, left: 46, top: 30, right: 44, bottom: 38 };
  const TICKS = [0, 1, 10, 100, 1000];
  const ROOM = 12; // between two letters
  const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
  const COLOURS = ["base", "step", "chosen", "optimum", "iterate"]; // greedy policies, rollout, tree search, a proof

  const ink = (/** @type {number} */ kind) => `var(--ww-${COLOURS[kind % COLOURS.length]})`;
  const colour = (/** @type {number} */ kind) => `stroke: ${ink(kind)}`;
  const dash = (/** @type {number} */ kind) => DASHES[kind % DASHES.length];

  // How far above the optimum a run is at some moment; infinitely before its first strategy.
  /** @param {RaceRun} run @param {number} now */
  const above = (run, now) => run.reduce((value, [t, found]) => (t <= now ? found : value), Infinity);

  const middle = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1];

  // The course of the middle run, of those that are the middle at some time.
  /** @param {RaceRun[]} runs @returns {RaceRun} */
  function middleRun(runs) {
    const times = [...new Set(runs.flatMap((run) => run.map(([t]) => t)))].sort((a, b) => a - b);
    return times.map((t) => /** @type {[number, number]} */ ([t, middle(runs.map((run) => above(run, t)))])).filter(([, value]) => value < Infinity);
  }

  // The methods at some moment, the best first: the middle run, the best and the worst, and whether all is done.
  widgets.standings = function (methods, now) {
    const standing = methods.map((method) => {
      const values = method.runs.map((run) => above(run, now)).sort((a, b) => a - b);
      const done = method.runs.every((run) => run[run.length - 1][0] <= now);
      return { method, values, done, middle: values[values.length >> 1], proven: done && method.proof };
    });
    const before = (/** @type {{ middle: number }} */ { middle }) => 1 + standing.filter((other) => other.middle < middle).length;
    return standing
      .map((one) => ({ ...one, place: one.middle < Infinity ? before(one) : 0 }))
      .sort((a, b) => a.middle - b.middle || Number(b.proven) - Number(a.proven));
  };

  // From values above the optimum to places: logarithmic, but with the optimum itself on it.
  function heights() {
    const most = TICKS[TICKS.length - 1];
    const place = widgets.scale({ from: 1, to: most + 1, start: SIZE.height - SIZE.bottom, end: SIZE.top, log: true });
    const y = (/** @type {number} */ value) => place(Math.min(value, most) + 1);
    return Object.assign(y, { ...place, ticks: () => TICKS });
  }

  // The way of a run up to now: level, and down wherever it found something better.
  /** @param {RaceRun} run @param {number} now @param {Scale} x @param {(value: number) => number} y */
  function way(run, now, x, y) {
    const points = run.filter(([t]) => t <= now).flatMap(([t, value], i) => {
      const from = i ? [`${x(t).toFixed(1)},${y(run[i - 1][1]).toFixed(1)}`] : [];
      return [...from, `${x(t).toFixed(1)},${y(value).toFixed(1)}`];
    });
    return [...points, `${x(now).toFixed(1)},${y(above(run, now)).toFixed(1)}`].join(" ");
  }

  // The letters at the ends of the lines; those at one height stand side by side, and none covers another.
  /** @param {Standing[]} running @param {number} left @param {(value: number) => number} y */
  function letters(running, left, y) {
    /** @type {Map<number, string[]>} */
    const groups = new Map();
    for (const { method, middle } of running) groups.set(middle, [...(groups.get(middle) ?? []), method.letter]);
    let free = SIZE.height;
    return [...groups].map(([middle, names]) => {
      free = Math.min(y(middle) + 4, free - ROOM);
      return widgets.svg("text", { x: left, y: free, class: "ww-halo ww-strong" }, names.sort().join(""));
    });
  }

  // What each run has found up to now; with `medians`, the median of each method's runs too, as a broader line. A run that is
  // `under` way is drawn as far as it is.
  widgets.racePicture = function ({ standing, now, from, to, unit, label, width, medians = false, under = null }) {
    const { svg } = widgets;
    const x = widgets.scale({ from, to, start: SIZE.left, end: width - SIZE.right, log: true });
    const y = heights();
    const running = standing.filter(({ middle }) => middle < Infinity);
    /** @param {RaceRun} run @param {number} kind @param {number} breadth @param {number} until */
    const line = (run, kind, breadth, until = now) =>
      svg("polyline", { points: way(run, until, x, y), fill: "none", style: colour(kind), "stroke-width": breadth, "stroke-dasharray": dash(kind) });
    const lines = standing.flatMap(({ method: { runs, kind } }) => [
      ...runs
        .filter((run) => run[0][0] <= now)
        .flatMap((run) => [
          line(run, kind, medians ? 0.7 : runs.length > 1 ? 1.2 : 2),
          svg("circle", { cx: x(run[0][0]), cy: y(run[0][1]), r: 3, style: `fill: ${ink(kind)}` }),
        ]),
      ...(medians ? [line(middleRun(runs), kind, 2.5)] : []),
    ]);
    const named = (/** @type {number} */ value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
    return svg(
      "svg",
      { viewBox: `0 0 ${width} ${SIZE.height}`, class: "ww-picture ww-whole", role: "img", "aria-label": label },
      ...widgets.axes({ x, y, xName: unit, yName: "", xText: named }),
      svg("text", { x: 4, y: 14 }, "guesses above the optimum, over all words"),
      svg("line", { x1: x(now), x2: x(now), y1: SIZE.top, y2: y(0), class: "ww-axis" }),
      ...lines,
      ...(under ? [line(under.run, under.kind, 2, under.now)] : []),
      ...letters(running, x(now) + 4, y),
    );
  };

  // A line as a method has it, to stand beside its name.
  widgets.raceSwatch = (kind) =>
    widgets.svg(
      "svg",
      { width: 28, height: 10, "aria-hidden": "true" },
      widgets.svg("line", { x1: 0, x2: 28, y1: 5, y2: 5, style: colour(kind), "stroke-width": 2.5, "stroke-dasharray": dash(kind) }),
    );
})();
