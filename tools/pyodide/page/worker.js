// Python in a thread of its own: it is sent the code of cells, and sends back what they print.
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", import.meta.url);

/** @param {string} name */
async function read(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function load() {
  const { packages } = await (await read("contents.json")).json();
  const python = await loadPyodide({ stdout: () => {}, stderr: () => {} });
  const places = packages.map((/** @type {string} */ name) => (name.endsWith(".whl") ? new URL(name, here).href : name));
  await python.loadPackage(places, { messageCallback: () => {} });
  python.FS.writeFile("cells.py", await (await read("cells.py")).text());
  const cells = python.pyimport("cells");
  cells.leave_out();
  return cells;
}

/** @param {unknown} fault */
function fail(fault) {
  postMessage({ kind: "failed", text: fault instanceof Error ? fault.message.trim().split("\n").at(-1) : "" });
}

const loading = load();
loading.catch(() => {}); // each run says it
addEventListener("unhandledrejection", ({ reason }) => fail(reason)); // Pyodide waits for ever if its program does not come

onmessage = async (/** @type {MessageEvent<string>} */ { data: code }) => {
  try {
    const cells = await loading;
    postMessage({ kind: "begun" });
    postMessage({ kind: "done", text: cells.run(code, (/** @type {string} */ text) => postMessage({ kind: "said", text })) });
  } catch (fault) {
    fail(fault);
  }
};
