"""Programs that sum products of fields of words, on the interpreter and on the JIT at both widths of a warp: bytes, halves and narrower
ones, with sign or without, 16 bits apart or not, by each other, by constants and by powers of two, subtracted, in loops and under
conditions; absolute differences of bytes; and that extract fields of widths and at bits that differ by thread. Their results must have the same bits."""
import sys

import same_bits

GROUPS = (16, 24, 64)
KINDS = ((8, False), (8, True), (16, True), (15, False), (5, False), (16, False))
FACTORS = ("1", "3", "66", "129", "0x7fff", "0x8000", "0xffff8000", "0xffffffff", "0xffffff80")
WORDS = ("r1.x", "r1.y", "r1.z", "cb0[0].x", "cb0[0].y")


def extract(rng, to, word, kind, bit):
    """The field of the word, in one of the ways in which compilers spell it."""
    width, is_signed = kind
    above = 32 - bit - width
    if rng.random() < 0.3:
        return [f"{'ibfe' if is_signed else 'ubfe'} {to}, l({width}), l({bit}), {word}"]
    if is_signed:
        return [f"ishl {to}, {word}, l({above})", f"ishr {to}, {to}, l({above + bit})"] if above else [f"ishr {to}, {word}, l({bit})"]
    shift = [f"{rng.choice(('ushr', 'ushr', 'ishr' if above else 'ushr'))} {to}, {word}, l({bit})"] if bit else []
    return shift + ([f"and {to}, {to if bit else word}, l({(1 << width) - 1})"] if above or not bit else [])


def product(rng, other, kind, bit):
    """r2.x by another field, a constant, or a power of two; or by itself."""
    way = rng.random()
    if way < 0.5:
        return [*extract(rng, "r2.y", other, kind, bit if rng.random() < 0.8 else (bit + 16) % 32), "imul null, r2.x, r2.x, r2.y"]
    if way < 0.75:
        return [f"imul null, r2.x, r2.x, l({rng.choice(FACTORS)})"]
    return [f"ishl r2.x, r2.x, l({rng.randint(0, 16)})"] if way < 0.9 else []


def differences(rng, to):
    """The absolute differences of the bytes of two words, nearly all of them, added or subtracted."""
    first, second = rng.sample(WORDS, 2)
    if rng.random() < 0.2:
        return [f"msad {to}, {first}, {second}, {rng.choice((to, 'r0.x', 'l(-40)'))}"]
    lines, sign = [], rng.choice(("", "", "-"))
    for bit in (0, 8, 16, 24):
        words = [first, second] if rng.random() < 0.8 else [second, first]
        lines += extract(rng, "r2.x", words[0], (8, False), bit)
        lines += extract(rng, "r2.y", words[1], (8, False), bit if rng.random() < 0.95 else 24 - bit)
        lines += rng.choice((["iadd r2.x, r2.x, -r2.y"], ["ineg r2.y, r2.y", "iadd r2.x, r2.y, r2.x"], ["iadd r2.x, -r2.x, r2.y"]))
        lines += rng.choice((["imax r2.x, r2.x, -r2.x"], ["ineg r2.z, r2.x", "imax r2.x, r2.z, r2.x"], ["imax r2.x, r2.x, -r2.x"]))
        if rng.random() < 0.1:
            lines.append(f"iadd {to}, {to}, r2.y")
        lines.append(f"iadd {to}, {to}, {sign if rng.random() < 0.95 else '-'}r2.x")
    return lines


def total(rng, to):
    kind, words = rng.choice(KINDS), rng.sample(WORDS, 2)
    step, lines = 16 if kind[0] > 8 else 8, [f"mov {to}, {rng.choice(('l(0)', 'l(128)', 'r0.x', to))}"]
    for i in range(rng.randint(2, 7)):
        bit = step * i % 32
        lines += extract(rng, "r2.x", words[0], kind, bit) + product(rng, words[1], kind, bit)
        if rng.random() < 0.1:
            lines.append("xor r3.w, r3.w, r2.x")
        lines.append(f"iadd {to}, {to}, {'-' if rng.random() < 0.25 else ''}r2.x")
    return lines


def by_thread(rng, to):
    """Width, bit or count that differ by thread; zero where nothing is loaded."""
    lines = [f"and r2.x, r0.x, l({rng.choice((1, 3, 33, 63))})", f"ld_structured r2.y, {rng.choice(('r0.x', 'l(-1)'))}, l(0), t1.x",
             f"uge r2.z, l({rng.choice((0, 9))}), r2.y"]
    counts = rng.sample(("r2.x", "r2.y", "r2.z", "l(8)", "l(31)"), 2)
    lines.append(rng.choice((f"ibfe r2.w, {counts[0]}, {counts[1]}, r1.x", f"ubfe r2.w, {counts[0]}, {counts[1]}, r1.x",
                             f"ishr r2.w, r1.x, {counts[0]}", f"ushr r2.w, r1.x, {counts[0]}", f"ishl r2.w, r1.x, {counts[0]}")))
    return [*lines, f"movc {to}, {rng.choice(('r2.x', 'r2.z', 'l(1)'))}, r2.w, {rng.choice(('l(0)', 'r1.y'))}"]


def program(rng):
    group, groups = rng.choice(GROUPS), rng.randint(1, 3)
    threads = group * groups
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 12", "dcl_resource_structured t1, 4",
             "dcl_uav_structured u0, 16", "dcl_input vThreadID.x", "dcl_temps 5", f"dcl_thread_group {group}, 1, 1",
             "mov r0.x, vThreadID.x", "ld_structured r1.xyz, r0.x, l(0), t0.xyzx", "mov r3.xyzw, l(0, 0, 0, 0)"]
    in_loop = rng.random() < 0.3
    if in_loop:
        lines += ["mov r4.x, l(0)", "loop", f"uge r4.y, r4.x, {rng.choice(('l(3)', 'cb0[0].z'))}", "breakc_nz r4.y"]
    for to in rng.sample(("r3.x", "r3.y", "r3.z"), rng.randint(1, 3)):
        lines += rng.choice((total, total, total, total, differences, differences, by_thread))(rng, to)
        if in_loop:
            lines.append(f"xor r1.x, r1.x, {to}")
    if in_loop:
        lines += ["iadd r4.x, r4.x, l(1)", "endloop"]
    lines += ["store_structured u0.xyzw, r0.x, l(0), r3.xyzw", "ret"]
    return "\n".join(lines) + "\n", ["--groups", str(groups), "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={3 * threads}", "-b",
                                     f"t1=rand:{rng.randint(1, 99)},as=bits,below=40,size={threads}", "-b", f"u0=zero,size={4 * threads}", "-b",
                                     f"cb0=u32:{rng.getrandbits(32)}/{rng.getrandbits(32)}/{rng.randint(1, 4)}/0"]


same_bits.main(program, ("u0",), *sys.argv[1:])
