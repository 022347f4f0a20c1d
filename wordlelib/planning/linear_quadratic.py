"""The linear-quadratic problem in one dimension, the smallest example of Newton's method in control.

The state moves as x' = a x + b u, each stage costs q x^2 + r u^2, and there is no end. The costs of linear policies are
quadratic, K x^2, so the Bellman operator acts on one number. It becomes the Riccati operator F, and J = T J becomes the
Riccati equation K = F(K) (Bertsekas 2022, chapter 4).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from wordlelib.core import checks

LARGEST, FARTHEST = 1e20, 1e100  # of the problem's numbers, and of costs and gains: their products are finite
MOST_STEPS = 10**7


@dataclass(frozen=True)
class LinearQuadratic:
    """The problem x' = a x + b u with stage cost q x^2 + r u^2, in which b is not 0, and q and r are positive."""

    a: float
    b: float
    q: float
    r: float

    def __post_init__(self) -> None:
        for name in ("a", "b", "q", "r"):
            given, expected = getattr(self, name), f"a finite number, at most {LARGEST:g}"
            checks.number(name, given, -LARGEST, LARGEST, expected=expected)
            object.__setattr__(self, name, given.item() if isinstance(given, np.generic) else given)
        if abs(self.b) < 1 / LARGEST:
            raise ValueError(f"b: {self.b}; expected another number than 0, so that the control moves the state")
        for name, value in (("q", self.q), ("r", self.r)):
            if value < 1 / LARGEST:
                raise ValueError(f"{name}: {value}; expected a positive number, at least {1 / LARGEST:g}")

    def riccati(self, k: float) -> float:
        """Apply the Riccati operator: F(K) = a^2 r K / (r + b^2 K) + q, the coefficient of T(K x^2)."""
        k = self._cost(k)
        return self.a**2 * self.r * k / (self.r + self.b**2 * k) + self.q

    def gain(self, k: float) -> float:
        """Return the gain L of the policy u = L x that is greedy at K x^2: L = -a b K / (r + b^2 K)."""
        k = self._cost(k)
        return -self.a * self.b * k / (self.r + self.b**2 * k)

    def riccati_of(self, gain: float, k: float) -> float:
        """Apply the operator of the policy u = L x: F_L(K) = (a + b L)^2 K + q + r L^2, a straight line."""
        return self.slope_of(gain) * _number("k", k) + self.q + self.r * _number("gain", gain) ** 2

    def slope_of(self, gain: float) -> float:
        """Return the slope of F_L, (a + b L)^2, which is below 1 exactly if the policy u = L x is stable."""
        return (self.a + self.b * _number("gain", gain)) ** 2

    def evaluate(self, gain: float) -> float:
        """Return the cost K of the policy u = L x, the fixed point of F_L; a policy that is not stable is refused."""
        gain = _number("gain", gain)
        slope = self.slope_of(gain)
        if slope >= 1:
            raise ValueError(
                f"gain: {gain:.6g} moves x to {self.a + self.b * gain:.6g} x; "
                "expected a factor between -1 and 1, or the cost is infinite"
            )
        return (self.q + self.r * gain**2) / (1 - slope)

    @property
    def optimum(self) -> float:
        """The positive solution K* of the Riccati equation, by the formula for quadratic equations."""
        half = (self.r * (1 - self.a**2) - self.q * self.b**2) / (2 * self.b**2)
        root = sqrt(half**2 + self.q * self.r / self.b**2)
        return root - half if half <= 0 else self.q * self.r / self.b**2 / (root + half)

    @property
    def stable_above(self) -> float:
        """The end of the region of stability: the policy that is greedy at K is stable if K lies above it.

        There the slope of F is 1. Nothing below -r / b^2, where F has its pole, belongs to the region.
        """
        return self.r * (abs(self.a) - 1) / self.b**2

    def newton_step(self, k: float) -> float:
        """Take a step of Newton's method on K = F(K): K' = K - (F(K) - K) / (F'(K) - 1).

        The tangent of F at K is F_L for the policy L that is greedy at K, so this is the cost of that policy. A K
        outside the region of stability is refused.
        """
        slope = self.slope_of(self.gain(k))
        if slope >= 1:
            raise ValueError(f"k: {k:.6g}; expected more than {self.stable_above:.6g}, the region of stability")
        return k - (self.riccati(k) - k) / (slope - 1)

    def value_iteration(self, k: float, steps: int) -> list[float]:
        """Apply F `steps` times, and return K, F(K), F(F(K)) ..."""
        return _iterate(self.riccati, k, steps)

    def newton(self, k: float, steps: int) -> list[float]:
        """Take `steps` Newton steps, and return K and the value after each step."""
        return _iterate(self.newton_step, k, steps)

    def _cost(self, k: float) -> float:
        """Check K: r + b^2 K, half the second derivative by u of what is minimised, must be positive."""
        expected = f"a finite number above {-self.r / self.b**2:.6g}"
        cost = checks.number("k", k, -FARTHEST, FARTHEST, expected=expected)
        if self.r + self.b**2 * cost <= 0:
            raise checks.refused("k", k, expected)
        return cost


def _number(name: str, value: float) -> float:
    return checks.number(name, value, -FARTHEST, FARTHEST, expected=f"a finite number, at most {FARTHEST:g}")


def _iterate(step: Callable[[float], float], k: float, steps: int) -> list[float]:
    """Apply `step` again and again."""
    sequence = [_number("k", k)]
    for _ in range(checks.integer("steps", steps, most=MOST_STEPS)):
        sequence.append(step(sequence[-1]))
    return sequence
