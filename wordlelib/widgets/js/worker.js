// Workers for the engine: questions are answered, long work goes on in slices, says how far it is and can be stopped.
(function () {
  const widgets = wordleWidgets;
  const MOST = 4;
  const MANY = 400; // words from which several workers are worth their start

  // Serves an engine, in a worker or in the page. What comes: a game's words; a question with its number; the number of
  // one to be dropped. Questions are answered at once, but long ones in slices between which others are heard.
  widgets.serve = function (engine, post) {
    "use strict";
    const SLICE = 20;
    /** @type {Record<string, string>} */
    const STEPS = { qSum: "qSteps", grid: "gridSteps" };
    /** @type {Map<number, Generator<void, unknown>>} */
    const running = new Map();
    const turn = new MessageChannel();
    /** @type {Game} */
    let game;

    /** @param {number} number @param {() => void} act */
    function guarded(number, act) {
      try {
        act();
      } catch (fault) {
        running.delete(number);
        post({ number, fault: fault instanceof Error ? fault.message : String(fault) });
      }
    }

    /** @param {number} number @param {Generator<void, unknown>} steps */
    function slice(number, steps) {
      const until = performance.now() + SLICE;
      while (performance.now() < until) {
        const { done, value } = steps.next();
        if (!done) continue;
        running.delete(number);
        return post({ number, answer: value });
      }
    }

    turn.port1.onmessage = () => {
      for (const [number, steps] of running) guarded(number, () => slice(number, steps));
      if (running.size) turn.port2.postMessage(null);
    };

    return function (message) {
      if ("hidden" in message) game = engine.makeGame(message.hidden, message.guesses);
      else if ("drop" in message) running.delete(message.drop);
      else {
        const { number, what, given } = message;
        guarded(number, () => {
          const answer = /** @type {any} */ (engine)[STEPS[what] ?? what](game, ...given);
          if (!STEPS[what]) return post({ number, answer });
          running.set(number, answer);
          if (running.size === 1) turn.port2.postMessage(null);
        });
      }
    };
  };

  // The engine and `serve` as the text of a worker.
  const script = () => `const engine = {};
    for (const part of [${widgets.engineParts.join(", ")}]) part(engine);
    const serve = (${widgets.serve})(engine, (answer) => postMessage(answer));
    onmessage = ({ data }) => serve(data);`;

  // One worker; where the browser refuses it, at once or later, the page does its work.
  /** @param {string[]} hidden @param {string[]} guesses */
  function hire(hidden, guesses) {
    /** @type {Map<number, { message: Asked; resolve: (answer: any) => void; reject: (fault: Error) => void }>} */
    const waiting = new Map();
    /** @type {Worker | null} */
    let worker = null;
    /** @type {(message: Message) => void} */
    let post = (message) => worker?.postMessage(message);

    /** @param {Answer} answer */
    function settle({ number, answer, fault }) {
      const asked = waiting.get(number);
      waiting.delete(number);
      if (fault === undefined) asked?.resolve(answer);
      else asked?.reject(new Error(fault));
    }

    function workHere() {
      drop();
      worker = null;
      post = widgets.serve(widgets.engine(), settle);
      post({ hidden, guesses });
      for (const { message } of waiting.values()) post(message);
    }

    const address = URL.createObjectURL(new Blob([script()], { type: "text/javascript" }));
    function drop() {
      worker?.terminate();
      URL.revokeObjectURL(address);
    }

    try {
      worker = new Worker(address);
      worker.onmessage = ({ data }) => settle(data);
      worker.onerror = (event) => {
        event.preventDefault();
        if (worker) workHere();
      };
      post({ hidden, guesses });
    } catch {
      workHere();
    }
    return {
      here: () => worker === null,
      /** @param {Asked} message @returns {Promise<any>} */
      ask(message) {
        return new Promise((resolve, reject) => {
          waiting.set(message.number, { message, resolve, reject });
          post(message);
        });
      },
      /** @param {number} number */
      drop(number) {
        post({ drop: number });
        waiting.delete(number);
      },
      close() {
        drop();
        for (const number of waiting.keys()) this.drop(number);
      },
    };
  }

  // Rows of the file of openings, as the engine would give them.
  /** @param {Openings} openings @param {Plan} plan @returns {Line[]} */
  function openingLines({ columns, rows }, { score, width, hard }) {
    return rows[score].slice(0, width).map((row) => {
      const { easy, hard: strict, ...line } = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
      return /** @type {Line} */ ({ ...line, sum: hard ? strict : easy });
    });
  }

  // The candidate of least sum, the first among equals, or -1 while a sum is missing: then it is NaN.
  const choice = (/** @type {Line[]} */ lines) => lines.findIndex((a) => lines.every((b) => a.sum <= b.sum));

  // Workers that answer what an engine can: `ask("rank", history, hard, 10)` promises what `rank` gives. Long work is a
  // job, with a promise, a call `onprogress` and `cancel`; a cancelled job's promise gives null. `openings`: what is known of
  // the first row with these words.
  widgets.worker = function (hidden, guesses, openings) {
    const hands = [hire(hidden, guesses)];
    let asked = 0;

    // The sums of guesses, several at a time, the first ones first; `tell` is called with the place of each and its sum.
    /** @param {Ask} ask @returns {Task<any>["sums"]} */
    const sumsBy = (ask) =>
      async function (history, { score, hard }, n, some, tell) {
        const crew = n < MANY || hands[0].here() ? 1 : Math.min(some.length, MOST, navigator.hardwareConcurrency ?? 1);
        while (hands.length < crew) hands.push(hire(hidden, guesses));
        let next = 0;
        /** @param {Hand} hand */
        async function help(hand) {
          for (let i = next++; i < some.length; i = next++) tell(i, await ask(hand, "qSum", history, some[i], score, hard));
        }
        await Promise.all(hands.slice(0, crew).map(help));
      };

    /** @template A, P @param {(task: Task<P>) => Promise<A>} work @returns {Job<A, P>} */
    function job(work) {
      const open = new Map();
      /** @type {(value: null) => void} */
      let end;
      let stopped = false;
      const cancelled = /** @type {Promise<null>} */ (new Promise((resolve) => (end = resolve)));
      /** @type {Ask} */
      function ask(hand, what, ...given) {
        if (stopped) return new Promise(() => {});
        const number = ++asked;
        open.set(number, hand);
        return hand.ask({ number, what, given }).finally(() => open.delete(number));
      }
      /** @type {Task<P>} */
      const task = {
        report: (progress) => void (stopped || made.onprogress(progress)),
        ask: (what, ...given) => ask(hands[0], what, ...given),
        sums: sumsBy(ask),
      };
      /** @type {Job<A, P>} */
      const made = {
        promise: Promise.race([cancelled, Promise.resolve().then(() => work(task))]),
        onprogress() {},
        cancel() {
          stopped = true;
          open.forEach((hand, number) => hand.drop(number));
          end(null);
        },
      };
      return made;
    }

    // Find the sums that are missing.
    /** @param {Task<Progress>} task @param {Row[]} history @param {Plan} plan @param {number} n @param {Line[]} lines */
    async function fill(task, history, plan, n, lines) {
      const missing = lines.filter(({ sum }) => Number.isNaN(sum));
      const of = missing.length;
      let done = 0;
      task.report({ n, lines, done, of });
      await task.sums(history, plan, n, missing.map(({ guess }) => guess), (i, sum) => {
        missing[i].sum = sum;
        task.report({ n, lines, done: ++done, of });
      });
    }

    /** @param {Task<Progress>} task @param {Row[]} history @param {Plan} plan */
    async function candidates(task, history, plan) {
      if (openings && !history.length) return { n: hidden.length, lines: openingLines(openings, plan) };
      /** @type {Ranking} */
      const { left, best } = await task.ask("rank", history, plan.hard, plan.width, plan.score);
      return { n: left.length, lines: best.map((line) => ({ ...line, sum: NaN })) };
    }

    return {
      /** @param {Asked["what"]} what @param {any[]} given @returns {Promise<any>} */
      ask: (what, ...given) => hands[0].ask({ number: ++asked, what, given }),
      // The candidates of a greedy policy after some rows, with what each costs in the end, and rollout's choice.
      /** @type {EngineWorker["qFactors"]} */
      qFactors: (history, plan) =>
        job(async (task) => {
          const { n, lines } = await candidates(task, history, plan);
          await fill(task, history, plan, n, lines);
          return { n, lines, choice: choice(lines) };
        }),
      job,
      close: () => hands.forEach((hand) => hand.close()),
    };
  };
})();
