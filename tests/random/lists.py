"""Programs whose threads have lists of their own, of different lengths: loops that only load, from addresses that other loads
give, or that are the same in all warps, with several exits and ways to the next iteration. The last lanes of such loops are
executed one by one. Other loops all threads leave together, and only continue on their own. On the interpreter and on the JIT
at both widths of a warp; their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (16, 1, 1), (8, 8, 1), (128, 1, 1), (33, 1, 1), (4, 4, 4)]


def operand(rng):
    return rng.choice(("r0.x", "r0.z", "r1.x", "r1.y", "r1.z", "r1.w", "r2.x", "r3.x", "r3.y", "r3.z", "cb0[0].y", "vThreadID.x", "vThreadID.y",
                       "l(5)", f"l({rng.randint(0, 99)})"))


def step(rng):
    """An instruction of the loop's body: r1 is carried by the loop, r3 are its own."""
    to, a, b = rng.choice(("r1.x", "r1.y", "r1.z", "r1.w", "r3.x", "r3.y", "r3.z")), operand(rng), operand(rng)
    address = rng.choice(("r0.z", "r0.z", "r3.w", "r3.w", "r3.x", "r1.x"))
    return rng.choice((
        [f"ld_structured r3.w, {address}, l(0), t1.x"],
        [f"ld_structured r3.xy, {address}, l({rng.choice((0, 4))}), t2.xyzw"],
        [f"ishl r2.w, {address}, l(2)", f"ld_raw r3.z, r2.w, t3.x"],
        [f"ld_structured r3.x, {address}, l(0), u1.x"], [f"mov r2.w, {address}", "ld r3.xy, r2.wwww, t4.xyzw"],
        ["and r2.w, r3.w, l(7)", f"mov {to}, cb0[r2.w + 0].{rng.choice('xyzw')}"],
        [f"iadd {to}, {a}, {b}"], [f"imad {to}, {a}, l({rng.randint(1, 9)}), {b}"], [f"xor {to}, {a}, {b}"],
        [f"umax {to}, {a}, {b}"], [f"and {to}, {a}, l(255)", f"utof {to}, {to}", f"mad {to}, {to}, l(0.37), l(1.5)", f"ftou {to}, {to}"],
        [f"and r2.w, {a}, l(1)", f"movc {to}, r2.w, {a}, {b}"],
    ))


def jump(rng, may_break, is_nested=False):
    how = rng.choice(("break" if may_break else "continue", "continue", "if"))
    test = [f"and r2.z, {rng.choice(('r3.w', 'r3.x', 'r1.x', 'r0.z'))}, l({rng.choice((3, 7, 15, 31))})", f"ieq r2.z, r2.z, l({rng.randint(0, 3)})"]
    if how == "break":
        return [*test, "breakc_nz r2.z"]
    if how == "continue":
        return [*test, "if_nz r2.z", *(step(rng) if rng.random() < 0.5 else []), "iadd r0.z, r0.z, l(1)", "iadd r0.w, r0.w, l(1)", "continue", "endif"]
    end = rng.choice((["endif"], ["else", *step(rng), "endif"], ["break", "endif"] if may_break else ["endif"]))
    return test + ["if_nz r2.z", *step(rng), *([] if is_nested else jump(rng, may_break, True) if rng.random() < 0.3 else []), *end]


def body(rng, may_break, has_barrier):
    """Words that are the same in all warps are loaded before the loop where the group has a barrier, in which numbers of threads
    are known."""
    lines = ["ld_structured r3.w, r0.z, l(0), t1.x"]
    if has_barrier:
        lines += [rng.choice((f"and r2.w, vThreadIDInGroupFlattened.x, l({rng.choice((7, 15))})",
                              f"udiv {rng.choice(('r3.x', 'null'))}, r2.w, r4.y, l({rng.choice((3, 28))})"))]  # by 28: 0
        lines += ["ld_structured r3.z, r2.w, l(0), t1.x", "imad r1.x, r3.z, r3.w, r1.x"]
    for _ in range(rng.randint(1, 6)):
        lines += step(rng) if rng.random() < 0.75 else jump(rng, may_break)
    if rng.random() < 0.4:  # of the thread's own range, after what may continue
        lines += rng.choice((["ishl r2.w, r0.z, l(2)", "ld_raw r3.z, r2.w, t3.x"], ["ld_structured r3.z, r0.z, l(4), t2.x"]))
        lines += ["imad r1.w, r1.w, l(3), r3.z"]
    return lines


def loop(rng, has_barrier):
    """r0.z runs from r0.x or the thread's number on, r0.w counts iterations, so that every loop ends."""
    start = rng.choice(("r0.x", "r0.x", "r0.x", "vThreadID.x", "l(3)"))
    test = rng.choice((["uge r2.z, r0.z, r0.y"], ["uge r2.z, r0.z, r0.y"], ["iadd r2.z, vThreadID.x, l(1)", "ld_structured r2.z, r2.z, l(0), t0.x", "uge r2.z, r0.z, r2.z"]))
    last = rng.choice((["iadd r0.z, r0.z, l(1)"], ["iadd r0.z, r0.z, l(1)"], ["iadd r0.z, r0.z, l(64)"], ["iadd r0.z, r0.z, l(-1)"]))
    is_together = rng.random() < 0.4
    leave = [f"uge r2.z, r0.w, {rng.choice(('l(40)', 'l(9)', 'cb0[1].x'))}", "breakc_nz r2.z"]
    if is_together and rng.random() < 0.3:
        leave += ["and r2.z, r0.w, l(3)", "ieq r2.z, r2.z, l(1)", "if_nz r2.z", "iadd r0.w, r0.w, l(1)", "continue", "endif"]
    if not is_together:
        leave = test + ["breakc_nz r2.z", *leave]
    return [f"mov r0.z, {start}", "mov r0.w, l(0)", "loop", *leave, *body(rng, not is_together, has_barrier), *last, "iadd r0.w, r0.w, l(1)", "endloop"]


def program(rng):
    group = rng.choice(GROUPS)
    threads = 2 * group[0] * group[1] * group[2]
    has_barrier = rng.random() < 0.3
    lines = ["cs_5_0", "dcl_globalFlags refactoringAllowed", "dcl_constantbuffer cb0[8], dynamicIndexed", "dcl_resource_structured t0, 4",
             "dcl_resource_structured t1, 4", "dcl_resource_structured t2, 12", "dcl_resource_raw t3", "dcl_resource_buffer (uint,uint,uint,uint) t4", "dcl_uav_structured u0, 24",
             "dcl_uav_structured u1, 4", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroupFlattened", "dcl_input vThreadGroupID.x", "dcl_temps 5",
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r4.x, vThreadGroupID.x, l({threads // 2}), vThreadIDInGroupFlattened.x", "ld_structured r0.x, r4.x, l(0), t0.x",
             "iadd r0.y, r4.x, l(1)", "ld_structured r0.y, r0.y, l(0), t0.x", "mov r1.xyzw, l(0,1,2,3)", "mov r2.xyzw, l(0,0,0,0)", "mov r3.xyzw, l(0,0,0,0)"]
    if has_barrier:
        lines[10:10] = [f"dcl_tgsm_structured g0, 4, {threads // 2}"]
        lines += ["store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x", "sync_g_t",
                  f"and r4.y, vThreadIDInGroupFlattened.x, l({rng.choice((7, 15))})"]
    if rng.random() < 0.4:
        lines += ["and r2.y, r0.x, l(1)", "if_nz r2.y", *loop(rng, has_barrier), "endif"]
    for _ in range(rng.randint(1, 2)):
        lines += loop(rng, has_barrier)
    if has_barrier:
        lines += ["xor r2.x, vThreadIDInGroupFlattened.x, l(21)", "ld_structured r2.x, r2.x, l(0), g0.x", "iadd r1.y, r1.y, r2.x"]
    lines += ["store_structured u0.xyzw, r4.x, l(0), r1.xyzw", "store_structured u0.xy, r4.x, l(16), r0.zwzz", "ret"]
    bits, high = rng.choice(((6, 60), (8, 200))), threads
    bindings = [f"cb0=rand:{rng.randint(1, 99)},as=bits,below=30,size=8", f"t0=rand:{rng.randint(1, 99)},as=bits,below={bits[1]},size={high + 1}",
                f"t1=rand:{rng.randint(1, 99)},as=bits,below={rng.choice((50, 300))},size=200", f"t2=rand:3,as=bits,size=100", "t3=rand:4,as=bits,size=400", "t4=rand:5,as=bits,size=90,format=r32g32_uint",
                f"u0=zero,size={threads}", "u1=rand:7,as=bits,size=300"]
    return "\n".join(lines) + "\n", ["--groups", "2,1,1", *(word for binding in bindings for word in ("-b", binding))]


same_bits.main(program, ("u0",), *sys.argv[1:])
