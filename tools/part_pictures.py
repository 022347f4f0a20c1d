"""Draw a small picture for each part of the book, which can be seen on white and on black.

What is yellow or dark has an outline, since the colours of tiles do not stand out on both.

python tools/part_pictures.py
"""

from collections.abc import Iterator
from pathlib import Path

import wordlelib as wl
from wordlelib.adversary.minimax_trace import Record, alphabeta
from wordlelib.game.feedback import feedback
from wordlelib.game.tree import DecisionTree
from wordlelib.lab import experiments
from wordlelib.plots.style import ON_TILE, TILE

FOLDER = Path(__file__).parents[1] / "book" / "images"
WIDTH, HEIGHT, EDGE = 320, 150, 12
GREEN, YELLOW, GREY = TILE["g"], TILE["y"], "#7d8691"
GAME = ("onset", "lance", "alone")
FAMILY = ("batch", "catch", "hatch", "patch", "shame")


def information() -> Iterator[str]:
    """Draw the sizes of the largest classes of *salet*, each as a bar with its row of colours below it."""
    sizes = sorted(wl.wordle().start().partition("salet").items(), key=lambda part: -len(part[1]))[:24]
    step, side = (WIDTH - 2 * EDGE) / len(sizes), 5.2
    most, floor = len(sizes[0][1]), HEIGHT - EDGE - 5 * (side + 1)
    for i, (row, words) in enumerate(sizes):
        x, high = EDGE + i * step, (floor - EDGE - 6) * len(words) / most
        yield _box(x + 1.5, floor - 6 - high, step - 3, high, GREEN)
        yield from (
            _box(x + (step - side) / 2, floor + k * (side + 1), side, side, TILE[mark], outline=0.6)
            for k, mark in enumerate(row)
        )


def looking_ahead() -> Iterator[str]:
    """Draw a whole strategy for the tiny list: guesses as dots, found words green."""
    tree = wl.play(wl.wordle(wl.words.tiny()), wl.MostClasses())
    yield from _tree(tree, _heights(tree))


def perfect_play() -> Iterator[str]:
    """Draw the openings that need 7,990 guesses or fewer: a column for each total, the least one green."""
    totals = [*experiments.merged(experiments.results("openings_easy")["rows"]).values()]
    least, last = totals[0], 7990
    counts = [totals.count(total) for total in range(least, last + 1)]
    step, unit = (WIDTH - 2 * EDGE) / len(counts), (HEIGHT - 2 * EDGE - 8) / max(counts)
    yield _line(EDGE, HEIGHT - EDGE, WIDTH - EDGE, HEIGHT - EDGE, GREY)
    for i, count in enumerate(counts):
        colour, high = (GREY, unit * count) if i else (GREEN, HEIGHT - 2 * EDGE - 8)
        yield _box(EDGE + i * step, HEIGHT - EDGE - 3 - high, max(step - 0.8, 2), high, colour)


def adversary() -> Iterator[str]:
    """Draw an alpha-beta search: what it looked at, and crossed out what it cut off."""
    record = alphabeta(wl.wordle(FAMILY).start(), 2, turns=3)
    yield from _game(record)


def laboratory() -> Iterator[str]:
    """Draw a game on a board."""
    side, gap = 36, 5
    for i, guess in enumerate(GAME):
        for k, mark in enumerate(feedback(guess, GAME[-1])):
            x = (WIDTH - 5 * side - 4 * gap) / 2 + k * (side + gap)
            y = (HEIGHT - 3 * side - 2 * gap) / 2 + i * (side + gap)
            yield _box(x, y, side, side, TILE[mark], 3, outline=1)
            yield (
                f'<text x="{x + side / 2:.1f}" y="{y + side * 0.7:.1f}" font-size="22" font-weight="700" '
                f'fill="{ON_TILE[mark]}" font-family="sans-serif" text-anchor="middle">{guess[k].upper()}</text>'
            )


PICTURES = {
    "part_information": information,
    "part_looking_ahead": looking_ahead,
    "part_perfect_play": perfect_play,
    "part_adversary": adversary,
    "part_laboratory": laboratory,
}


def svg(name: str) -> str:
    """Give a picture as text."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    return "\n".join([head, *PICTURES[name](), "</svg>\n"])


def _heights(tree: DecisionTree) -> dict[int, float]:
    """Give each node a height: leaves below each other, the others in the middle of their children."""
    leaves = [node for node in _preorder(tree, 0) if not _below(tree, node)]
    heights = {node: float(i) for i, node in enumerate(leaves)}
    for node in reversed(list(_preorder(tree, 0))):
        if node not in heights:
            below = [heights[child] for child in _below(tree, node)]
            heights[node] = (min(below) + max(below)) / 2
    unit = (HEIGHT - 2 * EDGE) / max(len(leaves) - 1, 1)
    return {node: EDGE + unit * height for node, height in heights.items()}


def _below(tree: DecisionTree, node: int) -> list[int]:
    return list(tree.children[node].values())


def _preorder(tree: DecisionTree, node: int) -> Iterator[int]:
    yield node
    for child in _below(tree, node):
        yield from _preorder(tree, child)


def _tree(tree: DecisionTree, heights: dict[int, float], node: int = 0, level: int = 0) -> Iterator[str]:
    """Draw a node and all below it, from left to right."""
    across, y = EDGE + 8 + level * 132.0, heights[node]
    for child in _below(tree, node):
        x, half = across + 132, across + 66
        yield (
            f'<path d="M{across:.1f} {y:.1f}C{half:.1f} {y:.1f} {half:.1f} {heights[child]:.1f} {x:.1f} '
            f'{heights[child]:.1f}" fill="none" stroke="{GREY}"/>'
        )
        yield from _tree(tree, heights, child, level + 1)
    inner = bool(_below(tree, node))
    yield _dot(across, heights[node], (7 - 2 * level) if inner else 2.2, YELLOW if inner else GREEN)


def _game(record: Record) -> Iterator[str]:
    """Draw the nodes of a search by level, and a crossed line for each move that was cut off."""
    visits = record.visits
    levels: list[list[tuple[int, bool]]] = [[(0, False)]]
    while levels[-1]:
        wanted = [node for node, cut in levels[-1] if not cut]
        below = [[(i, False) for i, visit in enumerate(visits) if i and visit.parent == node] for node in wanted]
        cuts = [[(node, True)] * len(visits[node].cut) for node in wanted]
        levels.append([each for seen, cut in zip(below, cuts, strict=True) for each in [*seen, *cut]])
    places, step = {0: (WIDTH / 2, float(EDGE + 4))}, (HEIGHT - 2 * EDGE - 8) / (len(levels) - 2)
    dots = [_dot(*places[0], 7, YELLOW)]
    for depth, level in enumerate(levels[1:-1], 1):
        for at, (node, cut) in enumerate(level):
            x, y = EDGE + (at + 0.5) * (WIDTH - 2 * EDGE) / len(level), EDGE + 4 + depth * step
            above = places[node if cut else visits[node].parent]
            yield _line(*above, x, y, GREY, "3 3" if cut else "")
            if cut:
                dots += [_line(x - 4, y - 4, x + 4, y + 4, GREY), _line(x - 4, y + 4, x + 4, y - 4, GREY)]
            else:
                places[node] = (x, y)
                dots.append(_dot(x, y, 5, GREEN if depth % 2 else YELLOW))
    yield from dots


def _box(x: float, y: float, width: float, height: float, colour: str, corner: float = 1, outline: float = 0) -> str:
    stroke = f' stroke="{GREY}" stroke-width="{outline}"' if outline else ""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} rx="{corner}" fill="{colour}"{stroke}/>'


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    stroke = f' stroke="{GREY}" stroke-width="1.2"' if colour == YELLOW else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"{stroke}/>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{colour}" stroke-width="1.2"{dashes}/>'


if __name__ == "__main__":
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8")
