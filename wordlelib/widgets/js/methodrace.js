// A race of methods along a logarithmic axis of seconds: how far above the optimum each is, and who is ahead.
(function () {
  const widgets = wordleWidgets;
  const { codecs } = widgets;
  const WIDEST = 640;

  // Seconds as one says them.
  widgets.sayTime = function (seconds) {
    const plain = `${seconds.toLocaleString("en", { maximumSignificantDigits: 3 })} s`;
    if (seconds < 120) return plain;
    const [unit, name] = seconds < 7200 ? [60, "min"] : [3600, "h"];
    return `${seconds.toLocaleString("en")} s (${(seconds / unit).toLocaleString("en", { maximumSignificantDigits: 2 })} ${name})`;
  };

  widgets.methodrace = function ({ model, el }) {
    const { make } = widgets;
    const set = widgets.setter(model);
    const [methods, times, wanted] = [model.get("methods"), model.get("times"), model.get("presets")];
    const options = wanted.map(([name, moment]) => make("option", { value: moment }, name));
    const presets = make("select", {}, ...options, make("option", { value: "" }, "another time"));
    const picture = make("div");
    const ranking = widgets.scroller("Table of the methods");
    ranking.classList.add("ww-ranks");
    const player = widgets.player({
      ...{ model, last: times.length - 1, speeds: [10], one: "One step", title: "Time", unit: "step" },
      say: (moment) => widgets.sayTime(times[moment]),
      draw: show,
      describe: (moment) => describe(widgets.standings(methods, times[moment]), times[moment]),
    });
    player.status.className = "ww-loud";
    player.line.classList.replace("ww-slide", "ww-clock");
    player.buttons.append(widgets.field("What if you have", presets));
    el.append(
      make(
        "div",
        { className: "ww", role: "region", "aria-label": "Race of the methods" },
        ...[player.status, picture, player.line, player.buttons, ranking],
      ),
    );

    const ahead = (/** @type {Standing[]} */ standing) => standing.filter(({ place }) => place === 1);
    const far = (/** @type {number} */ value) => (value ? `${widgets.count(value, "guess", "guesses")} above the optimum` : "at the optimum");

    /** @param {Standing[]} standing @param {number} now */
    function describe(standing, now) {
      const time = `After ${widgets.sayTime(now)},`;
      const first = ahead(standing);
      if (!first.length) return `${time} no method has a strategy yet.`;
      const who = first.length > 1 ? `${first.length} methods are` : `${first[0].method.name} is`;
      const known = standing.some(({ proven }) => proven) ? ", and it is proven that nothing is better" : "";
      return `${time} ${who} ahead, ${far(first[0].middle)}${known}.`;
    }

    const number = (/** @type {number} */ value) => (value < Infinity ? value.toLocaleString("en") : "none");

    // The best and the worst of several runs.
    /** @param {Standing} one */
    function spread({ values }) {
      if (values.length < 2) return "";
      const [best, worst] = [values[0], values[values.length - 1]];
      const range = best === worst ? `each ${number(best)}` : `${number(best)} to ${number(worst)}`;
      return make("span", { className: "ww-note" }, `${values.length} runs: ${range}`);
    }

    /** @param {Standing[]} standing */
    function list(standing) {
      const rows = standing.map((one) => {
        const { method, place, middle, done, proven } = one;
        const state = proven ? "proven" : done ? "done" : "at work";
        const mark = make("span", { className: "ww-letter" }, make("b", {}, method.letter), widgets.raceSwatch(method.kind));
        return [make("span", {}, mark, method.name, spread(one)), place || "–", number(middle), state];
      });
      ranking.replaceChildren(widgets.table("The methods at this moment, the best first", ["method", "place", "above", ""], rows));
    }

    /** @param {number} moment */
    function show(moment) {
      const now = times[moment];
      const standing = widgets.standings(methods, now);
      const width = Math.min(picture.clientWidth || 480, WIDEST);
      const [from, to] = [times[0], times[times.length - 1]];
      picture.replaceChildren(widgets.racePicture({ standing, now, from, to, unit: "seconds", label: describe(standing, now), width }));
      list(standing);
      presets.value = wanted.some(([, at]) => at === moment) ? String(moment) : "";
      const first = ahead(standing).map(({ method }) => method.name);
      if (String(first) !== String(model.get("ahead"))) set({ ahead: first });
    }

    presets.onchange = () => (presets.value ? player.go(Number(presets.value)) : player.show());
    player.show();
    const unwatch = widgets.onWidth(picture, player.show);
    return () => {
      unwatch();
      player.stop();
    };
  };
  widgets.methodrace.state = (model) => ({ moment: codecs.whole(0, model.get("times").length - 1) });
})();
