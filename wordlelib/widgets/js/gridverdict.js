// What is said of a grid whose guesses are not known.
(function () {
  const widgets = wordleWidgets;
  const SHOWN = 10;
  /** @type {Record<string, string>} */
  const SAID = { "-": "grey", y: "yellow", g: "green" };

  // A row of colours without letters.
  widgets.shades = function (marks) {
    const said = [...marks].map((mark) => SAID[mark]).join(", ");
    const tiles = [...marks].map((mark) => widgets.make("span", { className: `ww-tile ww-${SAID[mark]}`, "data-mark": mark }));
    return widgets.make("div", { className: "ww-row", role: "img", "aria-label": said }, ...tiles);
  };

  // How many guesses can have made a row, as a bar on a logarithmic scale up to all guesses.
  /** @param {GridRow} row @param {number} all */
  function span({ fewest, most }, all) {
    const at = (/** @type {number} */ n) => (100 * Math.log(n)) / Math.log(all);
    const bar = widgets.make("span", { className: "ww-on-track ww-good" });
    bar.style.left = `${at(fewest)}%`;
    bar.style.width = `${Math.max(at(most) - at(fewest), 1)}%`;
    return widgets.make("div", { className: "ww-track", "aria-hidden": "true" }, bar);
  }

  const number = (/** @type {number} */ n) => n.toLocaleString("en");
  /** @param {number} low @param {number} high */
  const between = (low, high) => (low === high ? number(low) : `${number(low)} to ${number(high)}`);

  widgets.gridCourse = function (rows, all) {
    const { make } = widgets;
    const lines = rows.map((row) => {
      const few = row.fewest === row.most && row.most <= row.examples.length;
      const such = row.examples.length ? `${few ? "" : "such as "}${row.examples.join(" ")}` : "";
      const note = make("span", { className: "ww-told" }, make("b", {}, between(row.fewest, row.most)), ` ${such}`);
      return make("li", { className: "ww-step" }, make("div", { className: "ww-small" }, widgets.shades(row.feedback)), span(row, all), note);
    });
    return [make("ol", { className: "ww-course" }, ...lines)];
  };

  widgets.gridTable = function (rows) {
    const line = (/** @type {GridRow} */ row) => [
      widgets.make("div", { className: "ww-small" }, widgets.shades(row.feedback)),
      between(row.fewest, row.most),
      row.least_left === null || row.most_left === null ? "not known" : between(row.least_left, row.most_left),
    ];
    return widgets.table("Each row: guesses that could have made it, and hidden words that were left", ["row", "guesses", "words left"], rows.map(line));
  };

  widgets.gridSummary = function ({ answer, rows, answers }) {
    const { count } = widgets;
    const others = answers.length > SHOWN ? ` and ${number(answers.length - SHOWN)} more` : "";
    const some = answers.slice(0, SHOWN).join(" ") + others;
    const fit = `${count(answers.length, "hidden word")} ${answers.length === 1 ? "fits" : "fit"} the grid: ${some}.`;
    const more = answer
      ? "A grid does not show its guesses, so luck and loss cannot be told apart."
      : "Without the guesses luck and loss cannot be told apart. With the hidden word more can be said.";
    return { said: `${fit} ${more}`, account: answer ? `For ${answer}, ${count(rows.length, "row")} can be made.` : "" };
  };
})();
