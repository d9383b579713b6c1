"""Programs whose threads find a row and a column by division, by widths that are not multiples of the warp: raw words at several distances are
loaded from and stored to rows of memory, and each row of threads loads one word, of a view or of g#. On the interpreter and on the JIT at
both widths of a warp, their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (128, 1, 1), (96, 1, 1), (12, 12, 1), (11, 13, 1), (10, 10, 1), (24, 6, 1)]
WIDTHS = [4, 8, 9, 10, 12, 17, 20, 24, 27, 33, 40]


def program(rng):
    group = rng.choice(GROUPS)
    threads, groups, width = group[0] * group[1] * group[2], rng.randint(1, 4), rng.choice(WIDTHS)
    pitch, planes = width + rng.choice((0, 0, 1, 5, -2)), rng.randint(1, 4)
    rows = (threads * groups + width - 1) // width
    plane = max(rows * pitch + width, 1)
    number = "r3.x" if rng.random() < 0.7 else "vThreadIDInGroupFlattened.x"
    by = rng.choice((f"l({width})", "cb0[0].x"))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_raw t0", "dcl_resource_structured t1, 4", "dcl_uav_raw u0",
             "dcl_uav_structured u1, 4", f"dcl_tgsm_structured g0, 4, {threads + 64}", "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroup.xy",
             "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 6", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r3.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x",
             "ld_structured r4.x, r3.x, l(0), t1.xxxx", "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r4.x", "sync_g_t",
             f"udiv r0.x, r0.y, {number}, {by}", f"imad r0.z, r0.x, l({pitch}), r0.y", "ishl r0.z, r0.z, l(2)", "mov r2.x, l(7)"]
    if rng.random() < 0.3:
        lines += [f"ult r0.w, {number}, l({rng.randint(1, threads)})", "if_nz r0.w"]
    for k in range(planes):
        lines += [f"iadd r1.x, r0.z, l({4 * plane * k})", "ld_raw r1.y, r1.x, t0.xxxx", "imad r2.x, r2.x, l(3), r1.y"]
    shared = rng.choice(("r0.x", "r0.x", "vThreadIDInGroup.y"))
    lines += [f"iadd r1.x, {shared}, l({rng.randint(0, 40)})",
              rng.choice(("ld_structured r1.y, r1.x, l(0), t1.xxxx", f"umin r1.x, r1.x, l({threads - 1})\nld_structured r1.y, r1.x, l(0), g0.xxxx")),
              "imad r2.x, r2.x, l(3), r1.y"]
    if number == "r3.x":
        for k in range(planes):
            lines += [f"iadd r1.x, r0.z, l({4 * plane * k})", f"iadd r2.y, r2.x, l({k})", "store_raw u0.x, r1.x, r2.y"]
    if "if_nz r0.w" in lines:
        lines.append("endif")
    lines.append("store_structured u1.x, r3.x, l(0), r2.x")
    short = rng.choice((0, 0, 0, 4, 40))
    size = max(4, 4 * plane * planes - short)
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", f"{groups},1,1", "-b", f"cb0=i32:{width}/0/0/0", "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={size}",
        "-b", f"t1=rand:{rng.randint(1, 99)},as=bits,size={threads * groups}", "-b", f"u0=zero,size={size}", "-b", f"u1=zero,size={threads * groups}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
