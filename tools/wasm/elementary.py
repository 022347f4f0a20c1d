"""Functions of C's library that a module without imports lacks, in plain arithmetic, within one unit of the last place.

They give the same on all machines. Those of processors and browsers differ in that last place.
"""

import math

from wordlelib.kernels.jit import kernel

LOG2_E, ROOT_HALF = 1 / math.log(2), math.sqrt(0.5)
LN2_HIGH = math.floor(math.log(2) * 2**32) / 2**32  # so short that its product with an exponent is exact
LN2_LOW = 1.9082149292705877e-10  # the rest of the logarithm of 2
LARGEST, SMALLEST = 1024 * math.log(2), -1075 * math.log(2)  # beyond, the exponential is infinite or 0
EXP_TERMS, LOG_TERMS = 14, 11  # the next one is below a hundredth of the last place


@kernel
def exp(x):
    """Compute the exponential, as 2 to a whole number times a series."""
    if x > LARGEST or x < SMALLEST or x != x:
        return x if x != x else (math.inf if x > 0 else 0.0)
    exponent = math.floor(x * LOG2_E + 0.5)
    high, low = x - exponent * LN2_HIGH, exponent * LN2_LOW
    rest, more = high - low, 0.0
    for n in range(EXP_TERMS, 1, -1):
        more = (1 + more) * rest / n
    found = 1 + (rest + (rest * more + (high - rest - low)))
    half = exponent // 2
    return found * power_of_two(half) * power_of_two(exponent - half)


@kernel
def power_of_two(exponent):
    """Compute a power of 2."""
    power, base, left = 1.0, 2.0 if exponent > 0 else 0.5, abs(exponent)
    while left > 0:
        if left & 1:
            power *= base
        base, left = base * base, left >> 1
    return power


@kernel
def log(x):
    """Compute the natural logarithm."""
    return log_and_rest(x, 0.0)


@kernel
def log1p(x):
    """Compute the natural logarithm of 1 + x."""
    sum_ = 1 + x
    return log_and_rest(sum_, (x - (sum_ - 1)) / sum_ if 0 < sum_ < math.inf else 0.0)


@kernel
def log_and_rest(x, rest):
    """Compute a logarithm and something small that is added to it, by the series in s = f / (2 + f) of log(1 + f)."""
    if not 0 < x < math.inf:
        return math.inf if x > 0 else (-math.inf if x == 0 else math.nan)
    exponent, more = 0, 0.0
    while x < ROOT_HALF:
        x, exponent = 2 * x, exponent - 1
    while x > 2 * ROOT_HALF:
        x, exponent = 0.5 * x, exponent + 1
    f = x - 1
    s, half = f / (2 + f), 0.5 * f * f
    for n in range(LOG_TERMS, 0, -1):
        more = s * s * (2 / (2 * n + 1) + more)
    return exponent * LN2_HIGH - (half - (s * (half + more) + (exponent * LN2_LOW + rest)) - f)
