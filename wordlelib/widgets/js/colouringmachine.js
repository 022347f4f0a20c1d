// The rule of the colours, step by step: greens first, then yellows from left to right; beside it two wrong rules.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const LENGTH = 5;
  const CLASSES = { g: "ww-green", y: "ww-yellow", "-": "ww-grey" };
  const NAMES = { g: "green", y: "yellow", "-": "grey" };

  // What happens to each letter of the guess, in the order of the rule: its place, its mark, and the place of the hidden
  // letter that it uses up, -1 if none.
  widgets.colouring = function (guess, hidden) {
    /** @type {ColouringStep[]} */
    const steps = [];
    const free = [...hidden];
    const open = [...guess].map((_, place) => place).filter((place) => {
      if (guess[place] !== hidden[place]) return true;
      free[place] = "";
      steps.push({ place, mark: "g", uses: place });
      return false;
    });
    for (const place of open) {
      const uses = free.indexOf(guess[place]);
      if (uses >= 0) free[uses] = "";
      steps.push({ place, mark: uses < 0 ? "-" : "y", uses });
    }
    return steps;
  };

  // The first wrong rule: yellow if the letter occurs in the hidden word at all.
  widgets.tooYellow = (guess, hidden) =>
    [...guess].map((letter, i) => (letter === hidden[i] ? "g" : hidden.includes(letter) ? "y" : "-")).join("");

  // The second: a word fits a row if its grey letters are not in the word.
  widgets.fitsNaively = (word, guess, row) =>
    [...guess].every((letter, i) => {
      const [here, present] = [word[i] === letter, word.includes(letter)];
      return row[i] === "g" ? here : row[i] === "y" ? present && !here : !present;
    });

  const isWord = (/** @type {string} */ text) => new RegExp(`^[a-z]{${LENGTH}}$`).test(text);
  const places = (/** @type {number[]} */ some) => `place${some.length > 1 ? "s" : ""} ${some.map((i) => i + 1).join(", ")}`;

  // What a step does, in a sentence.
  /** @param {ColouringStep} step @param {string} guess @param {string} hidden */
  function sentence({ place, mark, uses }, guess, hidden) {
    const letter = guess[place].toUpperCase();
    if (mark === "g") return `${letter} stands in its place ${place + 1}: green. That copy is used up.`;
    if (mark === "y") return `${letter} at place ${place + 1}: yellow. It uses up the ${letter} at place ${uses + 1} of ${hidden}.`;
    const none = hidden.includes(guess[place]) ? `every ${letter} of ${hidden} is used up` : `there is no ${letter} in ${hidden}`;
    return `${letter} at place ${place + 1}: grey, since ${none}.`;
  }

  // The guess above, the hidden word below, and a line from each mark to the letter that it uses up.
  /** @param {string} guess @param {string} hidden @param {ColouringStep[]} done */
  function picture(guess, hidden, done) {
    const { make, svg } = widgets;
    const above = [...guess].map((letter) => make("span", { className: "ww-tile ww-blank" }, letter));
    const below = [...hidden].map((letter) => make("span", { className: "ww-tile ww-blank" }, letter));
    const lines = svg("svg", { viewBox: `0 0 ${LENGTH} 1`, preserveAspectRatio: "none", "aria-hidden": "true" });
    done.forEach(({ place, mark, uses }, i) => {
      above[place].className = `ww-tile ${CLASSES[mark]}`;
      above[place].dataset.mark = mark;
      if (i === done.length - 1) above[place].classList.add("ww-latest");
      if (uses < 0) return;
      below[uses].classList.add("ww-used");
      lines.append(svg("line", { x1: place + 0.5, x2: uses + 0.5, y1: 0, y2: 1, class: mark === "g" ? "ww-green" : "ww-yellow" }));
    });
    return [make("div", { className: "ww-row" }, ...above), lines, make("div", { className: "ww-row" }, ...below)];
  }

  widgets.colouringmachine = function ({ model, el }) {
    const { make } = widgets;
    const set = widgets.setter(model);
    const [answers] = widgets.readWords(model.get("words") || widgets.words);
    const engine = widgets.engine();
    const word = { maxLength: LENGTH, size: 7, autocomplete: "off", spellcheck: false, autocapitalize: "none" };
    const [guess, hidden] = [make("input", word), make("input", word)];
    const named = model.get("pairs").map(([one, other], i) => make("option", { value: i }, `${one} against ${other}`));
    const own = make("option", { value: "" }, "your own words");
    const presets = make("select", {}, ...named, own);
    const back = make("button", { type: "button" }, "One mark back");
    const ahead = make("button", { type: "button" }, "One mark");
    const all = make("button", { type: "button" }, "All marks");
    const stage = make("div", { className: "ww-machine", role: "img" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const wrong = make("div", { className: "ww-rules" });
    const fields = [widgets.field("What if?", presets), widgets.field("Guess", guess), widgets.field("Hidden word", hidden)];
    const machine = make("div", {}, stage, make("div", { className: "ww-controls" }, ahead, back, all));
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Colouring machine" },
        status,
        make("div", { className: "ww-columns" }, machine, wrong),
        make("div", { className: "ww-controls" }, ...fields),
      ),
    );

    // A wrong rule: its row as far as the letters are coloured, and at the end what is wrong with it.
    /** @param {string} head @param {string} asked @param {string} row @param {string} note @param {ColouringStep[]} done */
    function rule(head, asked, row, note, done) {
      const shown = [...row].map((mark, i) => (done.some(({ place }) => place === i) ? mark : "?")).join("");
      return make("div", {}, make("strong", {}, head), widgets.tiles(asked, shown), make("p", {}, done.length < LENGTH ? "" : note));
    }

    /** @param {string} asked @param {string} target @param {string} row @param {ColouringStep[]} done */
    function compare(asked, target, row, done) {
      const yellow = widgets.tooYellow(asked, target);
      const off = [...row].flatMap((mark, i) => (mark === yellow[i] ? [] : i));
      const fitting = answers.filter((each) => engine.feedback(asked, each) === row);
      const kept = fitting.filter((each) => widgets.fitsNaively(each, asked, row));
      const lost = widgets.fitsNaively(target, asked, row) ? "" : ` It rules out ${target} itself.`;
      const yellowNote = off.length ? `Wrong at ${places(off)}: a copy is counted twice.` : "No difference for these words.";
      const greyNote = `Of ${widgets.count(fitting.length, "word")} that would give this row, the rule keeps ${kept.length.toLocaleString("en")}.${lost}`;
      wrong.replaceChildren(
        rule("Wrong: \u201Cyellow if it is somewhere in the word\u201D", asked, yellow, yellowNote, done),
        rule("Wrong: \u201Cgrey means that it is not in the word\u201D", asked, row, greyNote, done),
      );
    }

    function show() {
      const [asked, target] = [model.get("guess"), model.get("hidden")];
      const moment = Math.min(Math.max(model.get("moment"), 0), LENGTH);
      if (widgets.normal(guess.value) !== asked) guess.value = asked;
      if (widgets.normal(hidden.value) !== target) hidden.value = target;
      const chosen = model.get("pairs").findIndex(([one, other]) => one === asked && other === target);
      presets.value = chosen < 0 ? "" : String(chosen);
      const ready = isWord(asked) && isWord(target);
      const held = document.activeElement;
      back.disabled = !ready || moment === 0;
      ahead.disabled = all.disabled = !ready || moment === LENGTH;
      if (held instanceof HTMLButtonElement && held.disabled && el.contains(held)) (moment ? back : ahead).focus();
      if (!ready) return void (status.textContent = "Type two words of five letters, a to z.");
      const steps = widgets.colouring(asked, target);
      const done = steps.slice(0, moment);
      stage.replaceChildren(...picture(asked, target, done));
      const told = done.map(({ place, mark }) => `${asked[place].toUpperCase()} at ${place + 1} ${NAMES[mark]}`);
      stage.setAttribute("aria-label", `${asked} against ${target}: ${told.join(", ") || "nothing coloured yet"}`);
      status.textContent = moment ? sentence(done[moment - 1], asked, target) : "Greens first, then the others from left to right.";
      compare(asked, target, engine.feedback(asked, target), done);
    }

    /** @param {Partial<ColouringState>} values */
    function change(values) {
      set(values);
      const [asked, target] = [model.get("guess"), model.get("hidden")];
      if (isWord(asked) && isWord(target)) set({ row: engine.feedback(asked, target) });
      show();
    }

    const typed = () => change({ guess: widgets.normal(guess.value), hidden: widgets.normal(hidden.value), moment: LENGTH });
    guess.oninput = hidden.oninput = typed;
    presets.onchange = () => {
      if (!presets.value) return guess.focus();
      const [one, other] = model.get("pairs")[Number(presets.value)];
      change({ guess: one, hidden: other, moment: 1 });
    };
    ahead.onclick = () => change({ moment: model.get("moment") + 1 });
    back.onclick = () => change({ moment: model.get("moment") - 1 });
    all.onclick = () => change({ moment: LENGTH });
    show();
    return widgets.follow(model, ["guess", "hidden", "moment"], show);
  };
  widgets.colouringmachine.state = { guess: codecs.text(LENGTH), hidden: codecs.text(LENGTH), moment: codecs.whole(0, LENGTH) };
})();
