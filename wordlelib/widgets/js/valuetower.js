// The tower: first estimate, compared value and spread of some first guesses, after every iteration of a recorded search.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const PARTS = 100; // sums of guesses come in hundredths
  const SPEEDS = [1, 2, 5, 10];
  const ROW = 30; // the height of a guess's row in the picture
  const EDGE = { left: 56, top: 8, right: 44, bottom: 42 };
  const WIDEST = 640;

  // Of every moment the estimates of every guess, null for one that has not joined.
  /** @param {string} text @param {number} guesses */
  function readMoments(text, guesses) {
    const numbers = widgets.unpack(text);
    /** @type {(TowerEstimates | null)[][]} */
    const moments = [];
    for (let at = 0; at < numbers.length; ) {
      const arms = Array.from({ length: guesses }, () => {
        const visits = numbers[at++] - 1;
        if (visits < 0) return null;
        const [first, tree, value, spread] = numbers.slice(at, (at += 4)).map((n) => n / PARTS);
        return { visits, first, tree, value, spread };
      });
      moments.push(arms);
    }
    return moments;
  }

  // What has the lowest estimate at every moment, and how often it was visited.
  const readLeast = (/** @type {string} */ text) =>
    text.split(" ").map((entry) => {
      const [guess, visits] = entry.split(":");
      return { guess, visits: Number(visits) };
    });

  widgets.tower = function ({ records, ...kind }) {
    return records.map(({ numbers, least }) => ({ ...kind, least: readLeast(least), moments: readMoments(numbers, kind.guesses.length) }));
  };

  // From the least to the greatest number that a picture of these searches shows, spreads left out.
  /** @param {Tower[]} towers */
  function spanOf(towers) {
    const all = towers.flatMap(({ totals, moments }) => [
      ...totals,
      ...moments.flat().flatMap((arm) => (arm ? [arm.first, arm.tree, arm.value] : [])),
    ]);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return { from: least - (most - least) / 25, to: most + (most - least) / 25 };
  }

  widgets.valuetower = function ({ model, el }) {
    const { make, svg, count, field } = widgets;
    const set = widgets.setter(model);
    const [runs, poses] = [model.get("runs"), model.get("poses")];
    const kinds = Object.keys(runs);
    const towers = Object.fromEntries(kinds.map((kind) => [kind, widgets.tower(runs[kind])]));
    const places = Math.max(...kinds.map((kind) => runs[kind].guesses.length)); // so that no choice moves what is below
    const spans = Object.fromEntries(kinds.map((kind) => [kind, spanOf(towers[kind])]));
    const option = (/** @type {string | number} */ value, /** @type {string} */ text) => make("option", { value }, text);
    const presets = make("select", {}, option("", "(your own choice)"), ...poses.map(([text], i) => option(i, text)));
    const kindOf = make("select", {}, ...kinds.map((kind) => option(kind, kind)));
    const seedOf = make("select", {});
    const picture = make("div");
    const facts = widgets.scroller("Table of the guesses");
    let now = 0;

    const tower = () => towers[model.get("kind")][Math.min(model.get("seed"), towers[model.get("kind")].length - 1)];
    const round = (/** @type {number} */ value) => (value < 1000 ? value.toFixed(2) : Math.round(value).toLocaleString("en"));

    // The parts of a guess's row: the exact total as a stroke, then what it promised and the value that is compared.
    /** @param {number} i @param {Scale} x */
    function row(i, x) {
      const { guesses, totals, moments, least } = tower();
      const arm = moments[now][i];
      const y = EDGE.top + ROW * (i + 0.5);
      const at = (/** @type {number} */ value) => Math.min(Math.max(x(value), x.start), x.end);
      const best = least[now].guess === guesses[i];
      /** @type {SVGElement[]} */
      const parts = [svg("text", { x: 0, y: y + 5, class: best ? "ww-strong" : "" }, guesses[i])];
      parts.push(svg("line", { x1: x(totals[i]), x2: x(totals[i]), y1: y - 12, y2: y + 12, class: "ww-exact" }));
      if (!arm) return parts;
      const { visits, first, value, spread } = arm;
      parts.push(
        svg("line", { x1: at(value - spread), x2: at(value + spread), y1: y, y2: y, class: "ww-broad" }),
        svg("line", { x1: x(first), x2: x(value), y1: y, y2: y, class: "ww-thin", "stroke-dasharray": "2 3" }),
        svg("circle", { cx: x(first), cy: y, r: 5, class: "ww-mark" }),
      );
      parts.push(svg("path", { d: `M${x(value)} ${y - 6}l6 6-6 6-6-6z`, class: "ww-debiased" }));
      parts.push(svg("text", { x: x.end + 8, y: y + 5 }, visits ? `${visits}×` : "new"));
      return parts;
    }

    function draw() {
      const { guesses, totals, moments } = tower();
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      const height = EDGE.top + ROW * places + EDGE.bottom;
      const x = widgets.scale({ ...spans[model.get("kind")], start: EDGE.left, end: width - EDGE.right });
      const y = widgets.scale({ from: 0, to: 1, start: height - EDGE.bottom, end: EDGE.top });
      const name = `guesses for all ${tower().words.toLocaleString("en")} words`;
      const [line, , xName, , ...ticks] = widgets.axes({ x, y, xName: name, yName: "" });
      const said = guesses.map((guess, i) => {
        const arm = moments[now][i];
        return `${guess} ${arm ? `${round(arm.value)} after ${count(arm.visits, "visit")}` : "not on the list"}, exactly ${totals[i]}`;
      });
      const label = `After ${count(now, "visit")} of the root: ${said.join("; ")}`;
      const parts = [line, xName, ...ticks.slice(0, 2 * x.ticks().length), ...guesses.flatMap((_, i) => row(i, x))];
      const frame = { viewBox: `0 0 ${width} ${height}`, class: "ww-picture ww-whole", role: "img", "aria-label": label };
      picture.replaceChildren(svg("svg", frame, ...parts));
      list();
    }

    function list() {
      const { guesses, totals, moments } = tower();
      const rows = guesses.map((guess, i) => {
        const arm = moments[now][i];
        if (!arm) return [guess, "not on the list", "", "", "", "", totals[i].toLocaleString("en")];
        const { visits, first, tree, value, spread } = arm;
        return [guess, visits, round(first), visits ? round(tree) : "", round(value), round(spread), totals[i].toLocaleString("en")];
      });
      const heads = ["guess", "visits", "○ promised", "tree", "◆ compared", "spread", "exact"];
      facts.replaceChildren(widgets.table(`Sums over ${count(tower().words, "word")}`, heads, rows));
    }

    /** @param {number} moment */
    function describe(moment) {
      const { least, guesses, totals } = tower();
      const { guess, visits } = least[moment];
      const looked = visits ? `visited ${count(visits, "time")}` : "never visited";
      const exact = guesses.includes(guess) ? ` and needs ${totals[guesses.indexOf(guess)].toLocaleString("en")} exactly` : "";
      return `After ${count(moment, "visit")}: ${guess} has the lowest estimate. It was ${looked}${exact}.`;
    }

    const last = tower().moments.length - 1;
    const player = widgets.player({
      ...{ model, last, speeds: SPEEDS, one: "One visit", title: "Visits", unit: "visit", describe },
      draw: (moment) => {
        now = moment;
        draw();
        choose();
      },
    });
    player.status.className = "ww-loud";
    const under = make(
      "p",
      { className: "ww-legend" },
      make("span", {}, "○ what the guess promised"),
      make("span", {}, "◆ the value that is compared, with its spread"),
      make("span", {}, make("b", { className: "ww-optimum" }, "┃"), "the exact total"),
    );
    const top = make("div", { className: "ww-controls" }, field("What if", presets), field("Search", kindOf));
    if (kinds.some((kind) => towers[kind].length > 1)) top.append(field("Seed", seedOf));
    const more = make("details", {}, make("summary", {}, "The numbers at this moment"), facts);
    el.append(
      make("div", { className: "ww", role: "region", "aria-label": "The tower" }, player.status, top, player.line, player.buttons, picture, under, more),
    );

    // Show which kind, seed and pose are chosen.
    function choose() {
      const [kind, seed] = [model.get("kind"), model.get("seed")];
      const seeds = towers[kind].map((_, i) => option(i, String(i)));
      if (seedOf.options.length !== seeds.length) seedOf.replaceChildren(...seeds);
      kindOf.value = kind;
      seedOf.value = String(seed);
      seedOf.disabled = seeds.length < 2;
      const pose = poses.findIndex(([, ...rest]) => rest.join() === [kind, seed, now].join());
      presets.value = pose < 0 ? "" : String(pose);
    }

    /** @param {Partial<TowerState>} values */
    function change(values) {
      set({ moment: now, ...values });
      player.show();
    }
    presets.onchange = () => {
      if (presets.value === "") return choose();
      const [, kind, seed, moment] = poses[Number(presets.value)];
      change({ kind, seed, moment });
    };
    kindOf.onchange = () => change({ kind: kindOf.value, seed: Math.min(model.get("seed"), towers[kindOf.value].length - 1) });
    seedOf.onchange = () => change({ seed: Number(seedOf.value) });
    const stops = [widgets.follow(model, ["kind", "seed"], player.show), widgets.onWidth(picture, draw), player.stop];
    player.show();
    return () => stops.forEach((stop) => stop());
  };
  widgets.valuetower.state = (model) => {
    const runs = Object.values(model.get("runs"));
    return {
      kind: codecs.choice(Object.keys(model.get("runs"))),
      seed: codecs.whole(0, Math.max(...runs.map(({ records }) => records.length)) - 1),
      moment: codecs.whole(0, 1000),
      speed: codecs.choice(SPEEDS),
    };
  };
})();
