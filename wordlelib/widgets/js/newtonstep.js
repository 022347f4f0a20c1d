// Newton's step on the Bellman operator of one state: drag the start, take steps, compare with value iteration.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const TIE = 1e-9;
  const STEPS = 3;
  const SIZE = 400;
  const EDGE = { left: 34, top: 10, right: 10, bottom: 34 };
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
    const limit = model.get("limit");
    const best = Math.min(...controls.map(costOf));
    const places = Math.max(4 - Math.floor(Math.log10(limit)), 0);
    const text = (/** @type {number} */ value) => value.toFixed(places);
    const clamp = (/** @type {number} */ value) => Math.min(Math.max(Number(value.toFixed(places)), 0), limit);

    const slider = make("input", { type: "range", min: 0, max: limit, step: "any" });
    const exact = make("input", { type: "number", min: 0, max: limit, step: "any", "aria-label": "start J, as a number" });
    exact.style.width = "6.5rem";
    const back = make("button", { type: "button" }, "One step back");
    const ahead = make("button", { type: "button" }, "One step");
    const again = make("button", { type: "button" }, "Back to the start");
    const lower = make("input", { type: "checkbox", checked: true });
    const status = make("p", { role: "status", className: "ww-status" });
    const picture = make("div");
    const facts = widgets.scroller("Table of the lines");
    const path = widgets.scroller("Table of the steps");
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Newton's step" },
        make(
          "div",
          { className: "ww-controls" },
          widgets.field("Start J", slider),
          exact,
          ahead,
          back,
          again,
          make("label", { className: "ww-field" }, lower, " value iteration too"),
        ),
        status,
        make("div", { className: "ww-columns" }, picture, facts),
        path,
      ),
    );

    const x = widgets.scale({ from: 0, to: limit, start: EDGE.left, end: SIZE - EDGE.right });
    const y = widgets.scale({ from: 0, to: limit, start: SIZE - EDGE.bottom, end: EDGE.top });
    /** @param {number[][]} points @param {Properties} attributes */
    const line = (points, attributes) =>
      svg("polyline", { points: points.map(([a, b]) => `${x(a).toFixed(2)},${y(b).toFixed(2)}`).join(" "), ...attributes });
    /** @type {(J: number, value: number, words: string, attributes?: Properties) => SVGElement} */
    const label = (J, value, words, attributes = {}) =>
      svg("text", { x: x(J), y: y(value), class: "ww-halo", ...attributes }, words);

    // A line cost + back * J as far as it stays inside the picture.
    /** @param {Control} control */
    function inside([, cost, back]) {
      const end = cost + back * limit > limit ? (limit - cost) / back : limit;
      return [[0, cost], [end, cost + back * end]];
    }

    // The lower edge of the lines: its corners are where two lines meet.
    function edge() {
      const corners = [0, limit];
      controls.forEach(([, c, p], i) =>
        controls.slice(0, i).forEach(([, d, q]) => p !== q && corners.push((d - c) / (p - q))),
      );
      const least = (/** @type {number} */ J) => Math.min(...qFactors(controls, J));
      return corners.filter((J) => J >= 0 && J <= limit).sort((a, b) => a - b).map((J) => [J, least(J)]);
    }

    // A line that swings to its place about its first point: from level, where value iteration would go.
    /** @param {SVGElement} tangent @param {number[][]} points */
    function swing(tangent, [[a, b], [c, d]]) {
      const [dx, dy] = [x(c) - x(a), y(d) - y(b)];
      tangent.classList.add("ww-swing");
      tangent.style.transformOrigin = `${x(a)}px ${y(b)}px`;
      tangent.style.setProperty("--ww-level", `${-Math.atan(dy / dx)}rad`);
      return tangent;
    }

    /** @param {Run} run */
    function drawPicture({ newton, iteration, policies }) {
      const parts = widgets.axes({ x, y, xName: "J", yName: "TJ" });
      parts.push(line(edge(), { class: "ww-broad" }));
      parts.push(line([[0, 0], [limit, limit]], { class: "ww-thin" }));
      parts.push(label(limit / 5, limit / 5, "TJ = J", { dx: 8, dy: 14 }));
      controls.forEach((control, i) => {
        const ends = inside(control);
        const [J, value] = ends[1];
        parts.push(line(ends, { class: "ww-thin", "stroke-dasharray": DASHES[i % DASHES.length] }));
        const place = { "text-anchor": "end", dy: control[2] > 0.75 ? 16 : -6 };
        parts.push(label(J, value, control[0], place));
      });
      if (lower.checked) {
        const stairs = [[iteration[0], iteration[0]]];
        for (let k = 1; k < iteration.length; k++) {
          stairs.push([iteration[k - 1], iteration[k]], [iteration[k], iteration[k]]);
        }
        parts.push(line(stairs, { class: "ww-thin" }));
        iteration.slice(1).forEach((J) => parts.push(svg("circle", { cx: x(J), cy: y(J), r: 5, class: "ww-mark" })));
      }
      newton.forEach((J, k) => {
        if (J > limit) return;
        const value = Math.min(...qFactors(controls, J));
        const next = newton[k + 1];
        parts.push(line([[J, J], [J, value]], { class: "ww-thin" }));
        if (next != null) {
          const stop = Math.min(next, limit);
          const [, cost, slope] = controls[policies[k]];
          const top = cost + slope * stop > limit ? (limit - cost) / slope : stop;
          const ends = [[J, value], [top, cost + slope * top]];
          const tangent = line(ends, { class: "ww-ink", "stroke-width": 3 });
          parts.push(advanced && k === newton.length - 2 ? swing(tangent, ends) : tangent);
        }
        if (k > 0) {
          parts.push(svg("rect", { x: x(J) - 5, y: y(J) - 5, width: 10, height: 10, class: "ww-mark ww-full" }));
          const same = newton.slice(1, k).some((before) => Math.abs(before - J) < limit / 40);
          if (!same) parts.push(label(J, J, String(k), { dy: -9, "text-anchor": "end", dx: -4 }));
        }
      });
      const J = newton[0];
      const value = Math.min(...qFactors(controls, J));
      parts.push(line([[J, 0], [J, value]], { class: "ww-thin", "stroke-dasharray": "2 3" }));
      const [a, b] = [x(J), y(0)];
      const points = `${a},${b - 12} ${a - 9},${b + 4} ${a + 9},${b + 4}`;
      const handle = svg("polygon", { points, class: "ww-mark ww-full ww-handle" });
      const name = describe({ newton, iteration, policies });
      const frame = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "ww-picture", role: "img", "aria-label": name });
      frame.append(...parts, handle);
      frame.onpointerdown = grab;
      picture.replaceChildren(frame);
    }

    // The pointer is followed in the whole picture and beyond, until it is let go.
    /** @param {PointerEvent} event */
    function grab(event) {
      if (event.button) return;
      event.preventDefault();
      const move = (/** @type {PointerEvent} */ { clientX }) => {
        const shown = (picture.firstElementChild ?? picture).getBoundingClientRect();
        begin(x.back(((clientX - shown.left) / shown.width) * SIZE));
      };
      const done = () => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", done);
        removeEventListener("pointercancel", done);
        release = () => {};
      };
      release = done;
      addEventListener("pointermove", move);
      addEventListener("pointerup", done);
      addEventListener("pointercancel", done);
      move(event);
    }
    let release = () => {};

    /** @param {Run} run */
    function describe({ newton, policies }) {
      const names = controls.map(([name, cost, slope]) => `${name}, ${cost} plus ${slope} J`).join("; ");
      const path = newton.map(text).join(", then ");
      const at = `At J = ${text(newton[0])} the least is ${controls[policies[0]][0]}`;
      return `The lines ${names}; their lower edge T; and the diagonal. ${at}. Newton: ${path}.`;
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
        const value = text(Math.min(...qFactors(controls, J)));
        return [k, text(J), value, controls[policies[k]][0], text(J - best), ...errors];
      });
      const heads = ["step", "J", "TJ", "greedy", "J − J*", "value iteration", "its error"];
      facts.replaceChildren(
        widgets.table(`The lines at J = ${text(newton[0])}`, ["policy", "cost + p J", "its cost for ever"], lines),
      );
      path.replaceChildren(
        widgets.table(`Newton's step (■) and value iteration (○); J* = ${text(best)}`, heads, rows),
      );
    }

    /** @param {Run} run @param {number} steps */
    function say({ newton, iteration, policies }, steps) {
      const last = newton.length - 1;
      const policy = controls[policies[last]][0];
      if (last < steps) {
        return `At J = ${text(newton[last])} ${policy} is greedy, and it never ends: Newton's step is not defined there.`;
      }
      if (steps === 0) return `J = ${text(newton[0])}: ${policy} is the least line, so it is the policy. TJ = ${text(Math.min(...qFactors(controls, newton[0])))}.`;
      const J = newton[steps];
      const came = controls[policies[steps - 1]][0];
      const verdict = Math.abs(J - best) <= TIE ? "which is J*" : `${text(J - best)} from J*`;
      const slow = iteration[steps];
      const other = `Value iteration stands at ${text(slow)}, ${text(Math.abs(slow - best))} from J*.`;
      return `Step ${steps}: ${came} costs ${text(J)}, ${verdict}. Greedy there: ${policy}. ${other}`;
    }

    const set = widgets.setter(model);
    let advanced = false; // the last step was just taken

    function show() {
      const start = Math.min(Math.max(model.get("start"), 0), limit);
      const steps = Math.min(Math.max(model.get("steps"), 0), STEPS);
      const found = run(controls, start, steps);
      slider.value = String(start);
      slider.setAttribute("aria-valuetext", `J = ${text(start)}`);
      if (document.activeElement !== exact) exact.value = String(Number(start.toFixed(places)));
      back.disabled = again.disabled = steps === 0;
      ahead.disabled = steps === STEPS;
      drawPicture(found);
      drawFacts(found);
      status.textContent = say(found, steps);
      const { newton, iteration } = found;
      if (JSON.stringify([newton, iteration]) !== JSON.stringify([model.get("newton"), model.get("iteration")])) {
        set({ newton, iteration });
      }
    }

    /** @param {number} value */
    function begin(value) {
      if (!Number.isFinite(value)) return;
      set({ start: clamp(value) });
      show();
    }

    // A button that is disabled by its press gives the focus to one that is not.
    /** @param {number} steps */
    function go(steps) {
      const held = document.activeElement;
      advanced = steps > model.get("steps");
      set({ steps: Math.min(Math.max(steps, 0), STEPS) });
      show();
      advanced = false;
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
    again.onclick = () => go(0);
    lower.onchange = show;
    const stop = widgets.follow(model, ["start", "steps"], show);
    show();
    return () => {
      release();
      stop();
    };
  };
  widgets.newtonstep.state = (model) => ({ start: codecs.real(0, model.get("limit")), steps: codecs.whole(0, STEPS) });
})();
