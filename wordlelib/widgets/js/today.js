// Wordle as it is played now: any accepted word may be hidden, as likely as `words.accepted_prior` of the library says.
(function () {
  const widgets = wordleWidgets;
  const rounded = (/** @type {number} */ n) => Number(n.toPrecision(2)).toLocaleString("en");

  // What is said of the odds of a word that is hidden once in so many days, and an original word, if it is none, once in `original`.
  widgets.sayOdds = function (word, days, original) {
    const own = `In Wordle today ${word} is hidden once in ${rounded(days)} days`;
    return `${own}, ${original ? `an original word once in ${rounded(original)}` : "like every original word"}.`;
  };

  // What is stored of it (wordlelib/widgets/accepted.py), read: the weights of all accepted words, the totals of first guesses, and
  // what is said of the odds of a word.
  widgets.readAccepted = function ({ each, others, first }, hidden, guesses) {
    const old = new Set(hidden);
    const rest = widgets.unpack(others).values();
    const weights = guesses.map((word) => (old.has(word) ? each : (rest.next().value ?? 1)));
    const total = weights.reduce((a, b) => a + b);

    /** @param {string} word */
    const odds = (word) => widgets.sayOdds(word, total / weights[guesses.indexOf(word)], old.has(word) ? 0 : total / each);
    return { weights, first, odds };
  };

  // The same where it is first needed: a page loads it then.
  widgets.acceptedOf = async function (model, hidden, guesses) {
    if (!model.get("accepted")) await widgets.load("accepted.js");
    return widgets.readAccepted(model.get("accepted") ?? /** @type {KnownAccepted} */ (widgets.accepted), hidden, guesses);
  };
})();
