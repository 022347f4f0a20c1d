// A ring on a line of cells: press a cell to measure there, or let a policy take the next step.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SHOWN = 5; // measurements
  const MOST = 30;

  widgets.ringsearch = function ({ model, el }) {
    const { make, count } = widgets;
    const set = widgets.setter(model);
    const [cells, reach, ways] = [model.get("cells"), model.get("reach"), model.get("ways")];
    const all = Array.from({ length: cells }, (_, i) => i);
    const reading = (/** @type {number} */ at, /** @type {number} */ ring) => Math.min(Math.abs(at - ring), reach + 1);
    const paid = (/** @type {number[]} */ path) =>
      path.reduce((sum, cell, i) => sum + 1 + Math.abs(cell - (i ? path[i - 1] : model.get("position"))), 0);
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const past = make("div", { className: "ww-cells-past", "aria-hidden": "true" });
    const buttons = all.map((i) => make("button", { type: "button" }, String(i)));
    const line = make("div", { className: "ww-cells", role: "group", "aria-label": "Measure in cell" }, ...buttons);
    const compared = make("p", { className: "ww-under" });
    const again = make("button", { type: "button" }, "Start again");
    const hide = make("button", { type: "button" }, "Hide it elsewhere");
    const players = Object.keys(ways).map((name) => make("button", { type: "button" }, name));
    const steps = make("div", { className: "ww-controls" }, "One step of", ...players);
    el.append(
      make(
        "div",
        { className: "ww ww-ring", role: "region", "aria-label": "A ring on a line" },
        ...[status, past, line, compared, steps, make("div", { className: "ww-controls" }, again, hide)],
      ),
    );

    for (const place of [past, line]) place.style.setProperty("--ww-many", String(cells));

    // The cells that can hold the ring: before any measurement, after the first, and so on.
    /** @param {number[]} path @param {number} ring */
    function beliefs(path, ring) {
      const found = [all];
      for (const at of path) found.push(found[found.length - 1].filter((i) => reading(at, i) === reading(at, ring)));
      return found;
    }

    /** @param {number[]} path @param {number} ring @param {number[][]} left */
    function say(path, ring, left) {
      const [at, now] = [path[path.length - 1], left[path.length]];
      if (!path.length) return `The ring is in one of ${cells} cells. Where do you measure?`;
      if (at === ring) {
        const paths = Object.values(ways).map((of) => of[ring]).filter((way) => way.includes(ring));
        const best = paths.length ? ` The best of these policies pays ${Math.min(...paths.map(paid))}.` : "";
        return `Found in cell ${ring}, for ${paid(path)}.${best}`;
      }
      const seen = reading(at, ring) > reach ? `farther than ${reach}` : `distance ${reading(at, ring)}`;
      const told = now.length === left[path.length - 1].length ? "nothing new" : `${count(now.length, "cell")} left`;
      return `Cell ${at} reads “${seen}”: ${told}. Paid so far: ${paid(path)}.`;
    }

    // What each policy pays for the same ring, once it is found.
    /** @param {number} ring */
    function compare(ring) {
      const said = Object.entries(ways).map(([name, of]) => `${name} ${of[ring].includes(ring) ? paid(of[ring]) : "never finds it"}`);
      return `For a ring in this cell: ${said.join(", ")}.`;
    }

    function show() {
      const [ring, path] = [model.get("ring"), model.get("path")];
      const left = beliefs(path, ring);
      const [at, now] = [path.length ? path[path.length - 1] : model.get("position"), left[path.length]];
      const found = path.includes(ring);
      status.textContent = say(path, ring, left);
      const rows = left.slice(0, -1).map((before, k) => {
        const here = k ? path[k - 1] : model.get("position");
        return make("div", {}, ...all.map((i) => make("span", { className: before.includes(i) ? "ww-can" : "" }, i === here ? "●" : "")));
      });
      past.replaceChildren(...rows.slice(-SHOWN));
      buttons.forEach((button, i) => {
        const can = now.includes(i);
        button.className = can ? "ww-can" : "";
        button.replaceChildren(make("span", {}, i === at ? (found ? "◎" : "●") : "\u00a0"), String(i));
        button.disabled = found;
        button.setAttribute("aria-label", `${i}${can ? ", the ring may be here" : ""}${i === at ? ", you are here" : ""}`);
      });
      compared.textContent = found ? compare(ring) : "The ring can only be in a filled cell. A cell of the way costs 1, and each measurement 1.";
      players.forEach((player) => (player.disabled = path.length >= MOST));
      again.disabled = !path.length;
    }

    /** @param {number[]} path */
    function go(path) {
      set({ path: path.slice(0, MOST) });
      show();
    }
    buttons.forEach((button, i) => {
      button.onclick = () => {
        go([...model.get("path"), i]);
        if (button.disabled) again.focus();
      };
      button.onkeydown = ({ key }) => buttons[i + ({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0)]?.focus();
    });
    players.forEach((player) => {
      player.onclick = () => {
        const [path, way] = [model.get("path"), ways[player.innerText][model.get("ring")]];
        const follows = path.length < way.length && path.every((at, i) => at === way[i]);
        go(way.slice(0, follows ? path.length + 1 : 1));
      };
    });
    again.onclick = () => {
      go([]);
      buttons[model.get("position")].focus();
    };
    hide.onclick = () => {
      set({ ring: (model.get("ring") + 7) % cells });
      go([]);
    };
    show();
    return widgets.follow(model, ["ring", "path"], show);
  };
  widgets.ringsearch.state = (model) => {
    const cell = codecs.whole(0, model.get("cells") - 1);
    return { ring: cell, path: codecs.list(cell, MOST) };
  };
})();
