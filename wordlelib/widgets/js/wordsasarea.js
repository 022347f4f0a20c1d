// Words as area: the hidden words as dots that fly into the classes of the guess that is typed, and the bits it tells.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const LENGTH = 5;
  const LISTED = 8;
  const NONE = "."; // a letter that is not typed yet
  const SIZE = { width: 400, height: 84, left: 14, right: 14, line: 46 };
  const LIMIT = 8; // bits, more than any guess has: 3 ** 5 classes would have 7.92

  // What the sizes of classes say: bits gained, and what bounds them from below and from above.
  widgets.toldBy = function (sizes) {
    const n = sizes.reduce((sum, size) => sum + size, 0);
    const remaining = sizes.reduce((sum, size) => sum + size * size, 0) / n;
    const bits = sizes.reduce((sum, size) => sum + (size / n) * Math.log2(n / size), 0);
    return { n, remaining, bits, atLeast: Math.log2(n / remaining), atMost: Math.log2(sizes.length) };
  };

  // The bits between their two bounds, on a line.
  /** @param {AreaTold} told */
  function scale({ bits, atLeast, atMost }) {
    const { svg } = widgets;
    const x = widgets.scale({ from: 0, to: LIMIT, start: SIZE.left, end: SIZE.width - SIZE.right });
    const y = SIZE.line;
    const label = `${bits.toFixed(2)} bits, between ${atLeast.toFixed(2)} and ${atMost.toFixed(2)}`;
    const line = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ name) =>
      svg("line", { x1: x(a), x2: x(b), y1: y, y2: y, class: name });
    const end = (/** @type {number} */ at) => svg("line", { x1: x(at), x2: x(at), y1: y - 8, y2: y + 8, class: "ww-ink" });
    const name = (/** @type {number} */ at, /** @type {number} */ up, /** @type {string} */ anchor, /** @type {string} */ text) =>
      svg("text", { x: x(at), y: y - up, "text-anchor": anchor, class: "ww-halo" }, text);
    const names = atMost ? [name(atLeast, 12, "end", `at least ${atLeast.toFixed(2)} `), name(atMost, 12, atMost > 6 ? "end" : "start", `at most ${atMost.toFixed(2)}`)] : [];
    const ticks = x.ticks().map((at) => svg("text", { x: x(at), y: y + 28, "text-anchor": "middle" }, `${at}`));
    return svg(
      "svg",
      { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "ww-picture", role: "img", "aria-label": label },
      ...[line(0, LIMIT, "ww-axis"), line(atLeast, atMost, "ww-broad"), end(atLeast), end(atMost)],
      svg("circle", { cx: x(bits), cy: y, r: 6, class: "ww-full" }),
      ...names,
      svg("text", { x: x(bits), y: y - 30, "text-anchor": "middle", class: "ww-strong" }, `${bits.toFixed(2)} bits`),
      ...ticks,
    );
  }

  /** @param {AreaTold} told @param {number} classes */
  function numbers({ bits, remaining, atLeast, atMost }, classes) {
    return widgets.table("Bits on average, and their bounds", ["", "count", "bits"], [
      ["at most log₂ of the classes", classes, atMost.toFixed(2)],
      ["on average", "", bits.toFixed(2)],
      ["at least log₂ n − log₂ of the words left on average", remaining.toFixed(2), atLeast.toFixed(2)],
    ]);
  }

  widgets.wordsasarea = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const engine = widgets.engine();
    const game = engine.makeGame(hidden, guesses);
    const all = engine.candidates(game, []);
    const guess = make("input", { maxLength: LENGTH, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const presets = model.get("guesses").map((word) => make("button", { type: "button" }, word));
    const clear = make("button", { type: "button" }, "No guess");
    const canvas = make("canvas", { className: "ww-blocks", role: "img" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const under = make("p", { className: "ww-under" });
    const [bounds, table] = [make("div"), make("div")];
    const largest = widgets.scroller("Table of the largest classes");
    const facts = make("details", {}, make("summary", {}, "The numbers"), table, largest);
    const form = make("div", { className: "ww-controls" }, widgets.field("Guess", guess), ...presets, clear);
    const parts = [form, status, canvas, under, bounds, facts];
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Words as area" }, ...parts));
    const cloud = widgets.blocks(canvas, hidden.length);
    /** @type {Class[]} */
    let classes = [];

    const clean = (/** @type {string} */ text) => text.toLowerCase().replace(/[^a-z]/g, "").slice(0, LENGTH);

    /** @param {string} typed */
    const sort = (typed) => (typed ? engine.classes(game, typed.padEnd(LENGTH, NONE), all) : [{ marks: "", words: all }]);

    // A class: its row, how many words, and the first of them.
    /** @param {Class} one @param {string} typed */
    function line({ marks, words }, typed) {
      const some = words.slice(0, LISTED).map((h) => hidden[h]).join(" ");
      const more = words.length > LISTED ? " ..." : "";
      return `${typed ? `${typed} ${marks.slice(0, typed.length)}: ` : ""}${count(words.length, "word")}: ${some}${more}`;
    }

    /** @param {string} typed */
    function list(typed) {
      const rows = classes.slice(0, LISTED).map(({ marks, words }) => [
        typed ? widgets.tiles(typed, marks.slice(0, typed.length)) : "all",
        ...[words.length, Math.log2(all.length / words.length).toFixed(2)],
      ]);
      largest.replaceChildren(widgets.table("The largest classes: words, and the surprise of the row", ["row", "words", "bits"], rows));
    }

    function describe(/** @type {string} */ typed, /** @type {AreaTold} */ told) {
      if (!typed) return `Each square is one of ${count(told.n, "word")} that may be hidden. Type a guess, letter by letter.`;
      const singles = classes.filter(({ words }) => words.length === 1).length;
      const stranger = typed.length < LENGTH || game.number.has(typed) ? "" : ` "${typed}" is not in the list of guesses.`;
      const parts = `${count(classes.length, "class", "classes")}, the largest of ${count(classes[0].words.length, "word")}, ${singles} of a single word.`;
      return `${typed} is worth ${told.bits.toFixed(2)} bits: ${parts}${stranger}`;
    }

    function show() {
      const typed = clean(model.get("guess"));
      if (clean(guess.value) !== typed) guess.value = typed;
      classes = sort(typed);
      const told = widgets.toldBy(classes.map(({ words }) => words.length));
      cloud.show(classes.map(({ words }) => words), classes.map(({ marks }) => marks.slice(0, typed.length)));
      const text = describe(typed, told);
      canvas.setAttribute("aria-label", text);
      status.textContent = text;
      under.textContent = "A block is a class, the words that give the same colours. Point at one to read them.";
      bounds.replaceChildren(scale(told));
      table.replaceChildren(numbers(told, classes.length));
      list(typed);
      set({ bits: told.bits, classes: classes.length, remaining: told.remaining });
    }

    /** @param {string} typed */
    function take(typed) {
      set({ guess: clean(typed) });
      show();
    }

    guess.oninput = () => take(guess.value);
    presets.forEach((button) => (button.onclick = () => take(button.textContent ?? "")));
    clear.onclick = () => take("");
    canvas.onpointermove = canvas.onpointerdown = ({ offsetX, offsetY }) => {
      const k = cloud.at(offsetX, offsetY);
      cloud.point(k);
      if (k >= 0) under.textContent = line(classes[k], clean(model.get("guess")));
    };
    const unfollow = widgets.follow(model, ["guess"], show);
    show();
    return () => {
      unfollow();
      cloud.stop();
    };
  };
  widgets.wordsasarea.state = { guess: codecs.text(LENGTH) };
})();
