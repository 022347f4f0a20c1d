// Bounds that close: openings are searched one after the other, and the interval of the optimum shrinks.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const ROW = 24; // the height of an opening's row in the picture
  const EDGE = { left: 66, top: 6, right: 58, bottom: 40 };
  const WIDEST = 640;
  const MARGIN = 30; // guesses that are shown below the least bound
  const ABOVE = 300; // and above it
  /** @type {Record<ClosingOrder, string>} */
  const NAMES = {
    bound: "the least bound first",
    gain: "the most information first",
    alphabet: "the alphabet",
    worst: "the greatest bound first",
  };
  const say = (/** @type {number} */ n) => n.toLocaleString("en");
  const time = (/** @type {number} */ seconds) => `${seconds.toFixed(seconds < 0.1 ? 2 : 1)} s`;

  // What is known after some searches: the best opening and its total, every opening's state, the interval, the effort.
  widgets.closing = function ({ bounds, found, looked }) {
    let best = "";
    let upper = Infinity;
    const effort = { searches: looked.length, nodes: 0, guesses: 0, seconds: 0 };
    /** @type {Map<string, ClosingResult>} */
    const searched = new Map();
    for (const word of looked) {
      const [total, lower, nodes, guesses, seconds] = found[word][best];
      searched.set(word, { total, lower, nodes, guesses, seconds });
      effort.nodes += nodes;
      effort.guesses += guesses;
      effort.seconds += seconds;
      if (total !== null) [best, upper] = [word, total];
    }
    const open = Object.keys(bounds).filter((word) => !searched.has(word) && bounds[word][1] < upper);
    const lower = Math.min(upper, ...open.map((word) => bounds[word][1]));
    return { best, upper, lower, open, searched, effort };
  };

  // All searches in an order; what a bound refutes is left out.
  /** @param {Pick<ClosingState, "bounds" | "found">} data @param {string[]} order */
  function toTheEnd(data, order) {
    /** @type {string[]} */
    const looked = [];
    for (;;) {
      const { open, effort } = widgets.closing({ ...data, looked });
      const next = order.find((word) => open.includes(word));
      if (!next) return effort;
      looked.push(next);
    }
  }

  widgets.closingbounds = function ({ model, el }) {
    const { make, svg, count, field } = widgets;
    const set = widgets.setter(model);
    const [bounds, found, orders] = [model.get("bounds"), model.get("found"), model.get("orders")];
    const names = /** @type {ClosingOrder[]} */ (Object.keys(NAMES));
    const words = Object.keys(bounds);
    const least = Math.min(...words.map((word) => bounds[word][1]));
    const presets = make("select", {}, ...names.map((name) => make("option", { value: name }, NAMES[name])));
    const choice = make("select", {});
    const ahead = make("button", { type: "button" }, "Search it");
    const back = make("button", { type: "button" }, "One step back");
    const rewind = make("button", { type: "button" }, "Start again");
    const picture = make("div");
    const status = make("div", { role: "status", className: "ww-closing-said" });
    const facts = widgets.scroller("Table of the openings");
    const all = widgets.scroller("Table of the orders");
    const top = make("div", { className: "ww-controls" }, field("What if the order is", presets));
    const buttons = make("div", { className: "ww-controls" }, field("Next", choice), ahead, back, rewind);
    const under = make("p", { className: "ww-under" }, "Top: where the least total must lie. Each line begins at the lower bound of its opening, counted one guess deeper, and is thick where the opening would still be better. ● proven. ✗ refuted. The upright line is the best total so far.");
    const more = [
      make("details", {}, make("summary", {}, "The numbers of each opening"), facts),
      make("details", {}, make("summary", {}, "What each order takes to the end"), all),
    ];
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Bounds that close" }, top, buttons, status, picture, under, ...more));

    const looked = () => [...new Set(model.get("looked"))]; // an address may name one twice
    const now = () => widgets.closing({ bounds, found, looked: looked() });
    const ordered = () => orders[model.get("order")];

    // An opening's marks in the picture, and what stands at the end of its row.
    /** @param {string} word @param {number} y @param {Scale} x @param {ClosingKnown} known */
    function row(word, y, x, { best, upper, searched }) {
      const at = (/** @type {number} */ value) => Math.min(Math.max(x(value), x.start), x.end);
      const result = searched.get(word);
      const lower = result ? result.lower : bounds[word][1];
      const inside = Math.min(at(lower), x.end - 8);
      const proven = result && result.total !== null;
      const refuted = word !== best && lower >= upper;
      const name = svg("text", { x: 0, y: y + 5, class: word === best ? "ww-strong" : "" }, word);
      const end = svg("text", { x: x.end + 6, y: y + 5 }, `${proven ? "" : "≥ "}${say(lower)}`);
      /** @type {SVGElement[]} */
      const parts = [name, end];
      if (!proven) parts.push(svg("line", { x1: at(lower), x2: x.end, y1: y, y2: y, class: "ww-axis", "stroke-width": 2 }));
      if (!proven && !refuted) parts.push(svg("line", { x1: at(lower), x2: at(upper), y1: y, y2: y, class: "ww-open-bar" }));
      if (lower > x.to && !refuted && !proven) parts.push(svg("text", { x: x.end, y: y + 5, "text-anchor": "end" }, "▸"));
      if (refuted) parts.push(svg("text", { x: inside, y: y + 5, "text-anchor": "middle", class: "ww-halo" }, "✗"));
      else if (proven) parts.push(svg("circle", { cx: inside, cy: y, r: 5, class: "ww-full" }));
      return parts;
    }

    /** @param {ClosingKnown} known */
    function draw(known) {
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      const height = EDGE.top + ROW * (words.length + 1) + EDGE.bottom;
      const bottom = height - EDGE.bottom;
      const [from, to] = [least - MARGIN, least + ABOVE];
      const x = widgets.scale({ from, to, start: EDGE.left, end: width - EDGE.right });
      const y = widgets.scale({ from: 0, to: 1, start: bottom, end: EDGE.top });
      const end = Math.min(x(known.upper), x.end);
      const span = `${say(known.lower)} to ${known.best ? say(known.upper) : "?"}`;
      const marks = ordered().flatMap((word, i) => row(word, EDGE.top + ROW * (i + 1.5), x, known));
      const whole = [
        svg("text", { x: 0, y: EDGE.top + ROW / 2 + 5, class: "ww-strong" }, "the best"),
        svg("line", { x1: x(known.lower), x2: end, y1: EDGE.top + ROW / 2, y2: EDGE.top + ROW / 2, class: "ww-whole-bar" }),
        svg("text", { x: x.end + 6, y: EDGE.top + ROW / 2 + 5 }, known.best ? say(known.upper) : "?"),
      ];
      if (known.upper <= to) whole.push(svg("line", { x1: end, x2: end, y1: EDGE.top, y2: bottom, class: "ww-thin" }));
      const label = `The best of the openings needs ${span}; ${count(known.open.length, "opening")} left to search`;
      const [line, , xName, , ...ticks] = widgets.axes({ x, y, xName: "guesses over all hidden words", yName: "" });
      const axis = [line, xName, ...ticks.slice(0, 2 * x.ticks().length)];
      picture.replaceChildren(
        svg("svg", { viewBox: `0 0 ${width} ${height}`, height, class: "ww-picture ww-whole", role: "img", "aria-label": label }, ...axis, ...whole, ...marks),
      );
    }

    /** @param {ClosingKnown} known */
    function list({ best, upper, searched }) {
      const rows = ordered().map((word) => {
        const result = searched.get(word);
        const said = result
          ? result.total === null ? `✗ at least ${say(result.lower)}` : `${word === best ? "● best," : "✗"} ${say(result.total)}`
          : bounds[word][1] >= upper ? "✗ by its bound" : "open";
        const effort = result ? [say(result.nodes), say(result.guesses), time(result.seconds)] : ["", "", ""];
        return [word, ...bounds[word].map(say), said, ...effort];
      });
      const heads = ["opening", "at least, by its classes", "at least, one guess deeper", "known", "beliefs", "guesses tried", "stored time"];
      facts.replaceChildren(widgets.table("What is known of each opening, and what its search took: beliefs (sets of words) looked into, and guesses tried in them", heads, rows));
    }

    function listOrders() {
      const rows = names.map((name) => {
        const { searches, nodes, guesses, seconds } = toTheEnd({ bounds, found }, orders[name]);
        return [NAMES[name], searches, say(nodes), say(guesses), time(seconds)];
      });
      all.replaceChildren(widgets.table("From the start until one opening is left", ["order", "searches", "beliefs", "guesses tried", "stored time"], rows));
    }

    /** @param {ClosingKnown} known */
    function describe({ best, upper, lower, open, searched, effort }) {
      const last = looked().at(-1);
      if (!last) return [`The best of the ${words.length} needs at least ${say(lower)}, by the bounds; no strategy is known.`, "Nothing is searched yet."];
      const { total, lower: bound, guesses, seconds } = /** @type {ClosingResult} */ (searched.get(last));
      const news = total === null ? `refuted, it needs at least ${say(bound)}` : `proven, ${say(total)}, the best so far`;
      const step = `${last}: ${news}; ${count(guesses, "guess", "guesses")} tried, ${time(seconds)}.`;
      const left = open.length ? `Between ${say(lower)} and ${say(upper)}, ${count(open.length, "opening")} left.` : `Closed: ${best} is the best of the ${words.length}, with ${say(upper)}.`;
      return [left, `${step} In all ${count(effort.guesses, "guess", "guesses")} tried, ${time(effort.seconds)}.`];
    }

    function show() {
      const known = now();
      const left = ordered().filter((word) => known.open.includes(word));
      const held = document.activeElement;
      presets.value = model.get("order");
      choice.replaceChildren(...(left.length ? left : ["none left"]).map((word) => make("option", { value: word }, word)));
      choice.disabled = ahead.disabled = !left.length;
      back.disabled = rewind.disabled = !looked().length;
      if (held instanceof HTMLButtonElement && held.disabled && buttons.contains(held)) (left.length ? ahead : back).focus();
      draw(known);
      list(known);
      const [large, small] = describe(known);
      status.replaceChildren(make("p", { className: "ww-loud" }, large), make("p", { className: "ww-status" }, small));
    }

    /** @param {Partial<ClosingState>} values */
    function change(values) {
      set(values);
      show();
    }
    presets.onchange = () => change({ order: /** @type {ClosingOrder} */ (presets.value), looked: [] });
    ahead.onclick = () => change({ looked: [...looked(), choice.value] });
    back.onclick = () => change({ looked: looked().slice(0, -1) });
    rewind.onclick = () => change({ looked: [] });
    listOrders();
    const stops = [widgets.follow(model, ["order", "looked"], show), widgets.onWidth(picture, () => draw(now()))];
    show();
    return () => stops.forEach((stop) => stop());
  };
  widgets.closingbounds.state = (model) => ({
    order: codecs.choice(/** @type {ClosingOrder[]} */ (Object.keys(NAMES))),
    looked: codecs.list(codecs.choice(Object.keys(model.get("bounds")))),
  });
})();
