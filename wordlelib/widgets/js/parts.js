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
  const COLOURS = { "-": "grey", y: "yellow", g: "green", "?": "open" };
  /** @type {Record<string, string>} */
  const SAID = { ...COLOURS, "?": "not coloured yet" };
  /** @type {Record<string, string>} */
  const NEXT = { "?": "-", "-": "y", y: "g", g: "-" };

  // A word as lists hold it (`normal` of wordlelib/game/words.py).
  /** @type {Record<string, string>} */
  const FORMS = { İ: "i", Σ: "σ", ς: "σ", ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };
  widgets.normal = (text) => {
    const composed = text.trim().normalize("NFC");
    return [...composed].map((letter) => FORMS[letter] ?? letter).join("").toLowerCase().normalize("NFC");
  };

  // A labelled field: <label>text <input></label>.
  widgets.field = (text, input) => make("label", { className: "ww-field" }, text + " ", input);

  // Call `act` when a form is sent. JupyterLab does not send forms by Enter, so that key is heard here; in the form's
  // other fields it only ends the typing.
  widgets.onSend = function (form, input, act) {
    function send(/** @type {Event} */ event) {
      event.preventDefault();
      act(widgets.normal(input.value));
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
      const label = `${letter.toUpperCase()}, place ${place + 1}: ${SAID[mark]}`;
      const tile = make("button", { ...properties, type: "button", "aria-label": label }, letter);
      /** @param {string} next @param {number} focus */
      const set = (next, focus) => change(marks.slice(0, place) + next + marks.slice(place + 1), focus);
      const beside = (/** @type {number} */ step) => Math.min(Math.max(place + step, 0), guess.length - 1);
      tile.onclick = () => set(NEXT[mark], place);
      tile.onkeydown = (event) => {
        const key = event.key.toLowerCase();
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if ("-yg".includes(key)) set(key, beside(1));
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
    `${guess}: ` + [...guess].map((letter, i) => `${letter.toUpperCase()} ${SAID[marks[i]]}`).join(", "));

  // *word* is set in italics.
  widgets.italics = (text) => text.split("*").map((part, i) => (i % 2 ? make("em", {}, part) : part));

  // The head of a verdict, and nothing where none is given.
  widgets.mark = (right, wrong) => (right === null ? [] : [make("b", {}, right ? "✓ Right." : `✗ ${wrong}.`), " "]);

  widgets.count = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

  // svg("line", { x1: 0, class: "x" }, child) is an element of a picture with its attributes and children.
  widgets.svg = function (tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  };

  // A table: its caption, the heads of its columns, and rows of texts or elements (the first is the row's head). Columns of
  // texts stand to the left, those with a number to the right.
  widgets.table = function (caption, heads, rows) {
    const isText = heads.map((_, column) => {
      const cells = rows.map((row) => (row[column] instanceof Node ? row[column].textContent : String(row[column])) ?? "");
      return cells.some((cell) => /\p{L}/u.test(cell)) && !cells.some((cell) => /^[^\p{L}\d]*\d/u.test(cell));
    });
    /** @type {(tag: "td" | "th", properties: Properties, content: Cell, column: number) => HTMLElement} */
    const cell = (tag, properties, content, column) =>
      make(tag, { ...properties, className: isText[column] ? "ww-start" : "" }, content instanceof Node ? content : String(content));
    const line = (/** @type {Cell[]} */ [head, ...rest]) =>
      make("tr", {}, cell("th", { scope: "row" }, head, 0), ...rest.map((content, i) => cell("td", {}, content, i + 1)));
    return make(
      "table",
      {},
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head, i) => cell("th", { scope: "col" }, head, i)))),
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

  // A word or guess with its row: tiles where the row is one of marks, else the text; and how it is read aloud.
  widgets.isMarks = (row) => /^[-yg]+$/.test(row);
  /** @param {string} guess @param {string} row */
  const marked = (guess, row) => row.length === guess.length && widgets.isMarks(row);
  widgets.rowTiles = (guess, row) => (marked(guess, row) ? widgets.tiles(guess, row) : make("span", {}, `${guess} ${row}`));
  widgets.sayRow = (guess, row) => (marked(guess, row) ? spell(guess, row) : `${guess}: ${row}`);

  // A button that copies a text, what is said of that, and a field to copy it from where the browser refuses; `label` names it.
  widgets.copier = function (name, label, text) {
    const button = make("button", { type: "button" }, name);
    const said = make("span", { role: "status" });
    const field = make("textarea", { rows: 1, readOnly: true, hidden: true, "aria-label": label });
    button.onclick = async () => {
      field.value = text();
      try {
        await navigator.clipboard.writeText(field.value);
        said.textContent = "Copied.";
      } catch {
        field.hidden = false;
        field.select();
        said.textContent = "Copy it from the field.";
      }
    };
    function forget() {
      field.hidden = true;
      said.textContent = "";
    }
    return { button, said, field, forget };
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
