// What is shown of a judged game: the verdict and its picture; below them, folded, the table of its rows, a sentence for each,
// the account, and perfect play.
(function () {
  const widgets = wordleWidgets;
  const HEADS = ["row", "words", "bits gained", "luck", "lost", "lost against perfect play"];

  /** @param {number[] | null} bounds */
  function between(bounds) {
    const { fixed } = widgets;
    if (!bounds) return "not known";
    const [low, high] = bounds.map((bound) => fixed(bound));
    return low === high ? low : `${low} to ${high}`;
  }

  /** @param {JudgedRow} row @param {boolean} done @returns {Cell[]} */
  function cells(row, done) {
    const { make, fixed, signed } = widgets;
    const words = (/** @type {number} */ n) => n.toLocaleString("en");
    const told = make("span", {}, fixed(row.received_bits, 2), make("span", { className: "ww-note" }, `of ${fixed(row.expected_bits, 2)}`));
    return [
      make("div", { className: "ww-small" }, widgets.tiles(row.guess, row.feedback)),
      `${words(row.before)} \u2192 ${words(row.after)}`,
      ...[told, signed(row.luck), fixed(row.loss)],
      done || row.perfect_loss ? between(row.perfect_loss) : "\u2026",
    ];
  }

  // Rows that are not judged yet have their place: `history` are all of them. Until all is `done` perfect play is searched for.
  /** @param {Row[]} history @param {JudgedRow[]} rows @param {boolean} done */
  function table(history, rows, done) {
    const caption = "Each row: words before and after; bits gained, of those expected; luck, and what the guess lost, in guesses";
    const open = (/** @type {Row} */ row) => [widgets.make("div", { className: "ww-small" }, widgets.tiles(...row)), ...HEADS.slice(1).map(() => "\u2026")];
    return widgets.table(caption, HEADS, history.map((row, i) => (rows[i] ? cells(rows[i], done) : open(row))));
  }

  // The account that leads from what was expected to what came.
  /** @param {Judgement} judged */
  function accountOf({ rows, start, luck, loss, luck_bits: bits, solved, perfect_loss: against }) {
    const { fixed, signed } = widgets;
    const last = rows[rows.length - 1];
    const open = solved ? 0 : last.rest / last.weight_after;
    const better = rows.reduce((sum, { base, best, weight_before: n }) => sum + (base.total - best.total) / n, 0);
    const account = [
      `${fixed(start)} to be expected`,
      `${signed(-better)} if the best known guesses are made`,
      `${signed(loss)} lost`,
      `${signed(-luck)} by luck`,
    ];
    const told = `The colours gave ${fixed(Math.abs(bits), 2)} bits ${bits < 0 ? "less" : "more"} than was to be expected.`;
    const perfect = against ? ` Against perfect play, the guesses lost ${between(against)}.` : "";
    return `The account: ${account.join(", ")}, which makes ${fixed(rows.length + open)}${open ? ` guesses, ${fixed(open)} of them still to come` : ""}.${perfect} ${told}`;
  }

  /** @param {Judgement} judged */
  function verdict(judged) {
    const { rows, solved, answer } = judged;
    const last = rows[rows.length - 1];
    const taken = widgets.count(rows.length, "guess", "guesses");
    const end = solved ? `Found ${answer} in ${taken}` : `Not found in ${taken}, and ${widgets.fixed(last.rest / last.weight_after, 2)} more to be expected`;
    const [{ before, weight_before: weight }] = rows;
    const today = before === weight ? "" : ` Any of ${widgets.count(before, "accepted word")} may be hidden, as likely as in Wordle today.`;
    return `${end}. ${widgets.luckAndSkill(judged)}${today}`;
  }

  // Perfect play's way to the same word.
  /** @param {Judgement} judged */
  function perfectBoard({ perfect, answer, rows: [{ before, weight_before: weight }] }) {
    const { make, count } = widgets;
    const said = perfect ? count(perfect.length, "guess", "guesses") : answer || before !== weight ? "not known for this game" : "needs the hidden word";
    return [make("p", {}, make("b", {}, "Perfect play"), `: ${said}`), make("div", { className: "ww-small" }, ...(perfect ?? []).map((row) => widgets.tiles(...row)))];
  }

  // The view of what was judged: a game as far as it is, or a grid.
  widgets.gameVerdict = function () {
    const { make } = widgets;
    const said = make("p", { role: "status", className: "ww-status ww-loud ww-summary" });
    const picture = make("div", { className: "ww-pictured" });
    const save = make("button", { type: "button" }, "Save the picture");
    const share = widgets.shareButtons([save]);
    const scroller = widgets.scroller("Table of the rows");
    const why = make("ol", { className: "ww-reasons" });
    const account = make("p", { className: "ww-account" });
    const perfect = make("div", { className: "ww-perfect" });
    const heading = make("p", { className: "ww-heading" }, "The best known guess, and why");
    const more = make("details", {}, make("summary", {}, "Row by row"), scroller, heading, why, account, perfect);
    const box = make("div", { className: "ww-lead" }, said, picture, share.box);
    /** @type {(() => SVGSVGElement) | null} */
    let card = null;
    save.onclick = async () => {
      if (!card) return;
      const whole = card();
      picture.append(whole);
      await widgets.savePicture(whole, "wordle-judged.png").finally(() => whole.remove());
    };

    return {
      ...{ box, more },
      clear() {
        said.textContent = account.textContent = "";
        [picture, scroller, why, perfect].forEach((part) => part.replaceChildren());
        share.show([], null);
        more.hidden = picture.hidden = true;
      },
      drawGame(history, rows, judged) {
        more.hidden = heading.hidden = picture.hidden = false;
        picture.replaceChildren(widgets.gameCard(history, rows));
        scroller.replaceChildren(table(history, rows, Boolean(judged)));
        why.replaceChildren(...history.map(([guess], i) => make("li", {}, make("b", {}, guess), `: ${rows[i]?.reason ?? "\u2026"}`)));
        share.show(history, judged);
        said.textContent = "";
        if (!judged) return;
        card = () => widgets.gameCard(history, rows, widgets.headline(judged).replace(", luck", "\nluck").split("\n"));
        said.textContent = verdict(judged);
        account.textContent = accountOf(judged);
        perfect.replaceChildren(...perfectBoard(judged));
      },
      drawGrid(found, today) {
        this.clear();
        more.hidden = false;
        heading.hidden = true;
        scroller.replaceChildren(widgets.gridTable(found.rows));
        const told = widgets.gridSummary(found, today);
        said.textContent = told.said;
        account.textContent = told.account;
      },
    };
  };
})();
