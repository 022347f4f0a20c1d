"""NumPy's generator of random numbers for a module that has no NumPy.

An entry that takes a `np.random.Generator` is compiled with a `PCG64` in its place, whose methods give what those of
`np.random.default_rng(seed)` give, bit for bit. Numba's own distributions draw from it. It has the methods that kernels
call, and `integers` for at most 2**32 - 1 values. One normal number in 4,000 lies in the tail and is made of
logarithms, whose last bit differs from machine to machine, and NumPy's result with it. So it may differ here, too.
"""

import numpy as np
from numba.core.datamodel import register_default
from numba.extending import overload, overload_method, register_jitable, typeof_impl
from numba.np.random.distributions import random_standard_normal
from numba.np.random.generator_core import next_double, next_uint32, next_uint64
from numba.np.random.random_methods import buffered_bounded_lemire_uint32, random_interval

from wordlelib.kernels.jit import kernel, record
from wordlelib.kernels.lowering import Record, _RecordModel
from wordlelib.kernels.webassembly import PCG64

HIGH, LOW, MORE_HIGH, MORE_LOW, KEPT, HALF = range(6)  # the places in the state of a `PCG64`
# The multiplier of PCG64 (O'Neill 2014) in two parts, and how far its output is turned: by the highest 6 bits.
TIMES_HIGH, TIMES_LOW, TURN = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645), np.uint64(58)
# The constants of NumPy's SeedSequence (O'Neill 2015), by which 32-bit numbers are hashed.
FIRST_IN, TIMES_IN, FIRST_OUT, TIMES_OUT = map(np.uint64, (0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED))
MIX_LEFT, MIX_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)
WORD, WORD_BITS, HALF_BITS = np.uint64(2**32 - 1), np.uint64(32), np.uint64(16)
ONE, ALL_BUT_ONE, BITS = np.uint64(1), np.uint64(63), np.uint64(64)
UNUSED, UNIT = np.uint64(11), 2.0**-53  # a double has 53 bits of the 64

record(PCG64)


class _Kind(Record):
    """The type of such a record."""


register_default(_Kind)(_RecordModel)


@typeof_impl.register(PCG64)
def _typeof_generator(value: PCG64, context: object) -> _Kind:
    return _Kind([typeof_impl(each, context) for each in value], PCG64)


@register_jitable
def high_product(a, b):
    """Return the high half of the product of two 64-bit numbers."""
    a0, a1, b0, b1 = a & WORD, a >> WORD_BITS, b & WORD, b >> WORD_BITS
    low, middle = a0 * b0, a1 * b0
    middle += low >> WORD_BITS
    return a1 * b1 + (middle >> WORD_BITS) + ((a0 * b1 + (middle & WORD)) >> WORD_BITS)


@register_jitable
def draw(state):
    """Make a step, and return 64 random bits."""
    product = state[LOW] * TIMES_LOW
    high = high_product(state[LOW], TIMES_LOW) + state[HIGH] * TIMES_LOW + state[LOW] * TIMES_HIGH
    low = product + state[MORE_LOW]
    high += state[MORE_HIGH] + np.uint64(low < product)
    state[HIGH], state[LOW] = high, low
    mixed, turn = high ^ low, high >> TURN
    return mixed >> turn | mixed << ((BITS - turn) & ALL_BUT_ONE)


@register_jitable
def draw_half(state):
    """Return 32 random bits; the other half of the draw is kept for the next call."""
    if state[KEPT] > 0:
        state[KEPT] = 0
        return np.uint32(state[HALF])
    drawn = draw(state)
    state[KEPT], state[HALF] = ONE, drawn >> WORD_BITS
    return np.uint32(drawn & WORD)


@kernel
def hashed(value, constant, times):
    """Mix a 32-bit number with two constants."""
    value = (value ^ constant) * (constant * times & WORD) & WORD
    return value ^ value >> HALF_BITS


@kernel
def seed_generator(rng, seed):
    """Begin as `np.random.default_rng` does with a seed from 0 to 2**63 - 1."""
    pool, constant, seed = rng.state[:4], FIRST_IN, np.uint64(seed)
    for i in range(4):
        pool[i] = hashed(seed & WORD, constant, TIMES_IN)
        constant, seed = constant * TIMES_IN & WORD, seed >> WORD_BITS
    for i in range(4):
        for j in range(4):
            if i != j:
                mixed = MIX_LEFT * pool[j] - MIX_RIGHT * hashed(pool[i], constant, TIMES_IN) & WORD
                pool[j] = mixed ^ mixed >> HALF_BITS
                constant = constant * TIMES_IN & WORD
    begin(rng.state, seeded(pool, 0), seeded(pool, 1), seeded(pool, 2), seeded(pool, 3))


@kernel
def seeded(pool, place):
    """Return one of the four 64-bit numbers that a pool of four 32-bit numbers gives."""
    constant = FIRST_OUT
    for _ in range(2 * place):
        constant = constant * TIMES_OUT & WORD
    first = 2 * place & 3
    low = hashed(pool[first], constant, TIMES_OUT)
    return hashed(pool[first + 1], constant * TIMES_OUT & WORD, TIMES_OUT) << WORD_BITS | low


@kernel
def begin(state, high, low, more_high, more_low):
    """Begin at a number with a stream, each in two parts."""
    state[MORE_HIGH], state[MORE_LOW] = more_high << ONE | more_low >> ALL_BUT_ONE, more_low << ONE | ONE
    state[LOW] = low + state[MORE_LOW]
    state[HIGH] = high + state[MORE_HIGH] + np.uint64(state[LOW] < low)
    state[KEPT] = state[HALF] = 0
    draw(state)


@kernel
def shuffle(rng, numbers):
    """Put numbers in the order of `Generator.permutation`."""
    for i in range(numbers.size - 1, 0, -1):
        j = np.int64(random_interval(rng, i))
        numbers[i], numbers[j] = numbers[j], numbers[i]


@kernel
def fill_normals(rng, out):
    """Draw standard normal numbers."""
    for i in range(out.size):
        out[i] = rng.standard_normal()


@overload(next_uint64)
def _next_uint64(bits):
    if isinstance(bits, _Kind):
        return lambda bits: draw(bits.state)
    return None


@overload(next_uint32)
def _next_uint32(bits):
    if isinstance(bits, _Kind):
        return lambda bits: draw_half(bits.state)
    return None


@overload(next_double)
def _next_double(bits):
    if isinstance(bits, _Kind):
        return lambda bits: np.float64(draw(bits.state) >> UNUSED) * UNIT
    return None


@overload_method(_Kind, "random")
def _random(inst):
    return lambda inst: next_double(inst)


@overload_method(_Kind, "standard_normal")
def _standard_normal(inst):
    return lambda inst: random_standard_normal(inst)


@overload_method(_Kind, "integers")
def _integers(inst, low, high):
    def integers(inst, low, high):
        most = np.uint64(high - low - 1)
        return low + np.int64(buffered_bounded_lemire_uint32(inst, most) if most > 0 else most)

    return integers
