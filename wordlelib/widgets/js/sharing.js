// What is said of a judged game, on the page and to others: a sentence, a text that gives nothing away, and links.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const MOST = 6; // guesses that a challenge may claim

  // A number with a sign and some digits; no minus before what is rounded to zero.
  const fixed = (widgets.fixed = (value, digits = 3) => {
    const text = Math.abs(value).toFixed(digits);
    return (value < 0 && Number(text) ? "\u2212" : "") + text;
  });
  const signed = (widgets.signed = (value, digits = 3) => (value > 0 && Number(value.toFixed(digits)) ? "+" : "") + fixed(value, digits));

  // Luck and skill in one sentence.
  widgets.luckAndSkill = function ({ luck, loss, perfect }) {
    const kind = Math.abs(luck) < 0.005 ? "Luck evened out" : luck > 0 ? `Luck saved ${fixed(luck, 2)}` : `Bad luck cost ${fixed(-luck, 2)}`;
    return `${kind}, and the guesses lost ${fixed(loss, 2)}${perfect ? `; perfect play takes ${perfect.length}` : ""}.`;
  };

  // How a game is told without its words.
  widgets.headline = function ({ rows, solved, luck, loss, perfect }) {
    const taken = solved ? widgets.count(rows.length, "guess", "guesses") : `not found in ${rows.length}`;
    return `Wordle judged: ${taken}, luck ${signed(luck, 2)}, lost ${fixed(loss, 2)}${perfect ? `, perfect play ${perfect.length}` : ""}`;
  };

  // The rows of a grid as squares, in the colours of the reader's tiles.
  /** @param {string[]} grid */
  function squares(grid) {
    const [yellow, green] = document.documentElement.dataset.wwTiles === "high" ? "\u{1F7E6}\u{1F7E7}" : "\u{1F7E8}\u{1F7E9}";
    return grid.map((marks) => marks.replaceAll("-", "\u2b1b").replaceAll("y", yellow).replaceAll("g", green)).join("\n");
  }

  // The link that opens a game where it is judged. It does not say the words.
  widgets.judgedLink = (history, hidden, hard) =>
    widgets.linkTo("your_game", "yourgame", { history: codecs.game.write(history), hidden: codecs.secret.write(hidden), ...(hard && { hard: codecs.flag.write(hard) }) });

  // Buttons that copy a judged game for others, and a challenge with its word; `given` is null while nothing is judged.
  widgets.shareButtons = function (given) {
    const { make } = widgets;
    /** @type {{ history: Row[]; judged: Judgement } | null} */
    let shown = null;
    const parts = [
      widgets.copier("Copy the result", "The result, to share", () => {
        if (!shown) return "";
        const { history, judged } = shown;
        const link = widgets.judgedLink(history, judged.answer ?? "", judged.mode === "hard");
        return [widgets.headline(judged), squares(history.map(([, marks]) => marks)), link].filter(Boolean).join("\n");
      }),
      widgets.copier("Challenge a friend", "The challenge, to share", () => {
        if (!shown?.judged.answer) return "";
        const { history, judged } = shown;
        const claim = judged.solved && history.length <= MOST ? history.length : 0;
        const texts = { hidden: codecs.secret.write(shown.judged.answer), ...(claim && { claim: String(claim) }) };
        return `${claim ? `Can you beat my ${claim}?` : "Can you find the word that I did not?"} ${widgets.linkTo("00_preface", "fallingwords", texts)}`;
      }),
    ];
    const [, challenge] = parts;
    const box = make("div", { className: "ww-controls ww-shared" }, ...parts.flatMap(({ button, said, field }) => [button, said, field]), ...given);
    return {
      box,
      /** @param {Row[]} history @param {Judgement | null} judged */
      show(history, judged) {
        shown = judged && { history, judged };
        box.hidden = !history.length;
        box.classList.toggle("ww-later", !shown);
        challenge.button.hidden = !widgets.home || Boolean(judged && !judged.answer);
        parts.forEach((part) => part.forget());
      },
    };
  };
})();
