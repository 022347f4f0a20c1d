// A formula that is wider than the page scrolls, and only such a one is a stop of the Tab key.
(function () {
  function stops() {
    for (const formula of document.querySelectorAll("div.formula")) {
      if (formula.scrollWidth > formula.clientWidth) formula.tabIndex = 0;
      else formula.removeAttribute("tabindex");
    }
  }
  addEventListener("load", () => document.fonts.ready.then(stops));
  addEventListener("resize", stops);
})();
