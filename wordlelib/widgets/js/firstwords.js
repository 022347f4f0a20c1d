// Whom a test plays: a player's average over the first words of a list, for as many words as the reader likes.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const HEIGHT = 210;
  const EDGE = { left: 40, top: 22, right: 16, bottom: 40 };
  const WIDEST = 640;
  const FEWEST = 50; // from here on the curve is drawn: an average of a few words is all noise

  widgets.firstwords = function ({ model, el }) {
    const { make, svg, field } = widgets;
    const set = widgets.setter(model);
    const orders = model.get("orders").map(({ name, used }) => ({ name, used: [...used].map(Number) }));
    const words = orders[0].used.length;
    // The sums of the guesses of the first words, for each order.
    const sums = orders.map(({ used }) => {
      let sum = 0;
      return [0, ...used.map((guesses) => (sum += guesses))];
    });
    const first = Math.min(FEWEST, words);
    const means = sums.map((sum) => sum.slice(first).map((all, i) => all / (first + i)));
    const whole = sums[0][words] / words;
    const all = [...means.flat(), whole];
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const choice = make("select", {}, ...orders.map(({ name }, i) => make("option", { value: i }, name)));
    const slider = make("input", { type: "range", min: 1, max: words, step: 1 });
    const shown = make("span", { className: "ww-now" });
    const picture = make("div");
    const status = make("p", { className: "ww-status ww-loud", role: "status" });
    const more = make("p", { className: "ww-status ww-detail" });
    el.append(
      make(
        "div",
        { className: "ww ww-firstwords", role: "region", "aria-label": "Whom a test plays" },
        status,
        make("div", { className: "ww-controls" }, field("Order of the list", choice)),
        make("div", { className: "ww-controls ww-clock" }, field("Hide only the first", slider), shown),
        ...[picture, more],
      ),
    );

    const within = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(value, low), high);
    const order = () => within(model.get("order"), 0, orders.length - 1);
    const played = () => within(model.get("played"), 1, words);
    const number = (/** @type {number} */ n) => n.toLocaleString("en");

    // The average of the test, beside that of all words.
    function sayMeans() {
      const [n, sum] = [played(), sums[order()]];
      const all = `${(sum[words] / words).toFixed(3)} guesses on average`;
      if (n === words) return `All ${widgets.count(n, "word")} take ${all}.`;
      return `The first ${widgets.count(n, "word")} ${n === 1 ? "takes" : "take"} ${(sum[n] / n).toFixed(3)}, all ${number(words)} take ${all}.`;
    }

    function describe() {
      const [n, { used }, sum] = [played(), orders[order()], sums[order()]];
      const worst = (/** @type {number[]} */ some) => some.reduce((a, b) => Math.max(a, b), 0);
      const here = `At most ${widgets.count(worst(used.slice(0, n)), "guess", "guesses")} for these words.`;
      if (n === words) return here;
      return `${here} The other ${number(words - n)} take ${((sum[words] - sum[n]) / (words - n)).toFixed(3)}, at most ${worst(used.slice(n))}.`;
    }

    function draw() {
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      const x = widgets.scale({ from: 0, to: words, start: EDGE.left, end: width - EDGE.right });
      const y = widgets.scale({ from: least - 0.02, to: most + 0.08, start: HEIGHT - EDGE.bottom, end: EDGE.top });
      const mean = sums[order()][played()] / played();
      const parts = widgets.axes({ x, y, xName: "words hidden", yName: "mean guesses" });
      parts.push(svg("line", { x1: x.start, x2: x.end, y1: y(whole), y2: y(whole), class: "ww-thin", "stroke-dasharray": "5 4" }));
      parts.push(svg("text", { x: x.end, y: y(whole) - 6, "text-anchor": "end", class: "ww-halo" }, `all words ${whole.toFixed(3)}`));
      const path = means[order()].map((value, i) => `${i ? "L" : "M"}${x(first + i).toFixed(1)} ${y(value).toFixed(1)}`);
      parts.push(svg("path", { d: path.join(""), class: "ww-amounts", "stroke-width": 2 }));
      if (played() >= first) {
        parts.push(svg("line", { x1: x(played()), x2: x(played()), y1: y.start, y2: y(mean), class: "ww-thin" }));
        parts.push(svg("circle", { cx: x(played()), cy: y(mean), r: 6, class: "ww-mark ww-full" }));
      }
      const label = `Mean guesses over the first words, from ${first} to all ${words}: ${means[order()][0].toFixed(2)} to ${whole.toFixed(3)}`;
      const frame = { viewBox: `0 0 ${width} ${HEIGHT}`, class: "ww-picture ww-whole", role: "img", "aria-label": label };
      picture.replaceChildren(svg("svg", frame, ...parts));
    }

    function show() {
      choice.value = String(order());
      slider.value = String(played());
      slider.setAttribute("aria-valuetext", widgets.count(played(), "word"));
      shown.textContent = widgets.count(played(), "word");
      status.textContent = sayMeans();
      more.textContent = describe();
      draw();
    }

    /** @param {Partial<FirstWordsState>} values */
    function change(values) {
      set(values);
      show();
    }
    choice.onchange = () => change({ order: Number(choice.value) });
    slider.oninput = () => change({ played: slider.valueAsNumber });
    show();
    const stops = [widgets.follow(model, ["order", "played"], show), widgets.onWidth(picture, draw)];
    return () => stops.forEach((stop) => stop());
  };
  widgets.firstwords.state = (model) => ({
    order: codecs.whole(0, model.get("orders").length - 1),
    played: codecs.whole(1, model.get("orders")[0].used.length),
  });
})();
