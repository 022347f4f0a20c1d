// Openings and lookahead: how many guesses the hidden words take with one set-up, and with another that was kept.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const WIDEST = 100; // candidates; with more the first guess alone would take long

  // How many words take 1, 2, 3 ... guesses.
  const countsOf = (/** @type {Games} */ { used }) => Array.from({ length: Math.max(...used) }, (_, i) => used.filter((n) => n === i + 1).length);

  widgets.lookahead = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const computing = widgets.computing(model.get("compiled"), hidden, guesses);
    const opening = make("input", { type: "text", size: 8, placeholder: "its own", autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const base = make("select", {}, ...widgets.scores.map((name) => make("option", { value: name }, name)));
    const width = make("input", { type: "number", min: 1, max: WIDEST, step: 1 });
    const hard = make("input", { type: "checkbox" });
    const keep = make("button", { type: "button" }, "Keep for comparison");
    const bar = make("progress", { "aria-label": "Part of the decisions on this guess" });
    const halt = make("button", { type: "button" }, "Stop");
    const status = make("p", { role: "status", className: "ww-status ww-loud ww-two-lines" });
    const beside = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const bars = widgets.scroller("Words by the number of their guesses");
    const fields = [widgets.field("Opening", opening), widgets.field("Base policy", base), widgets.field("Width", width)];
    const mode = make("label", { className: "ww-field" }, hard, " hard mode");
    const controls = make("div", { className: "ww-controls" }, ...fields, mode, keep);
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const parts = [controls, problem, work, status, bars, beside];
    el.append(make("div", { className: "ww ww-lengths", role: "region", "aria-label": "Openings and lookahead" }, ...parts));

    /** @type {Map<string, Games>} */
    const played = new Map();
    /** @type {Job<true, any> | null} */
    let job = null;
    const chosen = () => ({ opening: model.get("opening"), base: model.get("base"), width: model.get("width"), hard: model.get("hard") });
    const keyOf = (/** @type {SetUp} */ { opening, base, width, hard }) => [opening, base, width, hard].join();
    const gamesOf = (/** @type {SetUp} */ setUp) => played.get(keyOf(setUp));
    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    const player = (/** @type {SetUp} */ { base, width }) => (width > 1 ? `rollout of width ${width} on ${base}` : `${base} alone`);
    const within = (/** @type {SetUp} */ { hard }) => (hard ? " in hard mode" : "");
    const totalOf = (/** @type {Games} */ { used }) => used.reduce((a, b) => a + b, 0);

    /** @param {SetUp} setUp @param {Games} games */
    function describe(setUp, games) {
      const total = totalOf(games);
      const from = `${setUp.opening ? "After" : "From its own opening"} ${games.opening.toUpperCase()}${within(setUp)}`;
      return `${from}, ${player(setUp)} takes ${say(total)} guesses for ${count(hidden.length, "word")}, ${(total / hidden.length).toFixed(3)} on average and ${Math.max(...games.used)} at most.`;
    }

    /** @param {Games} games @param {SetUp} kept @param {Games} other */
    function compare({ used }, kept, other) {
      const [fewer, more] = [-1, 1].map((sign) => used.filter((n, i) => Math.sign(n - other.used[i]) === sign).length);
      const difference = totalOf({ used, opening: "" }) - totalOf(other);
      const change = difference ? `${count(Math.abs(difference), "guess", "guesses")} ${difference < 0 ? "fewer" : "more"}` : "as many guesses";
      return `Kept: ${describe(kept, other)} Compared with it, ${change} in all: ${count(fewer, "word takes", "words take")} fewer, ${say(more)} more and ${say(used.length - fewer - more)} as many.`;
    }

    // Bars for what is shown, and hatched ones for what was kept, in the colours of rollout and of the base policy.
    /** @param {SetUp[]} setUps @param {Games[]} games */
    function draw(setUps, games) {
      const counts = games.map(countsOf);
      const most = Math.max(...counts.flat());
      const longest = Math.max(...counts.map(({ length }) => length));
      const rows = Array.from({ length: longest }, (_, i) => {
        const shares = setUps.map((setUp, k) => {
          const share = make("span", { className: `ww-share ${setUp.width > 1 ? "ww-newton" : "ww-of-base"} ${k ? "ww-kept" : ""}` });
          share.style.width = `${(100 * (counts[k][i] ?? 0)) / most}%`;
          share.hidden = !counts[k][i];
          return share;
        });
        return [i + 1, make("div", { "aria-hidden": "true" }, ...shares), ...counts.map((each) => say(each[i] ?? 0))];
      });
      const heads = setUps.map(({ width }, k) => (k ? "kept: " : "") + (width > 1 ? "rollout" : "base policy"));
      const caption = `Hidden words by the guesses they take${setUps.length > 1 ? ", hatched for the set-up that is kept" : ""}`;
      bars.replaceChildren(widgets.table(caption, ["guesses", "", ...heads], rows));
    }

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      job = null;
      el.removeAttribute("aria-busy");
      if (document.activeElement === halt) opening.focus();
      work.classList.add("ww-later");
      keep.disabled = !gamesOf(chosen());
    }

    /** @param {SetUp[]} setUps */
    function play(setUps) {
      el.setAttribute("aria-busy", "true");
      keep.disabled = true;
      set({ used: [] });
      work.classList.remove("ww-later");
      bar.removeAttribute("value");
      return (job = computing.work(async (task) => {
        for (const setUp of setUps) {
          const { base: score, ...given } = setUp;
          status.textContent = `Playing ${player(setUp)} against ${count(hidden.length, "word")} ...`;
          const games = await task.ask("rollout", { history: [], score, ...given }, ({ guess, done }) => {
            status.textContent = `Playing ${player(setUp)}: guess ${guess} of ${count(hidden.length, "game")} ...`;
            bar.value = done;
          });
          played.set(keyOf(setUp), games);
        }
        return /** @type {const} */ (true);
      })).promise;
    }

    async function show() {
      job?.cancel();
      const [shown, kept] = [chosen(), model.get("kept")];
      const other = "base" in kept && keyOf(kept) !== keyOf(shown);
      const setUps = other ? [shown, kept] : [shown];
      opening.value = shown.opening;
      base.value = shown.base;
      width.value = String(shown.width);
      hard.checked = shown.hard;
      problem.textContent = "";
      try {
        const missing = setUps.filter((setUp) => !gamesOf(setUp));
        if (missing.length && !(await play(missing))) return; // stopped, or something else is wanted by now
        rest();
        const games = setUps.flatMap((setUp) => gamesOf(setUp) ?? []);
        set({ used: games[0].used });
        draw(setUps, games);
        status.textContent = describe(shown, games[0]);
        beside.textContent = other ? compare(games[0], kept, games[1]) : "base" in kept ? "This set-up is kept. Change something to compare with it." : "";
      } catch (fault) {
        clear();
        problem.textContent = widgets.cannot(fault);
      }
    }

    function clear() {
      rest();
      status.textContent = beside.textContent = "";
      bars.replaceChildren();
      set({ used: [] });
    }

    /** @param {Partial<LookaheadState>} values */
    function change(values) {
      set(values);
      show();
    }

    opening.onchange = () => {
      const word = widgets.normal(opening.value);
      if (!word || known.has(word)) change({ opening: word });
      else problem.textContent = `"${word}" is not in the list of guesses.`;
    };
    base.onchange = () => change({ base: /** @type {Score} */ (base.value) });
    width.onchange = () => change({ width: Math.min(Math.max(Math.round(width.valueAsNumber) || 1, 1), WIDEST) });
    hard.onchange = () => change({ hard: hard.checked });
    keep.onclick = () => change({ kept: chosen() });
    halt.onclick = () => {
      job?.cancel();
      clear();
      status.textContent = "Stopped, so these games are not known. Any change begins again.";
    };
    show();
    const stop = widgets.follow(model, ["opening", "base", "width", "hard", "kept"], show);
    return () => {
      stop();
      job?.cancel();
      computing.close();
    };
  };
  widgets.lookahead.state = { opening: codecs.word, base: codecs.choice(widgets.scores), width: codecs.whole(1, WIDEST), hard: codecs.flag };
})();
