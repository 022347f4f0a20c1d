// Small parts that the widgets share: elements, tiles, bars.
(function () {
  const widgets = wordleWidgets;

  // make("button", { type: "button" }, "text", child) is an element with its properties and children.
  const make = (widgets.make = function (tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "list") /** @type {any} */ (element)[name] = value;
      else element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child) => child != null));
    return element;
  });

  /** @type {Record<string, string>} */
  const COLOURS = { "-": "grey", y: "yellow", g: "green" };
  /** @type {Record<string, string>} */
  const NEXT = { "-": "y", y: "g", g: "-" };

  // A labelled field: <label>text <input></label>.
  widgets.field = (text, input) => make("label", { className: "ww-field" }, text + " ", input);

  // Call `act` when a form is sent. JupyterLab does not send forms by Enter, so that key is heard here; in the form's
  // other fields it only ends the typing.
  widgets.onSend = function (form, input, act) {
    function send(/** @type {Event} */ event) {
      event.preventDefault();
      act(input.value.trim().toLowerCase());
    }
    form.onsubmit = send;
    form.onkeydown = (event) => {
      const field = event.target;
      if (event.key !== "Enter" || !(field instanceof HTMLInputElement) || event.isComposing) return;
      if (field === input) return send(event);
      event.preventDefault();
      field.dispatchEvent(new Event("change"));
    };
  };

  // A box that scrolls sideways where there is not enough room, by keys too.
  widgets.scroller = (label) => make("div", { className: "ww-scroll", tabIndex: 0, role: "group", "aria-label": label });

  // A row of a board. With `change` its tiles are buttons: press for the next colour, or type -, y, g and go on to the
  // next tile; arrows go from tile to tile. `change` gets the marks, and the place that is to have the focus.
  widgets.tiles = function (guess, marks, change) {
    const row = make("div", { className: "ww-row", role: "group", "aria-label": spell(guess, marks) });
    /** @type {HTMLElement[]} */
    const tiles = [];
    [...guess].forEach((letter, place) => {
      const mark = marks[place];
      const properties = { className: `ww-tile ww-${COLOURS[mark]}`, "data-mark": mark };
      if (!change) {
        tiles.push(make("span", { ...properties, "aria-hidden": "true" }, letter));
        return;
      }
      const label = `${letter.toUpperCase()}, place ${place + 1}: ${COLOURS[mark]}`;
      const tile = make("button", { ...properties, type: "button", "aria-label": label }, letter);
      /** @param {string} next @param {number} focus */
      const set = (next, focus) => change(marks.slice(0, place) + next + marks.slice(place + 1), focus);
      const beside = (/** @type {number} */ step) => Math.min(Math.max(place + step, 0), guess.length - 1);
      tile.onclick = () => set(NEXT[mark], place);
      tile.onkeydown = (event) => {
        const key = event.key.toLowerCase();
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (key in COLOURS) set(key, beside(1));
        else if (key === "arrowright") tiles[beside(1)].focus();
        else if (key === "arrowleft") tiles[beside(-1)].focus();
        else return;
        event.preventDefault();
      };
      tiles.push(tile);
    });
    row.append(...tiles);
    return row;
  };

  const spell = (widgets.spell = (guess, marks) =>
    `${guess}: ` + [...guess].map((letter, i) => `${letter.toUpperCase()} ${COLOURS[marks[i]]}`).join(", "));

  widgets.count = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

  // svg("line", { x1: 0, class: "x" }, child) is an element of a picture with its attributes and children.
  widgets.svg = function (tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  };

  // A table: its caption, the heads of its columns, and rows of texts or elements (the first is the row's head).
  widgets.table = function (caption, heads, rows) {
    /** @type {(tag: "td" | "th", properties: Properties) => (content: Cell) => HTMLElement} */
    const cell = (tag, properties) => (content) => make(tag, properties, content instanceof Node ? content : String(content));
    const line = (/** @type {Cell[]} */ [head, ...rest]) =>
      make("tr", {}, cell("th", { scope: "row" })(head), ...rest.map(cell("td", {})));
    return make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map(cell("th", { scope: "col" })))),
      make("tbody", {}, ...rows.map(line)),
    );
  };

  // A guess of a ranking, to press.
  widgets.guessButton = function ({ guess, possible }, add) {
    const button = make("button", { type: "button", title: `add ${guess}` }, guess + (possible ? " ✓" : ""));
    button.setAttribute("aria-label", `${guess}${possible ? ", possible" : ""}: add this guess`);
    button.onclick = () => add(guess);
    return button;
  };

  // Bars of the sizes of classes, with a text for those who do not see them.
  widgets.bars = function (sizes, describe) {
    const box = make("div", { className: "ww-bars", role: "img", "aria-label": describe });
    const most = Math.max(...sizes, 1);
    for (const size of sizes) {
      const bar = make("span", { className: "ww-bar", title: String(size) });
      bar.style.height = `${Math.max((100 * size) / most, 2)}%`;
      box.append(bar);
    }
    return box;
  };

  // The controls of a record with the moments 0 to `last`; the model's `moment` and `speed` are kept the same.
  // `one` names a step ("One pull"), `title` the slider, `unit` what is counted; `draw(now)` shows a moment, and
  // `describe(now)` says it, once it stands still.
  widgets.player = function ({ model, last, speeds, one, title, unit, draw, describe }) {
    const TICK = 50; // milliseconds between two pictures at least
    const play = make("button", { type: "button" }, "Play");
    const ahead = make("button", { type: "button" }, one);
    const back = make("button", { type: "button" }, `${one} back`);
    const rewind = make("button", { type: "button" }, "Rewind");
    const rates = speeds.map((each) => make("option", { value: each }, `${each.toLocaleString("en")} a second`));
    const speed = make("select", {}, ...rates);
    const slider = make("input", { type: "range", min: 0, max: last, step: 1 });
    const shown = make("span", { className: "ww-now" });
    const status = make("p", { role: "status", className: "ww-status" });
    const buttons = make("div", { className: "ww-controls" }, play, ahead, back, rewind, widgets.field("Speed", speed));
    const line = make("div", { className: "ww-controls" }, widgets.field(title, slider), shown);
    let now = 0;
    /** @type {number | undefined} */
    let timer;

    const set = widgets.setter(model);

    function refresh() {
      const held = document.activeElement;
      slider.value = String(now);
      slider.setAttribute("aria-valuetext", `${now} of ${widgets.count(last, unit)}`);
      shown.textContent = `${now.toLocaleString("en")} of ${last.toLocaleString("en")}`;
      back.disabled = rewind.disabled = now === 0;
      ahead.disabled = now === last;
      play.textContent = timer === undefined ? (now === last ? "Play again" : "Play") : "Pause";
      draw(now);
      if (timer === undefined) status.textContent = describe(now);
      if (held instanceof HTMLButtonElement && held.disabled && buttons.contains(held)) (now ? back : last ? ahead : play).focus();
    }

    function pause() {
      clearInterval(timer);
      timer = undefined;
    }

    /** @param {number} moment */
    function go(moment) {
      pause();
      now = Math.min(Math.max(moment, 0), last);
      set({ moment: now });
      refresh();
    }

    function start() {
      const rate = Number(speed.value);
      const wait = Math.max(1000 / rate, TICK);
      let due = 0;
      pause();
      timer = setInterval(() => {
        due += (rate * wait) / 1000;
        const whole = Math.floor(due + 1e-9);
        due -= whole;
        if (now + whole >= last) go(last);
        else if (whole) {
          now += whole;
          refresh();
        }
      }, wait);
    }

    function show() {
      const moment = Math.min(Math.max(model.get("moment"), 0), last);
      if (moment !== now) pause();
      now = moment;
      const rate = model.get("speed");
      speed.value = String(speeds.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a)));
      refresh();
    }

    play.onclick = () => {
      if (timer !== undefined) return go(now);
      if (now === last) now = 0;
      status.textContent = "";
      start();
      refresh();
    };
    ahead.onclick = () => go(now + 1);
    back.onclick = () => go(now - 1);
    rewind.onclick = () => go(0);
    slider.oninput = () => go(slider.valueAsNumber);
    speed.onchange = () => {
      const running = timer !== undefined;
      pause();
      set({ moment: now, speed: Number(speed.value) });
      if (running) start();
      refresh();
    };
    const unfollow = widgets.follow(model, ["moment", "speed"], show);
    const stop = () => {
      pause();
      unfollow();
    };
    return { buttons, line, status, go, show, stop };
  };

  // A word or guess with its row: tiles where the row is one of marks, else the text; and how it is read aloud.
  /** @param {string} guess @param {string} row */
  const marked = (guess, row) => row.length === guess.length && /^[-yg]+$/.test(row);
  widgets.rowTiles = (guess, row) => (marked(guess, row) ? widgets.tiles(guess, row) : make("span", {}, `${guess} ${row}`));
  widgets.sayRow = (guess, row) => (marked(guess, row) ? spell(guess, row) : `${guess}: ${row}`);

  // A nested list that opens and closes, by pointer and by the keys of a tree; only what is open is drawn.
  // Of a key, `below(key)` gives the keys under it, `isOpen(key)` whether these are shown, `flip(key)` changes that;
  // `item(key)` is { parts, said, path, className }: what its line shows and says, and whether it is marked.
  widgets.nest = function ({ label, root, below, isOpen, flip, item }) {
    const list = make("ul", { className: "ww-tree ww-small", role: "tree", "aria-label": label });
    const pane = make("div", { className: "ww-pane" }, list);
    /** @typedef {typeof root} Key */
    /** @type {Map<Key, Key>} */
    const above = new Map();
    let current = root; // what Tab comes to
    /** @type {Map<Key, HTMLElement>} */
    let items = new Map();

    /** @param {Key} key @param {number} level */
    function build(key, level) {
      const { parts, said, path = false, className = "" } = item(key);
      const twist = make("span", { className: "ww-twist" });
      const line = make("div", { className: `ww-node${path ? " ww-path" : ""} ${className}`.trim() }, twist, ...parts);
      const li = make("li", { role: "treeitem", tabIndex: key === current ? 0 : -1, "aria-level": level, "data-node": key }, line);
      li.setAttribute("aria-label", said);
      li.setAttribute("aria-selected", String(path));
      line.onclick = (event) => {
        move(key);
        if (event.detail < 2 && below(key).length) toggle(key);
      };
      li.onfocus = () => take(key);
      items.set(key, li);
      if (!below(key).length) return li;
      const open = isOpen(key);
      li.setAttribute("aria-expanded", String(open));
      twist.textContent = open ? "▾" : "▸";
      if (!open) return li;
      const group = make("ul", { role: "group" });
      for (const child of below(key)) {
        above.set(child, key);
        group.append(build(child, level + 1));
      }
      li.append(group);
      return li;
    }

    /** @param {Key} key */
    function toggle(key) {
      flip(key);
      show();
    }

    /** @param {Key} key */
    function take(key) {
      const [before, now] = [items.get(current), items.get(key)];
      if (before) before.tabIndex = -1;
      if (now) now.tabIndex = 0;
      current = key;
    }

    /** @param {Key} key */
    function move(key) {
      take(key);
      items.get(key)?.focus();
    }

    list.onkeydown = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const seen = [...items.keys()];
      const at = seen.indexOf(current);
      const under = below(current);
      const open = isOpen(current);
      /** @type {Record<string, () => unknown>} */
      const keys = {
        ArrowDown: () => move(seen[Math.min(at + 1, seen.length - 1)]),
        ArrowUp: () => move(seen[Math.max(at - 1, 0)]),
        Home: () => move(seen[0]),
        End: () => move(seen[seen.length - 1]),
        ArrowRight: () => under.length && (open ? move(under[0]) : toggle(current)),
        ArrowLeft: () => (open && under.length ? toggle(current) : current !== root && move(above.get(current) ?? root)),
        Enter: () => under.length && toggle(current),
        " ": () => under.length && toggle(current),
      };
      if (!(event.key in keys)) return;
      event.preventDefault();
      keys[event.key]();
    };

    // Draw all anew; where the focus was there it stays, or goes up to what is still to be seen.
    function show() {
      const kept = list.contains(document.activeElement);
      items = new Map();
      list.replaceChildren(build(root, 1));
      while (!items.has(current)) current = above.get(current) ?? root;
      take(current);
      if (kept) items.get(current)?.focus({ preventScroll: true });
    }

    // Bring something into the pane if it is outside, and leave the page where it is.
    /** @param {Key} key */
    function reveal(key) {
      const line = items.get(key)?.firstElementChild?.getBoundingClientRect();
      const [top, bottom] = [pane.getBoundingClientRect().top, pane.getBoundingClientRect().bottom];
      if (line && (line.top < top || line.bottom > bottom)) pane.scrollTop += line.top - top - pane.clientHeight / 2;
    }

    const choose = (/** @type {Key} */ key) => (current = key);
    return { pane, show, choose, reveal };
  };

  // Set values of a model at once, and say so to the other side: set({ name: value, ... }).
  widgets.setter = (model) => (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };

  // Keep a value of the model and the widget the same: `show` is called at every change from outside.
  widgets.follow = function (model, names, show) {
    names.forEach((name) => model.on(`change:${name}`, show));
    return () => names.forEach((name) => model.off(`change:${name}`, show));
  };
})();
