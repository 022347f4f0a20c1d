// A canvas on which things move: as large as its place, sharp on every screen, at rest for those who want no motion.
(function () {
  const widgets = wordleWidgets;
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // From slow to slow, for shares from 0 to 1.
  widgets.smooth = (share) => share * share * (3 - 2 * share);

  // `draw(time)` draws what there is at a moment of a movement of `length` milliseconds; `measured(width, height)` is told
  // the size, at first and whenever it changes. While something moves the canvas is busy.
  widgets.movingCanvas = function (canvas, { length, draw, measured }) {
    const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    let frame = 0;

    function finish() {
      cancelAnimationFrame(frame);
      frame = 0;
      canvas.removeAttribute("aria-busy");
      draw(length);
    }

    function move() {
      if (still.matches || !canvas.clientWidth) return finish();
      cancelAnimationFrame(frame);
      canvas.setAttribute("aria-busy", "true");
      const start = performance.now();
      const step = (/** @type {number} */ moment) => {
        const time = Math.max(moment - start, 0);
        if (time >= length) return finish();
        frame = requestAnimationFrame(step);
        draw(time);
      };
      frame = requestAnimationFrame(step);
    }

    function measure() {
      const { clientWidth, clientHeight } = canvas;
      if (!clientWidth) return;
      const ratio = devicePixelRatio || 1;
      [canvas.width, canvas.height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
      paint.setTransform(ratio, 0, 0, ratio, 0, 0);
      measured(clientWidth, clientHeight);
      finish();
    }

    const isMoving = () => frame !== 0;
    const redraw = () => isMoving() || draw(length);
    const sizes = new ResizeObserver(measure);
    const theme = new MutationObserver(redraw);
    sizes.observe(canvas);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return {
      ...{ paint, move, isMoving, redraw },
      stop() {
        cancelAnimationFrame(frame);
        sizes.disconnect();
        theme.disconnect();
      },
    };
  };
})();
