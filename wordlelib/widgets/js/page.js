// Shows the widgets that are stored in a page, with no kernel: each computes by itself.
(function () {
  const base = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "");
  const widgets = (globalThis.wordleWidgets ??= /** @type {WordleWidgets} */ ({}));
  const loaded = new Map();

  /** @param {string} name */
  function load(name) {
    if (!loaded.has(name)) {
      const done = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = base + name;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${name} could not be loaded`));
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
    save_changes() {}
    /** @param {string} event @param {() => void} call */
    on(event, call) {
      (this.listeners[event] ??= []).push(call);
    }
    /** @param {string} event @param {() => void} call */
    off(event, call) {
      this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== call);
    }
  }

  /** @param {Element} view @param {Record<string, { state: Record<string, any> }>} states */
  async function start(view, states) {
    const { state } = states[JSON.parse(view.textContent).model_id];
    const name = state._anywidget_id.split(".").pop().toLowerCase();
    const place = document.createElement("div");
    place.className = "ww-place";
    place.textContent = "Loading ...";
    view.replaceWith(place);
    try {
      for (const each of ["shared.js", "words.js", `${name}.js`]) await load(each);
      const widget = /** @type {Record<string, any>} */ (widgets)[name];
      for (const each of widget.files ?? []) await load(each);
      place.textContent = "";
      widget({ model: new StoredModel(state), el: place });
    } catch (fault) {
      place.textContent = `This widget could not be shown: ${fault instanceof Error ? fault.message : fault}`;
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const stored = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
    if (!stored) return;
    const { state } = JSON.parse(stored.textContent);
    document
      .querySelectorAll('script[type="application/vnd.jupyter.widget-view+json"]')
      .forEach((view) => start(view, state));
  });
})();
