// The conventions of the rollout papers' program: turn them off, and see what its rollout needs, from stored totals.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  // In the order of the bits of a stored combination; what holds as published, and what does when it is off.
  const SWITCHES = [
    ["list_order", "ties go by the list", "a word that is still possible comes first"],
    ["rounded", "entropies are rounded sums", "entropies are compared exactly"],
    ["unstable_sort", "the sort is unstable", "equal guesses stay in the list's order"],
    ["extra_candidate", "one more candidate", "only the ten best"],
    ["last_guess_free", "a Q-factor leaves out a last guess that is sure", "it counts"],
    ["right_guess_bonus", "a Q-factor counts -5 for a right guess", "it counts 1"],
    ["consistent", "hard mode: agree with all feedback", "Wordle's own hard mode"],
  ];
  const RULE = 6;
  const [LIST, ROUNDED, UNSTABLE] = [1, 2, 4];
  const WIDTH = 480;
  const HEIGHT = 86;

  // With possible words first, rounding and the sort make no difference, and were not played apart.
  /** @param {number} bits */
  const played = (bits) => (bits & LIST ? bits & ~(ROUNDED | UNSTABLE) : bits);

  widgets.conventionswitches = function ({ model, el }) {
    const { make, svg, field } = widgets;
    const totals = model.get("totals");
    const set = widgets.setter(model);
    const openings = Object.keys(totals.easy);
    const opening = make("select", {}, ...openings.map((word) => make("option", { value: word }, word)));
    const modes = ["easy", "hard"].map((mode) => make("option", { value: mode }, `${mode} mode`));
    const mode = make("select", {}, ...modes);
    const reset = make("button", { type: "button" }, "As published");
    const place = widgets.scroller("Table of the conventions");
    const picture = make("div");
    const status = make("p", { className: "ww-status", role: "status" });
    const boxes = SWITCHES.map(([, text]) => make("input", { type: "checkbox", "aria-label": text }));
    const controls = make("div", { className: "ww-controls" }, field("Opening", opening), field("Mode", mode), reset);
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Convention switches" }, controls, place, status, picture));

    const kind = () => /** @type {"easy" | "hard"} */ (model.get("mode"));
    const shown = () => SWITCHES.slice(0, kind() === "hard" ? RULE + 1 : RULE);
    const table = () => totals[kind()][model.get("opening")];
    const bitsOf = (/** @type {string[]} */ off) =>
      shown().reduce((sum, [name], i) => sum + (off.includes(name) ? 1 << i : 0), 0);
    const now = () => bitsOf(model.get("off"));
    /** @param {number} change */
    const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0");
    const number = (/** @type {number} */ n) => n.toLocaleString("en");

    function drawTable() {
      const bits = now();
      const [, total] = table()[String(played(bits))];
      const focus = boxes.findIndex((box) => box.matches(":focus"));
      const rows = shown().map(([name, text, otherwise], i) => {
        const idle = Boolean(bits & LIST) && (i === 1 || i === 2);
        boxes[i].checked = !(bits & (1 << i));
        boxes[i].disabled = idle;
        boxes[i].onchange = () => {
          const off = model.get("off");
          set({ off: boxes[i].checked ? off.filter((each) => each !== name) : [...off, name] });
          draw();
        };
        const said = make("label", { className: "ww-text" }, boxes[i], " ", boxes[i].checked ? text : `${text} (off: ${otherwise})`);
        const changed = table()[String(played(bits ^ (1 << i)))][1];
        return [said, idle ? "no effect" : signed(changed - total)];
      });
      place.replaceChildren(widgets.table("What is ticked is as published", ["convention", "rollout's guesses if only this one changed"], rows));
      if (focus >= 0) boxes[focus].focus();
    }

    function drawPicture() {
      const [base, total] = table()[String(played(now()))];
      const published = table()["0"][1];
      const optimum = kind() === "easy" ? model.get("optima")[model.get("opening")] : undefined;
      const all = Object.values(table()).flat();
      const [least, most] = [Math.min(...all, optimum ?? Infinity), Math.max(...all)];
      const x = (/** @type {number} */ n) => 20 + ((n - least) / (most - least)) * (WIDTH - 40);
      /** @type {SVGElement[]} */
      const parts = [svg("line", { x1: x(least), x2: x(most), y1: 48, y2: 48, class: "ww-axis" })];
      /** @type {[number, string, string, boolean][]} */
      const marks = [
        [base, "base policy", "s", false],
        [published, "as published", "d", false],
        [total, "rollout", "c", true],
      ];
      if (optimum !== undefined) marks.push([optimum, "optimum", "|", false]);
      marks.forEach(([n, text, shape, full], i) => {
        const mark = { class: full ? "ww-full" : "ww-mark" };
        if (shape === "c") parts.push(svg("circle", { cx: x(n), cy: 48, r: 5, ...mark }));
        if (shape === "s") parts.push(svg("rect", { x: x(n) - 5, y: 43, width: 10, height: 10, ...mark }));
        if (shape === "d") parts.push(svg("path", { d: `M${x(n)} 41l7 7-7 7-7-7z`, ...mark }));
        if (shape === "|") parts.push(svg("line", { x1: x(n), x2: x(n), y1: 36, y2: 60, class: "ww-broad" }));
        const side = x(n) > WIDTH / 2 ? "end" : "start";
        const y = [30, 70, 14, 84][i];
        parts.push(svg("text", { x: x(n), y, "text-anchor": side, class: "ww-halo" }, `${text} ${number(n)}`));
      });
      const words = marks.map(([n, text]) => `${text} ${number(n)}`).join(", ");
      const frame = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + 4}`, class: "ww-picture", role: "img", "aria-label": words });
      frame.append(...parts);
      picture.replaceChildren(frame);
    }

    function draw() {
      opening.value = model.get("opening");
      mode.value = model.get("mode");
      const [base, total] = table()[String(played(now()))];
      const published = table()["0"][1];
      const optimum = kind() === "easy" ? `, ${number(total - model.get("optima")[model.get("opening")])} above the optimum` : "";
      const than = total === published ? "as published" : `${signed(total - published)} against the published total`;
      status.textContent =
        `${model.get("opening")}, ${kind()}: rollout needs ${number(total)} guesses for all 2,315 words ` +
        `(mean ${(total / 2315).toFixed(4)}), ${than}${optimum}; its base policy ${number(base)}.`;
      drawTable();
      drawPicture();
    }

    opening.onchange = () => {
      set({ opening: opening.value });
      draw();
    };
    mode.onchange = () => {
      set({ mode: mode.value });
      draw();
    };
    reset.onclick = () => {
      set({ off: [] });
      draw();
    };
    const stop = widgets.follow(model, ["opening", "mode", "off"], draw);
    draw();
    return stop;
  };
  widgets.conventionswitches.state = (model) => ({
    opening: codecs.choice(Object.keys(model.get("totals").easy)),
    mode: codecs.choice(["easy", "hard"]),
    off: codecs.list(codecs.choice(SWITCHES.map(([name]) => name))),
  });
})();
