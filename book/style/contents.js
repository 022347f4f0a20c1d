// "Contents" names the section on the screen. The theme looks only at headings that come into the upper part of the window,
// and so a jump that shows none of them, as a reload in mid-page does, needs a second look.
(function () {
  function mark() {
    const links = [...document.querySelectorAll("#pst-page-toc-nav a")];
    const top = (link) => {
      const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return (section.querySelector("h1, h2, h3, h4, h5, h6") ?? section).getBoundingClientRect().top;
    };
    // The last sections cannot be scrolled up to the top.
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 2;
    const reached = links.filter((link) => top(link) < (atEnd ? 1 : 0.3) * innerHeight);
    const named = reached.find((link) => link.hasAttribute("aria-current") && top(link) >= 0);
    const now = named ?? reached.at(-1) ?? null;
    for (const link of links) {
      link.classList.toggle("active", link === now);
      if (link === now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const entry of document.querySelectorAll("#pst-page-toc-nav .toc-entry")) entry.classList.toggle("active", entry.contains(now));
  }
  addEventListener("load", mark);
  addEventListener("onscrollend" in window ? "scrollend" : "scroll", mark, { passive: true });
})();
