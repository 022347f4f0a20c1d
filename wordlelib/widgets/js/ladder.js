// The ladder of players: one is chosen, and shows what it looks at, its next guess, and what it needs over all games.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const UNIT = 26; // a branch of a backup diagram, across
  const DOWN = 34; // and down
  const KEY = ["What it looks at:", "○ words left", "● a guess", "◆ an estimate", "■ the end of the game"];
  /** @type {Record<string, number>} */
  const LEAF = { mu: 1.5, muJ: 1.1 };

  /** @param {Glyph} node @returns {number} */
  const widthOf = (node) => node.below.reduce((sum, child) => sum + widthOf(child), 0) || 1;
  /** @param {Glyph} node @returns {number} */
  const depthOf = (node) => (node.below.length ? 1 + Math.max(...node.below.map(depthOf)) : LEAF[node.how] ?? 0);

  // A backup diagram: hollow circles are beliefs, dots guesses, a diamond is an estimate, a square the end of the game.
  /** @param {Glyph} glyph @param {string} label */
  function draw(glyph, label) {
    const { svg } = widgets;
    /** @type {SVGElement[]} */
    const lines = [];
    /** @type {SVGElement[]} */
    const marks = [];
    const line = (/** @type {number[]} */ [x1, y1, x2, y2], /** @type {Properties} */ more = {}) =>
      lines.push(svg("line", { x1, y1, x2, y2, class: "ww-thin", ...more }));
    /** @type {(x: number, y: number, square: boolean) => void} */
    const end = (x, y, square) => {
      const turn = square ? "" : `rotate(45 ${x} ${y})`;
      marks.push(svg("rect", { x: x - 5, y: y - 5, width: 10, height: 10, transform: turn, class: "ww-mark ww-full" }));
    };
    /** @type {(node: Glyph, left: number, y: number, guess: boolean) => number} */
    function put(node, left, y, guess) {
      if (!node.below.length) {
        const x = left + UNIT / 2;
        const reach = (LEAF[node.how] ?? 0) * DOWN;
        if (reach) {
          line([x, y, x, y + reach], { "stroke-dasharray": "3 3" });
          marks.push(svg("circle", { cx: x, cy: y, r: 6, class: "ww-mark" }));
        }
        end(x, y + reach, node.how === "mu" || node.how === "end");
        return x;
      }
      let edge = left;
      const places = node.below.map((child) => {
        const x = put(child, edge, y + DOWN, !guess);
        edge += widthOf(child) * UNIT;
        return x;
      });
      const x = (places[0] + places[places.length - 1]) / 2;
      places.forEach((place, i) => line([x, y, place, y + DOWN], node.how === "one" && i ? { "stroke-dasharray": "2 4" } : {}));
      if (node.how === "least") marks.push(svg("text", { x: x + 9, y: y + 4 }, "min"));
      marks.push(svg("circle", { cx: x, cy: y, r: guess ? 4 : 6, class: guess ? "ww-mark ww-full" : "ww-mark" }));
      return x;
    }
    put(glyph, 0, 8, false);
    const [width, height] = [widthOf(glyph) * UNIT + 24, depthOf(glyph) * DOWN + 18];
    const frame = { viewBox: `0 0 ${width} ${height}`, width, height, class: "ww-picture", role: "img", "aria-label": label };
    return svg("svg", frame, ...lines, ...marks);
  }

  widgets.ladder = function ({ model, el }) {
    const { make, field } = widgets;
    const set = widgets.setter(model);
    const [rungs, beliefs] = [model.get("rungs"), model.get("beliefs")];
    const best = Math.min(...rungs.map((rung) => rung.total));
    const most = Math.max(...rungs.map((rung) => rung.total));
    const say = (/** @type {number} */ n) => (n < 10 && n % 1 ? n.toFixed(1) : Math.round(n).toLocaleString("en"));
    const choice = make("select", {}, ...beliefs.map((each, i) => make("option", { value: i }, `${each.row[0]} ${each.row[1]}, ${each.words} words left`)));
    const name = `ww-ladder-${Math.random().toString(36).slice(2)}`;
    const radios = rungs.map((rung) => make("input", { type: "radio", name, value: rung.name }));
    // Places on a scale of logarithms that also has a place for 0.
    const part = (/** @type {number} */ above) => `${(100 * Math.log1p(above)) / Math.log1p(most - best)}%`;
    const lines = rungs.map((rung, i) => {
      const dot = make("span", { className: "ww-rail-dot" });
      if (rung.total === best) dot.classList.add("ww-rail-best");
      dot.style.insetInlineStart = part(rung.total - best);
      const above = rung.total > best ? `+ ${say(rung.total - best)}` : "least";
      const cells = [make("span", { className: "ww-player" }, rung.name), make("i", {}, rung.estimate), make("span", { className: "ww-rail", "aria-hidden": "true" }, dot), make("span", { className: "ww-above" }, above)];
      return make("label", { className: "ww-rung" }, radios[i], ...cells);
    });
    const picture = make("div", { className: "ww-glyph" });
    const row = make("div", {});
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "The ladder of players" },
        make("fieldset", {}, make("legend", {}, "Players, their estimates, and the guesses they need above perfect play (◇)"), ...lines),
        status,
        make("div", { className: "ww-controls" }, field("After", choice), row),
        make("div", { className: "ww-controls" }, picture, make("p", { className: "ww-legend ww-key-of-glyph" }, ...KEY.map((text) => make("span", {}, text)))),
      ),
    );
    const place = () => Math.max(rungs.findIndex((rung) => rung.name === model.get("player")), 0);

    function show() {
      const [rung, belief] = [rungs[place()], beliefs[Math.min(Math.max(model.get("belief"), 0), beliefs.length - 1)]];
      const [guess, sum] = belief.guesses[place()];
      const [, least] = belief.guesses[rungs.length - 1];
      radios.forEach((radio, i) => (radio.checked = i === place()));
      choice.value = String(beliefs.indexOf(belief));
      row.replaceChildren(widgets.rowTiles(...belief.row));
      picture.replaceChildren(draw(rung.glyph, `What ${rung.name} looks at before it guesses`));
      const error = rung.error ? ` (± ${say(rung.error)})` : "";
      status.replaceChildren(
        make("strong", {}, `${rung.name} guesses ${guess.toUpperCase()}`),
        `, where its estimate comes to ${sum.toFixed(2)} and perfect play needs ${least.toFixed(2)}. `,
        `Over all words it needs ${say(rung.total)}${error}.`,
      );
    }

    /** @param {Partial<LadderState>} values */
    function change(values) {
      set(values);
      show();
    }
    radios.forEach((radio) => (radio.onchange = () => change({ player: radio.value })));
    choice.onchange = () => change({ belief: Number(choice.value) });
    show();
    return widgets.follow(model, ["player", "belief"], show);
  };
  widgets.ladder.state = (model) => ({
    player: codecs.choice(model.get("rungs").map((rung) => rung.name)),
    belief: codecs.whole(0, model.get("beliefs").length - 1),
  });
})();
