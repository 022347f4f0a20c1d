// Prove it: the least total of an opening, by the library's own search on the reader's device.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;

  widgets.proveit = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const proofs = widgets.proving(model.get("compiled") ?? widgets.compiled, hidden, guesses);
    const opening = make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const start = make("button", { type: "submit" }, "Prove it");
    const halt = make("button", { type: "button" }, "Stop");
    const bar = make("progress", { "aria-label": "The proof goes on" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const effort = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const done = widgets.scroller("Table of the proofs");
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const form = make("form", {}, make("div", { className: "ww-controls" }, widgets.field("Opening", opening), start));
    const said = make("div", { className: "ww-proven" }, status, effort, problem);
    const place = make("div", { className: "ww", role: "region", "aria-label": "Prove it" }, form, work, said);
    el.append(place);
    /** @type {Map<string, { state: ProofState; seconds: number }>} */
    const proven = new Map();
    let running = ""; // the opening that is being searched

    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    const told = (/** @type {ProofState} */ { nodes, tried, cut }) =>
      `${count(nodes, "belief")} searched; of ${count(tried, "guess", "guesses")} tried in them, ${say(cut)} were cut off by a bound.`;

    function list() {
      const rows = [...proven].map(([guess, { state, seconds }]) => [guess, say(state.lower), say(state.nodes), say(state.tried), seconds.toFixed(1)]);
      done.replaceChildren(widgets.table("Proven on this page", ["opening", "guesses for all words", "beliefs", "guesses tried", "seconds"], rows));
      place.append(done);
    }

    // What is known of the opening that the model has, unless a search goes on.
    function show() {
      if (running) return;
      const guess = model.get("opening");
      const found = proven.get(guess);
      opening.value = guess;
      problem.textContent = "";
      effort.textContent = found ? told(found.state) : "";
      status.textContent = found
        ? `${guess.toUpperCase()} needs ${say(found.state.lower)} guesses, and no strategy needs fewer: proven on this device in ${found.seconds.toFixed(1)} s.`
        : `Fewest guesses for all ${say(hidden.length)} words after ${(guess || "an opening").toUpperCase()}: not proven yet.`;
    }

    /** @param {string} guess */
    function begin(guess) {
      running = guess;
      problem.textContent = effort.textContent = "";
      status.textContent = `Searching for the fewest guesses after ${guess.toUpperCase()} ...`;
      work.classList.remove("ww-later");
      start.setAttribute("aria-disabled", "true");
      set({ opening: guess, total: 0, nodes: 0, tried: 0 });
    }

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      running = "";
      if (document.activeElement === halt) start.focus();
      work.classList.add("ww-later");
      start.removeAttribute("aria-disabled");
      show();
    }

    /** @param {string} guess */
    async function prove(guess) {
      const begun = performance.now();
      begin(guess);
      try {
        const state = await proofs.prove(guess, (state) => {
          effort.textContent = `At least ${say(state.lower)} guesses so far. ${told(state)}`;
        });
        proven.set(guess, { state, seconds: (performance.now() - begun) / 1000 });
        list();
        if (model.get("opening") === guess) set({ total: state.lower, nodes: state.nodes, tried: state.tried });
        rest();
      } catch (fault) {
        rest();
        const text = fault instanceof Error ? fault.message : String(fault);
        problem.textContent = `This browser cannot run the search: ${text.replace(/\.$/, "")}.`;
      }
    }

    widgets.onSend(form, opening, (guess) => {
      if (running) return;
      if (known.has(guess)) prove(guess);
      else problem.textContent = guess ? `"${guess}" is not in the list of guesses.` : "Type an opening of five letters.";
    });
    halt.onclick = () => {
      const guess = running.toUpperCase();
      proofs.stop();
      rest();
      status.textContent = `Stopped before the least total of ${guess} was known.`;
    };
    show();
    const unfollow = widgets.follow(model, ["opening"], show);
    return () => {
      unfollow();
      proofs.stop();
    };
  };
  widgets.proveit.state = { opening: codecs.word };
  widgets.proveit.files = ["compiled.js"];
})();
