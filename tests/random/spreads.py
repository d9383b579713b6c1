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
        self.is_reversed = rng.random() < 0.25 # in each structure
        self.is_diagonal = rng.random() < 0.15 # the next thread's offset is in the next structure

    def address(self, byte, factors, names):
        """r1.x: the structure, r2.x: its byte; or r2.x: the raw address."""
        x, rest = names[0], list(zip(factors, names[1:]))
        inside = [(-4 * self.own if self.is_reversed else 4 * self.own, x)]
        byte += 4 * self.own * (self.width - 1) if self.is_reversed else 0
        if self.is_raw:
            terms = inside + [(4 * self.words * factor, name) for factor, name in rest]
            return sum_of(self.rng, "r2", terms, self.start + byte + 4 * self.words * self.shift)
        if self.is_diagonal:
            rest = [(1, x), *((factor * self.width, name) for factor, name in rest)]
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


def split(rng, threads):
    """r6.xy: the coordinates of threads in a row, in rows of a power of two; r6.z: another number of the thread. The shape of
    the rows of a group, and the lines."""
    bits = rng.randint(1, 3)
    size = 1 << bits
    low = rng.choice((f"and r6.x, vThreadID.x, l({size - 1})", f"udiv null, r6.x, vThreadID.x, l({size})"))
    high = rng.choice((f"ushr r6.y, vThreadID.x, l({bits})", f"udiv r6.y, null, vThreadID.x, l({size})"))
    number = rng.choice(("xor", "xor", "or", "and", "ushr"))
    word = rng.choice((1, 2, 3, 5, 6, 8, 15, 21, 24)) if number != "ushr" else 2
    other = [f"iadd r6.z, vThreadID.x, l({rng.choice((0, 0, 4, 8, 5))})", f"{number} r6.z, r6.z, l({word})"]
    return (size, threads // size, 1), [low, high, *other]


class Shape:
    """How threads are numbered: their coordinates, `rows` of them in all, and the shape that the program declares."""

    def __init__(self, rng):
        self.size, self.names, self.lines = rng.choice(GROUPS), [f"vThreadID.{axis}" for axis in "xyz"], []
        self.groups = [rng.choice((1, 1, 1, 2, 32)), rng.randint(1, 3), rng.choice((1, 1, 2))]
        self.declared, self.dispatched = self.size, self.groups
        self.is_split = rng.random() < 0.35
        if self.is_split:
            self.names, threads = ["r6.x", "r6.y", "r6.z"], rng.choice((32, 64, 48))
            self.size, self.lines = split(rng, threads)
            self.groups = [1, rng.randint(1, 3), 1]
            self.declared, self.dispatched = (threads, 1, 1), [self.groups[1], 1, 1]
        self.rows = self.size[1] * self.groups[1]

    def fit(self, written):
        """Makes room for each thread's own words, or dispatches fewer threads in x."""
        if written.own * self.size[0] * self.groups[0] > STRIDE_MOST:
            self.groups[0] = 1
        width = self.size[0] * self.groups[0]
        if self.groups[0] > 1: # threads further in x are in the structures of the next ones
            written.shift = 0
            written.words = written.own * max(written.width, width)
        written.width = max(written.width, width)
        written.words = max(written.words, written.own * written.width)


def program(rng):
    shape = Shape(rng)
    names, rows = shape.names, shape.rows
    read, written = Memory(rng, "t0", rng.random() < 0.3), Memory(rng, "u0", rng.random() < 0.3)
    shape.fit(written)
    if shape.is_split:
        read.words = min(read.words, 16)
    factors = [rng.choice((1, 1, 1, 2, 3, -1, 0)), rng.choice((1, 1, 0) if shape.is_split else (rows, rows, 1, 0))]
    read.shift += rows - 1 if factors[0] < 0 else 0
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed"]
    for memory, kind in ((read, "resource"), (written, "uav")):
        form = "raw" if memory.is_raw else "structured"
        lines.append(f"dcl_{kind}_{form} {memory.slot}" + ("" if memory.is_raw else f", {4 * memory.words}"))
    lines += ["dcl_input vThreadID.xyz", "dcl_temps 7",
              f"dcl_thread_group {', '.join(map(str, shape.declared))}", *shape.lines,
              "imad r3, vThreadID.xyzx, l(1, 10, 100, 1000), vThreadID.yyyy"]
    guard = rng.choice(("", "", "x", "y"))
    if guard:
        lines += [f"ult r5.x, vThreadID.{guard}, cb0[0].x", "if_nz r5.x"]
    lines += loads(rng, read, factors, names)
    if rng.random() < 0.3:
        lines += ["mov r5.y, l(0)", "loop", "uge r5.z, r5.y, cb0[0].y", "breakc_nz r5.z",
                  *loads(rng, read, factors, [*names[:2], "r5.y"]), "iadd r5.y, r5.y, l(1)", "endloop"]
    lines += ["not r5, r3.yzwx", *stores(rng, written, [1, 0 if shape.is_split else rows], names)]
    lines += ["endif", "ret"] if guard else ["ret"]
    count = rows * shape.size[2] * shape.groups[2]
    sizes = [memory.words * (count + rng.choice((0, 0, -1, 2, -count // 2))) * (memory.width if memory.is_diagonal else 1)
             for memory in (read, written)]
    binds = [f"t0=rand:{rng.randint(1, 99)},as=bits,size=", "u0=rand:5,as=bits,size="]
    inputs = []
    for memory, bind, size in zip((read, written), binds, sizes):
        inputs += ["-b", bind + str(max(size, memory.words) // (1 if memory.is_raw else memory.words))]
    return "\n".join(lines) + "\n", ["--groups", ",".join(map(str, shape.dispatched)), "-b",
                                     f"cb0=u32:{rng.randint(0, rows * 2)}/{rng.randint(0, 4)}/0/0", *inputs]


same_bits.main(program, ("u0",), *sys.argv[1:])
