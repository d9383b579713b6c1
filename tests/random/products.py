"""Products of matrices and the like: loops in which threads read rows by their column, row, or number in the group, which several
warps, or groups, have in common; on the interpreter and on the JIT at both widths of a warp. Their results must have the same
bits."""
import sys

import same_bits

GROUPS = [(16, 16, 1), (32, 8, 1), (8, 8, 1), (64, 4, 1), (16, 4, 2), (32, 2, 1), (64, 1, 1), (128, 1, 1), (32, 1, 1), (48, 2, 1), (16, 1, 1)]


def element(rng, matrix, row, counter, pitch, register, words):
    """An element of a row to register.x; rows may begin off their places, and run backwards."""
    lines = [f"imad r1.x, {row}, l({pitch}), {counter}"]
    if rng.random() < 0.2:
        lines.append(f"iadd r1.x, r1.x, l({rng.choice((-3, 1, 5))})")
    if matrix == "t2":
        return [*lines, "ishl r1.x, r1.x, l(2)", f"ld_raw {register}.x, r1.x, t2.xxxx"]
    return [*lines, f"ld_structured {register}.x, r1.x, l({4 * rng.randrange(words)}), {matrix}.xxxx"]


def program(rng):
    group = rng.choice(GROUPS)
    groups = [rng.randint(1, 9), rng.randint(1, 3), 1]
    if group[1] == 1 and rng.random() < 0.4:
        groups = [rng.choice((256, 257, 263)), 1, 1] # enough to be merged
    width, words, length = groups[0] * group[0], rng.choice((1, 1, 1, 2, 4)), rng.choice((4, 16, 17, 40))
    pitch = rng.choice((length, length, length + 1, 3, 1))
    rows = ["vThreadID.x", "vThreadID.y", "vThreadIDInGroupFlattened.x", "vThreadIDInGroup.x", "vThreadGroupID.x", "vThreadGroupID.y"]
    lines = ["cs_5_0", f"dcl_resource_structured t0, {4 * words}", "dcl_resource_structured t1, 4", "dcl_resource_raw t2",
             "dcl_uav_structured u0, 4", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroup.xyz", "dcl_input vThreadIDInGroupFlattened",
             "dcl_input vThreadGroupID.xyz", "dcl_temps 6", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r5.y, vThreadID.z, l({groups[1] * group[1]}), vThreadID.y", f"imad r5.x, r5.y, l({width}), vThreadID.x", "mov r4.xy, l(0)"]
    if rng.random() < 0.4:
        lines += [f"ult r0.x, {rng.choice(rows[:4])}, l({rng.randint(1, width)})", "if_nz r0.x"]
    limit = rng.choice((f"l({length})", f"l({length})", f"l({length})", "vThreadGroupID.x", "vThreadIDInGroup.y", "vThreadIDInGroup.x"))
    lines += ["mov r0.y, l(0)", "loop", f"uge r0.z, r0.y, {limit}", "breakc_nz r0.z"]
    if rng.random() < 0.1:
        lines += ["and r0.z, r0.y, vThreadIDInGroup.x", "if_nz r0.z", "iadd r0.y, r0.y, l(1)", "continue", "endif"]
    for register, matrix in (("r2", "t0"), ("r3", rng.choice(("t0", "t1", "t2")))):
        lines += element(rng, matrix, rng.choice(rows), "r0.y", pitch, register, words)
    lines.append(rng.choice(("mad r4.x, r2.x, r3.x, r4.x", "mul r2.x, r2.x, r3.x\nadd r4.x, r4.x, r2.x", "add r2.x, r2.x, -r3.x\nmad r4.x, r2.x, r2.x, r4.x",
                             "max r4.x, r4.x, r2.x\nmin r4.x, r4.x, r3.x", "imad r4.x, r2.x, r3.x, r4.x")))
    if rng.random() < 0.2:
        lines += element(rng, "t1", rng.choice(rows), "r0.y", pitch, "r3", 1) + ["add r4.x, r4.x, r3.x"]
    lines += ["iadd r0.y, r0.y, l(1)", "endloop", "store_structured u0.x, r5.x, l(0), r4.x"]
    if "if_nz r0.x" in lines:
        lines.append("endif")
    count = rng.choice((length * width + 64, length * width // 2, 5))
    threads = width * groups[1] * group[1] * group[2]
    return "\n".join([*lines, "ret"]) + "\n", ["--groups", ",".join(map(str, groups)), "-b", f"u0=zero,size={threads}",
        *(option for slot in ("t0", "t1", "t2") for option in ("-b", f"{slot}=rand:{rng.randint(1, 99)},as={rng.choice(('sym', 'sym', 'bits'))},size={count}"))]


same_bits.main(program, ("u0",), *sys.argv[1:])
