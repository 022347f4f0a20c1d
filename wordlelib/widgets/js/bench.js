// What the benches on pages have in common: games with one set-up, which can be stopped, beside those with another that was
// kept; an opening is one of the settings.
(function () {
  const widgets = wordleWidgets;

  // `settings` are the names of a set-up's traits, and `put` shows them in the `fields`; `play` asks for games, `held` gives
  // what the model holds of a result, and the others tell of results. Gives what changes settings, and what ends all.
  widgets.bench = function ({ model, el }, { name, picture, settings, fields, put, play, held, describe, compare, tabulate, look }) {
    const { make } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const known = new Set(guesses);
    const computing = widgets.computing(model.get("compiled"), hidden, guesses);
    const opening = make("input", { type: "text", size: 8, placeholder: "its own", autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const keep = make("button", { type: "button" }, "Keep for comparison");
    const bar = make("progress", { "aria-label": "Part of the decisions on this guess" });
    const halt = make("button", { type: "button" }, "Stop");
    const status = make("p", { role: "status", className: "ww-status ww-loud ww-two-lines" });
    const beside = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const bars = widgets.scroller(picture);
    const controls = make("div", { className: "ww-controls" }, widgets.field("Opening", opening), ...fields, keep);
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    el.append(make("div", { className: "ww ww-lengths", role: "region", "aria-label": name }, controls, problem, work, status, bars, beside));

    /** @type {Map<string, any>} */
    const played = new Map();
    /** @type {Job<true, any> | null} */
    let job = null;
    /** @returns {any} */
    const chosen = () => Object.fromEntries(settings.map((each) => [each, model.get(each)]));
    const keyOf = (/** @type {any} */ setUp) => settings.map((each) => setUp[each]).join();
    const resultOf = (/** @type {any} */ setUp) => played.get(keyOf(setUp));

    // Bars for what is shown, and hatched ones for what was kept.
    /** @param {any[]} setUps @param {any[]} results */
    function draw(setUps, results) {
      const { caption, heads, rows } = tabulate(setUps, results);
      const most = Math.max(...rows.flatMap(({ lengths }) => lengths));
      const cells = rows.map(({ of, lengths, cells }) => {
        const shares = lengths.map((length, k) => {
          const share = make("span", { className: `ww-share ${look(setUps[k])} ${k ? "ww-kept" : ""}` });
          share.style.width = `${(100 * length) / most}%`;
          share.hidden = !length;
          return share;
        });
        return [of, make("div", { "aria-hidden": "true" }, ...shares), ...cells];
      });
      bars.replaceChildren(widgets.table(`${caption}${setUps.length > 1 ? ", hatched for the set-up that is kept" : ""}`, heads, cells));
    }

    // Hiding the button that has the focus would lose the reader's place.
    function rest() {
      job = null;
      el.removeAttribute("aria-busy");
      status.style.minHeight = "";
      if (document.activeElement === halt) opening.focus();
      work.classList.add("ww-later");
      keep.disabled = !resultOf(chosen());
    }

    /** @param {any[]} setUps */
    function begin(setUps) {
      el.setAttribute("aria-busy", "true");
      keep.disabled = true;
      set(held(null));
      work.classList.remove("ww-later");
      status.style.minHeight = `${status.offsetHeight}px`; // so that shorter lines do not move what is below
      return (job = computing.work(async (task) => {
        for (const setUp of setUps) {
          /** @param {string} player @param {any} given */
          const ask = (player, given) => {
            bar.removeAttribute("value");
            status.textContent = `Playing ${player} against ${widgets.count(hidden.length, "word")} ...`;
            return task.ask("rollout", { history: [], opening: setUp.opening, ...given }, ({ guess, done }) => {
              status.textContent = `Playing ${player}: guess ${guess} of ${widgets.count(hidden.length, "game")} ...`;
              bar.value = done;
            });
          };
          played.set(keyOf(setUp), await play(setUp, ask));
        }
        return /** @type {const} */ (true);
      })).promise;
    }

    async function show() {
      job?.cancel();
      const [shown, kept] = [chosen(), model.get("kept")];
      const other = "opening" in kept && keyOf(kept) !== keyOf(shown);
      const setUps = other ? [shown, kept] : [shown];
      opening.value = shown.opening;
      put(shown);
      problem.textContent = "";
      try {
        const missing = setUps.filter((setUp) => !resultOf(setUp));
        if (missing.length && !(await begin(missing))) return; // stopped, or something else is wanted by now
        rest();
        const [result, before] = setUps.map(resultOf);
        set(held(result));
        draw(setUps, setUps.map(resultOf));
        status.textContent = describe(shown, result);
        if (other) beside.textContent = `Kept: ${describe(kept, before)} Compared with it, ${compare(result, before)}`;
        else beside.textContent = "opening" in kept ? "This set-up is kept. Change something to compare with it." : "";
      } catch (fault) {
        clear();
        problem.textContent = widgets.cannot(fault);
      }
    }

    function clear() {
      rest();
      status.textContent = beside.textContent = "";
      bars.replaceChildren();
      set(held(null));
    }

    /** @param {Record<string, any>} values */
    function change(values) {
      set(values);
      show();
    }

    opening.onchange = () => {
      const word = widgets.normal(opening.value);
      if (!word || known.has(word)) change({ opening: word });
      else problem.textContent = `"${word}" is not in the list of guesses.`;
    };
    keep.onclick = () => change({ kept: chosen() });
    halt.onclick = () => {
      job?.cancel();
      clear();
      status.textContent = "Stopped, so these games are not known. Any change begins again.";
    };
    show();
    const unfollow = widgets.follow(model, [...settings, "kept"], show);
    function stop() {
      unfollow();
      job?.cancel();
      computing.close();
    }
    return { change, stop };
  };
})();
