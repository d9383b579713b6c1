"""Programs whose threads load and store words a few words apart, in rows that may end inside a warp, on the interpreter and on
the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (16, 1, 1), (8, 8, 1), (32, 4, 1), (100, 1, 1), (5, 3, 1)]


def access(rng, kind, words, register, index, slot, value=None):
    """A load to register.x, or a store of `value`; of a component of a structure of `words` words, or of a raw word."""
    step = rng.choice((1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17))
    first = rng.choice((0, 0, 1, 2, 7, 100, -1)) if value is None else rng.choice((0, 1, 3))
    lines = [f"imad r1.x, {index}, l({step}), l({first})"]
    if kind == "raw":
        lines.append("ishl r1.x, r1.x, l(2)")
        return lines + [f"ld_raw {register}.x, r1.x, {slot}.xxxx" if value is None else f"store_raw {slot}.x, r1.x, {value}.xxxx"]
    byte = 4 * rng.randrange(words)
    if value is None:
        return lines + [f"ld_structured {register}.x, r1.x, l({byte}), {slot}.xxxx"]
    return lines + [f"store_structured {slot}.x, r1.x, l({byte}), {value}.xxxx"]


def program(rng):
    group = rng.choice(GROUPS)
    kind, words = rng.choice((("raw", 1), ("structured", 1), ("structured", 1), ("structured", 2), ("structured", 5)))
    size = "" if kind == "raw" else f", {4 * words}"
    groups = [rng.randint(1, 4), rng.randint(1, 3), 1]
    width = groups[0] * group[0]
    threads = width * groups[1] * group[1]
    lines = ["cs_5_0", f"dcl_resource_{kind} t0{size}", f"dcl_uav_{kind} u0{size}", "dcl_input vThreadID.xy", "dcl_temps 4",
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}", f"imad r0.x, vThreadID.y, l({width}), vThreadID.x",
             "mov r3.x, l(1.0)"]
    if rng.random() < 0.2:
        lines += [f"ult r0.y, r0.x, l({rng.randint(0, threads)})", "if_nz r0.y"]
    for _ in range(rng.randint(1, 5)):
        lines += access(rng, kind, words, "r2", rng.choice(("r0.x", "r0.x", "vThreadID.x")), "t0")
        lines.append(rng.choice(("add r3.x, r3.x, r2.x", "iadd r3.x, r3.x, r2.x", "max r3.x, r3.x, r2.x")))
    lines += access(rng, kind, words, None, "r0.x", "u0", "r3")
    if "if_nz r0.y" in lines:
        lines.append("endif")
    count = rng.choice((threads * 17 + 200, threads * 3, threads, 1))
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", ",".join(map(str, groups)), "-b", f"t0=rand:{rng.randint(1, 99)},as={rng.choice(('sym', 'bits'))},size={count}",
        "-b", f"u0=rand:7,as=sym,size={rng.choice((threads * 17 + 9, threads * 2))}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
