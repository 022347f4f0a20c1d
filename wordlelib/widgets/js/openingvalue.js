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
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const more = make("p", { className: "ww-status" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const picture = make("div");
    const under = make("p", { className: "ww-under" });
    const table = widgets.scroller("Table of the openings");
    const region = { className: "ww ww-openingvalue", role: "region", "aria-label": "How good is an opening?" };
    el.append(make("div", region, form, problem, status, more, picture, under, table));
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
    const within = () => (model.get("hard") ? " within six guesses of hard mode" : "");
    const below = () => values[chosen()].below;
    const each = (/** @type {number} */ total) => (total / hidden.length).toFixed(4);

    // The place of an opening, which those that are as good share.
    function placeOf(/** @type {number} */ total) {
      const all = totals[chosen()];
      return 1 + ranked[chosen()].filter((other) => of(all, other) < total).length;
    }

    /** @param {number} beyond */
    function sayCost(beyond, atLeast = "") {
      const best = ranked[chosen()][0].toUpperCase();
      if (!beyond) return "No opening needs fewer.";
      const more = beyond / hidden.length;
      const cost = more < RARE ? `one guess in ${say(Math.round(1 / more))} games` : `${more.toFixed(2)} guesses a game`;
      return `That is ${atLeast}${count(beyond, "guess", "guesses")} more than after ${best}, the best: ${cost}.`;
    }

    function describe() {
      const guess = model.get("opening");
      const [all, order] = [totals[chosen()], ranked[chosen()]];
      const total = of(all, guess);
      const upper = guess.toUpperCase();
      const lost = all.filter((total) => !total).length;
      if (!guess) {
        status.textContent = "Type your first word.";
        more.textContent = `The best, ${order[0].toUpperCase()}, needs ${say(of(all, order[0]))} guesses for all ${say(hidden.length)} words${within()}.`;
      } else if (!total) {
        status.textContent = `After ${upper} no strategy keeps to six guesses in hard mode.`;
        more.textContent = `That is so for ${say(lost)} of the ${say(guesses.length)} openings.`;
      } else if (total === Infinity) {
        status.textContent = `${upper} is not one of the best ${say(order.length)} of ${say(guesses.length - lost)} openings: ${each(below())} guesses or more on average.`;
        more.textContent = `Perfect play after it is proven to need at least ${say(below())} guesses for all ${say(hidden.length)} words${within()}; the exact number is open. ${sayCost(below() - of(all, order[0]), "at least ")}`;
      } else {
        status.textContent = `${upper} is number ${say(placeOf(total))} of ${say(guesses.length - lost)} openings, with ${each(total)} guesses on average.`;
        more.textContent = `Perfect play after it needs ${say(total)} guesses for all ${say(hidden.length)} words${within()}, which is proven. ${sayCost(total - of(all, order[0]))}`;
      }
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
      const rest = all.filter((each) => each === Infinity).length;
      const asked = total ? `; ${model.get("opening")} needs ${total < Infinity ? say(total) : `${say(below())} or more`}` : "";
      const others = `${count(rest, "opening")} ${rest === 1 ? "needs" : "need"} ${say(below())} or more`;
      const told = `How many openings need how many guesses: from ${say(least)} to ${say(most)}; ${others}${asked}`;
      under.textContent = `How many openings need how many guesses. Beside those shown ${others}.`;
      const frame = { viewBox: `0 0 ${width} ${HEIGHT}`, class: "ww-picture ww-whole", role: "img", "aria-label": told };
      picture.replaceChildren(svg("svg", frame, ...parts));
    }

    // The openings that were asked about, beside the best three.
    function list() {
      const [all, order] = [totals[chosen()], ranked[chosen()]];
      const few = [...new Set([...order.slice(0, 3), ...asked])].filter((guess) => of(all, guess));
      const rows = few
        .sort((a, b) => (of(all, a) < of(all, b) ? -1 : 1))
        .map((guess) => {
          const total = of(all, guess);
          if (total === Infinity) return [guess, `after ${say(order.length)}`, `≥ ${say(below())}`, `≥ ${each(below())}`];
          return [guess, say(placeOf(total)), say(total), each(total)];
        });
      table.replaceChildren(widgets.table("The best three, and those that you asked for", ["opening", "place", "guesses for all words", "on average"], rows));
    }

    function show() {
      word.value = model.get("opening");
      strict.checked = model.get("hard");
      problem.textContent = "";
      if (model.get("opening")) asked.add(model.get("opening"));
      describe();
      draw();
      list();
    }

    widgets.onSend(form, word, (guess) => {
      if (!number.has(guess)) {
        problem.textContent = guess ? `"${guess}" is not in the list of guesses.` : "Type an opening of five letters.";
        return;
      }
      set({ opening: guess });
      show();
    });
    strict.onchange = () => {
      set({ hard: strict.checked });
      show();
    };
    show();
    const stops = [widgets.follow(model, ["opening", "hard"], show), widgets.onWidth(picture, draw)];
    return () => stops.forEach((stop) => stop());
  };
  widgets.openingvalue.state = { opening: codecs.word, hard: codecs.flag };
  widgets.openingvalue.files = ["values.js"];
})();
