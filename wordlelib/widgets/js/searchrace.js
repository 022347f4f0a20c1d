// Search it live: tree searches race from fresh seeds, by the library's own kernel on the reader's device.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const FRESH = 1_000_000; // seeds are numbers below
  const WIDEST = 640;
  // Kinds of lines in the ink of tree searches, each with other dashes (see `races.js`), and that of the control.
  const KINDS = [12, 17, 2, 7];
  const CONTROL = 0;

  // A search as the race has it: from each iteration on that finds a better strategy, how far it is above the optimum.
  /** @param {SearchTrace} trace @param {number} least @returns {RaceRun} */
  const runOf = ({ upper }, least) => upper.flatMap((total, i) => (i && total === upper[i - 1] ? [] : [[i + 1, total - least]]));

  widgets.searchrace = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [games, searches, iterations] = [model.get("games"), model.get("searches"), model.get("iterations")];
    const control = searches[searches.length - 1].name;
    const words = widgets.readWords(model.get("words") || widgets.words);
    const select = make("select", {}, ...games.map(({ name }) => make("option", { value: name }, name)));
    const racers = searches.slice(0, -1).map(({ name }) => ({ name, box: make("input", { type: "checkbox" }) }));
    const start = make("button", { type: "button" }, "Start");
    const halt = make("button", { type: "button" }, "Stop");
    const bar = make("progress", { "aria-label": "The race goes on" });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const picture = make("div");
    const effort = make("p", { className: "ww-under" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const table = widgets.scroller("Table of the searches");
    const boxes = racers.map(({ name, box }) => make("label", { className: "ww-field" }, box, ` ${name}`));
    const choice = make("div", { className: "ww-controls", role: "group", "aria-label": "Searches" }, ...boxes);
    const work = make("div", { className: "ww-controls ww-work ww-later" }, bar, halt);
    const head = make("div", { className: "ww-controls" }, widgets.field("Game", select), start);
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Search it live" }, head, choice, work, status, picture, effort, problem, table));

    /** @type {Map<string, Computing>} */
    const lists = new Map();
    /** @type {RaceMethod[]} */
    let methods = [];
    let raced = ""; // the game of these
    /** @type {RaceOptions["under"]} */
    let under = null;
    /** @type {Job<any, any> | null} */
    let running = null;

    const gameOf = () => games.find(({ name }) => name === model.get("game")) ?? games[0];
    const say = (/** @type {number} */ n) => n.toLocaleString("en");

    // The words of a game, given or those of the page, with which it is computed.
    function listed() {
      const { name, hidden, guesses } = gameOf();
      const read = (/** @type {string} */ text) => text.match(/.{5}/g);
      const answers = read(hidden) ?? words[0];
      const known = lists.get(name) ?? widgets.computing(model.get("compiled"), answers, guesses === null ? answers : read(guesses) ?? words[1]);
      lists.set(name, known);
      return known;
    }

    // The iteration at which each run of a method came to the optimum, or infinity.
    const arrivals = (/** @type {RaceMethod} */ { runs }) => runs.map((run) => run.find(([, above]) => !above)?.[0] ?? Infinity);
    const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1];
    const arrived = (/** @type {number} */ n) => (n < Infinity ? say(n) : `more than ${say(iterations)}`);

    function draw() {
      const standing = widgets.standings(methods.filter(({ runs }) => runs.length), iterations);
      const label = standing.length ? standing.map(({ method, middle }) => `${method.name} ${say(middle)} above the optimum`).join(", ") : "No search yet";
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      picture.replaceChildren(widgets.racePicture({ ...{ standing, label, width, under }, now: iterations, from: 1, to: iterations, unit: "iterations", medians: true }));
      const rows = methods.map((method) => {
        const found = arrivals(method);
        const name = make("span", {}, make("span", { className: "ww-letter" }, make("b", {}, method.letter), widgets.raceSwatch(method.kind)), method.name);
        return [name, found.filter((n) => n < Infinity).length + ` of ${found.length}`, found.length ? arrived(median(found)) : "–", found.map((n) => (n < Infinity ? say(n) : "–")).join(", ")];
      });
      if (rows.length) table.replaceChildren(widgets.table("Iterations until a strategy with the least total was found, – for none", ["search", "found it", "median", "each seed"], rows));
    }

    function show() {
      select.value = gameOf().name;
      if (raced !== select.value) {
        methods = [];
        table.replaceChildren();
        effort.textContent = "";
      }
      racers.forEach(({ name, box }) => (box.checked = model.get("chosen").includes(name)));
      if (!methods.length) status.textContent = "Nothing is searched yet. Which search will be the first to have a perfect strategy?";
      draw();
    }

    function verdict() {
      const told = methods.map((method) => `${method.name} ${arrived(median(arrivals(method)))}`);
      return `Iterations to a perfect strategy, in the median of ${count(methods[0].runs.length, "seed")}: ${told.join(", ")}.`;
    }

    // The searches of a race, seed by seed, so that all have the same seeds; a search under way is drawn as it goes.
    async function race() {
      const { name, least } = gameOf();
      raced = name;
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] % FRESH;
      const chosen = searches.filter(({ name }) => name === control || model.get("chosen").includes(name));
      methods = chosen.map(({ name }, i) => ({ letter: String.fromCharCode(97 + i), name, kind: name === control ? CONTROL : KINDS[i % KINDS.length], proof: false, runs: [] }));
      set({ seed, found: {} });
      problem.textContent = "";
      status.textContent = `Searching ${name} ...`;
      work.classList.remove("ww-later");
      start.setAttribute("aria-disabled", "true");
      select.disabled = true;
      running = listed().work(async (task) => {
        for (let i = 0; i < model.get("seeds"); i++) {
          for (const [k, { name, config }] of chosen.entries()) {
            const { runs, kind } = methods[k];
            const given = { config, seed: seed + i, iterations, target: least };
            const trace = await task.ask("search", given, (/** @type {SearchTrace} */ so) => {
              const now = so.upper.length;
              under = { run: runOf(so, least), kind, now };
              effort.textContent = `Seed ${say(seed + i)}, ${name}: ${count(now, "iteration")}, ${say(so.upper[now - 1])} guesses for all words.`;
              draw();
            });
            under = null;
            runs.push(runOf(trace, least));
            draw();
          }
        }
      });
      try {
        const ended = await running.promise;
        const found = Object.fromEntries(methods.map((method) => [method.name, arrivals(method).map((n) => (n < Infinity ? n : 0))]));
        set({ found });
        status.textContent = ended === null ? "Stopped before the race was over." : verdict();
        effort.textContent = `From the seeds ${say(seed)} to ${say(seed + model.get("seeds") - 1)}, which give the same in Python.`;
      } catch (fault) {
        status.textContent = "";
        problem.textContent = widgets.cannot(fault);
      }
      running = under = null;
      if (document.activeElement === halt) start.focus(); // hiding the button that has the focus would lose the reader's place
      work.classList.add("ww-later");
      start.removeAttribute("aria-disabled");
      select.disabled = false;
      show();
    }

    start.onclick = () => void (running || race());
    halt.onclick = () => running?.cancel();
    select.onchange = () => {
      set({ game: select.value, found: {} });
      show();
    };
    racers.forEach(({ box }) => {
      box.onchange = () => set({ chosen: racers.filter((each) => each.box.checked).map(({ name }) => name) });
    });
    show();
    const stops = [widgets.follow(model, ["game", "chosen"], () => running || show()), widgets.onWidth(picture, draw)];
    return () => {
      stops.forEach((stop) => stop());
      running?.cancel();
      lists.forEach((each) => each.close());
    };
  };
  widgets.searchrace.state = (model) => ({
    game: codecs.choice(model.get("games").map(({ name }) => name)),
    chosen: codecs.list(codecs.choice(model.get("searches").map(({ name }) => name)), model.get("searches").length),
  });
})();
