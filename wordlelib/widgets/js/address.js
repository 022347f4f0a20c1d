// What a widget shows, as a part of the page's address: `#w1&explorer.history=salet:-y--g&explorer.hard=1`. The 1 is the
// version of the scheme; a second explorer of a page is called `explorer-2`. What is as the page has it is left out.
(function () {
  const widgets = wordleWidgets;
  const VERSION = "w1";

  // A codec turns a value into text and back; `read` gives undefined for what it does not understand, and `form` says
  // what it expects.
  /** @template T @param {string} form @param {(value: T) => string} write @param {(text: string) => T | undefined} read */
  const codec = (form, write, read) => ({ form, write, read });

  /** @type {Set<string> | undefined} */
  let known;
  // Whether a text is a guess of the original lists, which a page of the book has.
  const isGuess = (/** @type {string} */ word) =>
    (known ??= new Set(widgets.readWords(widgets.words ?? "").flat())).size ? known.has(word) : /^[a-z]{5}$/.test(word);

  const within = (/** @type {string} */ text, /** @type {number} */ min, /** @type {number} */ max) => {
    const value = text.trim() === "" ? NaN : Number(text);
    return value >= min && value <= max ? value : undefined;
  };

  // A word as a code, so that nobody reads it in passing: 24 bits of the word as a number and 11 of a checksum, mixed by a
  // multiplication in both halves of a step that is its own inverse. The 1 before it is no letter of a word.
  const SIZE = 35;
  const LETTERS = 26n;
  const TIMES = 0x2c1b3c6dn * 2n + 1n;
  const wrap = (/** @type {bigint} */ x) => BigInt.asUintN(SIZE, x);
  const fold = (/** @type {bigint} */ x) => x ^ (x >> 18n);
  const checksum = (/** @type {bigint} */ n) => fold(wrap((n + 1970n) * TIMES)) & 0x7ffn;
  const [A, Z] = [97n, BigInt(SIZE)];
  let back = 1n; // the inverse of TIMES, by Newton's method: each step doubles the bits that are right
  for (let bits = 1n; bits < Z; bits *= 2n) back = wrap(back * (2n - TIMES * back));

  /** @param {string} word */
  function coded(word) {
    const number = [...word].reduce((n, letter) => n * LETTERS + BigInt(letter.charCodeAt(0)) - A, 0n);
    const mixed = wrap(TIMES * fold(wrap(TIMES * ((number << 11n) | checksum(number)))));
    return `1${mixed.toString(32).padStart(7, "0")}`;
  }

  // The word of a code, or a word in clear as older links have it.
  /** @param {string} text @returns {string | undefined} */
  function decoded(text) {
    if (isGuess(text)) return text;
    if (!/^1[0-9a-v]{7}$/.test(text)) return undefined;
    const mixed = [...text.slice(1)].reduce((n, sign) => n * 32n + BigInt(parseInt(sign, 32)), 0n);
    const plain = wrap(back * fold(wrap(back * mixed)));
    const number = plain >> 11n;
    const word = [4n, 3n, 2n, 1n, 0n].map((place) => String.fromCharCode(Number((number / LETTERS ** place) % LETTERS + A))).join("");
    return (plain & 0x7ffn) === checksum(number) && isGuess(word) ? word : undefined;
  }

  /** @param {Row[]} rows @param {(guess: string) => string} write */
  const rowsText = (rows, write) => rows.map(([guess, marks]) => `${write(guess)}:${marks}`).join(",");

  /** @param {string} text @returns {Row[] | undefined} */
  function readRows(text) {
    const rows = text ? text.split(",").map((row) => /** @type {Row} */ (row.split(":"))) : [];
    const good = rows.every(([guess, marks, ...more]) => isGuess(guess) && /^[-yg]{5}$/.test(marks ?? "") && !more.length);
    return good ? rows : undefined;
  }

  widgets.codecs = {
    rows: codec("rows such as salet:-y--g,courd:-----", (rows) => rowsText(rows, String), readRows),
    // A game's rows and its word, which an address does not say.
    game: codec("rows such as salet:-y--g,courd:-----, or with codes of guesses", (rows) => rowsText(rows, coded), (text) =>
      readRows(text.replace(/[^,:]+(?=:)/g, (guess) => decoded(guess) ?? guess)),
    ),
    secret: codec("a word from the lists or its code, or nothing", (word) => word && coded(word), (text) => text && decoded(text)),
    word: codec("a word from the lists, or nothing", (word) => word, (text) => (!text || isGuess(text) ? text : undefined)),
    flag: codec("0 or 1", (flag) => (flag ? "1" : "0"), (text) => (/^[01]$/.test(text) ? text === "1" : undefined)),
    text: (length) => codec(`at most ${length} letters`, (text) => text, (text) => (text.length <= length ? text : undefined)),
    choice: (among) => codec(`one of ${among.join(", ")}`, String, (text) => among.find((each) => String(each) === text)),
    real: (min, max) => codec(`a number from ${min} to ${max}`, String, (text) => within(text, min, max)),
    whole: (min, max) =>
      codec(`a whole number from ${min} to ${max}`, String, (text) => (/^-?\d+$/.test(text) ? within(text, min, max) : undefined)),
    list: (one, most = 400) =>
      codec(
        `${one.form}, up to ${most} of them with commas between`,
        (values) => values.map(one.write).join(","),
        (text) => {
          const values = (text ? text.split(",") : []).flatMap((each) => one.read(each) ?? []);
          return values.length === (text ? text.split(",").length : 0) && values.length <= most ? values : undefined;
        },
      ),
  };

  const written = (/** @type {string} */ text) =>
    encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%20", "+");

  // The texts of an address by widget and trait, or why there are none; null if it has nothing to do with widgets.
  widgets.readAddress = function (hash) {
    const [version, ...pairs] = hash.replace(/^#/, "").split("&");
    if (!/^w\d+$/.test(version)) return null;
    if (version !== VERSION) return { fault: `it has version ${version}, but this page reads ${VERSION}`, texts: {} };
    /** @type {Record<string, Record<string, string>>} */
    const texts = Object.create(null); // which has no names but those of the address
    for (const pair of pairs) {
      const [, widget, trait, text] = pair.match(/^([a-z]+(?:-\d+)?)\.(\w+)=(.*)$/) ?? [];
      if (!widget) return { fault: `"${shorten(pair)}" names no part of a widget`, texts: {} };
      try {
        (texts[widget] ??= Object.create(null))[trait] = decodeURIComponent(text.replace(/\+/g, " "));
      } catch {
        return { fault: `"${shorten(pair)}" is not written as addresses are`, texts: {} };
      }
    }
    return { fault: "", texts };
  };

  const shorten = (/** @type {string} */ text) => (text.length > 40 ? `${text.slice(0, 40)} ...` : text);

  // The values for a widget, all of them or, if one is nonsense, none and why.
  widgets.readState = function (codecs, texts) {
    /** @type {Record<string, unknown>} */
    const values = {};
    for (const [trait, text] of Object.entries(texts)) {
      if (!Object.hasOwn(codecs, trait)) return { fault: `it has no "${shorten(trait)}"`, values: {} };
      const value = codecs[trait].read(text);
      if (value === undefined) return { fault: `${trait} is "${shorten(text)}", expected ${codecs[trait].form}`, values: {} };
      values[trait] = value;
    }
    return { fault: "", values };
  };

  // The fragment for texts by widget and trait; nothing if there are none.
  widgets.writeAddress = function (texts) {
    const pairs = Object.entries(texts).flatMap(([widget, own]) =>
      Object.entries(own).map(([trait, text]) => `${widget}.${trait}=${written(text)}`),
    );
    return pairs.length ? `#${[VERSION, ...pairs].join("&")}` : "";
  };

  // A link to a widget of another page, or nothing where there are no pages.
  widgets.linkTo = (page, widget, texts) => (widgets.home ? `${widgets.home}book/${page}.html${widgets.writeAddress({ [widget]: texts })}` : "");
})();
