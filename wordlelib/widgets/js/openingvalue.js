// How good a first word is: its proven total, among those of all openings (wordlelib/widgets/opening_value.py).
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const HEIGHT = 190;
  const EDGE = { left: 44, top: 26, right: 16, bottom: 40 };
  const WIDEST = 640;
  const BIN = 20; // guesses that a bar of the picture covers
  const RARE = 0.1; // fewer guesses a game more than this are told as one guess in so many games

  widgets.openingvalue = function ({ model, el }) {
    const { make, svg, count } = widgets;
    const set = widgets.setter(model);
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const number = new Map(guesses.map((word, i) => [word, i]));
    const values = /** @type {OpeningValueState["values"]} */ (model.get("values") ?? widgets.values);
    // The totals of all openings: Infinity where it is only known that they need `below` at least, 0 where no strategy keeps
    // to the guesses of hard mode. And the openings whose totals are proven, least first.
    const totals = { easy: read(values.easy), hard: read(values.hard) };
    const ranked = { easy: rank(totals.easy), hard: rank(totals.hard) };
    const word = make("input", { type: "text", size: 8, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const strict = make("input", { type: "checkbox" });
    const ask = make("button", { type: "submit" }, "Look it up");
    const mode = make("label", { className: "ww-field" }, strict, " hard mode");
    const form = make("form", {}, make("div", { className: "ww-controls" }, widgets.field("Opening", word), mode, ask));
    const loud = make("p", { className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-status" });
    const status = make("div", { role: "status" }, loud, more);
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const picture = make("div");
    const under = make("p", { className: "ww-under" });
    const table = widgets.scroller("Table of the openings");
    const region = { className: "ww ww-openingvalue", role: "region", "aria-label": "How good is an opening?" };
    el.append(make("div", region, form, problem, status, picture, under, table));
    /** @type {Set<string>} */
    const asked = new Set();

    /** @param {{ least: number; beyond: string }} stored */
    function read({ least, beyond }) {
      return widgets.unpack(beyond).map((more) => more && (more === 1 ? Infinity : least + more - 2));
    }

    /** @param {number[]} all */
    function rank(all) {
      return guesses.filter((_, i) => all[i] && all[i] < Infinity).sort((a, b) => of(all, a) - of(all, b));
    }

    /** @param {number[]} all @param {string} guess */
    function of(all, guess) {
      return all[number.get(guess) ?? -1];
    }

    const say = (/** @type {number} */ n) => n.toLocaleString("en");
    const chosen = () => (model.get("hard") ? "hard" : "easy");
    const below = () => values[chosen()].below;
    const each = (/** @type {number} */ total) => (total / hidden.length).toFixed(4);

    // The place of an opening, which those that are as good share.
    function placeOf(/** @type {number} */ total) {
      const all = totals[chosen()];
      return 1 + ranked[chosen()].filter((other) => of(all, other) < total).length;
    }

    // What an opening costs beyond the best one; `atLeast` stands before a bound.
    /** @param {number} beyond */
    function sayCost(beyond, atLeast = "") {
      const best = ranked[chosen()][0].toUpperCase();
      if (!beyond) return "No opening needs fewer.";
      const more = beyond / hidden.length;
      const cost = more < RARE ? `one guess more in ${say(Math.round(1 / more))} games` : `${more.toFixed(2)} guesses a game`;
      return `That is ${atLeast}${count(beyond, "guess", "guesses")} more than with ${best}, the best opening, or ${atLeast}${cost}.`;
    }

    // What is said of the opening, first in a sentence.
    /** @returns {[string, string]} */
    function described() {
      const guess = model.get("opening");
      const [all, order] = [totals[chosen()], ranked[chosen()]];
      const total = of(all, guess);
      const upper = guess.toUpperCase();
      const lost = all.filter((each) => !each).length;
      const those = lost ? `the ${say(all.length - lost)} openings that keep to six guesses in hard mode` : `${say(all.length)} openings`;
      const sum = `all ${say(hidden.length)} words together need`;
      const limit = lost ? " No game may take more than six." : "";
      if (total === undefined) return ["Type your first word.", `With the best, ${order[0].toUpperCase()}, ${sum} ${say(of(all, order[0]))} guesses.${limit}`];
      if (!total) return [`After ${upper} no strategy finds every word within six guesses in hard mode.`, `That is so for ${say(lost)} of the ${say(all.length)} openings.`];
      if (total === Infinity) {
        return [
          `${upper} is not among the best ${say(order.length)} of ${those}. It needs at least ${each(below())} guesses on average.`,
          `With perfect play afterwards ${sum} at least ${say(below())} guesses. That is proven, and the exact number is not known.${limit} ${sayCost(below() - of(all, order[0]), "at least ")}`,
        ];
      }
      const equal = order.filter((other) => of(all, other) === total).length - 1;
      const shared = equal ? `, which it shares with ${count(equal, "other")},` : "";
      return [
        `${upper} is in place ${say(placeOf(total))}${shared} of ${those}. It needs ${each(total)} guesses on average.`,
        `With perfect play afterwards ${sum} ${say(total)} guesses. That is proven.${limit} ${sayCost(total - of(all, order[0]))}`,
      ];
    }

    function draw() {
      const [all, order] = [totals[chosen()], ranked[chosen()]];
      const [least, most] = [of(all, order[0]), of(all, order[order.length - 1])];
      const base = Math.floor(least / BIN) * BIN;
      const bins = new Array(Math.floor((most - base) / BIN) + 1).fill(0);
      for (const guess of order) bins[Math.floor((of(all, guess) - base) / BIN)] += 1;
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      const x = widgets.scale({ from: base, to: base + bins.length * BIN, start: EDGE.left, end: width - EDGE.right });
      const y = widgets.scale({ from: 0, to: Math.max(...bins), start: HEIGHT - EDGE.bottom, end: EDGE.top });
      const parts = widgets.axes({ x, y, xName: "guesses for all words", yName: "openings", xText: say });
      bins.forEach((n, i) => {
        const [left, right] = [x(base + i * BIN), x(base + (i + 1) * BIN)];
        if (n) parts.push(svg("rect", { x: left, y: y(n), width: Math.max(right - left - 0.5, 0.5), height: y.start - y(n), class: "ww-amounts" }));
      });
      const total = of(all, model.get("opening"));
      if (total && total < Infinity) {
        const late = x(total) > (x.start + x.end) / 2;
        const label = { x: x(total) + (late ? -6 : 6), y: y.end + 8, "text-anchor": late ? "end" : "start", class: "ww-halo" };
        parts.push(svg("line", { x1: x(total), x2: x(total), y1: y.start, y2: y.end, class: "ww-axis" }));
        parts.push(svg("text", label, model.get("opening").toUpperCase()));
        parts.push(svg("circle", { cx: x(total), cy: y.start, r: 5, class: "ww-mark ww-full" }));
      }
      const [rest, lost] = [Infinity, 0].map((value) => all.filter((each) => each === value).length);
      const others = `${count(rest, "opening")} that ${rest === 1 ? "needs" : "need"} ${say(below())} guesses or more${lost ? `, and ${say(lost)} that cannot keep to six` : ""}`;
      const asked = total ? `. ${model.get("opening")} needs ${total < Infinity ? say(total) : `${say(below())} or more`}` : "";
      const told = `Number of openings for each total from ${say(least)} to ${say(most)} guesses, without ${others}${asked}`;
      under.textContent = `Number of openings for each total. Not shown: ${others}.`;
      const frame = { viewBox: `0 0 ${width} ${HEIGHT}`, class: "ww-picture ww-whole", role: "img", "aria-label": told };
      picture.replaceChildren(svg("svg", frame, ...parts));
    }

    // The openings that were asked about, beside the best three; last those that cannot keep to the guesses.
    function list() {
      const [all, order] = [totals[chosen()], ranked[chosen()]];
      const key = (/** @type {string} */ guess) => Math.min(of(all, guess), 1e9) || 2e9;
      const rows = [...new Set([...order.slice(0, 3), ...asked])]
        .sort((a, b) => key(a) - key(b))
        .map((guess) => {
          const total = of(all, guess);
          if (!total) return [guess, "–", "not within six a game", "–"];
          if (total === Infinity) return [guess, `> ${say(order.length)}`, `≥ ${say(below())}`, `≥ ${each(below())}`];
          return [guess, say(placeOf(total)), say(total), each(total)];
        });
      table.replaceChildren(widgets.table("The best three openings, and those you looked up", ["opening", "place", "guesses for all words", "on average"], rows));
    }

    function show() {
      const guess = model.get("opening");
      word.value = guess;
      strict.checked = model.get("hard");
      problem.textContent = "";
      if (number.has(guess)) asked.add(guess);
      [loud.textContent, more.textContent] = described();
      draw();
      list();
    }

    widgets.onSend(form, word, (guess) => {
      if (!number.has(guess)) {
        problem.textContent = guess ? `"${guess}" is not in the list of guesses.` : "Type an opening of five letters.";
        return;
      }
      set({ opening: guess, hard: strict.checked });
      show();
    });
    // What has been typed is looked up with the mode, unless it is no guess.
    strict.onchange = () => {
      const typed = widgets.normal(word.value);
      set({ hard: strict.checked, ...(number.has(typed) && { opening: typed }) });
      show();
    };
    show();
    const stops = [widgets.follow(model, ["opening", "hard"], show), widgets.onWidth(picture, draw)];
    return () => stops.forEach((stop) => stop());
  };
  widgets.openingvalue.state = { opening: codecs.word, hard: codecs.flag };
  widgets.openingvalue.files = ["values.js"];
})();
