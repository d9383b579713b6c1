"""Programs that load structures of two to four words, one a thread, pass all components through the same operations, or
nearly, and store them, or one number of them, or parts of words in components: of random expressions, loops and branches, on the
interpreter and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

MASKS = {2: "xy", 3: "xyz", 4: "xyzw"}
PAIRS = ["add", "mul", "max", "min", "iadd", "and", "or", "xor", "umax", "imin", "div", "lt", "ige", "ne"]
SINGLES = ["mov", "sqrt", "rcp", "frc", "ftoi", "itof", "not", "ineg", "round_ni", "exp", "countbits"]
INTEGER = {"iadd", "and", "or", "xor", "umax", "imin", "ige", "itof", "not", "ineg", "countbits"}


class Body:
    """Statements over r1 to r4, which hold a structure each, r0.x, the thread's number, and r0.z, which differs from thread
    to thread."""

    def __init__(self, rng, words):
        self.rng, self.words, self.mask = rng, words, MASKS[words]
        self.stores_u0 = rng.random() < 0.5  # then no thread loads what another one stores

    def register(self):
        return f"r{self.rng.randint(1, 4)}"

    def swizzle(self):
        kind = self.rng.random()
        if kind < 0.9:
            return self.mask + self.mask[-1] * (4 - self.words)
        return "".join(self.rng.choice(self.mask) for _ in range(4)) if kind < 0.95 else self.rng.choice(self.mask) * 4

    def source(self):
        kind = self.rng.random()
        if kind < 0.6:
            sign = self.rng.choice(("", "", "", "-", "|"))
            text = f"{self.register()}.{self.swizzle()}"
            return f"|{text}|" if sign == "|" else sign + text
        if kind < 0.7:
            return "r0.zzzz"
        if kind < 0.8:
            return "cb0[0]." + self.rng.choice(("xxxx", "xyzw", "wyxz"))
        value = self.rng.choice(("0.5", "-2.0", "3.0", "1", "0x7fc00001"))
        return f"l({value})" if kind < 0.9 else f"l({value}, 0.25, 7, {value})"

    def operation(self):
        target = f"{self.register()}.{self.mask if self.rng.random() < 0.95 else self.rng.choice(self.mask)}"
        kind = self.rng.random()
        if kind < 0.15:
            return f"mad {target}, {self.source()}, {self.source()}, {self.source()}"
        if kind < 0.25:
            return f"movc {target}, {self.register()}.{self.swizzle()}, {self.source()}, {self.source()}"
        if kind < 0.75:
            op = self.rng.choice(PAIRS)
            a, b = self.source(), self.source()
            if op in INTEGER:
                a, b = f"{self.register()}.{self.swizzle()}", self.rng.choice(("l(3)", "r0.xxxx", self.register() + ".zwxy"))
            return f"{op} {target}, {a}, {b}"
        op = self.rng.choice(SINGLES)
        return f"{op} {target}, {f'{self.register()}.{self.swizzle()}' if op in INTEGER else self.source()}"

    def block(self, depth):
        lines = []
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.random()
            if kind < 0.08:
                lines += self.fields()
            elif kind < 0.75 or depth == 0:
                lines.append(self.operation())
            elif kind < 0.85:
                lines += ["ult r0.w, r0.x, cb0[1].x", "if_nz r0.w", *self.block(depth - 1)]
                lines += ["else", *self.block(depth - 1), "endif"] if self.rng.random() < 0.5 else ["endif"]
            else:
                counter = f"r5.{'xyzw'[depth]}"
                limit = self.rng.choice(("cb0[1].y", "l(3)", "r0.y"))
                lines += [f"mov {counter}, l(0)", "loop", f"uge r0.w, {counter}, {limit}", "breakc_nz r0.w",
                          *self.block(depth - 1), self.load(self.register(), counter),
                          f"iadd {counter}, {counter}, l(1)", "endloop"]
        return lines

    def load(self, register, distance=None):
        slot, index = "t0" if distance and self.stores_u0 else self.rng.choice(("t0", "t0", "u0")), "r0.x"
        lines = f"iadd r0.w, r0.x, {distance}\n" if distance else ""
        mask = self.mask if self.rng.random() < 0.95 else self.mask[:-1]
        return f"{lines}ld_structured {register}.{mask}, {'r0.w' if distance else index}, l(0), {slot}.{self.swizzle()}"

    def fields(self):
        """Equal parts of a word, or nearly."""
        target, bits = self.register(), 16 if self.words == 2 else 8
        lines = [f"mov r5.x, {self.register()}.{self.rng.choice(self.mask)}"]
        for number, c in enumerate(self.mask):
            at, width = number * bits, bits
            if self.rng.random() < 0.05:
                at, width = self.rng.choice(((at + 1, bits), (at, bits - 1), (8 - at & 31, bits)))
            top = number == 32 // bits - 1 and self.rng.random() < 0.5
            if self.rng.random() < 0.2:
                lines.append(f"ubfe {target}.{c}, l({width}), l({at}), r5.x")
                continue
            lines += [f"ushr {target}.{c}, r5.x, l({at})"] if at or self.rng.random() < 0.5 else [f"mov {target}.{c}, r5.x"]
            lines += [] if top else [f"and {target}.{c}, {target}.{c}, l({(1 << width) - 1})"]
        return [*lines, *[f"utof {target}.{self.mask}, {target}.{self.swizzle()}"] * (self.rng.random() < 0.5)]

    def join(self):
        """One number of all components of two registers, each of which passes through the same operations, or nearly."""
        a, b, op = self.register(), self.register(), self.rng.choice(("iadd", "imax", "xor", "add", "mul"))
        lines, gathers = ["mov r5.x, l(0)"], self.rng.choice((0, 0, 0, 1, 0.3))
        for c in self.mask:
            lines += [f"{op} r5.y, {a}.{c}, {b}.{c if self.rng.random() < 0.95 else 'x'}",
                      f"{self.rng.choice(('iadd', 'iadd', 'iadd', 'xor'))} r5.y, r5.y, l({self.rng.choice((512, 512, 512, 3))})", "ishr r5.y, r5.y, l(3)"]
            lines += self.rng.choice((["imin r5.y, r5.y, l(0x7fffff)"], []))
            lines += ["imad r5.x, r5.x, l(5), r5.y"] + [
                "and r5.w, r5.y, l(15)", "ld_structured r5.w, r5.w, l(0), t0.xxxx", "xor r5.x, r5.x, r5.w"] * (self.rng.random() < gathers)
        return [*lines, f"mov r{self.rng.randint(1, 4)}.{self.rng.choice(self.mask)}, r5.x"]

    def store(self, slot):
        return f"store_structured {slot}.{self.mask}, r0.x, l(0), {self.register()}.{self.swizzle()}"


def program(rng):
    words, threads = rng.choice((2, 3, 4, 4)), rng.choice((8, 16, 33, 64, 96))
    body = Body(rng, words)
    lines = ["cs_5_0", "dcl_constantbuffer cb0[2], immediateIndexed", f"dcl_resource_structured t0, {4 * words}",
             f"dcl_uav_structured u0, {4 * words}", f"dcl_uav_structured u1, {4 * words}", "dcl_input vThreadID.x",
             "dcl_temps 6", f"dcl_thread_group {threads}, 1, 1", "mov r0.x, vThreadID.x", "and r0.y, vThreadID.x, l(3)",
             "utof r0.z, vThreadID.x"]
    lines += [body.load(f"r{i}") for i in range(1, 5)]
    lines += body.block(2)
    if rng.random() < 0.5:
        lines += body.join() + (body.join() if rng.random() < 0.3 else [])
    lines += [body.store("u1")] + ([body.store("u0")] if body.stores_u0 else []) + ["ret"]
    groups = rng.randint(1, 3)
    rows = threads * groups
    size = max(1, rows + rng.choice((8, 8, 8, 0, -1, -20)))
    return "\n".join(lines) + "\n", [
        "--groups", str(groups), "-b", f"cb0=u32:0x3f000000/0xc0400000/5/0x7fc00000/{rng.randint(0, rows)}/{rng.randint(0, 4)}/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},as=sym,size={size}", "-b", f"u0=rand:7,as=bits,size={size}", "-b",
        f"u1=zero,size={rows}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
