"""Make the font files of the pages from the packages that npm installs beside this file.

python -m tools.fonts.build (or 'make fonts') writes book/style/fonts. They are committed, so that a build needs no npm.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.fonts import FACES, FAMILIES, MATH, Face

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "book" / "style" / "fonts"
# Their licence keeps the typefaces' own names for the whole of them.
NAMES = (1, 3, 4, 6, 16, 21)
# Letters and signs of formulas; fontTools adds the larger forms that the signs grow to.
SIGNS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *range(0x300, 0x30D),
    0x338,
    *range(0x391, 0x3CA),
    *(0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1, 0x3F5),
    *range(0x2010, 0x2045),
    0x2057,
    *range(0x2061, 0x2065),
    *range(0x20D0, 0x20F0),
    *range(0x2100, 0x2139),
    *range(0x2190, 0x2300),
    *range(0x2308, 0x230C),
    *(0x23B4, 0x23B5),
    *range(0x23DC, 0x23E2),
    *(0x25A0, 0x25A1, 0x25AA, 0x25AB, 0x25FB, 0x25FC),
    *range(0x27E8, 0x27F0),
    *range(0x27F5, 0x27FD),
    *range(0x2A00, 0x2A07),
    *(0x2A7D, 0x2A7E),
    *range(0x1D400, 0x1D468),  # bold, italic
    *range(0x1D49C, 0x1D4D0),  # script
    *range(0x1D538, 0x1D56C),  # double-struck
    *range(0x1D6A8, 0x1D71C),  # Greek, bold and italic
    *range(0x1D7CE, 0x1D7D8),  # bold digits
]


def make(face: Face, folder: Path) -> None:
    """Write one file.

    Parameters
    ----------
    face
        The file that is wanted.
    folder
        Where it is written.
    """
    package = FAMILIES[face.family]
    letters = "latin" if face == MATH else face.letters
    source = HERE / "node_modules" / "@fontsource" / package / "files"
    font = TTFont(source / f"{package}-{letters}-{face.weight}-{face.style}.woff2", recalcTimestamp=False)
    if face == MATH:
        subsetter = Subsetter(Options(layout_features=["*"], name_IDs=[0, *NAMES, 13, 14], hinting=False))
        subsetter.populate(unicodes=SIGNS)
        subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in NAMES:
            record.string = face.family.replace(" ", "") if record.nameID == 6 else face.family
    font.flavor = "woff2"
    font.save(folder / f"{face.file}.woff2")


def main() -> None:
    """Write all files, and the licences of the families."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        make(face, TARGET)
    for family, package in FAMILIES.items():
        licence = (HERE / "node_modules" / "@fontsource" / package / "LICENSE").read_text(encoding="utf-8")
        name = f"{family.split()[1].lower()}-licence.txt"
        (TARGET / name).write_text(
            f"{family} is {package}, cut to the letters of the book.\n\n{licence}", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
