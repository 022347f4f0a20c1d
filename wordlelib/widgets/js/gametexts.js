// Games as people write them: rows, guesses, pasted grids; and whether a game can have been played on some word lists.
(function () {
  const widgets = wordleWidgets;
  const SQUARES = { "-": "-.⬛⬜", y: "yY🟨🟦", g: "gG🟩🟧" };
  const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu; // a byte order mark, the selector after a square: they change nothing
  const SQUARE = /[■□▪▫◻-◾⚪⚫⬛⬜🔲-🔵🟠-🟫]/u; // whatever people use for colours, though not each stands for one
  const SYMBOLS = /(?:(?![\x00-\x7f])\p{S})+/gu;
  const LETTERS = /^[-.yg‐-―−]+$/i; // phones make one dash of two hyphens
  const HEADING = /wordle\s+#?(\d{1,3}(?:[.,'\u2019\s]?\d{3})*)\s+([1-6x])\s*\/\s*6\s*(\*?)/iu; // with the number as a country writes it
  const BREAKS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
  const MARKS = new Map(Object.entries(SQUARES).flatMap(([mark, squares]) => [...squares].map((square) => [square, mark])));
  const EXPECTED = "- (grey), y (yellow), g (green)";
  const NO_MORE = "expected no more rows";
  const ONE_GAME = "expected the rows of one game, and no more";

  const visible = (/** @type {string} */ text) => text.replace(INVISIBLE, "");
  const signs = (/** @type {string} */ text) => [...visible(text).trim()];
  const isColours = (/** @type {string} */ text) => signs(text).length > 0 && signs(text).every((sign) => MARKS.has(sign));
  const marksOf = (/** @type {string} */ text) => signs(text).map((sign) => MARKS.get(sign)).join("");

  const isFound = (/** @type {string} */ marks) => /^g+$/.test(marks);

  // A row of colours in any writing as marks of so many places.
  widgets.readMarks = function (text, length, place) {
    const wrong = signs(text).find((sign) => !MARKS.has(sign));
    if (wrong !== undefined) throw new Error(`${place}: "${text}" holds "${wrong}", which is no colour; expected ${length} of ${EXPECTED}`);
    const found = signs(text).length;
    if (found !== length) throw new Error(`${place}: "${text}" has ${widgets.count(found, "colour")}; expected ${length} of ${EXPECTED}`);
    return marksOf(text);
  };

  // Words and colours, one after the other, as rows; null if they are not written so.
  /** @param {string} text @returns {[guess: string, marks: string | null][] | null} */
  function pairsOf(text) {
    /** @type {[string, string | null][]} */
    const pairs = [];
    for (const each of text.split(/[\s,;:]+/).filter(Boolean)) {
      const last = pairs.at(-1);
      if (last && last[1] === null && isColours(each)) last[1] = marksOf(each);
      else if (/^\p{L}+$/u.test(each) && !isColours(each)) pairs.push([widgets.normal(each), null]);
      else return null;
    }
    return pairs;
  }

  // The squares of a line, or "" if there are none, or a single one in other text.
  /** @param {string} line */
  function rowIn(line) {
    const runs = (line.match(SYMBOLS) ?? []).filter((run) => SQUARE.test(run));
    if (!runs.length || (runs.length === 1 && [...runs[0]].length === 1 && runs[0] !== line)) return "";
    if (runs.length > 1) throw new Error(`"${line}" has squares in ${runs.length} places; expected one row a line`);
    const wrong = [...runs[0]].find((mark) => !MARKS.has(mark));
    if (wrong !== undefined) throw new Error(`"${line}" holds "${wrong}", which is no colour; expected a row such as 🟩🟨⬛⬛⬛`);
    return runs[0];
  }

  // The rows of the grid in a text, by the rules of wordlelib/lab/grids.py.
  /** @param {string} text */
  function gridOf(text) {
    const lines = text.split(BREAKS).map((line) => visible(line).trim());
    const squares = lines.map(rowIn);
    const rows = squares.some(Boolean) ? squares : lines.map((line) => (LETTERS.test(line) ? line : ""));
    const places = [...rows.keys()].filter((i) => rows[i]);
    const between = lines.find((line, i) => line && !rows[i] && i > places[0] && i < places[places.length - 1]);
    if (between !== undefined) throw new Error(`"${between}" stands between the rows; ${ONE_GAME}`);
    const gaps = new Set(places.slice(1).map((place, i) => place - places[i]));
    if (gaps.size > 1) throw new Error(`There are ${places.length} rows in several blocks; ${ONE_GAME}`);
    return places.map((place) => rows[place]);
  }

  // A text as a game: rows, guesses without colours, or the grid that people share.
  widgets.readGame = function (text) {
    text = visible(text);
    if (!text.trim()) throw new Error("There is nothing yet; expected rows such as salet -y--g, guesses, or a grid");
    const none = { rows: null, guesses: null, grid: null };
    const pairs = pairsOf(text);
    const size = pairs?.find(([, marks]) => marks)?.[1]?.length; // a word of another length is no guess
    const grid = pairs?.every(([guess]) => guess.length === size) ? [] : gridOf(text);
    if (grid.length) return { ...none, grid };
    if (!pairs) throw new Error(`"${shortened(text)}" is not a game; expected rows such as salet -y--g, guesses, or a grid such as 🟩🟨⬛⬛⬛`);
    if (pairs.every(([, marks]) => marks === null)) return { ...none, guesses: pairs.map(([guess]) => guess) };
    const bare = pairs.findIndex(([, marks]) => marks === null);
    if (bare >= 0) throw new Error(`Row ${bare + 1} (${pairs[bare][0]}) has no colours; expected colours for all guesses or for none`);
    return { ...none, rows: /** @type {Row[]} */ (pairs) };
  };

  // Where another game begins in a text with squares: at a heading, below all green, below other text, or below a wider gap.
  widgets.gamesIn = function (text) {
    const lines = text.split(BREAKS).map((line) => visible(line).trim());
    const isRow = (/** @type {string} */ line) => SQUARE.test(line) && !HEADING.test(line);
    const rows = [...lines.keys()].filter((i) => isRow(lines[i]));
    const least = Math.min(...rows.slice(1).map((row, i) => row - rows[i]));
    /** @type {string[][]} */
    const games = [[]];
    let [last, between] = [-1, false]; // the last row of the game, and whether other text has come since
    lines.forEach((line, i) => {
      const row = isRow(line);
      const other = line !== "" && !row;
      const ended = last >= 0 && (other ? HEADING.test(line) : row && (between || /^(?:🟩|🟧)+$/u.test(lines[last]) || i - last > least));
      if (ended) {
        games.push([]);
        last = -1;
      }
      between = last >= 0 && (between || other);
      games[games.length - 1].push(line);
      if (row) last = i;
    });
    return games.map((lines) => lines.join("\n"));
  };

  // One of these texts: what `readGame` finds, with the heading as people share it, "Wordle 1,234 4/6*".
  widgets.readShared = function (text) {
    const [, number, score, star] = visible(text).match(HEADING) ?? [];
    const title = number ? `Wordle ${number.replace(/\D/g, "").replace(/\B(?=(\d{3})+$)/g, ",")}` : "";
    return { ...widgets.readGame(number ? text.replace(HEADING, "") || text : text), title, score: score ?? "", hard: Boolean(star) };
  };

  const shortened = (/** @type {string} */ text) => {
    const line = text.trim().replace(/\s+/g, " ");
    return line.length > 60 ? `${line.slice(0, 60)} ...` : line;
  };

  /** @param {string} word @param {string[]} words */
  function found(word, words) {
    if (words.includes(word)) return word;
    const usual = widgets.normal(word);
    return words.includes(usual) ? usual : null;
  }

  const guessesIn = (/** @type {string[]} */ guesses) => widgets.count(guesses.length, "guess", "guesses");

  // The answer as the list writes it, or nothing.
  widgets.checkedAnswer = function (hidden, guesses, answer) {
    if (!answer) return "";
    const word = found(answer, hidden);
    if (word !== null) return word;
    const guess = found(answer, guesses) !== null;
    const named = guess ? `a guess but not one of the ${widgets.count(hidden.length, "hidden word")}` : `not one of the ${guessesIn(guesses)}`;
    throw new Error(`The answer "${answer}" is ${named}${guess ? `. ${widgets.OTHER_WORDS}` : ""}`);
  };

  // A row after some others: the guess as the list writes it, and its marks, which the answer gives where there are none.
  /** @param {Row | string} given @param {number} number @param {string[]} guesses @param {(guess: string) => string} answered @returns {Row} */
  function checkedRow(given, number, guesses, answered) {
    const [typed, marks] = typeof given === "string" ? [given, null] : given;
    const guess = found(typed, guesses);
    if (guess === null) throw new Error(`Row ${number}: "${typed}" is not one of the ${guessesIn(guesses)}`);
    const right = answered(guess);
    if (marks === null && !right) throw new Error(`Row ${number} (${guess}) has no colours; expected colours after each guess, such as salet -y--g, or the hidden word`);
    const shown = marks === null ? right : widgets.readMarks(marks, guess.length, `Row ${number}`);
    if (right && shown !== right) throw new Error(`Row ${number} (${guess} ${shown}) does not fit the answer; expected ${right}`);
    return [guess, shown];
  }

  // The rows of a game, checked; guesses that come alone are coloured by the answer (wordlelib/lab/judging.py).
  widgets.gameRows = function (hidden, guesses, given, answer, hard) {
    const engine = widgets.engine();
    const right = widgets.checkedAnswer(hidden, guesses, answer);
    if (!given.length) throw new Error("There is no row; expected at least one guess");
    /** @type {Row[]} */
    const rows = [];
    let left = hidden;
    for (const [i, each] of given.entries()) {
      const [guess, marks] = checkedRow(each, i + 1, guesses, (guess) => right && engine.feedback(guess, right));
      if (isFound(rows.at(-1)?.[1] ?? "")) throw new Error(`Row ${i + 1} (${guess}) comes after the hidden word was found; ${NO_MORE}`);
      if (hard && !engine.honours(guess, rows)) throw new Error(`Row ${i + 1} (${guess}) is not allowed in hard mode after the rows before it`);
      rows.push([guess, marks]);
      left = left.filter((word) => engine.feedback(guess, word) === marks);
      if (!left.length) throw new Error(`No hidden word is left: check row ${i + 1} (${guess} ${marks})`);
    }
    return rows;
  };

  // The rows of a grid, checked.
  widgets.gridRows = function (rows, length) {
    if (!rows.length) throw new Error("There is no row; expected at least one row of colours");
    const marks = rows.map((row, i) => widgets.readMarks(row, length, `Row ${i + 1}`));
    const found = marks.findIndex(isFound);
    if (found >= 0 && found < marks.length - 1) throw new Error(`Row ${found + 2} comes after the hidden word was found; ${NO_MORE}`);
    return marks;
  };
})();
