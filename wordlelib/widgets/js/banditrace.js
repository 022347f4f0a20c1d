// A recorded race of samplers on the same urns: play, step, rewind; visits, estimates and regret.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const WIDTH = 480;
  const HEIGHT = 300;
  const EDGE = { left: 44, top: 12, right: 22, bottom: 36 };
  const SPEEDS = [1, 10, 100, 1000];
  const COLOURS = Array.from({ length: 8 }, (_, i) => `stroke: var(--ww-${i + 1})`);
  const DASHES = ["", "7 3", "2 3", "9 3 2 3", "14 4", "4 4", "1 5", "9 3 2 3 2 3"];

  // What a sampler has seen after every number of pulls: visits and sums of each arm, and the regret.
  /** @param {BanditRecord} record @param {number[]} costs @param {number[]} means */
  function unfold([chosen, tickets], costs, means) {
    const k = means.length;
    const least = Math.min(...means);
    const pulls = chosen.length;
    const visits = new Int32Array((pulls + 1) * k);
    const sums = new Float64Array((pulls + 1) * k);
    const regret = new Float64Array(pulls + 1);
    const last = new Int32Array((pulls + 1) * k); // the number of the arm's last pull, 0 before the first
    for (let t = 0; t < pulls; t++) {
      const arm = Number(chosen[t]);
      for (let a = 0; a < k; a++) {
        visits[(t + 1) * k + a] = visits[t * k + a] + (a === arm ? 1 : 0);
        last[(t + 1) * k + a] = a === arm ? t + 1 : last[t * k + a];
        sums[(t + 1) * k + a] = sums[t * k + a] + (a === arm ? costs[parseInt(tickets[t], 36)] : 0);
      }
      regret[t + 1] = regret[t] + means[arm] - least;
    }
    return { visits, sums, regret, last };
  }

  widgets.banditrace = function ({ model, el }) {
    const { make, svg, count } = widgets;
    const [arms, means, costs] = [model.get("arms"), model.get("means"), model.get("costs")];
    const [samplers, record] = [model.get("samplers"), model.get("record")];
    const pulls = record[0][0].length;
    const runs = record.map((each) => unfold(each, costs, means));
    const most = Math.max(...runs.map((run) => run.regret[pulls]), 1e-9);
    const k = arms.length;

    const log = make("input", { type: "checkbox" });
    const picture = make("div");
    const facts = widgets.scroller("Table of the samplers");
    let now = 0;
    const player = widgets.player({
      ...{ model, last: pulls, speeds: SPEEDS, one: "One pull", title: "Pulls", unit: "pull" },
      draw: (moment) => {
        now = moment;
        draw();
      },
      describe: () => (now ? `After ${count(now, "pull")}, regret: ${list()}.` : "No pull yet."),
    });
    player.line.classList.remove("ww-slide"); // with a second field the line has to wrap
    player.line.append(make("label", { className: "ww-field" }, log, " logarithmic axis"));
    const { buttons, line, status } = player;
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Bandit race" }, buttons, line, picture, status, facts));

    const round = (/** @type {number} */ value) => (value < 99.95 ? value.toFixed(1) : value.toFixed(0));
    const swatch = (/** @type {number} */ i) =>
      svg(
        "svg",
        { width: 28, height: 10, "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 28, y1: 5, y2: 5, style: COLOURS[i % 8], "stroke-width": 2.5, "stroke-dasharray": DASHES[i % 8] }),
      );

    function drawFacts() {
      const rows = runs.map((run, i) => {
        const [chosen, tickets] = record[i];
        const last = now ? `${arms[Number(chosen[now - 1])]}: ${costs[parseInt(tickets[now - 1], 36)]}` : "";
        const cells = arms.map((_, a) => {
          const visits = run.visits[now * k + a];
          const estimate = (model.get("first") + run.sums[now * k + a]) / (visits + 1);
          const bar = make("span", { className: "ww-share" });
          bar.style.width = `${now ? (100 * visits) / now : 0}%`;
          const when = visits ? `last: pull ${run.last[now * k + a].toLocaleString("en")}` : "never pulled";
          const pulled = make("span", { className: "ww-note" }, when);
          return make("span", {}, `${visits.toLocaleString("en")}: ${estimate.toFixed(3)}`, bar, pulled);
        });
        return [make("span", {}, `${i + 1} ${samplers[i]} `, swatch(i)), last, round(run.regret[now]), ...cells];
      });
      const heads = ["sampler", "this pull", "regret", ...arms.map((arm, a) => `${arm} (mean ${Number(means[a].toFixed(4))})`)];
      const caption = `After ${count(now, "pull")} each; under an arm visits: estimate (the first estimate counts as one observation), its share of the pulls, and when it was pulled last`;
      facts.replaceChildren(widgets.table(caption, heads, rows));
    }

    const y = widgets.scale({ from: 0, to: most, start: HEIGHT - EDGE.bottom, end: EDGE.top });
    const xOf = (/** @type {boolean} */ log) =>
      widgets.scale({ from: log ? 1 : 0, to: Math.max(pulls, 2), start: EDGE.left, end: WIDTH - EDGE.right, log });

    // Not more points than the picture has room for.
    /** @param {Float64Array} regret @param {Scale} x */
    function curve(regret, x) {
      const points = [];
      let before = -Infinity;
      for (let t = log.checked ? 1 : 0; t <= now; t++) {
        const at = x(t);
        if (at - before < 1 && t < now) continue;
        points.push(`${at.toFixed(1)},${y(regret[t]).toFixed(1)}`);
        before = at;
      }
      return points.join(" ");
    }

    function drawPicture() {
      const x = xOf(log.checked);
      const lines = runs.map(({ regret }, i) =>
        svg("polyline", {
          points: curve(regret, x),
          fill: "none",
          style: COLOURS[i % 8],
          "stroke-width": 2,
          "stroke-dasharray": DASHES[i % 8],
        }),
      );
      const ends = runs.map(({ regret }, i) => [y(regret[now]), i]).sort(([a], [b]) => b - a);
      let room = HEIGHT;
      const labels = ends.map(([at, i]) => {
        room = Math.min(at + 4, room - 12);
        return svg("text", { x: x(now) + 5, y: room, class: "ww-halo" }, String(i + 1));
      });
      const words = `Regret of ${samplers.length} samplers against the pulls, up to pull ${now}: ${list()}.`;
      const frame = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ww-picture", role: "img", "aria-label": words });
      frame.append(...widgets.axes({ x, y, xName: "pulls", yName: "regret" }), ...lines, ...(now ? labels : []));
      picture.replaceChildren(frame);
    }

    const list = () => samplers.map((name, i) => `${name} ${round(runs[i].regret[now])}`).join(", ");

    function draw() {
      log.checked = model.get("logarithmic");
      drawFacts();
      drawPicture();
    }

    log.onchange = () => {
      model.set("logarithmic", log.checked);
      model.save_changes();
      drawPicture();
    };
    const stop = widgets.follow(model, ["logarithmic"], draw);
    player.show();
    return () => {
      player.stop();
      stop();
    };
  };
  widgets.banditrace.state = { moment: codecs.whole(0, 1e6), speed: codecs.choice(SPEEDS), logarithmic: codecs.flag };
})();
