// A cloud of dots on a canvas, one for each word: what is ruled out falls and lies in layers, what is left gathers.
(function () {
  const widgets = wordleWidgets;
  const FALLEN = [3, 4]; // pixels from dot to dot in a layer, on a canvas that is narrow or wide
  const WIDE = 450;
  const CELL = [58, 20]; // what a word needs that is written out in letters of size 1
  const SIZES = [1.9, 1.4, 1]; // of words that are written out
  const LARGEST = 16; // pixels from dot to dot at most
  const LENGTH = 1500; // milliseconds of a whole movement

  const clip = (/** @type {number} */ t) => Math.min(Math.max(t, 0), 1);
  // A number from 0 to 1 for each dot, always the same.
  const lot = (/** @type {number} */ i) => ((i * 2654435761) % 4096) / 4096;

  widgets.dots = function (canvas, words) {
    const n = words.length;
    const { smooth } = widgets;
    /** @typedef {{ x: Float32Array; y: Float32Array; r: Float32Array }} Places */
    /** @type {() => Places} */
    const places = () => ({ x: new Float32Array(n), y: new Float32Array(n), r: new Float32Array(n) });
    const [now, from, to] = [places(), places(), places()];
    const layer = new Uint8Array(n); // 0 for a word that is left, else the row that ruled it out
    const fresh = new Uint8Array(n); // whether that has just been
    /** @type {number[][]} */
    let lefts = [];
    let [width, height, pointed] = [0, 0, -1];
    let written = 0; // the size of the words, 0 if there are dots

    // Where each dot belongs: the fallen in layers at the bottom, in the order in which they stood above each other.
    function arrange() {
      let top = height;
      const side = FALLEN[Number(width > WIDE)];
      const columns = Math.max(Math.floor(width / side), 1);
      lefts.slice(1).forEach((_, k) => {
        const down = Array.from(layer.keys()).filter((i) => layer[i] === k + 1);
        if (!down.length) return;
        down.sort((a, b) => now.x[a] - now.x[b]);
        const lines = Math.ceil(down.length / columns);
        down.forEach((i, at) => {
          to.x[i] = (Math.floor(at / lines) + 0.5) * side + (width - Math.ceil(down.length / lines) * side) / 2;
          to.y[i] = top - ((at % lines) + 0.5) * side;
          to.r[i] = side * 0.36;
        });
        top -= lines * side + 2;
      });
      gather(top - (top < height ? 8 : 0));
    }

    // The words that are left, in the order of the alphabet, in the middle of what is free; a few are written out.
    /** @param {number} room */
    function gather(room) {
      const left = lefts[lefts.length - 1] ?? [];
      const fits = (/** @type {number} */ size) => Math.floor(width / CELL[0] / size) * Math.floor(room / CELL[1] / size) >= left.length;
      written = SIZES.find(fits) ?? 0;
      const cell = CELL.map((side) => side * (written || 1));
      const [wide, high] = [Math.floor(width / cell[0]), Math.floor(room / cell[1])];
      let columns = written ? Math.min(wide, Math.ceil(Math.sqrt(left.length * 1.2))) : Math.ceil(Math.sqrt((left.length * width) / room));
      if (written) while (columns < wide && Math.ceil(left.length / columns) > high) columns++;
      const rows = Math.ceil(left.length / columns);
      const pitch = Math.min(width / columns, room / rows, LARGEST);
      const [stepX, stepY] = written ? cell : [pitch, pitch];
      left.forEach((i, at) => {
        to.x[i] = width / 2 + ((at % columns) - (columns - 1) / 2) * stepX;
        to.y[i] = room / 2 + (Math.floor(at / columns) - (rows - 1) / 2) * stepY;
        to.r[i] = written ? 2 : pitch * 0.36;
      });
    }

    // All dots at a moment of the movement, in milliseconds.
    /** @param {number} time */
    function place(time) {
      for (let i = 0; i < n; i++) {
        const falls = fresh[i] === 1;
        const share = falls ? clip((time - 250 - 350 * lot(i)) / 600) : clip((time - 600) / (LENGTH - 600));
        const along = falls ? share * share : smooth(share);
        now.x[i] = from.x[i] + (to.x[i] - from.x[i]) * (falls ? smooth(share) : along);
        now.y[i] = from.y[i] + (to.y[i] - from.y[i]) * along;
        now.r[i] = from.r[i] + (to.r[i] - from.r[i]) * along;
      }
    }

    /** @param {number} time */
    function draw(time) {
      place(time);
      const shown = clip((time - LENGTH + 400) / 400); // how far the words stand out in place of their dots
      const style = getComputedStyle(canvas);
      const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
      paint.clearRect(0, 0, width, height);
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      const left = lefts[lefts.length - 1];
      for (let k = 0; k < lefts.length; k++) {
        paint.beginPath();
        for (let i = 0; i < n; i++) {
          if (layer[i] !== k) continue;
          paint.moveTo(now.x[i] + now.r[i], now.y[i]);
          paint.arc(now.x[i], now.y[i], now.r[i], 0, 7);
        }
        paint.fillStyle = colour(k === 0 ? "--ww-words" : k % 2 ? "--ww-fallen" : "--ww-fallen-too");
        paint.globalAlpha = k === 0 && written ? 1 - shown : 1;
        paint.fill();
      }
      if (written) {
        paint.globalAlpha = shown;
        paint.fillStyle = colour("--ww-words");
        paint.font = `600 ${14 * written}px ${style.fontFamily}`;
        left.forEach((i) => paint.fillText(words[i], now.x[i], now.y[i]));
      }
      paint.globalAlpha = 1;
      if (pointed >= 0 && !(written && layer[pointed] === 0)) point(colour("--ww-ground"), colour("--ww-ink"), style.fontFamily);
    }

    // The word of the dot under the pointer.
    /** @param {string} ground @param {string} ink @param {string} family */
    function point(ground, ink, family) {
      const [x, y] = [clip(now.x[pointed] / width), Math.max(now.y[pointed] - 18, 12)];
      const middle = Math.min(Math.max(x * width, 30), width - 30);
      paint.font = `600 14px ${family}`;
      paint.fillStyle = ground;
      paint.strokeStyle = ink;
      paint.beginPath();
      paint.rect(middle - 28, y - 11, 56, 22);
      paint.fill();
      paint.stroke();
      paint.fillStyle = ink;
      paint.fillText(words[pointed], middle, y);
    }

    const nearest = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) => {
      let [best, least] = [-1, reach ** 2];
      for (let i = 0; i < n; i++) {
        const far = (now.x[i] - x) ** 2 + (now.y[i] - y) ** 2;
        if (far < least) [best, least] = [i, far];
      }
      return best;
    };
    // A finger is wider than a pointer, and what it has tapped stays when it is lifted.
    canvas.onpointerdown = canvas.onpointermove = ({ offsetX, offsetY, pointerType }) => {
      pointed = nearest(offsetX, offsetY, pointerType === "touch" ? 24 : 9);
      moving.redraw();
    };
    canvas.onpointerleave = ({ pointerType }) => {
      if (pointerType === "touch") return;
      pointed = -1;
      moving.redraw();
    };

    /** @param {number} wide @param {number} high */
    function measured(wide, high) {
      [width, height] = [wide, high];
      arrange();
    }

    const moving = widgets.movingCanvas(canvas, { length: LENGTH, draw, measured });
    const { paint } = moving;
    return {
      // Show the words left after each row, all of them first.
      show(next) {
        const before = layer.slice();
        layer.fill(0);
        next.slice(1).forEach((left, k) => {
          const kept = new Set(left);
          for (const i of next[k]) if (!kept.has(i)) layer[i] = k + 1;
        });
        for (let i = 0; i < n; i++) fresh[i] = Number(layer[i] > 0 && before[i] === 0);
        lefts = next;
        arrange();
        for (const key of /** @type {const} */ (["x", "y", "r"])) from[key].set(now[key]);
        moving.move();
      },
      stop: moving.stop,
    };
  };
})();
