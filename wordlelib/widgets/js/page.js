// Shows the widgets that are stored in a page, with no kernel: each computes by itself, and what it shows is kept in the
// page's address (address.js).
(function () {
  const base = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "");
  const widgets = (globalThis.wordleWidgets ??= /** @type {WordleWidgets} */ ({}));
  const PATIENCE = 300; // milliseconds; browsers refuse an address that changes too often
  const loaded = new Map();

  /** @param {string} name */
  function load(name) {
    if (!loaded.has(name)) {
      const done = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = base + name;
        script.onload = resolve;
        script.onerror = () => {
          loaded.delete(name); // so that it can be tried again
          reject(new Error(`${name} could not be loaded`));
        };
        document.head.append(script);
      });
      loaded.set(name, done);
    }
    return loaded.get(name);
  }

  // What a widget's code expects of its model, without anybody at the other end.
  class StoredModel {
    /** @param {Record<string, any>} state */
    constructor(state) {
      this.state = state;
      this.saved = () => {};
      /** @type {Record<string, (() => void)[]>} */
      this.listeners = {};
    }
    /** @param {string} name */
    get(name) {
      return this.state[name];
    }
    /** @param {string} name @param {unknown} value */
    set(name, value) {
      this.state[name] = value;
    }
    save_changes() {
      this.saved();
    }
    /** @param {string} event @param {() => void} call */
    on(event, call) {
      (this.listeners[event] ??= []).push(call);
    }
    /** @param {string} event @param {() => void} call */
    off(event, call) {
      this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== call);
    }
    // Take values from outside, as if a kernel had sent them.
    /** @param {Record<string, unknown>} values */
    take(values) {
      const changed = Object.keys(values).filter((name) => values[name] !== this.state[name]);
      Object.assign(this.state, values);
      for (const name of changed) for (const call of this.listeners[`change:${name}`] ?? []) call();
    }
  }

  // What the widgets of a page show, and its address.
  class Address {
    constructor() {
      const found = widgets.readAddress(location.hash);
      this.fault = found?.fault ?? "";
      /** @type {Record<string, Record<string, string>>} */
      this.texts = found?.texts ?? {};
      /** @type {number | undefined} */
      this.timer = undefined;
      this.seen = location.hash;
      this.left = false; // whether the widgets are shown anew, and these are not seen any more
    }
    // Take what somebody has put into the address; says whether it is for widgets. None at all shows all as it was.
    follow() {
      const found = location.hash ? widgets.readAddress(location.hash) : { fault: "", texts: {} };
      this.seen = location.hash;
      if (found) Object.assign(this, found);
      return found !== null;
    }
    leave() {
      clearTimeout(this.timer);
      this.left = true;
    }
    /** @param {string} widget @param {Record<string, string>} texts */
    keep(widget, texts) {
      if (this.left) return;
      if (Object.keys(texts).length) this.texts[widget] = texts;
      else delete this.texts[widget];
      this.timer ??= setTimeout(() => this.write(), PATIENCE);
    }
    write() {
      clearTimeout(this.timer);
      this.timer = undefined;
      const asked = widgets.readAddress(location.hash);
      if (location.hash !== this.seen && (asked || !location.hash)) return; // by a link or Back, about to be followed
      const hash = widgets.writeAddress(this.texts);
      if (hash || asked) history.replaceState(history.state, "", hash || location.pathname + location.search);
      this.seen = location.hash;
    }
    // The address that shows one widget as it is now.
    /** @param {string} widget */
    link(widget) {
      const texts = this.texts[widget] ? { [widget]: this.texts[widget] } : {};
      return location.href.replace(/#.*$/, "") + widgets.writeAddress(texts);
    }
  }

  // The tiles' colours are the reader's choice, for all pages, and the browser remembers it.
  const TILES = "wordle-tiles";
  /** @param {string} colours */
  function colour(colours) {
    document.documentElement.dataset.wwTiles = colours;
    for (const button of document.querySelectorAll(".ww-contrast")) button.setAttribute("aria-pressed", String(colours === "high"));
  }
  function remembered() {
    try {
      return localStorage.getItem(TILES) ?? "";
    } catch {
      return ""; // where the browser keeps nothing
    }
  }

  function contrastButton() {
    const pressed = () => document.documentElement.dataset.wwTiles === "high";
    const button = widgets.make("button", { type: "button", className: "ww-contrast", "aria-pressed": String(pressed()) }, "High-contrast tiles");
    button.onclick = () => {
      colour(pressed() ? "usual" : "high");
      try {
        localStorage.setItem(TILES, document.documentElement.dataset.wwTiles ?? "");
      } catch {
        // the choice holds for this page
      }
    };
    return button;
  }

  /** @type {Address | undefined} */
  let shown;

  // Keep a widget's state in the address. Gives what shows it as the address has it, and the line below the widget.
  /** @param {StoredModel} model @param {Codecs} codecs @param {string} key @param {Address} address @param {boolean} tiles */
  function keepState(model, codecs, key, address, tiles) {
    const { make } = widgets;
    const stored = Object.fromEntries(Object.keys(codecs).map((trait) => [trait, model.get(trait)]));
    const copy = widgets.copier("Copy link", "Link to what is shown", () => address.link(key));
    const reset = make("button", { type: "button" }, "As it was");
    const problem = make("p", { className: "ww-problem", role: "alert" });
    let noted = "";

    function note() {
      /** @type {Record<string, string>} */
      const texts = {};
      for (const [trait, codec] of Object.entries(codecs)) {
        const text = codec.write(model.get(trait));
        if (text !== codec.write(stored[trait])) texts[trait] = text;
      }
      if (noted === (noted = JSON.stringify(texts))) return; // a result was saved, nothing that the reader chose
      address.keep(key, texts);
      reset.disabled = !Object.keys(texts).length;
      copy.forget();
      problem.textContent = "";
    }

    function readAddress() {
      const { fault, values } = address.fault ? { fault: address.fault, values: {} } : widgets.readState(codecs, address.texts[key] ?? {});
      model.take({ ...stored, ...values });
      note();
      problem.textContent = fault ? `The address is not followed here: ${fault}.` : "";
    }

    reset.onclick = () => model.take(stored);
    model.saved = note;
    return { readAddress, line: make("div", { className: "ww-link" }, problem, copy.said, copy.field, ...(tiles ? [contrastButton()] : []), reset, copy.button) };
  }

  /** @param {Element} view @param {Record<string, { state: Record<string, any> }>} states @param {string} name @param {string} key @param {Address} address */
  async function start(view, states, name, key, address) {
    const { state } = states[JSON.parse(view.textContent).model_id];
    const place = document.createElement("div");
    place.className = "ww-place";
    place.textContent = "Loading ...";
    view.replaceWith(place);
    try {
      for (const each of ["words.js", `${name}.js`]) await load(each);
      const widget = /** @type {Record<string, any>} */ (widgets)[name];
      for (const each of widget.files ?? []) await load(each);
      const model = new StoredModel({ ...state });
      const codecs = typeof widget.state === "function" ? widget.state(model) : widget.state;
      const kept = codecs && keepState(model, codecs, key, address, Boolean(widget.tiles));
      kept?.readAddress();
      place.textContent = "";
      widget({ model, el: place });
      if (kept) place.append(kept.line);
      return kept && { key, place, read: kept.readAddress };
    } catch (fault) {
      place.textContent = `This widget could not be shown: ${fault instanceof Error ? fault.message : fault}`;
    }
  }

  // Lead the reader to the widget that the address names, and mark it until it is touched.
  /** @param {({ key: string; place: HTMLElement } | undefined)[]} shown @param {Address} address */
  function lead(shown, address) {
    const found = address.left ? undefined : shown.find((each) => each && each.key in address.texts);
    if (!found) return;
    const { place } = found;
    const unmark = () => place.classList.remove("ww-named");
    place.classList.add("ww-named");
    for (const touch of ["pointerdown", "keydown"]) place.addEventListener(touch, unmark, { once: true });
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start" });
    place.querySelector(".ww-lead")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("DOMContentLoaded", async () => {
    const stored = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
    if (!stored) return;
    const { state } = JSON.parse(stored.textContent);
    /** @type {Record<string, number>} */
    const count = {};
    const views = [...document.querySelectorAll('script[type="application/vnd.jupyter.widget-view+json"]')];
    await load("shared.js");
    widgets.load = load;
    widgets.home = new URL("../../", base).href;
    colour(remembered());
    shown?.leave();
    const address = (shown = new Address());
    const follow = views.map((view) => {
      const name = state[JSON.parse(view.textContent).model_id].state._anywidget_id.split(".").pop().toLowerCase();
      count[name] = (count[name] ?? 0) + 1;
      return start(view, state, name, count[name] > 1 ? `${name}-${count[name]}` : name, address);
    });
    const all = Promise.all(follow);
    addEventListener("hashchange", async () => {
      if (address.left || !address.follow()) return;
      const widgets = await all;
      widgets.forEach((each) => each?.read());
      lead(widgets, address);
    });
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    if (visit?.type === "navigate") all.then((widgets) => lead(widgets, address)); // and not one who comes back
    addEventListener("pagehide", () => address.timer !== undefined && !address.left && address.write());
  });
})();
