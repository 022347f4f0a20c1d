// Enough guesses: how many are always enough for a list of the reader's own, by the library's search on the reader's device.
(function () {
  const widgets = wordleWidgets;
  const LONGEST = 5; // letters: a row of as many colours still fits in the byte that the kernels keep
  const MOST = 4000; // words; searches of lists as long as Wordle's take seconds, in easy mode
  const UNKNOWN = { least: 0, opening: "", nodes: 0 };

  widgets.enoughguesses = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const list = make("textarea", { rows: 6, spellcheck: false, autocomplete: "off", autocapitalize: "none" });
    const file = make("input", { type: "file", accept: ".txt,text/plain" });
    const hard = make("input", { type: "checkbox" });
    const start = make("button", { type: "button" }, "How many are enough?");
    const halt = make("button", { type: "button" }, "Stop");
    const bar = make("progress", { "aria-label": "First words decided" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-under" });
    const summary = make("summary", {});
    const taking = make("p", { className: "ww-words" });
    const why = make("details", { hidden: true }, summary, taking);
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const note = `One word a line, all of the same length, with ${LONGEST} letters from a to z at most, since the search on this page keeps a row of colours in one byte. These words are hidden, and they are the only guesses. They are sent nowhere.`;
    el.append(
      make(
        "div",
        { className: "ww ww-enough", role: "region", "aria-label": "Enough guesses" },
        ...[make("label", {}, "Your list", list), make("p", { className: "ww-small-print" }, note), widgets.field("or a file", file)],
        make("div", { className: "ww-controls" }, widgets.field("Hard mode", hard), start),
        ...[work, make("div", { className: "ww-proven" }, status, more, why, problem)],
      ),
    );
    /** @type {Job<Enough, EnoughProgress> | null} */
    let job = null;
    let asked = 1; // the number of guesses that is in question

    /** @param {string} text @param {string} name */
    function read(text, name) {
      const first = widgets.normal(text.trim().split(/[\r\n]/, 1)[0]);
      return widgets.readList(text, name, MOST, Math.min([...first].length, LONGEST));
    }

    // What the model has of its list.
    function verdict() {
      const [cap, words] = [model.get("least"), count(model.get("text").split("\n").length, "word")];
      if (!cap) return `${words}: not searched yet.`;
      const where = model.get("hard") ? " in hard mode" : "";
      const fewer = cap > 1 ? `, and ${cap - 1} ${cap > 2 ? "are" : "is"} not` : "";
      return `${count(cap, "guess is", "guesses are")} always enough for ${words}${where}${fewer}. A first word that does it: ${model.get("opening").toUpperCase()}.`;
    }

    /** @param {Enough} found @param {number} begun */
    function explain({ cap, refuted, nodes }, begun) {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      more.textContent = `Proven on this device in ${seconds} s, with ${count(nodes, "belief")} searched.`;
      why.hidden = !refuted.length;
      summary.textContent = `${count(refuted.length, "word")}, one of which takes ${cap} whatever is guessed`;
      taking.textContent = refuted.join(" ");
    }

    // What is known while the search goes on, or when it was stopped.
    const known = (/** @type {number} */ cap) => (cap > 1 ? `${count(cap - 1, "guess is", "guesses are")} not always enough. ` : "");

    /** @param {EnoughProgress} progress */
    function follow({ cap, decided, of, nodes }) {
      const question = `${known(cap)}Are ${count(cap, "guess", "guesses")}?`;
      if (status.textContent !== question) status.textContent = question;
      asked = cap;
      more.textContent = `${decided.toLocaleString("en")} of ${count(of, "first word")} decided; ${count(nodes, "belief")} searched.`;
      bar.max = of;
      bar.value = decided;
    }

    function clear() {
      status.textContent = more.textContent = problem.textContent = "";
      why.hidden = true;
    }

    function show() {
      list.value = model.get("text");
      hard.checked = model.get("hard");
      clear();
      status.textContent = verdict();
    }

    // Another list from outside: what is known or searched holds for it no more.
    function change() {
      job?.cancel();
      set(UNKNOWN);
      show();
    }

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      job = null;
      if (document.activeElement === halt) start.focus();
      work.classList.add("ww-later");
      start.removeAttribute("aria-disabled");
    }

    start.onclick = async () => {
      if (job) return;
      clear();
      let words;
      try {
        words = read(list.value, "Your list");
      } catch (fault) {
        problem.textContent = fault instanceof Error ? fault.message : String(fault);
        return;
      }
      set({ text: words.join("\n"), hard: hard.checked, ...UNKNOWN });
      list.value = model.get("text");
      const begun = performance.now();
      const lists = widgets.computing(model.get("compiled"), words, words);
      const mine = (job = lists.job("guarantee", { hard: hard.checked }));
      asked = 1;
      bar.removeAttribute("value");
      work.classList.remove("ww-later");
      start.setAttribute("aria-disabled", "true");
      status.textContent = "Searching ...";
      job.onprogress = follow;
      try {
        const found = await mine.promise;
        if (found) {
          set({ least: found.cap, opening: found.opening, nodes: found.nodes });
          status.textContent = verdict();
          explain(found, begun);
        }
      } catch (fault) {
        clear();
        problem.textContent = widgets.cannot(fault);
      }
      lists.close();
      rest();
    };
    halt.onclick = () => {
      job?.cancel();
      status.textContent = `Stopped. ${known(asked)}Whether ${count(asked, "guess is", "guesses are")} was not decided.`;
    };
    file.onchange = async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      problem.textContent = "";
      try {
        list.value = read(await chosen.text(), chosen.name).join("\n");
      } catch (fault) {
        problem.textContent = fault instanceof Error ? fault.message : String(fault);
      }
      file.value = "";
    };
    show();
    const unfollow = widgets.follow(model, ["text", "hard"], change);
    return () => {
      unfollow();
      job?.cancel();
    };
  };
})();
