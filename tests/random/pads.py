"""Programs whose groups have rows that do not fill warps, and tiles in g#: the JIT pads the rows. Threads fill a tile by their number in
the group or by x and y, and load it in loops, by neighbours and across rows; some store under conditions, count by atomics, or use an
array. On the interpreter and on the JIT at both widths of a warp, their results must have the same bits."""
import sys

import same_bits

WIDTHS = (5, 6, 7, 10, 11, 12, 13, 14, 15, 20, 24, 27, 30)


class Group:
    """r0.x: the thread's number; r7: what it stores at the end."""

    def __init__(self, rng):
        self.rng = rng
        self.width = rng.choice(WIDTHS)
        self.depth = rng.choice((1, 1, 1, 2))
        self.height = rng.randint(2, min(13, 300 // self.width // self.depth))
        self.threads = self.width * self.height * self.depth
        self.groups = rng.randint(1, 4), rng.randint(1, 3)
        self.rows = self.height * self.depth

    def number(self):
        if self.rng.random() < 0.5:
            return ["mov r0.x, vThreadIDInGroupFlattened.x"]
        return [f"imad r0.x, vThreadIDInGroup.z, l({self.height}), vThreadIDInGroup.y",
                f"imad r0.x, r0.x, l({self.width}), vThreadIDInGroup.x"]

    def fill(self):
        rng = self.rng
        lines = [f"imad r1.x, vThreadGroupID.y, l({self.groups[0]}), vThreadGroupID.x",
                 f"imad r1.x, r1.x, l({self.threads}), r0.x"]
        if rng.random() < 0.5:
            lines = [f"imad r1.x, vThreadID.z, l({self.height * self.groups[1]}), vThreadID.y",
                     f"imad r1.x, r1.x, l({self.width * self.groups[0]}), vThreadID.x"]
        lines += ["ld_structured r1.y, r1.x, l(0), t0.xxxx", "store_structured g0.x, r0.x, l(0), r1.y"]
        if rng.random() < 0.3:
            edge = rng.randint(1, self.width)
            lines = [lines[0], lines[1], f"uge r1.w, vThreadIDInGroup.x, l({edge})", "if_nz r1.w", *lines[2:], "endif"]
        return lines

    def loop(self):
        """A row of the tile times a column."""
        count = self.rng.choice((f"l({min(self.width, self.rows)})", "cb0[0].x"))
        return [f"imad r2.x, vThreadIDInGroup.z, l({self.height}), vThreadIDInGroup.y", f"imul null, r2.x, r2.x, l({self.width})", "mov r2.y, l(0)", "loop",
                f"uge r2.z, r2.y, {count}", "breakc_nz r2.z", "iadd r3.x, r2.x, r2.y", "ld_structured r3.y, r3.x, l(0), g0.xxxx",
                f"imad r3.x, r2.y, l({self.width}), vThreadIDInGroup.x", "ld_structured r3.z, r3.x, l(0), g0.xxxx",
                self.rng.choice(("imad r7.x, r3.y, r3.z, r7.x", "mad r7.x, r3.y, r3.z, r7.x")), "iadd r2.y, r2.y, l(1)", "endloop"]

    def neighbours(self):
        lines = []
        for _ in range(self.rng.randint(1, 4)):
            step = self.rng.choice((1, -1, self.width, -self.width, self.width + 1, self.rng.randint(-99, 99)))
            lines += [f"iadd r3.x, r0.x, l({step})", "ld_structured r3.y, r3.x, l(0), g0.xxxx", "iadd r7.y, r7.y, r3.y"]
        return lines

    def crossed(self):
        return [f"imad r3.x, vThreadIDInGroup.x, l({self.height}), vThreadIDInGroup.y", "ld_structured r3.y, r3.x, l(0), g0.xxxx",
                "xor r7.z, r7.z, r3.y"]

    def count(self):
        limit = self.rng.randint(1, self.width)
        return [f"ult r3.x, vThreadIDInGroup.x, l({limit})", "if_nz r3.x",
                self.rng.choice(("atomic_umin u1, l(60, 0, 0, 0), vThreadID.y", "atomic_umax u1, vThreadIDInGroup.y, vThreadID.x")), "endif",
                self.rng.choice(("atomic_iadd u1, l(40, 0, 0, 0), r0.x", "atomic_iadd g1, vThreadIDInGroup.y, l(1)"))]

    def array(self):
        return ["and r3.x, r7.x, l(3)", "mov x0[0].x, r0.x", "mov x0[1].x, vThreadID.x", "mov x0[2].x, vThreadID.y", "mov x0[3].x, l(9)",
                "mov r3.y, x0[r3.x + 0].x", "iadd r7.w, r7.w, r3.y"]

    def change(self):
        """A second phase of the tile."""
        mask = self.rng.choice((1, 3))
        return ["sync_g_t", f"and r3.x, vThreadIDInGroup.x, l({mask})", "if_nz r3.x", "store_structured g0.x, r0.x, l(0), r7.x", "endif", "sync_g_t"]

    def body(self):
        parts = [self.loop, self.neighbours, self.crossed, self.count, self.array, self.change]
        lines = []
        for part in self.rng.sample(parts, self.rng.randint(2, 5)):
            lines += part()
        return [*lines, "sync_g_t", "ld_structured r3.x, vThreadIDInGroup.y, l(0), g1.xxxx", "iadd r7.w, r7.w, r3.x"]

    def result(self):
        lines = [f"imad r1.x, vThreadGroupID.y, l({self.groups[0]}), vThreadGroupID.x", f"imad r1.x, r1.x, l({self.threads}), r0.x"]
        store = "store_structured u0.xyzw, r1.x, l(0), r7.xyzw"
        if self.rng.random() < 0.3:
            return [*lines, f"ult r3.x, vThreadID.x, l({self.width * self.groups[0] - 2})", "if_nz r3.x", store, "endif"]
        return [*lines, store]


def program(rng):
    g = Group(rng)
    words = g.threads * g.groups[0] * g.groups[1]
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 16",
             "dcl_uav_raw u1", f"dcl_tgsm_structured g0, 4, {g.threads + rng.choice((0, 0, 3, 40))}", "dcl_tgsm_structured g1, 4, 16",
             "dcl_input vThreadGroupID.xyz", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroup.xyz", "dcl_input vThreadIDInGroupFlattened.x",
             "dcl_temps 8", "dcl_indexableTemp x0[4], 4", f"dcl_thread_group {g.width}, {g.height}, {g.depth}",
             "mov r7.xyzw, l(0, 1, 2, 3)", *g.number(), *g.fill(), "sync_g_t", *g.body(), *g.result(), "ret"]
    return "\n".join(lines) + "\n", [
        "--groups", f"{g.groups[0]},{g.groups[1]},1", "-b", f"cb0=i32:{rng.randint(0, g.width)}/0/0/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},as=bits,size={words}", "-b", f"u0=zero,size={words}", "-b", "u1=zero,size=64"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
