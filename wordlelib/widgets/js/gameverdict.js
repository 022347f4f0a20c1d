// What is said of a judged game: the table of its rows, a sentence for each, the sums, and the same word by other players.
(function () {
  const widgets = wordleWidgets;
  const COURSE = "How many guesses the game could be expected to take, row by row";
  const HEADS = ["row", "words", "bits told", "luck", "lost", "rollout", "perfect play"];

  /** @param {number[] | null} bounds */
  function between(bounds) {
    const { fixed } = widgets;
    if (!bounds) return "";
    const [low, high] = bounds.map((bound) => fixed(bound));
    return low === high ? low : `${low} to ${high}`;
  }

  // A guess, and below it what it loses.
  /** @param {string} guess @param {string} loss */
  const move = (guess, loss) => widgets.make("span", {}, guess, widgets.make("span", { className: "ww-note" }, `loses ${loss}`));

  /** @param {JudgedRow} row @param {boolean} done @returns {Cell[]} */
  function cells(row, done) {
    const { make, fixed, signed } = widgets;
    const words = (/** @type {number} */ n) => n.toLocaleString("en");
    const told = make("span", {}, fixed(row.received_bits, 2), make("span", { className: "ww-note" }, `of ${fixed(row.expected_bits, 2)}`));
    const own = between(row.perfect_loss);
    const perfect = row.perfect ? make("span", {}, row.perfect.guess, make("span", { className: "ww-note" }, `you lost ${own}`)) : done ? "not known" : "\u2026";
    return [
      make("div", { className: "ww-small" }, widgets.tiles(row.guess, row.feedback)),
      `${words(row.before)} \u2192 ${words(row.after)}`,
      ...[told, signed(row.luck), fixed(row.loss)],
      move(row.rollout.guess, fixed((row.rollout.total - row.best.total) / row.weight_before)),
      perfect,
    ];
  }

  // Rows that are not judged yet have their place: `history` are all of them. Until all is `done` perfect play is searched for.
  /** @param {Row[]} history @param {JudgedRow[]} rows @param {boolean} done */
  function table(history, rows, done) {
    const caption = "Each row: words before and after; bits told, of those expected; luck and loss in guesses; what rollout and perfect play would ask";
    const open = (/** @type {Row} */ row) => [widgets.make("div", { className: "ww-small" }, widgets.tiles(...row)), ...HEADS.slice(1).map(() => "\u2026")];
    return widgets.table(caption, HEADS, history.map((row, i) => (rows[i] ? cells(rows[i], done) : open(row))));
  }

  /** @param {Row[]} history @param {JudgedRow[]} rows */
  function reasons(history, rows) {
    const { make } = widgets;
    const lines = history.map(([guess], i) => make("li", {}, make("b", {}, guess), `: ${rows[i]?.reason ?? "\u2026"}`));
    return [make("p", { className: "ww-heading" }, "The best known guess, and why"), make("ol", { className: "ww-reasons" }, ...lines)];
  }

  // One or two sentences on the game, and the account that leads from what was expected to what came.
  /** @param {Judgement} judged */
  function summary(judged) {
    const { count, fixed, signed } = widgets;
    const { rows, start, luck, loss, luck_bits: bits } = judged;
    const last = rows[rows.length - 1];
    const open = judged.solved ? 0 : last.rest / last.weight_after;
    const better = rows.reduce((sum, { base, best, weight_before: n }) => sum + (base.total - best.total) / n, 0);
    const taken = count(rows.length, "guess", "guesses");
    const end = judged.solved ? `Found ${judged.answer} in ${taken}.` : `Not found in ${taken}; ${fixed(open, 2)} more ${open === 1 ? "is" : "are"} to be expected.`;
    const kind = Math.abs(luck) < 0.005 ? "Luck evened out" : luck > 0 ? `Luck saved ${fixed(luck, 2)}` : `Bad luck cost ${fixed(-luck, 2)}`;
    const against = judged.perfect_loss ? `; against perfect play, ${between(judged.perfect_loss)}` : "";
    const lost = `the guesses lost ${fixed(loss, 2)} against the best known ones${against}.`;
    const [{ before, weight_before: weight }] = rows;
    const today = before === weight ? "" : ` Any of ${count(before, "accepted word")} may be hidden, as likely as in Wordle today.`;
    const account = [
      `${fixed(start)} to be expected`,
      `${signed(-better)} if the best known guesses are made`,
      `${signed(loss)} lost`,
      `${signed(-luck)} by luck`,
    ];
    const told = `The colours told ${fixed(Math.abs(bits), 2)} bits ${bits < 0 ? "less" : "more"} than was to be expected.`;
    return {
      said: `${end} ${fixed(start, 2)} were to be expected. ${kind}, and ${lost}${today}`,
      account: `The account: ${account.join(", ")}, which makes ${fixed(rows.length + open)}${open ? ` guesses, ${fixed(open)} of them still to come` : ""}. ${told}`,
    };
  }

  // The reader's game and others, side by side.
  /** @param {Row[]} history @param {Judgement | null} judged */
  function boards(history, judged) {
    const { make, count } = widgets;
    /** @type {[string, Row[] | null | undefined][]} */
    const games = [["Your game", history], ["Rollout", judged?.rollout], ["Perfect play", judged?.perfect]];
    return games.map(([name, rows]) => {
      const why = judged ? (judged.answer ? "not known for these lists" : "needs the hidden word") : "not judged yet";
      const lines = (rows ?? []).map((row) => widgets.tiles(...row));
      const said = rows ? count(rows.length, "guess", "guesses") : why;
      return make("div", { className: "ww-other" }, make("p", {}, make("b", {}, name), `: ${said}`), make("div", { className: "ww-small" }, ...lines));
    });
  }

  // The view of what was judged: a game as far as it is, or a grid.
  widgets.gameVerdict = function () {
    const { make } = widgets;
    const heading = make("p", { className: "ww-heading" });
    const legend = widgets.courseLegend();
    const course = make("div", { className: "ww-courses" });
    const scroller = widgets.scroller("Table of the rows");
    const why = make("div");
    const said = make("p", { role: "status", className: "ww-status ww-summary" });
    const account = make("p", { className: "ww-account" });
    const others = make("div", { className: "ww-others" });
    const below = make("div", {}, scroller, why, said, account, others);
    /** @param {{ said: string; account: string }} texts */
    function tell(texts) {
      said.textContent = texts.said;
      account.textContent = texts.account;
    }
    return {
      above: make("div", {}, heading, legend),
      course,
      below,
      drawGame(history, rows, judged) {
        heading.textContent = COURSE;
        legend.hidden = false;
        below.style.minHeight = judged ? "" : `${below.offsetHeight}px`; // nothing jumps while it is judged
        course.replaceChildren(...widgets.gameCourse(history, rows));
        scroller.replaceChildren(table(history, rows, Boolean(judged)));
        why.replaceChildren(...reasons(history, rows));
        others.replaceChildren(...boards(history, judged));
        tell(judged ? summary(judged) : { said: "", account: "" });
      },
      drawGrid(found, all) {
        heading.textContent = `How many of ${all.toLocaleString("en")} guesses could have made each row: from 1 to all, on a logarithmic scale`;
        legend.hidden = true;
        below.style.minHeight = "";
        course.replaceChildren(...widgets.gridCourse(found.rows, all));
        scroller.replaceChildren(widgets.gridTable(found.rows));
        why.replaceChildren();
        others.replaceChildren();
        tell(widgets.gridSummary(found));
      },
    };
  };
})();
