"""The fonts of the printed book: those of the pages, and of a package what these have not."""

from pathlib import Path

import matplotlib

from tools.fonts import rules

PAGES = Path(__file__).parents[2] / "book" / "style" / "fonts"
REST = Path(matplotlib.get_data_path()) / "fonts" / "ttf"


def font_rules() -> str:
    """Give the style rules that name the files."""
    return rules(PAGES.as_uri(), display="block") + "".join(
        f'@font-face {{ font-family: "{family}"; src: url("{(REST / file).as_uri()}"); }}\n'
        for family, file in (("DejaVu Sans", "DejaVuSans.ttf"), ("DejaVu Sans Mono", "DejaVuSansMono.ttf"))
    )
