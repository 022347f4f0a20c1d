// How a game comes in: the hidden word and guesses on a board, a text to paste, or a game of the page; on the page's lists or the
// reader's.
(function () {
  const widgets = wordleWidgets;
  const OWN = "your own game";

  // The view of what is entered. `act` are the handlers.
  widgets.gameEntry = function ({ act }) {
    const { make } = widgets;
    const button = (/** @type {string} */ text, more = {}) => make("button", { type: "button", ...more }, text);
    const choice = make("select");
    const text = make("textarea", { rows: 2, spellcheck: false, autocomplete: "off", autocapitalize: "none" });
    text.placeholder = "Wordle 1,234 4/6 \u2026, or salet -y--g, crony ggggg";
    const read = button("Read it");
    const stop = button("Stop");
    const drop = button("Forget the grid");
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Rows judged" });
    const said = make("span", { role: "status" });
    const found = make("p", { role: "status", className: "ww-read" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const board = make("div", { className: "ww-entered" });
    const shown = make("div");
    const own = widgets.ownLists(act.lists, act.fail);
    const pasted = make("label", { className: "ww-paste" }, "Or paste the squares that you share, or rows, or guesses", text);
    choice.onchange = () => act.choose(choice.value);
    text.onpaste = () => setTimeout(act.read);
    read.onclick = () => act.read();
    stop.onclick = () => act.stop();
    drop.onclick = () => act.forget();
    const place = make("div");
    const fault = make("div", { className: "ww-fault" });
    const work = make("div", { className: "ww-controls ww-work" }, bar, said, stop);
    const box = make("div", {}, place, make("div", { className: "ww-pasting" }, pasted, read), fault, found, board, work);
    const more = make("div", {}, make("div", { className: "ww-controls" }, widgets.field("Game", choice)), own.box);

    return {
      ...{ box, more, text },
      forgetLists: own.forget,
      // A board of some lists, in place of the one before.
      /** @param {Board} made */
      put(made) {
        made.form.prepend(made.hiddenField);
        place.replaceChildren(made.form, made.odds);
        fault.replaceChildren(made.problem, problem);
        board.replaceChildren(made.rows, shown);
      },
      // The games to choose from, and which of them is shown.
      /** @param {string[]} names @param {number} chosen */
      choose(names, chosen) {
        choice.replaceChildren(...names.map((name, i) => make("option", { value: i }, name)), make("option", { value: "" }, OWN));
        choice.value = chosen < 0 ? "" : String(chosen);
      },
      // The rows of a grid whose guesses are still missing.
      /** @param {string[]} grid @param {number} first */
      showGrid(grid, first) {
        const lines = grid.slice(first).map((marks) => make("div", { className: "ww-line" }, widgets.shades(marks)));
        const asked = make("span", { className: "ww-note" }, `Now the guess of row ${first + 1}`);
        shown.replaceChildren(...(grid.length ? [asked, ...lines, drop] : []));
      },
      // What has been read from a text.
      /** @param {string} text */
      found(text) {
        found.textContent = text;
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
        stop.classList.toggle("ww-later", !work);
        bar.classList.toggle("ww-later", !work);
        if (work) Object.assign(bar, { max: work.of, value: work.done });
      },
    };
  };
})();
