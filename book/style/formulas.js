// A formula or drawing that is wider than its place scrolls, and only such a one is a stop of the Tab key.
(function () {
  function fit() {
    for (const formula of document.querySelectorAll("span.math")) {
      formula.classList.remove("wide");
      const room = formula.closest("p, li, dd, td, th, figcaption, h1, h2, h3")?.clientWidth ?? Infinity;
      formula.classList.toggle("wide", formula.getBoundingClientRect().width > room);
    }
    for (const part of document.querySelectorAll("div.formula, span.math, .drawn")) {
      const scrolls = part.matches("div, .wide") && part.scrollWidth > part.clientWidth;
      if (scrolls) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }
  addEventListener("load", () => document.fonts.ready.then(fit));
  addEventListener("resize", fit);
})();
