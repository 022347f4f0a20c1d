// Expected numbers of guesses as bars: one guess for sure, a second if the first failed, and so on.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;

  // The probability that a first guess is made, a second, a third ...; their sum is the expected number.
  /** @param {number[]} chances */
  const made = (chances) => chances.map((_, k) => chances.slice(k).reduce((sum, p) => sum + p, 0));

  widgets.expectedguesses = function ({ model, el }) {
    const { make, field } = widgets;
    const set = widgets.setter(model);
    const cases = model.get("cases");
    const names = Object.keys(cases);
    const caseOf = make("select", {}, ...names.map((name) => make("option", { value: name }, name)));
    const slide = make("input", { type: "range", min: "0", max: String(cases[names[0]].length - 1), step: "1" });
    const now = make("span");
    const place = widgets.scroller("Table of expected guesses");
    place.classList.add("ww-guesses");
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const sliding = make("label", { className: "ww-field ww-sliding" }, make("span", {}, `${model.get("slider")} `, now), slide);
    const top = make("div", { className: "ww-controls" }, names.length > 1 ? field("What if?", caseOf) : null);
    const key = make("p", { className: "ww-under" }, "Each block of a bar is a guess, as wide as it is likely to be needed: a first, a second (hatched), a third ...");
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Expected guesses" }, status, top, sliding, place, key));

    /** @param {number[]} sums @param {number} most */
    function bar(sums, most) {
      const parts = sums.map((p, k) => {
        const part = make("span", { className: `ww-guess-${k % 2}` });
        part.style.width = `${(100 * p) / most}%`;
        return part;
      });
      return make("div", { className: "ww-guess-bar", ariaHidden: "true" }, ...parts);
    }

    function show() {
      const steps = cases[model.get("case")];
      const { said, bars } = steps[model.get("step")];
      caseOf.value = model.get("case");
      slide.value = String(model.get("step"));
      slide.ariaValueText = said;
      now.textContent = said;
      const all = steps.flatMap((step) => Object.values(step.bars).map((chances) => made(chances).reduce((a, b) => a + b, 0)));
      const most = Math.max(...all);
      const wins = steps.some((step) => Object.values(step.bars).some(([first]) => first >= 0.005)); // else the column says nothing
      const costs = Object.entries(bars).map(([name, chances]) => ({ name, chances, sums: made(chances) }));
      const found = costs.map(({ sums, ...rest }) => ({ ...rest, sums, cost: sums.reduce((a, b) => a + b, 0) }));
      const least = Math.min(...found.map(({ cost }) => cost));
      const best = (/** @type {number} */ cost) => cost < least + 5e-4;
      const percent = (/** @type {number} */ p) => `${(100 * p).toFixed(0)}%`;
      const rows = found.map(({ name, chances, sums, cost }) => {
        return [best(cost) ? make("b", {}, `★ ${name}`) : name, bar(sums, most), cost.toFixed(3), ...(wins ? [percent(chances[0])] : [])];
      });
      place.replaceChildren(widgets.table("Expected guesses (★ least)", ["", "", "guesses", ...(wins ? ["right at once"] : [])], rows));
      const winners = found.filter(({ cost }) => best(cost)).map(({ name }) => name);
      const others = found.filter(({ cost }) => !best(cost)).sort((a, b) => a.cost - b.cost);
      const next = others.length ? `, ${(others[0].cost - least).toFixed(3)} fewer than with ${others[0].name}` : "";
      const winner = make("strong", {}, winners.join(" and "));
      status.replaceChildren(`${model.get("slider")} ${said}: fewest guesses with `, winner, `, ${least.toFixed(3)} on average${next}.`);
      const expected = Object.fromEntries(found.map(({ name, cost }) => [name, Number(cost.toFixed(4))]));
      if (JSON.stringify(expected) !== JSON.stringify(model.get("expected"))) set({ expected });
    }

    caseOf.onchange = () => {
      set({ case: caseOf.value });
      show();
    };
    slide.oninput = () => {
      set({ step: slide.valueAsNumber });
      show();
    };
    show();
    return widgets.follow(model, ["case", "step"], show);
  };
  widgets.expectedguesses.state = (model) => ({
    case: codecs.choice(Object.keys(model.get("cases"))),
    step: codecs.whole(0, Object.values(model.get("cases"))[0].length - 1),
  });
})();
