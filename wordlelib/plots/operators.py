"""Bellman's operator, and what a step of it gains."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch

from wordlelib.plots.style import DASHES, RIGHT, ROLES, SERIES, panel


def _operator_lines(
    ax: Axes,
    operator: Callable[[float], float],
    span: tuple[float, float],
    policies: Mapping[str, Callable[[float], float]],
    value_iteration: Sequence[float],
    newton: Sequence[float],
    names: tuple[str, str],
) -> None:
    """Draw the lines of `bellman_operator`, the broad ones below: a tangent lies on a policy and touches T."""
    low, high = span
    x = np.linspace(low, high, 401)
    ax.plot(x, [operator(float(value)) for value in x], color="0.8", lw=6, label=f"${names[1]}$")
    ax.plot(span, span, color="0.55", lw=1, label="45-degree line")
    for i, (name, line) in enumerate(policies.items()):
        style: dict[str, Any] = {"color": ("0.3", "0.5", "0.6")[i % 3], "ls": DASHES[i % 4]}
        ax.plot(span, [line(low), line(high)], lw=2, alpha=0.5, label=name, **style)
    if len(value_iteration):
        corners = np.repeat(value_iteration, 2)
        ax.plot(corners[:-1], corners[1:], color=ROLES["iterate"], lw=1.2, label="value iteration")
        ax.plot(value_iteration[:-1], value_iteration[1:], "o", color=ROLES["iterate"], markersize=5)
    color = ROLES["step"]
    for k, (before, after) in enumerate(pairwise(newton)):
        start, end = (before, operator(before)), (after, after)
        label = None if k else "Newton"
        ax.plot(*zip(start, end, strict=True), "s--", color=color, markersize=5, markevery=[0], lw=1.5, label=label)
        style = {"arrowstyle": "-|>", "mutation_scale": 14, "shrinkA": 0, "shrinkB": 0, "color": color, "lw": 0}
        ax.add_patch(FancyArrowPatch(start, end, zorder=3, **style))
    for k, value in enumerate(newton):
        if low <= value <= high:
            ax.plot([value, value], [low, max(value, operator(value))], ":", color=color, lw=1)
            ax.annotate(f"${names[0]}_{k}$", (value, low), (3, 4), textcoords="offset points", color=color)


def bellman_operator(
    operator: Callable[[float], float],
    span: tuple[float, float],
    policies: Mapping[str, Callable[[float], float]],
    value_iteration: Sequence[float] = (),
    newton: Sequence[float] = (),
    ax: Axes | None = None,
    names: tuple[str, str] = ("J", "TJ"),
    zoom: tuple[float, float] | None = None,
) -> Axes:
    """Draw a Bellman operator of one number, its fixed point and the roads to it, as Bertsekas (2022) does.

    Parameters
    ----------
    operator, span
        T, from a number to a number, and the least and the largest J to show. The fixed point is where the curve
        crosses the 45-degree line.
    policies
        The linear operators T_mu of some policies, by name: each is drawn as a line that touches T or lies above it.
    value_iteration
        J0, T J0, T T J0 ...: drawn as a staircase between T and the 45-degree line.
    newton
        The values before and after each Newton step, named at the bottom: drawn as tangents of T, followed to the
        45-degree line by an arrow.
    names
        The names of the number and of its image under the operator, in TeX.
    zoom
        The least and the largest J of an enlarged part, drawn once more in the free corner below the curve.
    """
    for name, ends in (("span", span), ("zoom", zoom)):
        if ends is not None and not ends[0] < ends[1]:
            raise ValueError(f"{name}: {ends}; expected two rising numbers")
    ax = panel(ax, 5.6, 4.6)
    _operator_lines(ax, operator, span, policies, value_iteration, newton, names)
    if zoom is not None:
        inset = ax.inset_axes((0.56, 0.1, 0.32, 0.34))
        inset.spines[["top", "right"]].set_visible(False)
        _operator_lines(inset, operator, zoom, policies, value_iteration, newton, names)
        inset.set(xlim=zoom, ylim=zoom)
        inset.locator_params(nbins=3)
        inset.tick_params(labelsize="x-small")
        ax.indicate_inset_zoom(inset, edgecolor="0.4")
    ax.set(xlim=span, ylim=span, xlabel=f"${names[0]}$", ylabel=f"${names[1]}$")
    ax.legend(**RIGHT)
    return ax


def improvement(
    series: Mapping[str, tuple[np.ndarray, np.ndarray]],
    ax: Axes | None = None,
    xlabel: str = "error before",
    ylabel: str = "error after",
) -> Axes:
    """Draw errors after a step against errors before it, both on logarithmic scales.

    Points below the solid line have gained; the dotted line is the square of the error before. An error of 0 after the
    step stands on a line of its own, as a hollow marker at the bottom.

    Parameters
    ----------
    series
        For each name the errors before, all positive, and the errors after. Arrays of shape (runs, points) are drawn as
        medians, with a bar from the least to the greatest of the runs.
    """
    ax = panel(ax, 5.6, 4.2)
    tables = {name: (np.atleast_2d(x).astype(float), np.atleast_2d(y).astype(float)) for name, (x, y) in series.items()}
    before = np.concatenate([x.ravel() for x, _ in tables.values()])
    after = np.concatenate([y.ravel() for _, y in tables.values()])
    if not np.all(before > 0):
        raise ValueError(f"series: an error before of {before.min():.6g}; expected positive ones")
    bottom = min(after[after > 0], default=float(before.min())) / 4
    ends = np.array([before.min(), before.max()])
    ax.plot(ends, ends, color="0.55", lw=1, label="after = before")
    ax.plot(ends, ends**2, color="0.55", lw=1, ls=":", label="after = before²")
    for i, (name, (x, y)) in enumerate(tables.items()):
        style: dict[str, Any] = {"marker": "os^D"[i % 4], "color": SERIES[i % 4], "ls": "none", "markersize": 5}
        middle, height = np.median(x, axis=0), np.median(y, axis=0)
        shown = height > 0
        if len(x) > 1:
            low, high = np.maximum(y.min(axis=0), bottom), np.maximum(y.max(axis=0), bottom)
            ax.vlines(middle, low, high, color=SERIES[i % 4], lw=1.2)
        ax.plot(middle[shown], height[shown], label=name, **style)
        ax.plot(middle[~shown], np.full(np.sum(~shown), bottom), mfc="none", **style)
    if np.any(after <= 0):
        ax.axhline(bottom, color="0.55", lw=0.6)
        ax.text(-0.02, bottom, "0", transform=ax.get_yaxis_transform(), ha="right", va="center")
    ax.set(xscale="log", yscale="log", ylim=(bottom / 2, None), xlabel=xlabel, ylabel=ylabel)
    ax.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    return ax
