// A recorded alpha-beta search as its steps.
(function () {
  const widgets = wordleWidgets;
  const HINTER = 1;

  // The nodes of a record (alphabeta_replay.py), and the steps: a node is entered, its value returns, moves are cut.
  widgets.readAlphaBeta = function (record, vocabulary) {
    const read = (/** @type {keyof AlphaBetaRecord} */ name) => widgets.unpack(record[name]);
    const numbers = (/** @type {keyof AlphaBetaRecord} */ name) => read(name).map((number) => (number ? number - 1 : Infinity));
    const [parent, player, move, cuts, cut] = [read("parent"), read("player"), read("move"), read("cuts"), read("cut")];
    const [alpha, beta, value] = [numbers("alpha"), numbers("beta"), numbers("value")];
    const words = widgets.unpackSets(record.words);
    let used = 0;
    /** @type {Visit[]} */
    const nodes = parent.map((above, i) => ({
      ...{ parent: above - 1, player: player[i], move: vocabulary[move[i] - 1] ?? "", below: [], history: [] },
      ...{ alpha: alpha[i], beta: beta[i], value: value[i], words: words[i].map((word) => vocabulary[word]) },
      cut: cut.slice(used, (used += cuts[i])).map((number) => vocabulary[number]),
      ...{ cutAt: Infinity, doneAt: Infinity },
    }));
    nodes.forEach((node, i) => node.parent >= 0 && nodes[node.parent].below.push(i));
    /** @type {Step[]} */
    const steps = [];

    // `from` says which nodes' values have set the window.
    /** @param {number} number @param {From} from */
    function walk(number, from) {
      const node = nodes[number];
      const now = { alpha: node.alpha, beta: node.beta, value: /** @type {number | null} */ (null), ...from };
      steps.push({ kind: "enter", node: number, from });
      const note = () => node.history.push({ ...now, moment: steps.length });
      note();
      for (const child of node.below) {
        walk(child, { alphaFrom: now.alphaFrom, betaFrom: now.betaFrom });
        const { value } = nodes[child];
        const side = node.player === HINTER ? "alpha" : "beta";
        const moved = node.player === HINTER ? value > now.alpha : value < now.beta;
        const was = now[side];
        if (moved) Object.assign(now, { [side]: value, [`${side}From`]: child });
        const better = node.player === HINTER ? Math.max : Math.min;
        now.value = now.value === null ? value : better(now.value, value);
        steps.push({ kind: "return", node: child, above: { side, moved, was } });
        note();
      }
      if (node.cut.length) node.cutAt = steps.push({ kind: "cut", node: number });
      node.doneAt = steps.length + 1;
    }

    walk(0, { alphaFrom: null, betaFrom: null });
    steps.push({ kind: "return", node: 0, above: null });
    return { nodes, steps };
  };
})();
