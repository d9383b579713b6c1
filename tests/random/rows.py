"""Programs whose threads own rows of memory, which loops read, write and change in place: of random widths, strides and
forms, on the interpreter and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

WIDTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 48, 63, 64, 100]


FORMATS = {1: ["r32_float"], 2: ["r32g32_float", "r16g16b16a16_float"], 4: ["r32g32b32a32_float"]}
BYTES = ["r8g8b8a8_unorm", "r8_unorm"]


class Loop:
    """One loop over the thread's row: r0.y is the row's start, r0.z the counter, r3.x a sum. `length` and `pitch` are operands;
    `is_inside`: each iteration computes the row's start. `form`: raw, structured, texels of a buffer, texture. `has_gap`: the
    element after the row is no other thread's."""

    def __init__(self, rng, words, form, length, pitch, is_inside, has_gap):
        self.words, self.form, self.mask = words, form, "xyzw"[:words]
        self.has_gap = has_gap or form == "texture"
        self.length, self.pitch, self.is_inside = length, pitch, is_inside
        self.rng = rng

    def swizzle(self):
        return (self.mask + 3 * self.mask[-1])[:4]

    def load(self, register, slot):
        if self.form == "raw":
            return f"ld_raw {register}.x, r1.y, {slot}.xxxx"
        if self.form == "structured":
            return f"ld_structured {register}.{self.mask}, r1.y, l(0), {slot}.{self.swizzle()}"
        at = "r5.xyzw" if self.form == "texture" else "r1.yyyy"
        return f"{'ld_uav_typed' if slot == 'u0' else 'ld'} {register}.{self.mask}, {at}, {slot}.xyzw"

    def store(self, register):
        if self.form == "raw":
            return f"store_raw u0.x, r1.y, {register}.xxxx"
        if self.form == "structured":
            return f"store_structured u0.{self.mask}, r1.y, l(0), {register}.{self.swizzle()}"
        return f"store_uav_typed u0.xyzw, {'r5.xyyy' if self.form == 'texture' else 'r1.yyyy'}, {register}.{self.swizzle()}"

    def address(self):
        if self.form == "texture":
            return ["mov r5.x, r0.z", "mov r5.y, vThreadID.x", "mov r5.zw, l(0, 0, 0, 0)"]
        index = f"imad r1.y, vThreadID.x, {self.pitch}, r0.z" if self.is_inside else "iadd r1.y, r0.y, r0.z"
        return [index, "ishl r1.y, r1.y, l(2)"] if self.form == "raw" else [index]

    def change(self):
        scale = ["mul r2, r2, l(0.75, 1.25, -3.0, 0.5)", "iadd r2, r2, r0.zzzz", "add r2, r2, r3.xxxx",
                 "exp r2, -|r2|", "xor r2, r2, l(5, 6, 7, 8)"]
        lines = self.rng.sample(scale, self.rng.choice((1, 1, 2)))
        if self.rng.random() < 0.2:
            lines = ["lt r1.z, r2.x, l(0.25)", "if_nz r1.z", *lines, "endif"]
        return lines

    def body(self):
        kind = self.rng.choice(("sum", "place", "place", "copy", "dot", "fill") + ("chain",) * self.has_gap)
        add = "add r3.x, r3.x, r2.x" if self.rng.random() < 0.7 else "xor r3.x, r3.x, r2.x"
        if kind == "sum":
            return [*self.address(), self.load("r2", self.rng.choice(("t0", "u0"))), add]
        if kind == "place":
            rest = [add] if self.rng.random() < 0.5 else []
            return [*self.address(), self.load("r2", "u0"), *self.change(), self.store("r2"), *rest]
        if kind == "chain":
            step = {"raw": "iadd r1.y, r1.y, l(4)", "texture": "iadd r5.x, r5.x, l(1)"}.get(self.form, "iadd r1.y, r1.y, l(1)")
            return [*self.address(), self.load("r2", "u0"), *self.change(), step, self.store("r2")]
        if kind == "copy":
            return [*self.address(), self.load("r2", "t0"), *self.change(), self.store("r2")]
        if kind == "dot":
            return [*self.address(), self.load("r2", "t0"), self.load("r4", "u0"), "mul r2, r2, r4", add]
        return [*self.address(), "utof r2, r0.zzzz", "add r2, r2, r3.xxxx", self.store("r2")]

    def lines(self):
        if self.rng.random() < 0.35: # from the row's end
            test = self.rng.choice(("ilt r1.x, r0.z, l(0)|nz", "ige r1.x, r0.z, l(0)|z", "ult r1.x, r0.z, l(0x80000000)|z"))
            test, sense = test.split("|")
            return [f"iadd r0.z, {self.length}, l({self.rng.choice((-1, -1, -1, -2, -4))})", "loop", test,
                    f"breakc_{sense} r1.x", *self.body(), "iadd r0.z, r0.z, l(-1)", "endloop"]
        first = self.rng.choice((0, 0, 0, 1, 3))
        test = self.rng.choice(("uge r1.x, r0.z, LENGTH|nz", "ult r1.x, r0.z, LENGTH|z",
                                "ige r1.x, r0.z, LENGTH|nz", "ilt r1.x, r0.z, LENGTH|z"))
        test, sense = test.replace("LENGTH", self.length).split("|")
        return [f"mov r0.z, l({first})", "loop", test, f"breakc_{sense} r1.x", *self.body(), "iadd r0.z, r0.z, l(1)",
                "endloop"]


def declare(form, words):
    """The declarations of t0 and u0, after their first words."""
    if form in ("raw", "structured"):
        return [f"{form} {slot}" + (f", {4 * words}" if form == "structured" else "") for slot in ("t0", "u0")]
    kind = "texture2d" if form == "texture" else "buffer"
    return [f"{kind} (float,float,float,float) t0", f"typed_{kind} (float,float,float,float) u0"]


def program(rng):
    threads = rng.choice((8, 16, 24, 33, 64, 96))
    form = rng.choice(("raw", "structured", "structured", "texels", "texture"))
    words = 1 if form == "raw" else rng.choice((1, 1, 1, 2, 4))
    formats = [rng.choice(FORMATS[words] + (BYTES if words == 1 else [])) for _ in "tu"]
    width = rng.choice(WIDTHS)
    pitch = rng.choice((0, 0, 1, 5))
    length, stride = "cb0[0].x", "cb0[0].y" if pitch else "cb0[0].x"
    if rng.random() < 0.3:
        length, stride = f"l({width})", f"l({width + pitch})"
    is_inside = rng.random() < 0.4
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", f"dcl_resource_{declare(form, words)[0]}",
             f"dcl_uav_{declare(form, words)[1]}", "dcl_uav_structured u1, 4", "dcl_input vThreadID.x", "dcl_temps 6", f"dcl_thread_group {threads}, 1, 1",
             f"imul null, r0.y, vThreadID.x, {stride}", "mov r3.x, l(1.0)"]
    guard = rng.random() < 0.3
    if guard:
        lines += ["ult r0.w, vThreadID.x, cb0[0].z", "if_nz r0.w"]
    for _ in range(rng.randint(1, 3)):
        lines += Loop(rng, words, form, length, stride, is_inside, pitch > 0).lines()
    lines += ["endif"] if guard else []
    lines += ["store_structured u1.x, vThreadID.x, l(0), r3.x", "ret"]
    groups = rng.randint(1, 3)
    rows = threads * groups
    count = max(1, rows * (width + pitch) - rng.choice((0, 0, 0, 1, 20)))
    columns, lines_of = max(1, width - rng.choice((0, 0, 1))), rows - rng.choice((0, 0, 1))
    inputs = []
    for slot, texel in zip(("t0=rand:" + str(rng.randint(1, 99)), "u0=rand:7"), formats):
        shape = {"raw": f"as=sym,size={count * words}", "structured": f"as=sym,size={count}",
                 "texels": f"format={texel},size={count}",
                 "texture": f"format={texel},width={columns},height={lines_of}"}[form]
        inputs += ["-b", f"{slot},{shape}"]
    return "\n".join(lines) + "\n", [
        "--groups", str(groups), "-b", f"cb0=u32:{width}/{width + pitch}/{rng.randint(0, rows)}/0", *inputs, "-b",
        f"u1=zero,size={rows}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
