// Computations with the library's kernels, in one worker that all widgets of a page share: long work goes on in slices, says
// how far it is, and can be stopped.
(function () {
  const widgets = wordleWidgets;

  // By name: from a kit a function of a game and of what is `given`, which yields progress and returns an answer. They run in
  // the worker as text, and use nothing but the kit. A widget's file adds those that it needs.
  widgets.computations ??= {};

  // Serves computations, in a worker or in the page. What comes: the module; word lists; a job with its number; the number
  // of one to be dropped. Jobs on the same lists, which may share memory, are done one after the other.
  widgets.serve = function ({ host, engine, computations, ...tools }, post) {
    const SLICE = 20; // milliseconds before other jobs and messages are looked at
    /** @type {Map<number, { what: string; list: number; steps?: Generator<any, any> }>} */
    const jobs = new Map();
    /** @type {Map<number, Game | Listed>} */
    const lists = new Map();
    /** @type {Record<string, any>} */
    const made = {};
    const turn = new MessageChannel();
    /** @type {{ bytes: Uint8Array<ArrayBuffer>; layout: HostLayout }} */
    let given;
    /** @type {Promise<Kit> | null} */
    let ready = null;

    /** @returns {Promise<Kit>} */
    async function prepare() {
      const { bytes, layout } = given;
      const module = await WebAssembly.compile(bytes);
      return { layout, engine, ...tools, open: () => host(module, layout) };
    }

    // The game of some lists, which are looked at when a job needs it, so that the job can say what is wrong with them.
    /** @param {number} list @returns {Game} */
    function gameOf(list) {
      const known = /** @type {Game | Listed} */ (lists.get(list));
      if ("number" in known) return known;
      engine.checkLists(known.hidden, known.guesses);
      const game = engine.makeGame(known.hidden, known.guesses);
      lists.set(list, game);
      return game;
    }

    // A job has failed: what its computation keeps may be damaged, or take the memory that was missing.
    /** @param {number} number @param {unknown} fault */
    function fail(number, fault) {
      const job = jobs.get(number);
      if (!job) return;
      jobs.delete(number);
      delete made[job.what];
      post({ number, fault: fault instanceof Error ? fault.message : String(fault) });
    }

    /** @param {number} number @param {Generator<any, any>} steps */
    function slice(number, steps) {
      const until = performance.now() + SLICE;
      let last;
      while (performance.now() < until) {
        const { done, value } = steps.next();
        if (done) {
          jobs.delete(number);
          return post({ number, answer: value });
        }
        last = value ?? last;
      }
      if (last !== undefined) post({ number, progress: last });
    }

    let turning = false;
    function go() {
      if (!turning) turn.port2.postMessage(null);
      turning = true;
    }
    turn.port1.onmessage = () => {
      turning = false;
      const busy = new Set();
      for (const [number, { list, steps }] of jobs) {
        if (!steps || busy.has(list)) continue;
        busy.add(list);
        try {
          slice(number, steps);
        } catch (fault) {
          fail(number, fault);
        }
        go();
      }
    };

    return async function (message) {
      if ("bytes" in message) given = message;
      else if ("hidden" in message) lists.set(message.list, message);
      else if ("forget" in message) lists.delete(message.forget);
      else if ("drop" in message) {
        jobs.get(message.drop)?.steps?.return(null);
        jobs.delete(message.drop);
      } else if ("number" in message) {
        const { number, what, list, given } = message;
        jobs.set(number, { what, list });
        try {
          ready ??= prepare().catch((fault) => {
            ready = null; // so that the next job tries again
            throw fault;
          });
          const kit = await ready;
          if (!jobs.has(number)) return;
          made[what] ??= computations[what](kit);
          jobs.set(number, { what, list, steps: made[what](gameOf(list), given) });
          go();
        } catch (fault) {
          fail(number, fault);
        }
      }
    };
  };

  function tools() {
    const { host, compiledGame, sizesOf, growTable, fillKeys, sortedGame, greedyRule } = widgets;
    return { host, compiledGame, sizesOf, growTable, fillKeys, sortedGame, greedyRule };
  }
  const text = (/** @type {Record<string, any>} */ parts) => Object.entries(parts).map(([name, part]) => `${name}: ${part}`).join(",\n");
  const script = () => `"use strict";
    const engine = (${widgets.engine})();
    const computations = {};
    const serve = (${widgets.serve})({ engine, computations, ${text(tools())} }, (answer) => postMessage(answer));
    onmessage = ({ data }) => (data.script ? importScripts(data.script) : serve(data));`;

  /** @param {string} code */
  const address = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));

  // The worker of a page, hired for its first job, and dismissed with all its memory while the page is hidden and nothing is
  // asked. Where the browser refuses workers, at once or later, the page does the work.
  /** @param {Compiled | undefined} compiled @returns {Computer} */
  function computer(compiled) {
    /** @type {Map<number, { message: Asked; words: { list: number; hidden: string[]; guesses: string[] }; tell: (answer: Answer) => void }>} */
    const waiting = new Map();
    /** @type {Worker | null} */
    let worker = null;
    /** @type {((message: Message) => void) | null} */
    let post = null;
    const known = { lists: new Set(), computations: new Set() };
    /** @type {Promise<void> | null} */
    let loading = null;
    let refused = false;
    let asked = 0;
    let listed = 0;

    /** @param {Answer} answer */
    function settle(answer) {
      const job = waiting.get(answer.number);
      if (!("progress" in answer)) waiting.delete(answer.number);
      job?.tell(answer);
    }

    /** @param {Compiled} compiled */
    function hire({ module, layout }) {
      known.lists.clear();
      known.computations.clear();
      const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
      if (!refused) {
        const code = address(script());
        try {
          worker = new Worker(code);
          worker.onmessage = ({ data }) => settle(data);
          worker.onerror = (event) => {
            event.preventDefault();
            refused = true;
            dismiss();
            for (const number of waiting.keys()) send(number);
          };
          post = (message) => worker?.postMessage(message);
        } catch {
          refused = true;
        }
        URL.revokeObjectURL(code);
      }
      if (refused) post = widgets.serve({ ...tools(), engine: widgets.engine(), computations: widgets.computations }, settle);
      post?.({ bytes, layout });
    }

    function dismiss() {
      worker?.terminate();
      worker = post = null;
    }

    // Without the module it is loaded first, once for all.
    function fetch() {
      loading ??= widgets
        .load("compiled.js")
        .then(() => {
          compiled = widgets.compiled;
          if (!compiled) throw new Error("compiled.js holds no kernels");
          for (const number of [...waiting.keys()]) send(number);
        })
        .catch((fault) => {
          loading = null;
          for (const number of waiting.keys()) settle({ number, fault: fault.message });
        });
    }

    /** @param {number} number */
    function send(number) {
      const { message, words } = /** @type {any} */ (waiting.get(number));
      if (!compiled) return fetch();
      try {
        if (!post) hire(compiled);
      } catch (fault) {
        return settle({ number, fault: String(fault) });
      }
      if (!known.computations.has(message.what) && worker) {
        const code = address(`"use strict"; computations.${message.what} = ${widgets.computations[message.what]};`);
        post?.({ script: code });
      }
      if (!known.lists.has(words.list)) post?.(words);
      known.computations.add(message.what);
      known.lists.add(words.list);
      post?.(message);
    }

    document.addEventListener("visibilitychange", () => {
      if (document.hidden && !waiting.size) dismiss();
    });

    return function (hidden, guesses) {
      const words = { list: ++listed, hidden, guesses };
      /** @type {Map<number, () => void>} */
      const open = new Map(); // how each job is cancelled
      /** @type {Computing} */
      const computing = {
        job(what, given) {
          const number = ++asked;
          /** @type {Job<any, any>} */
          const made = { promise: Promise.resolve(null), onprogress() {}, cancel() {} };
          made.promise = new Promise((resolve, reject) => {
            made.cancel = () => {
              if (open.delete(number) && waiting.delete(number)) post?.({ drop: number });
              resolve(null);
            };
            open.set(number, made.cancel);
            /** @param {Answer} answer */
            function tell(answer) {
              if ("progress" in answer) return made.onprogress(answer.progress);
              open.delete(number);
              if (answer.fault === undefined) resolve(answer.answer);
              else reject(new Error(answer.fault));
            }
            waiting.set(number, { message: { number, what, list: words.list, given }, words, tell });
            send(number);
          });
          return made;
        },
        // A job of several computations.
        work(act) {
          const jobs = new Set();
          /** @type {any} */
          const never = new Promise(() => {});
          let stopped = false;
          /** @type {(value: null) => void} */
          let end;
          const cancelled = /** @type {Promise<null>} */ (new Promise((resolve) => (end = resolve)));
          /** @type {Task<any>} */
          const task = {
            report: (progress) => void (stopped || made.onprogress(progress)),
            async ask(what, given, tell) {
              if (stopped) return never;
              const job = computing.job(what, given);
              if (tell) job.onprogress = tell;
              jobs.add(job);
              const answer = await job.promise;
              jobs.delete(job);
              return stopped ? never : answer;
            },
          };
          /** @type {Job<any, any>} */
          const made = {
            promise: Promise.race([cancelled, Promise.resolve().then(() => (stopped ? never : act(task)))]),
            onprogress() {},
            cancel() {
              stopped = true;
              jobs.forEach((job) => job.cancel());
              end(null);
            },
          };
          return made;
        },
        close() {
          for (const cancel of [...open.values()]) cancel();
          if (known.lists.delete(words.list)) post?.({ forget: words.list });
        },
      };
      return computing;
    };
  }

  // What a widget says when a computation failed: a browser without WebAssembly, or with too little memory.
  widgets.cannot = (fault) => `This browser cannot compute this: ${String(fault instanceof Error ? fault.message : fault).replace(/\.$/, "")}.`;

  // Word lists with which a widget computes: `job` begins a computation, with a promise, a call `onprogress` and `cancel`, after
  // which the promise gives null; `work` does so for several together; `close` ends all that were begun.
  widgets.computing = function (compiled, hidden, guesses) {
    widgets.computer ??= computer(compiled ?? widgets.compiled);
    return widgets.computer(hidden, guesses);
  };
})();
