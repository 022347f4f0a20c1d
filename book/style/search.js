// What a result of the search quotes is the page's own text, without links and checks; symbols are sought by their names.
document.addEventListener("DOMContentLoaded", () => {
  const NAMES = {
    α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "varepsilon", θ: "theta", κ: "kappa", λ: "lambda", μ: "mu", π: "pi", ρ: "rho",
    σ: "sigma", τ: "tau", φ: "phi", ψ: "psi", Γ: "Gamma", Δ: "Delta", "∞": "infty", "∑": "sum", "\u0303": " tilde ", "~": " tilde ", "\u0302": " hat ",
  };
  const search = Search.performSearch;
  Search.performSearch = (query) =>
    search([...query.normalize("NFD")].map((sign) => NAMES[sign] ?? sign).join("").replace(/\b\p{L}\s+(?=tilde|hat)/gu, "").normalize("NFC").trim());
  Search.htmlToText = function (html, anchor) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const article = page.querySelector("article.bd-article");
    if (!article) return "";
    article.querySelectorAll(".headerlink, script, style, details.check, .copybtn, svg").forEach((part) => part.remove());
    const part = anchor ? article.querySelector(anchor)?.closest("section, dl") : null;
    return (part ?? article).textContent.replace(/\s+/g, " ");
  };
  // Sphinx looks for the stems of words, which a text need not hold.
  const asked = new URLSearchParams(location.search).get("q")?.split(/\s+/) ?? [];
  const quote = Search.makeSearchSummary;
  Search.makeSearchSummary = (html, stems, anchor) => quote(html, [...stems, ...asked], anchor);
});
