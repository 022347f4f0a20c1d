// Python in a thread of its own: it is sent the code of cells, and sends back what they print.
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", import.meta.url);
const RUNTIME = ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];

/** @param {string} name */
async function read(name) {
  const answer = await fetch(new URL(name, here));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function load() {
  const { packages } = await (await read("contents.json")).json();
  // Pyodide may wait for ever for a file that does not come. So they are fetched first, and it finds them in the cache.
  for (const name of RUNTIME) await (await read(name)).arrayBuffer();
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
addEventListener("unhandledrejection", ({ reason }) => fail(reason)); // such as of a damaged program

onmessage = async (/** @type {MessageEvent<string>} */ { data: code }) => {
  try {
    const cells = await loading;
    postMessage({ kind: "begun" });
    postMessage({ kind: "done", text: cells.run(code, (/** @type {string} */ text) => postMessage({ kind: "said", text })) });
  } catch (fault) {
    fail(fault);
  }
};
