// A recorded tree search: play, step, rewind; the tree opens and closes, and every number is that of the moment shown.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SPEEDS = [1, 2, 5, 20];
  const UNTRIED = 5; // guesses without visits that are listed at a belief
  const SHOWN = 6; // words of a belief
  const OPENED = 300; // lines that are opened at once
  const ROWS = 24; // guesses of the start in the picture
  const ROW = 18; // and the height of each
  const WIDEST = 640;
  const EDGE = { left: 76, top: 22, right: 46, bottom: 40 };

  widgets.searchreplay = function ({ model, el }) {
    const { make, svg, count } = widgets;
    const record = model.get("record");
    const { bounded, history: before } = record;
    const { beliefs, moments } = widgets.readSearch(record, model.get("vocabulary").split("\n"));
    const root = beliefs[0];

    const loud = make("p", { className: "ww-loud" });
    const estimates = make("div");
    const follow = make("button", { type: "button" }, "Open what was looked at");
    const close = make("button", { type: "button" }, "Close all");
    const table = widgets.scroller("Guesses at the start");
    table.classList.add("ww-pane");
    const picture = widgets.scroller("Picture of the search tree");
    picture.classList.add("ww-pane");
    let now = 0;
    /** @type {Set<string>} */
    let opened = new Set();

    // What holds at the moment shown: the last that was noted until then.
    /** @template {{ moment: number }} T @param {T[]} history @param {number} moment */
    const upTo = (history, moment) => history.findLast((each) => each.moment <= moment);
    /** @template {{ moment: number }} T @param {T[]} history */
    const latest = (history) => /** @type {T} */ (upTo(history, now));
    const line = (/** @type {string} */ text) => make("span", { className: "ww-text" }, text);
    const sum = (/** @type {number} */ value) => value.toLocaleString("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const limit = (/** @type {number} */ value) => (value === Infinity ? "none yet" : value.toLocaleString("en"));

    const nest = widgets.nest({ label: "Search tree", root: "0", below, isOpen: (key) => opened.has(key), flip, item });
    const player = widgets.player({
      ...{ model, last: moments.length - 1, speeds: SPEEDS, one: "One iteration", title: "Iterations", unit: "iteration" },
      draw: (moment) => {
        now = moment;
        draw();
      },
      describe,
    });
    player.status.classList.add("ww-three-lines");
    const under = make("p", { className: "ww-under" }, `A line leads from the first estimate of a guess, ○, to its value now, ●. ◆ selected in this iteration. At the right stand the visits.${bounded ? " The upright line is the best strategy found so far." : ""}`);
    const open = make("div", { className: "ww-controls" }, follow, close);
    const more = [
      make("details", {}, make("summary", {}, "The tree, belief by belief"), open, picture, nest.pane),
      make("details", {}, make("summary", {}, "The numbers of each guess"), table),
    ];
    el.append(
      make(
        "div",
        { className: "ww ww-search", role: "region", "aria-label": "Tree search replay" },
        ...[player.buttons, player.line, loud, estimates, under, player.status, ...more],
      ),
    );

    const set = widgets.setter(model);

    // The guesses to show at a belief, as places: those tried, and the most promising of the others.
    /** @param {Belief} belief */
    function shownArms(belief) {
      const known = belief.arms.flatMap((arm, place) => {
        const last = upTo(arm.history, now);
        return last ? [{ place, ...last }] : [];
      });
      const untried = known.filter(({ visits }) => !visits).sort((a, b) => a.value - b.value || a.place - b.place);
      const hidden = new Set(untried.slice(UNTRIED).map(({ place }) => place));
      return { known, places: known.map(({ place }) => place).filter((place) => !hidden.has(place)) };
    }

    // A key is a belief's or a guess's place in the tree: "0" the root, "0.2" its third guess, "0.2.1" a belief below.
    /** @param {string} key */
    function find(key) {
      let belief = root;
      /** @type {Arm | null} */
      let arm = null;
      /** @type {Row[]} */
      let rows = before;
      for (const place of key.split(".").slice(1).map(Number)) {
        if (arm) {
          const link = arm.links[place];
          rows = [[arm.guess, link.row]];
          belief = beliefs[link.belief];
          arm = null;
        } else {
          arm = belief.arms[place];
        }
      }
      return { belief, arm, rows };
    }

    /** @param {string} key */
    function below(key) {
      const { belief, arm } = find(key);
      if (!arm) return shownArms(belief).places.map((place) => `${key}.${place}`);
      return arm.links.flatMap(({ moment }, i) => (moment <= now ? [`${key}.${i}`] : []));
    }

    const looksAt = (/** @type {Belief} */ belief) => moments[now].looks.filter((look) => beliefs[look.belief] === belief);

    /** @param {string} key @returns {Item} */
    function item(key) {
      const { belief, arm, rows } = find(key);
      return arm ? itemOfGuess(belief, arm) : itemOfBelief(belief, rows);
    }

    // `rows` lead to the belief: the last one, or at the start those before the search.
    /** @param {Belief} belief @param {Row[]} rows */
    function itemOfBelief(belief, rows) {
      const { known } = shownArms(belief);
      const tried = known.filter(({ visits }) => visits).length;
      const some = belief.words.slice(0, SHOWN).join(" ") + (belief.words.length > SHOWN ? " ..." : "");
      const guesses = known.length ? `${count(known.length, "guess", "guesses")}, ${tried} tried` : "settled at once";
      const text = `${count(belief.words.length, "word")}, value ${sum(latest(belief.history).value)}; ${guesses}`;
      const looked = looksAt(belief).length > 0;
      const way = rows.length ? rows.map(([guess, row]) => widgets.sayRow(guess, row)).join("; ") : "start";
      const said = `${way}; ${some}; ${text}`;
      const tiles = rows.length ? rows.map(([guess, row]) => widgets.rowTiles(guess, row)) : [make("b", {}, "start")];
      return {
        parts: [...tiles, line(`${some}: ${text}${looked ? " ● looked at" : ""}`)],
        said: said + (looked ? "; looked at in this iteration" : ""),
        path: looked,
      };
    }

    /** @param {Belief} belief @param {Arm} arm */
    function itemOfGuess(belief, arm) {
      const { visits, value, lower, upper } = latest(arm.history);
      const selected = looksAt(belief).some((look) => belief.arms[look.place] === arm);
      const bounds = bounded ? `, bounds ${limit(lower)} to ${limit(upper)}` : "";
      const text = visits
        ? `${count(visits, "visit")}, value ${sum(value)}${bounds}${bounded ? `; ${classes(arm)}` : ""}`
        : `not tried, first estimate ${sum(value)}${bounds}`;
      return {
        parts: [make("b", {}, arm.guess), line(`${text}${selected ? " ◆ selected" : ""}`)],
        said: `guess ${arm.guess}: ${text}${selected ? "; selected in this iteration" : ""}`,
        path: selected,
      };
    }

    // What a guess makes of a belief.
    /** @param {Arm} arm */
    function classes({ first }) {
      if (!first) return "";
      const { classes, won, singles } = first;
      const several = classes - won - singles;
      const parts = [won && "the word itself", singles && count(singles, "single word"), several && count(several, "belief")];
      return `${count(classes, "class", "classes")}: ${parts.filter(Boolean).join(", ")}`;
    }

    /** @param {string} key */
    function flip(key) {
      if (opened.has(key)) opened.delete(key);
      else opened.add(key);
      set({ opened: [...opened].sort() });
    }

    // The picture shows the guesses tried at the start, the way of this iteration, and what is open.
    /** @param {string} key @returns {string[]} */
    function drawnBelow(key) {
      const { belief, arm } = find(key);
      if (arm) return below(key).filter((each) => opened.has(key) || looksAt(find(each).belief).length);
      const looked = new Set(looksAt(belief).map(({ place }) => place));
      if (key !== "0" && !looked.size && !opened.has(key)) return [];
      const { known, places } = shownArms(belief);
      const tried = new Set(known.filter(({ visits }) => visits).map(({ place }) => place));
      const shown = key === "0" || opened.has(key) ? (tried.size ? tried : new Set(places)) : looked;
      return [...new Set([...shown, ...looked])].sort((a, b) => a - b).map((place) => `${key}.${place}`);
    }

    /** @param {string} key @returns {TreeLook} */
    function look(key) {
      const { belief, arm, rows } = find(key);
      if (!arm) {
        const size = belief.words.length / root.words.length;
        const row = key === "0" ? "start" : rows[rows.length - 1][1];
        const name = widgets.isMarks(row) ? { marks: row, text: "" } : { text: row };
        return { ...name, text: `${name.text} ${belief.words.length}`, size, weight: size, path: looksAt(belief).length > 0 };
      }
      const { visits, value } = latest(arm.history);
      const path = looksAt(belief).some((each) => belief.arms[each.place] === arm);
      return { text: `${arm.guess} ${value.toFixed(1)}`, size: 0, weight: now ? visits / now : 0, path };
    }

    function drawPicture() {
      const label = `The search tree after ${count(now, "iteration")}: the more often a guess was tried, the broader its line, and the larger a belief, the larger its circle. ${describe()}`;
      picture.replaceChildren(widgets.treePicture({ root: "0", below: drawnBelow, look, label }));
    }

    // The guesses in the picture of the estimates: those tried most, and the most promising of the others.
    function drawnArms() {
      const selected = new Set(looksAt(root).map(({ place }) => place));
      const known = root.arms.flatMap((arm, place) => {
        const last = upTo(arm.history, now);
        return last ? [{ arm, place, selected: selected.has(place), ...last }] : [];
      });
      known.sort((a, b) => Number(b.selected) - Number(a.selected) || b.visits - a.visits || a.value - b.value);
      return known.slice(0, ROWS).sort((a, b) => a.place - b.place);
    }

    const rows = Math.min(ROWS, root.arms.length);
    const range = root.arms.flatMap(({ history }) => history.map(({ value }) => value));
    range.sort((a, b) => a - b);
    const lowest = range[0]; // and what is far above the others stands at the edge
    const highest = Math.min(range[range.length - 1], 2 * range[range.length >> 1] - lowest) || lowest + 1;

    // What each guess was estimated at first, and what its value is now.
    function drawEstimates() {
      const width = Math.min(estimates.clientWidth || 480, WIDEST);
      const bottom = EDGE.top + ROW * rows;
      const x = widgets.scale({ from: lowest, to: highest, start: EDGE.left, end: width - EDGE.right });
      const along = (/** @type {number} */ value) => Math.min(x(value), x.end);
      const y = widgets.scale({ from: 0, to: 1, start: bottom, end: EDGE.top });
      const best = latest(root.history).guess;
      const shown = drawnArms();
      const marks = shown.flatMap(({ arm, selected, visits, value }, i) => {
        const at = EDGE.top + ROW * (i + 0.5);
        const first = along(arm.history[0].value);
        const name = `${selected ? "◆ " : ""}${arm.guess}`;
        const text = svg("text", { x: EDGE.left - 10, y: at + 4.5, "text-anchor": "end", class: arm.guess === best || selected ? "ww-strong" : "" }, name);
        /** @type {SVGElement[]} */
        const parts = [text, svg("circle", { cx: first, cy: at, r: 4, class: "ww-first" })];
        if (arm.history[0].value > highest) parts.push(svg("text", { x: x.end + 7, y: at + 4.5 }, "▸"));
        if (!visits) return parts;
        parts.push(svg("line", { x1: first, x2: along(value), y1: at, y2: at, class: selected ? "ww-ink" : "ww-thin", "stroke-width": selected ? 3 : 1.2 }));
        parts.push(svg("circle", { cx: along(value), cy: at, r: selected ? 6 : 4, class: "ww-full" }));
        parts.push(svg("text", { x: width - 4, y: at + 4.5, "text-anchor": "end" }, visits.toLocaleString("en")));
        return parts;
      });
      const { lower, upper } = moments[now];
      const known = bounded && upper >= lowest && upper <= highest;
      const place = x(upper);
      const strategy = known
        ? [
            svg("line", { x1: place, x2: place, y1: EDGE.top - 4, y2: bottom, class: `ww-strategy${lower >= upper ? " ww-optimum" : ""}` }),
            svg("text", { x: place, y: 13, "text-anchor": place > width / 2 ? "end" : "middle", class: "ww-halo" }, `strategy: ${limit(upper)}`),
          ]
        : [];
      const [line, , xName, , ...ticks] = widgets.axes({ x, y, xName: `value, over ${count(root.words.length, "word")}`, yName: "" });
      const label = `First estimates and values of ${count(shown.length, "guess", "guesses")} after ${count(now, "iteration")}: ${shown.map(({ arm, visits, value }) => `${arm.guess} ${sum(value)}${visits ? `, ${count(visits, "visit")}` : ""}`).join("; ")}`;
      const frame = { viewBox: `0 0 ${width} ${bottom + EDGE.bottom}`, height: bottom + EDGE.bottom, class: "ww-picture ww-whole", role: "img", "aria-label": label };
      estimates.replaceChildren(svg("svg", frame, line, xName, ...ticks.slice(0, 2 * x.ticks().length), ...strategy, ...marks));
    }

    function least() {
      const { known } = shownArms(root);
      return known.length ? known.reduce((a, b) => (b.value < a.value ? b : a)) : null;
    }

    function drawTable() {
      const { places } = shownArms(root);
      const lowest = least()?.place;
      const selected = new Set(looksAt(root).map(({ place }) => place));
      const rows = places.map((place) => {
        const arm = root.arms[place];
        const { visits, value, lower, upper } = latest(arm.history);
        const notes = [selected.has(place) && "◆ selected", place === lowest && "least"].filter(Boolean).join(", ");
        const bounds = bounded ? [limit(lower), limit(upper)] : [];
        return [arm.guess, visits.toLocaleString("en"), sum(value), ...bounds, notes];
      });
      const heads = ["guess", "visits", "value", ...(bounded ? ["lower", "upper"] : []), "now"];
      const of = before.length ? "at the first belief" : "at the start";
      const caption = `Guesses ${of} after ${count(now, "iteration")}: sums over its ${count(root.words.length, "word")}`;
      table.replaceChildren(widgets.table(caption, heads, rows));
    }

    // In large type, what this iteration did, and to which guess the search would commit now.
    function drawLoud() {
      const { guess, value } = latest(root.history);
      const { looks, lower, upper } = moments[now];
      const arm = looks.length ? root.arms[looks[0].place] : null;
      const step = arm ? `Iteration ${now} selects ${arm.guess}${looks[0].first ? "" : " again"}. ` : "";
      const worth = !bounded ? `value ${value.toFixed(2)}` : lower >= upper ? `${limit(upper)}, and that is proven` : `at most ${limit(upper)}`;
      loud.textContent = `${step}Best guess now: ${guess ? `${guess}, ${worth}` : "that of the predicting policy"}.`;
    }

    function describe() {
      const lowest = least();
      const found = lowest ? `Least value: ${root.arms[lowest.place].guess}, ${sum(lowest.value)}.` : `Value: ${sum(latest(root.history).value)}.`;
      const bound = bounded ? ` No strategy needs less than ${limit(moments[now].lower)}.` : "";
      if (!now) return `No iteration yet, the guesses have their first estimates. ${found}${bound}`;
      const { looks } = moments[now];
      const [first, ...others] = looks;
      const arm = root.arms[first.place];
      const fresh = looks.filter((look) => look.first).length;
      const path = looks.map((look) => beliefs[look.belief].arms[look.place].guess).join(", ");
      const [then, was] = [latest(arm.history).value, upTo(arm.history, now - 1)?.value];
      const moved = was === undefined || sum(was) === sum(then) ? `stays at ${sum(then)}` : `goes from ${sum(was)} to ${sum(then)}`;
      if (!bounded) {
        const end = looks[looks.length - 1].below.length ? "" : ", where a single word or the word itself is drawn";
        return `The way goes down through ${path}${end}; the value of ${arm.guess} ${moved}. ${found}`;
      }
      const tried = fresh ? `, ${fresh} of them for the first time` : "";
      const how = first.first
        ? `first look (${classes(arm)})`
        : others.length ? `again, and ${count(others.length, "guess", "guesses")} below it${tried}` : "again, nothing is open below it";
      return `${arm.guess}: ${how}; its value ${moved}. ${found}${bound}`;
    }

    function draw() {
      opened = new Set(model.get("opened"));
      nest.show();
      drawPicture();
      drawTable();
      drawEstimates();
      drawLoud();
    }

    // Open the way to everything that this iteration looked at.
    function openLooked() {
      const open = new Set(opened);
      const queue = ["0"];
      for (const key of queue) {
        if (open.size >= OPENED) break;
        open.add(key);
        for (const { place } of looksAt(find(key).belief)) {
          open.add(`${key}.${place}`);
          queue.push(...below(`${key}.${place}`).filter((each) => looksAt(find(each).belief).length));
        }
      }
      set({ opened: [...open].sort() });
      draw();
    }

    follow.onclick = openLooked;
    close.onclick = () => {
      set({ opened: [] });
      draw();
    };
    const stops = [player.stop, widgets.follow(model, ["opened"], draw), widgets.onWidth(estimates, drawEstimates)];
    player.show();
    return () => stops.forEach((stop) => stop());
  };
  widgets.searchreplay.state = { moment: codecs.whole(0, 1e6), speed: codecs.choice(SPEEDS), opened: codecs.list(codecs.text(40)) };
  widgets.searchreplay.tiles = true;
})();
