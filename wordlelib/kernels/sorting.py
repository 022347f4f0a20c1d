"""Sort, select and search: small, and quickly compiled, where NumPy's own take seconds to compile."""

from wordlelib.kernels.jit import kernel

RUN = 16  # places sorted by insertion before merging begins; usual values are 8 to 32


@kernel
def place_in(numbers, number):
    """Return where a number stands in ascending numbers, or would stand: the first place whose number is no less."""
    first, last = 0, numbers.size
    while first < last:
        middle = (first + last) // 2
        if numbers[middle] < number:
            first = middle + 1
        else:
            last = middle
    return first


@kernel
def place_after(numbers, number):
    """Return the first place in ascending numbers whose number is greater; their count if there is none."""
    first, last = 0, numbers.size
    while first < last:
        middle = (first + last) // 2
        if numbers[middle] <= number:
            first = middle + 1
        else:
            last = middle
    return first


@kernel
def stands_in(numbers, number):
    """Test whether a number stands in ascending numbers."""
    place = place_in(numbers, number)
    return place < numbers.size and numbers[place] == number


@kernel
def least_of(values):
    """Return the least of some values."""
    least = values[0]
    for value in values:
        if value < least:
            least = value
    return least


@kernel
def least_place(values):
    """Return the place of the least of some values, the first one."""
    least = 0
    for i in range(1, values.size):
        if values[i] < values[least]:
            least = i
    return least


@kernel
def greatest_place(values):
    """Return the place of the greatest of some values, the first one."""
    greatest = 0
    for i in range(1, values.size):
        if values[i] > values[greatest]:
            greatest = i
    return greatest


@kernel
def smallest(values, k):
    """Return the k-th smallest of some values, from 1, and leave them in another order (Hoare's quickselect)."""
    first, last, wanted = 0, values.size - 1, k - 1
    while first < last:
        low, high = first, last
        pivot = values[(first + last) // 2]
        while low <= high:
            while values[low] < pivot:
                low += 1
            while pivot < values[high]:
                high -= 1
            if low <= high:
                kept = values[low]
                values[low] = values[high]
                values[high] = kept
                low += 1
                high -= 1
        if wanted <= high:
            last = high
        elif wanted >= low:
            first = low
        else:
            break
    return values[wanted]


@kernel
def sort_by(keys, sign, order, room):
    """Sort places by their keys, ascending (sign 1) or descending (-1), stably; `room` is as long as `order`."""
    n = order.size
    for start in range(0, n, RUN):
        for i in range(start + 1, min(start + RUN, n)):
            place, j = order[i], i
            while j > start and sign * keys[order[j - 1]] > sign * keys[place]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = place
    width = RUN
    while width < n:
        for start in range(0, n - width, 2 * width):
            middle, last = start + width, min(start + 2 * width, n)
            for i in range(start, middle):
                room[i] = order[i]
            i, j = start, middle
            for filled in range(start, last):
                if i == middle:
                    break
                if j < last and sign * keys[order[j]] < sign * keys[room[i]]:
                    order[filled] = order[j]
                    j += 1
                else:
                    order[filled] = room[i]
                    i += 1
        width *= 2
