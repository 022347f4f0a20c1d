// Two rows and what they tell: each by itself, both together (the meet), what they have in common (the join).
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const NAMES = ["first row", "second row", "meet: both", "join: in common"];
  const EXAMPLES = 4;

  widgets.twoinfos = function ({ model, el }) {
    const { make, count } = widgets;
    const { move, meet, join, fits, say, bounds } = widgets.infos;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const pairs = model.get("pairs");
    const name = (/** @type {Row[]} */ rows) => rows.map((row) => row.join(" ")).join(" and ");
    const options = pairs.map((rows, i) => make("option", { value: i }, name(rows)));
    const presets = make("select", {}, ...options, make("option", { value: "" }, "your own rows"));
    const word = { maxLength: 5, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const fields = ["First guess", "Second guess"].map((label) => ({ label, input: make("input", word), tiles: make("div") }));
    const lines = fields.map(({ label, input, tiles }) => make("div", { className: "ww-line" }, widgets.field(label, input), tiles));
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const letters = widgets.scroller("Table of the infos");
    letters.classList.add("ww-infos");
    const sets = widgets.scroller("Table of the sets of words");
    el.append(
      make(
        "div",
        { className: "ww ww-infopair", role: "region", "aria-label": "Two infos" },
        ...[status, make("div", { className: "ww-controls" }, widgets.field("What if?", presets)), ...lines, problem, sets, letters],
      ),
    );

    // The two rows of the model, if they are two.
    const rowsOf = () => (model.get("rows").length === fields.length ? model.get("rows") : pairs[0]);

    /** @param {number} which @param {Row} row @param {number} [focus] */
    function change(which, row, focus) {
      set({ rows: rowsOf().map((old, i) => (i === which ? row : old)) });
      show();
      if (focus !== undefined) fields[which].tiles.querySelectorAll("button")[focus]?.focus();
    }

    /** @param {Info[]} infos */
    function drawLetters(infos) {
      const rows = infos.map((info, i) => [NAMES[i], ...info.places.map(say), bounds(info)]);
      letters.replaceChildren(widgets.table("As letters: what may stand at each place, and how often", ["", "1", "2", "3", "4", "5", "copies"], rows));
    }

    // The words in four parts: in the first set only, in both, in the second only, and in the join beyond these.
    /** @param {string[][]} parts @param {number[]} counts */
    function drawSets(parts, [one, other]) {
      const heads = ["fits", "words", "", "such as"];
      const said = ["the first row only", "both: the meet", "the second row only", "the join, but neither row"];
      const most = Math.max(1, ...parts.map((part) => part.length));
      const rows = parts.map((part, i) => {
        const bar = make("span", { className: `ww-share ww-part-${i}` });
        bar.style.width = `${(100 * part.length) / most}%`;
        bar.hidden = !part.length;
        return [said[i], part.length, make("div", { className: "ww-part" }, bar), part.slice(0, EXAMPLES).join(" ") || "none"];
      });
      sets.replaceChildren(widgets.table(`As sets of words: the first row leaves ${one.toLocaleString("en")}, the second ${other.toLocaleString("en")}`, heads, rows));
    }

    /** @param {number[]} counts @param {number} beyond */
    function describe([, , both, common], beyond) {
      const together = both ? `Together the rows leave ${count(both, "word")}.` : "The rows contradict each other on this list.";
      const rest = beyond ? `${beyond.toLocaleString("en")} of these fit neither row` : "each of these fits a row";
      return `${together} What they have in common fits ${common.toLocaleString("en")}, and ${rest}.`;
    }

    function show() {
      const rows = rowsOf();
      const [a, b] = rows.map(([guess, marks]) => move(guess, marks));
      const infos = [a, b, meet(a, b), join(a, b)];
      const fitting = infos.map((info) => hidden.filter((each) => fits(info, each)));
      const [first, second, both, common] = fitting.map((some) => new Set(some));
      const only = (/** @type {Set<string>} */ some) => [...some].filter((each) => !both.has(each));
      const beyond = [...common].filter((each) => !first.has(each) && !second.has(each));
      rows.forEach(([guess, marks], i) => {
        if (document.activeElement !== fields[i].input) fields[i].input.value = guess;
        fields[i].tiles.replaceChildren(widgets.tiles(guess, marks, (next, focus) => change(i, [guess, next], focus)));
      });
      const chosen = pairs.findIndex((pair) => name(pair) === name(rows));
      presets.value = chosen < 0 ? "" : String(chosen);
      drawLetters(infos);
      const counts = fitting.map((some) => some.length);
      drawSets([only(first), [...both], only(second), beyond], counts);
      status.textContent = describe(counts, beyond.length);
      if (String(counts) !== String(model.get("counts"))) set({ counts });
    }

    fields.forEach(({ input }, i) => {
      input.oninput = () => {
        const typed = widgets.normal(input.value);
        const wrong = typed.length === 5 && !known.has(typed);
        problem.textContent = wrong ? `"${typed}" is not in the list of ${known.size.toLocaleString("en")} guesses.` : "";
        if (known.has(typed)) change(i, [typed, rowsOf()[i][1]]);
      };
      input.onblur = () => {
        input.value = rowsOf()[i][0];
        problem.textContent = "";
      };
    });
    presets.onchange = () => {
      if (!presets.value) return fields[0].input.focus();
      set({ rows: pairs[Number(presets.value)] });
      show();
    };
    show();
    return widgets.follow(model, ["rows"], show);
  };
  widgets.twoinfos.state = { rows: codecs.rows };
})();
