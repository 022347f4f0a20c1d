// Wordle as it is played now: any accepted word may be hidden, as likely as `words.accepted_prior` of the library says.
(function () {
  const widgets = wordleWidgets;
  const rounded = (/** @type {number} */ n) => Number(n.toPrecision(2)).toLocaleString("en");

  // What is stored of it (wordlelib/widgets/accepted.py), read: the weights of all accepted words, the totals of first guesses, and
  // what is said of the odds of a word.
  widgets.readAccepted = function ({ each, others, first }, hidden, guesses) {
    const old = new Set(hidden);
    const rest = widgets.unpack(others).values();
    const weights = guesses.map((word) => (old.has(word) ? each : (rest.next().value ?? 1)));
    const total = weights.reduce((a, b) => a + b);

    /** @param {string} word */
    function odds(word) {
      const own = `In Wordle today ${word} is hidden once in ${rounded(total / weights[guesses.indexOf(word)])} days`;
      return `${own}, ${old.has(word) ? "like every original word" : `an original word once in ${rounded(total / each)}`}.`;
    }
    return { weights, first, odds };
  };

  // The same where it is first needed: a page loads it then.
  widgets.acceptedOf = async function (model, hidden, guesses) {
    if (!model.get("accepted")) await widgets.load("accepted.js");
    return widgets.readAccepted(model.get("accepted") ?? /** @type {KnownAccepted} */ (widgets.accepted), hidden, guesses);
  };
})();
