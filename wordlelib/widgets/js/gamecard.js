// The picture of a judged game: how many guesses it could be expected to take in all, and how each row moved that, by what
// was lost and by luck. The squares have no letters, so that the picture may be shown to others.
(function () {
  const widgets = wordleWidgets;
  const SHOWN = 0.005;
  const [WIDTH, SIDE, ROW, FROM, TO] = [360, 22, 42, 146, 342];

  // For each row, the guesses that the game could be expected to take in all: what was to be expected before it, the same
  // with the best known move, with the guess that was made, and after the colours.
  /** @param {JudgedRow[]} rows @returns {CourseStep[]} */
  const courseOf = (rows) =>
    rows.map(({ base, best, made, rest, weight_before: n, weight_after: left }, i) => ({
      from: i + base.total / n,
      best: i + best.total / n,
      made: i + made.total / n,
      to: i + 1 + rest / left,
    }));

  /** @param {CourseStep} step @param {JudgedRow} row @param {number} y @param {(value: number) => number} at */
  function track({ from, best, made, to }, row, y, at) {
    const { svg, fixed, signed } = widgets;
    const line = (/** @type {string} */ name, /** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ high) => svg("line", { class: name, x1: at(a), x2: at(b), y1: y + high, y2: y + high });
    /** @type {SVGElement[]} */
    const parts = [svg("line", { class: "ww-ink", x1: at(from), x2: at(from), y1: y, y2: y + 12 })];
    if (Math.abs(best - from) > SHOWN) parts.push(line("ww-edge", from, best, 5));
    if (made - best > SHOWN) parts.push(line("ww-lost", best, made, 5));
    const [left, right] = [made, to].sort((a, b) => a - b).map(at);
    if (Math.abs(to - made) > SHOWN) parts.push(svg("rect", { class: to < made ? "ww-good" : "ww-bad", x: left, y: y + 12, width: right - left, height: 8 }));
    const note = svg("text", { x: FROM, y: y + 34 }, `lost ${fixed(row.loss, 2)}, luck ${signed(row.luck, 2)}`);
    return [...parts, svg("circle", { class: "ww-full", cx: at(to), cy: y + 16, r: 5 }), note];
  }

  /** @param {number} y */
  function legend(y) {
    const { svg } = widgets;
    const keys = [
      svg("line", { class: "ww-lost", x1: 8, x2: 24, y1: y, y2: y }),
      svg("rect", { class: "ww-good", x: 84, y: y - 4, width: 16, height: 8 }),
      svg("rect", { class: "ww-bad", x: 172, y: y - 4, width: 16, height: 8 }),
      svg("circle", { class: "ww-full", cx: 262, cy: y, r: 5 }),
    ];
    const names = [[30, "lost"], [106, "good luck"], [194, "bad luck"], [274, "after the row"]].map(([x, text]) => svg("text", { x, y: y + 4 }, String(text)));
    return [...keys, ...names];
  }

  // Rows that are not judged yet have their places: `history` are all of them. `head` are lines above the rows.
  widgets.gameCard = function (history, rows, head = []) {
    const { svg, fixed, signed } = widgets;
    const course = courseOf(rows);
    const all = course.flatMap((each) => Object.values(each));
    const [low, high] = [Math.floor(Math.min(...all, 3)), Math.ceil(Math.max(...all, 4))];
    const at = (/** @type {number} */ value) => FROM + ((TO - FROM) * (value - low)) / (high - low);
    const top = 12 + 22 * head.length;
    const bottom = top + ROW * history.length;
    const ticks = Array.from({ length: high - low + 1 }, (_, i) => low + i).flatMap((n) => [
      svg("line", { class: "ww-axis", x1: at(n), x2: at(n), y1: top - 4, y2: bottom }),
      svg("text", { x: at(n), y: bottom + 14, "text-anchor": "middle" }, String(n)),
    ]);
    const lines = history.flatMap(([, marks], i) => [
      ...[...marks].flatMap((mark, k) => [
        svg("rect", { class: `ww-square ww-tile-${mark}`, x: 8 + k * (SIDE + 3), y: top + i * ROW, width: SIDE, height: SIDE, rx: 2 }),
        svg("text", { class: `ww-on-${mark}`, x: 8 + k * (SIDE + 3) + SIDE / 2, y: top + i * ROW + 15, "text-anchor": "middle" }, mark === "-" ? "" : mark),
      ]),
      ...(rows[i] ? track(course[i], rows[i], top + i * ROW, at) : [svg("text", { x: FROM, y: top + i * ROW + 34 }, "not judged yet")]),
    ]);
    const said = history.map(([guess], i) => (rows[i] ? `${guess} lost ${fixed(rows[i].loss, 2)}, luck ${signed(rows[i].luck, 2)}, then ${fixed(course[i].to, 2)} guesses to be expected` : `${guess} not judged yet`));
    return svg(
      "svg",
      { class: "ww-card", role: "img", viewBox: `0 0 ${WIDTH} ${bottom + 46}`, "aria-label": `The game row by row: ${said.join("; ")}` },
      svg("rect", { class: "ww-paper", width: WIDTH, height: bottom + 46 }),
      ...head.map((line, i) => svg("text", { class: "ww-strong", x: 8, y: 20 + 20 * i }, line)),
      ...[...ticks, ...lines, svg("text", { x: 8, y: bottom + 14 }, "expected guesses"), ...legend(bottom + 34)],
    );
  };

  // Save a picture that stands in the page, as it looks there.
  widgets.savePicture = async function (picture, name) {
    const SCALE = 3;
    const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
    const { width, height } = picture.viewBox.baseVal;
    [copy, ...copy.querySelectorAll("*")].forEach((part, i) => {
      const style = getComputedStyle([picture, ...picture.querySelectorAll("*")][i]);
      const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight"];
      part.setAttribute("style", `${kept.map((each) => `${each}: ${style.getPropertyValue(each)}`).join("; ")}; font-family: sans-serif`);
    });
    for (const [each, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(each, String(value));
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [SCALE * width, SCALE * height];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const link = widgets.make("a", { href: canvas.toDataURL("image/png"), download: name });
    link.click();
  };
})();
