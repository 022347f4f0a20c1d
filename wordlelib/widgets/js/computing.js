// Computations with the library's kernels, in one worker that all widgets of a page share: long work goes on in slices, says
// how far it is, and can be stopped.
(function () {
  const widgets = wordleWidgets;

  // By name: from a kit a function of a game and of what is `given`, which yields progress and returns an answer. They run in
  // the worker as text, and use nothing but the kit. A widget's file adds those that it needs.
  widgets.computations ??= {};

  // A game of words of five letters or fewer in a host's memory, as the record of kernels. Shorter words are made longer by
  // letters that are always green, so that the rows of colours end with `g`. `byHidden`: an array for the rows by hidden word
  // that the caller fills, instead of the codes.
  widgets.compiledGame = function (host, { hidden, guesses, hard, byHidden }) {
    const LENGTH = 5;
    const CELLS = 3 ** LENGTH;
    const BLOCK = 64; // rows and columns that are turned together, so that both stay in the cache
    const { array, view } = host;
    const [m, n] = [guesses.length, hidden.length];
    const spelt = (/** @type {string} */ word) => [...word.padEnd(LENGTH, "-")].map((letter) => letter.charCodeAt(0));
    const letters = array("uint8", m, LENGTH);
    const turned = array("uint8", LENGTH, n);
    const codes = array("uint8", m, n);
    guesses.forEach((word, g) => view(letters).set(spelt(word), LENGTH * g));
    hidden.forEach((word, h) => spelt(word).forEach((letter, i) => (view(turned)[i * n + h] = letter)));
    host.call("fill_five", letters, turned, codes);
    const rows = byHidden ?? array("uint8", n, m);
    if (!byHidden) {
      const [from, to] = [view(codes), view(rows)];
      for (let g = 0; g < m; g += BLOCK) {
        for (let h = 0; h < n; h++) for (let k = g; k < Math.min(g + BLOCK, m); k++) to[h * m + k] = from[k * n + h];
      }
    }
    const place = new Map(guesses.map((word, g) => [word, g]));
    const number = new Map(hidden.map((word, h) => [word, h]));
    const weights = array("int64", n);
    const [asGuess, asHidden] = [array("int32", n), array("int32", m)];
    view(weights).fill(1n);
    view(asGuess).set(hidden.map((word) => place.get(word) ?? -1));
    view(asHidden).set(guesses.map((word) => number.get(word) ?? -1));
    const own = (/** @type {string} */ word) => [...word].map((letter) => letter.charCodeAt(0) - 97);
    const numbered = array("uint8", hard ? m : 0, hard ? guesses[0].length : 0);
    const sets = array("uint64", hard ? m : 0);
    if (hard) {
      view(numbered).set(guesses.flatMap(own));
      view(sets).set(guesses.map((word) => own(word).reduce((set, letter) => set | (1n << BigInt(letter)), 0n)));
    }
    return host.make("Arrays", {}, {
      ...{ codes, by_hidden: rows, guess_of_hidden: asGuess, hidden_of_guess: asHidden, weights, uniform: true },
      ...{ cells: CELLS, solved: CELLS - 1, letters: numbered, letter_sets: sets },
    });
  };

  // Random numbers that name beliefs (Vigna's splitmix64), always the same.
  widgets.fillKeys = function (host, keys) {
    let state = 1970n;
    const wrap = (/** @type {bigint} */ x) => BigInt.asUintN(64, x);
    function draw() {
      state = wrap(state + 0x9e3779b97f4a7c15n);
      let x = state;
      x = wrap((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
      x = wrap((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
      return x ^ (x >> 31n);
    }
    for (const field of Object.values(keys.fields)) host.view(field).set(Array.from({ length: host.view(field).length }, draw));
    return keys;
  };

  // Serves computations, in a worker or in the page. What comes: the module; word lists; a job with its number; the number
  // of one to be dropped. Jobs on the same lists, which may share memory, are done one after the other.
  widgets.serve = function ({ host, compiledGame, fillKeys, engine, computations }, post) {
    const SLICE = 20; // milliseconds before other jobs and messages are looked at
    /** @type {Map<number, { list: number; steps?: Generator<any, any> }>} */
    const jobs = new Map();
    /** @type {Map<number, Game>} */
    const lists = new Map();
    /** @type {Record<string, any>} */
    const made = {};
    const turn = new MessageChannel();
    /** @type {Promise<Kit>} */
    let ready;

    /** @param {number} number @param {unknown} fault */
    function fail(number, fault) {
      if (jobs.delete(number)) post({ number, fault: fault instanceof Error ? fault.message : String(fault) });
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
      if ("bytes" in message) {
        const { bytes, layout } = message;
        ready = WebAssembly.compile(bytes).then((module) => ({ layout, engine, compiledGame, fillKeys, open: () => host(module, layout) }));
        ready.catch(() => {}); // each job says so
      } else if ("hidden" in message) lists.set(message.list, engine.makeGame(message.hidden, message.guesses));
      else if ("forget" in message) lists.delete(message.forget);
      else if ("drop" in message) {
        jobs.get(message.drop)?.steps?.return(null);
        jobs.delete(message.drop);
      }
      else if ("number" in message) {
        const { number, what, list, given } = message;
        jobs.set(number, { list });
        try {
          const kit = await ready;
          if (!jobs.has(number)) return;
          made[what] ??= computations[what](kit);
          jobs.set(number, { list, steps: made[what](lists.get(list), given) });
          go();
        } catch (fault) {
          fail(number, fault);
        }
      }
    };
  };

  const tools = () => ({ host: widgets.host, compiledGame: widgets.compiledGame, fillKeys: widgets.fillKeys });
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
        .then(() => (compiled = widgets.compiled))
        .then(() => [...waiting.keys()].forEach(send))
        .catch((fault) => {
          loading = null;
          for (const number of waiting.keys()) settle({ number, fault: fault.message });
        });
    }

    /** @param {number} number */
    function send(number) {
      const { message, words } = /** @type {any} */ (waiting.get(number));
      if (!compiled) return fetch();
      if (!post) hire(compiled);
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
      /** @type {Set<number>} */
      const open = new Set();
      /** @param {number} number */
      function drop(number) {
        if (open.delete(number) && waiting.delete(number)) post?.({ drop: number });
      }
      /** @type {Computing} */
      const computing = {
        job(what, given) {
          const number = ++asked;
          open.add(number);
          /** @type {Job<any, any>} */
          const made = { promise: Promise.resolve(null), onprogress() {}, cancel() {} };
          made.promise = new Promise((resolve, reject) => {
            made.cancel = () => {
              drop(number);
              resolve(null);
            };
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
            promise: Promise.race([cancelled, Promise.resolve().then(() => act(task))]),
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
          for (const number of [...open]) drop(number);
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
