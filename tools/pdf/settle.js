// Makes of the loaded book what paper can show: no controls, and what is too wide a little smaller.
(() => {
  const LEAST = 0.8; // of its size; code that is wider still is broken into lines

  // What is tagged as a figure, and has no text for those who do not see it, is a formula (`finishing.py`).
  document.querySelectorAll("figure").forEach((figure) => figure.setAttribute("role", "group"));
  document.querySelectorAll(".widget [role=img]").forEach((picture) => picture.setAttribute("aria-hidden", "true"));
  const formulas = [...document.querySelectorAll("math")];
  for (const formula of formulas) formula.parentElement.setAttribute("role", "img");

  // A control becomes the text that it shows.
  for (const control of document.querySelectorAll(".ww :is(input, select)")) {
    const shown = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.textContent : control.value;
    const text = document.createElement("span");
    if (["radio", "checkbox"].includes(control.type)) text.className = control.checked ? "mark full" : "mark";
    else if (control.type !== "range") text.append(shown);
    if (control.type === "text" && !shown) text.className = "blank";
    control.replaceWith(text);
  }

  for (const block of document.querySelectorAll("pre, table, div.formula")) {
    const room = block.parentElement.clientWidth;
    const share = room / Math.max(block.scrollWidth, room);
    const isCode = block.localName === "pre";
    const size = (isCode ? Math.max(share, LEAST) : share) * parseFloat(getComputedStyle(block).fontSize);
    if (share < 1) block.style.fontSize = `${0.99 * size}px`;
    if (isCode && share < LEAST) block.classList.add("broken");
  }
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => heading.textContent.trim());
  return [formulas.map((formula) => formula.getAttribute("alttext")), headings];
})();
