// A decision tree to look into: open and close its nodes, follow a word's path.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;

  // The tree of a model, with what follows from it: children, words found at or below each node, levels.
  widgets.readTree = function (stored, hidden, guesses) {
    const guess = widgets.unpack(stored.guess).map((i) => guesses[i]);
    const parent = [-1, ...widgets.unpack(stored.parent)];
    const row = ["", ...widgets.unpack(stored.code).map((i) => stored.rows[i])];
    const words = widgets.unpack(stored.hidden).map((i) => hidden[i]);
    const ends = widgets.unpack(stored.ends);
    /** @type {number[][]} */
    const children = guess.map(() => []);
    const size = guess.map(() => 0);
    const level = guess.map(() => 0);
    for (const node of ends) size[node]++;
    for (let node = guess.length - 1; node > 0; node--) size[parent[node]] += size[node];
    for (let node = 1; node < guess.length; node++) {
      level[node] = level[parent[node]] + 1;
      children[parent[node]].push(node);
    }
    children.forEach((below) => below.sort((a, b) => size[b] - size[a] || a - b));
    const end = new Map(words.map((word, i) => [word, ends[i]]));
    /** @type {number[]} */
    const used = [];
    for (const node of ends) used[level[node]] = (used[level[node]] ?? 0) + 1;
    /** @param {string} word */
    function path(word) {
      /** @type {number[]} */
      const nodes = [];
      for (let node = end.get(word) ?? -1; node >= 0; node = parent[node]) nodes.unshift(node);
      return nodes;
    }
    /** @type {(string | null)[]} */
    const found = guess.map(() => null);
    words.forEach((word, i) => (found[ends[i]] = word));
    const solved = stored.rows[stored.solved];
    return { guess, parent, row, words, children, size, level, found, used: Array.from(used, (n) => n ?? 0), path, solved };
  };

  widgets.treeviewer = function ({ model, el }) {
    const { make, count } = widgets;
    const own = model.get("own");
    const [hidden, guesses] = own.length ? own.map((text) => text.split(" ")) : widgets.readWords(model.get("words") || widgets.words);

    const search = make("input", { size: 9, autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    const clear = make("button", { type: "button" }, "Forget the word");
    const close = make("button", { type: "button" }, "Close all");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const status = make("p", { role: "status", className: "ww-loud" });
    const board = make("div", { className: "ww-board" });
    const histogram = widgets.scroller("How many guesses the words take");
    const form = make(
      "form",
      { className: "ww-controls" },
      ...[widgets.field("Hidden word", search), make("button", { type: "submit" }, "Follow its path"), clear, close],
    );
    const nest = widgets.nest({
      ...{ label: "Decision tree", root: 0, item, flip },
      below: (node) => tree.children[node],
      isOpen: (node) => opened.has(node),
    });
    const lettered = model.get("tree").rows.every(widgets.isMarks); // else the rule is not known here
    const comparison = lettered ? widgets.treeComparison({ model, guesses, shown: () => ({ tree, path }) }) : null;
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Decision tree viewer" },
        ...[form, problem, status],
        make("div", { className: "ww-columns" }, nest.pane, make("div", {}, board, histogram)),
        ...(comparison?.parts ?? []),
      ),
    );

    /** @type {Tree & Pick<StoredTree, "history" | "policy">} */
    let tree;
    /** @type {Set<number>} */
    let opened = new Set();
    /** @type {number[]} */
    let path = [];

    const set = widgets.setter(model);

    /** @param {number} node @returns {Item} */
    function item(node) {
      const { guess, row, size, parent, found } = tree;
      const onPath = path.includes(node);
      const left = size[node] === 1 && found[node] === guess[node] ? "found" : count(size[node], "word");
      const before = node ? [widgets.rowTiles(guess[parent[node]], row[node])] : [];
      const said = (node ? `${widgets.sayRow(guess[parent[node]], row[node])}; ` : "") + `guess ${guess[node]}, ${left}`;
      const short = node && left !== "found" ? size[node].toLocaleString("en") : left; // the root says that they are words
      return {
        parts: [...before, make("b", {}, guess[node]), `${short}${onPath ? " ●" : ""}`],
        said: said + (onPath ? `, on the path of ${model.get("word")}` : ""),
        path: onPath,
      };
    }

    /** @param {number} node */
    function flip(node) {
      if (opened.has(node)) opened.delete(node);
      else opened.add(node);
      set({ opened: [...opened].sort((a, b) => a - b) });
    }

    function drawBoard() {
      const before = tree.history.map(([guess, row]) => [guess, row]);
      const rows = path.map((node, i) => [tree.guess[node], i + 1 < path.length ? tree.row[path[i + 1]] : tree.solved]);
      const after = path.map((_, i) => (i + 1 < path.length ? `${count(tree.size[path[i + 1]], "word")} left` : "found"));
      board.replaceChildren(
        ...[...before, ...rows].map(([guess, row], i) => {
          const note = i < before.length ? "before the tree" : after[i - before.length];
          return make("div", { className: "ww-line" }, widgets.rowTiles(guess, row), make("span", {}, note));
        }),
      );
    }

    function drawHistogram() {
      const most = Math.max(...tree.used, 1);
      const body = tree.used.map((number, i) => {
        const bar = make("span", { className: "ww-share", "aria-hidden": "true" });
        bar.style.width = `${(8 * number) / most}rem`;
        const cells = [String(i + 1), number.toLocaleString("en"), bar];
        return make("tr", {}, ...cells.map((cell) => make("td", cell === bar ? { className: "ww-share-cell" } : {}, cell)));
      });
      const total = tree.used.reduce((sum, number, i) => sum + number * (i + 1), 0);
      const mean = (total / tree.words.length).toFixed(4);
      const caption = `${tree.policy}: ${total.toLocaleString("en")} guesses for ${count(tree.words.length, "word")}, ${mean} on average`;
      const head = ["guesses", "words", ""].map((text) => (text ? make("th", { scope: "col" }, text) : make("td")));
      histogram.replaceChildren(
        make(
          "table",
          {},
          make("caption", {}, caption),
          make("thead", {}, make("tr", {}, ...head)),
          make("tbody", {}, ...body),
        ),
      );
    }

    function show() {
      const stored = model.get("tree");
      tree = { ...widgets.readTree(stored, hidden, guesses), history: stored.history, policy: stored.policy };
      opened = new Set(model.get("opened").filter((node) => node in tree.guess));
      path = tree.path(model.get("word"));
      path.slice(0, -1).forEach((node) => opened.add(node));
      nest.show();
      search.value = model.get("word");
      clear.disabled = !path.length;
      drawBoard();
      drawHistogram();
      comparison?.draw();
      const nodes = `${count(tree.guess.length, "node")}, first guess ${tree.guess[0]}.`;
      const steps = path.map((node) => tree.guess[node]).join(", ");
      status.textContent = path.length ? `${model.get("word")} takes ${count(path.length, "guess", "guesses")}: ${steps}.` : nodes;
    }

    /** @param {string} word */
    function follow(word) {
      const nodes = tree.path(word);
      problem.textContent =
        word && !nodes.length ? `"${word}" is not one of the ${count(tree.words.length, "hidden word")} of this tree.` : "";
      if (word && !nodes.length) return;
      const open = new Set([...model.get("opened"), ...nodes.slice(0, -1)]);
      if (nodes.length) nest.choose(nodes[nodes.length - 1]);
      set({ word, opened: [...open].sort((a, b) => a - b) });
      show();
      if (nodes.length) nest.reveal(nodes[nodes.length - 1]);
    }

    widgets.onSend(form, search, follow);
    clear.onclick = () => {
      follow("");
      search.focus();
    };
    close.onclick = () => {
      problem.textContent = "";
      set({ opened: [], word: "" });
      show();
    };
    const stop = widgets.follow(model, ["tree", "word", "opened", "game"], show);
    show();
    if (path.length) requestAnimationFrame(() => nest.reveal(path[path.length - 1]));
    return stop;
  };
  widgets.treeviewer.state = { word: codecs.text(40), opened: codecs.list(codecs.whole(0, 1e6)), game: codecs.list(codecs.word, 12) };
  widgets.treeviewer.tiles = true;
})();
