// Small parts that the widgets share: elements, tiles, bars.
(function () {
  const widgets = (globalThis.wordleWidgets ??= {});

  // make("button", { type: "button", onclick: f }, "text", child) is an element with its properties and children.
  const make = (widgets.make = function (tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "list") element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  });

  const COLOURS = { "-": "grey", y: "yellow", g: "green" };
  widgets.colourName = (mark) => COLOURS[mark];

  // A labelled field: <label>text <input></label>.
  widgets.field = (text, input) => make("label", { className: "ww-field" }, text + " ", input);

  // Call `act` when a form is sent. JupyterLab does not send forms by Enter, so that key is heard in the input itself.
  widgets.onSend = function (form, input, act) {
    form.onsubmit = (event) => {
      event.preventDefault();
      act(input.value.trim().toLowerCase());
    };
    input.onkeydown = (event) => {
      if (event.key === "Enter") form.onsubmit(event);
    };
  };

  // A row of a board. With `change` its tiles are buttons: press for the next colour, or type -, y, g.
  widgets.tiles = function (guess, marks, change) {
    const row = make("div", { className: "ww-row", role: "group", "aria-label": spell(guess, marks) });
    [...guess].forEach((letter, place) => {
      const mark = marks[place];
      const properties = { className: `ww-tile ww-${COLOURS[mark]}`, "data-mark": mark };
      if (!change) {
        row.append(make("span", { ...properties, "aria-hidden": "true" }, letter));
        return;
      }
      const label = `${letter.toUpperCase()}, place ${place + 1}: ${COLOURS[mark]}`;
      const tile = make("button", { ...properties, type: "button", "aria-label": label }, letter);
      const set = (next) => change(place, marks.slice(0, place) + next + marks.slice(place + 1));
      tile.onclick = () => set({ "-": "y", y: "g", g: "-" }[mark]);
      tile.onkeydown = (event) => {
        if (!(event.key in COLOURS) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        set(event.key);
      };
      row.append(tile);
    });
    return row;
  };

  const spell = (widgets.spell = (guess, marks) =>
    `${guess}: ` + [...guess].map((letter, i) => `${letter.toUpperCase()} ${COLOURS[marks[i]]}`).join(", "));

  widgets.count = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

  // svg("line", { x1: 0, class: "x" }, child) is an element of a picture with its attributes and children.
  widgets.svg = function (tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // A table: its caption, the heads of its columns, and rows of texts or elements (the first is the row's head).
  widgets.table = function (caption, heads, rows) {
    const cell = (tag, properties) => (content) => make(tag, properties, content instanceof Node ? content : String(content));
    const line = ([head, ...rest]) =>
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

  // Keep a value of the model and the widget the same: `show` is called at every change from outside.
  widgets.follow = function (model, names, show) {
    names.forEach((name) => model.on(`change:${name}`, show));
    return () => names.forEach((name) => model.off(`change:${name}`, show));
  };
})();
