// The rule, the candidates and the ranking, in the browser. It runs in the page and, as text, in a worker.
(function () {
  const widgets = (globalThis.wordleWidgets ??= /** @type {WordleWidgets} */ ({}));

  widgets.engine = function () {
    "use strict";
    const MARKS = "-yg";
    const LOG_UNIT = 2 ** 38;

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

    // n log2 n in fixed point, additive over prime factors, so that equal partitions have equal costs.
    /** @param {number} limit */
    function logTable(limit) {
      const logs = new Float64Array(limit + 1);
      const factor = new Int32Array(limit + 1);
      for (let k = 2; k <= limit; k++) {
        if (factor[k]) {
          logs[k] = logs[factor[k]] + logs[k / factor[k]];
        } else {
          logs[k] = Math.round(Math.log2(k) * LOG_UNIT);
          for (let m = 2 * k; m <= limit; m += k) factor[m] ||= k;
        }
      }
      return logs.map((log, n) => log * n);
    }

    const places = (/** @type {string[]} */ words) => new Map(words.map((word, i) => [word, i]));

    // Hidden words and all guesses in alphabetical order; `codes` has a row for each guess, made when first needed.
    /** @type {Engine["makeGame"]} */
    function makeGame(hidden, guesses) {
      const length = guesses[0].length;
      const bytes = (/** @type {string[]} */ words) => Uint8Array.from(words.join(""), (letter) => letter.charCodeAt(0) - 97);
      return {
        ...{ hidden, guesses, length, letters: bytes(guesses), hiddenLetters: bytes(hidden) },
        number: places(guesses),
        hiddenNumber: places(hidden),
        codes: new Uint8Array(guesses.length * hidden.length),
        filled: new Uint8Array(guesses.length),
      };
    }

    /** @type {Engine["codesOf"]} */
    function codesOf(game, guess) {
      const { length, hidden, letters, hiddenLetters } = game;
      const start = guess * hidden.length;
      const row = game.codes.subarray(start, start + hidden.length);
      if (game.filled[guess]) return row;
      game.filled[guess] = 1;
      const free = new Uint8Array(26);
      const at = guess * length;
      for (let h = 0; h < hidden.length; h++) {
        const to = h * length;
        let code = 0;
        for (let i = 0; i < length; i++) {
          if (letters[at + i] !== hiddenLetters[to + i]) free[hiddenLetters[to + i]]++;
        }
        for (let i = 0, unit = 1; i < length; i++, unit *= 3) {
          const letter = letters[at + i];
          if (letter === hiddenLetters[to + i]) code += 2 * unit;
          else if (free[letter] > 0) {
            free[letter]--;
            code += unit;
          }
        }
        for (let i = 0; i < length; i++) free[hiddenLetters[to + i]] = 0;
        row[h] = code;
      }
      return row;
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

    // Words sorted by their codes.
    /** @param {Numbers} left @param {(h: number) => number} codeOf */
    function sorted(left, codeOf) {
      /** @type {Map<number, number[]>} */
      const parts = new Map();
      for (const h of left) {
        const code = codeOf(h);
        const part = parts.get(code);
        if (part) part.push(h);
        else parts.set(code, [h]);
      }
      return parts;
    }

    // The classes of a guess: marks and numbers of hidden words, the largest first, then by code.
    /** @type {Engine["classes"]} */
    function classes(game, guess, left) {
      return [...sorted(left, (h) => toCode(feedback(guess, game.hidden[h])))]
        .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
        .map(([code, words]) => ({ marks: toMarks(code, guess.length), words }));
    }

    // What a class of n words adds to the cost of a guess under each score; of the last, the largest counts, not the sum.
    /** @type {Record<Score, (limit: number) => Float64Array>} */
    const SHARES = {
      "information-gain": logTable,
      "expected-remaining": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => n * n),
      "most-classes": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => (n ? -1 : 0)),
      "worst-class": (limit) => Float64Array.from({ length: limit + 1 }, (_, n) => n),
    };
    const scores = /** @type {Score[]} */ (Object.keys(SHARES));

    // The cost of each guess of a list.
    /** @param {Game} game @param {Numbers} left @param {Numbers} guesses @param {Score} score */
    function costs(game, left, guesses, score) {
      const table = SHARES[score](left.length);
      const largest = score === "worst-class";
      const counts = new Uint16Array(3 ** game.length);
      const n = left.length;
      return Float64Array.from(guesses, (guess) => {
        const row = codesOf(game, guess);
        let cost = 0;
        for (let i = 0; i < n; i++) counts[row[left[i]]]++;
        for (let i = 0; i < n; i++) {
          const share = table[counts[row[left[i]]]];
          counts[row[left[i]]] = 0;
          if (!largest) cost += share;
          else if (share > cost) cost = share;
        }
        return cost;
      });
    }

    // A cost as people quote it: bits, words that remain, classes, words of the largest class.
    /** @param {Score} score @param {number} cost @param {number} n */
    function quoted(score, cost, n) {
      if (score === "information-gain") return Math.abs(Math.log2(n) - cost / (LOG_UNIT * n));
      return score === "expected-remaining" ? cost / n : Math.abs(cost);
    }

    const everyGuess = (/** @type {Game} */ game) => (game.every ??= Uint16Array.from(game.guesses.keys()));

    // The best guesses under a score: least cost, possible words first, then list order.
    /** @type {Engine["rank"]} */
    function rank(game, history, hard, top, score = "information-gain") {
      const left = Uint16Array.from(candidates(game, history));
      const n = left.length;
      if (n === 0) return { left: [], allowed: 0, best: [] };
      const guesses = everyGuess(game).filter((guess) => !hard || honours(game.guesses[guess], history));
      const cost = costs(game, left, guesses, score);
      const possible = new Set(Array.from(left, (h) => game.hidden[h]));
      const limit = cost.slice().sort()[Math.min(top, guesses.length) - 1];
      /** @type {{ guess: string; cost: number; possible: boolean }[]} */
      const found = [];
      guesses.forEach((guess, i) => {
        const word = game.guesses[guess];
        if (cost[i] <= limit) found.push({ guess: word, cost: cost[i], possible: possible.has(word) });
      });
      found.sort((a, b) => a.cost - b.cost || Number(b.possible) - Number(a.possible));
      const best = found.slice(0, top).map(({ guess, cost, possible }) => {
        const sizes = classes(game, guess, left).map((part) => part.words.length);
        const remaining = sizes.reduce((sum, size) => sum + size * size, 0) / n;
        return { guess, possible, score: quoted(score, cost, n), parts: sizes.length, worst: sizes[0], remaining };
      });
      return { left: Array.from(left), allowed: guesses.length, best };
    }

    // The number of a word that is a guess for certain, as hidden words are.
    /** @param {Game} game @param {string} word */
    const numberOf = (game, word) => /** @type {number} */ (game.number.get(word));

    // A possible word that tells all others apart, the first in list order, or -1: nothing is better under any score.
    /** @param {Game} game @param {number[]} left */
    function perfect(game, left) {
      const seen = new Set();
      for (const h of left) {
        const row = codesOf(game, numberOf(game, game.hidden[h]));
        seen.clear();
        for (const other of left) seen.add(row[other]);
        if (seen.size === left.length) return h;
      }
      return -1;
    }

    /** @param {Game} game @param {number[]} left @param {Score} score */
    function greedy(game, left, score) {
      const cost = costs(game, left, everyGuess(game), score);
      let least = Infinity;
      for (const each of cost) if (each < least) least = each;
      for (const h of left) {
        const own = numberOf(game, game.hidden[h]);
        if (cost[own] === least) return own;
      }
      return cost.indexOf(least);
    }

    // The sum of the guesses over the words that are left, if this guess is made now and a greedy policy plays on.
    /** @type {(game: Game, left: number[], guess: number, score: Score) => number} */
    function total(game, left, guess, score) {
      const row = codesOf(game, guess);
      const others = left.filter((h) => game.hidden[h] !== game.guesses[guess]);
      let sum = left.length;
      for (const part of sorted(others, (h) => row[h]).values()) sum += played(game, part, score);
      return sum;
    }

    // What the greedy policy needs from a belief, remembered.
    /** @type {(game: Game, left: number[], score: Score) => number} */
    function played(game, left, score) {
      if (left.length < 3) return 2 * left.length - 1;
      if (left.length < 3 ** game.length && perfect(game, left) >= 0) return 2 * left.length - 1;
      const memo = ((game.memo ??= {})[score] ??= new Map());
      const key = left.join();
      let sum = memo.get(key);
      if (sum === undefined) memo.set(key, (sum = total(game, left, greedy(game, left, score), score)));
      return sum;
    }

    // The same sum for a guess after some rows.
    /** @type {Engine["qSum"]} */
    function qSum(game, history, guess, score) {
      return total(game, candidates(game, history), numberOf(game, guess), score);
    }

    return { feedback, toCode, toMarks, honours, scores, makeGame, codesOf, candidates, classes, rank, qSum };
  };

  // Both lists in one text: the hidden words, a line break, all guesses; words of five letters without spaces.
  widgets.readWords = function (text) {
    return text.split("\n").map((words) => words.match(/.{5}/g) ?? []);
  };

  // Numbers as text, in groups of seven bits, the lowest first (wordlelib/packing.py).
  widgets.unpack = function (text) {
    /** @type {number[]} */
    const numbers = [];
    let [number, unit] = [0, 1];
    for (const letter of atob(text)) {
      const byte = letter.charCodeAt(0);
      number += (byte & 127) * unit;
      unit *= 128;
      if (byte > 127) continue;
      numbers.push(number);
      [number, unit] = [0, 1];
    }
    return numbers;
  };

  // Sets of numbers as text: the steps from -1 to the least number and from each to the next; 0 ends a set.
  widgets.unpackSets = function (text) {
    /** @type {number[][]} */
    const sets = [];
    let set = [];
    let last = -1;
    for (const step of widgets.unpack(text)) {
      if (step) set.push((last += step));
      else {
        sets.push(set);
        set = [];
        last = -1;
      }
    }
    return sets;
  };

  // A worker that answers what an engine can: `ask("rank", history, hard, 10)` promises what `rank` gives. Where the
  // browser refuses a worker, the page does the work itself.
  widgets.worker = function (hidden, guesses) {
    const engine = widgets.engine();
    const waiting = new Map();
    let asked = 0;
    /** @type {Worker | null} */
    let worker = null;
    try {
      const work = `const engine = (${widgets.engine})();
        let game;
        onmessage = ({ data }) => {
          if (data.hidden) game = engine.makeGame(data.hidden, data.guesses);
          else postMessage({ number: data.number, answer: engine[data.what](game, ...data.given) });
        };`;
      const address = URL.createObjectURL(new Blob([work], { type: "text/javascript" }));
      worker = new Worker(address);
      worker.onmessage = ({ data }) => {
        waiting.get(data.number)?.(data.answer);
        waiting.delete(data.number);
      };
      worker.postMessage({ hidden, guesses });
    } catch {
      worker = null;
    }
    const game = worker ? null : engine.makeGame(hidden, guesses);
    return {
      /** @param {"rank" | "qSum"} what @param {any[]} given @returns {Promise<any>} */
      ask(what, ...given) {
        if (game) return Promise.resolve(/** @type {any} */ (engine)[what](game, ...given));
        return new Promise((resolve) => {
          waiting.set(++asked, resolve);
          worker?.postMessage({ number: asked, what, given });
        });
      },
      close() {
        worker?.terminate();
        waiting.clear();
      },
    };
  };
})();
