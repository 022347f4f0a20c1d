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
  const COUNTED = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"];
  const IDLE = "no effect while possible words come first";
  const HEIGHT = 118;

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
    const picture = make("div");
    const status = make("p", { className: "ww-status ww-loud", role: "status" });
    const boxes = SWITCHES.map(([, text]) => make("input", { type: "checkbox", "aria-label": text }));
    const notes = SWITCHES.map(() => make("span", { className: "ww-note" }));
    const labels = SWITCHES.map(([, text], i) => make("label", { className: "ww-text" }, boxes[i], make("span", {}, text, notes[i])));
    const switches = make("fieldset", { className: "ww-switches" }, make("legend", {}, "Ticked is as published"), ...labels);
    const controls = make("div", { className: "ww-controls" }, field("Opening", opening), field("Mode", mode), reset);
    el.append(make("div", { className: "ww ww-conventions", role: "region", "aria-label": "Convention switches" }, status, picture, switches, controls));

    const kind = () => /** @type {"easy" | "hard"} */ (model.get("mode"));
    const shown = () => SWITCHES.slice(0, kind() === "hard" ? RULE + 1 : RULE);
    const table = () => totals[kind()][model.get("opening")];
    const bitsOf = (/** @type {string[]} */ off) =>
      shown().reduce((sum, [name], i) => sum + (off.includes(name) ? 1 << i : 0), 0);
    const now = () => bitsOf(model.get("off"));
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    const optimum = () => (kind() === "easy" ? model.get("optima")[model.get("opening")] : undefined);

    function drawSwitches() {
      const bits = now();
      SWITCHES.forEach(([, , otherwise], i) => {
        const idle = Boolean(bits & LIST) && (i === 1 || i === 2);
        labels[i].hidden = i >= shown().length;
        boxes[i].checked = !(bits & (1 << i));
        boxes[i].disabled = idle;
        notes[i].textContent = idle ? IDLE : boxes[i].checked ? `else ${otherwise}` : `off: ${otherwise}`;
      });
    }

    // A line for each policy: its total as published, and now.
    function drawPicture() {
      const [before, after] = [table()["0"], table()[String(played(now()))]];
      const least = optimum();
      const all = [...Object.values(table()).flat(), ...(least === undefined ? [] : [least])];
      const width = picture.clientWidth || 480;
      const x = widgets.scale({ from: Math.min(...all), to: Math.max(...all), start: 12, end: width - 12 });
      /** @type {SVGElement[]} */
      const parts = [];
      if (least !== undefined) {
        parts.push(svg("line", { x1: x(least), x2: x(least), y1: 20, y2: HEIGHT - 18, class: "ww-broad" }));
        parts.push(svg("text", { x: x(least) - 4, y: HEIGHT - 2 }, `optimum ${number(least)}`));
      }
      ["base policy", "rollout"].forEach((name, i) => {
        const y = 32 + 50 * i;
        const moved = after[i] === before[i] ? "" : `, as published ${number(before[i])}`;
        parts.push(svg("line", { x1: x.start, x2: x.end, y1: y, y2: y, class: "ww-axis" }));
        parts.push(svg("line", { x1: x(before[i]), x2: x(after[i]), y1: y, y2: y, class: "ww-ink", "stroke-width": 4 }));
        parts.push(svg("path", { d: `M${x(before[i])} ${y - 8}l8 8-8 8-8-8z`, class: "ww-mark" }));
        parts.push(svg("circle", { cx: x(after[i]), cy: y, r: 6, class: "ww-mark ww-full" }));
        parts.push(svg("text", { x: 24, y: y - 14, class: "ww-halo ww-strong" }, `${name} ${number(after[i])}${moved}`));
      });
      const said = `base policy ${number(after[0])}, rollout ${number(after[1])}${least === undefined ? "" : `, optimum ${number(least)}`}`;
      const frame = { viewBox: `0 0 ${width} ${HEIGHT}`, class: "ww-picture", role: "img", "aria-label": said };
      picture.replaceChildren(svg("svg", frame, ...parts));
    }

    /** @param {number} change */
    const changed = (change) => (change ? `${number(Math.abs(change))} ${change > 0 ? "more" : "fewer"}` : "as many");

    // The sentence: what the switches that are off have done.
    function say() {
      const [[base, total], [base0, total0]] = [table()[String(played(now()))], table()["0"]];
      const off = shown().filter((_, i) => now() & (1 << i)).length;
      const opening = model.get("opening").toUpperCase();
      if (!off) return `As published, ${opening} needs ${number(base)} guesses with the base policy and ${number(total)} with rollout.`;
      const said = `${COUNTED[off]} off: the base policy needs ${changed(base - base0)}, rollout ${changed(total - total0)}`;
      if (total === optimum()) return `${said}, and rollout is at the optimum.`;
      return total > base ? `${said}, which is ${number(total - base)} worse than its base policy.` : `${said}.`;
    }

    function draw() {
      opening.value = model.get("opening");
      mode.value = model.get("mode");
      status.textContent = say();
      drawSwitches();
      drawPicture();
    }

    boxes.forEach((box, i) => {
      box.onchange = () => {
        const off = model.get("off").filter((each) => each !== SWITCHES[i][0]);
        set({ off: box.checked ? off : [...off, SWITCHES[i][0]] });
        draw();
      };
    });
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
    draw();
    const stops = [widgets.follow(model, ["opening", "mode", "off"], draw), widgets.onWidth(picture, drawPicture)];
    return () => stops.forEach((stop) => stop());
  };
  widgets.conventionswitches.state = (model) => ({
    opening: codecs.choice(Object.keys(model.get("totals").easy)),
    mode: codecs.choice(["easy", "hard"]),
    off: codecs.list(codecs.choice(SWITCHES.map(([name]) => name))),
  });
})();
