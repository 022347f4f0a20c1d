// Dots on a canvas that fly into blocks: a block for each class, the larger the class the larger its area.
(function () {
  const widgets = wordleWidgets;
  const LENGTH = 900; // milliseconds of a movement
  const GAP = 1; // between blocks, in dots
  const LARGEST = 14; // pixels from dot to dot at most
  const HALVINGS = 20;

  // Blocks of some sizes, the largest first, set like words in lines; places are counted in dots.
  /** @param {number[]} sizes @param {number} room How many dots a line can hold. */
  function set(sizes, room) {
    let [x, y, deep] = [0, 0, 0];
    const blocks = sizes.map((size) => {
      const columns = Math.min(Math.ceil(Math.sqrt(size)), room);
      const rows = Math.ceil(size / columns);
      if (x + columns > room) [x, y, deep] = [0, y + deep + GAP, 0];
      const block = { x, y, columns, rows };
      x += columns + GAP;
      deep = Math.max(deep, rows);
      return block;
    });
    return { blocks, deep: y + deep };
  }

  // The same with the largest distance from dot to dot at which all have room.
  widgets.packBlocks = function (sizes, width, height) {
    let [least, most] = [0, LARGEST];
    for (let k = 0; k < HALVINGS; k++) {
      const pitch = (least + most) / 2;
      const room = Math.floor(width / pitch);
      if (room && set(sizes, room).deep * pitch <= height) least = pitch;
      else most = pitch;
    }
    return { pitch: least, blocks: set(sizes, Math.floor(width / least)).blocks };
  };

  // `show(classes)` lets the dots fly; `at(x, y)` is the class under a point, `point(class)` marks one.
  widgets.blocks = function (canvas, n) {
    const [now, from, to] = [0, 0, 0].map(() => new Float32Array(2 * n));
    let [width, height, pointed] = [0, 0, -1];
    /** @type {number[][]} */
    let classes = [];
    /** @type {ReturnType<typeof widgets.packBlocks>} */
    let packed = { pitch: 1, blocks: [] };

    function arrange() {
      packed = widgets.packBlocks(classes.map((each) => each.length), width, height);
      const { pitch, blocks } = packed;
      classes.forEach((dots, k) => {
        const { x, y, columns } = blocks[k];
        dots.forEach((dot, i) => {
          to[2 * dot] = (x + (i % columns) + 0.5) * pitch;
          to[2 * dot + 1] = (y + Math.floor(i / columns) + 0.5) * pitch;
        });
      });
    }

    // The dots at a moment of the movement, in milliseconds.
    /** @param {number} time */
    function draw(time) {
      const share = widgets.smooth(Math.min(time / LENGTH, 1));
      for (let i = 0; i < 2 * n; i++) now[i] = from[i] + (to[i] - from[i]) * share;
      const style = getComputedStyle(canvas);
      const side = Math.max(packed.pitch * 0.78, 1);
      paint.clearRect(0, 0, width, height);
      paint.fillStyle = style.getPropertyValue("--ww-accent");
      for (let i = 0; i < n; i++) paint.fillRect(now[2 * i] - side / 2, now[2 * i + 1] - side / 2, side, side);
      if (pointed < 0 || moving.isMoving()) return;
      const { x, y, columns, rows } = packed.blocks[pointed];
      paint.strokeStyle = style.getPropertyValue("--ww-ink");
      paint.lineWidth = 2;
      paint.strokeRect(...scaled([x, y, columns, rows]));
    }
    const scaled = (/** @type {[number, number, number, number]} */ box) =>
      /** @type {[number, number, number, number]} */ (box.map((each) => each * packed.pitch));

    /** @param {number} wide @param {number} high */
    function measured(wide, high) {
      [width, height] = [wide, high];
      arrange();
    }

    const moving = widgets.movingCanvas(canvas, { length: LENGTH, draw, measured });
    const { paint } = moving;
    return {
      show(next) {
        classes = next;
        pointed = -1;
        if (!width) return;
        arrange();
        from.set(now);
        moving.move();
      },
      at(x, y) {
        const { pitch, blocks } = packed;
        return blocks.findIndex((b) => x >= b.x * pitch && y >= b.y * pitch && x <= (b.x + b.columns) * pitch && y <= (b.y + b.rows) * pitch);
      },
      point(k) {
        if (k === pointed) return;
        pointed = k;
        moving.redraw();
      },
      stop: moving.stop,
    };
  };
})();
