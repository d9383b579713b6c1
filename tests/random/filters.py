"""Programs that filter an image: each thread loads neighbours of its element, in its row and in others, clamped to the edges,
mirrored there or neither, converts them, and adds them up; the element is the thread's, or found from its number. On the interpreter
and on the JIT at both widths of a warp. Their results must have the same bits."""
import sys

import same_bits

GROUPS = [(16, 16, 1), (8, 8, 1), (16, 16, 1), (32, 8, 1), (64, 2, 1), (8, 4, 4), (4, 4, 4), (16, 3, 2), (8, 5, 4), (16, 6, 2), (128, 4, 1)]
FORMATS = ["r8g8b8a8_unorm", "r32_float", "r32g32b32a32_float", "r8_unorm", "r16g16_uint", "r8_uint", "r16_uint"]


class Image:
    """t0, a view of width x height elements, or texels; the coordinates are in r1.xy, the element goes to r2."""

    def __init__(self, rng, width, height):
        self.rng, self.width, self.height = rng, width, height
        self.kind = rng.choice(("structured", "raw", "buffer", "texture", "texture"))
        self.format = rng.choice(FORMATS)
        self.type = "uint" if "uint" in self.format else "float"
        self.edges = rng.choice(("clamped", "clamped", "mirrored", "open"))
        self.pitch = "cb0[0].x" if rng.random() < 0.5 else f"l({width})"

    def declaration(self):
        kinds = {"structured": "structured t0, 4", "raw": "raw t0", "buffer": f"buffer ({','.join([self.type] * 4)}) t0",
                 "texture": f"texture2d ({','.join([self.type] * 4)}) t0"}
        return f"dcl_resource_{kinds[self.kind]}"

    def binding(self):
        form = "as=sym" if self.type == "float" else "as=bits"
        if self.kind == "texture":
            return f"t0=rand:{self.rng.randint(1, 99)},as=bits,width={self.width},height={self.height},format={self.format}"
        count = self.width * self.height - self.rng.choice((0, 0, 5))
        view = f",format={self.format}" if self.kind == "buffer" else ""
        return f"t0=rand:{self.rng.randint(1, 99)},{form},size={count}{view}"

    def load(self, offset):
        row, flat = f"imad r1.z, r1.y, {self.pitch}, r1.x", "r1.zzzz"
        if self.kind == "texture":
            return ["mov r1.zw, l(0, 0, 0, 0)", f"ld{offset} r2, r1.xyzw, t0.xyzw"]
        if self.kind == "buffer":
            return [row, f"ld r2, {flat}, t0.xyzw"]
        if self.kind == "raw":
            return [row, "ishl r1.z, r1.z, l(2)", "ld_raw r2.x, r1.z, t0.xxxx", "mov r2.yzw, r2.xxxx"]
        return [row, "ld_structured r2.x, r1.z, l(0), t0.xxxx", "mov r2.yzw, r2.xxxx"]

    def element(self, across, down):
        """The neighbour, in r2."""
        if self.kind == "texture" and self.edges == "open" and self.rng.random() < 0.5:
            return ["mov r1.xy, r0.xyxx", *self.load(f"_aoffimmi({across},{down},0)")]
        lines = [f"iadd r1.xy, r0.xyxx, l({across}, {down}, 0, 0)"]
        if self.edges == "mirrored":
            lines += ["ilt r5.xy, r1.xyxx, l(0, 0, 0, 0)", "movc r1.xy, r5.xyxx, l(1, 1, 0, 0), r1.xyxx",
                      f"ilt r5.xy, l({self.width - 1}, {self.height - 1}, 0, 0), r1.xyxx",
                      f"movc r1.xy, r5.xyxx, l({self.width - 2}, {self.height - 2}, 0, 0), r1.xyxx"]
        if self.edges == "clamped":
            lines += ["imax r1.xy, r1.xyxx, l(0, 0, 0, 0)", f"imin r1.xy, r1.xyxx, l({self.width - 1}, {self.height - 1}, 0, 0)"]
        return lines + self.load("")


def conversion(rng, rest):
    """Of r2; `rest` is another element's, so that not all of a row's are the same."""
    return rng.choice((
        ["and r2, r2, l(255, 255, 255, 255)", "utof r2, r2"],
        ["ubfe r2, l(8, 8, 8, 8), l(8, 8, 8, 8), r2", "utof r2, r2", "mul r2, r2, l(0.25, 0.5, 3.0, 0.1)"],
        ["mul r2, r2, r2", "add r2, r2, l(1.0, 0.5, 0, -1.0)"],
        ["max r2, r2, l(0, 0, 0, 0)", "sqrt r2, r2"],
        ["xor r2, r2, r0.yyyy"],                  # by the row
        ["iadd r2, r2, r0.xxxx"],                 # by the column
        [f"iadd r2, r2, l({rest}, 1, 2, 3)"],
        ["f16tof32 r2, r2"],
        ["and r5.x, r0.x, l(1)", "movc r5.yzw, r5.xxxx, r2.yyzw, r2.xxyz", "movc r2.xyz, r5.xxxx, r5.yzwy, l(7, 8, 9, 0)"], # a Bayer mosaic's columns
    ))


def program(rng):
    group = rng.choice(GROUPS)
    groups = [rng.randint(1, 3), rng.randint(1, 3), 1]
    width, height = groups[0] * group[0], groups[1] * group[1]
    image = Image(rng, width, height)
    lines = ["cs_5_0", "dcl_constantbuffer cb0[1], immediateIndexed", image.declaration(), "dcl_uav_structured u0, 16",
             "dcl_uav_typed_texture2d (float,float,float,float) u1", "dcl_input vThreadID.xyz", "dcl_input vThreadIDInGroup.xyz", "dcl_temps 6", f"dcl_thread_group {group[0]}, {group[1]}, {group[2]}",
             "mov r0.xyz, vThreadID.xyzx", "mov r4, l(0, 0, 0, 0)"]
    kind, pitch = rng.choice(("plain",) * 6 + ("repeated", "repeated", "found", "found", "row")), width
    if kind == "repeated":
        lines.append("mov r0.y, vThreadIDInGroup.y")
    if kind == "found": # from the thread's number, in rows of another length
        pitch = rng.choice((width, width, max(1, width - 3), 2 * width, 40))
        lines += [f"imad r0.w, vThreadID.y, l({width}), vThreadID.x",
                  f"udiv r0.y, r0.x, r0.w, {'cb0[0].x' if pitch == width else f'l({pitch})'}"]
    if kind == "row":
        lines += [f"iadd r0.w, vThreadID.x, l({rng.randint(0, 30)})", f"udiv r0.y, null, r0.w, l({rng.randint(17, 40)})"]
    stores = kind not in ("repeated", "row") and group[2] == 1 and rng.random() < 0.5 # each texel is one thread's
    if rng.random() < 0.2:
        lines += [f"ult r3.x, r0.{rng.choice('xy')}, l({rng.randint(1, width)})", "if_nz r3.x"]
    changes = [conversion(rng, rng.randint(1, 9)) for _ in range(rng.choice((1, 1, 2)))]
    places = [(across, down) for down in range(-2, 3) for across in range(-1, 2)]
    rng.shuffle(places)
    if rng.random() < 0.7: # in the order of a loop
        places = sorted(places[:rng.randint(2, 9)], key=lambda at: (at[1], at[0]))
    for across, down in places[:9]:
        lines += image.element(across, down)
        for change in changes:
            lines += change
        lines.append(rng.choice(("add r4, r4, r2", "add r4, r4, r2", "mad r4, r2, l(2.0, 3.0, 0.5, 1.0), r4", "max r4, r4, r2", "min r4, r4, r2", "xor r4, r4, r2")))
        if rng.random() < 0.05: # what follows is loaded by fewer threads
            lines += [*rng.choice((["mov r3.y, r0.x"], ["iadd r3.y, r0.x, r0.y"])), f"ieq r3.y, r3.y, l({rng.randint(0, width)})", "retc_nz r3.y"]
    if stores:
        lines.append("store_uav_typed u1.xyzw, r0.xyyy, r4")
    if "if_nz r3.x" in lines:
        lines.append("endif")
    lines += [f"imad r0.w, vThreadID.z, l({height}), vThreadID.y", f"imad r0.w, r0.w, l({width}), vThreadID.x",
              "store_structured u0.xyzw, r0.w, l(0), r4.xyzw", "ret"]
    return "\n".join(lines) + "\n", ["--groups", ",".join(map(str, groups)), "-b", f"cb0=u32:{width}/{height}/0/0", "-b", image.binding(),
                                     "-b", f"u0=zero,size={width * height * group[2]}",
                                     "-b", f"u1=zero,width={pitch},height={width * height // pitch},format={rng.choice(('r32g32b32a32_float', 'r32_float'))}"]


same_bits.main(program, ("u0", "u1"), *sys.argv[1:])
