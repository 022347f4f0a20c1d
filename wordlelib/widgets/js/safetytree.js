// The paths of some words through a strategy, as one tree.
(function () {
  const widgets = wordleWidgets;

  // A position is the rows that led to it; the root is "".
  widgets.safetyTree = function (paths, chosen, total) {
    /** @type {Map<string, { guess: string; row: string; left: number; below: string[]; on: boolean }>} */
    const nodes = new Map();
    paths.forEach((path) => {
      let key = "";
      let led = "";
      path.forEach(([guess, row, left], i) => {
        const node = nodes.get(key) ?? { guess, row: led, left, below: [], on: false };
        nodes.set(key, node);
        node.on ||= path === chosen;
        const next = `${key} ${guess} ${row}`;
        if (i + 1 < path.length && !node.below.includes(next)) node.below.push(next);
        key = next;
        led = row;
      });
    });
    const at = (/** @type {string} */ key) => /** @type {NonNullable<ReturnType<typeof nodes.get>>} */ (nodes.get(key));
    return widgets.treePicture({
      root: "",
      below: (key) => at(key).below,
      look: (key) => {
        const { guess, row, left, on } = at(key);
        return { text: guess, marks: row, size: left / total, weight: Math.sqrt(left / total), path: on };
      },
      label: `The branches to ${widgets.count(paths.length, "word")}`,
      most: paths.length + 1,
    });
  };
})();
