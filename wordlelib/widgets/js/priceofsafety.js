// The price of safety: the best average under stricter and stricter promises, and the words that need most guesses.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SIZE = { width: 340, height: 250, left: 44, top: 36, right: 16, bottom: 40 };
  const LEAST = 10; // guesses that the picture of the price has room for in any case

  /** @param {SafetyStep} step */
  const promise = ({ cap }) => (cap === null ? "no promise" : `at most ${cap} guesses`);
  /** @param {SafetyGame} game @param {SafetyStep} step */
  const price = (game, step) => (step.total ?? 0) - (game.steps[0].total ?? 0);
  // A scale whose axis has no numbers of its own.
  const bare = (/** @type {Scale} */ scale) =>
    Object.assign((/** @type {number} */ value) => scale(value), { ...scale, ticks: () => /** @type {number[]} */ ([]) });
  const upTo = (/** @type {number} */ to) =>
    widgets.scale({ from: 0, to, start: SIZE.height - SIZE.bottom, end: SIZE.top });

  /** @param {string} label @param {Element[]} parts */
  const frame = (label, parts) =>
    widgets.svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "ww-picture", role: "img", "aria-label": label }, ...parts);

  // A path as it is stored: rows of a guess, its marks, and how many words were left before it.
  const readPath = (/** @type {string} */ text) =>
    text.split(",").map((row) => {
      const [guess, marks, left] = row.split(":");
      return /** @type {SafetyPath[number]} */ ([guess, marks, Number(left)]);
    });

  // What the promises up to the chosen one cost, with an axis on which the least price of the game can be seen.
  /** @param {SafetyGame} game @param {number} chosen */
  function pricePicture(game, chosen) {
    const { svg } = widgets;
    const most = Math.max(LEAST, ...game.steps.map((step) => price(game, step)));
    const x = widgets.scale({ from: -0.5, to: game.steps.length - 0.5, start: SIZE.left, end: SIZE.width - SIZE.right });
    const y = upTo(most * 1.15);
    const kept = game.steps.filter(({ total }, i) => total !== null && i <= chosen);
    const axes = widgets.axes({ x: bare(x), y, xName: "promise: at most", yName: "" });
    const title = svg("text", { x: 4, y: 14 }, "more guesses, over all words");
    const marks = game.steps.flatMap((step, i) => {
      const name = svg("text", { x: x(i), y: y.start + 17, "text-anchor": "middle" }, step.cap === null ? "none" : `${step.cap}`);
      if (i > chosen) return [name];
      if (step.total === null) return [name, svg("text", { x: x(i), y: y.end + 30, "text-anchor": "middle", class: "ww-strong" }, "✗")];
      const at = y(price(game, step));
      const dot = svg("circle", { cx: x(i), cy: at, r: i === chosen ? 7 : 5, class: i === chosen ? "ww-full" : "ww-mark" });
      return [name, dot, svg("text", { x: x(i) - 8, y: at - 9, "text-anchor": "end", class: "ww-halo" }, `+${price(game, step)}`)];
    });
    const line = svg("polyline", { points: kept.map((step, i) => `${x(i)},${y(price(game, step))}`).join(" "), class: "ww-thin" });
    const said = game.steps.slice(0, chosen + 1).map((step) => `${promise(step)}: ${step.total === null ? "impossible" : `+${price(game, step)}`}`);
    return frame(`What each promise costs: ${said.join(", ")}`, [title, ...axes, line, ...marks]);
  }

  // How many words take how many guesses; those that need more than can be promised have another colour.
  /** @param {SafetyGame[]} games @param {SafetyGame} game @param {SafetyStep} step */
  function barPicture(games, game, step) {
    const { svg } = widgets;
    const every = games.flatMap((each) => each.steps.map(({ counts }) => counts));
    const columns = Math.max(...every.map((counts) => counts.length));
    const x = widgets.scale({ from: 0.5, to: columns + 0.5, start: SIZE.left, end: SIZE.width - SIZE.right });
    const y = upTo(Math.max(...every.flat()) * 1.1);
    const bars = Array.from({ length: columns }, (_, i) => {
      const number = step.counts[i] ?? 0;
      const top = Math.min(y(number), y(0) - (number ? 2 : 0));
      const middle = x(i + 1);
      return [
        svg("rect", { x: middle - 12, width: 24, y: top, height: y(0) - top, class: i >= game.safe ? "ww-beyond" : "ww-within" }),
        svg("text", { x: middle, y: top - 4, "text-anchor": "middle" }, number ? number.toLocaleString("en") : ""),
        svg("text", { x: middle, y: y.start + 17, "text-anchor": "middle" }, `${i + 1}`),
      ];
    }).flat();
    const axes = widgets.axes({ x: bare(x), y: bare(y), xName: "guesses", yName: "" });
    const title = svg("text", { x: 4, y: 14 }, "words by the guesses they take");
    const said = step.counts.map((number, i) => `${i + 1}: ${number}`).join(", ");
    return frame(step.total === null ? "No strategy keeps this promise" : `Words by the number of their guesses: ${said}`, [title, ...axes, ...bars]);
  }

  widgets.priceofsafety = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const games = model.get("games");
    const presets = make("select", {}, ...games.map(({ name }, i) => make("option", { value: i }, name)));
    const slider = make("input", { type: "range", min: 0, step: 1 });
    const shown = make("span", { className: "ww-now" });
    const [prices, bars, path] = [make("div"), make("div"), make("div", { className: "ww-small ww-way" })];
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-status ww-detail" });
    const caption = make("p", { className: "ww-under" });
    const words = make("div", { className: "ww-doomed", role: "group", "aria-label": "Words that need most" });
    const branches = widgets.scroller("Tree to these words");
    const tree = make("details", {}, make("summary", {}, "The branches of the tree that lead to these words"), branches);
    el.append(
      make(
        "div",
        { className: "ww ww-safety", role: "region", "aria-label": "Price of safety" },
        status,
        make("div", { className: "ww-controls ww-clock" }, widgets.field("Promise", slider), shown),
        make("div", { className: "ww-controls" }, widgets.field("What if?", presets)),
        make("div", { className: "ww-pair" }, prices, bars),
        ...[more, caption],
        ...[make("div", { className: "ww-pair" }, words, path), tree],
      ),
    );

    const within = (/** @type {number} */ value, /** @type {unknown[]} */ list) => Math.min(Math.max(value, 0), list.length - 1);
    const game = () => games[within(model.get("game"), games)];
    const number = () => within(model.get("step"), game().steps);
    const place = () => Math.max(game().doomed.indexOf(model.get("word")), 0);

    const late = () => game().steps[number()].counts.slice(game().safe).reduce((sum, each) => sum + each, 0);

    // What the promise costs, for all to see.
    function sayPrice() {
      const [of, step] = [game(), game().steps[number()]];
      const all = of.hidden.toLocaleString("en");
      if (step.total === null) return `Nobody can promise ${promise(step)}: whatever is guessed, some word needs more.`;
      if (step.cap !== null) {
        const cost = price(of, step);
        return `The promise of ${promise(step)} ${cost ? `costs ${count(cost, "guess", "guesses")} in ${all} games` : "costs nothing"}.`;
      }
      if (!late()) return `Without a promise no word needs more than ${of.safe} guesses.`;
      return `Without a promise ${late()} of ${count(of.hidden, "word")} ${late() === 1 ? "needs" : "need"} more than ${of.safe} guesses.`;
    }

    function describe() {
      const [of, step] = [game(), game().steps[number()]];
      if (step.total === null) return "";
      const worst = step.counts.length;
      const cost = price(of, step);
      const dearer = cost ? `${(cost / of.hidden).toFixed(4)} a game more than without a promise` : number() ? "as many as without a promise" : "the least in this game";
      const tail = late() ? `${count(late(), "word")} ${late() === 1 ? "needs" : "need"} more than ${of.safe}` : `no word needs more than ${worst}`;
      return `${step.opening} opens. ${step.total.toLocaleString("en")} guesses for ${of.hidden.toLocaleString("en")} words, ${dearer}. The worst case is ${worst}: ${tail}.`;
    }

    function drawWords() {
      const [of, step] = [game(), game().steps[number()]];
      const held = words.contains(document.activeElement) ? place() : -1;
      const buttons = of.doomed.map((word, i) => {
        const used = step.total === null ? 0 : readPath(step.paths[i]).length;
        const button = make("button", { type: "button", "aria-pressed": String(i === place()) }, `${word} ${used || "–"}`);
        button.setAttribute("aria-label", used ? `${word}, ${used} guesses` : `${word}, no strategy`);
        if (used > of.safe) button.classList.add("ww-late");
        button.onclick = () => change({ word });
        return button;
      });
      words.replaceChildren(...buttons);
      if (held >= 0) buttons[held].focus();
      caption.textContent = of.doomed.length
        ? `Doomed without a promise: ${count(of.doomed.length, "word")} ${of.doomed.length === 1 ? "needs" : "need"} more than ${of.safe} guesses. Each stands with what it needs now. Press one for its path.`
        : `No word is doomed here: the best strategy on average needs at most ${of.safe} guesses.`;
    }

    function drawPath() {
      const paths = game().steps[number()].paths.map(readPath);
      const rows = paths[place()] ?? [];
      path.replaceChildren(
        ...rows.map(([guess, row, left]) =>
          make("div", { className: "ww-line" }, widgets.tiles(guess, row), make("span", {}, `of ${count(left, "word")}`)),
        ),
      );
      tree.hidden = !game().doomed.length;
      branches.replaceChildren(...(paths.length ? [widgets.safetyTree(paths, rows, game().hidden)] : []));
    }

    function show() {
      const [of, step] = [game(), game().steps[number()]];
      presets.value = String(games.indexOf(of));
      slider.max = String(of.steps.length - 1);
      slider.value = String(number());
      slider.setAttribute("aria-valuetext", promise(step));
      shown.textContent = promise(step);
      prices.replaceChildren(pricePicture(of, number()));
      bars.replaceChildren(barPicture(games, of, step));
      status.textContent = sayPrice();
      more.textContent = describe();
      drawWords();
      drawPath();
    }

    /** @param {Partial<SafetyState>} values */
    function change(values) {
      set(values);
      show();
    }
    presets.onchange = () => change({ game: Number(presets.value), word: "" });
    slider.oninput = () => change({ step: slider.valueAsNumber });
    show();
    return widgets.follow(model, ["game", "step", "word"], show);
  };
  widgets.priceofsafety.state = (model) => ({
    game: codecs.whole(0, model.get("games").length - 1),
    step: codecs.whole(0, Math.max(...model.get("games").map(({ steps }) => steps.length)) - 1),
    word: codecs.choice(["", ...new Set(model.get("games").flatMap(({ doomed }) => doomed))]),
  });
  widgets.priceofsafety.tiles = true;
})();
