// A recorded race of samplers on the same urns: play, step, rewind; visits, estimates and regret.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const WIDEST = 640;
  const HEIGHT = 300;
  const EDGE = { left: 44, top: 12, right: 22, bottom: 36 };
  const SPEEDS = [1, 10, 100, 1000];
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
    const loud = make("p", { className: "ww-loud" });
    const picture = make("div");
    const shares = make("div", { className: "ww-pulled" });
    const under = make("p", { className: "ww-under" }, `The bars show where the pulls of each went: ${arms.map((arm, a) => `${arm} costs ${Number(means[a].toFixed(4))}`).join(", ")} on average. Regret is what was paid beyond the best, which is filled.`);
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
    status.className = "ww-hidden"; // what it says is in the picture and the bars
    const numbers = make("details", {}, make("summary", {}, "Visits, estimates and last pulls"), facts);
    el.append(make("div", { className: "ww ww-race", role: "region", "aria-label": "Bandit race" }, buttons, line, loud, picture, shares, under, status, numbers));

    const round = (/** @type {number} */ value) => (value < 99.95 ? value.toFixed(1) : value.toFixed(0));
    const swatch = (/** @type {number} */ i) =>
      svg(
        "svg",
        { width: 28, height: 10, class: "ww-swatch", "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 28, y1: 5, y2: 5, class: "ww-ink", "stroke-width": 2.5, "stroke-dasharray": DASHES[i % 8] }),
      );

    const best = means.indexOf(Math.min(...means));

    // Whose regret is least and whose most, in large type.
    function drawLoud() {
      const regrets = runs.map((run) => run.regret[now]);
      const [low, high] = [Math.min(...regrets), Math.max(...regrets)];
      const who = (/** @type {number} */ value) => {
        const those = samplers.filter((_, i) => round(regrets[i]) === round(value));
        return those.length === 1 ? those[0] : `${those.length} rules`;
      };
      const ends = `Least regret after ${count(now, "pull")}: ${who(low)}, ${round(low)}. Most: ${who(high)}, ${round(high)}.`;
      loud.textContent = !now ? "No pull yet. Who will pay least for not knowing?" : round(low) !== round(high) ? ends : `The same regret for all after ${count(now, "pull")}: ${round(low)}.`;
    }

    // Where the pulls of each sampler went, the best arm filled.
    function drawShares() {
      shares.replaceChildren(
        ...runs.map((run, i) => {
          const parts = arms.map((arm, a) => {
            const visits = run.visits[now * k + a];
            const part = make("span", { className: a === best ? "ww-best-arm" : "" }, visits * 12 > now ? arm : "");
            part.style.flexGrow = String(visits);
            return part;
          });
          const name = make("span", { className: "ww-racer" }, `${i + 1} ${samplers[i]} `, swatch(i));
          const bar = make("span", { className: "ww-guess-bar", role: "img", "aria-label": arms.map((arm, a) => `${arm} ${run.visits[now * k + a]}`).join(", ") }, ...parts);
          return make("div", {}, name, bar, make("span", {}, round(run.regret[now])));
        }),
      );
    }

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
    const wide = () => Math.min(picture.clientWidth || 480, WIDEST);
    const xOf = (/** @type {boolean} */ log) =>
      widgets.scale({ from: log ? 1 : 0, to: Math.max(pulls, 2), start: EDGE.left, end: wide() - EDGE.right, log });

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
          class: "ww-ink",
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
      const frame = svg("svg", { viewBox: `0 0 ${wide()} ${HEIGHT}`, height: HEIGHT, class: "ww-picture ww-whole", role: "img", "aria-label": words });
      frame.append(...widgets.axes({ x, y, xName: "pulls", yName: "regret" }), ...lines, ...(now ? labels : []));
      picture.replaceChildren(frame);
    }

    const list = () => samplers.map((name, i) => `${name} ${round(runs[i].regret[now])}`).join(", ");

    function draw() {
      log.checked = model.get("logarithmic");
      drawLoud();
      drawShares();
      drawFacts();
      drawPicture();
    }

    log.onchange = () => {
      model.set("logarithmic", log.checked);
      model.save_changes();
      drawPicture();
    };
    const stops = [player.stop, widgets.follow(model, ["logarithmic"], draw), widgets.onWidth(picture, drawPicture)];
    player.show();
    return () => stops.forEach((stop) => stop());
  };
  widgets.banditrace.state = { moment: codecs.whole(0, 1e6), speed: codecs.choice(SPEEDS), logarithmic: codecs.flag };
})();
