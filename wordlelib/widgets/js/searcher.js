// Tree search with the library's kernel; here is what Python does around it (wordlelib/search/tree_search.py).
(function () {
  const widgets = wordleWidgets;
  widgets.computations ??= {};

  // A search in easy mode: the course of so many iterations with some settings, or of fewer if the root is proven or the
  // target is reached. It is that of `TreeSearch(game, np.random.default_rng(seed), ...)`. It yields the course so far.
  widgets.computations.search = function ({ open, layout, compiledGame, sizesOf, fillKeys, greedyRule }) {
    const INFORMATION = 0; // the number of the score by which guesses are listed
    const { DONE, MADE, NONE } = layout.constants;
    const names = Object.keys(layout.records.Tree.fields);
    /** @type {WeakMap<Game, SearchStage>} */
    const stages = new WeakMap();

    // A game in a memory of its own, with the guesses in the random order that a seed gives.
    /** @param {Game} game @param {number} seed @returns {SearchStage} */
    function stageOf(game, seed) {
      const last = stages.get(game);
      if (last?.seed === seed) return last;
      const host = last?.host ?? open();
      const start = last?.start ?? host.mark();
      stages.delete(game);
      host.release(start);
      const m = game.guesses.length;
      const rng = host.make("PCG64", {});
      const order = host.array("int32", m);
      host.view(order).set([...game.guesses.keys()]);
      host.call("seed_generator", rng, seed);
      host.call("shuffle", rng, order);
      const guesses = Array.from(host.view(order), (/** @type {number} */ g) => game.guesses[g]);
      const arrays = compiledGame(host, { hidden: game.hidden, guesses, hard: false });
      const shuffled = host.view(rng.fields.state).slice();
      const sizes = { ...sizesOf(arrays), listed: m, label_masks: 1 };
      const stage = { seed, host, start, guesses, arrays, rng, shuffled, sizes, mark: host.mark() };
      stages.set(game, stage);
      return stage;
    }

    /** @param {Host} host @param {number} size */
    function counting(host, size) {
      const array = host.array("int32", size);
      host.view(array).set([...Array(size).keys()]);
      return array;
    }

    // What the kernel needs besides the game, and the belief of all words.
    /** @param {SearchStage} stage */
    function prepare({ host, sizes }) {
      const labels = host.array("int64", sizes.guesses);
      host.view(labels).fill(1n);
      const [members, numbers] = [counting(host, sizes.hidden), counting(host, sizes.hidden)];
      const room = host.make("tree_search.Room", sizes, {
        rule: greedyRule(host, INFORMATION, sizes.hidden),
        counts: host.make("Counts", sizes, { labels, numbers }),
        keys: fillKeys(host, host.make("Keys", sizes)),
        root_allowed: counting(host, sizes.guesses),
      });
      const key = host.view(room.fields.keys.fields.words).reduce((/** @type {bigint} */ a, /** @type {bigint} */ b) => a ^ b);
      return { room, belief: host.make("Belief", {}, { members, hints: host.array("uint8", 0), key }) };
    }

    /** @param {Game} game @param {SearchGiven} given */
    return function* (game, { config: { rule, ...switches }, seed, iterations, target = -1 }) {
      const stage = stageOf(game, seed);
      const { host, arrays, rng, sizes, guesses } = stage;
      /** @type {SearchTrace} */
      const course = { best: [], value: [], lower: [], upper: [] };
      try {
        host.view(rng.fields.state).set(stage.shuffled);
        const config = host.make("Config", {}, { ...switches, rule: host.make("ArmRule", {}, rule) });
        const tree = host.make("Tree", sizes);
        const { room, belief } = prepare(stage);
        const trace = host.make("Trace", { iterations: 1 });
        const used = () => host.view(tree.fields.used);

        /** @param {number} lack */
        function enlarge(lack) {
          if (names[lack] !== "places") return host.grow(tree, names[lack]);
          const { nodes, places } = tree.fields;
          const larger = host.array(places.items, 2 * places.shape[0]);
          host.call("copy_places", nodes, places, larger);
          host.replace(tree, "places", larger);
        }

        // Make the root, and then an iteration at a time.
        /** @param {HostRecord} task */
        function advance(task) {
          used()[MADE] = 0n;
          for (let lack; (lack = host.call("advance", config, arrays, tree, room, rng, task, trace)) !== DONE; ) enlarge(lack);
        }
        advance(host.make("Task", {}, { node: NONE, target, belief }));
        const task = host.make("Task", {}, { node: 0, target, belief });
        while (course.best.length < iterations) {
          advance(task);
          if (!used()[MADE]) break;
          const [best, value, lower, upper] = ["best", "value", "lower", "upper"].map((name) => host.view(trace.fields[name])[0]);
          course.best.push(guesses[best]);
          course.value.push(value);
          course.lower.push(Number(lower));
          course.upper.push(Number(upper));
          yield course;
        }
        return course;
      } finally {
        host.release(stage.mark);
      }
    };
  };
})();
