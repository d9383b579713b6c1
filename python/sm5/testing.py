"""Comparison of results with tolerance, for tests. Needs NumPy."""
import numpy

SHOWN = 5


def ulps(actual, expected):
    """Distance of floats in units in the last place; of a NaN to another value the largest distance."""
    kind = {2: numpy.int16, 4: numpy.int32, 8: numpy.int64}[actual.dtype.itemsize]

    def ordered(values):
        bits = values.view(kind).astype(object) if kind is numpy.int64 else values.view(kind).astype(numpy.int64)
        least = -(1 << (8 * values.dtype.itemsize - 1))
        return numpy.where(bits < 0, least - bits, bits)

    distance = numpy.abs(ordered(actual) - ordered(expected))
    differs = numpy.isnan(actual) != numpy.isnan(expected)
    return numpy.where(numpy.isnan(actual) & numpy.isnan(expected), 0, numpy.where(differs, 1 << 62, distance))


def _parts(actual, expected, name=""):
    """(name, array, array) of plain types."""
    if actual.dtype.names is None:
        yield name, actual, expected
        return
    if expected.dtype.names is None or set(actual.dtype.names) != set(expected.dtype.names):
        raise AssertionError(f"members {actual.dtype.names}; expected {expected.dtype.names}")
    for member in actual.dtype.names:
        yield from _parts(actual[member], expected[member], f"{name}.{member}" if name else member)


def _wrong(actual, expected, rtol, atol, ulp):
    if actual.dtype.kind != "f":
        return actual != expected
    near = (ulps(actual, expected) <= ulp) if ulp else (actual == expected)
    both = numpy.isnan(actual) & numpy.isnan(expected)
    if rtol or atol:
        with numpy.errstate(invalid="ignore", over="ignore"):
            near |= numpy.abs(actual - expected) <= atol + rtol * numpy.abs(expected)
    return ~(near | both)


def assert_close(actual, expected, *, rtol=0.0, atol=0.0, ulp=0, name=""):
    """Raises AssertionError, with the first values that differ, unless each value is within `ulp` units in the last place, or
    within atol + rtol * |expected|. Integers are compared exactly, NaN equals NaN, structures member by member."""
    actual = numpy.asarray(actual)
    expected = numpy.asarray(expected, None if actual.dtype.names else actual.dtype)
    if actual.shape != expected.shape:
        raise AssertionError(f"{name or 'array'}: shape {actual.shape}; expected {expected.shape}")
    lines = []
    for member, got, want in _parts(actual, expected, name):
        wrong = _wrong(got, want.astype(got.dtype), rtol, atol, ulp)
        places = numpy.argwhere(wrong)
        if len(places):
            lines.append(f"{member or 'array'}: {len(places)} of {wrong.size} values differ")
        lines += [f"    {list(map(int, place))}: {got[tuple(place)]!r}; expected {want[tuple(place)]!r}" for place in places[:SHOWN]]
    if lines:
        raise AssertionError("\n".join(lines))
