"""Programs whose threads are in short rows, or in small blocks, and access structures and raw bytes at distances that are
constants: each row its own structure, each thread its own elements of it, on the interpreter and on the JIT at both widths of a
warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(4, 16, 1), (4, 16, 1), (4, 4, 1), (2, 16, 1), (8, 8, 1), (8, 3, 1), (4, 4, 4), (2, 2, 8), (2, 4, 8), (3, 16, 1), (6, 8, 1), (12, 2, 2), (2, 5, 3),
          (1, 4, 8), (16, 3, 1)]
LANES = "xyzw"
STRIDE_MOST = 512 # words


def sum_of(rng, register, terms, constant):
    """register.x = the sum of factor * name, + constant."""
    terms = [term for term in terms if term[0]]
    rng.shuffle(terms)
    lines = []
    for i, (factor, name) in enumerate(terms):
        if i == 0 and factor > 0 and factor & (factor - 1) == 0 and rng.random() < 0.5:
            lines.append(f"ishl {register}.x, {name}, l({factor.bit_length() - 1})")
        elif i == 0:
            lines.append(f"imul null, {register}.x, {name}, l({factor})")
        else:
            lines.append(f"imad {register}.x, {name}, l({factor}), {register}.x")
    if not terms:
        return [f"mov {register}.x, l({constant})"]
    return lines + ([f"iadd {register}.x, {register}.x, l({constant})"] if constant else [])


class Memory:
    """Structures of `words` words: of raw bytes where `is_raw`. A thread's index is the sum of `index`, its offset that of
    `offset`, by coordinate; both have a constant."""

    def __init__(self, rng, slot, is_raw):
        self.rng, self.slot, self.is_raw = rng, slot, is_raw
        self.own = rng.choice((1, 1, 2, 4, 4, 8)) # words of a thread
        self.width = rng.choice((1, 2, 4, 4))     # of these in a structure
        self.words = self.own * self.width + rng.choice((0, 0, 0, 1, 4))
        self.shift = rng.choice((0, 0, 0, 1, -1))
        self.start = rng.choice((0, 0, 0, 4, -4, 8))
        self.is_reversed = rng.random() < 0.15 # in each structure

    def address(self, byte, factors, names):
        """r1.x: the structure, r2.x: its byte; or r2.x: the raw address."""
        x, rest = names[0], list(zip(factors, names[1:]))
        inside = [(-4 * self.own if self.is_reversed else 4 * self.own, x)]
        byte += 4 * self.own * (self.width - 1) if self.is_reversed else 0
        if self.is_raw:
            terms = inside + [(4 * self.words * factor, name) for factor, name in rest]
            return sum_of(self.rng, "r2", terms, self.start + byte + 4 * self.words * self.shift)
        return sum_of(self.rng, "r1", rest, self.shift) + sum_of(self.rng, "r2", inside, self.start + byte)

    def load(self, register, byte, mask, factors, names, is_uniform):
        if not self.is_raw and is_uniform:
            lines = sum_of(self.rng, "r1", list(zip(factors, names[1:])), self.shift)
            return lines + [f"ld_structured {register}.{mask}, r1.x, l({byte}), {self.slot}.xyzw"]
        lines = self.address(byte, factors, names)
        if self.is_raw:
            return lines + [f"ld_raw {register}.{mask}, r2.x, {self.slot}.xyzw"]
        return lines + [f"ld_structured {register}.{mask}, r1.x, r2.x, {self.slot}.xyzw"]

    def store(self, register, word, count, factors, names):
        lines = self.address(4 * word, factors, names)
        mask = LANES[:count]
        if self.is_raw:
            return lines + [f"store_raw {self.slot}.{mask}, r2.x, {register}.xyzw"]
        return lines + [f"store_structured {self.slot}.{mask}, r1.x, r2.x, {register}.xyzw"]


def loads(rng, memory, factors, names):
    lines = []
    for _ in range(rng.randint(1, 5)):
        mask = "".join(lane for lane in LANES if rng.random() < 0.6) or "x"
        byte = 4 * rng.choice((0, 0, 1, 2, 4, 5, 8, 12, -1)) + rng.choice((0, 0, 2))
        change = ["iadd r3, r3, r4", "xor r3, r3, r4.wxyz"]
        lines += ["mov r4, l(0)", *memory.load("r4", byte, mask, factors, names, rng.random() < 0.4), rng.choice(change)]
    return lines


def stores(rng, memory, factors, names):
    lines, word = [], 0
    while word < memory.own:
        count = min(rng.choice((1, 1, 2, 4)), memory.own - word)
        if rng.random() < 0.9:
            lines.append(memory.store(rng.choice(("r3", "r3", "r4")), word, count, factors, names))
        word += count
        if lines and rng.random() < 0.2: # the same word again
            lines.append(memory.store("r5", word - 1, 1, factors, names))
    rng.shuffle(lines)
    return [line for part in lines for line in part]


def program(rng):
    group = rng.choice(GROUPS)
    read, written = Memory(rng, "t0", rng.random() < 0.3), Memory(rng, "u0", rng.random() < 0.3)
    written.width = max(written.width, group[0])
    written.words = max(written.words, written.own * written.width)
    names = [f"vThreadID.{axis}" for axis in "xyz"]
    groups = [rng.choice((1, 1, 1, 2, 32)), rng.randint(1, 3), rng.choice((1, 1, 2))]
    if written.own * group[0] * groups[0] > STRIDE_MOST:
        groups[0] = 1
    if groups[0] > 1: # threads further in x are in the structures of the next ones
        written.shift = 0
        written.width = max(written.width, group[0] * groups[0])
        written.words = written.own * written.width
    rows = group[1] * groups[1]
    factors = [rng.choice((1, 1, 1, 2, 3, -1, 0)), rng.choice((rows, rows, 1, 0))]
    read.shift += rows - 1 if factors[0] < 0 else 0
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed"]
    for memory, kind in ((read, "resource"), (written, "uav")):
        form = "raw" if memory.is_raw else "structured"
        lines.append(f"dcl_{kind}_{form} {memory.slot}" + ("" if memory.is_raw else f", {4 * memory.words}"))
    lines += ["dcl_input vThreadID.xyz", "dcl_temps 6", f"dcl_thread_group {', '.join(map(str, group))}",
              "imad r3, vThreadID.xyzx, l(1, 10, 100, 1000), vThreadID.yyyy"]
    guard = rng.choice(("", "", "x", "y"))
    if guard:
        lines += [f"ult r5.x, vThreadID.{guard}, cb0[0].x", "if_nz r5.x"]
    lines += loads(rng, read, factors, names)
    if rng.random() < 0.3:
        lines += ["mov r5.y, l(0)", "loop", "uge r5.z, r5.y, cb0[0].y", "breakc_nz r5.z",
                  *loads(rng, read, factors, [*names[:2], "r5.y"]), "iadd r5.y, r5.y, l(1)", "endloop"]
    lines += ["not r5, r3.yzwx", *stores(rng, written, [1, rows], names)]
    lines += ["endif", "ret"] if guard else ["ret"]
    count = rows * group[2] * groups[2]
    sizes = [memory.words * (count + rng.choice((0, 0, -1, 2, -count // 2))) for memory in (read, written)]
    binds = [f"t0=rand:{rng.randint(1, 99)},as=bits,size=", "u0=rand:5,as=bits,size="]
    inputs = []
    for memory, bind, size in zip((read, written), binds, sizes):
        inputs += ["-b", bind + str(max(size, memory.words) // (1 if memory.is_raw else memory.words))]
    return "\n".join(lines) + "\n", ["--groups", ",".join(map(str, groups)), "-b",
                                     f"cb0=u32:{rng.randint(0, rows * 2)}/{rng.randint(0, 4)}/0/0", *inputs]


same_bits.main(program, ("u0",), *sys.argv[1:])
