"""Programs whose threads pass along rows in steps of a group's width, up to a length that is not a multiple of a warp, in views that end
with the last row, or a little before. On the interpreter and on the JIT at both widths of a warp, their results must have the same
bits."""
import sys

import same_bits

GROUPS = [(16, 1, 1), (64, 1, 1), (32, 4, 1), (64, 4, 1), (16, 16, 1), (100, 1, 1), (8, 8, 1), (24, 2, 1)]


def index(rng, columns, strides):
    """Instructions that set r1.x to the element in column r0.x, by lanes, of row r0.y."""
    shift = rng.choice((0, 0, 0, 1, -1, -3, 5))
    lines = [] if strides == 0 else [f"imad r1.x, r0.y, {columns}, r0.x"]
    if strides == 0:
        lines.append("mov r1.x, r0.x")
    if rng.random() < 0.15:
        lines.append("ineg r1.x, r1.x\niadd r1.x, r1.x, cb0[0].w")
    return [*lines, f"iadd r1.x, r1.x, l({shift})"] if shift else lines


def load(rng, columns):
    """Instructions that load words into r1.y and add them."""
    view, strides = rng.choice((("t0", 1), ("t1", 0), ("t1", 0), ("t2", 1), ("t3", 1)))
    lines = index(rng, columns, strides)
    if view == "t3":
        lines += ["ishl r1.x, r1.x, l(2)", f"ld_raw r1.y, r1.x, t3.{rng.choice(('xxxx', 'xxxx', 'yyyy'))}"]
    elif view == "t2":
        lines.append(f"ld_structured r1.yz, r1.x, l({rng.choice((0, 4))}), t2.xxyx")
        lines.append("xor r1.y, r1.y, r1.z")
    else:
        lines.append(f"ld_structured r1.y, r1.x, l(0), {view}.xxxx")
    return [*lines, "imad r2.x, r2.x, l(3), r1.y"]


def program(rng):
    group = rng.choice(GROUPS)
    threads = group[0] * group[1] * group[2]
    columns, groups = rng.choice((rng.randint(1, 50), rng.randint(60, 140))), rng.randint(1, 5)
    rows = max(1, group[1] * groups - rng.choice((0, 0, 1)))
    width = rng.choice(("cb0[0].x", "cb0[0].x", f"l({columns})"))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_resource_structured t1, 4",
             "dcl_resource_structured t2, 12", "dcl_resource_raw t3", "dcl_uav_structured u0, 4", "dcl_uav_structured u1, 4",
             "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroup.xy", "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 4",
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r0.y, vThreadGroupID.x, l({group[1]}), vThreadIDInGroup.y", "mov r2.x, l(7)"]
    guarded = rng.random() < 0.5
    if guarded:
        lines += ["ult r0.w, r0.y, cb0[0].y", "if_nz r0.w"]
    lines += [f"mov r0.x, {rng.choice(('vThreadIDInGroup.x', 'vThreadIDInGroup.x', 'vThreadIDInGroupFlattened.x'))}", "loop",
              f"{rng.choice(('uge', 'uge', 'ige'))} r0.z, r0.x, {width}", "breakc_nz r0.z"]
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines += load(rng, width)
    if rng.random() < 0.3:
        lines += [f"imad r1.x, r0.y, {width}, r0.x", "store_structured u1.x, r1.x, l(0), r2.x"]
    lines += [f"iadd r0.x, r0.x, l({rng.choice((group[0], group[0], threads))})", "endloop"]
    if guarded:
        lines.append("endif")
    lines += [f"imad r3.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x", "store_structured u0.x, r3.x, l(0), r2.x"]

    def size(count):
        return max(1, count - rng.choice((0, 0, 0, 1, 3, 20)))

    words = rows * columns
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", f"{groups},1,1", "-b", f"cb0=i32:{columns}/{rows}/0/{rng.choice((words - 1, columns - 1))}",
        "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={size(words)}", "-b", f"t1=rand:{rng.randint(1, 99)},as=bits,size={size(columns)}",
        "-b", f"t2=rand:{rng.randint(1, 99)},as=bits,size={size(words)}", "-b", f"t3=rand:{rng.randint(1, 99)},as=bits,size={4 * size(words)}",
        "-b", f"u0=zero,size={threads * groups}", "-b", f"u1=zero,size={size(words)}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
