"""What tests of pictures look at: what is drawn, by kind and colour, and whether all of it can be seen."""

from collections import Counter

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex, to_rgba
from matplotlib.patches import Arc, PathPatch
from matplotlib.path import Path

from wordlelib.plots.style import FIVE, ROLES, TILE

NAMES = dict(zip((*FIVE, ROLES["optimum"]), ("blue", "red", "green", "violet", "brown", "teal"), strict=True))
NAMES |= {TILE["-"]: "tile -", TILE["y"]: "tile y", TILE["g"]: "tile g"}


def colour(value):
    """Name a colour; what is no colour of the book, its tiles or a grey is an error."""
    red, green, blue, alpha = to_rgba(value)
    if alpha == 0:
        return "none"
    if red == green == blue:
        return "black" if red == 0 else "white" if red == 1 else "grey"
    return NAMES[to_hex(value)]


def contrast(*colours):
    """Give the contrast of two colours, of which each is three numbers up to 255 (WCAG 2.2)."""
    found = []
    for colour in colours:
        parts = [part / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        found.append(sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))
    return (max(found) + 0.05) / (min(found) + 0.05)


def texts(ax):
    """Read what is written, in the order in which it was drawn."""
    return [text.get_text().replace("\xa0", " ") for text in ax.texts if text.get_text()]


def _drawn_lines(line):
    """Yield (kind, colour, number) of a line's strokes and points."""
    shown = np.isfinite(np.asarray(line.get_xydata(), float)).all(axis=1)
    if line.get_linestyle() not in ("None", "none"):
        style = {"-": "line", "--": "dashed line", ":": "dotted line"}.get(line.get_linestyle(), "line")
        yield style, line.get_color(), int(np.sum(shown[1:] & shown[:-1]))
    if (marker := line.get_marker()) not in ("None", "", " ", None):
        hollow = colour(line.get_mfc()) in ("none", "white")
        mark = f"hollow {marker}" if hollow else marker
        yield mark, line.get_mec() if hollow else line.get_mfc(), int(np.sum(shown))


def _drawn_areas(patch):
    """Yield (kind, colour, number) of a patch: what it fills, or else its edge."""
    path = patch.get_path()
    parts = int(np.sum(path.codes == Path.MOVETO)) if isinstance(patch, PathPatch) else 1
    edged = isinstance(patch, Arc) or not patch.get_fill() or colour(patch.get_facecolor()) == "none"
    kind = "frame" if edged else f"area {patch.get_hatch() or ''}".strip()
    yield kind, patch.get_edgecolor() if edged else patch.get_facecolor(), parts


def marks(ax):
    """Count all that is drawn, by kind and colour: texts in one of the book's colours, points, strokes and areas."""
    found = Counter(f"{NAMES[hue]} text" for text in ax.texts if (hue := to_hex(text.get_color())) in NAMES)
    for line in ax.lines:
        for kind, value, number in _drawn_lines(line):
            found[f"{colour(value)} {kind}"] += number
    for patch in ax.patches:
        for kind, value, number in _drawn_areas(patch):
            found[f"{colour(value)} {kind}"] += number
    for several in ax.collections:
        kind, values = (
            ("line", several.get_edgecolor())
            if isinstance(several, LineCollection)
            else ("band", several.get_facecolor())
        )
        found[f"{colour(values[0][:3])} {kind}"] += len(several.get_paths())
    return {name: number for name, number in found.items() if number}


def points(ax, name):
    """Read the places of all points of one kind and colour, such as "blue o"."""
    lines = [line for line in ax.lines if name in [f"{colour(c)} {kind}" for kind, c, _ in _drawn_lines(line)]]
    return [tuple(place) for line in lines for place in line.get_xydata().tolist()]


def ends(ax, name):
    """Read the two ends of all strokes of one kind and colour, such as "grey line", where each is drawn by itself."""
    places = np.array(points(ax, name)).reshape(-1, 3, 2)[:, :2]
    return [(tuple(first), tuple(last)) for first, last in places.tolist()]


def areas(ax, name):
    """Return the boxes of all areas of one colour, such as "blue area"."""
    return [patch.get_bbox() for patch in ax.patches if name in [f"{colour(c)} {k}" for k, c, _ in _drawn_areas(patch)]]


def assert_visible(axes):
    """Assert that no axes are empty, that nothing lies outside, and that no text covers another one."""
    figure = axes[0].figure
    figure.canvas.draw()
    frame, written = figure.bbox.padded(1), []
    for ax in axes:
        assert marks(ax) or texts(ax), "empty axes"
        for line in (line for line in ax.lines if line.get_transform() == ax.transData):
            places = np.asarray(line.get_xydata(), float)
            places = places[np.isfinite(places).all(axis=1)]
            low, high = np.sort([ax.get_xlim(), ax.get_ylim()]).T
            assert np.all((low - 1e-9 <= places) & (places <= high + 1e-9)), f"{line} is outside"
        for text in ax.texts:
            box = text.get_window_extent()
            assert frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1), f"{text} is outside"
            if text.get_text().strip() not in ("", "✓", "?"):
                covered = [other for place, other in written if place != text.get_position() and box.overlaps(other)]
                assert not covered, f"{text} covers another text"
                written.append((text.get_position(), box))


def around(ax):
    """Read the names of both axes, and those in the legend."""
    legend = ax.get_legend()
    return ", ".join([ax.get_xlabel(), ax.get_ylabel(), *(texts(legend) if legend else [])])


def shown(ax, *more):
    """Say in a line what is written, more texts, and what is drawn."""
    return " | ".join([" ".join(texts(ax)), *more, ", ".join(f"{number} {name}" for name, number in marks(ax).items())])


def ticks(axis):
    """Read what stands at the ticks of an axis."""
    return [label.get_text() for label in axis.get_ticklabels()]
