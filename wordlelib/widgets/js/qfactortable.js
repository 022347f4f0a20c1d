// Q-factors at any belief: the base policy's ranking, what each candidate costs in the end, and rollout's choice.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const MOST = 30;
  /** @type {Record<Score, [unit: string, digits: number]>} */
  const UNITS = {
    "information-gain": ["bits", 2],
    "expected-remaining": ["words left", 2],
    "most-classes": ["classes", 0],
    "worst-class": ["largest class", 0],
  };

  widgets.qfactortable = function ({ model, el }) {
    const { make, count } = widgets;
    const engine = widgets.engine();
    const [hidden, guesses] = widgets.readWords(model.get("words") || widgets.words);
    const game = engine.makeGame(hidden, guesses);
    const policies = widgets.policies(model, hidden, guesses, widgets.openings);
    const base = make("select", {}, ...widgets.scores.map((name) => make("option", { value: name }, name)));
    const width = make("input", { type: "number", min: 1, max: MOST, step: 1 });
    const more = [widgets.field("Base policy", base), widgets.field("Width", width)];
    const board = widgets.board({ model, game, engine, changed: show });
    const status = make("p", { role: "status", className: "ww-status ww-loud" });
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Q-factors computed" });
    const halt = make("button", { type: "button" }, "Stop");
    const work = make("div", { className: "ww-controls ww-work" }, bar, halt);
    const place = widgets.scroller("Candidates and their Q-factors");
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Q-factor table" },
        // the table is last, for nothing that can be pressed may move when its lines change
        ...[board.rows, status, board.form, board.problem, make("div", { className: "ww-controls" }, ...more), work, place],
      ),
    );
    const set = widgets.setter(model);
    /** @type {Job<QFactors> | null} */
    let job = null;

    // Sums that are missing are NaN; then nothing is chosen yet, and `chosen` is -1.
    /** @param {Line[]} lines @param {number} n @param {number} chosen */
    function draw(lines, n, chosen) {
      const [unit, digits] = UNITS[model.get("base")];
      const least = chosen < 0 ? 0 : lines[chosen].sum;
      const most = Math.max(...lines.map((line) => line.sum)) - least;
      const rows = lines.map((line, i) => {
        const bar = make("span", { className: "ww-share", "aria-hidden": "true" });
        bar.style.width = chosen < 0 ? "0" : `${(6 * (line.sum - least)) / Math.max(most, 10)}rem`;
        const missing = Number.isNaN(line.sum);
        const excess = chosen < 0 ? "" : make("span", { className: "ww-excess" }, line.sum === least ? "least" : `+${line.sum - least}`, bar);
        const who = [i === 0 ? make("b", { className: "ww-of-base" }, "◂ base ") : "", i === chosen ? make("b", { className: "ww-newton" }, "◂ rollout") : ""];
        return [
          widgets.guessButton(line, board.add),
          make("span", {}, ...who),
          missing ? "…" : line.sum.toLocaleString("en"),
          excess,
          line.score.toFixed(digits),
        ];
      });
      const caption = `The base policy's first ${count(lines.length, "candidate")} (✓: may be the word). Guesses over the ${count(n, "word")} left, whose mean is the Q-factor`;
      const heads = ["guess", "choice of", "guesses", "above the least", unit];
      place.replaceChildren(widgets.table(caption, heads, rows));
    }

    function rest() {
      el.removeAttribute("aria-busy");
      work.classList.add("ww-later");
    }

    async function show() {
      job?.cancel();
      base.value = model.get("base");
      width.value = String(model.get("width"));
      const now = board.draw();
      const history = model.get("history");
      if (now.length < 2) {
        place.replaceChildren();
        rest();
        status.textContent = now.length ? `Only ${hidden[now[0]]} is left.` : "No word agrees with these rows. Change a colour, or undo.";
        return set({ remaining: now.length, q_factors: [], choice: now.length ? hidden[now[0]] : "" });
      }
      el.setAttribute("aria-busy", "true");
      work.classList.remove("ww-later");
      bar.value = 0;
      status.textContent = `${count(now.length, "word")} left. Computing the Q-factors ...`;
      job = policies.qFactors(history, { score: model.get("base"), width: model.get("width"), hard: false });
      job.onprogress = ({ lines, done, of }) => {
        draw(lines, now.length, -1);
        bar.value = of ? done / of : 0;
      };
      const found = await job.promise.catch((fault) => {
        rest();
        status.textContent = widgets.cannot(fault);
      });
      if (!found) return;
      draw(found.lines, now.length, found.choice);
      rest();
      status.textContent = describe(found.lines, found.choice, now.length);
      const lines = found.lines.map(({ guess, score, possible, sum }) => ({ guess, score, possible, sum, q: sum / now.length }));
      set({ remaining: now.length, q_factors: lines, choice: lines[found.choice].guess });
    }

    /** @param {Line[]} lines @param {number} choice @param {number} n */
    function describe(lines, choice, n) {
      const [first, chosen] = [lines[0], lines[choice]];
      const needs = `${count(chosen.sum, "guess", "guesses")} for the ${count(n, "word")} left`;
      if (chosen === first) return `Rollout agrees with its base policy on ${first.guess.toUpperCase()}: ${needs}.`;
      return `Rollout guesses ${chosen.guess.toUpperCase()}: ${needs}, ${first.sum - chosen.sum} fewer than after ${first.guess.toUpperCase()}, the base policy's guess.`;
    }

    base.onchange = () => {
      set({ base: /** @type {Score} */ (base.value) });
      show();
    };
    width.onchange = () => {
      const wanted = Number(width.value);
      if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST) {
        board.problem.textContent = `Width: "${width.value}"; expected a whole number from 1 to ${MOST}.`;
        width.value = String(model.get("width"));
        return;
      }
      board.problem.textContent = "";
      set({ width: wanted });
      show();
    };
    halt.onclick = () => {
      job?.cancel();
      rest();
      status.textContent = "Stopped, so the rest of the Q-factors is not computed. Any change begins again.";
      base.focus();
    };
    const stop = widgets.follow(model, ["history", "hidden", "base", "width"], show);
    show();
    return () => {
      stop();
      job?.cancel();
      policies.close();
    };
  };
  widgets.qfactortable.state = { history: codecs.rows, hidden: codecs.word, base: codecs.choice(widgets.scores), width: codecs.whole(1, MOST) };
  widgets.qfactortable.tiles = true;
  widgets.qfactortable.files = ["openings.js"];
})();
