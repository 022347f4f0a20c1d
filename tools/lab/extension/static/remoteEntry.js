// A chapter in JupyterLab as on the book's pages: references say what they say there, solutions of several cells stay
// folded, figures have their captions. jupyterlab-myst does the rest. JupyterLab loads this file as it is: it is what a
// bundler would make of an extension without dependencies.
(() => {
  const NAME = "wordle-book";
  const FOLDED = "wordle-book-folded";
  const CAPTION = "wordle-book-caption";
  const ROLE = /\{\w+\}`([^`]+)`/g;
  const address = new URL("book.json", document.currentScript.src);
  let shared, book;

  // Get a module that JupyterLab has loaded already.
  const load = async (name) => (await Object.values(shared[name])[0].get())();

  const text = (value) => ({ type: "text", value });
  const link = (url, value) => ({ type: "link", url, children: [text(value)] });

  // Give a chapter's own words for a role of the book's, or the same node if they are right already.
  function said(node, here) {
    const { documents, labels, works } = book;
    if (node.type === "cite" && works[node.label]) {
      return { type: "abbreviation", title: works[node.label].entry, children: [text(works[node.label].text)] };
    }
    if (node.type === "math" && !node.label) return { ...node, enumerated: false };
    const page = node.type === "link" && documents[node.url];
    if (page) {
      const own = node.children?.[0]?.value;
      return link(page.file, own && own !== node.url ? own : page.title);
    }
    const target = labels[node.label ?? node.identifier];
    if (!target) return node;
    if (node.type !== "crossReference") return target.number ? { ...node, enumerator: target.number } : node;
    const words = node.children?.length ? node.children : [text(target.text)];
    const file = documents[target.document]?.file;
    if (file && file !== here) return { type: "link", url: file, children: words };
    return target.text.startsWith("Fig.") || !file ? { type: "span", children: words } : { ...node, children: words };
  }

  // Put what follows the start of a solution into it, and leave out the mark of its end.
  function enclose(nodes) {
    const kept = nodes.filter(({ gate }) => gate !== "end");
    const place = kept.findIndex(({ gate }) => gate === "start");
    if (place < 0) return kept;
    const start = kept[place];
    return [...kept.slice(0, place), { ...start, gate: undefined, children: start.children.concat(kept.slice(place + 1)) }];
  }

  // Write citations in brackets, and everything below a node as the book says it.
  function resolve(node, here) {
    const group = node.type === "citeGroup" ? node.children : node.type === "cite" ? [node] : null;
    if (group) {
      const works = group.flatMap((each) => [text(", "), said(each, here)]).slice(1);
      return { type: "span", children: [text("["), ...works, text("]")] };
    }
    if (node.children) node.children = enclose(node.children).map((child) => resolve(child, here));
    return said(node, here);
  }

  // Let the Markdown cells that a factory makes resolve what they parse.
  function adopt(factory, MarkdownCellModel) {
    const create = factory.createMarkdownCell;
    const files = new WeakMap();
    let adopted = false;
    factory.createMarkdownCell = (options) => {
      if (!adopted) {
        adopted = true;
        const sample = create.call(factory, { ...options, model: new MarkdownCellModel() });
        const kind = Object.getPrototypeOf(sample);
        const parse = kind.updateFragmentMDAST;
        kind.updateFragmentMDAST = async function () {
          await parse.call(this);
          resolve(this.fragmentMDAST, files.get(this));
        };
      }
      const cell = create.call(factory, options);
      files.set(cell, options.rendermime.resolver?.path.split("/").pop());
      return cell;
    };
  }

  // Fold what stands between the start and the end of a solution, unless the reader has opened it.
  function fold(notebook) {
    let start = null;
    for (const cell of notebook.widgets) {
      const source = cell.model.type === "markdown" ? cell.model.sharedModel.getSource() : "";
      cell.toggleClass(FOLDED, start !== null && ![...start.node.querySelectorAll("details.myst-exercise")].at(-1)?.open);
      if (source.includes("{solution-end}")) start = null;
      if (source.includes("{solution-start}")) start = cell;
    }
  }

  // Say of every figure what it shows, and put its caption below.
  function describe(notebook) {
    for (const cell of notebook.widgets) {
      const { image, figure } = cell.model.getMetadata("mystnb") ?? {};
      for (const picture of cell.node.querySelectorAll(".jp-OutputArea img")) picture.alt = image?.alt ?? picture.alt;
      if (!figure?.caption || cell.node.querySelector(`.${CAPTION}`)) continue;
      const caption = notebook.rendermime.createRenderer("text/markdown");
      caption.addClass(CAPTION);
      cell.node.append(caption.node);
      const words = figure.caption.replace(ROLE, (role, name) => book.labels[name]?.text ?? role);
      const data = { "text/markdown": `**${book.labels[figure.name]?.text ?? ""}** ${words}` };
      caption.renderModel(notebook.rendermime.createModel({ data }));
    }
  }

  const style = document.createElement("style");
  style.textContent = `
    .${FOLDED} { display: none !important; }
    .${CAPTION} { margin-left: var(--jp-cell-prompt-width); padding-left: 5px; font-style: italic; }
    .${CAPTION}.jp-RenderedMySTMarkdown { width: auto; padding-right: 1.5em; }
    .myst h1 { margin-bottom: 0.6em; }`;
  document.head.append(style);

  (globalThis._JUPYTERLAB ??= {})[NAME] = {
    init(scope) {
      shared = scope;
    },
    async get() {
      book = await (await fetch(address)).json();
      const { INotebookTracker, NotebookPanel } = await load("@jupyterlab/notebook");
      const { MarkdownCellModel } = await load("@jupyterlab/cells");
      const activate = (_app, factory, tracker) => {
        adopt(factory, MarkdownCellModel);
        tracker.widgetAdded.connect(async (_tracker, { content: notebook, context }) => {
          const show = () => {
            fold(notebook);
            describe(notebook);
          };
          notebook.node.addEventListener("toggle", show, true);
          await context.ready;
          new MutationObserver(show).observe(notebook.node, { childList: true, subtree: true });
          show();
        });
      };
      const requires = [NotebookPanel.IContentFactory, INotebookTracker];
      return () => ({ __esModule: true, default: { id: `${NAME}:chapters`, autoStart: true, requires, activate } });
    },
  };
})();
