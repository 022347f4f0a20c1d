// Value iteration from below and policy iteration from above, on all beliefs of a small game, step by step.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const MOST = 100; // steps that an address may ask for
  const SIZE = { height: 300, most: 620, left: 34, top: 14, right: 10, bottom: 40 };
  const SAME = 1e-9;
  const SHOWN = 5; // beliefs in the table
  /** @type {Record<IterationStart, string>} */
  const NAMES = { costliest: "the costliest policy", "worst-class": "smallest largest class", "list-order": "list order" };

  // How many numbers differ between two lists.
  const changes = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
    Array.from(a).filter((value, i) => Math.abs(value - b[i]) > SAME).length;

  widgets.twoiterations = function ({ model, el }) {
    const { make, svg, count } = widgets;
    const set = widgets.setter(model);
    const vocabulary = model.get("vocabulary");
    const n = vocabulary.length;
    const work = widgets.iterations(vocabulary, widgets.engine());
    const rising = work.values();
    const best = rising[rising.length - 1];
    const all = best.length - 1; // the belief of all words
    const order = [...best.keys()].sort((a, b) => best[a] - best[b] || a - b);
    const presets = make("select", {}, ...model.get("starts").map((name) => make("option", { value: name }, NAMES[name])));
    const ahead = make("button", { type: "button" }, "One step");
    const back = make("button", { type: "button" }, "One step back");
    const rewind = make("button", { type: "button" }, "Start again");
    const picture = make("div");
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const steps = widgets.scroller("Table of the steps");
    const some = widgets.scroller("Table of some beliefs");
    const under = make("p", { className: "ww-under" });
    const buttons = make("div", { className: "ww-controls" }, ahead, back, rewind, widgets.field("Policy iteration starts from", presets));
    const more = make("details", {}, make("summary", {}, "The numbers"), steps, some);
    const parts = [status, buttons, picture, under, more];
    el.append(make("div", { className: "ww ww-two", role: "region", "aria-label": "Two iterations" }, ...parts));
    /** @type {ReturnType<typeof work.policies>} */
    let falling = [];
    let width = SIZE.most; // of the picture, in pixels

    // Both runs at a step; one that has stopped stays where it is.
    function at(/** @type {number} */ k) {
      const [i, j] = [Math.min(k, rising.length - 1), Math.min(k, falling.length - 1)];
      return { low: rising[i], high: falling[j].values, policy: falling[j].policy };
    }
    const last = () => Math.max(rising.length, falling.length) - 1;
    const moment = () => Math.min(Math.max(model.get("moment"), 0), last());

    /** @param {number} k */
    function draw(k) {
      const most = Math.max(...falling[0].values);
      width = Math.min(picture.clientWidth || SIZE.most, SIZE.most);
      const x = widgets.scale({ from: 0, to: best.length, start: SIZE.left, end: width - SIZE.right });
      const y = widgets.scale({ from: 0, to: Math.ceil(most), start: SIZE.height - SIZE.bottom, end: SIZE.top });
      const { low, high } = at(k);
      const optimum = order.map((state, i) => `${x(i + 0.5).toFixed(1)},${y(best[state]).toFixed(1)}`).join(" ");
      const above = order.map((state, i) => svg("rect", { x: x(i + 0.5) - 3.5, y: y(high[state]) - 3.5, width: 7, height: 7, class: "ww-newton" }));
      const below = order.map((state, i) => svg("circle", { cx: x(i + 0.5), cy: y(low[state]), r: 2.2, class: "ww-iteration" }));
      const off = [changes(low, best), changes(high, best)];
      const label = `Values of ${best.length} beliefs after step ${k}: ${off[0]} still too low, ${off[1]} still too high`;
      picture.replaceChildren(
        svg(
          "svg",
          { viewBox: `0 0 ${width} ${SIZE.height}`, class: "ww-picture ww-whole", role: "img", "aria-label": label },
          ...widgets.axes({ x, y, xName: "beliefs, the easiest first", yName: "expected guesses" }),
          ...above,
          svg("polyline", { points: optimum, class: "ww-thin ww-optimum" }),
          ...below,
          svg("line", { x1: -9, x2: -9, y1: SIZE.top, y2: SIZE.height - SIZE.bottom, class: "ww-pointed" }),
        ),
        make(
          "p",
          { className: "ww-legend" },
          make("span", {}, make("b", { className: "ww-newton" }, "□"), "policy iteration, from above"),
          make("span", {}, make("b", { className: "ww-optimum" }, "━"), "J*, the least cost"),
          make("span", {}, make("b", { className: "ww-iteration" }, "●"), "value iteration, from below"),
        ),
      );
    }

    // The belief under a pointer: its words, and what is said of it at this step.
    /** @param {PointerEvent} event */
    function read({ clientX }) {
      const drawn = picture.querySelector("svg");
      if (!drawn) return;
      const { left, width: shown } = drawn.getBoundingClientRect();
      const step = (width - SIZE.left - SIZE.right) / order.length;
      const i = Math.floor((((clientX - left) / shown) * width - SIZE.left) / step);
      if (!(i in order)) return;
      const at = SIZE.left + (i + 0.5) * step;
      for (const end of ["x1", "x2"]) drawn.querySelector(".ww-pointed")?.setAttribute(end, String(at));
      under.textContent = say(order[i], moment());
    }

    /** @param {number} x @param {number} k */
    function say(x, k) {
      const { low, high, policy } = at(k);
      const words = work.beliefs[x].words.map((h) => vocabulary[h]);
      const some = words.length > 4 ? `${words.slice(0, 3).join(", ")} and ${words.length - 3} more` : words.join(", ");
      const guess = vocabulary[work.beliefs[x].controls[policy[x]].guess];
      return `${some}: the policy guesses ${guess} and needs ${high[x].toFixed(2)}; J* is ${best[x].toFixed(2)}, and value iteration has ${low[x].toFixed(2)}.`;
    }

    /** @param {number} now */
    function list(now) {
      const total = (/** @type {Float64Array} */ J) => (n * J[all]).toFixed(0);
      const rows = Array.from({ length: last() + 1 }, (_, k) => {
        if (k > now) return [k, "·", "·", "·", "·"];
        const changed = k && k < rising.length ? changes(rising[k], rising[k - 1]) : "";
        const improved = k && k < falling.length ? changes(falling[k].policy, falling[k - 1].policy) : "";
        const [low, high] = [rising[k], falling[k]?.values];
        return [k, low ? total(low) : "stopped", changed, high ? total(high) : "stopped", improved];
      });
      const heads = ["step", "value iteration", "values changed", "policy iteration", "guesses changed"];
      steps.replaceChildren(widgets.table(`Guesses for all ${n} words, and what each step changed`, heads, rows));
    }

    /** @param {number} k */
    function listSome(k) {
      const { low, high, policy } = at(k);
      const spread = Array.from({ length: SHOWN - 1 }, (_, i) => order[Math.floor((order.length * (SHOWN - 1 - i)) / SHOWN)]);
      const picked = [...new Set([all, ...spread])];
      const rows = picked.map((x) => {
        const words = work.beliefs[x].words.map((h) => vocabulary[h]);
        const name = words.length > 3 ? `${words.slice(0, 2).join(" ")} ... (${words.length})` : words.join(" ");
        const guess = vocabulary[work.beliefs[x].controls[policy[x]].guess];
        return [name, low[x].toFixed(3), best[x].toFixed(3), high[x].toFixed(3), guess];
      });
      const heads = ["belief", "from below", "J*", "from above", "its guess"];
      some.replaceChildren(widgets.table("Expected guesses in some beliefs", heads, rows));
    }

    /** @param {number} k */
    function describe(k) {
      const { low, high } = at(k);
      const total = (/** @type {Float64Array} */ J) => (n * J[all]).toFixed(0);
      if (!k) return `For all ${n} words ${NAMES[model.get("start")]} needs ${total(high)} guesses, and value iteration starts from 0.`;
      const off = [changes(low, best), changes(high, best)];
      const upper = off[1] ? `needs ${total(high)} guesses, too many in ${count(off[1], "belief")}` : `needs ${total(high)} guesses, the least`;
      const lower = off[0] ? `says ${total(low)}, too few in ${count(off[0], "belief")}` : "is right everywhere";
      return `Step ${k}: policy iteration ${upper}; value iteration ${lower}.`;
    }

    function show() {
      const start = model.get("start");
      presets.value = start;
      falling = work.policies(start);
      const k = moment();
      const held = document.activeElement;
      back.disabled = rewind.disabled = k === 0;
      ahead.disabled = k === last();
      if (held instanceof HTMLButtonElement && held.disabled && el.contains(held)) (k ? back : ahead).focus();
      draw(k);
      list(k);
      listSome(k);
      status.textContent = describe(k);
      under.textContent = "Each belief stands in a column. Point at one, or tap it, to read its words.";
    }

    /** @param {Partial<IterationState>} values */
    function change(values) {
      set(values);
      show();
    }
    presets.onchange = () => change({ start: /** @type {IterationStart} */ (presets.value), moment: 0 });
    ahead.onclick = () => change({ moment: moment() + 1 });
    back.onclick = () => change({ moment: moment() - 1 });
    rewind.onclick = () => change({ moment: 0 });
    picture.onpointermove = picture.onpointerdown = read;
    show();
    const [unfollow, unwatch] = [widgets.follow(model, ["start", "moment"], show), widgets.onWidth(picture, show)];
    return () => {
      unfollow();
      unwatch();
    };
  };
  widgets.twoiterations.state = (model) => ({ start: codecs.choice(model.get("starts")), moment: codecs.whole(0, MOST) });
})();
