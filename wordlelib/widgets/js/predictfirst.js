// A question before a widget: the reader chooses what to expect, and then looks.
(function () {
  const widgets = wordleWidgets;

  widgets.predictfirst = function ({ model, el }) {
    const { make } = widgets;
    const set = widgets.setter(model);
    const options = model.get("options");
    const name = `ww-predict-${Math.random().toString(36).slice(2)}`;
    const radios = options.map((_, i) => make("input", { type: "radio", name, value: i }));
    const lines = options.map((text, i) => make("label", { className: "ww-option" }, radios[i], make("span", {}, ...widgets.italics(text))));
    const status = make("p", { role: "status", className: "ww-verdict" });
    const legend = make("legend", {}, ...widgets.italics(model.get("question")));
    const box = make("fieldset", {}, legend, ...lines);
    el.append(make("div", { className: "ww", role: "region", "aria-label": "Your prediction" }, box, status));

    function show() {
      const given = model.get("given");
      radios.forEach((radio, i) => (radio.checked = options[i] === given));
      const right = model.get("right");
      if (!given) status.replaceChildren("Choose before you look.");
      else if (right == null) status.replaceChildren("Noted. Now look below, then open the answer.");
      else status.replaceChildren(...widgets.mark(given === options[right], "Not quite"), ...widgets.italics(model.get("because")));
    }
    radios.forEach((radio, i) => {
      radio.onchange = () => {
        set({ given: options[i] });
        show();
      };
    });
    show();
    return widgets.follow(model, ["given"], show);
  };
  widgets.predictfirst.state = (model) => ({ given: widgets.codecs.choice(["", ...model.get("options")]) });
})();
