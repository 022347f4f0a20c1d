// The engine's Q-factors: what a guess costs in the end if a greedy policy plays on (wordlelib/planning/rollout.py).
wordleWidgets.engineParts.push(function (engine) {
  "use strict";
  const LETTERS = 26;
  const CELLS = 256;

  // What hard mode demands: for each place the letter that stands there, from 1, then for each letter how often it occurs.
  /** @param {Game} game @param {Uint8Array} before @param {string} guess @param {string} marks */
  function addHints(game, before, guess, marks) {
    const hints = before.slice();
    const due = new Uint8Array(LETTERS);
    for (let i = 0; i < game.length; i++) {
      const letter = guess.charCodeAt(i) - 97;
      if (marks[i] === "g") hints[i] = letter + 1;
      if (marks[i] !== "-") due[letter]++;
    }
    for (let letter = 0; letter < LETTERS; letter++) {
      const at = game.length + letter;
      hints[at] = Math.max(hints[at], due[letter]);
    }
    return hints;
  }

  const noHints = (/** @type {Game} */ game) => new Uint8Array(game.length + LETTERS);

  /** @param {Game} game @param {Row[]} history */
  const hintsOf = (game, history) => history.reduce((hints, [guess, marks]) => addHints(game, hints, guess, marks), noHints(game));

  /** @param {string} guess @param {number} length @param {Uint8Array} hints */
  function follows(guess, length, hints) {
    for (let i = 0; i < length; i++) if (hints[i] && guess.charCodeAt(i) - 96 !== hints[i]) return false;
    for (let letter = 0; letter < LETTERS; letter++) {
      let due = hints[length + letter];
      if (!due) continue;
      for (let i = 0; i < length; i++) if (guess.charCodeAt(i) - 97 === letter) due--;
      if (due > 0) return false;
    }
    return true;
  }

  /** @param {Game} game @param {Uint16Array} allowed @param {Uint8Array} hints */
  const thinned = (game, allowed, hints) => allowed.filter((guess) => follows(game.guesses[guess], game.length, hints));

  // The guesses that hard mode allows.
  /** @type {Engine["allowed"]} */
  const allowed = (game, history) => thinned(game, game.every, hintsOf(game, history));

  // Random numbers of 53 bits in two parts, whose exclusive or over a belief's words and hints names it (Zobrist 1970).
  /** @param {number} size */
  function randomKeys(size) {
    let state = 1;
    const next = () => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    const [low, high] = [new Int32Array(size), new Int32Array(size)];
    for (let i = 0; i < size; i++) [low[i], high[i]] = [next(), next()];
    return { low, high };
  }

  /** @param {Game} game @param {Uint16Array} left @param {Uint8Array | null} hints */
  function keyOf(game, left, hints) {
    const size = game.hidden.length;
    const { low, high } = (game.keys ??= randomKeys(size + (game.length + LETTERS) * (LETTERS + 1)));
    let [a, b] = [0, 0];
    for (const h of left) {
      a ^= low[h];
      b ^= high[h];
    }
    for (let i = 0; hints && i < hints.length; i++) {
      if (!hints[i]) continue;
      const at = size + i * (LETTERS + 1) + hints[i];
      a ^= low[at];
      b ^= high[at];
    }
    return (b >>> 11) * 2 ** 32 + (a >>> 0);
  }

  const seen = new Uint32Array(CELLS);
  let stamp = 0;

  // Whether a possible word tells all others apart: nothing is better under any score.
  /** @param {Game} game @param {Uint16Array} left */
  function perfect(game, left) {
    if (left.length > 3 ** game.length) return false;
    return left.some((h) => {
      const row = engine.codesOf(game, game.guessOf[h]);
      stamp++;
      for (const other of left) {
        if (seen[row[other]] === stamp) return false;
        seen[row[other]] = stamp;
      }
      return true;
    });
  }

  const ends = new Uint16Array(CELLS);

  // The classes of a guess with their codes, without that of the found word.
  /** @param {Game} game @param {Uint16Array} left @param {number} guess @returns {[number, Uint16Array][]} */
  function divided(game, left, guess) {
    const row = engine.codesOf(game, guess);
    const solved = 3 ** game.length - 1;
    ends.fill(0);
    for (const h of left) ends[row[h]]++;
    /** @type {[number, number][]} */
    const sizes = [];
    let filled = 0;
    for (let code = 0; code <= solved; code++) {
      if (!ends[code]) continue;
      if (code !== solved) sizes.push([code, ends[code]]);
      [ends[code], filled] = [filled, filled + ends[code]];
    }
    const sorted = new Uint16Array(filled);
    for (const h of left) sorted[ends[row[h]]++] = h;
    return sizes.map(([code, size]) => [code, sorted.subarray(ends[code] - size, ends[code])]);
  }

  // The sum of the guesses over the words that are left, if this guess is made now and a greedy policy plays on. It
  // yields after each piece of work, so that whoever runs it may stop.
  /** @param {Play} play @param {Uint16Array} left @param {Stance} stance @param {number} guess @returns {Generator<void, number>} */
  function* total(play, left, stance, guess) {
    const { game } = play;
    let sum = left.length;
    for (const [code, part] of divided(game, left, guess)) {
      if (part.length < 3 || perfect(game, part)) sum += 2 * part.length - 1;
      else sum += yield* played(play, part, stance.hints ? bound(game, stance, guess, code) : stance);
    }
    return sum;
  }

  // What hard mode allows after a further row.
  /** @param {Game} game @param {Stance} stance @param {number} guess @param {number} code @returns {Stance} */
  function bound(game, { allowed, hints }, guess, code) {
    const more = addHints(game, /** @type {Uint8Array} */ (hints), game.guesses[guess], engine.toMarks(code, game.length));
    return { allowed: thinned(game, allowed, more), hints: more };
  }

  // What the greedy policy needs from a belief of three words or more, remembered.
  /** @param {Play} play @param {Uint16Array} left @param {Stance} stance @returns {Generator<void, number>} */
  function* played(play, left, stance) {
    const { game, score, memo } = play;
    const key = keyOf(game, left, stance.hints);
    const known = memo.get(key);
    if (known !== undefined) return known;
    const [{ guess }] = engine.best(game, left, stance.allowed, score, 1);
    yield;
    const sum = yield* total(play, left, stance, guess);
    memo.set(key, sum);
    return sum;
  }

  // The same sum for a guess after some rows; in hard mode the policy keeps to it, too.
  /** @type {Engine["qSteps"]} */
  function* qSteps(game, history, guess, score, hard = false) {
    const number = game.number.get(guess);
    if (number === undefined) throw new Error(`"${guess}" is not one of the guesses`);
    const memos = (game.memos ??= {});
    const memo = (memos[score + hard] ??= new Map());
    const stance = hard ? { allowed: allowed(game, history), hints: hintsOf(game, history) } : { allowed: game.every, hints: null };
    return yield* total({ game, score, memo }, Uint16Array.from(engine.candidates(game, history)), stance, number);
  }

  /** @type {Engine["qSum"]} */
  function qSum(game, history, guess, score, hard) {
    const steps = qSteps(game, history, guess, score, hard);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  Object.assign(engine, { allowed, qSteps, qSum });
});
