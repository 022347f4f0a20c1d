"""The fonts of the book, from packages, so that it looks the same on every machine."""

from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
import matplotlib

SERIF, SANS = (Path(package.font_directory) for package in (font_source_serif_pro, font_source_sans_pro))
MONO = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
# The family, the weight and the slant of each file.
FACES = [
    ("Source Serif Pro", 400, "normal", SERIF / "SourceSerifPro-Regular.ttf"),
    ("Source Serif Pro", 400, "italic", SERIF / "SourceSerifPro-It.ttf"),
    ("Source Serif Pro", 700, "normal", SERIF / "SourceSerifPro-Bold.ttf"),
    ("Source Serif Pro", 700, "italic", SERIF / "SourceSerifPro-BoldIt.ttf"),
    ("Source Sans Pro", 400, "normal", SANS / "SourceSansPro-Regular.ttf"),
    ("Source Sans Pro", 400, "italic", SANS / "SourceSansPro-It.ttf"),
    ("Source Sans Pro", 600, "normal", SANS / "SourceSansPro-Semibold.ttf"),
    ("Source Sans Pro", 600, "italic", SANS / "SourceSansPro-SemiboldIt.ttf"),
    ("Source Sans Pro", 700, "normal", SANS / "SourceSansPro-Bold.ttf"),
    ("DejaVu Sans Mono", 400, "normal", MONO / "DejaVuSansMono.ttf"),
    ("DejaVu Sans Mono", 400, "italic", MONO / "DejaVuSansMono-Oblique.ttf"),
    ("DejaVu Sans Mono", 700, "normal", MONO / "DejaVuSansMono-Bold.ttf"),
    ("DejaVu Sans", 400, "normal", MONO / "DejaVuSans.ttf"),
]


def font_rules() -> str:
    """Give the style rules that name the files."""
    return "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
        f'src: url("{path.as_uri()}"); }}\n'
        for family, weight, style, path in FACES
    )
