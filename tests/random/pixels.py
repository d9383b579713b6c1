"""Programs that unpack words to bytes, or to halves, compute with each and pack the results, on the interpreter and on the JIT
at both widths of a warp: by shifts, fields and products, with sums that fit into their place and some that do not. Their
results must have the same bits."""
import sys

import same_bits

LANES = "xyzw"


def constants(rng, values):
    """The same for all components, or not quite."""
    first = rng.choice(values)
    words = [first] * 4
    if rng.random() < 0.08:
        words[rng.randint(0, 3)] = rng.choice(values)
    return f"l({', '.join(str(word) for word in words)})"


def unpack(rng, register, bits):
    """Fields of r9.x to a register."""
    mask, count = (1 << bits) - 1, 32 // bits
    lanes, shifts = LANES[:count], [bits * i for i in range(count)] + [0] * (4 - count)
    if rng.random() < 0.05:
        shifts[rng.randint(0, count - 1)] = rng.choice((4, 12, 20))
    shift = f"l({', '.join(map(str, shifts))})"
    if rng.random() < 0.3:
        return [f"ubfe {register}.{lanes}, l({bits}, {bits}, {bits}, {bits}), {shift}, r9.xxxx"]
    if rng.random() < 0.2:
        masks = ", ".join(f"0x{mask << at & 0xffffffff:x}" for at in shifts)
        return [f"and {register}.{lanes}, r9.xxxx, l({masks})", f"ushr {register}.{lanes}, {register}.xyzw, {shift}"]
    if rng.random() < 0.2:
        up, down = [32 - bits - at for at in shifts], rng.choice((32 - bits, 32 - bits, 32 - bits + 3, 4))
        return [f"ishl {register}.{lanes}, r9.xxxx, l({', '.join(str(max(at, 0)) for at in up)})",
                f"ushr {register}.{lanes}, {register}.xyzw, l({down}, {down}, {down}, {down})"]
    lines = [f"ushr {register}.{lanes}, r9.xxxx, {shift}"]
    return lines if rng.random() < 0.05 else [*lines, f"and {register}.{lanes}, {register}.xyzw, {constants(rng, (mask, mask, mask, mask >> 1))}"]


def operation(rng, register):
    other = f"r{rng.randint(1, 4)}.{rng.choice(('xyzw', 'xyzw', 'xyzw', 'zwxy', 'xxxx'))}"
    small = constants(rng, (1, 2, 3, 4, 8, 40))
    own = f"{register}.xyzw"
    return rng.choice((
        f"iadd {own}, {own}, {other}",
        f"iadd {own}, {own}, {other}",
        f"iadd {own}, {own}, {small}",
        f"imul null, {own}, {own}, {small}",
        f"umul null, {own}, {other}, {small}",
        f"imad {own}, {other}, {small}, {own}",
        f"umad {own}, {own}, {small}, {other}",
        f"ushr {own}, {own}, {constants(rng, (1, 2, 4, 7, 17))}",
        f"ishl {own}, {own}, {constants(rng, (1, 2, 4))}",
        f"and {own}, {own}, {constants(rng, (255, 15, 0xfff, 0xff00ff))}",
        f"or {own}, {own}, {other}",
        f"xor {own}, {own}, {other}",
        f"ubfe {own}, {constants(rng, (8, 5, 12))}, {constants(rng, (0, 2, 8))}, {own}",
        f"movc {own}, r8.{rng.choice(('xxxx', 'xxxx', 'xyxy'))}, {own}, {other}",
        f"umin {own}, {own}, {constants(rng, (255, 255, 100))}",
    ))


def pack(rng, register, bits):
    """The fields of a register to r9.x."""
    count = 32 // bits
    order = list(range(count))
    if rng.random() < 0.4:
        rng.shuffle(order)
    kind = rng.choice(("or", "or", "or", "iadd", "imad", "bfi", "xor"))
    lines = [f"mov r9.x, {register}.x"] if kind in ("imad", "bfi") else []
    if kind == "imad":
        return lines + [f"imad r9.x, {register}.{LANES[i]}, l({1 << bits * i}), r9.x" for i in order if i]
    if kind == "bfi":
        return lines + [f"bfi r9.x, l({min(bits, 31)}), l({bits * i}), {register}.{LANES[i]}, r9.x" for i in sorted(order) if i]
    lines = [f"ishl r10.{LANES[i]}, {register}.{LANES[i]}, l({bits * i})" for i in range(count)]
    if rng.random() < 0.3 and count == 4:
        pairs = rng.choice((["xy", "zw"], ["xz", "yw"], ["wx", "yz"]))
        return lines + [f"{kind} r11.{target}, r10.{pair[0]}, r10.{pair[1]}" for target, pair in zip("xy", pairs)] + \
            [f"{kind} r9.x, r11.x, r11.y"]
    lines.append(f"mov r9.x, r10.{LANES[order[0]]}")
    return lines + [f"{kind} r9.x, r9.x, r10.{LANES[i]}" for i in order[1:]]


def program(rng):
    threads, rows = rng.choice((8, 16, 33, 64)), rng.randint(1, 3)
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 4",
             "dcl_input vThreadID.x", "dcl_temps 12", f"dcl_thread_group {threads}, 1, 1",
             "and r8.x, vThreadID.x, l(1)", "ult r8.y, vThreadID.x, cb0[0].x"]
    bits = rng.choice((8, 8, 8, 16))
    for i in range(1, 5):
        lines += [f"iadd r9.x, vThreadID.x, l({rng.choice((0, 1, 2, -1))})", "ld_structured r9.x, r9.x, l(0), t0.xxxx"]
        lines += unpack(rng, f"r{i}", bits)
    for _ in range(rng.randint(1, 8)):
        lines.append(operation(rng, f"r{rng.randint(1, 4)}"))
    result = f"r{rng.randint(1, 4)}"
    for _ in range(rng.randint(0, 3)):
        lines.append(operation(rng, result))
    most = (1 << bits) - 1
    ending = rng.choice(("and", "and", "ushr", "umin", "none"))
    if ending == "and":
        lines.append(f"and {result}.xyzw, {result}.xyzw, {constants(rng, (most, most, most, most >> 2))}")
    elif ending != "none":
        lines.append(f"{ending} {result}.xyzw, {result}.xyzw, {constants(rng, (most,) if ending == 'umin' else (4, 8))}")
    lines += [*pack(rng, result, bits), "store_structured u0.x, vThreadID.x, l(0), r9.x", "ret"]
    size = threads * rows
    return "\n".join(lines) + "\n", ["--groups", str(rows), "-b", f"cb0=u32:{rng.randint(0, size)}/0/0/0", "-b",
                                     f"t0=rand:{rng.randint(1, 99)},as=bits,size={size + rng.choice((4, 0, -3))}", "-b",
                                     f"u0=zero,size={size}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
