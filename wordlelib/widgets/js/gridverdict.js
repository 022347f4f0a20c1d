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

  const number = (/** @type {number} */ n) => n.toLocaleString("en");
  /** @param {number} low @param {number} high */
  const between = (low, high) => (low === high ? number(low) : `${number(low)} to ${number(high)}`);

  widgets.gridTable = function (rows) {
    const line = (/** @type {GridRow} */ row) => [
      widgets.make("div", { className: "ww-small" }, widgets.shades(row.feedback)),
      widgets.make("span", {}, between(row.fewest, row.most), widgets.make("span", { className: "ww-note" }, row.examples.length ? `such as ${row.examples.join(" ")}` : "")),
      row.least_left === null || row.most_left === null ? "not known" : between(row.least_left, row.most_left),
    ];
    return widgets.table("Each row: guesses that could have made it, and hidden words that were left", ["row", "guesses", "words left"], rows.map(line));
  };

  // Under today's prior any accepted word may be hidden, and the answers come sorted by it.
  widgets.gridSummary = function ({ answer, rows, answers }, today) {
    const { count } = widgets;
    const others = answers.length > SHOWN ? ` and ${number(answers.length - SHOWN)} more` : "";
    const some = answers.slice(0, SHOWN).join(" ") + others;
    const fit = `${count(answers.length, today ? "accepted word" : "hidden word")} ${answers.length === 1 ? "fits" : "fit"} the grid${today && answers.length > 1 ? ", the likeliest today first" : ""}: ${some}.`;
    return { said: fit, account: answer ? `For ${answer}, ${count(rows.length, "row")} can be made.` : "" };
  };
})();
