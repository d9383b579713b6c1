"""Programs with arrays that are filled with literals and read by thread numbers, loaded words and counters, in and out of range: some are
tables, others change, or are read before they are filled. On the interpreter and on the JIT at both widths of a warp, their results
must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (8, 8, 1), (16, 4, 1), (33, 1, 1), (4, 4, 4)]
WORDS = (0, 1, 0x3f800000, 0x00000001, 0x80000001, 0x7f800000, 0x7fa00001, 0xffc00001, 0xbf000000, 77, 0xffffffff)


def fill(rng, number, elements, components):
    lines = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        for at in range(elements):
            if rng.random() < 0.9:
                mask = "xyzw"[:components] if rng.random() < 0.8 else "xyzw"[rng.randrange(components)]
                lines.append(f"mov x{number}[{at}].{mask}, l({', '.join(str(rng.choice(WORDS)) for _ in range(4))})")
    return lines


def read(rng, number, elements, components):
    index = rng.choice(("vThreadIDInGroup.x", "vThreadIDInGroupFlattened.x", "r0.x", "r0.z", "r0.y", "vThreadID.x"))
    component = "xyzw"[rng.randrange(components)]
    lines = [f"and r1.x, {index}, l({rng.choice((1, 3, 7, 15, 0xffffffff))})"] if rng.random() < 0.7 else [f"mov r1.x, {index}"]
    at = rng.choice(("r1.x + 0", "r1.x + 0", f"r1.x + {rng.randrange(elements)}", str(rng.randrange(elements))))
    lines.append(f"mov r1.y, x{number}[{at}].{component}")
    return lines + [rng.choice(("add r2.x, r2.x, r1.y", "xor r2.y, r2.y, r1.y", "iadd r2.y, r2.y, r1.y", "mul r2.z, r2.x, r1.y",
                                "max r2.x, r2.z, r1.y", "ld_structured r1.y, r1.y, l(0), t0.xxxx\niadd r2.y, r2.y, r1.y"))]


def change(rng, number, elements):
    """What makes the array a variable."""
    return rng.choice((
        [f"mov x{number}[{rng.randrange(elements)}].x, r0.x"], [f"mov x{number}[r0.z + 0].x, l(5)"],
        ["if_nz r0.y", f"mov x{number}[{rng.randrange(elements)}].x, l(9)", "endif"]))


def program(rng):
    group = rng.choice(GROUPS)
    threads = group[0] * group[1] * group[2]
    arrays = [(rng.choice((1, 2, 8, 17)), rng.choice((1, 1, 2, 4))) for _ in range(rng.randint(1, 2))]
    lines = ["cs_5_0", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 12", "dcl_input vThreadID.x", "dcl_input vThreadGroupID.x",
             "dcl_input vThreadIDInGroup.x", "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 4",
             *(f"dcl_indexableTemp x{i}[{n}], {c}" for i, (n, c) in enumerate(arrays)),
             *(["dcl_tgsm_structured g0, 4, 8"] if (barrier := rng.random() < 0.6) else []),
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}", "mov r2.xyzw, l(0, 0, 0, 0)",
             f"imad r3.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x", "ld_structured r0.x, r3.x, l(0), t0.xxxx",
             "and r0.z, r0.x, l(15)", "mov r0.y, l(0)"]
    looped = rng.random() < 0.5
    body = []
    for number, (elements, components) in enumerate(arrays):
        if rng.random() < 0.15:
            body += read(rng, number, elements, components)
        body += fill(rng, number, elements, components)
        if rng.random() < 0.25:
            body += change(rng, number, elements)
    for _ in range(rng.randint(1, 5)):
        number = rng.randrange(len(arrays))
        body += read(rng, number, *arrays[number])
        if barrier and not looped and rng.random() < 0.4:
            body.append("sync_g_t")
        if rng.random() < 0.1:
            body += change(rng, number, arrays[number][0])
    if looped:
        body = ["loop", "uge r0.w, r0.y, l(3)", "breakc_nz r0.w", *body, "iadd r0.y, r0.y, l(1)", "endloop"]
    if barrier:
        body += ["store_structured g0.x, l(0), l(0), l(1)", "sync_g_t"]
    lines += [*body, "store_structured u0.xyz, r3.x, l(0), r2.xyzx", "ret"]
    return "\n".join(lines) + "\n", ["--groups", "2,1,1", "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={2 * threads}",
                                     "-b", f"u0=zero,size={2 * threads}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
