// A belief as bars: rows, a prior and a rate of lies make the probabilities of the hidden words, and particles follow.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const SHOWN = 10;
  const NAMED = 3; // words that are lost
  const MOST_SKEW = 4;
  const SIZES = [100, 300, 1000, 3000, 10000];
  const THRESHOLDS = [0, 0.5, 1]; // of the effective number of particles, as a part of their number
  const RULES = ["never", "below a half", "after each row"];
  const MOVES = [0, 1, 5];
  const SEEDS = 999;

  // What can be set: lies only where a pose has some, particles only where the poses have some.
  /** @param {BeliefPose[]} poses */
  const settings = (poses) => ({ lies: poses.some((pose) => pose.lies > 0), particles: poses.some((pose) => pose.particles > 0) });

  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)}%`;

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
      threshold: make("select", {}, ...THRESHOLDS.map((value, i) => make("option", { value }, RULES[i]))),
      moves: make("select", {}, ...MOVES.map((value) => make("option", { value }, String(value)))),
      again: make("button", { type: "button" }, "Draw them again"),
      skewNow: make("span", { "aria-hidden": "true" }),
      liesNow: make("span", { "aria-hidden": "true" }),
      bars: widgets.scroller("Table of the likeliest words"),
      status: make("p", { role: "status", className: "ww-status ww-belief-said" }),
    };
    const shown = settings(poses);
    const slider = (/** @type {string} */ name, /** @type {HTMLElement} */ input, /** @type {HTMLElement} */ now) =>
      make("label", { className: "ww-field ww-sliding" }, make("span", {}, `${name} `, now), input);
    const fields = [widgets.field("Particles", view.particles), widgets.field("Resample", view.threshold), widgets.field("Moves", view.moves)];
    const particles = make("div", { className: "ww-controls" }, ...fields, view.again);
    const sliders = make(
      "div",
      {},
      slider("Skew of the prior", view.skew, view.skewNow),
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
    const rows = make("div", {}, board.form, board.problem, board.rows);
    el.append(
      make(
        "div",
        { className: "ww ww-belief", role: "region", "aria-label": "Belief as bars" },
        ...[controls, view.bars, view.status, make("div", { className: "ww-columns" }, view.sliders, rows)],
      ),
    );

    /** @returns {BeliefGiven} */
    const given = () => ({
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
      const caption = held ? "The likeliest words: belief (full) and particles (hatched)" : "The likeliest words";
      view.bars.replaceChildren(widgets.table(caption, heads, rows));
      return order;
    }

    // How far the particles are from the belief, row by row, and what they are worth.
    /** @param {ReturnType<typeof compute>["followed"]} followed */
    function sayFollowed(followed) {
      if (!followed.length) return "";
      const sizes = followed.map(({ size }) => Math.round(size).toLocaleString("en")).join(", then ");
      const distances = followed.map(({ apart }) => apart.toFixed(2)).join(", then ");
      return ` Effective sample size: ${sizes}. Distance to the belief: ${distances}.`;
    }

    // What the particles have lost of a belief.
    /** @param {Float64Array} b @param {Float64Array | null} held @param {number[]} order */
    function sayParticles(b, held, order) {
      if (!held) return "No particle allows these rows: the filter has lost every word.";
      const lost = order.filter((h) => held[h] === 0);
      const share = lost.reduce((sum, h) => sum + b[h], 0);
      const words = held.reduce((n, each) => n + Number(each > 0), 0);
      const named = lost.slice(0, NAMED).map((h) => hidden[h]).join(", ");
      if (!lost.length) return `The particles hold ${count(words, "word")}, and have lost none.`;
      const said = ` They have lost ${count(lost.length, "word")} with ${percent(share)} of the belief${lost.length > NAMED ? ", first" : ":"} ${named}.`;
      return `The particles hold ${count(words, "word")}.${said}`;
    }

    /** @param {ReturnType<typeof compute>} found @param {number} possible */
    function sayBelief({ after, possible: agrees }, possible) {
      const last = bits[bits.length - 1];
      if (!agrees) return `No word can show row ${after.length}. The bars stand for the rows before it.`;
      const alike = (2 ** last).toLocaleString("en", { maximumFractionDigits: last < 3 ? 1 : 0 });
      const truthful = engine.candidates(game, model.get("history")).length;
      const otherwise = shown.lies ? ` If every colour were true, ${count(truthful, "word")} would be left.` : "";
      return `${count(possible, "word")} possible. Entropy: ${last.toFixed(2)} bits (${bits[0].toFixed(2)} at the start), as for ${alike} equally likely words.${otherwise}`;
    }

    function drawSettings() {
      const { skew, lies, particles, threshold, moves, seed } = given();
      view.skew.value = String(skew);
      view.lies.value = String(lies);
      view.particles.value = String(particles);
      view.threshold.value = String(threshold);
      view.moves.value = String(moves);
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
      const chosen = poses.findIndex(same);
      view.presets.value = chosen < 0 ? "" : String(chosen);
    }

    function show() {
      const found = compute(given(), known);
      const b = found.after[found.after.length - 1];
      bits = found.after.map(entropy);
      board.draw();
      drawSettings();
      const held = found.cloud && estimate(found.cloud, hidden.length);
      const order = drawBars(b, held);
      const particles = shown.particles && found.possible ? ` ${sayParticles(b, held, order)}${sayFollowed(found.followed)}` : "";
      view.status.textContent = sayBelief(found, order.length) + particles;
      set({ bits: bits[bits.length - 1], possible: found.possible ? order.length : 0, likeliest: order.slice(0, SHOWN).map((h) => hidden[h]) });
    }

    /** @param {Partial<BeliefState>} values */
    function change(values) {
      set(values);
      show();
    }

    view.skew.oninput = () => change({ skew: view.skew.valueAsNumber });
    view.lies.oninput = () => change({ lies: view.lies.valueAsNumber });
    view.particles.onchange = () => change({ particles: Number(view.particles.value) });
    view.threshold.onchange = () => change({ threshold: Number(view.threshold.value) });
    view.moves.onchange = () => change({ moves: Number(view.moves.value) });
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
      skew: codecs.real(0, MOST_SKEW),
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
