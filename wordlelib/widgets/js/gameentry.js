// How a game comes in: a board to fill in, a text to paste, or a game of the page; on the page's lists or the reader's.
(function () {
  const widgets = wordleWidgets;
  const OWN = "your own game";

  // The view of what is entered. `act` are the handlers.
  widgets.gameEntry = function ({ names, act }) {
    const { make } = widgets;
    const button = (/** @type {string} */ text, more = {}) => make("button", { type: "button", ...more }, text);
    const presets = make("select", {}, ...names.map((name, i) => make("option", { value: i }, name)), make("option", { value: "" }, OWN));
    const text = make("textarea", { rows: 2, spellcheck: false, autocomplete: "off", autocapitalize: "none" });
    text.placeholder = "salet -y--g, crony ggggg";
    const judge = button("Judge", { className: "ww-main" });
    const stop = button("Stop", { disabled: true });
    const drop = button("Forget the grid");
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Rows judged" });
    const said = make("span", { role: "status" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const board = make("div", { className: "ww-entered" });
    const shown = make("div");
    const own = widgets.ownLists(act.lists, act.fail);
    const pasted = make("label", { className: "ww-paste" }, "Or paste rows, guesses, or the shared grid of squares", text);
    presets.onchange = () => act.preset(presets.value);
    text.onpaste = () => setTimeout(act.judge);
    judge.onclick = () => act.judge();
    stop.onclick = () => act.stop();
    drop.onclick = () => act.forget();
    const place = make("div");
    const fault = make("div", { className: "ww-fault" });
    const box = make(
      "div",
      {},
      make("div", { className: "ww-controls" }, widgets.field("What if?", presets)),
      ...[place, pasted, own.box],
      make("div", { className: "ww-controls ww-work" }, judge, stop, bar, said),
      fault,
    );

    return {
      box,
      board,
      text,
      forgetLists: own.forget,
      // A board of some lists, in place of the one before.
      /** @param {Board} made */
      put(made) {
        place.replaceChildren(made.form);
        fault.replaceChildren(made.problem, problem);
        board.replaceChildren(made.rows, shown);
      },
      // The colours of a grid, below the board.
      /** @param {string[]} grid */
      showGrid(grid) {
        shown.replaceChildren(...(grid.length ? [...grid.map((marks) => widgets.make("div", { className: "ww-line" }, widgets.shades(marks))), drop] : []));
      },
      /** @param {number} chosen */
      choose(chosen) {
        presets.value = chosen < 0 ? "" : String(chosen);
      },
      // What is wrong, in place of what the board has said.
      /** @param {string} text */
      problem(text) {
        for (const each of fault.children) each.textContent = "";
        problem.textContent = text;
      },
      // How far the work is; nothing if there is none.
      /** @param {string} now @param {{ done: number; of: number }} [work] */
      tell(now, work) {
        if (said.textContent !== now) said.textContent = now; // it is read aloud
        stop.disabled = !work;
        bar.classList.toggle("ww-later", !work);
        if (work) Object.assign(bar, { max: work.of, value: work.done });
      },
    };
  };
})();
