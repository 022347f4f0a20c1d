// Newton's step on the Bellman operator of one state: drag the start, take steps, compare with value iteration.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const TIE = 1e-9;
  const STEPS = 3;
  const COUNTED = ["no", "one", "two", "three"];
  const MANY = 8; // more lines have no names, and are drawn as their lower edge
  const EDGE = { left: 46, top: 14, right: 22, bottom: 22 }; // widgets.css has the slider between left and right
  const [LOW, HIGH] = [350, 530]; // of the picture
  const SUBSCRIPTS = "₀₁₂₃";
  const SWING = 700; // milliseconds, as in widgets.css
  const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 5", "9 3 2 3 2 3"];

  /** @param {Control[]} controls @param {number} J */
  const qFactors = (controls, J) => controls.map(([, cost, back]) => cost + back * J);
  const costOf = (/** @type {Control} */ [, cost, back]) => (back < 1 ? cost / (1 - back) : Infinity);

  // The control of least Q-factor; in ties the present one, else the first.
  /** @param {Control[]} controls @param {number} J @param {number} [present] */
  function greedy(controls, J, present) {
    const q = qFactors(controls, J);
    const bound = Math.min(...q) + TIE;
    return present != null && q[present] <= bound ? present : q.findIndex((value) => value <= bound);
  }

  // Newton's method and value iteration from one start: the values, and the policy greedy at each of Newton's.
  /** @param {Control[]} controls @param {number} start @param {number} steps @returns {Run} */
  function run(controls, start, steps) {
    const newton = [start];
    const iteration = [start];
    const policies = [greedy(controls, start)];
    for (let k = 0; k < steps; k++) {
      iteration.push(Math.min(...qFactors(controls, iteration[k])));
      const next = newton.length === k + 1 ? costOf(controls[policies[k]]) : Infinity;
      if (next === Infinity) continue;
      newton.push(next);
      policies.push(greedy(controls, next, policies[k]));
    }
    return { newton, iteration, policies };
  }

  widgets.newtonstep = function ({ model, el }) {
    const { make, svg } = widgets;
    const controls = model.get("controls");
    const [least, limit] = [model.get("least"), model.get("limit")];
    const many = controls.length > MANY;
    const best = Math.min(...controls.map(costOf));
    const places = Math.max(4 - Math.floor(Math.log10(Math.max(limit, -least))), 0);
    /** @type {(value: number, digits: number, fewest?: number) => string} */
    const number = (value, digits, fewest = 0) =>
      value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: fewest });
    const text = (/** @type {number} */ value) => number(value, places, places);
    const short = (/** @type {number} */ value) => number(value, Math.max(places - 1, 0));
    const at = (/** @type {number} */ value) => `J\u00a0=\u00a0${short(value)}`;
    const within = (/** @type {number} */ value, low = least, high = limit) => Math.min(Math.max(value, low), high);
    const T = (/** @type {number} */ J) => Math.min(...qFactors(controls, J));

    const range = { min: least, max: limit, step: "any" };
    const slider = make("input", { type: "range", ...range, className: "ww-handle", "aria-label": "Start J" });
    const exact = make("input", { type: "number", ...range, "aria-label": "start J, as a number" });
    exact.style.width = "5rem";
    const back = make("button", { type: "button" }, "One step back");
    const ahead = make("button", { type: "button" }, "One step");
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const fast = make("p", { className: "ww-exactly ww-newton" });
    const slow = make("p", { className: "ww-exactly ww-iteration" });
    const picture = make("div");
    const facts = widgets.scroller("Table of the lines");
    const path = widgets.scroller("Table of the steps");
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Newton's step" },
        ...[status, make("div", { className: "ww-roads" }, fast, slow)],
        make("div", { className: "ww-operator" }, picture, slider),
        make(
          "div",
          { className: "ww-controls" },
          ...[ahead, back, make("label", { className: "ww-field" }, "J = ", exact)],
        ),
        make("details", {}, make("summary", {}, "The numbers"), many ? null : facts, path),
      ),
    );

    /** @type {Scale} */
    let x;
    /** @type {Scale} */
    let y;
    /** @param {number[][]} points @param {Properties} attributes */
    const line = (points, attributes) =>
      svg("polyline", { points: points.map(([a, b]) => `${x(a).toFixed(2)},${y(b).toFixed(2)}`).join(" "), ...attributes });
    /** @type {(J: number, value: number, words: string, attributes?: Properties) => SVGElement} */
    const label = (J, value, words, attributes = {}) =>
      svg("text", { x: x(J), y: y(value), class: "ww-halo", ...attributes }, words);

    // A line cost + slope * J as far as it stays inside the picture.
    /** @param {Control} control */
    function inside([, cost, slope]) {
      const [enters, leaves] = slope ? [(least - cost) / slope, (limit - cost) / slope] : [least, limit];
      return [least, limit].map((J) => within(J, enters, leaves)).map((J) => [J, cost + slope * J]);
    }

    // The lower edge of the lines: its corners are where two lines meet.
    function edge() {
      const corners = controls.flatMap(([, c, p], i) =>
        controls.slice(0, i).flatMap(([, d, q]) => (p !== q ? [(d - c) / (p - q)] : [])),
      );
      const shown = [least, ...corners.filter((J) => J > least && J < limit), limit];
      return shown.sort((a, b) => a - b).map((J) => [J, T(J)]);
    }

    // A tangent swings about the point where it touches to its slope from the one that it had, or the tangent before it.
    /** @type {{ slope: number; from: number; since: number }[]} */
    const turns = [];
    /** @param {SVGElement} tangent @param {number} k @param {number} J @param {number} slope */
    function swing(tangent, k, J, slope) {
      const now = performance.now();
      if (turns[k]?.slope !== slope) {
        turns[k] = { slope, from: (turns[k] ?? turns[k - 1])?.slope ?? slope, since: now };
      }
      const { from, since } = turns[k];
      if (from === slope || now - since > SWING) return tangent;
      const angle = (/** @type {number} */ s) => Math.atan((s * (y.end - y.start)) / (x.end - x.start));
      tangent.classList.add("ww-swing");
      tangent.style.transformOrigin = `${x(J)}px ${y(T(J))}px`;
      tangent.style.setProperty("--ww-from", `${angle(from) - angle(slope)}rad`);
      tangent.style.animationDelay = `${since - now}ms`;
      return tangent;
    }

    /** @param {number[]} newton @param {number[]} policies */
    function* newtonParts(newton, policies) {
      const steps = model.get("steps");
      for (const [k, J] of newton.entries()) {
        if (J > limit) continue;
        const control = controls[policies[k]];
        const next = newton[k + 1];
        if (k > 0) yield line([[J, least], [J, Math.max(J, T(J))]], { class: "ww-thin ww-newton", "stroke-dasharray": "2 3" });
        if (next == null) {
          if (k > 0 && newton.length > steps) continue; // a step that was taken has shown its own tangent
          yield swing(line(inside(control), { class: "ww-thin ww-newton" }), k, J, control[2]);
        } else {
          const stop = within(next, least, inside(control)[1][0]);
          const way = [[J, T(J)], [stop, control[1] + control[2] * stop]];
          yield swing(line(way, { class: "ww-ink ww-newton", "stroke-width": 4 }), k, J, control[2]);
        }
      }
      for (const [k, J] of newton.entries()) {
        if (J > limit) continue;
        if (k + 1 < newton.length) yield svg("circle", { cx: x(J), cy: y(T(J)), r: 4.5, class: "ww-mark ww-full ww-newton" });
        if (k === 0) continue;
        yield svg("rect", { x: x(J) - 6, y: y(J) - 6, width: 12, height: 12, class: "ww-mark ww-full ww-newton" });
        const same = newton.slice(1, k).some((before) => Math.abs(before - J) < (limit - least) / 40);
        const name = { dy: -9, dx: -9, "text-anchor": "end", class: "ww-halo ww-strong ww-newton ww-landing" };
        if (!same) yield label(J, J, `J${SUBSCRIPTS[k]} = ${short(J)}`, name);
      }
    }

    /** @param {number[]} iteration */
    function iterationParts(iteration) {
      const stairs = iteration.slice(1).flatMap((J, k) => [[iteration[k], J], [J, J]]);
      const marks = iteration.slice(1).map((J) => svg("circle", { cx: x(J), cy: y(J), r: 6, class: "ww-mark ww-iteration" }));
      return [line(stairs, { class: "ww-ink ww-iteration", "stroke-width": 2 }), ...marks];
    }

    /** @param {Run} run */
    function drawPicture({ newton, iteration, policies }) {
      const width = picture.clientWidth || 480;
      const height = within(0.6 * width, LOW, HIGH);
      x = widgets.scale({ from: least, to: limit, start: EDGE.left, end: width - EDGE.right });
      y = widgets.scale({ from: least, to: limit, start: height - EDGE.bottom, end: EDGE.top });
      const [J, policy] = [newton[0], policies[Math.max(newton.length - 2, 0)]];
      const free = best - least > (limit - least) / 3 ? best - (best - least) / 2 : best + (limit - best) / 2;
      const parts = widgets.axes({ x, y, xName: "", yName: "TJ" });
      parts.push(label(limit, least, "J", { dy: -7, "text-anchor": "end" }));
      parts.push(line(edge(), { class: "ww-broad" }));
      parts.push(line([[least, least], [limit, limit]], { class: "ww-thin" }));
      parts.push(label(free, free, "TJ = J", { dx: 8, dy: 16 }));
      controls.forEach((control, i) => {
        if (!many) parts.push(line(inside(control), { class: "ww-thin", "stroke-dasharray": DASHES[i % DASHES.length] }));
      });
      parts.push(line([[J, least], [J, Math.max(J, T(J))]], { class: "ww-thin", "stroke-dasharray": "2 3" }));
      parts.push(...iterationParts(iteration));
      parts.push(svg("circle", { cx: x(best), cy: y(best), r: 3.5, class: "ww-mark ww-full ww-optimum" }));
      parts.push(label(best, best, `J* = ${short(best)}`, { dx: 10, dy: 20, class: "ww-halo ww-optimum" }));
      parts.push(...newtonParts(newton, policies));
      const aside = { "text-anchor": "end", dx: EDGE.right - 4 };
      parts.push(label(limit, T(limit), "T, the lower edge", { ...aside, dy: 30 }));
      controls.forEach((control, i) => {
        const [, [end, value]] = inside(control);
        const name = { ...aside, dy: control[2] > 0.75 ? 18 : -9, class: `ww-halo ${i === policy ? "ww-strong ww-newton" : ""}` };
        if (!many) parts.push(label(end, value, control[0], name));
      });
      turns.length = newton.length;
      const name = describe({ newton, iteration, policies });
      const frame = { viewBox: `0 0 ${width} ${height}`, class: "ww-picture", role: "img", "aria-label": name };
      picture.replaceChildren(svg("svg", frame, ...parts));
    }

    // A pointer that is held in the picture moves the start, as the handle does. A finger may be about to scroll the page
    // and has to drag it from where it rests, or to tap.
    let rests = NaN;
    const move = (/** @type {PointerEvent} */ { pointerId, clientX }) => {
      if (!picture.hasPointerCapture(pointerId) || Math.abs(clientX - rests) < 10) return;
      rests = NaN;
      begin(x.back(clientX - picture.getBoundingClientRect().left));
    };
    picture.onpointerdown = (event) => {
      if (event.button) return;
      event.preventDefault();
      picture.setPointerCapture(event.pointerId);
      rests = event.pointerType === "touch" ? event.clientX : NaN;
      move(event);
    };
    picture.onpointermove = move;
    picture.onpointerup = (event) => {
      rests = NaN;
      move(event);
    };

    /** @param {Run} run */
    function describe({ newton, policies }) {
      const names = controls.map(([name, cost, slope]) => `${name}, ${cost} plus ${slope} J`).join("; ");
      const lines = many ? `The lower edge T of ${controls.length} lines` : `The lines ${names}; their lower edge T`;
      const there = many ? `TJ = ${text(T(newton[0]))}` : `the least is ${controls[policies[0]][0]}`;
      return `${lines}; and the diagonal. At J = ${text(newton[0])} ${there}. Newton: ${newton.map(text).join(", then ")}.`;
    }

    /** @param {Run} run */
    function drawFacts({ newton, iteration, policies }) {
      const lines = controls.map((control, i) => {
        const cost = costOf(control);
        const mark = i === policies[0] ? " ◀ least" : "";
        return [`${control[0]}${mark}`, text(qFactors(controls, newton[0])[i]), cost < Infinity ? text(cost) : "never ends"];
      });
      const rows = iteration.map((slow, k) => {
        const J = newton[k];
        const errors = [text(slow), text(slow - best)];
        if (J == null) return [k, "not defined", "", "", "", ...errors];
        const [name, , slope] = controls[policies[k]];
        return [k, text(J), text(T(J)), many ? slope.toFixed(3) : name, text(J - best), ...errors];
      });
      const heads = ["step", "J", "TJ", many ? "slope" : "greedy", "J − J*", "value iteration", "its error"];
      facts.replaceChildren(
        widgets.table(`The lines at J = ${text(newton[0])}`, ["policy", "cost + p J", "its cost for ever"], lines),
      );
      path.replaceChildren(
        widgets.table(`Newton's step (■) and value iteration (○); J* = ${text(best)}`, heads, rows),
      );
    }

    // The sentence: what has just happened.
    /** @param {Run} run @param {number} steps */
    function say({ newton, policies }, steps) {
      const last = newton.length - 1;
      const k = Math.max(last === steps ? steps - 1 : last, 0);
      const [J, control] = [newton[k], controls[policies[k]]];
      const name = control[0].charAt(0).toUpperCase() + control[0].slice(1);
      const [subject, cost] = [many ? `The line of the greedy guesses at ${at(J)}` : `${name} is greedy at ${at(J)}`, costOf(control)];
      const [was, is] = [J, cost].map((value) => (Math.abs(value - best) <= TIE ? 0 : Math.abs(value - best)));
      if (cost === Infinity) return `${subject}, and it never ends: Newton's step is not defined there.`;
      if (steps === 0 && was === 0) return `At ${at(J)} the curve meets the diagonal: nothing is left to do.`;
      if (steps === 0) return `${subject}${many ? " is the tangent," : ": its line is the tangent,"} and meets the diagonal at ${short(cost)}.`;
      const start = many ? `${subject} leads to ${short(cost)}` : `${subject}, and its cost is ${short(cost)}`;
      if (was === 0) return `${start}: nothing is left to do.`;
      if (is === 0) return `${start}: ${COUNTED[steps]} Newton ${steps > 1 ? "steps" : "step"}, and you are there.`;
      const change = is - was;
      if (Math.abs(change) <= TIE) return `${start}, as far from ${short(best)} as before.`;
      if (change > 0) return `${start}: farther from ${short(best)} than before.`;
      return `${start}: ${Math.min(Math.round((-100 * change) / was), 99)}% of the error is gone.`;
    }

    const set = widgets.setter(model);

    function show() {
      const start = within(model.get("start"));
      const steps = within(model.get("steps"), 0, STEPS);
      const found = run(controls, start, steps);
      const { newton, iteration } = found;
      slider.value = String(start);
      slider.setAttribute("aria-valuetext", `J = ${text(start)}`);
      if (document.activeElement !== exact) exact.value = String(Number(start.toFixed(places)));
      back.disabled = steps === 0;
      ahead.disabled = steps === STEPS;
      drawPicture(found);
      drawFacts(found);
      status.textContent = say(found, steps);
      const way = (/** @type {number[]} */ values) => values.map((value) => number(value, places)).join("\u2009→\u2009");
      fast.textContent = `■ Newton: ${way(newton)}`;
      slow.textContent = `○ value iteration: ${way(iteration)}`;
      if (JSON.stringify([newton, iteration]) !== JSON.stringify([model.get("newton"), model.get("iteration")])) {
        set({ newton, iteration });
      }
    }

    /** @param {number} value */
    function begin(value) {
      if (!Number.isFinite(value)) return;
      set({ start: within(Number(value.toFixed(places))) });
      show();
    }

    // A button that is disabled by its press gives the focus to one that is not.
    /** @param {number} steps */
    function go(steps) {
      const held = document.activeElement;
      set({ steps: within(steps, 0, STEPS) });
      show();
      if (held instanceof HTMLButtonElement && held.disabled) (steps > 0 ? back : ahead).focus();
    }

    slider.oninput = () => begin(slider.valueAsNumber);
    // With any step allowed, the arrow keys still move by a hundredth of the range.
    slider.onkeydown = (event) => {
      const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
      if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const step = x.step / 20;
      begin(Math.round((model.get("start") + way * step) / step) * step);
    };
    exact.oninput = () => begin(exact.valueAsNumber);
    exact.onblur = show;
    ahead.onclick = () => go(model.get("steps") + 1);
    back.onclick = () => go(model.get("steps") - 1);
    show();
    const stops = [widgets.follow(model, ["start", "steps"], show), widgets.onWidth(picture, show)];
    return () => stops.forEach((stop) => stop());
  };
  widgets.newtonstep.state = (model) => ({ start: codecs.real(model.get("least"), model.get("limit")), steps: codecs.whole(0, STEPS) });
})();
