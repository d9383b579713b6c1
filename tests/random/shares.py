"""Programs whose threads, or some of them, read rows of g# of their own after a barrier: by loops of a constant or an unknown number of
iterations, upwards or downwards, by loads one after the other, in part past the end of the memory or of the row, and with stores to it.
On the interpreter and on the JIT at both widths of a warp, their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (128, 1, 1), (32, 1, 1), (8, 8, 1), (100, 1, 1)]


def shift_of(words):
    return (4 * words).bit_length() - 1


def load(register, address, is_raw, words):
    if is_raw:
        return [f"ishl r1.y, {address}, l({shift_of(words)})", f"ld_raw {register}, r1.y, g0.xxxx"]
    return [f"ld_structured {register}, {address}, l({4 * (words - 1)}), g0.xxxx"]


def loop(rng, is_raw, words, count, stride):
    """Sums so many words of the row of `stride` words that begins at r0.x. Threads store to their own rows only."""
    falls, stores = rng.random() < 0.2, rng.random() < 0.25
    limit = rng.choice((f"l({count})", "cb0[0].x"))
    first = f"iadd r0.y, {limit}, l(-1)" if falls else "mov r0.y, l(0)"
    lines = [first, "loop", f"{'ilt r0.z, r0.y, l(0)' if falls else f'uge r0.z, r0.y, {limit}'}", "breakc_nz r0.z", "iadd r1.x, r0.x, r0.y"]
    lines += load("r1.z", "r1.x", is_raw, words) + ["imad r2.x, r2.x, l(3), r1.z"]
    if stores:
        after = rng.choice((0, 1, 1)) if count < stride else 0
        lines += [f"iadd r1.w, r1.x, l({after})", *([f"ishl r1.w, r1.w, l({shift_of(words)})"] if is_raw else []), "iadd r1.z, r1.z, l(1)",
                  "store_raw g0.x, r1.w, r1.z" if is_raw else "store_structured g0.x, r1.w, l(0), r1.z"]
    if rng.random() < 0.2:
        lines += ["ult r1.z, r1.z, l(0x8000000)", "breakc_nz r1.z"]
    return [*lines, f"iadd r0.y, r0.y, l({-1 if falls else 1})", "endloop"]


def program(rng):
    group = rng.choice(GROUPS)
    threads, groups = group[0] * group[1], rng.randint(1, 3)
    readers = rng.choice((threads, 6, 16, 5, rng.randint(1, threads)))
    stride = rng.choice((8, 17, 16, 33, 20, 64))
    stride = min(stride, 4000 // readers)
    is_raw, words = rng.random() < 0.3, rng.choice((1, 1, 1, 2))
    size = max(readers * stride + rng.choice((0, 0, 16, -5)), 1)
    size, count = min(size, 8000 // words), max(1, min(stride, rng.choice((4, 7, 8, 12, 16, 24, 64))))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 4",
             f"dcl_tgsm_raw g0, {4 * size * words}" if is_raw else f"dcl_tgsm_structured g0, {4 * words}, {size}",
             "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 4", f"dcl_thread_group {group[0]}, {group[1]}, 1",
             "mov r2.x, l(7)", "mov r0.x, vThreadIDInGroupFlattened.x", "loop", f"uge r0.y, r0.x, l({size})", "breakc_nz r0.y",
             f"imad r0.y, vThreadGroupID.x, l({size}), r0.x", "ld_structured r0.z, r0.y, l(0), t0.xxxx"]
    for k in range(words):
        lines += [f"iadd r0.z, r0.z, l({k})"]
        lines += [f"imad r0.w, r0.x, l({4 * words}), l({4 * k})", "store_raw g0.x, r0.w, r0.z"] if is_raw else [
            f"store_structured g0.x, r0.x, l({4 * k}), r0.z"]
    lines += [f"iadd r0.x, r0.x, l({threads})", "endloop", "sync_g_t"]
    if readers < threads:
        lines += [f"ult r3.x, vThreadIDInGroupFlattened.x, l({readers})", "if_nz r3.x"]
    lines.append(f"imul null, r0.x, vThreadIDInGroupFlattened.x, l({stride})")
    for _ in range(rng.randint(1, 2)):
        if rng.random() < 0.4:
            places = sorted(rng.sample(range(stride), min(count, stride)))
            for place in places if rng.random() < 0.7 else reversed(places):
                lines += [f"iadd r1.x, r0.x, l({place})", *load("r1.z", "r1.x", is_raw, words), "imad r2.x, r2.x, l(3), r1.z"]
        else:
            lines += loop(rng, is_raw, words, count, stride)
    if readers < threads:
        lines.append("endif")
    lines += [f"imad r0.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x", "store_structured u0.x, r0.x, l(0), r2.x"]
    return "\n".join([*lines, "ret"]) + "\n", [
        "--groups", f"{groups},1,1", "-b", f"cb0=i32:{count}/0/0/0", "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={size * groups}",
        "-b", f"u0=zero,size={threads * groups}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
