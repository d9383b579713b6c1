"""Programs that update a matrix in g# step by step, as an elimination does: between two barriers each thread loads words of a row and of
a column, which are the same for all warps or not, after a store of its own or not, under conditions that keep other threads in
bounds, in loops, unrolled or not, and stores to its own word. On the interpreter and on the JIT at both widths of a warp. Their
results must have the same bits. No thread loads what another one stores before the next barrier: steps alternate between two matrices,
or store right of and below what they load, or to words that no other thread loads. The g# are of structures of one word or of two, or raw."""
import re
import sys

import same_bits

GROUPS = [(16, 16), (16, 8), (8, 8), (32, 4), (16, 15), (5, 7), (64, 2)]


def place(rng, columns, rows, pitch, step):
    """r2.x: the word's number, that of a row, of a column, of the thread, or of none."""
    x, y = "vThreadIDInGroup.x", "vThreadIDInGroup.y"
    kind = rng.choice(("column", "column", "column", "row", "own", "pivot", "turned", "far"))
    if kind == "column":  # the same in all warps if the warp is a row
        return [f"imad r2.x, {x}, l({pitch}), {step}"]
    if kind == "row":
        return [f"imad r2.x, {step}, l({pitch}), {x}"]
    if kind == "pivot":
        return [f"imad r2.x, {step}, l({pitch}), {y}"]
    if kind == "turned":
        return [f"imad r2.x, {x}, l({pitch}), {y}"]
    if kind == "far":
        return [f"imad r2.x, {x}, l({rng.choice((pitch * 3, 1 << 28, 0xfffffff0))}), {step}"]
    return ["mov r2.x, r0.x"]


def condition(rng, step):
    word = rng.choice(("vThreadIDInGroup.x", "vThreadIDInGroup.y", "r0.x"))
    test = rng.choice((f"ult r2.y, {step}, {word}", f"uge r2.y, {step}, {word}", f"ieq r2.y, {step}, {word}", f"ine r2.y, {word}, {step}",
                       "uge r2.y, vThreadIDInGroup.y, vThreadIDInGroup.x"))
    return [test, "if_nz r2.y"]


def update(rng, shape, step, source, target):
    columns, rows, pitch = shape
    lines, own = ["mov r3.x, l(1.0)"], f"store_structured {target}.x, r0.x, l(0), r3.x"
    if rng.random() < 0.3:
        lines += ["itof r3.x, r0.x", own]
    is_under = rng.random() < 0.7
    lines += condition(rng, step) if is_under else []
    for _ in range(rng.randint(1, 3)):
        # A word of the target is the thread's own.
        if rng.random() < 0.2:
            lines += [f"ld_structured r2.z, r0.x, l(0), {target}.x"]
        else:
            lines += place(rng, columns, rows, pitch, step) + [f"ld_structured r2.z, r2.x, l(0), {source}.x"]
        lines += [rng.choice(("mad r3.x, r3.x, l(0.5), r2.z", "add r3.x, r3.x, -r2.z", "max r3.x, r3.x, r2.z"))]
        if rng.random() < 0.2:
            lines += [own]
    lines += ["endif"] if is_under else []
    return lines + [own, "sync_g_t"]


def update_in_place(rng, shape, step):
    """What is right of column `step` and below row `step`, of these."""
    columns, rows, pitch = shape
    x, y, own = "vThreadIDInGroup.x", "vThreadIDInGroup.y", "store_structured g0.x, r0.x, l(0), r3.x"
    lines = [f"ult r2.y, {step}, {x}", f"ult r2.w, {step}, {y}", "and r2.y, r2.y, r2.w", "mov r3.x, l(1.0)", "if_nz r2.y"]
    for _ in range(rng.randint(1, 3)):
        at = rng.choice((f"imad r2.x, {x}, l({pitch}), {step}", f"imad r2.x, {y}, l({pitch}), {step}", f"imad r2.x, {step}, l({pitch}), {x}",
                         "mov r2.x, r0.x"))
        lines += [own] if rng.random() < 0.2 else []
        lines += [at, "ld_structured r2.z, r2.x, l(0), g0.x", "mad r3.x, r3.x, l(0.5), r2.z"]
    return lines + [own, "endif", "sync_g_t"]


def store_first(rng, shape, step):
    """One row of threads stores to a column, and loads it."""
    columns, rows, pitch = shape
    at = f"imad r2.x, vThreadIDInGroup.x, l({pitch}), {step}"
    load = [at, "ld_structured r3.x, r2.x, l(0), g0.x"] if rng.random() < 0.5 else ["mov r3.x, l(2.0)"]
    return [f"ieq r2.y, vThreadIDInGroup.y, {step}", "if_nz r2.y", *load, at, "utof r3.y, r0.x", "mad r3.y, r3.x, l(0.5), r3.y",
            "store_structured g0.x, r2.x, l(0), r3.y", "ld_structured r2.z, r2.x, l(0), g0.x", "add r3.y, r2.z, r3.x",
            "store_structured g1.x, r0.x, l(0), r3.y", "endif", "sync_g_t"]


def any_update(rng, shape, step, *names):
    kind = rng.random()
    if kind < 0.25:
        return update_in_place(rng, shape, step)
    return store_first(rng, shape, step) if kind < 0.4 else update(rng, shape, step, *names)


def program(rng):
    columns, rows = rng.choice(GROUPS)
    pitch = columns + rng.choice((0, 0, 1, 1, 3))
    words = pitch * rows + rng.choice((0, 0, 7, -3 * pitch // 2))
    lines = ["cs_5_0", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 4", f"dcl_tgsm_structured g0, 4, {words}",
             f"dcl_tgsm_structured g1, 4, {words}", "dcl_input vThreadIDInGroup.xy", "dcl_input vThreadGroupID.x", "dcl_temps 6",
             f"dcl_thread_group {columns}, {rows}, 1", f"imad r0.x, vThreadIDInGroup.y, l({pitch}), vThreadIDInGroup.x",
             f"imad r0.y, vThreadGroupID.x, l({pitch * rows}), r0.x", "ld_structured r1.x, r0.y, l(0), t0.x"]
    lines += [f"store_structured {g}.x, r0.x, l(0), r1.x" for g in ("g0", "g1")] + ["sync_g_t"]
    shape = columns, rows, pitch
    if rng.random() < 0.5:
        lines += ["mov r5.x, l(0)", "loop", f"uge r5.y, r5.x, l({rng.randint(1, 6)})", "breakc_nz r5.y"]
        lines += any_update(rng, shape, "r5.x", "g0", "g1") + any_update(rng, shape, "r5.x", "g1", "g0") + ["iadd r5.x, r5.x, l(1)", "endloop"]
    else:
        for step in range(rng.randint(1, 4)):
            names = ("g0", "g1") if step % 2 else ("g1", "g0")
            lines += any_update(rng, shape, f"l({step})", *names)
    lines += ["ld_structured r3.x, r0.x, l(0), g0.x", "ld_structured r3.y, r0.x, l(0), g1.x", "add r3.x, r3.x, r3.y",
              "store_structured u0.x, r0.y, l(0), r3.x", "ret"]
    groups = rng.randint(1, 5)
    size = groups * pitch * rows
    text, form = "\n".join(lines) + "\n", rng.choice(("words", "words", "structures", "raw"))
    text = raw(text, words) if form == "raw" else of_structures(text, words, 8) if form == "structures" else text
    return text, ["--groups", str(groups), "-b", f"t0=rand:{rng.randint(1, 99)},as=sym,size={size}", "-b", f"u0=zero,size={size}"]


def of_structures(text, words, bytes_each):
    """The program with its words of g# at byte 4 of structures."""
    for name in ("g0", "g1"):
        text = text.replace(f"dcl_tgsm_structured {name}, 4, {words}\n", f"dcl_tgsm_structured {name}, {bytes_each}, {words}\n")
        text = re.sub(rf"(ld_structured \S+, \S+), l\(0\), {name}\.x", rf"\1, l(4), {name}.x", text)
        text = re.sub(rf"(store_structured {name}\.x, \S+), l\(0\)", r"\1, l(4)", text)
    return text


def raw(text, words):
    """The program with words of raw g#: r4.x is the address."""
    for name in ("g0", "g1"):
        text = text.replace(f"dcl_tgsm_structured {name}, 4, {words}\n", f"dcl_tgsm_raw {name}, {4 * words}\n")
        text = re.sub(rf"ld_structured (\S+), (\S+), l\(0\), {name}\.x", rf"ishl r4.x, \2, l(2)\nld_raw \1, r4.x, {name}.x", text)
        text = re.sub(rf"store_structured {name}\.x, (\S+), l\(0\), (\S+)", rf"ishl r4.x, \1, l(2)\nstore_raw {name}.x, r4.x, \2", text)
    return text


same_bits.main(program, ("u0",), *sys.argv[1:])
