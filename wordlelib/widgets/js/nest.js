// A nested list that opens and closes.
(function () {
  const widgets = wordleWidgets;
  const { make } = widgets;

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
})();
