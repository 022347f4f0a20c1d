// The rule in the browser: colours, candidates and classes. What takes a search is computed by the library (computing.js).
(function () {
  const widgets = (globalThis.wordleWidgets ??= /** @type {WordleWidgets} */ ({}));

  // It runs in the page and, as text, in a worker, and uses nothing from outside.
  widgets.engine = function () {
    const MARKS = "-yg";
    const MOST = 2 ** 16 - 1; // guesses whose numbers fit in a game

    // Greens first, then yellows from the left while the hidden word has a letter that no mark has used up. The code is the
    // sum of 3^i times 0 (grey), 1 (yellow), 2 (green) at place i.
    /** @param {string} guess @param {string} hidden */
    function codeOf(guess, hidden) {
      const { length } = guess;
      let [code, used] = [0, 0]; // used: places of the hidden word, bit i for place i
      for (let i = 0, unit = 1; i < length; i++, unit *= 3) {
        if (guess.charCodeAt(i) !== hidden.charCodeAt(i)) continue;
        code += 2 * unit;
        used |= 1 << i;
      }
      const green = used;
      for (let i = 0, unit = 1; i < length; i++, unit *= 3) {
        if ((green >> i) & 1) continue;
        for (let k = 0; k < length; k++) {
          if ((used >> k) & 1 || guess.charCodeAt(i) !== hidden.charCodeAt(k)) continue;
          code += unit;
          used |= 1 << k;
          break;
        }
      }
      return code;
    }

    /** @type {Engine["toCode"]} */
    function toCode(marks) {
      let code = 0;
      for (let i = marks.length - 1; i >= 0; i--) code = 3 * code + MARKS.indexOf(marks[i]);
      return code;
    }

    /** @type {Engine["toMarks"]} */
    function toMarks(code, length) {
      let marks = "";
      for (let i = 0; i < length; i++, code = Math.floor(code / 3)) marks += MARKS[code % 3];
      return marks;
    }

    /** @type {Engine["feedback"]} */
    const feedback = (guess, hidden) => toMarks(codeOf(guess, hidden), guess.length);

    // Wordle's hard mode: green letters stay, and yellow ones are used again.
    /** @type {Engine["honours"]} */
    function honours(guess, history) {
      return history.every(([earlier, marks]) => {
        /** @type {Record<string, number>} */
        const due = {};
        for (let i = 0; i < earlier.length; i++) {
          if (marks[i] === "g" && guess[i] !== earlier[i]) return false;
          if (marks[i] !== "-") due[earlier[i]] = (due[earlier[i]] ?? 0) + 1;
        }
        return Object.entries(due).every(([letter, least]) => guess.split(letter).length > least);
      });
    }

    /** @type {Engine["checkLists"]} */
    function checkLists(hidden, guesses) {
      const length = guesses[0]?.length ?? 0;
      const wrong = guesses.find((word) => word.length !== length || !/^[a-z]{1,5}$/.test(word));
      if (!hidden.length) throw new Error("There is no hidden word; expected at least one");
      if (wrong !== undefined) throw new Error(`"${wrong}" is in the lists; expected words of the letters a to z, all of one length, at most 5`);
      if (guesses.length > MOST) throw new Error(`The lists hold ${guesses.length.toLocaleString("en")} guesses; expected at most ${MOST.toLocaleString("en")}`);
      for (const words of [hidden, guesses]) {
        const twice = new Set(words).size < words.length && words.find((word, i) => words.indexOf(word) < i);
        if (twice) throw new Error(`"${twice}" is in a list twice; expected each word once`);
      }
      const known = new Set(guesses);
      const stray = hidden.find((word) => !known.has(word));
      if (stray !== undefined) throw new Error(`The hidden word "${stray}" is not among the guesses; expected every hidden word there`);
    }

    /** @type {Engine["checkRows"]} */
    function checkRows({ number, length }, history) {
      const stray = history.find(([word, row]) => !number.has(word) || row.length !== length || !/^[-yg]+$/.test(row));
      if (stray) throw new Error(`"${stray.join(" ")}" is no row; expected a guess of the list and its feedback`);
    }

    const numbered = (/** @type {string[]} */ words) => new Map(words.map((word, i) => [word, i]));

    // Hidden words and all guesses in alphabetical order. The codes of a guess are made when first needed.
    /** @type {Engine["makeGame"]} */
    function makeGame(hidden, guesses) {
      const number = numbered(guesses);
      const guessOf = Uint16Array.from(hidden, (word) => /** @type {number} */ (number.get(word)));
      const hiddenOf = new Int32Array(guesses.length).fill(-1);
      guessOf.forEach((guess, h) => (hiddenOf[guess] = h));
      return { hidden, guesses, length: guesses[0].length, number, hiddenNumber: numbered(hidden), guessOf, hiddenOf, rows: [] };
    }

    /** @type {Engine["codesOf"]} */
    const codesOf = ({ rows, hidden, guesses }, guess) => (rows[guess] ??= Uint8Array.from(hidden, (word) => codeOf(guesses[guess], word)));

    // The numbers of the hidden words that agree with every row of a history.
    /** @type {Engine["candidates"]} */
    function candidates({ hidden }, history) {
      const codes = history.map(([, marks]) => toCode(marks));
      return [...hidden.keys()].filter((h) => history.every(([guess], i) => codeOf(guess, hidden[h]) === codes[i]));
    }

    // The classes of a guess: marks and numbers of hidden words, the largest first, then by code.
    /** @type {Engine["classes"]} */
    function classes({ hidden }, guess, left) {
      /** @type {Map<number, number[]>} */
      const parts = new Map();
      for (const h of left) {
        const code = codeOf(guess, hidden[h]);
        const part = parts.get(code);
        if (part) part.push(h);
        else parts.set(code, [h]);
      }
      return [...parts]
        .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
        .map(([code, words]) => ({ marks: toMarks(code, guess.length), words }));
    }

    return { feedback, toCode, toMarks, honours, checkLists, checkRows, makeGame, codesOf, candidates, classes };
  };
})();
