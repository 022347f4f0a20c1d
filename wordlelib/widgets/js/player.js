// The controls of what is played moment by moment.
(function () {
  const widgets = wordleWidgets;
  const { make } = widgets;

  // The controls of a record with the moments 0 to `last`; the model's `moment` and `speed` are kept the same.
  // `one` names a step ("One pull"), `title` the slider, `unit` what is counted; `draw(now)` shows a moment, and
  // `describe(now)` says it, once it stands still. `say(now)` names a moment where it is not its number that matters.
  // Without a choice of speeds there is no field for them. Who asked for less motion goes step by step.
  widgets.player = function ({ model, last, speeds, one, title, unit, draw, describe, say }) {
    const TICK = 50; // milliseconds between two pictures at least
    const play = make("button", { type: "button", className: "ww-play" }, "Play");
    const ahead = make("button", { type: "button" }, one);
    const back = make("button", { type: "button" }, `${one} back`);
    const rewind = make("button", { type: "button" }, "Rewind");
    const rates = speeds.map((each) => make("option", { value: each }, `${each.toLocaleString("en")} a second`));
    const speed = make("select", {}, ...rates);
    const slider = make("input", { type: "range", min: 0, max: last, step: 1 });
    const shown = make("span", { className: "ww-now" });
    const status = make("p", { role: "status", className: "ww-status" });
    const pace = speeds.length > 1 ? widgets.field("Speed", speed) : null;
    const buttons = make("div", { className: "ww-controls" }, play, ahead, back, rewind, pace);
    play.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const line = make("div", { className: "ww-controls ww-slide" }, widgets.field(title, slider), shown);
    let now = 0;
    /** @type {number | undefined} */
    let timer;

    const set = widgets.setter(model);

    function refresh() {
      const held = document.activeElement;
      slider.value = String(now);
      slider.setAttribute("aria-valuetext", say ? say(now) : `${now} of ${widgets.count(last, unit)}`);
      shown.textContent = say ? say(now) : `${now.toLocaleString("en")} of ${last.toLocaleString("en")}`;
      back.disabled = rewind.disabled = now === 0;
      ahead.disabled = now === last;
      play.textContent = timer === undefined ? (now === last ? "Play again" : "Play") : "Pause";
      draw(now);
      if (timer === undefined) status.textContent = describe(now);
      if (held instanceof HTMLButtonElement && held.disabled && buttons.contains(held)) (now ? back : last ? ahead : play).focus();
    }

    function pause() {
      clearInterval(timer);
      timer = undefined;
    }

    /** @param {number} moment */
    function go(moment) {
      pause();
      now = Math.min(Math.max(moment, 0), last);
      set({ moment: now });
      refresh();
    }

    function start() {
      const rate = Number(speed.value);
      const wait = Math.max(1000 / rate, TICK);
      let due = 0;
      pause();
      timer = setInterval(() => {
        due += (rate * wait) / 1000;
        const whole = Math.floor(due + 1e-9);
        due -= whole;
        if (now + whole >= last) go(last);
        else if (whole) {
          now += whole;
          refresh();
        }
      }, wait);
    }

    function show() {
      const moment = Math.min(Math.max(model.get("moment"), 0), last);
      if (moment !== now) pause();
      now = moment;
      const rate = model.get("speed") ?? speeds[0];
      speed.value = String(speeds.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a)));
      refresh();
    }

    play.onclick = () => {
      if (timer !== undefined) return go(now);
      if (now === last) now = 0;
      status.textContent = "";
      start();
      refresh();
    };
    ahead.onclick = () => go(now + 1);
    back.onclick = () => go(now - 1);
    rewind.onclick = () => go(0);
    slider.oninput = () => go(slider.valueAsNumber);
    speed.onchange = () => {
      const running = timer !== undefined;
      pause();
      set({ moment: now, speed: Number(speed.value) });
      if (running) start();
      refresh();
    };
    const unfollow = widgets.follow(model, ["moment", "speed"], show);
    const stop = () => {
      pause();
      unfollow();
    };
    return { buttons, line, status, go, show, stop };
  };
})();
