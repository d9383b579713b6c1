#!/usr/bin/env python3
"""make-cases.py OPTION...: generates test cases of every arithmetic instruction and atomic for its edge values.

The expected results come from the model below, which implements the specification with exact fractions and Python
integers, independently of the C code. The build runs it (tests/meson.build). tests/semantics/generated.txt has
a digest of each case, so that a change of the model is a reviewable difference: a test fails while they disagree, and
`tools/make-cases.py --update tests/semantics/generated.txt` accepts the change.
"""
import argparse
import hashlib
import math
import pathlib
import random
import struct
import sys
from fractions import Fraction

NAN = 0x7FC00000
DNAN = 0x7FF8000000000000
M32 = 0xFFFFFFFF


# ---- float32 as sign, exact value ----

def is_nan(a):
    return a & 0x7FFFFFFF > 0x7F800000


def is_inf(a):
    return a & 0x7FFFFFFF == 0x7F800000


def sign(a):
    return a >> 31


def flush(a):
    return a if a & 0x7F800000 else a & 0x80000000


def value(a):
    """Exact value of a finite float; denormals count as zero."""
    a = flush(a)
    e, m = a >> 23 & 0xFF, a & 0x7FFFFF
    if e == 0:
        return Fraction(0)
    v = Fraction(m | 0x800000) * Fraction(2) ** (e - 150)
    return -v if sign(a) else v


def round_float(v, negative_zero=False):
    """Rounds to nearest even, 24 bits, with an unbounded exponent; results that are then tiny become zero."""
    if v == 0:
        return 0x80000000 if negative_zero else 0
    s, v = (1, -v) if v < 0 else (0, v)
    e = v.numerator.bit_length() - v.denominator.bit_length()
    if Fraction(2) ** e > v:
        e -= 1
    scaled = v / Fraction(2) ** (e - 23)
    n = scaled.numerator // scaled.denominator
    rest = scaled - n
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n & 1):
        n += 1
    if n == 1 << 24:
        n, e = n >> 1, e + 1
    if e < -126:
        return s << 31
    if e > 127:
        return s << 31 | 0x7F800000
    return s << 31 | (e + 127) << 23 | n & 0x7FFFFF


def inf(s):
    return s << 31 | 0x7F800000


def add(a, b):
    if is_nan(a) or is_nan(b) or (is_inf(a) and is_inf(b) and sign(a) != sign(b)):
        return NAN
    if is_inf(a) or is_inf(b):
        return a if is_inf(a) else b
    return round_float(value(a) + value(b), value(a) == 0 and sign(a) == 1 and sign(b) == 1)


def product_special(a, b):
    if is_nan(a) or is_nan(b):
        return NAN
    if is_inf(a) or is_inf(b):
        other = b if is_inf(a) else a
        if not is_inf(other) and value(other) == 0:
            return NAN
        return inf(sign(a) ^ sign(b))
    return None


def mul(a, b):
    special = product_special(a, b)
    if special is not None:
        return special
    return round_float(value(a) * value(b), sign(a) ^ sign(b) == 1)


def mad(a, b, c):
    special = product_special(a, b)
    if special is not None:
        return add(special, c)
    if is_nan(c):
        return NAN
    if is_inf(c):
        return c
    p = value(a) * value(b)
    s = sign(a) ^ sign(b)
    both_zero = p == 0 and value(c) == 0
    return round_float(p + value(c), both_zero and s == 1 and sign(c) == 1)


def div(a, b):
    s = sign(a) ^ sign(b)
    if is_nan(a) or is_nan(b) or (is_inf(a) and is_inf(b)):
        return NAN
    if is_inf(a):
        return inf(s)
    if is_inf(b):
        return s << 31
    if value(b) == 0:
        return NAN if value(a) == 0 else inf(s)
    return round_float(value(a) / value(b), s == 1)


def root(v):
    """Square root with a sticky bit far below the rounding position."""
    shift = 400
    n = (v.numerator << (2 * shift)) // v.denominator
    r = math.isqrt(n)
    exact = r * r == n and (v.numerator << (2 * shift)) % v.denominator == 0
    return Fraction(r if exact else 2 * r + 1, (1 if exact else 2) << shift)


def sqrt(a):
    a = flush(a)
    if is_nan(a):
        return NAN
    if a & 0x7FFFFFFF == 0:
        return a
    if sign(a):
        return NAN
    return a if is_inf(a) else round_float(root(value(a)))


def rcp(a):
    return div(0x3F800000, a)


def rsq(a):
    return rcp(sqrt(a))


def order(a):
    """Key that orders floats, -0 less than +0."""
    a = flush(a)
    return -(a & 0x7FFFFFFF) - 1 if sign(a) else a


def choose(a, b, pick):
    if is_nan(a) and is_nan(b):
        return NAN
    if is_nan(a) or is_nan(b):
        return flush(b if is_nan(a) else a)
    return flush(pick(a, b, key=order))


def compare(test, on_nan=False):
    def run(a, b):
        if is_nan(a) or is_nan(b):
            return M32 if on_nan else 0
        key = lambda x: order(x) if flush(x) & 0x7FFFFFFF else 0
        return M32 if test(key(a), key(b)) else 0
    return run


def round_with(function):
    def run(a):
        a = flush(a)
        if is_nan(a):
            return NAN
        if is_inf(a) or a & 0x7FFFFFFF == 0:
            return a
        return round_float(Fraction(function(value(a))), sign(a) == 1)
    return run


def frc(a):
    if is_nan(a) or is_inf(a):
        return NAN
    v = value(a)
    r = round_float(v - math.floor(v))
    return 0x3F7FFFFF if r == 0x3F800000 else r


def to_int(low, high):
    def run(a):
        if is_nan(a):
            return 0
        if is_inf(a):
            return (low if sign(a) else high) & M32
        return max(low, min(high, math.trunc(value(a)))) & M32
    return run


def signed(a):
    return a - (1 << 32) if a >> 31 else a


def f32tof16(a):
    s, a = sign(a) << 15, a & 0x7FFFFFFF
    if a > 0x7F800000:
        return 0x7E00
    if a == 0x7F800000:
        return s | 0x7C00
    v = value(a)
    if v >= 65504:
        return s | 0x7BFF
    if v < Fraction(2) ** -14:
        return s | math.floor(v * 2 ** 24)
    e = math.floor(v).bit_length() - 1 if v >= 1 else None
    if e is None:
        e = -14
        while Fraction(2) ** (e + 1) <= v:
            e += 1
    return s | (e + 15) << 10 | math.floor(v / Fraction(2) ** (e - 10)) & 0x3FF


def f16tof32(a):
    s, e, m = a >> 15 & 1, a >> 10 & 31, a & 0x3FF
    if e == 31:
        return NAN if m else inf(s)
    v = Fraction(m, 1 << 24) if e == 0 else Fraction(m | 0x400) * Fraction(2) ** (e - 25)
    return round_float(-v if s else v, s == 1)


# ---- integers ----

def shift(b):
    return b & 31


def ubfe(w, o, v):
    w, o = w & 31, o & 31
    if w == 0:
        return 0
    if w + o < 32:
        return (v << (32 - w - o) & M32) >> (32 - w)
    return v >> o


def ibfe(w, o, v):
    w, o = w & 31, o & 31
    if w == 0:
        return 0
    if w + o < 32:
        return signed(v << (32 - w - o) & M32) >> (32 - w) & M32
    return signed(v) >> o & M32


def bfi(w, o, v, base):
    w, o = w & 31, o & 31
    mask = ((1 << w) - 1) << o & M32
    return (v << o & mask) | (base & ~mask & M32)


def firstbit_hi(a):
    return 32 - a.bit_length() if a else M32


def msad(ref, src, acc):
    total = acc
    for i in range(4):
        r, s = ref >> 8 * i & 0xFF, src >> 8 * i & 0xFF
        total += abs(r - s) if r else 0
    return min(total, M32)


# ---- doubles ----

def dval(a):
    return struct.unpack("<d", struct.pack("<Q", a))[0]


def dbits(d):
    return DNAN if d != d else struct.unpack("<Q", struct.pack("<d", d))[0]


def dnan(a):
    return a & (1 << 63) - 1 > 0x7FF << 52


def dpick(a, b, pick):
    if dnan(a) or dnan(b):
        return DNAN if dnan(a) and dnan(b) else (b if dnan(a) else a)
    key = lambda x: (-(x & (1 << 63) - 1) - 1) if x >> 63 else x
    return pick(a, b, key=key)


def ddiv(a, b):
    x, y = dval(a), dval(b)
    if y == 0 and x == x:
        return DNAN if x == 0 else (((a ^ b) >> 63) << 63 | 0x7FF << 52)
    return dbits(x / y) if y != 0 else DNAN


def dfma(a, b, c):
    x, y, z = dval(a), dval(b), dval(c)
    if not (math.isfinite(x) and math.isfinite(y)):
        return dbits(x * y + z)
    if not math.isfinite(z):
        return dbits(z)
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        product_zero = math.copysign(1, x) * math.copysign(1, y)
        if Fraction(x) * Fraction(y) == 0 and z == 0 and product_zero < 0 and math.copysign(1, z) < 0:
            return 1 << 63
        return 0
    try:
        r = float(exact)
    except OverflowError:
        r = math.inf if exact > 0 else -math.inf
    if r == 0 and exact < 0:
        r = -0.0
    return dbits(r)


def dcompare(test, on_nan=False):
    def run(a, b):
        if dnan(a) or dnan(b):
            return M32 if on_nan else 0
        return M32 if test(dval(a), dval(b)) else 0
    return run


def dto_int(low, high):
    def run(a):
        x = dval(a)
        if x != x:
            return 0
        if math.isinf(x):
            return (high if x > 0 else low) & M32
        return max(low, min(high, math.trunc(x))) & M32
    return run


def dtof(a):
    x = dval(a)
    if x != x:
        return NAN
    if math.isinf(x):
        return inf(x < 0)
    return round_float(Fraction(x), a >> 63 == 1)


def ftod(a):
    if is_nan(a):
        return DNAN
    if is_inf(a):
        return sign(a) << 63 | 0x7FF << 52
    v = float(value(a))
    return dbits(-0.0 if v == 0 and sign(a) else v)


# ---- approximated functions: double precision is the reference, the specification's bound the tolerance ----

def approximate(function):
    def run(a):
        a = flush(a)
        if is_nan(a):
            return NAN
        x = struct.unpack("<f", struct.pack("<I", a))[0]
        r = function(x)
        if r != r:
            return NAN
        if math.isinf(r):
            return inf(r < 0)
        return round_float(Fraction(r), math.copysign(1, r) < 0)
    return run


def exp2(x):
    if math.isinf(x):
        return x if x > 0 else 0.0
    return math.inf if x >= 128 else 2.0 ** x


def log2(x):
    if x == 0:
        return -math.inf
    if x < 0:
        return math.nan
    return math.inf if math.isinf(x) else math.log2(x)


def trig(function):
    return lambda x: math.nan if math.isinf(x) else function(x)


# ---- edge values ----

F = [0, 0x80000000, 1, 0x80000001, 0x007FFFFF, 0x00800000, 0x80800000, 0x00800001, 0x3F800000, 0xBF800000,
     0x3F7FFFFF, 0x3F800001, 0x3F000000, 0xBF000000, 0x3FC00000, 0x40200000, 0xC0200000, 0x3DCCCCCD, 0x40490FDB,
     0x4B000001, 0x4B800000, 0x4F000000, 0xCF000000, 0x4EFFFFFF, 0x4F800000, 0x4F7FFFFF, 0xCF000001, 0x477FE000,
     0x477FF000, 0x33800000, 0x337FFFFF, 0x387FC000, 0x2F800000, 0xAF800000, 0x1F800000, 0x5F000000, 0x7E800000, 0x7F7FFFFF,
     0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFC12345]
TRIG = [f for f in F if f & 0x7FFFFFFF <= 0x439D0000 or f & 0x7FFFFFFF >= 0x7F800000] + [
    0x3FC90FDB, 0xBFC90FDB, 0x40C90FDB, 0x42C80000, 0xC2C80000, 0x439D1463, 0x3EAAAAAB]
U = [0, 1, 2, 3, 4, 7, 31, 32, 33, 255, 256, 0xFFFF, 0x10000, 0x12345678, 0x3FFFFFFF, 0x7FFFFFFE, 0x7FFFFFFF,
     0x80000000, 0x80000001, 0xAAAAAAAA, 0xFFFF0000, 0xFFFFFF1F, 0xFFFFFFFE, 0xFFFFFFFF]
D = [0, 1 << 63, 1, 0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
     0x3FEFFFFFFFFFFFFF, 0x3FF0000000000001, 0x4000000000000000, 0x3FB999999999999A, 0x400921FB54442D18,
     0x41DFFFFFFFC00000, 0x41E0000000000000, 0xC1E0000000000000, 0x41EFFFFFFFE00000, 0xC1E0000000200000,
     0x41F0000000000000, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
     0x7FF0000000000001, 0xFFF8000000001234, 0x380FFFFFFFFFFFFF, 0x36A0000000000000, 0x47EFFFFFF0000000]
H = [0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0xFE00, 0xFFFF3C00]


def rows(lists, limit=600, seed=1):
    """All combinations, or a sample of them when there are more than `limit`."""
    total = math.prod(len(v) for v in lists)
    if total <= limit:
        out = [()]
        for values in lists:
            out = [row + (v,) for row in out for v in values]
        return out
    random_ = random.Random(seed)
    return [tuple(random_.choice(v) for v in lists) for _ in range(limit)]


# name: (results, model, argument kinds). Each result and argument is a letter: w (32 bits) or d (double).
LISTS = {"f": F, "u": U, "d": D, "h": H, "t": TRIG, "c": [0, 1, 0x80000000, M32]}
OPS = {
    "add": ("w", add, "ff"), "mul": ("w", mul, "ff"), "div": ("w", div, "ff"), "mad": ("w", mad, "fff"),
    "min": ("w", lambda a, b: choose(a, b, min), "ff"), "max": ("w", lambda a, b: choose(a, b, max), "ff"),
    "rcp": ("w", rcp, "f"), "sqrt": ("w", sqrt, "f"), "rsq": ("w", rsq, "f"), "frc": ("w", frc, "f"),
    "round_ne": ("w", round_with(round), "f"), "round_ni": ("w", round_with(math.floor), "f"),
    "round_pi": ("w", round_with(math.ceil), "f"), "round_z": ("w", round_with(math.trunc), "f"),
    "eq": ("w", compare(lambda a, b: a == b), "ff"), "ne": ("w", compare(lambda a, b: a != b, True), "ff"),
    "lt": ("w", compare(lambda a, b: a < b), "ff"), "ge": ("w", compare(lambda a, b: a >= b), "ff"),
    "ftoi": ("w", to_int(-2**31, 2**31 - 1), "f"), "ftou": ("w", to_int(0, M32), "f"),
    "itof": ("w", lambda a: round_float(Fraction(signed(a))), "u"),
    "utof": ("w", lambda a: round_float(Fraction(a)), "u"),
    "f32tof16": ("w", f32tof16, "f"), "f16tof32": ("w", f16tof32, "h"),
    "exp": ("w", approximate(exp2), "f"), "log": ("w", approximate(log2), "f"),
    "sincos": ("ww", lambda a: (approximate(trig(math.sin))(a), approximate(trig(math.cos))(a)), "t"),
    "mov": ("w", lambda a: a, "f"), "movc": ("w", lambda c, a, b: a if c else b, "cff"),
    "swapc": ("ww", lambda c, a, b: (b, a) if c else (a, b), "cff"),
    "iadd": ("w", lambda a, b: a + b & M32, "uu"), "ineg": ("w", lambda a: -a & M32, "u"),
    "imad": ("w", lambda a, b, c: a * b + c & M32, "uuu"), "umad": ("w", lambda a, b, c: a * b + c & M32, "uuu"),
    "imul": ("ww", lambda a, b: (signed(a) * signed(b) >> 32 & M32, a * b & M32), "uu"),
    "umul": ("ww", lambda a, b: (a * b >> 32, a * b & M32), "uu"),
    "udiv": ("ww", lambda a, b: (a // b, a % b) if b else (M32, M32), "uu"),
    "uaddc": ("ww", lambda a, b: (a + b & M32, a + b >> 32), "uu"),
    "usubb": ("ww", lambda a, b: (a - b & M32, int(a < b)), "uu"),
    "imin": ("w", lambda a, b: min(a, b, key=signed), "uu"), "imax": ("w", lambda a, b: max(a, b, key=signed), "uu"),
    "umin": ("w", min, "uu"), "umax": ("w", max, "uu"), "msad": ("w", msad, "uuu"),
    "ieq": ("w", lambda a, b: M32 * (a == b), "uu"), "ine": ("w", lambda a, b: M32 * (a != b), "uu"),
    "ilt": ("w", lambda a, b: M32 * (signed(a) < signed(b)), "uu"),
    "ige": ("w", lambda a, b: M32 * (signed(a) >= signed(b)), "uu"),
    "ult": ("w", lambda a, b: M32 * (a < b), "uu"), "uge": ("w", lambda a, b: M32 * (a >= b), "uu"),
    "and": ("w", lambda a, b: a & b, "uu"), "or": ("w", lambda a, b: a | b, "uu"),
    "xor": ("w", lambda a, b: a ^ b, "uu"), "not": ("w", lambda a: a ^ M32, "u"),
    "ishl": ("w", lambda a, b: a << shift(b) & M32, "uu"), "ushr": ("w", lambda a, b: a >> shift(b), "uu"),
    "ishr": ("w", lambda a, b: signed(a) >> shift(b) & M32, "uu"),
    "ubfe": ("w", ubfe, "uuu"), "ibfe": ("w", ibfe, "uuu"), "bfi": ("w", bfi, "uuuu"),
    "bfrev": ("w", lambda a: int(f"{a:032b}"[::-1], 2), "u"), "countbits": ("w", lambda a: bin(a).count("1"), "u"),
    "firstbit_hi": ("w", firstbit_hi, "u"),
    "firstbit_lo": ("w", lambda a: (a & -a).bit_length() - 1 if a else M32, "u"),
    "firstbit_shi": ("w", lambda a: firstbit_hi(a ^ (M32 if a >> 31 else 0)), "u"),
    "dadd": ("d", lambda a, b: dbits(dval(a) + dval(b)), "dd"), "dmul": ("d", lambda a, b: dbits(dval(a) * dval(b)), "dd"),
    "ddiv": ("d", ddiv, "dd"), "dfma": ("d", dfma, "ddd"), "drcp": ("d", lambda a: ddiv(0x3FF0000000000000, a), "d"),
    "dmin": ("d", lambda a, b: dpick(a, b, min), "dd"), "dmax": ("d", lambda a, b: dpick(a, b, max), "dd"),
    "dmov": ("d", lambda a: a, "d"), "dmovc": ("d", lambda c, a, b: a if c else b, "cdd"),
    "deq": ("w", dcompare(lambda a, b: a == b), "dd"), "dne": ("w", dcompare(lambda a, b: a != b, True), "dd"),
    "dlt": ("w", dcompare(lambda a, b: a < b), "dd"), "dge": ("w", dcompare(lambda a, b: a >= b), "dd"),
    "dtoi": ("w", dto_int(-2**31, 2**31 - 1), "d"), "dtou": ("w", dto_int(0, M32), "d"),
    "itod": ("d", lambda a: dbits(float(signed(a))), "u"), "utod": ("d", lambda a: dbits(float(a)), "u"),
    "ftod": ("d", ftod, "f"), "dtof": ("w", dtof, "d"),
    "dp2": ("w", lambda a, b, c, d: mad(c, d, mul(a, b)), "ffff"),
    "dp3": ("w", lambda a, b, c, d, e, f: mad(e, f, mad(c, d, mul(a, b))), "ffffff"),
    "dp4": ("w", lambda a, b, c, d, e, f, g, h: mad(g, h, mad(e, f, mad(c, d, mul(a, b)))), "ffffffff"),
}
TOLERANCE = {
    "exp": "{kind: float_rel, rel: 4.0e-7, abs: 1.2e-38}",
    "log": "{kind: float_rel, rel: 4.0e-7, abs: 4.0e-7}",
    "sincos": "{kind: float_rel, rel: 1.0e-6, abs: 1.0e-6}",
}
EXTENDED = {"ddiv", "dfma", "drcp", "dtoi", "dtou", "itod", "utod"}


def words(kind, v):
    return [v & M32, v >> 32] if kind == "d" else [v]


def flags_of(name):
    flags = ["refactoringAllowed"]
    if name.startswith("d") and name[1:2] != "p" and name != "div" or name in ("itod", "utod", "ftod"):
        flags.append("enableDoublePrecisionFloatOps")
    if name in EXTENDED:
        flags.append("enable11_1DoubleExtensions")
    if name == "msad":
        flags.append("enable11_1ShaderExtensions")
    return " | ".join(flags)


def shader(name, results, kinds):
    """One thread per row: its arguments are one structure of t0, its results one of u0."""
    sizes = [2 if k == "d" else 1 for k in kinds]
    out_words = sum(2 if r == "d" else 1 for r in results)
    dot = name.startswith("dp")
    lines = ["cs_5_0", f"dcl_globalFlags {flags_of(name)}",
             f"dcl_resource_structured t0, {4 * sum(sizes)}", f"dcl_uav_structured u0, {4 * out_words}",
             "dcl_input vThreadID.x", "dcl_temps 12", "dcl_thread_group 64, 1, 1"]
    offset = 0
    sources = []
    for i, (kind, size) in enumerate(zip(kinds, sizes)):
        load = "ld_structured_indexable(structured_buffer, stride=%d)(mixed,mixed,mixed,mixed)" % (4 * sum(sizes))
        if dot:
            lines.append(f"{load} r{i % 2}.{'xyzw'[i // 2]}, vThreadID.x, l({offset}), t0.xxxx")
        elif kind == "d":
            lines.append(f"{load} r{i}.xy, vThreadID.x, l({offset}), t0.xyxx")
            sources.append(f"r{i}.xyxy")
        else:
            lines.append(f"{load} r{i}.x, vThreadID.x, l({offset}), t0.xxxx")
            sources.append(f"r{i}.x" if results[0] != "d" else f"r{i}.xxxx")
        offset += 4 * size
    if dot:
        sources = ["r0.xyzw", "r1.xyzw"]
    results_text = [f"r{8 + i}.{'xy' if r == 'd' else 'x'}" for i, r in enumerate(results)]
    lines.append(f"{name} {', '.join(results_text + sources)}")
    offset = 0
    for i, r in enumerate(results):
        mask, source = ("xy", "xyxx") if r == "d" else ("x", "xxxx")
        lines.append(f"store_structured u0.{mask}, vThreadID.x, l({offset}), r{8 + i}.{source}")
        offset += 8 if r == "d" else 4
    return lines + ["ret"], 4 * sum(sizes), 4 * out_words


def hex_lines(values, indent):
    text = [f"0x{v:08x}" for v in values]
    step = 10
    return (",\n" + " " * indent).join(", ".join(text[i:i + step]) for i in range(0, len(text), step))


def case(name, results, model, kinds):
    arguments = rows([LISTS[k] for k in kinds], 288 if len(kinds) > 2 else 2048)
    inputs, outputs = [], []
    for row in arguments:
        got = model(*row)
        got = got if isinstance(got, tuple) else (got,)
        for k, v in zip(kinds, row):
            inputs += words(k, v)
        for k, v in zip(results, got):
            outputs += words(k, v)
    lines, in_stride, out_stride = shader(name, results, kinds)
    code = "\n".join("  " + line for line in lines)
    n = len(arguments)
    return f"""# {name} for its edge values; generated by tools/make-cases.py.
name: lane_{name}
stage: cs
shader_text: |
{code}
dispatches:
  - groups: [{(n + 63) // 64}, 1, 1]
bindings:
  - slot: t0
    kind: structured
    stride: {in_stride}
    first: 0
    count: {n}
    file: {{type: u32, values: [
      {hex_lines(inputs, 6)}]}}
  - slot: u0
    kind: structured
    stride: {out_stride}
    first: 0
    count: {n}
    expect: {{type: u32, values: [
      {hex_lines(outputs, 6)}]}}
tolerance: {TOLERANCE.get(name, "{kind: exact}")}
"""


# ---- atomics without contention: (memory, source, comparison) -> memory, for every kind of memory ----

ATOMICS = {
    "and": lambda m, a: m & a, "or": lambda m, a: m | a, "xor": lambda m, a: m ^ a,
    "iadd": lambda m, a: m + a & M32, "imax": lambda m, a: max(m, a, key=signed),
    "imin": lambda m, a: min(m, a, key=signed), "umax": max, "umin": min, "exch": lambda m, a: a,
}


def atomic_lines(text, memory, address, result):
    """The instruction for one memory; `text` has placeholders for its destination, memory and address."""
    return text.format(old=result, memory=memory, address=address)


def atomic_case(name, text, model, returns):
    """Thread t accesses DWORD t of a structured, a raw and a typed u# and of a g#. Every operation changes all four."""
    values = [(m, a, c) for m in U[::2] for a in U[1::3] for c in (m, 5)][:128]
    n = len(values)
    lines = ["cs_5_0", "dcl_globalFlags refactoringAllowed", "dcl_resource_structured t0, 12", "dcl_uav_structured u0, 4",
             "dcl_uav_raw u1", "dcl_uav_typed_buffer (uint,uint,uint,uint) u2", "dcl_uav_structured u3, 20",
             "dcl_input vThreadIDInGroupFlattened", "dcl_temps 5", "dcl_tgsm_structured g0, 4, 128",
             "dcl_thread_group 128, 1, 1",
             "mov r0.x, vThreadIDInGroupFlattened.x", "mov r0.y, l(0)", "ishl r0.z, r0.x, l(2)",
             "ld_structured r1.xyz, r0.x, l(0), t0.xyzx", "store_structured g0.x, r0.x, l(0), r1.xxxx",
             "mov r2.xyzw, l(0,0,0,0)"]
    for memory, address, result in (("u0", "r0.xyxx", "r2.x"), ("u1", "r0.zzzz", "r2.y"), ("u2", "r0.xxxx", "r2.z"),
                                    ("g0", "r0.xyxx", "r2.w")):
        lines.append(atomic_lines(text, memory, address, result))
    lines += ["ld_structured r3.x, r0.x, l(0), g0.xxxx", "store_structured u3.xyzw, r0.x, l(0), r2.xyzw",
              "store_structured u3.x, r0.x, l(16), r3.xxxx", "ret"]
    code = "\n".join("  " + line for line in lines)
    before = [m for m, _, _ in values]
    after = [model(m, a, c) for m, a, c in values]
    results = [w for m, r in zip(before, after) for w in ([m] * 4 if returns else [0] * 4) + [r]]

    def view(slot, kind, extra, contents, key):
        return f"""  - slot: {slot}
    kind: {kind}{extra}
    first: 0
    count: {n}
    {key}: {{type: u32, values: [
      {hex_lines(contents, 6)}]}}
"""
    text = f"""# {name} without contention, on every kind of memory; generated by tools/make-cases.py.
name: {name}
stage: cs
shader_text: |
{code}
dispatches:
  - groups: [1, 1, 1]
bindings:
"""
    text += view("t0", "structured", "\n    stride: 12", [w for row in values for w in row], "file")
    for slot, kind, extra in (("u0", "structured", "\n    stride: 4"), ("u1", "raw", ""),
                              ("u2", "typed", "\n    format: r32_uint")):
        text += view(slot, kind, extra, before, "file")
        text += f"    expect: {{type: u32, values: [\n      {hex_lines(after, 6)}]}}\n"
    text += view("u3", "structured", "\n    stride: 20", results, "expect")
    return text + "tolerance: {kind: exact}\n"


def atomic_cases():
    for op, model in ATOMICS.items():
        plain = lambda m, a, c, model=model: model(m, a)
        name = f"imm_atomic_{op}"
        yield name, atomic_case(name, name + " {old}, {memory}, {address}, r1.y", plain, True)
        name = f"atomic_{op}"
        if op != "exch":
            yield name, atomic_case(name, name + " {memory}, {address}, r1.y", plain, False)
    compare = lambda m, a, c: a if m == c else m
    yield "imm_atomic_cmp_exch", atomic_case(
        "imm_atomic_cmp_exch", "imm_atomic_cmp_exch {old}, {memory}, {address}, r1.z, r1.y", compare, True)
    yield "atomic_cmp_store", atomic_case(
        "atomic_cmp_store", "atomic_cmp_store {memory}, {address}, r1.z, r1.y", compare, False)


def cases():
    for name, (results, model, kinds) in OPS.items():
        yield f"lane_{name}", case(name, results, model, kinds)
    yield from atomic_cases()


def digests():
    return "".join(f"{name} {hashlib.sha256(text.encode()).hexdigest()[:16]}\n" for name, text in sorted(cases()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, help="write the cases to this folder")
    parser.add_argument("--stamp", type=pathlib.Path, help="touch this file afterwards")
    parser.add_argument("--check", type=pathlib.Path, metavar="DIGESTS", help="fail if a case differs from its digest")
    parser.add_argument("--update", type=pathlib.Path, metavar="DIGESTS", help="write the digests")
    options = parser.parse_args()
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        for path in options.out.glob("*.yaml"):
            path.unlink()
        for name, text in cases():
            (options.out / f"{name}.yaml").write_text(text)
    if options.stamp:
        options.stamp.touch()
    if options.update:
        options.update.write_text(digests())
    if options.check:
        stale = set(options.check.read_text().splitlines()) ^ set(digests().splitlines())
        for name in sorted({line.split()[0] for line in stale}):
            print(f"{options.check}: stale digest of {name}; review the case and run {sys.argv[0]} --update")
        return 1 if stale else 0
    return 0


sys.exit(main())
