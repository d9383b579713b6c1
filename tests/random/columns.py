"""Programs that go down columns, a thread a column: sums, filters and substitutions of which each step needs the one before, in
rows as long as a constant buffer says, back up too, and in rows that threads share; on the interpreter and on the JIT at both widths
of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [16, 32, 32, 64, 64, 64, 128, 33, 8]


def step(rng, outputs):
    """r1 is carried from row to row, r0.w is the word's number."""
    lines = ["ld_structured r2.x, r0.w, l(0), t0.xxxx"]
    lines += rng.choice((["add r1.x, r1.x, r2.x"],
                         ["mad r1.x, r1.x, l(0.5), r2.x"],
                         ["mad r2.y, -r1.x, r2.x, l(4.0)", "div r2.y, l(1.0), r2.y", "mul r1.x, r2.y, r2.x"],
                         ["iadd r1.x, r1.x, r2.x", "xor r1.y, r1.y, r1.x"],
                         ["max r1.x, r1.x, r2.x", "add r1.y, r1.y, r1.x"]))
    if rng.random() < 0.2:
        lines += ["ld_structured r2.z, r0.w, l(0), u0.xxxx", "add r1.x, r1.x, r2.z"]
    lines += [f"store_structured u{i}.x, r0.w, l(0), r1.{'xy'[i]}" for i in range(outputs)]
    return lines


def loop(rng, outputs, falls):
    first, last = ("iadd r0.z, cb0[0].y, l(-1)", "ilt r3.x, r0.z, l(0)") if falls else ("mov r0.z, l(0)", "uge r3.x, r0.z, cb0[0].y")
    lines = [first, "loop", last, "breakc_nz r3.x", "imad r0.w, r0.z, cb0[0].x, r0.x"]
    if falls:
        lines += ["ld_structured r2.x, r0.w, l(0), u0.xxxx", "mad r1.x, r1.x, l(-0.25), r2.x",
                  "store_structured u0.x, r0.w, l(0), r1.x"]
    else:
        lines += step(rng, outputs)
    return lines + [f"iadd r0.z, r0.z, l({-1 if falls else 1})", "endloop"]


def program(rng):
    group, groups = rng.choice(GROUPS), rng.choice((1, 2, 3, 8, 16, 32, 40))
    threads, outputs = group * groups, rng.choice((1, 1, 2))
    is_shared = group % 8 == 0 and rng.random() < 0.2 # races have a result where a group is of whole strips
    width = rng.choice((1, 7, 16, 40, group)) if is_shared else threads + rng.choice((0, 0, 0, 5, 64))
    height = rng.choice((0, 1, 2, 9, 20))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4"]
    lines += [f"dcl_uav_structured u{i}, 4" for i in range(2)]
    lines += ["dcl_input vThreadID.x", "dcl_temps 4", f"dcl_thread_group {group}, 1, 1", "mov r0.x, vThreadID.x", "mov r1.xy, l(0, 0, 0, 0)"]
    if rng.random() < 0.1:
        lines += [f"uge r3.x, vThreadID.x, l({rng.randint(1, threads)})", "retc_nz r3.x"]
    lines += loop(rng, outputs, False)
    if rng.random() < 0.4:
        lines += loop(rng, outputs, True)
    size = width * height + threads
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", str(groups), "--threads", "1", "-b", f"cb0=u32:{width}/{height}/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},as=sym,size={size}", "-b", f"u0=rand:7,as=sym,size={size}", "-b", f"u1=zero,size={size}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
