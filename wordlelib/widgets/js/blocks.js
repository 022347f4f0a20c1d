// Dots on a canvas that fly into blocks: a block for each class, the larger the class the larger its area.
(function () {
  const widgets = wordleWidgets;
  const LENGTH = 900; // milliseconds of a movement
  const GAP = 1; // between blocks, in dots
  const LARGEST = 14; // pixels from dot to dot at most
  const HALVINGS = 20;
  const TILES = [8, 13]; // pixels of a tile on a block, at least and at most

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
    /** @type {string[]} */
    let marks = []; // the feedback of each class
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
      paint.fillStyle = style.getPropertyValue("--ww-words");
      for (let i = 0; i < n; i++) paint.fillRect(now[2 * i] - side / 2, now[2 * i + 1] - side / 2, side, side);
      if (time >= LENGTH) packed.blocks.forEach((block, k) => label(block, marks[k], style));
      if (pointed < 0 || moving.isMoving()) return;
      const { x, y, columns, rows } = packed.blocks[pointed];
      paint.strokeStyle = style.getPropertyValue("--ww-ink");
      paint.lineWidth = 2;
      paint.strokeRect(...scaled([x, y, columns, rows]));
    }
    // The row of a class as tiles at the head of its block, where there is room.
    /** @param {typeof packed.blocks[number]} block @param {string} row @param {CSSStyleDeclaration} style */
    function label({ x, y, columns, rows: lines }, row, style) {
      const [wide, high] = [columns * packed.pitch - 2, lines * packed.pitch - 2];
      const side = Math.min(wide / row.length, high, TILES[1]);
      if (!row || side < TILES[0]) return;
      const [left, top] = [x * packed.pitch + 1 + (wide - row.length * side) / 2, y * packed.pitch + 1 + (high - side) / 2];
      paint.font = `700 ${side - 3}px sans-serif`;
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.fillStyle = style.getPropertyValue("--ww-ground");
      paint.fillRect(left - 1, top - 1, row.length * side + 2, side + 2);
      [paint.strokeStyle, paint.lineWidth] = [style.getPropertyValue("--ww-line"), 1];
      [...row].forEach((mark, i) => {
        const name = { g: "green", y: "yellow" }[mark] ?? "grey";
        paint.fillStyle = style.getPropertyValue(`--ww-${name}`);
        paint.fillRect(left + i * side + 0.5, top, side - 1, side);
        if (mark === "-") paint.strokeRect(left + i * side + 1, top + 0.5, side - 2, side - 1);
        paint.fillStyle = style.getPropertyValue(`--ww-on-${name}`);
        if (mark !== "-") paint.fillText(mark, left + (i + 0.5) * side, top + side / 2);
      });
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
      show(next, rows) {
        [classes, marks] = [next, rows];
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
