// Workers for the engine: questions are answered, long work goes on in slices, says how far it is and can be stopped.
(function () {
  const widgets = wordleWidgets;
  const MOST = 4;
  const MANY = 400; // words from which several workers are worth their start

  // Serves an engine, in a worker or in the page. What comes: a game's words; a question with its number; the number of
  // one to be dropped. Questions are answered at once, but sums of Q-factors in slices between which others are heard.
  widgets.serve = function (engine, post) {
    "use strict";
    const SLICE = 20;
    /** @type {Map<number, Generator<void, number>>} */
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

    /** @param {number} number @param {Generator<void, number>} steps */
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
          if (what !== "qSum") return post({ number, answer: /** @type {any} */ (engine)[what](game, ...given) });
          running.set(number, /** @type {any} */ (engine).qSteps(game, ...given));
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
      worker = null;
      post = widgets.serve(widgets.engine(), settle);
      post({ hidden, guesses });
      for (const { message } of waiting.values()) post(message);
    }

    try {
      const address = URL.createObjectURL(new Blob([script()], { type: "text/javascript" }));
      worker = new Worker(address);
      worker.onmessage = ({ data }) => settle(data);
      worker.onerror = (event) => {
        event.preventDefault();
        workHere();
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
        worker?.terminate();
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

    /** @template A @param {(task: Task) => Promise<A>} work @returns {Job<A>} */
    function job(work) {
      const open = new Map();
      /** @type {(value: null) => void} */
      let end;
      let stopped = false;
      const cancelled = /** @type {Promise<null>} */ (new Promise((resolve) => (end = resolve)));
      /** @type {Task} */
      const task = {
        report: (progress) => made.onprogress(progress),
        ask(hand, what, ...given) {
          if (stopped) return new Promise(() => {});
          const number = ++asked;
          open.set(number, hand);
          return hand.ask({ number, what, given }).finally(() => open.delete(number));
        },
      };
      /** @type {Job<A>} */
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

    // Find the sums that are missing, several at a time, the first ones first.
    /** @param {Task} task @param {Row[]} history @param {Plan} plan @param {Costed[]} costed @param {number} n @param {Line[]} lines */
    async function fill(task, history, { score, hard }, costed, n, lines) {
      const missing = costed.filter(({ sum }) => Number.isNaN(sum));
      const of = missing.length;
      const crew = n < MANY || hands[0].here() ? 1 : Math.min(of, MOST, navigator.hardwareConcurrency ?? 1);
      while (hands.length < crew) hands.push(hire(hidden, guesses));
      let done = 0;
      /** @param {Hand} hand */
      async function help(hand) {
        for (let one = missing.shift(); one; one = missing.shift()) {
          one.sum = await task.ask(hand, "qSum", history, one.guess, score, hard);
          task.report({ n, lines, done: ++done, of });
        }
      }
      task.report({ n, lines, done, of });
      await Promise.all(hands.slice(0, crew).map(help));
    }

    /** @param {Task} task @param {Row[]} history @param {Plan} plan */
    async function candidates(task, history, plan) {
      if (openings && !history.length) return { n: hidden.length, lines: openingLines(openings, plan) };
      /** @type {Ranking} */
      const { left, best } = await task.ask(hands[0], "rank", history, plan.hard, plan.width, plan.score);
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
          await fill(task, history, plan, lines, n, lines);
          return { n, lines, choice: choice(lines) };
        }),
      // A row that was played after some others: what it told, what its guess costs, and the candidates beside it.
      /** @type {EngineWorker["judge"]} */
      judge: (history, row, plan) =>
        job(async (task) => {
          /** @type {Told} */
          const told = await task.ask(hands[0], "told", history, row);
          const { n, lines } = await candidates(task, history, plan);
          /** @type {Costed} */
          const own = lines.find(({ guess }) => guess === row[0]) ?? { guess: row[0], sum: NaN };
          await fill(task, history, plan, [...new Set([own, ...lines])], n, lines);
          return { ...told, sum: own.sum, lines, choice: choice(lines) };
        }),
      close: () => hands.forEach((hand) => hand.close()),
    };
  };
})();
