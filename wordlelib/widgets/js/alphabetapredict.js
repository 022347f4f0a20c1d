// The reader predicts with which window the next node of an alpha-beta search is entered.
(function () {
  const widgets = wordleWidgets;
  const { make } = widgets;
  const HINTER = 1;

  const number = (widgets.boundText = (value) => (value === Infinity ? "∞" : String(value)));
  widgets.interval = ({ alpha, beta }) => `(${number(alpha)}, ${number(beta)})`;

  // `name` says how a node is called, `now` at which step the replay is, and `go` takes it to another. Gives the box with
  // the question, the choice to be asked, `draw`, and `forget(moment)` for what belongs to another moment.
  widgets.prediction = function ({ model, nodes, steps, name, now, go }) {
    const plain = { size: 4, autocomplete: "off", spellcheck: false, autocapitalize: "none", inputMode: "text" };
    const predict = make("input", { type: "checkbox" });
    const alpha = make("input", plain);
    const beta = make("input", plain);
    const check = make("button", { type: "button" });
    const question = make("p", { className: "ww-question" });
    const problem = make("p", { className: "ww-problem", role: "alert" });
    const verdict = make("p", { role: "status", className: "ww-status ww-verdict" });
    const score = make("span", { className: "ww-score" });
    const fields = [widgets.field("alpha", alpha), widgets.field("beta", beta), check, score];
    const line = make("div", { className: "ww-controls" }, ...fields);
    const box = make("div", { role: "group", "aria-label": "Prediction" }, question, line, problem, verdict);
    const set = widgets.setter(model);
    let judged = -1; // the moment to which the verdict belongs

    function asked() {
      const step = steps[now()];
      return step?.kind === "enter" ? step : null;
    }

    function draw() {
      predict.checked = model.get("predict");
      box.hidden = !predict.checked;
      const next = asked();
      const ended = now() === steps.length;
      alpha.readOnly = beta.readOnly = !next;
      check.textContent = next ? "Check" : "Next step";
      const held = document.activeElement === check;
      check.disabled = ended;
      if (held && ended) alpha.focus();
      const what = next && nodes[next.node].player === HINTER ? "the guess" : "the position";
      if (ended) question.textContent = "The search is done.";
      else if (next) question.textContent = `Next ${what} ${name(next.node)} is entered. With which window? (Infinity is inf.)`;
      else question.textContent = "Next a value returns or moves are cut off. Enter, or the button, takes the step.";
      score.textContent = model.get("asked") ? `${model.get("right")} of ${model.get("asked")} right` : "";
    }

    // A number as it was typed, or null.
    /** @param {string} text */
    function read(text) {
      const clean = text.trim().toLowerCase();
      if (["inf", "infinity", "∞"].includes(clean)) return Infinity;
      return /^\d+$/.test(clean) ? Number(clean) : null;
    }

    // Which value has set alpha and beta of a node.
    /** @param {number} i @param {From} from */
    function why(i, from) {
      const { alpha, beta } = nodes[i];
      const lower =
        from.alphaFrom === null
          ? "α = 0, since nothing more has come back to the Hinter"
          : `α = ${number(alpha)}, since ${name(from.alphaFrom)} returned ${number(alpha)} to the Hinter`;
      const upper =
        from.betaFrom === null
          ? "β = ∞, since nothing less has come back to the Guesser"
          : `β = ${number(beta)}, since ${name(from.betaFrom)} returned ${number(beta)} to the Guesser`;
      return `${lower}; ${upper}.`;
    }

    function answer() {
      const next = asked();
      problem.textContent = "";
      if (!next) {
        if (now() < steps.length) go(now() + 1);
        if (asked()) alpha.focus();
        return;
      }
      const typed = { alpha: read(alpha.value), beta: read(beta.value) };
      if (typed.alpha === null || typed.beta === null) {
        const wrong = [alpha, beta].filter((input) => read(input.value) === null);
        const names = wrong.map((input) => `${input === alpha ? "alpha" : "beta"}: "${input.value}"`).join(", ");
        problem.textContent = `${names}; expected a whole number from 0, or inf.`;
        verdict.textContent = "";
        wrong[0].focus();
        return;
      }
      const node = nodes[next.node];
      const good = typed.alpha === node.alpha && typed.beta === node.beta;
      set({ asked: model.get("asked") + 1, right: model.get("right") + (good ? 1 : 0) });
      alpha.value = beta.value = "";
      judged = now() + 1;
      go(judged);
      const yours = widgets.interval({ alpha: typed.alpha, beta: typed.beta });
      const begin = good ? `Right, ${name(next.node)} has ${yours}` : `Not ${yours}: ${name(next.node)} has ${widgets.interval(node)}`;
      verdict.textContent = `${begin}. ${why(next.node, next.from)}`;
      if (asked()) alpha.focus();
    }

    /** @param {number} moment */
    function forget(moment) {
      if (moment !== judged) verdict.textContent = "";
      if (moment !== now()) problem.textContent = "";
    }

    [alpha, beta].forEach((input) => {
      input.onkeydown = (event) => {
        if (event.key !== "Enter" || event.isComposing) return; // JupyterLab does not submit forms by this key
        event.preventDefault();
        answer();
      };
    });
    check.onclick = answer;
    predict.onchange = () => {
      problem.textContent = verdict.textContent = "";
      set({ predict: predict.checked, asked: 0, right: 0 });
      draw();
    };
    return { box, choice: predict, draw, forget };
  };
})();
