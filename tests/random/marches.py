"""Programs whose threads store in loops, at distances that constant buffers tell: to words of their own, or to words that other
threads store to as well, in an order that the results show. On the interpreter and on the JIT at both widths of a warp; their
results must have the same bits."""
import struct
import sys

import same_bits

GROUPS = [(64, 1, 1), (32, 1, 1), (16, 4, 1), (32, 4, 1), (8, 8, 1), (8, 4, 2), (256, 1, 1), (24, 1, 1)]


def place(rng, counter):
    """r1.x: an address of the thread in an iteration."""
    x = rng.choice(("vThreadID.x", "vThreadID.x", "vThreadIDInGroupFlattened.x", "vThreadIDInGroup.x"))
    return rng.choice((
        [f"imad r1.x, {counter}, cb0[0].x, {x}"],
        [f"imad r1.x, {counter}, cb0[0].x, {x}"],
        [f"imad r1.x, {counter}, cb0[0].y, vThreadID.y", f"imad r1.x, r1.x, cb0[0].x, {x}"],
        [f"imad r1.x, vThreadID.y, cb0[0].x, {x}", f"imad r1.x, {counter}, cb0[0].z, r1.x"],
        ["imul null, r1.y, cb0[0].x, cb0[0].y", f"imad r1.x, vThreadID.y, cb0[0].x, {x}", f"imad r1.x, {counter}, r1.y, r1.x"],
        [f"imad r1.x, {x}, cb0[0].w, {counter}"],
        [f"imad r1.x, {counter}, l({rng.choice((1, 2, 16, 100, 512))}), {x}"],
    )) + rng.choice(([], [], [f"iadd r1.x, r1.x, l({rng.choice((1, -1, 3))})"], ["iadd r1.x, r1.x, -cb0[0].x"]))


def loop(rng, body, limit):
    """Around the body: r0.y is the counter, and r0.w grows by cb0[0].x."""
    kind = rng.choice(("up", "up", "up", "down", "two", "fall", "fall"))
    if kind == "fall":
        by = rng.choice((-1, -1, -2, -3))
        return [f"iadd r0.y, {limit}, l({rng.choice((-1, -1, 1))})", "mov r0.w, r0.x", "loop", *rng.choice((
            [f"ilt r0.z, r0.y, l({rng.choice((0, 0, 0, 2))})", "breakc_nz r0.z"], ["ige r0.z, r0.y, l(0)", "breakc_z r0.z"])),
                *body, f"iadd r0.y, r0.y, l({by})", "iadd r0.w, r0.w, cb0[0].x", "endloop"]
    start, test, step = {"up": (f"l({rng.randint(0, 2)})", f"uge r0.z, r0.y, {limit}", "l(1)"), "two": ("l(0)", f"ige r0.z, r0.y, {limit}", "l(2)"),
                         "down": (limit, "ieq r0.z, r0.y, l(0)", "l(-1)")}[kind]
    return [f"mov r0.y, {start}", "mov r0.w, r0.x", "loop", test, "breakc_nz r0.z", *body, f"iadd r0.y, r0.y, {step}", "iadd r0.w, r0.w, cb0[0].x", "endloop"]


def program(rng):
    group, groups = rng.choice(GROUPS), [1, 1, 1] # groups would race
    threads = groups[0] * groups[1] * group[0] * group[1] * group[2]
    lines = ["cs_5_0", "dcl_globalFlags refactoringAllowed", "dcl_constantbuffer cb0[2], immediateIndexed", "dcl_resource_structured t0, 4",
             f"dcl_uav_structured u0, {rng.choice((4, 4, 8))}", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroup.xyz",
             "dcl_input vThreadIDInGroupFlattened", "dcl_temps 4", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             "mov r0.x, vThreadID.x", "ld_structured r2.x, vThreadID.x, l(0), t0.x"]
    if rng.random() < 0.3:
        lines += ["uge r3.x, vThreadID.x, cb0[1].y", "retc_nz r3.x"]
    if rng.random() < 0.2:
        lines += ["store_structured u0.x, r0.x, l(0), r2.x"]
    for _ in range(rng.randint(1, 2)):
        body = place(rng, "r0.y") if rng.random() < 0.8 else ["mov r1.x, r0.w"]
        if rng.random() < 0.3:
            body += ["ld_structured r3.x, r1.x, l(0), u0.x", "iadd r2.x, r2.x, r3.x"]
        body += ["imad r2.x, r2.x, l(3), vThreadIDInGroupFlattened.x", "iadd r2.x, r2.x, r0.y", "store_structured u0.x, r1.x, l(0), r2.x"]
        lines += loop(rng, body, rng.choice(("cb0[1].x", "cb0[1].x", "l(7)")))
        if rng.random() < 0.2:
            lines += ["store_structured u0.x, r0.w, l(0), r2.x"]
    width = groups[0] * group[0]
    constants = [rng.choice((width, width, width, width + 1, group[0], group[0] - 1, 1, 0, 7, -width, 64)), rng.choice((2, 4, 8, 64)),
                 rng.choice((width * groups[1] * group[1], 512, 48, 5)), rng.choice((1, 8, 20, 9)), rng.randint(0, 9), width - rng.randint(0, 5), 0, 0]
    words = "/".join(str(struct.unpack("I", struct.pack("i", word))[0]) for word in constants)
    return "\n".join([*lines, "ret"]) + "\n", ["--groups", ",".join(map(str, groups)), "-b", f"cb0=u32:{words}", "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={threads}",
                                             "-b", f"u0=rand:5,as=bits,size={rng.choice((threads * 12, threads, 4000))}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
