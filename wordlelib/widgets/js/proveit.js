// Prove it: the least total of an opening, by the library's own search on the reader's machine.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;

  widgets.proveit = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const proofs = widgets.proving(model.get("compiled") ?? widgets.compiled, hidden, guesses);
    const opening = make("input", { type: "text", size: 8, maxLength: 5, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const start = make("button", { type: "submit" }, "Prove it");
    const halt = make("button", { type: "button" }, "Stop");
    const bar = make("progress", { "aria-label": "The proof goes on" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const effort = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const done = widgets.scroller("Table of the proofs");
    const controls = make("div", { className: "ww-controls" }, widgets.field("Opening", opening), start);
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const form = make("form", {}, controls);
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Prove it" }, form, problem, work, status, effort, done));
    /** @type {Map<string, Cell[]>} */
    const proven = new Map();

    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    const told = (/** @type {ProofState} */ { nodes, tried, cut }) =>
      `${count(nodes, "belief")} searched; of ${count(tried, "guess", "guesses")} tried in them, ${say(cut)} were cut off by a bound.`;

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      start.disabled = false;
      if (document.activeElement === halt) start.focus();
      work.classList.add("ww-later");
      el.removeAttribute("aria-busy");
    }

    function list() {
      const rows = [...proven.values()];
      if (rows.length) done.replaceChildren(widgets.table("Proven on this page", ["opening", "guesses for all words", "beliefs", "guesses tried", "seconds"], rows));
    }

    /** @param {string} guess */
    async function prove(guess) {
      const begun = performance.now();
      problem.textContent = effort.textContent = "";
      status.textContent = `Searching for the fewest guesses after ${guess.toUpperCase()} ...`;
      work.classList.remove("ww-later");
      if (document.activeElement === start) halt.focus();
      start.disabled = true;
      el.setAttribute("aria-busy", "true");
      set({ opening: guess, total: 0, nodes: 0, tried: 0 });
      try {
        const state = await proofs.prove(guess, (state) => {
          effort.textContent = `At least ${say(state.lower)} guesses so far. ${told(state)}`;
        });
        const seconds = (performance.now() - begun) / 1000;
        status.textContent = `${guess.toUpperCase()} needs ${say(state.lower)} guesses, and no strategy needs fewer: proven on this device in ${seconds.toFixed(1)} s.`;
        effort.textContent = told(state);
        proven.set(guess, [guess, say(state.lower), say(state.nodes), say(state.tried), seconds.toFixed(1)]);
        list();
        set({ total: state.lower, nodes: state.nodes, tried: state.tried });
      } catch (fault) {
        status.textContent = "";
        problem.textContent = `This browser cannot run the search: ${fault instanceof Error ? fault.message : fault}.`;
      }
      rest();
    }

    widgets.onSend(form, opening, (guess) => {
      if (start.disabled) return;
      if (known.has(guess)) prove(guess);
      else problem.textContent = `"${guess}" is not in the list of guesses.`;
    });
    halt.onclick = () => {
      proofs.stop();
      status.textContent = `Stopped before the least total of ${model.get("opening").toUpperCase()} was known.`;
      rest();
    };

    function show() {
      opening.value = model.get("opening");
      status.textContent = `Fewest guesses for all ${say(hidden.length)} words after ${(opening.value || "an opening").toUpperCase()}: not proven yet.`;
    }
    show();
    const unfollow = widgets.follow(model, ["opening"], () => start.disabled || show());
    return () => {
      unfollow();
      proofs.stop();
    };
  };
  widgets.proveit.state = { opening: codecs.word };
  widgets.proveit.files = ["compiled.js"];
})();
