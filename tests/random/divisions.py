"""Programs that find rows, columns and channels from one number, by quotients and remainders of it and of each other, with sizes
from a constant buffer or not, 0 among them, and numbers that wrap around; they load by the results, also words before and after
them. On the interpreter and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (256, 1, 1), (16, 16, 1), (8, 8, 1), (33, 1, 1), (128, 2, 1)]
SIZES = [0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 20, 31, 32, 40, 48, 56, 64, 96, 100, 112, 128, 784, 3136, 65536, 0x80000000, 0xffffffff]


def number(rng, known):
    """r1.y: what is divided next."""
    kind = rng.choice(("id", "id", "last", "sum", "product", "far", "bits"))
    if kind == "bits":
        return [rng.choice((f"ushr r1.y, r0.x, l({rng.randint(0, 9)})", f"and r1.y, r0.x, l({rng.choice((63, 255, 0xfffc0, 0xff0))})"))]
    if kind == "last" and known:
        return [f"mov r1.y, {rng.choice(known)}"]
    if kind == "sum" and known:
        return [f"iadd r1.y, r0.x, {rng.choice(known)}"]
    if kind == "product":
        return [f"imul null, r1.y, r0.x, l({rng.choice((2, 3, 4, 16, 1000))})"]
    if kind == "far":
        return [f"iadd r1.y, r0.x, l({rng.choice((-1, -20, -300, 0x7fffff00))})"]
    return ["mov r1.y, r0.x"]


def divide(rng, at, known):
    divisor = rng.choice([f"cb0[0].{c}" for c in "xyzw"] * 2 + [f"l({rng.choice(SIZES[1:]) & 0x7fffffff or 1})"])
    outputs = rng.choice((f"r{at}.x, r{at}.y", f"r{at}.x, r{at}.y", f"r{at}.x, null", f"null, r{at}.y"))
    known += [word for word in (f"r{at}.x", f"r{at}.y") if word in outputs]
    return [f"udiv {outputs}, r1.y, {divisor}"]


def window(rng, place):
    """r2.x: the sum of words before or after the place."""
    step = rng.choice((["ineg r1.w, r2.z"], ["mov r1.w, r2.z"], ["imul null, r1.w, r2.z, cb0[0].z"], ["iadd r1.w, r2.z, cb0[0].y"]))
    out = [f"ult r2.w, {place}, r2.z", "breakc_nz r2.w"] if rng.random() < 0.3 else []
    return ["mov r2.xz, l(0, 0, 0, 0)", "loop", f"uge r2.w, r2.z, l({rng.randint(1, 20)})", "breakc_nz r2.w", *out, *step,
            f"iadd r1.z, {place}, r1.w", "ld_structured r1.w, r1.z, l(0), t1.xxxx", "add r2.x, r2.x, r1.w", "iadd r2.z, r2.z, l(1)",
            "endloop"]


def load(rng, known):
    """r2.xy: a structure or word that some of the results number."""
    first, second = rng.choice(known), rng.choice(known + ["r0.x"])
    if rng.random() < 0.35:
        return window(rng, first)
    lines = [f"imad r1.z, {first}, {rng.choice(('l(1)', 'l(2)', 'l(20)', 'cb0[0].y'))}, {rng.choice((second, second, 'l(0)'))}"]
    return lines + rng.choice((["ld_structured r2.xy, r1.z, l(0), t0.xyxx"], ["ld_structured r2.x, r1.z, l(4), t0.xxxx"],
                               [f"ld_structured r2.xy, {first}, l(0), t0.xyxx"], [f"ld_structured r2.x, {first}, l(0), t1.xxxx"],
                               ["ld_structured r2.y, r1.z, l(0), t1.xxxx"]))


def program(rng):
    group = rng.choice(GROUPS)
    groups = [rng.randint(1, 20), rng.randint(1, 3), 1]
    width, threads = groups[0] * group[0], groups[0] * groups[1] * group[0] * group[1]
    sizes = [rng.choice(SIZES) if rng.random() < 0.5 else rng.randint(1, 80) for _ in range(4)]
    index = rng.choice(("mov r0.x, vThreadID.x", f"imad r0.x, vThreadID.y, l({width}), vThreadID.x")) if groups[1] * group[1] == 1 else \
        f"imad r0.x, vThreadID.y, l({width}), vThreadID.x"
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 8", "dcl_resource_structured t1, 4",
             "dcl_uav_structured u0, 16", "dcl_input vThreadID.xy", "dcl_temps 12", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             index, "mov r2, l(0, 0, 0, 0)", "mov r3, l(0, 0, 0, 0)"]
    if rng.random() < 0.3:
        lines += [f"ult r3.w, r0.x, l({rng.randint(0, threads)})", "if_nz r3.w"]
    known = []
    for at in range(rng.randint(1, 4)):
        lines += number(rng, known) + divide(rng, 4 + at, known)
        if rng.random() < 0.8:
            lines += load(rng, known) + ["mad r3.xy, r3.xyxx, l(0.5, 3.0, 0, 0), r2.xyxx"]
        lines.append(f"iadd r3.z, r3.z, {rng.choice(known)}")
    if "if_nz r3.w" in lines:
        lines.append("endif")
    lines += ["store_structured u0.xyzw, r0.x, l(0), r3.xyzw", "ret"]
    return "\n".join(lines) + "\n", [
        "--groups", ",".join(map(str, groups)), "-b", "cb0=u32:" + "/".join(map(str, sizes)), "-b", f"t0=rand:{rng.randint(1, 99)},as=sym,size={rng.choice((40, 4000))}",
        "-b", f"t1=rand:{rng.randint(1, 99)},as=sym,size=4100,count={rng.choice((17, 40, 4000))}", "-b", f"u0=zero,size={threads}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
