// Word lists of the reader's own: files that are read here, and sent nowhere.
(function () {
  const widgets = wordleWidgets;
  const LENGTH = 5;
  const MOST = { hidden: 4000, guesses: 20000 };

  // The words of a text, one a line; throws what is wrong with it.
  widgets.readList = function (text, name, most, length = LENGTH) {
    const words = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/).map(widgets.normal);
    const seen = new Map();
    words.forEach((word, i) => {
      if (!word) return;
      const place = `${name}, line ${i + 1}`;
      const shown = word.length > 20 ? `${word.slice(0, 20)} ...` : word;
      if (!new RegExp(`^[a-z]{${length}}$`).test(word)) throw new Error(`${place}: "${shown}". Expected one word a line, of ${widgets.count(length, "letter")} from a to z.`);
      if (seen.has(word)) throw new Error(`${place}: "${word}" stands in line ${seen.get(word)} too. Expected each word once.`);
      seen.set(word, i + 1);
    });
    if (!seen.size) throw new Error(`${name} is empty. Expected one word a line.`);
    if (seen.size > most) throw new Error(`${name} has ${seen.size.toLocaleString("en")} words. Expected at most ${most.toLocaleString("en")}.`);
    return [...seen.keys()];
  };

  /** @param {File | undefined} file @param {number} most */
  async function read(file, most) {
    return file ? widgets.readList(await file.text(), file.name, most) : null;
  }

  // Two fields for files. `change` gets the lists [hidden words, guesses], or null for those of the page; `fail` what is wrong.
  widgets.ownLists = function (change, fail) {
    const { make, count } = widgets;
    const input = () => make("input", { type: "file", accept: ".txt,text/plain" });
    const [hidden, guesses] = [input(), input()];
    const back = make("button", { type: "button", disabled: true }, "The original lists again");
    const names = make("p", { className: "ww-names", role: "status" });
    const original = "In use: the original lists.";
    names.textContent = original;
    const note = "One five-letter word a line. The files are read in this browser and sent nowhere; games on your own lists are not kept in the page's address.";
    const box = make(
      "details",
      { className: "ww-own" },
      ...[make("summary", {}, "Your own word lists"), make("p", { className: "ww-small-print" }, note)],
      widgets.field("File of answers", hidden),
      widgets.field("File of guesses (without it, the answers)", guesses),
      ...[back, names],
    );

    async function take() {
      const [first, second] = [hidden.files?.[0], guesses.files?.[0]];
      if (!first) return second && fail("Choose the file of answers too.");
      try {
        const answers = await read(first, MOST.hidden);
        const allowed = await read(second, MOST.guesses);
        if (!answers) return;
        const known = new Set(allowed ?? answers);
        const strays = answers.filter((word) => !known.has(word));
        const many = `: ${strays.length.toLocaleString("en")} are missing, so put both files together`;
        const expected = `Expected every hidden word among the guesses${2 * strays.length > answers.length ? many : ""}.`;
        if (strays.length) throw new Error(`"${strays[0]}" of ${first.name} is not in ${second?.name}. ${expected}`);
        const also = second ? `, ${second.name} (${count(known.size, "guess", "guesses")})` : "";
        names.textContent = `In use: ${first.name} (${count(answers.length, "hidden word")})${also}.`;
        back.disabled = false;
        change([answers, [...known]]);
      } catch (fault) {
        fail(`${fault instanceof Error ? fault.message : fault} The lists in use stay as they were.`);
      }
    }

    hidden.onchange = guesses.onchange = take;
    function forget() {
      hidden.value = guesses.value = "";
      names.textContent = original;
      back.disabled = true;
    }
    back.onclick = () => {
      forget();
      change(null);
    };
    return { box, forget };
  };
})();
