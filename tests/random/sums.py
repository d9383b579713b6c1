"""Programs whose threads sum words in strides of a group, of all threads or of neither, to a limit that is a multiple of them or is
not, on the interpreter and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (256, 1, 1), (32, 4, 1), (16, 8, 1), (96, 1, 1), (8, 16, 1), (64, 2, 2)]


def first_index(rng, group):
    """Instructions that set r0.x to the index that a thread begins with."""
    added = rng.choice((0, group[0], 4 * group[0], 1, 8, 16))
    if rng.random() < 0.2:
        return ["mov r0.x, vThreadID.x", f"{rng.choice(('ult', 'uge'))} r0.w, vThreadID.x, l({rng.choice((16, 32, 48, 64))})", "if_nz r0.w",
                f"iadd r0.x, r0.x, l({added})", "endif"]
    return rng.choice((
        ["mov r0.x, vThreadID.x"],
        ["mov r0.x, vThreadIDInGroup.x"],
        [f"iadd r0.x, vThreadID.x, l({added})"],
        [f"imad r0.x, vThreadGroupID.x, l({rng.choice((1, 4)) * group[0]}), vThreadIDInGroup.x"],
        ["iadd r0.x, vThreadIDInGroup.x, vThreadID.y"],
        ["mov r0.x, vThreadIDInGroupFlattened.x"]))


def loop(rng, group, limit):
    step = rng.choice((1, 2, 4)) * rng.choice((group[0], group[0], group[0] * group[1], 16, 24))
    test = rng.choice(("uge", "ige"))
    body = ["ld_structured r1.x, r0.x, l(0), t0.xxxx", rng.choice(("add r2.x, r2.x, r1.x", "imad r2.x, r2.x, l(3), r1.x"))]
    if rng.random() < 0.3:
        body += [f"ult r1.y, r1.x, l({rng.choice((1, 0x10000000, 0xf0000000))})",
                 rng.choice(("breakc_nz r1.y", "if_nz r1.y\nadd r2.x, r2.x, r2.x\nendif"))]
    return ["loop", f"{test} r0.y, r0.x, {limit}", "breakc_nz r0.y", *body, f"iadd r0.x, r0.x, l({step})", "endloop"]


def program(rng):
    group = rng.choice(GROUPS)
    groups = [rng.randint(1, 4), rng.randint(1, 3), 1]
    row = groups[0] * group[0]
    count = rng.choice((group[0], 64, 100)) * rng.randint(1, 40) + rng.choice((0, 0, 0, 1, 8, 16))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 4",
             "dcl_input vThreadID.xyz", "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroup.x",
             "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 4", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             "mov r2.x, l(0)"]
    for _ in range(rng.randint(1, 2)):
        sums = loop(rng, group, rng.choice((f"l({count})", f"l({count})", "cb0[0].x")))
        if rng.random() < 0.3:
            sums = [f"ult r0.z, r0.x, l({rng.choice((group[0], 16, 32, 8)) * rng.randint(1, 6)})", "if_nz r0.z", *sums, "endif"]
        lines += first_index(rng, group) + sums
    lines += [f"imad r0.x, vThreadID.z, l({groups[1] * group[1]}), vThreadID.y", f"imad r0.x, r0.x, l({row}), vThreadID.x",
              "store_structured u0.x, r0.x, l(0), r2.x"]
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", ",".join(map(str, groups)), "-b", f"cb0=u32:{count}/0/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},as={rng.choice(('sym', 'bits'))},size={rng.choice((count, count // 2 + 1))}",
        "-b", f"u0=zero,size={row * groups[1] * group[1] * group[2]}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
