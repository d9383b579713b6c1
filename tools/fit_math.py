#!/usr/bin/env python3
"""fit_math.py [--check HEADER]: derives the constants of src/numeric/num_math_steps.h, prints them as C hexadecimal
floats and, with --check, fails when HEADER lacks one of them.

Each polynomial is a weighted minimax fit by Remez' algorithm in decimal arithmetic of 60 digits, rounded to single
precision at the end; tests/numeric/math.c measures the functions. Run it after changing a degree or an interval below.
"""
import re
import struct
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
ONE = Decimal(1)
LN2 = Decimal(2).ln()


def series(first, ratio):
    """Sum of a series from its first term and the factor that leads from term n to term n + 1."""
    total, term, n = Decimal(0), first, 0
    while term != 0 and abs(term) > Decimal(10) ** -55:
        total += term
        term *= ratio(n)
        n += 1
    return total


def exp2_part(f):  # (2^f - 1) / f
    y = f * LN2
    return LN2 * series(ONE, lambda n: y / (n + 2))


def log2_rest(f):  # (log2(1 + f) - f * log2(e)) / f^2
    return ((ONE + f).ln() / LN2 - f / LN2) / f / f if abs(f) > Decimal(10) ** -12 else (f / 3 - ONE / 2) / LN2


def sin_part(u):  # (sin(r) / r - 1) / u with u = r^2
    return series(-ONE / 6, lambda n: -u / ((2 * n + 4) * (2 * n + 5)))


def cos_part(u):  # (cos(r) - 1 + u / 2) / u^2 with u = r^2
    return series(ONE / 24, lambda n: -u / ((2 * n + 5) * (2 * n + 6)))


def cosine(x):
    return series(ONE, lambda n: -x * x / ((2 * n + 1) * (2 * n + 2)))


def arctangent_inverse(n):
    total, k, power = Decimal(0), 0, ONE / n
    while power > Decimal(10) ** -58:
        total += power / (2 * k + 1) * (-1) ** k
        power /= n * n
        k += 1
    return total


PI = 4 * (4 * arctangent_inverse(5) - arctangent_inverse(239))


def solve(rows, right):
    """Gaussian elimination with pivoting."""
    n = len(rows)
    m = [row[:] + [value] for row, value in zip(rows, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(i + 1, n):
            factor = m[r][i] / m[i][i]
            m[r] = [a - factor * b for a, b in zip(m[r], m[i])]
    x = [Decimal(0)] * n
    for i in reversed(range(n)):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return x


def horner(coefficients, x):
    value = Decimal(0)
    for c in reversed(coefficients):
        value = value * x + c
    return value


def extrema(error, low, high, count):
    """The largest error of each run of one sign over a fine grid: `count` alternating points."""
    runs = []
    for i in range(2001):
        x = low + (high - low) * (1 - cosine(PI * i / 2000)) / 2
        e = error(x)
        if runs and (runs[-1][1] < 0) == (e < 0):
            if abs(e) > abs(runs[-1][1]):
                runs[-1] = (x, e)
        else:
            runs.append((x, e))
    while len(runs) > count:
        runs.pop(0 if abs(runs[0][1]) < abs(runs[-1][1]) else -1)
    return runs


def remez(function, weight, low, high, degree):
    count = degree + 2
    points = [low + (high - low) * (1 - cosine(PI * (2 * i + 1) / (2 * count))) / 2 for i in range(count)]
    for _ in range(12):
        rows = [[x**j for j in range(degree + 1)] + [(-1) ** i / weight(x)] for i, x in enumerate(points)]
        coefficients = solve(rows, [function(x) for x in points])[:-1]
        found = extrema(lambda x: weight(x) * (horner(coefficients, x) - function(x)), low, high, count)
        if len(found) < count:
            break
        points = [x for x, _ in found]
        sizes = [abs(e) for _, e in found]
        if max(sizes) / min(sizes) < Decimal("1.0001"):
            break
    return coefficients, max(abs(e) for _, e in found)


def single(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def split(value, count):
    """`value` as a sum of floats."""
    parts = []
    for _ in range(count):
        parts.append(Decimal(single(value)))
        value -= parts[-1]
    return parts


def numbers():
    """Heading and values of each group. Weights turn an error of the polynomial into one of the function."""
    half, root, tiny = ONE / 2, Decimal(2).sqrt(), Decimal(10) ** -9
    angle = Decimal("0.853") ** 2
    fits = {
        "exp2": remez(exp2_part, lambda f: abs(f) + tiny, -half, half, 5),
        "log2": remez(log2_rest, lambda f: abs(f) / (1 / LN2 + f * log2_rest(f)) + tiny, ONE / root - 1, root - 1, 8),
        "sin": remez(sin_part, lambda u: u + tiny, Decimal(0), angle, 2),
        "cos": remez(cos_part, lambda u: u * u + tiny, Decimal(0), angle, 2),
    }
    for name, (coefficients, error) in fits.items():
        yield f"{name}: error 2^{float(error.ln() / LN2):.1f}", coefficients
    yield "log2(e) in two parts", split(ONE / LN2, 2)
    yield "pi/2 in three parts", split(PI / 2, 3)
    yield "2/pi", (2 / PI,)


def main():
    known = None
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2]) as header:
            known = {float.fromhex(word) for word in re.findall(r"0x1[.0-9a-f]*p[-+]?\d+", header.read())}
    missing = 0
    for heading, values in numbers():
        print(heading)
        for value in map(single, values):
            absent = known is not None and abs(value) not in known
            missing += absent
            print(f"    {value.hex()}{' is missing in ' + sys.argv[2] if absent else ''}")
    return 1 if missing else 0


sys.exit(main())
