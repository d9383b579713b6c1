"""Programs whose threads read bytes of raw views, and words at any byte address, on the interpreter and on the JIT at both widths of a warp:
consecutive, every second or fourth one, clamped, in short rows, at and past the ends of the view, and by shifts, masks and conditions that
are not quite those of a byte or word. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (16, 1, 1), (8, 8, 1), (32, 4, 1), (100, 1, 1), (5, 3, 1), (4, 4, 1)]


def address(rng, flat, width):
    """An address in bytes, in r1.x."""
    own = [f"iadd r1.x, {flat}, l({rng.choice((0, 1, 2, 3, 4, 17, -1, -3, -20, 2147483640))})"]
    lines = rng.choice((
        own, own, own,
        ["imin r1.y, vThreadID.x, l({})".format(rng.randint(0, width)), f"imad r1.x, vThreadID.y, l({rng.choice((7, 64, 100))}), r1.y"],
        [f"iadd r1.x, vThreadID.x, l({rng.choice((-2, 1, 3))})", "imax r1.x, r1.x, l(0)", f"imin r1.x, r1.x, l({width})"],
        [f"udiv r1.y, r1.x, {flat}, l({rng.choice((8, 12, 20, 36))})", f"imad r1.x, r1.y, l({rng.choice((3, 40, 64))}), r1.x"],
        [f"ishl r1.x, {flat}, l({rng.choice((1, 2))})"],
        [f"imad r1.x, {flat}, l({rng.choice((2, 4, 4))}), l({rng.randint(-4, 5)})"],
        [f"imad r1.x, vThreadID.x, l({rng.choice((2, 4, 4))}), l({rng.randint(-4, 5)})", "imax r1.x, r1.x, l(0)",
         f"imin r1.x, r1.x, l({rng.choice((2, 4)) * width - 1})", f"imad r1.x, vThreadID.y, l({rng.choice((4, 3)) * width}), r1.x"],
        [f"imul null, r1.x, {flat}, l({rng.choice((3, 5, 65537, -7))})"],
    ))
    return lines if rng.random() < 0.9 else [*lines, "ineg r1.x, r1.x"]


def byte(rng, register, stores):
    """The byte at r1.x, or something similar."""
    whole, low, bits = rng.choice((-4, -4, -4, -4, -8, -1)), rng.choice((3, 3, 3, 3, 1, 7)), rng.choice((8, 8, 8, 4, 16))
    lines = rng.choice(([f"and r1.z, r1.x, l({whole})"], ["mov r1.z, r1.x"])) + [f"ld_raw r2.x, r1.z, {'t0' if stores or rng.random() < 0.7 else 'u1'}.xxxx"]
    lines += rng.choice((
        [f"and r1.w, r1.x, l({low})", "imul null, r1.w, r1.w, l(8)"],
        [f"and r1.w, r1.x, l({low})", "ishl r1.w, r1.w, l(3)"],
        [f"ishl r1.w, r1.x, l({rng.choice((3, 3, 3, 2))})"],
        [f"bfi r1.w, l({rng.choice((2, 2, 1))}), l(3), r1.x, l({rng.choice((0, 0, 1))})"],
    ))
    if rng.random() < 0.1:
        lines.append("iadd r1.w, r1.w, l(8)")
    if rng.random() < 0.1:
        lines.append("xor r3.x, r3.x, r2.x")
    if rng.random() < 0.3:
        return [*lines, f"{rng.choice(('ubfe', 'ubfe', 'ibfe'))} {register}.x, l({bits}), r1.w, r2.x"]
    lines.append(f"{rng.choice(('ushr', 'ushr', 'ushr', 'ishr'))} r2.y, r2.x, r1.w")
    if rng.random() < 0.1:
        lines.append("xor r3.x, r3.x, r2.y")
    return [*lines, f"and {register}.x, r2.y, l({(1 << bits) - 1})"]


def around(rng, after):
    """The word at r1.x without its low bits in r2.x, and instructions for a word after it in r2.y."""
    if rng.random() < 0.3:
        low = ["ushr r1.z, r1.x, l(2)", "ld_structured r2.x, r1.z, l(0), t1.xxxx"]
        return low, [f"iadd r2.y, r1.z, l({after})", "ld_structured r2.y, r2.y, l(0), t1.xxxx"]
    low = [rng.choice(("and r1.z, r1.x, l(-4)", "mov r1.z, r1.x")), "ld_raw r2.x, r1.z, t0.xxxx"]
    return low, rng.choice((
        [f"iadd r2.y, r1.z, l({4 * after})", "ld_raw r2.y, r2.y, t0.xxxx"],
        [f"iadd r2.y, r1.x, l({4 * after})", "and r2.y, r2.y, l(-4)", "ld_raw r2.y, r2.y, t0.xxxx"],
        [f"ld_raw r2.y, r1.z, t0.x{'xyz'[after]}xx"],
    ))


def word(rng, register):
    """The word at the byte address r1.x, or, one time in three, something similar."""
    wrong = None if rng.random() < 0.66 else rng.choice(("after", "mask", "rest", "join", "use", "other", "sense", "test"))
    low, high = around(rng, 2 if wrong == "after" else 1)
    lines = low + rng.choice((
        ["and r1.w, r1.x, l(3)", "imul null, r1.w, r1.w, l(8)"],
        ["and r1.w, r1.x, l(3)", "ishl r1.w, r1.w, l(3)"],
        ["ishl r1.w, r1.x, l(3)", "and r1.w, r1.w, l(24)"],
        ["bfi r1.w, l(2), l(3), r1.x, l(0)"],
    ))
    if wrong == "mask":
        lines.append(rng.choice(("ishl r1.w, r1.x, l(3)", "and r1.w, r1.w, l(8)", "ishl r1.w, r1.w, l(1)")))
    lines.append("ineg r2.z, r1.w")
    if wrong == "rest" or rng.random() < 0.8:
        lines.append(f"iadd r2.z, r2.z, l({31 if wrong == 'rest' else 32})")
    lines.append("and r3.y, r1.x, l(3)")
    joined = ["ushr r2.w, r2.x, r1.w", "ishl r3.z, r2.y, r2.z", f"{'xor' if wrong == 'join' else 'or'} {register}.x, r2.w, r3.z"]
    if wrong == "use":
        joined.append(f"xor r3.x, r3.x, {rng.choice(('r2.x', 'r2.y', 'r2.w'))}")
    tested = "r1.x" if wrong == "test" else rng.choice(("r1.w", "r3.y"))
    other, is_same = "r3.x" if wrong == "other" else "r2.x", rng.random() < 0.5
    lines.append(f"{'ieq' if is_same else 'ine'} r3.w, {tested}, l(0)")
    is_same ^= wrong == "sense"
    if rng.random() < 0.5:
        return [*lines, f"mov {register}.x, {other}", f"if_{'z' if is_same else 'nz'} r3.w", *high, *joined, "endif"]
    chosen = (other, f"{register}.x") if is_same else (f"{register}.x", other)
    return [*lines, *high, *joined, f"movc {register}.x, {rng.choice(('r3.w', 'r3.w' if is_same else tested))}, {chosen[0]}, {chosen[1]}"]


def program(rng):
    group = rng.choice(GROUPS)
    groups = [rng.randint(1, 4), rng.randint(1, 3), 1]
    width, threads = groups[0] * group[0], groups[0] * groups[1] * group[0] * group[1]
    lines = ["cs_5_0", "dcl_resource_raw t0", "dcl_resource_structured t1, 4", "dcl_uav_structured u0, 4", "dcl_uav_raw u1", "dcl_input vThreadID.xy", "dcl_temps 5",
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}", f"imad r0.x, vThreadID.y, l({width}), vThreadID.x", "mov r3.x, l(1)"]
    if rng.random() < 0.2:
        lines += [f"ult r0.y, r0.x, l({rng.randint(0, threads)})", "if_nz r0.y"]
    stores = rng.random() < 0.3 # to u1, which is then not read: threads would race
    for _ in range(rng.randint(1, 4)):
        lines += address(rng, rng.choice(("r0.x", "vThreadID.x")), width)
        lines += byte(rng, "r4", stores) if rng.random() < 0.5 else word(rng, "r4")
        lines.append("imad r3.x, r3.x, l(257), r4.x")
        if stores and rng.random() < 0.5:
            lines += ["ishl r1.x, r0.x, l(2)", "store_raw u1.x, r1.x, r3.x"]
    lines.append("store_structured u0.x, r0.x, l(0), r3.x")
    if "if_nz r0.y" in lines:
        lines.append("endif")
    count = rng.choice((threads * 4, threads, threads // 4 + 1, threads // 4 + 1, threads // 4 + 1, threads // 4 or 1, 1))
    return "\n".join([*lines, "ret"]) + "\n", ["--groups", ",".join(map(str, groups)), "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={count + 8},count={count}",
                                             "-b", f"t1=rand:{rng.randint(1, 99)},as=bits,size={count + 8},count={count}",
                                             "-b", f"u0=zero,size={threads}", "-b", f"u1=rand:7,as=bits,size={threads}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
