"""The typefaces of the pages: which files there are, and the style rules that name them."""

from typing import NamedTuple

FAMILIES = {
    "Laboratory Serif": "stix-two-text",
    "Laboratory Math": "stix-two-math",
    "Laboratory Sans": "source-sans-3",
    "Laboratory Mono": "source-code-pro",
}
# What a browser fetches a file for. Fontsource cuts its files along these ranges.
RANGES = {
    "latin": "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,"
    "U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    "latin-ext": "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,"
    "U+20A0-20AB,U+2C60-2C7F",
    "greek": "U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF",
}


class Face(NamedTuple):
    """A file of a family, and what it is for."""

    family: str
    letters: str
    weight: int
    style: str

    @property
    def file(self) -> str:
        """The name of the file, without its ending."""
        return f"{self.family.split()[1].lower()}-{self.letters}-{self.weight}-{self.style}"


MATH = Face("Laboratory Math", "all", 400, "normal")
FACES = (
    *(Face("Laboratory Serif", letters, weight, style) for letters in ("latin", "greek")
      for weight, style in ((400, "normal"), (400, "italic"), (700, "normal"))),
    *(Face("Laboratory Serif", "latin-ext", 400, style) for style in ("normal", "italic")),
    *(Face("Laboratory Sans", letters, weight, "normal") for letters in ("latin", "greek") for weight in (400, 600)),
    Face("Laboratory Sans", "latin", 400, "italic"),
    Face("Laboratory Sans", "latin-ext", 400, "normal"),
    Face("Laboratory Mono", "latin", 400, "normal"),
    Face("Laboratory Mono", "latin", 400, "italic"),
    Face("Laboratory Mono", "latin", 600, "normal"),
    Face("Laboratory Mono", "greek", 400, "normal"),
    MATH,
)  # fmt: skip
# What the first screen of most pages is set in. A face that comes too late is not used at all, and a page whose bold
# or whose lists fall back to another family looks worse than one that is in another family throughout.
FIRST = tuple(
    face
    for face in FACES
    if face.file
    in {
        "serif-latin-400-normal",
        "serif-latin-400-italic",
        "serif-latin-700-normal",
        "sans-latin-400-normal",
        "sans-latin-400-italic",
        "sans-latin-600-normal",
        "mono-latin-400-normal",
    }
)


def rules(folder: str = ".", display: str = "optional") -> str:
    """Give the style rules that name the files.

    Parameters
    ----------
    folder
        The address of the folder in which the files are.
    display
        What a browser shows until it has a file; "optional" leaves a page as it is, if that takes too long.
    """
    lines = []
    for face in FACES:
        letters = f" unicode-range: {RANGES[face.letters]};" if face.letters in RANGES else ""
        # A formula in another face is wrong; so it waits.
        shown = "block" if face == MATH else display
        lines.append(
            f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; font-style: {face.style}; '
            f'font-display: {shown};{letters} src: url("{folder}/{face.file}.woff2") format("woff2"); }}\n'
        )
    return "".join(lines)
