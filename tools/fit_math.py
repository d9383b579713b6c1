#!/usr/bin/env python3
"""fit_math.py [--check HEADER]: derives the polynomial coefficients of src/numeric/num_math.h and prints them as C hexadecimal doubles.

Each polynomial is a weighted minimax fit by Remez' algorithm in decimal arithmetic of 60 digits; the coefficients are
rounded to double at the end, an error far below that of the fit. Run it after changing a degree or an interval below.
With --check HEADER it fails when the header lacks one of the numbers.
"""
import re
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


def log2_part(f):  # log2(1 + f) / f
    return (ONE + f).ln() / LN2 / f if abs(f) > Decimal(10) ** -25 else ONE / LN2


def sin_part(u):  # (sin(r) / r - 1) / u with u = r^2
    return series(-ONE / 6, lambda n: -u / ((2 * n + 4) * (2 * n + 5)))


def cos_part(u):  # (cos(r) - 1) / u with u = r^2
    return series(-ONE / 2, lambda n: -u / ((2 * n + 3) * (2 * n + 4)))


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


def leading_bits(value, bits):
    """`value` cut to its first `bits` significant bits."""
    scale = 0
    while value * 2**scale < 2 ** (bits - 1):
        scale += 1
    return Decimal(int(value * 2**scale)) / 2**scale


def numbers():
    """Heading and values of each group."""
    half = ONE / 2
    root = Decimal(2).sqrt()
    quarter = (PI / 4) ** 2
    fits = {
        "exp2": remez(exp2_part, lambda f: ONE, -half, half, 6),
        "log2": remez(log2_part, lambda f: ONE / log2_part(f), ONE / root - 1, root - 1, 13),
        "sin": remez(sin_part, lambda u: u + Decimal(10) ** -9, Decimal(0), quarter, 3),
        "cos": remez(cos_part, lambda u: u + Decimal(10) ** -9, Decimal(0), quarter, 4),
    }
    for name, (coefficients, error) in fits.items():
        yield f"{name}: error 2^{float(error.ln() / LN2):.1f}", coefficients
    first = leading_bits(PI / 2, 33)
    yield "pi/2 in two parts, 33 + 53 bits:", (first, PI / 2 - first)
    yield "2/pi", (2 / PI,)


def main():
    known = None
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2]) as header:
            known = {float.fromhex(word) for word in re.findall(r"0x1[.0-9a-f]*p[-+]?\d+", header.read())}
    missing = 0
    for heading, values in numbers():
        print(heading)
        for value in map(float, values):
            absent = known is not None and abs(value) not in known
            missing += absent
            print(f"    {value.hex()}{' is missing in ' + sys.argv[2] if absent else ''}")
    return 1 if missing else 0


sys.exit(main())
