// Questions to answer for oneself: choose, or type a number, and read whether it is right, and why.
(function () {
  const widgets = wordleWidgets;

  // The number that was typed: 7,920 or 3.42 or 7/4 or 25 %; NaN if it is none.
  /** @param {string} typed */
  function numberOf(typed) {
    const [above, below = "1", ...rest] = typed.replace(/[\s,_%]/g, "").replace("−", "-").split("/");
    return rest.length || !above || !below ? NaN : Number(above) / Number(below);
  }

  /** @param {TypedQuestion} question @param {number} answer */
  const isNear = ({ right, tolerance }, answer) => Math.abs(answer - right) <= tolerance + 1e-9 * Math.abs(right);

  // What is said of an answer: whether it is right, and why.
  /** @param {Question} question @param {string | number} answer @returns {[boolean, string]} */
  function judge(question, answer) {
    if ("options" in question) {
      const [, said] = question.options.find(([text]) => text === answer) ?? ["", ""];
      return [answer === question.right, said];
    }
    const right = isNear(question, Number(answer));
    return [right, right ? question.why : question.hint];
  }

  // An option; a guess with its row, such as "eagle y--yy", is set in tiles.
  /** @param {string} text */
  function option(text) {
    const [guess, row = "", ...rest] = text.split(" ");
    if (rest.length || !widgets.isMarks(row)) return widgets.make("span", {}, ...widgets.italics(text));
    const tiles = widgets.tiles(guess, row);
    tiles.setAttribute("role", "img");
    return tiles;
  }

  widgets.selfcheck = function ({ model, el }) {
    const { make, field, italics } = widgets;
    const set = widgets.setter(model);
    const questions = model.get("questions");
    const names = `ww-self-check-${Math.random().toString(36).slice(2)}`;

    /** @param {string | number | null} answer @param {number} place */
    const give = (answer, place) => set({ given: model.get("given").map((each, i) => (i === place ? answer : each)) });

    // A question with its ways to answer; `show` makes it say what the model holds.
    /** @param {Question} question @param {number} place */
    function build(question, place) {
      const check = make("button", { type: "button" }, "Check");
      const reveal = make("button", { type: "button" }, "Show the answer");
      const verdict = make("p", { role: "status", className: "ww-verdict" });
      const isChoice = "options" in question;
      const texts = isChoice ? question.options.map(([text]) => text) : [];
      const radios = texts.map((_, i) => make("input", { type: "radio", name: `${names}-${place}`, value: i }));
      const typed = make("input", { type: "text", inputMode: "decimal", size: 8, autocomplete: "off" });
      const lines = texts.map((text, i) => make("label", { className: "ww-option" }, radios[i], option(text)));
      const legend = make("legend", {}, `${place + 1}. `, ...italics(question.question));
      const buttons = make("div", { className: "ww-controls" }, isChoice ? null : field("Your number", typed), check, reveal);
      const form = make("form", {}, make("fieldset", {}, legend, ...lines, buttons), verdict);
      /** @type {string | number | null | undefined} */
      let judged; // the answer to which the verdict belongs

      function answer() {
        const given = isChoice ? texts.find((_, i) => radios[i].checked) : numberOf(typed.value);
        if (given === undefined) return say(null, "Choose an answer first.");
        if (Number.isNaN(given)) return say(null, "Type a number, such as 12, 3.5 or 7/4.");
        give(given, place);
        show();
      }
      /** @param {boolean | null} right @param {string} text */
      function say(right, text) {
        verdict.replaceChildren(...widgets.mark(right, "Not yet"), ...italics(text));
        reveal.hidden = right !== false;
      }
      function show() {
        const given = model.get("given")[place];
        if (given === judged) return;
        judged = given;
        radios.forEach((radio, i) => (radio.checked = texts[i] === given));
        if (typeof given === "number" && numberOf(typed.value) !== given) typed.value = String(given);
        if (given === null) say(null, "");
        else say(...judge(question, given));
      }
      // A verdict goes as soon as another answer is begun.
      function begin() {
        judged = null;
        say(null, "");
        give(null, place);
      }
      [...radios, typed].forEach((input) => (input.oninput = begin));
      check.onclick = answer;
      reveal.onclick = () => {
        if (!isChoice) typed.value = question.right.toLocaleString("en", { maximumFractionDigits: 10 });
        give(question.right, place);
        show();
        check.focus();
      };
      form.onsubmit = (event) => event.preventDefault();
      form.onkeydown = (event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.isComposing) return;
        event.preventDefault();
        answer();
      };
      return { form, show };
    }

    const parts = questions.map(build);
    const show = () => parts.forEach((part) => part.show());
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Self-check" }, ...parts.map(({ form }) => form)));
    show();
    return widgets.follow(model, ["given"], show);
  };
})();
