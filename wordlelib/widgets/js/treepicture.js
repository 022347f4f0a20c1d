// A search tree as a picture, the root at the left: a line for each leaf, a column for each depth.
(function () {
  const widgets = wordleWidgets;
  const { svg } = widgets;
  const ROW = 24;
  const COLUMN = 132;
  const LEAST = 6; // rows for which there is room in any case, so that the page does not move

  /** @typedef {{ row: number; column: number; left: number }} Place where a node stands, and how many below it do not */

  // Where each node stands: a leaf in the next row, a node above in the middle of those below it.
  /** @template K @param {K} root @param {(key: K) => K[]} below @param {number} most */
  function layOut(root, below, most) {
    /** @type {Map<K, Place>} */
    const places = new Map();
    let rows = 0;
    let columns = 1;
    /** @param {K} key @param {number} column @returns {Place} */
    function put(key, column) {
      columns = Math.max(columns, column + 1);
      const under = rows < most ? below(key) : [];
      const found = under.flatMap((each) => (rows < most ? [put(each, column + 1)] : []));
      const row = found.length ? (found[0].row + found[found.length - 1].row) / 2 : rows++;
      const place = { row, column, left: under.length - found.length };
      places.set(key, place);
      return place;
    }
    put(root, 0);
    return { places, rows, columns };
  }

  // Of a key `look` is { marks, text, size, path, cut, weight }: a row of marks, its name, how large its circle is (0 to 1),
  // whether it is on the path of the moment, whether it was cut off, and how broad the line to it is (0 to 1).
  widgets.treePicture = function ({ root, below, look, label, most = 40 }) {
    const { places, rows, columns } = layOut(root, below, most);
    const x = (/** @type {Place} */ place) => 14 + place.column * COLUMN;
    const y = (/** @type {Place} */ place) => ROW * (place.row + 0.7);
    const [edges, nodes] = [svg("g"), svg("g")];
    for (const [key, place] of places) {
      const { text, size, marks = "", path = false } = look(key);
      nodes.append(svg("circle", { cx: x(place), cy: y(place), r: 3 + 6 * Math.sqrt(size), class: path ? "ww-mark ww-on" : "ww-mark" }));
      const more = place.left ? ` and ${place.left} more` : "";
      const at = x(place) + 13;
      nodes.append(...tiles(marks, at, y(place)));
      const name = { x: at + 14 * marks.length + (marks ? 3 : 0), y: y(place) + 4.5, class: `ww-halo${path ? " ww-strong" : ""}` };
      nodes.append(svg("text", name, text + more));
      for (const child of place.left === below(key).length ? [] : below(key)) {
        const end = places.get(child);
        if (end) edges.append(...line(place, end, look(child)));
      }
    }

    // A row of marks as small tiles.
    /** @param {string} marks @param {number} left @param {number} middle */
    function tiles(marks, left, middle) {
      return [...marks].flatMap((mark, i) => [
        svg("rect", { x: left + 14 * i, y: middle - 6.5, width: 13, height: 13, rx: 2, class: `ww-tile-${mark}` }),
        svg("text", { x: left + 14 * i + 6.5, y: middle + 3, "text-anchor": "middle", class: `ww-on-tile ww-on-${mark}` }, mark),
      ]);
    }

    // A line that was cut ends at two strokes.
    /** @param {Place} from @param {Place} to @param {TreeLook} look */
    function line(from, to, { weight = 0, path = false, cut = false }) {
      const [a, b, c, d] = [x(from), y(from), x(to), y(to)];
      const bend = (a + c) / 2;
      const way = cut ? `M${a},${b} C${bend},${b} ${bend},${d} ${c - 22},${d}` : `M${a},${b} C${bend},${b} ${bend},${d} ${c},${d}`;
      const style = `stroke-width: ${1 + 7 * weight}`;
      const drawn = svg("path", { d: way, class: `ww-branch${path ? " ww-on" : ""}`, style });
      if (!cut) return [drawn];
      return [drawn, ...[19, 14].map((back) => svg("path", { d: `M${c - back - 3},${d + 7} l6,-14`, class: "ww-slash" }))];
    }

    const [width, height] = [columns * COLUMN + 60, ROW * (Math.max(rows, LEAST) + 0.5)];
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "ww-treepicture", role: "img", "aria-label": label });
    picture.append(edges, nodes);
    return picture;
  };
})();
