"""Programs whose groups copy a part of a view to a tile in g# and load its words several times: with tiles of random sizes and
borders, filled in several ways, on the interpreter and on the JIT at both widths of a warp. Their results must have the same
bits."""
import sys

import same_bits

GROUPS = [(8, 8, 1), (16, 16, 1), (12, 12, 1), (16, 4, 1), (64, 1, 1), (256, 1, 1), (5, 5, 1), (4, 4, 4), (32, 2, 1),
          (4, 16, 1), (3, 7, 2), (100, 1, 1), (8, 2, 2), (33, 1, 1), (8, 8, 4), (16, 2, 4)]
AXES = "xyz"


class Tile:
    """A tile of `size`; its first word is the view's element that is `border` before the group's first thread. r0.x: number of a
    word of the tile; r1.xyz: its place in the view; r2: its contents."""

    def __init__(self, rng, group):
        self.rng, self.group = rng, group
        self.border = [rng.choice((0, 1, 1, 2)) if n > 1 else 0 for n in group]
        self.size = [n + 2 * b for n, b in zip(group, self.border)]
        self.words = rng.choice((1, 1, 1, 2, 3, 4))
        self.is_raw = self.words == 1 and rng.random() < 0.2
        self.mask = "xyzw"[:self.words]
        self.swizzle = (self.mask + 3 * self.mask[-1])[:4]
        self.count = self.size[0] * self.size[1] * self.size[2]
        self.threads = group[0] * group[1] * group[2]
        self.filled = self.count - rng.choice((0,) * 9 + (1, self.count // 3))
        self.limits = [rng.choice((n * rng.randint(1, 3), 40)) for n in group]
        self.pitch = "cb0[0].x" if rng.random() < 0.5 else f"l({self.limits[0]})"
        self.rows = "cb0[0].z" if rng.random() < 0.5 else f"l({self.limits[1]})"
        self.source = rng.choice(("t0",) * 7 + ("u1", "u0"))
        self.edge = rng.choice(("none", "none", "clamp", "select", "branch"))
        self.change = rng.choice(("none",) * 6 + ("add", "sum", "number"))

    def declarations(self):
        kind, size = ("raw", "") if self.is_raw else ("structured", f", {4 * self.words}")
        tile = f"dcl_tgsm_raw g0, {4 * self.count}" if self.is_raw else f"dcl_tgsm_structured g0{size}, {self.count}"
        return [f"dcl_resource_{kind} t0{size}", f"dcl_uav_{kind} u0{size}", f"dcl_uav_{kind} u1{size}", tile]

    def access(self, register, index, slot):
        if self.is_raw:
            return [f"ishl r5.x, {index}, l(2)", f"ld_raw {register}.x, r5.x, {slot}.xxxx"]
        return [f"ld_structured {register}.{self.mask}, {index}, l(0), {slot}.{self.swizzle}"]

    def store(self, slot, index, register):
        if self.is_raw:
            return [f"ishl r5.x, {index}, l(2)", f"store_raw {slot}.x, r5.x, {register}.x"]
        return [f"store_structured {slot}.{self.mask}, {index}, l(0), {register}.{self.swizzle}"]

    def place(self):
        lines = [f"udiv r1.w, r1.x, r0.x, l({self.size[0]})", f"udiv r1.z, r1.y, r1.w, l({self.size[1]})"]
        for axis, number in zip(AXES, self.group):
            lines.append(f"imad r1.{axis}, vThreadGroupID.{axis}, l({number}), r1.{axis}")
        return lines + [f"iadd r1.xyz, r1.xyzx, l({-self.border[0]}, {-self.border[1]}, {-self.border[2]}, 0)"]

    def load(self):
        lines = [f"imad r2.x, r1.z, {self.rows}, r1.y", f"imad r2.x, r2.x, {self.pitch}, r1.x",
                 *self.access("r2", "r2.x", self.source)]
        if self.change == "add":
            lines.append("add r2, r2, l(1.5, -2.0, 0.25, 8.0)")
        if self.change == "sum":
            lines += ["iadd r3.x, r1.x, l(3)", *self.access("r3", "r3.x", "t0"), "iadd r2, r2, r3"]
        if self.change == "number":
            lines.append("xor r2.x, r2.x, r1.y")
        return lines

    def inside(self):
        lines = ["uge r4.x, r1.x, l(0)"]
        for axis, limit in zip(AXES, self.limits):
            lines += [f"ult r4.y, r1.{axis}, l({limit})", "and r4.x, r4.x, r4.y"]
        return lines

    def word(self):
        """Stores the word r0.x."""
        lines = self.place()
        if self.edge == "clamp":
            last = ", ".join(str(n - 1) for n in self.limits)
            lines += ["imax r1.xyz, r1.xyzx, l(0, 0, 0, 0)", f"imin r1.xyz, r1.xyzx, l({last}, 0)", *self.load()]
        elif self.edge == "select":
            lines += [*self.inside(), *self.load(), "movc r2, r4.xxxx, r2, l(0, 0, 0, 7)"]
        elif self.edge == "branch":
            lines += [*self.inside(), "mov r3, l(1.0, 0, 2, 3)", "if_nz r4.x", *self.load(), "mov r3, r2", "endif", "mov r2, r3"]
        else:
            lines += self.load()
        return lines + self.store("g0", "r0.x", "r2")

    def fill(self):
        kind = self.rng.choice(("loop", "loop", "parts", "rows"))
        if kind == "rows" and self.group[2] == 1:
            width, height = self.size[:2]
            return ["mov r6.y, vThreadIDInGroup.y", "loop", f"uge r6.z, r6.y, l({height})", "breakc_nz r6.z",
                    "mov r6.x, vThreadIDInGroup.x", "loop", f"uge r6.z, r6.x, l({width})", "breakc_nz r6.z",
                    f"imad r0.x, r6.y, l({width}), r6.x", *self.word(), f"iadd r6.x, r6.x, l({self.group[0]})", "endloop",
                    f"iadd r6.y, r6.y, l({self.group[1]})", "endloop"]
        if kind == "parts" and self.filled <= 3 * self.threads:
            lines = []
            for first in range(0, self.filled, self.threads):
                body = [f"iadd r0.x, vThreadIDInGroupFlattened.x, l({first})", *self.word()]
                if first + self.threads > self.filled:
                    body = [f"ult r6.x, vThreadIDInGroupFlattened.x, l({self.filled - first})", "if_nz r6.x", *body, "endif"]
                lines += body
            return lines
        return ["mov r0.x, vThreadIDInGroupFlattened.x", "loop", f"uge r6.x, r0.x, l({self.filled})", "breakc_nz r6.x",
                *self.word(), f"iadd r0.x, r0.x, l({self.threads})", "endloop"]

    def neighbour(self):
        steps = [self.rng.randint(0, 2 * b) for b in self.border]
        if self.rng.random() < 0.03:
            steps[0] = self.size[0] * self.size[1] # past the end of the tile
        lines = [f"imad r0.x, vThreadIDInGroup.z, l({self.size[1]}), vThreadIDInGroup.y",
                 f"imad r0.x, r0.x, l({self.size[0]}), vThreadIDInGroup.x",
                 f"iadd r0.x, r0.x, l({(steps[2] * self.size[1] + steps[1]) * self.size[0] + steps[0]})"]
        if self.rng.random() < 0.08:
            lines.append(self.rng.choice(("xor r0.x, r0.x, l(1)", f"mov r0.x, l({self.rng.randrange(self.count)})",
                                          f"imad r0.x, vThreadIDInGroup.x, l({self.size[0]}), vThreadIDInGroup.y")))
        return lines + [*self.access("r3", "r0.x", "g0"), self.rng.choice(("add r7, r7, r3", "iadd r7, r7, r3"))]

    def use(self):
        lines = ["mov r7, l(0.5, 1, 2.0, 3)"]
        count = self.rng.randint(1, 5)
        for _ in range(count):
            body = self.neighbour()
            if self.rng.random() < 0.15:
                body = [self.rng.choice(("ult r6.x, vThreadIDInGroup.x, l(3)", "ult r6.x, vThreadID.x, cb0[0].y")),
                        "if_nz r6.x", *body, "endif"]
            lines += body
        return lines


def program(rng):
    group = rng.choice(GROUPS)
    tile = Tile(rng, group)
    groups = [rng.randint(1, 5), rng.randint(1, 3), rng.randint(1, 2)]
    width, height = groups[0] * group[0], groups[1] * group[1]
    barrier = rng.choice(("sync_g_t", "sync_g_t", "sync_g_t", "sync_uglobal_g_t"))
    again = rng.random() < 0.15
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", *tile.declarations(), "dcl_input vThreadID.xyz",
             "dcl_input vThreadGroupID.xyz", "dcl_input vThreadIDInGroup.xyz", "dcl_input vThreadIDInGroupFlattened.x",
             "dcl_temps 9", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}", *tile.fill(), barrier, *tile.use()]
    if again:
        lines += ["mov r8, r7", "sync_g_t", "mov r0.x, vThreadIDInGroupFlattened.x", *tile.store("g0", "r0.x", "r7"), "sync_g_t",
                  *tile.neighbour(), "add r7, r7, r8"]
    numbers = ["mov r6.xyz, vThreadID.xyzx"] if rng.random() < 0.5 else [
        f"imad r6.xyz, vThreadGroupID.xyzx, l({group[0]}, {group[1]}, {group[2]}, 0), vThreadIDInGroup.xyzx"]
    own = [*numbers, f"imad r0.y, r6.z, l({height}), r6.y", f"imad r0.y, r0.y, l({width}), r6.x"]
    if tile.source == "u0": # other groups load what a group stores
        own = ["mov r0.y, vThreadID.x", "iadd r0.y, r0.y, l(1000000)"]
    lines += [*own, *tile.store("u0", "r0.y", "r7"), "ret"]
    form = f"as=sym,size={tile.limits[0] * tile.limits[1] * tile.limits[2] * (tile.words if tile.is_raw else 1) + rng.choice((0, 0, 50))}"
    total = width * height * groups[2] * group[2]
    return "\n".join(lines) + "\n", [
        "--groups", ",".join(map(str, groups)), "-b", f"cb0=u32:{tile.limits[0]}/{rng.randint(0, width)}/{tile.limits[1]}/0",
        "-b", f"t0=rand:{rng.randint(1, 99)},{form}", "-b", f"u0=rand:7,as=sym,size={total}", "-b", f"u1=rand:9,{form}"]


same_bits.main(program, ("u0",), *sys.argv[1:])
