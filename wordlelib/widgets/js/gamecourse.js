// The course of a game: how many guesses it could be expected to take in all, and how each row moved that, by what was
// lost and by luck.
(function () {
  const widgets = wordleWidgets;
  const SHOWN = 0.005;

  // A number with a sign and some digits; no minus before what is rounded to zero.
  const fixed = (widgets.fixed = (value, digits = 3) => {
    const text = Math.abs(value).toFixed(digits);
    return (value < 0 && Number(text) ? "\u2212" : "") + text;
  });
  widgets.signed = (value, digits = 3) => (value > 0 && Number(value.toFixed(digits)) ? "+" : "") + fixed(value, digits);

  // For each row, the guesses that the game could be expected to take in all: what was to be expected before it, the same
  // with the best known move, with the guess that was made, and after the colours.
  /** @param {JudgedRow[]} rows @returns {CourseStep[]} */
  const courseOf = (rows) =>
    rows.map(({ base, best, made, rest, weight_before: n, weight_after: after }, i) => ({
      from: i + base.total / n,
      best: i + best.total / n,
      made: i + made.total / n,
      to: i + 1 + rest / after,
    }));

  /** @param {CourseStep[]} course @returns {[number, number]} */
  function range(course) {
    const all = course.flatMap((each) => Object.values(each));
    const [low, high] = [Math.floor(Math.min(...all, 3)), Math.ceil(Math.max(...all, 4))];
    return [low, high];
  }

  /** @param {number} low @param {number} high */
  function scale(low, high) {
    const at = (/** @type {number} */ value) => (100 * (value - low)) / (high - low);
    /** @param {string} className @param {number} a @param {number} b */
    const bar = (className, a, b) => {
      const part = widgets.make("span", { className: `ww-on-track ${className}` });
      part.style.left = `${at(Math.min(a, b))}%`;
      part.style.width = `${Math.abs(at(a) - at(b))}%`;
      return part;
    };
    const ticks = () => Array.from({ length: high - low + 1 }, (_, i) => bar("ww-tick", low + i, low + i));
    return { at, bar, ticks };
  }

  /** @param {ReturnType<typeof scale>} on @param {CourseStep | undefined} moment */
  function track(on, moment) {
    const parts = on.ticks();
    if (moment) {
      const { from, best, made, to } = moment;
      const loses = made - best > SHOWN;
      parts.push(on.bar(loses ? "ww-from" : "ww-from ww-deep", from, from), on.bar("ww-to", to, to));
      if (Math.abs(best - from) > SHOWN) parts.push(on.bar("ww-edge", from, best));
      if (loses) parts.push(on.bar("ww-lost", best, made));
      if (Math.abs(to - made) > SHOWN) parts.push(on.bar(to < made ? "ww-good" : "ww-bad", made, to));
      parts.push(on.bar("ww-reached", to, to));
    }
    return widgets.make("div", { className: "ww-track", "aria-hidden": "true" }, ...parts);
  }

  // The picture. Rows that are not judged yet have their lines too: `history` are all of them.
  widgets.gameCourse = function (history, rows) {
    const { make, signed } = widgets;
    const course = courseOf(rows);
    const [low, high] = range(course);
    const on = scale(low, high);
    const lines = history.map(([guess, marks], i) => {
      const row = rows[i];
      const saved = course[i] && course[i].from - course[i].best > SHOWN ? `saved ${fixed(course[i].from - course[i].best, 2)}, ` : "";
      const said = row ? `${saved}lost ${fixed(row.loss, 2)}, luck ${signed(row.luck, 2)}` : "";
      const after = course[i] ? `${fixed(course[i].from, 2)} \u2192 ${fixed(course[i].to, 2)}` : "not judged yet";
      const note = make("span", { className: "ww-told" }, make("b", {}, after), ` ${said}`);
      const tiles = make("div", { className: "ww-small" }, widgets.tiles(guess, marks));
      return make("li", { className: "ww-step" }, tiles, track(on, course[i]), note);
    });
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => {
      const number = make("span", { className: "ww-on-track" }, String(low + i));
      number.style.left = `${on.at(low + i)}%`;
      return number;
    });
    const axis = make("div", { className: "ww-step ww-course-axis", "aria-hidden": "true" }, make("span"), make("div", { className: "ww-track" }, ...numbers));
    return [make("ol", { className: "ww-course" }, ...lines), axis];
  };

  widgets.courseLegend = function () {
    const { make } = widgets;
    const key = (/** @type {string} */ name, /** @type {string} */ text) => make("span", {}, make("span", { className: `ww-key ${name}`, "aria-hidden": "true" }), text);
    return make("p", { className: "ww-legend" }, key("ww-edge", "saved by the best known guess"), key("ww-lost", "lost by the guess"), key("ww-good", "good luck"), key("ww-bad", "bad luck"), key("ww-reached", "now"));
  };
})();
