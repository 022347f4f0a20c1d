// A belief as bars: rows, a prior and a rate of lies make the probabilities of the hidden words, and particles follow.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SHOWN = 6;
  const LIKELIEST = 10;
  const MOST_SKEW = 4;
  const SIZES = [100, 300, 1000, 3000, 10000];
  const THRESHOLDS = [0, 0.5, 1]; // of the effective number of particles, as a part of their number
  const MOVES = [0, 1, 5];
  const SEEDS = 999;

  // What can be set: a prior and lies only where a pose has them, particles only where the poses have some.
  /** @param {BeliefPose[]} poses */
  const settings = (poses) => ({
    skew: poses.some((pose) => pose.skew > 0),
    lies: poses.some((pose) => pose.lies > 0),
    particles: poses.some((pose) => pose.particles > 0),
  });

  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;

  // The belief after each row, the prior first, as long as the rows are possible; of the particles the last cloud, null if
  // there is none any more, and after each row their effective number, before resampling, and distance to the belief.
  /** @param {BeliefGiven} given @param {{ engine: Engine, game: Game, shares: number[] }} known */
  function compute({ history, lies, skew, particles, threshold, moves, seed }, { engine, game, shares }) {
    const { prior, likelihood, bayes, draw, weigh, estimate, totalVariation, seeded } = widgets.beliefs;
    const random = seeded(seed);
    const before = prior(shares, skew);
    const after = [before];
    /** @type {{ size: number, apart: number }[]} */
    const followed = [];
    let explained = before.map(() => 1);
    let cloud = particles ? draw(before, particles, random) : null;
    for (const row of history) {
      const likely = likelihood(engine, game, row, lies);
      const next = bayes(after[after.length - 1], likely);
      explained = explained.map((each, i) => each * likely[i]);
      cloud = cloud && next && weigh(cloud, likely, random, { threshold, moves, prior: before, explained });
      if (!next) return { after, cloud, followed, possible: false };
      if (cloud) followed.push({ size: cloud.size, apart: totalVariation(estimate(cloud, next.length), next) });
      after.push(next);
    }
    return { after, cloud, followed, possible: true };
  }

  /** @param {number} share @param {number} most @param {string} name */
  function bar(share, most, name) {
    const made = widgets.make("span", { className: `ww-share ${name}` });
    made.style.width = `${(100 * share) / most}%`;
    made.hidden = share === 0;
    return made;
  }

  /** @param {BeliefPose[]} poses */
  function build(poses) {
    const { make } = widgets;
    const range = (/** @type {number} */ max, /** @type {number} */ step) => make("input", { type: "range", min: 0, max, step });
    const view = {
      presets: make("select", {}, ...poses.map(({ name }, i) => make("option", { value: i }, name)), make("option", { value: "" }, "your own")),
      skew: range(MOST_SKEW, 0.05),
      lies: range(1, 0.01),
      particles: make("select", {}, ...SIZES.map((size) => make("option", { value: size }, size.toLocaleString("en")))),
      again: make("button", { type: "button" }, "Draw them again"),
      skewNow: make("span", { "aria-hidden": "true" }),
      liesNow: make("span", { "aria-hidden": "true" }),
      bars: widgets.scroller("Table of the likeliest words"),
      status: make("p", { role: "status", className: "ww-status ww-loud" }),
      facts: make("p", { className: "ww-under" }),
    };
    const shown = settings(poses);
    const slider = (/** @type {string} */ name, /** @type {HTMLElement} */ input, /** @type {HTMLElement} */ now) =>
      make("label", { className: "ww-field ww-sliding" }, make("span", {}, `${name} `, now), input);
    const particles = make("div", { className: "ww-controls" }, widgets.field("Particles", view.particles), view.again);
    const sliders = make(
      "div",
      {},
      shown.skew ? slider("Word frequencies to the power", view.skew, view.skewNow) : null,
      shown.lies ? slider("Lie rate", view.lies, view.liesNow) : null,
      shown.particles ? particles : null,
    );
    return { ...view, sliders };
  }

  widgets.beliefbars = function ({ model, el }) {
    const { make, count } = widgets;
    const { entropy, estimate } = widgets.beliefs;
    const set = widgets.setter(model);
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const known = { engine, game, shares: widgets.unpack(model.get("shares")) };
    const poses = model.get("poses");
    const shown = settings(poses);
    const view = build(poses);
    /** @type {number[]} */
    let bits = [];
    const note = (/** @type {number} */ row) => (row + 1 < bits.length ? `${bits[row + 1].toFixed(2)} bits left` : "impossible");
    const board = widgets.board({ model, game, engine, secret: false, note, changed: show });
    const controls = make("div", { className: "ww-controls" }, widgets.field("What if?", view.presets));
    const given = make("div", {}, view.sliders, board.form, board.problem, board.rows);
    el.append(
      make(
        "div",
        { className: "ww ww-belief", role: "region", "aria-label": "Belief as bars" },
        ...[view.status, controls, make("div", { className: "ww-columns" }, view.bars, given)],
        shown.particles || shown.lies ? view.facts : null,
      ),
    );

    /** @returns {BeliefGiven} */
    const chosen = () => ({
      history: model.get("history"),
      skew: model.get("skew"),
      lies: shown.lies ? model.get("lies") : 0,
      particles: shown.particles ? model.get("particles") : 0,
      threshold: model.get("threshold"),
      moves: model.get("moves"),
      seed: model.get("seed"),
    });

    /** @param {Float64Array} b @param {Float64Array | null} held */
    function drawBars(b, held) {
      const order = [...b.keys()].filter((h) => b[h] > 0).sort((i, j) => b[j] - b[i] || i - j);
      const top = order.slice(0, SHOWN);
      const most = Math.max(1e-300, ...top.flatMap((h) => [b[h], held?.[h] ?? 0]));
      const rows = top.map((h) => {
        const bars = make("div", {}, bar(b[h], most, "ww-believed"), held ? bar(held[h], most, "ww-held") : null);
        return [hidden[h], bars, percent(b[h]), ...(held ? [held[h] ? percent(held[h]) : "✗ lost"] : [])];
      });
      const rest = (/** @type {Float64Array} */ all) => percent(Math.max(0, 1 - top.reduce((sum, h) => sum + all[h], 0)));
      const others = order.length - top.length;
      while (rows.length < SHOWN) rows.push(["–", "", "", ...(held ? [""] : [])]);
      rows.push([count(others, "other"), "", rest(b), ...(held ? [rest(held)] : [])]);
      const heads = ["word", "", "belief", ...(held ? ["particles"] : [])];
      const caption = held ? "Belief (full) and particles (hatched)" : "The likeliest words";
      view.bars.replaceChildren(widgets.table(caption, heads, rows));
      return order;
    }

    // The sentence: what the last row has done or, where particles follow, what they make of the likeliest word.
    /** @param {ReturnType<typeof compute>} found @param {Float64Array | null} held @param {number[]} order */
    function say({ after, possible }, held, order) {
      const [rows, last] = [model.get("history"), after.length - 1];
      if (!possible) return `No word can show row ${after.length}. The bars stand for the rows before it.`;
      if (shown.particles && !held) return "No particle allows these rows: the filter has lost every word.";
      const words = count(order.length, "word");
      if (held) {
        const b = after[last];
        const [word, share] = [hidden[order[0]].toUpperCase(), percent(b[order[0]])];
        const top = order.filter((h) => b[h] > b[order[0]] * (1 - 1e-9));
        const lost = top.filter((h) => !held[h]).length;
        const of = lost ? `have lost ${lost.toLocaleString("en")} of the` : "hold all";
        if (top.length > 1) return `The particles ${of} ${count(top.length, "likeliest word")} (${share} each).`;
        if (!held[order[0]]) return `The particles have lost ${word}, to which the belief gives ${share}.`;
        return `The particles give ${word} ${percent(held[order[0]])}, and the belief gives it ${share}.`;
      }
      if (!rows.length) return `${words} possible, and ${bits[0].toFixed(2)} bits are left to learn.`;
      const [was, is] = [bits[last - 1], bits[last]].map((each) => each.toFixed(2));
      const change = was === is ? "as many as" : Number(is) > Number(was) ? "more than the" : "fewer than the";
      return `${rows[last - 1][0].toUpperCase()} leaves ${words} and ${is} bits, ${change} ${was === is ? "" : `${was} `}before it.`;
    }

    // What the particles have lost of a belief, what they are worth after each row, and how far they are from it.
    /** @param {ReturnType<typeof compute>} found @param {Float64Array | null} held @param {number[]} order */
    function sayFacts({ after, followed }, held, order) {
      const b = after[after.length - 1];
      const truthful = count(engine.candidates(game, model.get("history")).length, "word");
      const said = shown.lies ? [`If every colour were true, ${truthful} would be left.`] : [];
      if (held) {
        const lost = order.filter((h) => held[h] === 0);
        const words = count(held.reduce((n, each) => n + Number(each > 0), 0), "word");
        const share = percent(lost.reduce((sum, h) => sum + b[h], 0));
        said.push(`The particles hold ${words}, and have lost ${count(lost.length, "word")} with ${share} of the belief.`);
      }
      if (held && followed.length) {
        said.push(`Effective sample size: ${followed.map(({ size }) => Math.round(size).toLocaleString("en")).join(", then ")}.`);
        said.push(`Distance to the belief: ${followed.map(({ apart }) => apart.toFixed(2)).join(", then ")}.`);
      }
      return said.join(" ");
    }

    function drawSettings() {
      const { skew, lies, particles, threshold, moves, seed } = chosen();
      view.skew.value = String(skew);
      view.lies.value = String(lies);
      view.particles.value = String(particles);
      view.skewNow.textContent = skew.toFixed(2);
      view.liesNow.textContent = lies.toFixed(2);
      const same = (/** @type {BeliefPose} */ pose) =>
        seed === 1 &&
        pose.skew === skew &&
        pose.lies === lies &&
        pose.particles === particles &&
        pose.threshold === threshold &&
        pose.moves === moves &&
        String(pose.rows) === String(model.get("history"));
      const pose = poses.findIndex(same);
      view.presets.value = pose < 0 ? "" : String(pose);
    }

    function show() {
      const found = compute(chosen(), known);
      const b = found.after[found.after.length - 1];
      bits = found.after.map(entropy);
      board.draw();
      drawSettings();
      const held = found.cloud && estimate(found.cloud, hidden.length);
      const order = drawBars(b, held);
      view.status.textContent = say(found, held, order);
      view.facts.textContent = sayFacts(found, held, order);
      set({ bits: bits[bits.length - 1], possible: found.possible ? order.length : 0, likeliest: order.slice(0, LIKELIEST).map((h) => hidden[h]) });
    }

    /** @param {Partial<BeliefState>} values */
    function change(values) {
      set(values);
      show();
    }

    view.skew.oninput = () => change({ skew: view.skew.valueAsNumber });
    view.lies.oninput = () => change({ lies: view.lies.valueAsNumber });
    view.particles.onchange = () => change({ particles: Number(view.particles.value) });
    view.again.onclick = () => change({ seed: (model.get("seed") % SEEDS) + 1 });
    view.presets.onchange = () => {
      if (!view.presets.value) return board.guess.focus();
      const { rows, skew, lies, particles, threshold, moves } = poses[Number(view.presets.value)];
      change({ history: rows, skew, lies, particles, threshold, moves, seed: 1 });
    };
    show();
    return widgets.follow(model, ["history", "skew", "lies", "particles", "threshold", "moves", "seed"], show);
  };
  widgets.beliefbars.state = (model) => {
    const shown = settings(model.get("poses"));
    return {
      history: codecs.rows,
      ...(shown.skew && { skew: codecs.real(0, MOST_SKEW) }),
      ...(shown.lies && { lies: codecs.real(0, 1) }),
      ...(shown.particles && {
        particles: codecs.choice(SIZES),
        threshold: codecs.choice(THRESHOLDS),
        moves: codecs.choice(MOVES),
        seed: codecs.whole(1, SEEDS),
      }),
    };
  };
  widgets.beliefbars.tiles = true;
})();
