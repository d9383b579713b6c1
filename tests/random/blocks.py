"""Products of blocks in g#: a loop with barriers whose groups fill two tiles, of rows and of columns, and add what threads of
several rows have in common to a few sums, which the loop carries past the barriers; on the interpreter and on the JIT at both
widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(16, 16, 1), (32, 8, 1), (64, 4, 1), (8, 8, 1), (16, 32, 1), (64, 16, 1), (16, 4, 4), (32, 3, 1), (128, 2, 1), (24, 8, 1)]
SUMS = ["mul r3.x, {a}, {b}\nadd {sum}, {sum}, r3.x", "mad {sum}, {a}, {b}, {sum}", "max {sum}, {sum}, {b}\nmin {sum}, {sum}, {a}",
        "add r3.x, {a}, {b}\nmin {sum}, {sum}, r3.x", "imad {sum}, {a}, {b}, {sum}", "mad {sum}, {b}, {b}, {sum}"]


def fill(rng, tile, words, threads, source):
    """Each thread stores every `threads`-th word, of a view or computed from it."""
    lines = []
    for first in range(0, words, threads):
        is_part = first + threads > words
        lines += [f"iadd r1.x, vThreadIDInGroupFlattened.x, l({first})"]
        if is_part:
            lines += [f"ult r1.y, r1.x, l({words})", "if_nz r1.y"]
        lines += [f"imad r1.y, r0.x, l({rng.choice((words, words, 7))}), r1.x", "imad r1.y, vThreadGroupID.x, l(13), r1.y",
                  f"ld_structured r1.z, r1.y, l(0), {source}.xxxx"]
        if rng.random() < 0.5:
            lines.append("add r1.z, r1.z, l(0.5)")
        lines.append(f"store_structured {tile}.x, r1.x, l(0), r1.z")
        if is_part:
            lines.append("endif")
    return lines


def step(rng, group, depth, k, sums):
    """One more of each sum; `k`: register or number."""
    lines = [f"imad r1.x, vThreadIDInGroup.y, l({depth}), {k}", f"imad r1.y, {k}, l({group[0]}), vThreadIDInGroup.x",
             "ld_structured r2.x, r1.x, l(0), g0.xxxx", "ld_structured r2.y, r1.y, l(0), g1.xxxx"]
    if rng.random() < 0.3:
        lines += [f"iadd r1.x, r1.x, l({depth})", "ld_structured r2.z, r1.x, l(0), g0.xxxx"]
    a = "r2.z" if len(lines) > 4 else "r2.x"
    for i, form in enumerate(sums):
        lines.append(form.format(a=(a, "r2.x")[i % 2], b="r2.y", sum=f"r4.{'xyzw'[i]}"))
    return lines


def program(rng):
    group = rng.choice(GROUPS)
    depth, rounds, threads = rng.choice((2, 4, 8)), rng.randint(1, 4), group[0] * group[1] * group[2]
    rows, columns = group[1] * depth, group[0] * depth
    sums = [rng.choice(SUMS) for _ in range(rng.randint(1, 4))]
    groups = [rng.randint(1, 3), rng.randint(1, 2), 1]
    lines = ["cs_5_0", "dcl_globalFlags refactoringAllowed", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4",
             "dcl_resource_structured t1, 4", "dcl_uav_structured u0, 16", f"dcl_tgsm_structured g0, 4, {rows}",
             f"dcl_tgsm_structured g1, 4, {columns}", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroup.xyz",
             "dcl_input vThreadIDInGroupFlattened", "dcl_input vThreadGroupID.xyz", "dcl_temps 7",
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}", "mov r4.xyzw, l(0, 0, 0, 0)", "mov r5.xyzw, l(0, 0, 0, 0)",
             "mov r0.x, l(0)", "loop", f"uge r0.y, r0.x, {rng.choice((f'l({rounds})', 'cb0[0].x'))}", "breakc_nz r0.y"]
    moves = rng.random() < 0.4
    if moves: # what the next round stores is loaded before
        lines += ["mov r6.x, r5.x", "mov r5.x, r5.y", "iadd r5.y, r6.x, r4.x"]
    lines += fill(rng, "g0", rows, threads, "t0") + fill(rng, "g1", columns, threads, "t1") + ["sync_g_t"]
    if rng.random() < 0.6:
        for k in range(depth):
            lines += step(rng, group, depth, f"l({k})", sums)
    else:
        lines += ["mov r0.z, l(0)", "loop", f"uge r0.w, r0.z, l({depth})", "breakc_nz r0.w", *step(rng, group, depth, "r0.z", sums),
                  "iadd r0.z, r0.z, l(1)", "endloop"]
    if rng.random() < 0.3:
        lines += ["ieq r0.y, r0.x, cb0[0].y", "breakc_nz r0.y"]
    lines += ["sync_g_t", "iadd r0.x, r0.x, l(1)", "endloop"]
    if moves:
        lines.append("xor r4.x, r4.x, r5.x")
    width, height = groups[0] * group[0], groups[1] * group[1]
    lines += [f"imad r1.x, vThreadID.z, l({height}), vThreadID.y", f"imad r1.x, r1.x, l({width}), vThreadID.x",
              "store_structured u0.xyzw, r1.x, l(0), r4.xyzw", "ret"]
    size = rounds * columns + 64
    return "\n".join(lines) + "\n", ["--groups", ",".join(map(str, groups)), "-b", f"u0=zero,size={width * height * group[2]}",
        "-b", f"cb0=u32:{rounds}/{rng.randint(0, 3)}/0/0",
        *(option for slot in ("t0", "t1") for option in ("-b", f"{slot}=rand:{rng.randint(1, 99)},as={rng.choice(('sym', 'sym', 'bits'))},size={size}"))]


same_bits.main(program, ("u0",), *sys.argv[1:])
