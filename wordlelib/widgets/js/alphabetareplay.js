// A recorded alpha-beta search: play, step, rewind; windows, values and cuts of each node, and windows to predict.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SPEEDS = [1, 2, 5, 20];
  const SHOWN = 6; // words of a belief
  const [GUESSER, HINTER] = [0, 1];

  widgets.alphabetareplay = function ({ model, el }) {
    const { make, count } = widgets;
    const { nodes, steps } = widgets.readAlphaBeta(model.get("record"), model.get("vocabulary").split("\n"));
    const last = steps.length;
    const close = make("button", { type: "button" }, "Close all");
    const all = make("button", { type: "button" }, "Open all");
    let now = 0;
    /** @type {Set<number>} */
    let opened = new Set();
    /** @type {Set<number>} */
    let shut = new Set(); // what is being looked at, and was closed by hand

    const { boundText: number } = widgets;
    const parentMove = (/** @type {Visit} */ node) => nodes[node.parent]?.move ?? "";
    const latest = (/** @type {Visit} */ node) => node.history.findLast((each) => each.moment <= now) ?? node.history[0];
    const entered = (/** @type {number} */ i) => nodes[i].history[0].moment <= now;
    const returned = (/** @type {number} */ i) => nodes[i].doneAt <= now;

    // How a node is called in a sentence.
    /** @param {number} i */
    function name(i) {
      const node = nodes[i];
      if (i === 0) return "the start";
      return node.player === HINTER ? `${node.move}?` : `${parentMove(node)} ${node.move}`;
    }

    /** @param {Key} key */
    function isOpen(key) {
      if (typeof key === "string") return false;
      return opened.has(key) || (entered(key) && !returned(key) && !shut.has(key));
    }

    const prediction = widgets.prediction({ model, nodes, steps, name, now: () => now, go: (moment) => player.go(moment) });
    const nest = widgets.nest({ label: "Search tree", root: 0, below, isOpen, flip, item });
    const player = widgets.player({
      ...{ model, last, speeds: SPEEDS, one: "One step", title: "Steps", unit: "step" },
      draw: (moment) => {
        const fresh = moment !== now;
        if (fresh) shut = new Set();
        prediction.forget(moment);
        now = moment;
        draw();
        const step = steps[now - 1];
        if (fresh && step) nest.reveal(step.kind === "cut" ? `cut${step.node}` : step.node);
      },
      describe: () => (now ? tell(steps[now - 1]) : "Not begun: no node is entered yet."),
    });
    player.status.className = "ww-loud";
    const options = make(
      "div",
      { className: "ww-controls" },
      ...[make("label", { className: "ww-field" }, prediction.choice, " predict each window"), all, close],
    );
    const picture = widgets.scroller("Picture of the search tree");
    picture.classList.add("ww-pane");
    const title = `Alpha-beta replay: ${count(nodes[0].words.length, "word")}, ${count(nodes.length, "node")}`;
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": title },
        ...[player.status, player.buttons, player.line, options, prediction.box, picture, nest.pane],
      ),
    );

    const set = widgets.setter(model);

    // What a line is called: the number of a node, or "cut" and the number of the node whose moves are cut off.
    /** @typedef {number | string} Key */
    /** @param {Key} key @returns {Key[]} */
    function below(key) {
      if (typeof key === "string") return [];
      const under = nodes[key].below.filter(entered);
      return nodes[key].cutAt <= now ? [...under, `cut${key}`] : under;
    }

    const line = (/** @type {Child[]} */ ...content) => make("span", { className: "ww-text" }, ...content);
    const some = (/** @type {string[]} */ words) => words.slice(0, SHOWN).join(" ") + (words.length > SHOWN ? " ..." : "");

    /** @param {Key} key @returns {Item} */
    function item(key) {
      if (typeof key === "string") return itemOfCut(nodes[Number(key.slice(3))]);
      if (!entered(key)) return { parts: ["not entered yet"], said: "not entered yet" };
      const node = nodes[key];
      const state = latest(node);
      const here = now > 0 && steps[now - 1].node === key;
      const done = returned(key);
      const value = done ? `value ${number(node.value)}` : state.value === null ? "no value yet" : `so far ${number(state.value)}`;
      const marks = `${done ? "" : ", open"}${here ? { enter: " ▶ entered", return: " ◀ returned", cut: " ✂ cut" }[steps[now - 1].kind] : ""}`;
      const text = `α ${number(state.alpha)}, β ${number(state.beta)}, ${value}${marks}`;
      const said = `alpha ${number(state.alpha)}, beta ${number(state.beta)}, ${value}${done ? "" : ", open"}${here ? ", this step" : ""}`;
      if (node.player === HINTER) {
        const parts = [make("b", {}, `${node.move}?`), line(`Hinter: ${text}`)];
        return { parts, said: `guess ${node.move}, Hinter to answer: ${said}`, path: here };
      }
      const who = node.player === GUESSER ? "Guesser" : "end";
      const row = key ? widgets.rowTiles(parentMove(node), node.move) : make("b", {}, "start");
      const heard = key ? `${widgets.sayRow(parentMove(node), node.move)}; ` : "start; ";
      const parts = [row, line(`${some(node.words)}, ${who}: ${text}`)];
      return { parts, said: `${heard}${some(node.words)}; ${node.player === GUESSER ? "Guesser to guess" : "end"}: ${said}`, path: here };
    }

    // Cut moves are struck, and named.
    /** @param {Visit} node */
    function itemOfCut(node) {
      const shown = (/** @type {string} */ move) => (node.player === HINTER ? widgets.rowTiles(node.move, move) : move);
      const moves = node.cut.flatMap((move) => [make("s", { className: "ww-cut" }, shown(move)), " "]);
      const reason = whyCut(node);
      return { parts: [line("cut off: ", ...moves, `(${reason})`)], said: `cut off: ${node.cut.join(", ")}, ${reason}` };
    }

    /** @param {Visit} node */
    function whyCut(node) {
      if (node.player === HINTER) return `${number(node.value)} is not below β = ${number(node.beta)}`;
      return `${number(node.value)} is not above α = ${number(node.alpha)}`;
    }

    /** @param {Step} step */
    function tell(step) {
      const i = step.node;
      const node = nodes[i];
      if (step.kind === "enter") {
        const who = [`the Guesser is to guess`, `the Hinter is to answer`, `here the look ahead ends`][node.player];
        return `Entered: ${name(i)}, with the window ${widgets.interval(node)}; ${who}.`;
      }
      if (step.kind === "cut") return `Cut off at ${name(i)}: ${node.cut.join(", ")}; ${whyCut(node)}.`;
      if (!step.above) return `The start returns ${number(node.value)}, so the search is done.`;
      const { side, moved, was } = step.above;
      const sign = side === "alpha" ? "α" : "β";
      const verb = moved
        ? `${sign} of ${name(node.parent)} goes from ${number(was)} to ${number(node.value)}`
        : `${sign} of ${name(node.parent)} stays ${number(was)}`;
      return `${name(i)} returns ${number(node.value)}: ${verb}.`;
    }

    /** @param {Key} key */
    function flip(key) {
      if (typeof key === "string") return;
      if (isOpen(key)) {
        opened.delete(key);
        shut.add(key);
      } else {
        opened.add(key);
        shut.delete(key);
      }
      set({ opened: [...opened].sort((a, b) => a - b) });
    }

    // The picture shows what was entered, with its values, and what was cut off: a key "cut3.1" is the second move that
    // was cut at node 3.
    /** @param {Key} key @returns {Key[]} */
    function drawnBelow(key) {
      if (typeof key === "string") return [];
      const node = nodes[key];
      const under = /** @type {Key[]} */ (node.below.filter(entered));
      return node.cutAt <= now ? [...under, ...node.cut.map((_, i) => `cut${key}.${i}`)] : under;
    }

    const named = (/** @type {string} */ move) => (widgets.isMarks(move) ? { text: "", marks: move } : { text: move, marks: "" });

    /** @param {Key} key @returns {TreeLook} */
    function look(key) {
      if (typeof key === "string") {
        const [above, i] = key.slice(3).split(".").map(Number);
        const move = nodes[above].cut[i];
        return { ...named(move), size: 0, cut: true };
      }
      const node = nodes[key];
      const { value } = latest(node);
      const { text, marks } = key ? named(node.move) : { text: "start", marks: "" };
      const shown = returned(key) ? ` = ${number(node.value)}` : value === null ? "" : ` … ${number(value)}`;
      return { marks, text: text + shown, size: node.words.length / nodes[0].words.length, path: entered(key) && !returned(key) };
    }

    function draw() {
      const label = `The search tree at step ${now}: open nodes are marked, and lines that are struck through twice were cut off.`;
      picture.replaceChildren(widgets.treePicture({ root: /** @type {Key} */ (0), below: drawnBelow, look, label, most: Infinity }));
      const here = picture.querySelector("circle.ww-on"); // the deepest node that is open comes first
      if (here) picture.scrollTop = Number(here.getAttribute("cy")) - picture.clientHeight / 2;
      opened = new Set(model.get("opened").filter((key) => key in nodes));
      nest.show();
      prediction.draw();
    }

    close.onclick = () => {
      shut = new Set(nodes.keys());
      set({ opened: [] });
      draw();
    };
    all.onclick = () => {
      set({ opened: nodes.map((_, i) => i) });
      draw();
    };
    const stop = widgets.follow(model, ["opened"], draw);
    const unfollow = widgets.follow(model, ["predict", "asked", "right"], prediction.draw);
    player.show();
    return () => {
      player.stop();
      stop();
      unfollow();
    };
  };
  widgets.alphabetareplay.state = { moment: codecs.whole(0, 1e6), speed: codecs.choice(SPEEDS), opened: codecs.list(codecs.whole(0, 1e6)), predict: codecs.flag };
  widgets.alphabetareplay.tiles = true;
})();
