// A race of methods along a logarithmic axis of seconds: how far above the optimum each is, and who is ahead.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SIZE = { height: 300, left: 46, top: 30, right: 44, bottom: 38 };
  const WIDEST = 640;
  const TICKS = [0, 1, 10, 100, 1000];
  const ROOM = 12; // between two letters
  const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
  const COLOURS = ["base", "step", "chosen", "optimum", "iterate"]; // greedy policies, rollout, tree search, a proof

  const ink = (/** @type {number} */ kind) => `var(--ww-${COLOURS[kind % COLOURS.length]})`;
  const colour = (/** @type {number} */ kind) => `stroke: ${ink(kind)}`;
  const dash = (/** @type {number} */ kind) => DASHES[kind % DASHES.length];

  // How far above the optimum a run is at some second; infinitely before its first strategy.
  /** @param {RaceRun} run @param {number} now */
  const above = (run, now) => run.reduce((value, [t, found]) => (t <= now ? found : value), Infinity);

  // The methods at some second, the best first: the middle run, the best and the worst, and whether all is done.
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

  // Seconds as one says them.
  widgets.sayTime = function (seconds) {
    const plain = `${seconds.toLocaleString("en", { maximumSignificantDigits: 3 })} s`;
    if (seconds < 120) return plain;
    const [unit, name] = seconds < 7200 ? [60, "min"] : [3600, "h"];
    return `${seconds.toLocaleString("en")} s (${(seconds / unit).toLocaleString("en", { maximumSignificantDigits: 2 })} ${name})`;
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

  /** @param {Standing[]} standing @param {number[]} times @param {number} now @param {string} label @param {number} width */
  function draw(standing, times, now, label, width) {
    const { svg } = widgets;
    const x = widgets.scale({ from: times[0], to: times[times.length - 1], start: SIZE.left, end: width - SIZE.right, log: true });
    const y = heights();
    const running = standing.filter(({ middle }) => middle < Infinity);
    const lines = standing.flatMap(({ method: { runs, kind } }) =>
      runs
        .filter((run) => run[0][0] <= now)
        .flatMap((run) => [
          svg("polyline", {
            points: way(run, now, x, y),
            fill: "none",
            style: colour(kind),
            "stroke-width": runs.length > 1 ? 1.2 : 2,
            "stroke-dasharray": dash(kind),
          }),
          svg("circle", { cx: x(run[0][0]), cy: y(run[0][1]), r: 3, style: `fill: ${ink(kind)}` }),
        ]),
    );
    const seconds = (/** @type {number} */ value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
    return svg(
      "svg",
      { viewBox: `0 0 ${width} ${SIZE.height}`, class: "ww-picture ww-whole", role: "img", "aria-label": label },
      ...widgets.axes({ x, y, xName: "seconds", yName: "", xText: seconds }),
      svg("text", { x: 4, y: 14 }, "guesses above the optimum, over all words"),
      svg("line", { x1: x(now), x2: x(now), y1: SIZE.top, y2: y(0), class: "ww-axis" }),
      ...lines,
      ...letters(running, x(now) + 4, y),
    );
  }

  widgets.methodrace = function ({ model, el }) {
    const { make, svg } = widgets;
    const set = widgets.setter(model);
    const [methods, times, wanted] = [model.get("methods"), model.get("times"), model.get("presets")];
    const options = wanted.map(([name, moment]) => make("option", { value: moment }, name));
    const presets = make("select", {}, ...options, make("option", { value: "" }, "another time"));
    const picture = make("div");
    const ranking = widgets.scroller("Table of the methods");
    ranking.classList.add("ww-ranks");
    const player = widgets.player({
      ...{ model, last: times.length - 1, speeds: [10], one: "One step", title: "Time", unit: "step" },
      say: (moment) => widgets.sayTime(times[moment]),
      draw: show,
      describe: (moment) => describe(widgets.standings(methods, times[moment]), times[moment]),
    });
    player.status.className = "ww-loud";
    player.line.classList.replace("ww-slide", "ww-clock");
    player.buttons.append(widgets.field("What if you have", presets));
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Race of the methods" },
        ...[player.status, picture, player.line, player.buttons, ranking],
      ),
    );

    const ahead = (/** @type {Standing[]} */ standing) => standing.filter(({ place }) => place === 1);
    const far = (/** @type {number} */ value) => (value ? `${widgets.count(value, "guess", "guesses")} above the optimum` : "at the optimum");

    /** @param {Standing[]} standing @param {number} now */
    function describe(standing, now) {
      const time = `After ${widgets.sayTime(now)},`;
      const first = ahead(standing);
      if (!first.length) return `${time} no method has a strategy yet.`;
      const who = first.length > 1 ? `${first.length} methods are` : `${first[0].method.name} is`;
      const known = standing.some(({ proven }) => proven) ? ", and it is proven that nothing is better" : "";
      return `${time} ${who} ahead, ${far(first[0].middle)}${known}.`;
    }

    const number = (/** @type {number} */ value) => (value < Infinity ? value.toLocaleString("en") : "none");

    // The best and the worst of several runs.
    /** @param {Standing} one */
    function spread({ values }) {
      if (values.length < 2) return "";
      const [best, worst] = [values[0], values[values.length - 1]];
      const range = best === worst ? `each ${number(best)}` : `${number(best)} to ${number(worst)}`;
      return make("span", { className: "ww-note" }, `${values.length} runs: ${range}`);
    }

    const swatch = (/** @type {number} */ kind) =>
      svg(
        "svg",
        { width: 28, height: 10, "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 28, y1: 5, y2: 5, style: colour(kind), "stroke-width": 2.5, "stroke-dasharray": dash(kind) }),
      );

    /** @param {Standing[]} standing */
    function list(standing) {
      const rows = standing.map((one) => {
        const { method, place, middle, done, proven } = one;
        const state = proven ? "proven" : done ? "done" : "at work";
        const mark = make("span", { className: "ww-letter" }, make("b", {}, method.letter), swatch(method.kind));
        return [make("span", {}, mark, method.name, spread(one)), place || "–", number(middle), state];
      });
      ranking.replaceChildren(widgets.table("The methods at this moment, the best first", ["method", "place", "above", ""], rows));
    }

    /** @param {number} moment */
    function show(moment) {
      const now = times[moment];
      const standing = widgets.standings(methods, now);
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      picture.replaceChildren(draw(standing, times, now, describe(standing, now), width));
      list(standing);
      presets.value = wanted.some(([, at]) => at === moment) ? String(moment) : "";
      const first = ahead(standing).map(({ method }) => method.name);
      if (String(first) !== String(model.get("ahead"))) set({ ahead: first });
    }

    presets.onchange = () => (presets.value ? player.go(Number(presets.value)) : player.show());
    player.show();
    const unwatch = widgets.onWidth(picture, player.show);
    return () => {
      unwatch();
      player.stop();
    };
  };
  widgets.methodrace.state = (model) => ({ moment: codecs.whole(0, model.get("times").length - 1) });
})();
