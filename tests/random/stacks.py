"""Programs whose threads read and write elements of several arrays by numbers of their own, in and out of range, as stacks, queues and
sorted lists do: pushes, pops, exchanges and shifts, in branches and loops. On the interpreter and on the JIT at both
widths of a warp, their results must have the same bits."""
import sys

import same_bits

GROUPS = [(64, 1, 1), (8, 8, 1), (16, 4, 1), (33, 1, 1), (128, 1, 1)]
INDICES = ("r0.x", "r0.x", "r0.y", "r0.y", "r0.w", "vThreadIDInGroup.x")


def element(rng, arrays):
    """The same index for all arrays in most statements."""
    index = rng.choice(INDICES)
    added = rng.choice((0, 0, 0, 1, arrays[0][0] - 1))
    return str(rng.randrange(arrays[0][0])) if rng.random() < 0.1 else f"{index} + {added}"


def words(rng, arrays):
    """Arrays and components that a statement accesses."""
    all_words = [(number, c) for number, (_, components) in enumerate(arrays) for c in range(components)]
    chosen = all_words if rng.random() < 0.6 else rng.sample(all_words, rng.randint(1, len(all_words)))
    if rng.random() < 0.2:
        chosen = rng.sample(chosen, len(chosen))
    return chosen


def data(rng):
    return f"r{rng.randint(2, 3)}.{rng.choice('xyzw')}"


def write(rng, arrays, at):
    chosen = words(rng, arrays)
    number = chosen[0][0]
    if arrays[number][1] > 1 and rng.random() < 0.3:
        return [f"mov x{number}[{at}].{'xyzw'[:arrays[number][1]]}, r{rng.randint(2, 3)}.wzyx"]
    return [f"mov x{number}[{at}].{'xyzw'[c]}, {data(rng)}" for number, c in chosen]


def read(rng, arrays, at):
    lines = []
    for number, c in words(rng, arrays):
        to, word = data(rng), f"x{number}[{at}].{'xyzw'[c]}"
        lines.append(rng.choice((f"iadd {to}, {to}, {word}", f"xor {to}, {to}, {word}", f"mov {to}, {word}")))
    return lines


def exchange(rng, arrays, at, other):
    lines = []
    for number, c in words(rng, arrays):
        c = "xyzw"[c]
        lines += [f"mov r1.x, x{number}[{at}].{c}", f"mov x{number}[{at}].{c}, x{number}[{other}].{c}", f"mov x{number}[{other}].{c}, r1.x"]
    return lines


def shift(rng, arrays, at, other):
    return [f"mov x{number}[{at}].{'xyzw'[c]}, x{number}[{other}].{'xyzw'[c]}" for number, c in words(rng, arrays)]


def mixed(rng, arrays, at, other):
    lines = write(rng, arrays, at) + read(rng, arrays, rng.choice((at, other)))
    return rng.sample(lines, len(lines))


def statement(rng, arrays, depth):
    at, other = element(rng, arrays), element(rng, arrays)
    kind = rng.random()
    if kind < 0.2:
        return write(rng, arrays, at) + (write(rng, arrays, at) if rng.random() < 0.3 else [])
    if kind < 0.4:
        return read(rng, arrays, at)
    if kind < 0.5:
        return exchange(rng, arrays, at, other)
    if kind < 0.6:
        return shift(rng, arrays, at, other)
    if kind < 0.75:
        return mixed(rng, arrays, at, other)
    if kind < 0.85 or not depth:
        return [f"iadd r0.{rng.choice('xyw')}, r0.{rng.choice('xyw')}, l({rng.choice((1, -1, 2))})"]
    body = [line for _ in range(rng.randint(1, 3)) for line in statement(rng, arrays, depth - 1)]
    return [f"ult r1.y, r0.{rng.choice('xyz')}, {data(rng)}", "if_nz r1.y", *body, *(["else", *statement(rng, arrays, 0)] if rng.random() < 0.3 else []), "endif"]


def program(rng):
    group = rng.choice(GROUPS)
    threads = group[0] * group[1] * group[2]
    elements = rng.choice((1, 3, 8, 16))
    arrays = [(elements if rng.random() < 0.9 else elements + 1, rng.choice((1, 1, 1, 2, 3, 4))) for _ in range(rng.randint(1, 4))]
    lines = ["cs_5_0", "dcl_resource_structured t0, 16", "dcl_uav_structured u0, 32", "dcl_input vThreadGroupID.x",
             "dcl_input vThreadIDInGroup.x", "dcl_input vThreadIDInGroupFlattened.x", "dcl_temps 5",
             *(f"dcl_indexableTemp x{i}[{n}], {c}" for i, (n, c) in enumerate(arrays)),
             f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             f"imad r4.x, vThreadGroupID.x, l({threads}), vThreadIDInGroupFlattened.x", "ld_structured r0.xyzw, r4.x, l(0), t0.xyzw",
             "mov r2.xyzw, r0.xyzw", "mov r3.xyzw, r0.wzyx", f"and r0.xyzw, r0.xyzw, l({rng.choice((1, 7, 15)) if rng.random() < 0.8 else -1}, 7, 7, 15)",
             "mov r4.y, l(0)"]
    body = [line for _ in range(rng.randint(3, 8)) for line in statement(rng, arrays, 2)]
    if rng.random() < 0.7:
        end = rng.choice(("r0.z", "r0.z", "l(3)"))
        body = ["loop", f"uge r4.z, r4.y, {end}", "breakc_nz r4.z", *body, "iadd r4.y, r4.y, l(1)", "endloop"]
    lines += [*body, *read(rng, arrays, element(rng, arrays)), "store_structured u0.xyzw, r4.x, l(0), r2.xyzw",
              "store_structured u0.xyzw, r4.x, l(16), r3.xyzw", "ret"]
    return "\n".join(lines) + "\n", ["--groups", "2,1,1", "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={2 * threads}",
                                     "-b", f"u0=zero,size={2 * threads}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
