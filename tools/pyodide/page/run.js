// Lets readers run and change the cells of a page that have the tag `run`. Python is loaded when the first one is run.
(function () {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const size = `Loads Python into this page once, ${script.dataset.megabytes} MB.`;
  const worker = new URL("worker.js", script.src);

  class Python {
    constructor() {
      this.worker = new Worker(worker, { type: "module" });
    }
    /** @param {string} code @param {(kind: string, text: string) => void} tell @returns {Promise<string>} */
    run(code, tell) {
      return new Promise((resolve, reject) => {
        this.stop = () => {
          this.worker.terminate();
          reject(new Error("Stopped. The next run begins anew."));
        };
        this.worker.onerror = () => reject(new Error("Python could not be loaded"));
        this.worker.onmessage = ({ data: { kind, text } }) => {
          if (kind === "done") resolve(text);
          else if (kind === "failed") reject(new Error(["Python could not be loaded", text].filter(Boolean).join(": ")));
          else tell(kind, text);
        };
        this.worker.postMessage(code);
      });
    }
    stop() {}
  }

  /** @type {Python | null} */
  let python = null;
  /** @type {Cell[]} */
  let cells = [];

  /** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Record<string, string>} [attributes] */
  function make(tag, attributes = {}) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // A cell of the page: its code, whether it has run, and its buttons if it shows something.
  class Cell {
    /** @param {Element} place @param {number} number */
    constructor(place, number) {
      this.number = number;
      this.shown = /** @type {HTMLElement} */ (place.querySelector(".cell_input pre"));
      this.stored = this.shown.textContent.trimEnd();
      this.code = make("textarea", { class: "run-code", spellcheck: "false", autocapitalize: "off" });
      this.code.value = this.stored;
      this.code.setAttribute("aria-label", `Code of cell ${number}`);
      this.ran = false;
      if (!place.querySelector(".cell_output")) return;
      this.button = make("button", { type: "button", class: "run-button" });
      this.again = make("button", { type: "button", class: "run-button", "aria-label": `Cell ${number} as in the book` });
      this.again.textContent = "As in the book";
      this.again.hidden = true;
      this.status = make("span", { role: "status" });
      this.output = make("pre", { class: "run-output", tabindex: "0", role: "region", "aria-label": `Output of your run of cell ${number}` });
      this.output.hidden = true;
      const bar = make("div", { class: "run-bar" });
      bar.append(this.button, this.again, this.status);
      place.append(bar, this.output);
      this.button.onclick = () => (this.busy ? python?.stop() : this.start());
      this.again.onclick = () => {
        this.code.focus(); // this button goes away
        this.change(this.stored);
      };
      this.code.oninput = () => this.change(this.code.value);
      this.code.onkeydown = (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.start();
      };
      this.rest(size);
    }
    /** @param {string} code */
    change(code) {
      this.code.value = code;
      this.ran = false;
      if (this.again) this.again.hidden = code === this.stored;
      this.code.rows = code.split("\n").length;
    }
    /** @param {string} text */
    rest(text) {
      this.busy = false;
      this.label("Run");
      this.say(text);
    }
    /** @param {string} text */
    label(text) {
      if (!this.button) return;
      this.button.textContent = text;
      this.button.setAttribute("aria-label", `${text} cell ${this.number}`);
    }
    /** @param {string} text */
    say(text) {
      if (this.status) this.status.textContent = text;
    }
    // Make the code one that can be changed, run what this cell needs and then the cell, and say how it ended.
    async start() {
      const output = this.output;
      if (!output || cells.some((cell) => cell.busy)) return;
      this.edit();
      this.busy = true;
      this.label("Stop");
      output.textContent = "";
      output.hidden = false;
      output.classList.remove("run-wrong");
      for (const cell of cells) if (cell.status?.textContent === size) cell.say("");
      this.say(python ? "Running ..." : "Loading Python ...");
      try {
        const fault = await this.runAll((kind, text) => (kind === "begun" ? this.say("Running ...") : output.append(text)));
        if (fault) {
          output.append(fault);
          output.classList.add("run-wrong");
        }
        this.rest(fault ? "Ended with an error." : output.textContent ? "Done." : "Done; nothing was printed.");
      } catch (fault) {
        python?.worker.terminate();
        python = null;
        for (const cell of cells) cell.ran = false;
        this.rest(fault instanceof Error ? fault.message : String(fault));
      }
    }
    /** @param {(kind: string, text: string) => void} tell @returns {Promise<string>} */
    async runAll(tell) {
      python ??= new Python();
      for (const cell of cells.slice(0, cells.indexOf(this))) {
        if (cell.ran) continue;
        const fault = await python.run(cell.code.value, (kind) => kind === "begun" && tell(kind, ""));
        if (fault) return `In an earlier cell: ${fault}`;
        cell.ran = true;
      }
      const fault = await python.run(this.code.value, tell);
      this.ran = !fault;
      return fault;
    }
    edit() {
      if (this.code.isConnected) return;
      this.change(this.stored);
      this.shown.parentElement?.replaceWith(this.code);
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (location.protocol === "file:") return; // from a disk no browser starts a worker
    cells = [...document.querySelectorAll(".cell.tag_run")].map((place, i) => new Cell(place, i + 1));
  });
})();
