// What is known about a hidden word, letter by letter, and the lattice of it (wordlelib/game/knowledge.py). A set of letters
// is a number with a bit for each.
(function () {
  const widgets = wordleWidgets;
  const LETTERS = "abcdefghijklmnopqrstuvwxyz";
  const NEAR = "\u00a0"; // a space at which no line ends
  const ANY = 2 ** LETTERS.length - 1;
  const numberOf = (/** @type {string} */ letter) => LETTERS.indexOf(letter);
  /** @template T @param {T} value @returns {T[]} */
  const each = (value) => Array.from(LETTERS, () => value);

  // What a row tells; nothing fits a row that no word can give.
  /** @param {string} guess @param {string} marks @returns {Info} */
  function move(guess, marks) {
    const [least, most] = [each(0), each(Infinity)];
    const places = [...guess].map((letter, i) => (marks[i] === "g" ? 1 << numberOf(letter) : ANY ^ (1 << numberOf(letter))));
    for (const letter of new Set(guess)) {
      const own = [...marks].filter((_, i) => guess[i] === letter).join("");
      if (own.replaceAll("g", "").includes("-y")) return { places: places.map(() => 0), least: each(Infinity), most: each(0) };
      const number = numberOf(letter);
      least[number] = own.replaceAll("-", "").length;
      if (own.includes("-")) most[number] = least[number];
    }
    return { places, least, most };
  }

  /** @type {(with_: (a: number, b: number) => number, low: (a: number, b: number) => number, high: (a: number, b: number) => number) => (a: Info, b: Info) => Info} */
  const combine = (with_, low, high) => (a, b) => ({
    places: a.places.map((place, i) => with_(place, b.places[i])),
    least: a.least.map((number, i) => low(number, b.least[i])),
    most: a.most.map((number, i) => high(number, b.most[i])),
  });
  const meet = combine((a, b) => a & b, Math.max, Math.min);
  const join = combine((a, b) => a | b, Math.min, Math.max);

  /** @param {Info} info @param {string} word */
  function fits({ places, least, most }, word) {
    const copies = each(0);
    for (const [i, letter] of [...word].entries()) {
      copies[numberOf(letter)]++;
      if (!(places[i] & (1 << numberOf(letter)))) return false;
    }
    return copies.every((number, i) => number >= least[i] && number <= most[i]);
  }

  const lettersOf = (/** @type {number} */ set) => [...LETTERS].filter((_, i) => set & (1 << i)).join("").toUpperCase();

  // A set of letters in words.
  /** @param {number} set */
  function say(set) {
    if (set === ANY) return "any";
    const [some, others] = [lettersOf(set), lettersOf(ANY ^ set)];
    return !some ? "none" : some.length <= others.length ? some : `not ${others}`;
  }

  // The bounds on numbers of copies, without those that letters in their places imply.
  /** @param {Info} info */
  function bounds({ places, least, most }) {
    const said = [...LETTERS].flatMap((letter, i) => {
      const name = letter.toUpperCase();
      const placed = places.filter((place) => place === 1 << i).length;
      if (least[i] === most[i]) return `${name}${NEAR}=${NEAR}${most[i]}`;
      const low = least[i] > placed ? [`${name}${NEAR}≥${NEAR}${least[i] < Infinity ? least[i] : "∞"}`] : [];
      return most[i] < Infinity ? [...low, `${name}${NEAR}≤${NEAR}${most[i]}`] : low;
    });
    return said.join(", ") || "any";
  }

  widgets.infos = { move, meet, join, fits, say, bounds };
})();
