// What the pages' worker uses of Pyodide, which is beside it on the pages only.

declare module "*/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<any>;
}
