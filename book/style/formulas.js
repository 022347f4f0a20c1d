// A formula that is wider than its place scrolls, and only such a one is a stop of the Tab key.
(function () {
  function fit() {
    for (const formula of document.querySelectorAll("span.math")) {
      formula.classList.remove("wide");
      const room = formula.closest("p, li, dd, td, th, figcaption, h1, h2, h3")?.clientWidth ?? Infinity;
      formula.classList.toggle("wide", formula.getBoundingClientRect().width > room);
    }
    for (const formula of document.querySelectorAll("div.formula, span.math")) {
      const scrolls = formula.matches("div, .wide") && formula.scrollWidth > formula.clientWidth;
      if (scrolls) formula.tabIndex = 0;
      else formula.removeAttribute("tabindex");
    }
  }
  addEventListener("load", () => document.fonts.ready.then(fit));
  addEventListener("resize", fit);
})();
