// The engine in the browser: the rule, the codes, candidates and classes. `ranking.js` and `qfactors.js` add the rest.
(function () {
  const widgets = (globalThis.wordleWidgets ??= /** @type {WordleWidgets} */ ({}));

  // The parts run in the page and, as text, in workers (worker.js): each uses nothing but its argument.
  widgets.engineParts = [];

  widgets.engine = function () {
    const engine = /** @type {Engine} */ ({});
    for (const part of widgets.engineParts) part(engine);
    return engine;
  };

  widgets.engineParts.push(function (engine) {
    "use strict";
    const MARKS = "-yg";
    const LETTERS = 26;

    // Greens first, then yellows from the left while the hidden word has a letter that no mark has used up.
    /** @type {Engine["feedback"]} */
    function feedback(guess, hidden) {
      const marks = Array(guess.length).fill("-");
      /** @type {Record<string, number>} */
      const free = {};
      for (let i = 0; i < guess.length; i++) {
        if (guess[i] === hidden[i]) marks[i] = "g";
        else free[hidden[i]] = (free[hidden[i]] ?? 0) + 1;
      }
      for (let i = 0; i < guess.length; i++) {
        if (marks[i] === "-" && free[guess[i]] > 0) {
          marks[i] = "y";
          free[guess[i]]--;
        }
      }
      return marks.join("");
    }

    // A row of marks as a number: the sum of 3^i times 0 (grey), 1 (yellow), 2 (green) at place i.
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

    // What a letter adds to the code, by the places where the guess and the hidden word have it: bit i for place i.
    /** @param {number} length */
    function sharesOf(length) {
      const sets = 2 ** length;
      const shares = new Uint8Array(sets * sets);
      for (let mine = 0; mine < sets; mine++) {
        for (let its = 0; its < sets; its++) {
          let free = 0;
          for (let rest = its & ~mine; rest; rest &= rest - 1) free++;
          let code = 0;
          for (let i = 0, unit = 1; i < length; i++, unit *= 3) {
            if (!((mine >> i) & 1)) continue;
            if ((its >> i) & 1) code += 2 * unit;
            else if (free-- > 0) code += unit;
          }
          shares[mine * sets + its] = code;
        }
      }
      return shares;
    }

    // Where each word has each letter: sets of places, letter by letter and word by word.
    /** @param {string[]} words @param {number} length */
    function placesOf(words, length) {
      const places = new Uint8Array(LETTERS * words.length);
      words.forEach((word, w) => {
        for (let i = 0; i < length; i++) places[(word.charCodeAt(i) - 97) * words.length + w] |= 1 << i;
      });
      return places;
    }

    // For each guess, its letters with their sets of places, as one number for each letter; those left over are 0.
    /** @param {string[]} words @param {number} length */
    function partsOf(words, length) {
      const sets = 2 ** length;
      const parts = new Uint16Array(words.length * length);
      words.forEach((word, w) => {
        for (let i = 0; i < length; i++) {
          const first = word.indexOf(word[i]);
          if (first === i) parts[w * length + i] = (word.charCodeAt(i) - 97) * sets;
          parts[w * length + first] += 1 << i;
        }
      });
      return parts;
    }

    const numbered = (/** @type {string[]} */ words) => new Map(words.map((word, i) => [word, i]));

    // Hidden words and all guesses in alphabetical order. The codes of a guess, and those of a hidden word in `columns`,
    // are made when first needed.
    /** @type {Engine["makeGame"]} */
    function makeGame(hidden, guesses) {
      const length = guesses[0].length;
      const number = numbered(guesses);
      const guessOf = Uint16Array.from(hidden, (word) => /** @type {number} */ (number.get(word)));
      const hiddenOf = new Int16Array(guesses.length).fill(-1);
      guessOf.forEach((guess, h) => (hiddenOf[guess] = h));
      return {
        ...{ hidden, guesses, length, number, hiddenNumber: numbered(hidden), guessOf, hiddenOf },
        every: Uint16Array.from(guesses.keys()),
        shares: sharesOf(length),
        places: placesOf(hidden, length),
        parts: partsOf(guesses, length),
        width: Math.ceil(guesses.length / 4) * 4,
        rows: [],
      };
    }

    /** @type {Engine["codesOf"]} */
    function codesOf(game, guess) {
      if (game.rows[guess]) return game.rows[guess];
      const { length, places, shares, parts } = game;
      const size = game.hidden.length;
      const sets = 2 ** length;
      const row = (game.rows[guess] = new Uint8Array(size));
      for (let at = guess * length; at < (guess + 1) * length; at++) {
        const mine = parts[at] % sets;
        if (!mine) continue;
        const from = (parts[at] - mine) / sets * size;
        for (let h = 0; h < size; h++) row[h] += shares[mine * sets + places[from + h]];
      }
      return row;
    }

    // The different parts that guesses have from one place to another, and which of them each guess has.
    /** @param {Game} game @param {number} from @param {number} to @returns {Half} */
    function halfOf({ parts, length, guesses }, from, to) {
      /** @type {Map<string, number>} */
      const numbers = new Map();
      const of = new Uint16Array(guesses.length);
      for (let guess = 0; guess < of.length; guess++) {
        const key = parts.subarray(guess * length + from, guess * length + to).join();
        const number = numbers.get(key);
        of[guess] = number ?? numbers.size;
        if (number === undefined) numbers.set(key, numbers.size);
      }
      return { of, parts: Uint16Array.from([...numbers.keys()].flatMap((key) => key.split(",").map(Number))) };
    }

    // The codes that all guesses get from some hidden words: the code of guess g from h stands at h * width + g.
    /** @type {Engine["columnsOf"]} */
    function columnsOf(game, left) {
      const middle = game.length >> 1;
      game.columns ??= {
        codes: new Uint8Array(game.width * game.hidden.length),
        halves: [halfOf(game, 0, middle), halfOf(game, middle, game.length)],
        filled: new Uint8Array(game.hidden.length),
      };
      const { codes, filled } = game.columns;
      for (const h of left) {
        if (!filled[h]) fillColumn(game, h, game.columns);
        filled[h] = 1;
      }
      return codes;
    }

    // Guesses that begin alike share the first half of a code.
    /** @param {Game} game @param {number} h @param {Columns} columns */
    function fillColumn({ length, places, shares, hidden, guesses, width }, h, { codes, halves }) {
      const sets = 2 ** length;
      const share = new Uint8Array(LETTERS * sets);
      for (let letter = 0; letter < LETTERS; letter++) {
        const its = places[letter * hidden.length + h];
        if (its) for (let mine = 1; mine < sets; mine++) share[letter * sets + mine] = shares[mine * sets + its];
      }
      const size = length >> 1;
      const first = sums(share, halves[0].parts, size);
      const second = sums(share, halves[1].parts, length - size);
      const [firstOf, secondOf] = [halves[0].of, halves[1].of];
      const at = h * width;
      for (let guess = 0; guess < guesses.length; guess++) codes[at + guess] = first[firstOf[guess]] + second[secondOf[guess]];
    }

    /** @param {Uint8Array} share @param {Uint16Array} parts @param {number} size */
    function sums(share, parts, size) {
      const out = new Uint8Array(size ? parts.length / size : 1);
      for (let i = 0, at = 0; at < parts.length; i++) for (let k = 0; k < size; k++) out[i] += share[parts[at++]];
      return out;
    }

    // The numbers of the hidden words that agree with every row of a history.
    /** @type {Engine["candidates"]} */
    function candidates(game, history) {
      let left = game.hidden.map((_, i) => i);
      for (const [guess, marks] of history) {
        const code = toCode(marks);
        const number = game.number.get(guess);
        if (number !== undefined) {
          const row = codesOf(game, number);
          left = left.filter((h) => row[h] === code);
        } else {
          left = left.filter((h) => feedback(guess, game.hidden[h]) === marks);
        }
      }
      return left;
    }

    // The classes of a guess: marks and numbers of hidden words, the largest first, then by code.
    /** @type {Engine["classes"]} */
    function classes(game, guess, left) {
      const number = game.number.get(guess);
      const row = number === undefined ? null : codesOf(game, number);
      /** @type {Map<number, number[]>} */
      const parts = new Map();
      for (const h of left) {
        const code = row ? row[h] : toCode(feedback(guess, game.hidden[h]));
        const part = parts.get(code);
        if (part) part.push(h);
        else parts.set(code, [h]);
      }
      return [...parts]
        .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
        .map(([code, words]) => ({ marks: toMarks(code, guess.length), words }));
    }

    Object.assign(engine, { feedback, toCode, toMarks, honours, makeGame, codesOf, columnsOf, candidates, classes });
  });
})();
