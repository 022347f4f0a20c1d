// What a result of the search quotes: the page's own text, without links, checks and the TeX of formulas.
document.addEventListener("DOMContentLoaded", () => {
  Search.htmlToText = function (html, anchor) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    if (!article) return "";
    article.querySelectorAll(".headerlink, script, style, details.check, .copybtn").forEach((part) => part.remove());
    article.querySelectorAll(".math").forEach((formula) => formula.replaceWith("…"));
    const part = anchor ? article.querySelector(anchor)?.closest("section, dl") : null;
    return (part ?? article).textContent.replace(/\s+/g, " ");
  };
  // Sphinx looks for the stems of words, which a text need not hold.
  const asked = new URLSearchParams(location.search).get("q")?.split(/\s+/) ?? [];
  const quote = Search.makeSearchSummary;
  Search.makeSearchSummary = (html, stems, anchor) => quote(html, [...stems, ...asked], anchor);
});
