"""Programs whose ifs select threads of a group by numbers that change from one barrier to the next: limits of a thread's number, row or
column, in conjunctions, with results that the other threads keep. On the interpreter and on the JIT at both widths of a warp, their
results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (256, 1, 1), (100, 1, 1), (16, 16, 1), (16, 8, 1), (32, 4, 2), (8, 8, 4), (4, 32, 1), (24, 6, 1)]
NUMBERS = ["vThreadIDInGroupFlattened.x", "vThreadIDInGroup.x", "vThreadIDInGroup.y", "vThreadIDInGroup.z"]


def comparison(rng, register):
    number = rng.choice(NUMBERS)
    other = rng.choice(("r0.y", "r0.y", "r0.z", "r0.x", rng.choice(NUMBERS), f"l({rng.randint(0, 70)})"))
    sides = [number, other]
    rng.shuffle(sides)
    return f"{rng.choice(('ult', 'uge', 'ilt', 'ige', 'ieq', 'ine', 'ult', 'uge'))} {register}, {', '.join(sides)}"


def condition(rng):
    """Instructions that set r1.w."""
    lines = [comparison(rng, "r1.w")]
    for _ in range(rng.randrange(3)):
        lines += [comparison(rng, "r1.z"), f"{rng.choice(('and', 'and', 'and', 'or'))} r1.w, r1.w, r1.z"]
    return lines


def load(rng, threads):
    return [f"iadd r1.x, vThreadIDInGroupFlattened.x, l({rng.choice((0, 1, 5, 16, threads // 2))})",
            f"udiv null, r1.x, r1.x, l({threads})", "ld_structured r1.x, r1.x, l(0), g0.xxxx"]


def step(rng, threads):
    """A change of r2.x in some threads, then a store in some."""
    loads, tests = load(rng, threads), condition(rng)
    use = rng.choice(("imad r2.x, r2.x, l(3), r1.x", "iadd r2.x, r1.x, r0.y", "xor r2.x, r2.x, r1.x"))
    first = loads + tests if rng.random() < 0.5 else tests
    body = [use] if first[0] == loads[0] else [*loads, use]
    if rng.random() < 0.2:
        body.append("iadd r2.y, r2.y, l(1)")
    keeps = rng.random() < 0.3
    stored = ["iadd r1.y, r2.x, r3.y"] if keeps else ["mov r1.y, r2.x"] if rng.random() < 0.7 else ["iadd r1.y, r2.x, r2.y", "mov r2.x, r1.y"]
    lines = [*(["mov r3.y, r2.x"] if keeps else []), *first, "if_nz r1.w", *body, "endif", "sync_g_t", *condition(rng), "if_nz r1.w", *stored,
             "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.y", "endif", "sync_g_t"]
    if loads[0] in first and rng.random() < 0.3:
        lines.append("iadd r2.x, r2.x, r1.x")
    return lines


def program(rng):
    group = rng.choice(GROUPS)
    threads = group[0] * group[1] * group[2]
    end = rng.choice((3, group[0], 17))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 4",
             f"dcl_tgsm_structured g0, 4, {threads}", "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroup.xyz",
             "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 4", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r3.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x", "ld_structured r2.x, r3.x, l(0), t0.xxxx",
             "mov r2.y, r2.x", "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r2.x", "sync_g_t",
             f"mov r0.x, {rng.choice(('l(0)', 'l(0)', 'cb0[0].x', 'l(-2)'))}",
             "loop", f"ige r0.w, r0.x, {rng.choice((f'l({end})', 'cb0[0].y'))}", "breakc_nz r0.w",
             f"iadd r0.y, r0.x, l({rng.choice((0, 0, 1, -1, -3, group[0]))})", f"ishl r0.z, r0.x, l({rng.choice((1, 3, 4))})"]
    for _ in range(rng.choice((1, 1, 2))):
        lines += step(rng, threads)
    lines += ["iadd r0.x, r0.x, l(1)", "endloop", "store_structured u0.x, r3.x, l(0), r2.x"]
    groups = rng.randint(1, 3)
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", f"{groups},1,1", "-b", f"cb0=i32:{rng.choice((0, 0, -3, 2))}/{end}/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={threads * groups}", "-b", f"u0=zero,size={threads * groups}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
