// Prove it: the least total of an opening, by the library's own search on the reader's device.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;

  widgets.proveit = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const computing = widgets.computing(model.get("compiled"), hidden, guesses);
    const opening = make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const strict = make("input", { type: "checkbox" });
    const start = make("button", { type: "submit" }, "Prove it");
    const halt = make("button", { type: "button" }, "Stop");
    const bar = make("progress", { "aria-label": "The proof goes on" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const effort = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const done = widgets.scroller("Table of the proofs");
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const mode = make("label", { className: "ww-field" }, strict, " hard mode");
    const form = make("form", {}, make("div", { className: "ww-controls" }, widgets.field("Opening", opening), mode, start));
    const said = make("div", { className: "ww-proven" }, status, effort, problem);
    const place = make("div", { className: "ww", role: "region", "aria-label": "Prove it" }, form, work, said);
    el.append(place);
    /** @type {Map<string, { guess: string; hard: boolean; state: Solved; seconds: number }>} */
    const proven = new Map();
    let running = ""; // the opening that is being searched, as it is named
    /** @type {Job<Solved, Solved> | null} */
    let job = null;

    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    const within = (/** @type {boolean} */ hard) => (hard ? " in hard mode" : "");
    const named = (/** @type {string} */ guess, /** @type {boolean} */ hard) => guess.toUpperCase() + within(hard);
    const told = (/** @type {Solved} */ { nodes, tried, cut }) =>
      `${count(nodes, "belief")} searched; of ${count(tried, "guess", "guesses")} tried in them, ${say(cut)} were cut off by a bound.`;

    function list() {
      const rows = [...proven.values()].map(({ guess, hard, state, seconds }) => {
        const { lower, nodes, tried } = state;
        return [guess, hard ? "hard" : "easy", say(lower), say(nodes), say(tried), seconds.toFixed(1)];
      });
      const heads = ["opening", "mode", "guesses for all words", "beliefs", "guesses tried", "seconds"];
      done.replaceChildren(widgets.table("Proven on this page", heads, rows));
      place.append(done);
    }

    // What is known of the opening that the model has, unless a search goes on.
    function show() {
      if (running) return;
      const [guess, hard] = [model.get("opening"), model.get("hard")];
      const found = proven.get(named(guess, hard));
      opening.value = guess;
      strict.checked = hard;
      problem.textContent = "";
      effort.textContent = found ? told(found.state) : "";
      status.textContent = found
        ? `${guess.toUpperCase()} needs ${say(found.state.lower)} guesses${within(hard)}, and no strategy needs fewer: proven on this device in ${found.seconds.toFixed(1)} s.`
        : `Fewest guesses for all ${say(hidden.length)} words after ${named(guess || "an opening", hard)}: not proven yet.`;
    }

    /** @param {string} guess @param {boolean} hard */
    function begin(guess, hard) {
      running = named(guess, hard);
      problem.textContent = effort.textContent = "";
      status.textContent = `Searching for the fewest guesses after ${running} ...`;
      work.classList.remove("ww-later");
      start.setAttribute("aria-disabled", "true");
      set({ opening: guess, hard, total: 0, nodes: 0, tried: 0 });
    }

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      running = "";
      if (document.activeElement === halt) start.focus();
      work.classList.add("ww-later");
      start.removeAttribute("aria-disabled");
      show();
    }

    /** @param {string} guess @param {boolean} hard */
    async function prove(guess, hard) {
      const begun = performance.now();
      begin(guess, hard);
      try {
        job = computing.job("solve", { history: [], hard, guess });
        job.onprogress = (state) => (effort.textContent = `At least ${say(state.lower)} guesses so far. ${told(state)}`);
        const state = await job.promise;
        if (!state) return; // stopped
        proven.set(running, { guess, hard, state, seconds: (performance.now() - begun) / 1000 });
        list();
        const wanted = model.get("opening") === guess && model.get("hard") === hard;
        if (wanted) set({ total: state.lower, nodes: state.nodes, tried: state.tried });
        rest();
      } catch (fault) {
        rest();
        problem.textContent = widgets.cannot(fault);
      }
    }

    widgets.onSend(form, opening, (guess) => {
      if (running) return;
      if (known.has(guess)) prove(guess, strict.checked);
      else problem.textContent = guess ? `"${guess}" is not in the list of guesses.` : "Type an opening of five letters.";
    });
    halt.onclick = () => {
      const name = running;
      job?.cancel();
      rest();
      status.textContent = `Stopped before the least total of ${name} was known.`;
    };
    show();
    const unfollow = widgets.follow(model, ["opening", "hard"], show);
    return () => {
      unfollow();
      computing.close();
    };
  };
  widgets.proveit.state = { opening: codecs.word, hard: codecs.flag };
})();
