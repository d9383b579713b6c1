"""Programs whose threads exchange words through g#: trees, scans, exchanges and selected warps, in groups of many sizes and on
numbers of all kinds, on the interpreter and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(16, 1, 1), (32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (512, 1, 1), (8, 8, 1), (16, 16, 1), (4, 4, 4), (7, 1, 1),
          (33, 1, 1), (48, 1, 1), (40, 1, 1), (100, 1, 1), (8, 4, 1), (5, 7, 1)]
OPS = ("add", "max", "min", "mul", "iadd", "umax", "xor", "imin", "or", "mad")
SELF = "vThreadIDInGroupFlattened.x"


class Exchange:
    """g0 has a structure of `words` words a thread, or several; r7: the thread's own value; r0.x: a number in g0."""

    def __init__(self, rng):
        self.rng = rng
        self.group = rng.choice(GROUPS)
        self.threads = self.group[0] * self.group[1] * self.group[2]
        self.words = rng.choice((1, 1, 1, 2, 3, 4))
        self.count = self.threads * rng.choice((1, 1, 1, 2)) + rng.choice((0, 0, 1, -1))
        self.has_two = 2 * 4 * self.words * self.count <= 32768
        self.mask = "xyzw"[:self.words]
        self.swizzle = (self.mask + 3 * self.mask[-1])[:4]
        self.op = rng.choice(OPS)
        self.routines = []
        self.big = 1 << (self.threads - 1).bit_length()

    def load(self, register, slot="g0"):
        return [f"ld_structured {register}.{self.mask}, r0.x, l(0), {slot}.{self.swizzle}"]

    def store(self, register, slot="g0"):
        return [f"store_structured {slot}.{self.mask}, r0.x, l(0), {register}.{self.swizzle}"]

    def combine(self, to, a, b):
        op = self.op if self.rng.random() < 0.8 else self.rng.choice(OPS)
        if op == "mad":
            return [f"mad {to}, {a}, {b}, l(0.5, 1.0, -2.0, 3.0)"]
        return [f"{op} {to}, {a}, {b}"]

    def at(self, lines=()):
        return [f"mov r0.x, {SELF}", *lines]

    def own(self):
        return [*self.at(), *self.load("r2")]

    def add_other(self, other):
        """Combines the word `other` with the thread's own one."""
        return [*self.at(other), *self.load("r3"), *self.own(), *self.combine("r2", "r2", "r3"), *self.store("r2")]

    def tree(self):
        lines, width = [], self.big // 2
        while width:
            lines += [f"ult r4.x, {SELF}, l({width})", "if_nz r4.x", *self.add_other([f"iadd r0.x, r0.x, l({width})"]), "endif",
                      "sync_g_t"]
            width //= self.rng.choice((2, 2, 2, 4))
        return lines

    def loop_tree(self):
        return [f"mov r5.x, l({self.big // 2})", "loop", "breakc_z r5.x", f"ult r4.x, {SELF}, r5.x", "if_nz r4.x",
                *self.add_other(["iadd r0.x, r0.x, r5.x"]), "endif", "sync_g_t", "ushr r5.x, r5.x, l(1)", "endloop"]

    def far_tree(self):
        lines, step = [], 1
        while step < self.big:
            lines += [f"and r4.x, {SELF}, l({2 * step - 1})", "if_z r4.x", *self.add_other([f"iadd r0.x, r0.x, l({step})"]), "endif",
                      "sync_g_t"]
            step *= 2
        return lines

    def spread_tree(self):
        lines, step = [], 1
        while step < self.big:
            lines += [f"ult r4.x, {SELF}, l({self.threads // (2 * step)})", "if_nz r4.x",
                      f"imad r1.x, {SELF}, l({2 * step}), l({step - 1})", f"iadd r1.y, r1.x, l({step})", "mov r0.x, r1.x",
                      *self.load("r3"), "mov r0.x, r1.y", *self.load("r2"), *self.combine("r2", "r2", "r3"), *self.store("r2"),
                      "endif", "sync_g_t"]
            step *= 2
        return lines

    def scan(self):
        lines, step = [], 1
        while step < self.big:
            lines += [*self.own(), f"uge r4.x, {SELF}, l({step})", "if_nz r4.x", *self.at([f"iadd r0.x, r0.x, l({-step})"]),
                      *self.load("r3"), *self.combine("r2", "r2", "r3"), "endif", "sync_g_t", *self.at(), *self.store("r2"),
                      "sync_g_t"]
            step *= self.rng.choice((2, 2, 4))
        return lines

    def before(self, slot, distance):
        """Combines the word of a thread at a distance: of each thread, of those that have one, or of those in its row."""
        test = self.rng.choice(([], [f"uge r4.x, {SELF}, l({max(-distance, 0)})"],
                                [f"and r4.x, {SELF}, l(15)", f"uge r4.x, r4.x, l({max(-distance, 0)})"]))
        inside = [*self.at([f"iadd r0.x, r0.x, l({distance})"]), *self.load("r3", slot), *self.combine("r2", "r2", "r3")]
        return [*test, "if_nz r4.x", *inside, "endif"] if test else inside

    def distances(self):
        choices = (-1, -1, -2, -3, -4, -7, -8, -8, -9, -15, -16, -16, -17, -32, -40, 0, 1, 16)
        return [self.rng.choice(choices) for _ in range(self.rng.choice((1, 1, 1, 2)))]

    def in_place(self):
        lines = []
        for _ in range(self.rng.randint(1, 5)):
            lines += [*self.own(), *[line for d in self.distances() for line in self.before("g0", d)], "sync_g_t", *self.at(),
                      *self.store("r2")]
            lines += [*self.load("r3"), *self.combine("r7", "r7", "r3")] if self.rng.random() < 0.3 else []
            lines += ["sync_g_t"]
        return lines

    def between_two(self):
        if not self.has_two:
            return self.in_place()
        lines = []
        for step in range(2 * self.rng.randint(1, 3)):
            slots = ("g0", "g1") if step % 2 == 0 else ("g1", "g0")
            lines += [*self.at(), *self.load("r2", slots[0]),
                      *[line for d in self.distances() for line in self.before(slots[0], d)], *self.at(), *self.store("r2", slots[1]),
                      "sync_g_t"]
        return lines

    def skipped(self):
        """A store in a subroutine that some threads leave before."""
        label = f"l{len(self.routines)}"
        self.routines.append(label)
        return [*self.own(), *self.combine("r2", "r2", "r7"), f"call {label}", "sync_g_t", *self.in_place()]

    def bodies(self):
        return [line for label in self.routines for line in (
            f"label {label}", "and r4.xy, r7.xxxx, l(1, 2, 0, 0)", "if_nz r4.x", "add r7.x, r7.x, r7.x", "retc_nz r4.y", "endif",
            *self.store("r2"), "ret")]

    def exchange(self):
        other = self.rng.choice((f"xor r0.x, r0.x, l({self.rng.choice((1, 2, 4, 8, 16, 32, self.big - 1, 5))})",
                                 f"iadd r0.x, r0.x, l({self.rng.randint(-20, 20)})",
                                 f"mov r0.x, l({self.rng.randrange(self.count + 1)})",
                                 f"ineg r0.x, r0.x\niadd r0.x, r0.x, l({self.threads - 1})",
                                 f"imul null, r0.x, r0.x, l({self.rng.choice((2, 3, 4, 7))})",
                                 "ishr r0.x, r0.x, l(2)"))
        lines = [*self.at([other]), *self.load("r3"), *self.combine("r7", "r7", "r3"), "sync_g_t"]
        if self.rng.random() < 0.6:
            lines += [*self.at(), *self.store("r7"), "sync_g_t"]
        return lines

    def selected(self):
        test = self.rng.choice((f"ult r4.x, {SELF}, l({self.rng.randint(1, self.threads)})",
                                f"and r4.x, {SELF}, l({self.rng.choice((1, 3, 15, 16, 31, 32))})",
                                f"uge r4.x, {SELF}, l({self.threads - 1})", "ult r4.x, vThreadIDInGroup.x, cb0[0].y"))
        return [test, self.rng.choice(("if_nz r4.x", "if_z r4.x")), *self.own(), *self.combine("r2", "r2", "r7"), *self.store("r2"),
                "endif", "sync_g_t"]

    def repeated(self):
        return ["mov r6.x, l(0)", "loop", "uge r4.y, r6.x, cb0[0].x", "breakc_nz r4.y", *self.exchange(), "iadd r6.x, r6.x, l(1)",
                "endloop"]

    def rows_before(self):
        """Combines the last words of all rows before the thread's own; the number of rows is that of iterations."""
        bits = self.rng.choice((2, 3, 4, 4, 5, 6))
        rows = self.rng.choice((f"ushr r4.y, {SELF}, l({bits})", f"ushr r4.y, {SELF}, l({bits})", f"and r4.y, {SELF}, l({self.rng.choice((3, 7, 15))})",
                                f"umin r4.y, {SELF}, l({self.rng.choice((2, 8, 15, 16))})"))
        leave = self.rng.choice((["uge r4.z, r6.x, r4.y", "breakc_nz r4.z"], ["uge r4.z, r6.x, r4.y", "if_nz r4.z", "break", "endif"],
                                 ["ieq r4.z, r6.x, r4.y", "breakc_nz r4.z"]))
        return [rows, "mov r6.x, l(0)", "loop", *leave, f"imad r0.x, r6.x, l({1 << bits}), l({(1 << bits) - 1})", *self.load("r3"),
                *self.combine("r7", "r7", "r3"), "iadd r6.x, r6.x, l(1)", "endloop", "sync_g_t"]

    def steps(self):
        kinds = (self.tree, self.tree, self.loop_tree, self.far_tree, self.spread_tree, self.scan, self.scan, self.in_place,
                 self.in_place, self.between_two, self.skipped, self.exchange, self.exchange, self.selected, self.repeated, self.rows_before, self.rows_before)
        return [line for _ in range(self.rng.choice((1, 1, 2, 3))) for line in self.rng.choice(kinds)()]


def program(rng):
    e = Exchange(rng)
    size = 4 * e.words
    first = [*e.at(), *e.store("r7")]
    if rng.random() < 0.1: # some words are not stored
        first = [f"ult r4.x, {SELF}, l({rng.randint(0, e.threads)})", "if_nz r4.x", *first, "endif"]
    source = "mov r0.x, vThreadID.x" if e.group[1] == 1 else \
        f"imad r0.x, vThreadGroupID.x, l({e.threads}), {SELF}"
    last = rng.choice(([*e.own(), *e.combine("r2", "r2", "r7"), source, *e.store("r2", "u0")],
                       [f"if_z {SELF}", *e.own(), "mov r0.x, vThreadGroupID.x", *e.store("r2", "u0"), "endif"],
                       [*e.own(), source, *e.store("r2", "u0")]))
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", f"dcl_resource_structured t0, {size}",
             f"dcl_uav_structured u0, {size}", f"dcl_tgsm_structured g0, {size}, {e.count}",
             *([f"dcl_tgsm_structured g1, {size}, {e.count}"] if e.has_two else []), "dcl_input vThreadID.x",
             "dcl_input vThreadGroupID.x", "dcl_input vThreadIDInGroup.x", f"dcl_input {SELF}", "dcl_temps 8",
             f"dcl_thread_group {e.group[0]}, {e.group[1]}, {e.group[2]}", source, *e.load("r7", "t0"), *first, "sync_g_t",
             *e.steps(), *last, "ret", *e.bodies()]
    groups = rng.randint(1, 5)
    total = groups * e.threads
    form = rng.choice(("as=sym", "as=bits", "as=bits", "as=bits,below=100"))
    short = rng.choice((0, 0, 0, e.threads // 2))
    return "\n".join(lines) + "\n", [
        "--groups", f"{groups},1,1", "-b", f"cb0=u32:{rng.randint(0, 3)}/{rng.randint(0, 20)}/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},{form},size={total - short}", "-b", f"u0=rand:7,as=sym,size={total}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
