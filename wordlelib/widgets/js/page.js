// Shows the widgets that are stored in a page, with no kernel: each computes by itself.
(function () {
  const base = document.currentScript.src.replace(/[^/]*$/, "");
  const widgets = (globalThis.wordleWidgets ??= {});
  const loaded = new Map();

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
    constructor(state) {
      this.state = state;
      this.listeners = {};
    }
    get(name) {
      return this.state[name];
    }
    set(name, value) {
      this.state[name] = value;
    }
    save_changes() {}
    on(event, call) {
      (this.listeners[event] ??= []).push(call);
    }
    off(event, call) {
      this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== call);
    }
  }

  async function start(view, states) {
    const { state } = states[JSON.parse(view.textContent).model_id];
    const name = state._anywidget_id.split(".").pop().toLowerCase();
    const place = document.createElement("div");
    place.className = "ww-place";
    place.textContent = "Loading ...";
    view.replaceWith(place);
    try {
      for (const each of ["engine.js", "parts.js", "board.js", "words.js", `${name}.js`]) await load(each);
      for (const each of widgets[name].files ?? []) await load(each);
      place.textContent = "";
      widgets[name]({ model: new StoredModel(state), el: place });
    } catch (fault) {
      place.textContent = `This widget could not be shown: ${fault.message}`;
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
