// Scales and axes of pictures.
(function () {
  const widgets = wordleWidgets;
  const { svg } = widgets;

  // A step of 1, 2 or 5 times a power of ten, not smaller than wanted.
  /** @param {number} rough */
  function roundStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
  }

  // From values to places: scale({ from: 0, to: 10, start: 40, end: 400 })(5) is 220. `back` is the way back, and `ticks`
  // are some six round values; on a logarithmic scale the powers of ten.
  widgets.scale = function ({ from, to, start, end, log = false }) {
    const bend = (/** @type {number} */ value) => (log ? Math.log(Math.max(value, 1e-300)) : value);
    const width = bend(to) - bend(from) || 1;
    const place = (/** @type {number} */ value) => start + ((bend(value) - bend(from)) / width) * (end - start);
    const back = (/** @type {number} */ at) => {
      const value = bend(from) + ((at - start) / (end - start)) * width;
      return log ? Math.exp(value) : value;
    };
    const step = roundStep((to - from) / 6 || 1);
    function ticks() {
      const found = [];
      if (log) for (let e = Math.ceil(Math.log10(from) - 1e-9); 10 ** e <= to * 1.0001; e++) found.push(10 ** e);
      else for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-6; i++) found.push(Number((i * step).toPrecision(12)));
      return found;
    }
    return Object.assign(place, { from, to, start, end, step, back, ticks });
  };

  const named = (/** @type {number} */ value) => (Math.abs(value) >= 1e4 ? value.toLocaleString("en") : String(value));

  // The axes of a picture with their ticks and names, x below and y at the left.
  widgets.axes = function ({ x, y, xName, yName, xText = named, yText = named }) {
    const parts = [
      svg("line", { x1: x.start, x2: x.end, y1: y.start, y2: y.start, class: "ww-axis" }),
      svg("line", { x1: x.start, x2: x.start, y1: y.start, y2: y.end, class: "ww-axis" }),
      svg("text", { x: x.end, y: y.start + 32, "text-anchor": "end" }, xName),
      svg("text", { x: x.start + 6, y: y.end + 4 }, yName),
    ];
    for (const value of x.ticks()) {
      parts.push(svg("line", { x1: x(value), x2: x(value), y1: y.start, y2: y.start + 4, class: "ww-axis" }));
      parts.push(svg("text", { x: x(value), y: y.start + 17, "text-anchor": "middle" }, xText(value)));
    }
    for (const value of y.ticks()) {
      parts.push(svg("line", { x1: x.start - 4, x2: x.start, y1: y(value), y2: y(value), class: "ww-axis" }));
      parts.push(svg("text", { x: x.start - 6, y: y(value) + 4, "text-anchor": "end" }, yText(value)));
    }
    return parts;
  };

  // Draw again when the place of a picture has another width; gives what ends that.
  widgets.onWidth = function (place, draw) {
    let width = place.clientWidth;
    const observer = new ResizeObserver(() => {
      if (place.clientWidth === width) return;
      width = place.clientWidth;
      draw();
    });
    observer.observe(place);
    return () => observer.disconnect();
  };
})();
