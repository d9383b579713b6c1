"""run: pictures, DDS files and bytes as textures, samplers, and textures written back."""
import struct

from command import ROOT, WRONG_PROGRAM, CommandTest, floats, main, words
from pictures import png, read_png

# u0[x, y] = t0[x, y], one thread a texel
COPY = """cs_5_0
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_texture2d (float,float,float,float) u0
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 1, 1, 1
mov r0.xy, vThreadID.xyxx
mov r0.zw, l(0,0,0,0)
ld r1.xyzw, r0.xyzw, t0.xyzw
store_uav_typed u0.xyzw, vThreadID.xyyy, r1.xyzw
ret
"""

# u0[0] = t0 sampled at the middle
SAMPLE = """cs_5_0
dcl_sampler s0, mode_default
dcl_resource_%s (float,float,float,float) t0
dcl_uav_structured u0, 16
dcl_temps 1
dcl_thread_group 1, 1, 1
sample_l r0.xyzw, l(0.5, 0.5, 0.5, 0.0), t0.xyzw, s0, l(%s)
store_structured u0.xyzw, l(0), l(0), r0.xyzw
ret
"""


def dds(width, height, data, dxgi=None, code=b"DX10", depth=1, mips=1, layers=1, dimension=3, cube=False, masks=None):
    """A DDS file, with a DX10 header when `dxgi` is given."""
    pixel = struct.pack("<II4sIIIII", 32, 0x41 if masks else 4, b"\0\0\0\0" if masks else code, *(masks or (0,) * 5))
    caps2 = (0xfe00 if cube else 0) | (0x200000 if depth > 1 else 0)
    header = struct.pack("<7I44x", 124, 0x1007, height, width, 0, depth, mips) + pixel + struct.pack("<5I", 0x1000, caps2, 0, 0, 0)
    extra = struct.pack("<5I", dxgi, dimension, 4 if cube else 0, layers, 0) if dxgi is not None else b""
    return b"DDS " + header + extra + data


class Textures(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)
        self.pixels = bytes(range(24))

    def needs_png(self):
        self.write("in.png", png(3, 2, self.pixels))
        probe = self.sm5("run", "copy.asm", "--groups", 0, "-b", "t0=in.png", "-b", "u0=null", expect=None)
        if "without libpng" in probe.error:
            self.skipTest("built without libpng")

    def sample(self, source, sampler="point", layout="texture2d", lod="0.0"):
        self.write("sample.asm", SAMPLE % (layout, lod))
        self.sm5("run", "sample.asm", "--groups", 1, "-b", f"t0={source}", "-b", f"s0={sampler}", "-b", "u0=zero,size=1",
                 "-o", "u0=out.bin")
        return struct.unpack("<4f", self.read("out.bin"))

    def test_a_picture_goes_in_and_out(self):
        self.needs_png()
        self.sm5("run", "copy.asm", "--groups", "3,2", "-b", "t0=in.png", "-b",
                 "u0=zero,width=3,height=2,format=r8g8b8a8_unorm", "-o", "u0=out.png")
        width, height, channels, rows = read_png(self.read("out.png"))
        self.assertEqual((width, height, channels, b"".join(rows)), (3, 2, 4, self.pixels))

    def test_formats_of_pictures(self):
        self.needs_png()
        for form, expected in (("r8g8b8a8_unorm_srgb", None), ("b8g8r8a8_unorm", [16, 17, 18, 19]), ("r8_unorm", [16, 0, 0, 255])):
            got = self.sample(f"in.png,format={form}", "point")
            if expected:
                self.assertEqual([round(x * 255) for x in got], expected)
            else:
                self.assertLess(got[0], 16 / 255 / 2)
        self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=in.png,format=r32_float", "-b", "u0=null", says="r8g8b8a8")
        self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=in.png,width=3", "-b", "u0=null", says="has its own size")

    def test_broken_pictures(self):
        self.needs_png()
        self.write("bad.png", self.read("in.png")[:60])
        self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=bad.png", "-b", "u0=null", says="bad.png")
        self.write("huge.png", png(20000, 1, bytes(80000)))
        self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=huge.png", "-b", "u0=null", says="16384")

    def test_bytes(self):
        self.write("x.bin", floats(1, 2, 3, 4))
        self.assertEqual(self.sample("x.bin,width=2,height=2,format=r32_float", "linear"), (2.5, 0, 0, 1))
        self.assertEqual(self.sample("f32:1/2/3/4/5,width=2,height=2,mips=2,format=r32_float", lod="1.0")[0], 5)
        self.assertEqual(self.sample("f32:1/2/3/4/5,width=2,height=2,mips=2,format=r32_float,first_mip=1")[0], 5)
        self.assertEqual(self.sample("f32:1/2/3/4/5/6/7/8,width=2,height=2,depth=2,format=r32_float", "linear", "texture3d")[0], 4.5)
        self.assertEqual(self.sample("f32:7/8,width=1,layers=2,format=r32_float", "point", "texture1darray")[0], 7)

    def test_sizes_that_do_not_fit(self):
        run = ("run", "copy.asm", "--groups", 0, "-b", "u0=null", "-b")
        self.refuse(*run, "t0=zero", says="width=")
        self.refuse(*run, "t0=zero,width=2", says="format=")
        self.refuse(*run, "t0=zero,width=2,height=2,mips=3,format=r8_unorm", says="mips=3; expected at most 2")
        self.refuse(*run, "t0=zero,width=99999,format=r8_unorm", says="invalid texture")
        result = self.sm5(*run, "t0=f32:1/2,width=2,height=2,format=r32_float", expect=WRONG_PROGRAM)
        self.assertIn("the texture has 16 bytes", result.error)

    def test_size_counts_texels(self):
        run = ("run", "copy.asm", "--groups", 0, "-b", "u0=null", "-b")
        self.sm5(*run, "t0=zero,width=4,height=2,mips=2,format=r8g8b8a8_unorm,size=10")
        self.sm5(*run, "t0=zero,width=8,height=4,format=bc1_unorm,size=2")  # of compressed formats blocks
        for size in (9, 40):
            result = self.sm5(*run, f"t0=zero,width=4,height=2,mips=2,format=r8g8b8a8_unorm,size={size}",
                              expect=None)
            self.assertEqual("the texture has 40 bytes" in result.error, size == 9)

    def test_dds(self):
        data = floats(*range(20))
        self.write("x.dds", dds(2, 2, data, dxgi=41, mips=2, layers=2))
        self.assertEqual(self.sample("x.dds,first_layer=0,view_layers=1", "linear")[0], 1.5)
        self.assertEqual(self.sample("x.dds,first_layer=1,view_layers=1", lod="1.0")[0], 9)
        self.write("legacy.dds", dds(1, 1, words(0x80ff4020), masks=(32, 0xff0000, 0xff00, 0xff, 0xff000000)))
        self.assertEqual([round(255 * x) for x in self.sample("legacy.dds")], [0xff, 0x40, 0x20, 0x80])
        self.write("volume.dds", dds(1, 1, floats(1, 3), code=struct.pack("<I", 114), depth=2))
        self.assertEqual(self.sample("volume.dds", "linear", "texture3d")[0], 2)
        self.write("cube.dds", dds(1, 1, floats(*range(1, 7)), dxgi=41, cube=True))
        self.assertEqual(self.sample("cube.dds", "point", "texturecube")[0], 5)

    def test_compressed_dds(self):
        self.write("bc1.dds", dds(4, 4, struct.pack("<HHI", 0xf800, 0x001f, 0), code=b"DXT1"))
        self.assertEqual(self.sample("bc1.dds", "linear"), (1, 0, 0, 1))

    def test_broken_dds(self):
        run = ("run", "copy.asm", "--groups", 0, "-b", "u0=null", "-b")
        good = dds(2, 2, floats(1, 2, 3, 4), dxgi=41)
        for data, says in ((b"DDS ", "no DDS header"), (good[:130], "ends in its header"), (good[:-1], "the texture has 16 bytes"),
                           (good.replace(struct.pack("<II", 41, 3), struct.pack("<II", 41, 9)), "dimension 9"),
                           (dds(2, 2, b"", dxgi=9999), "DXGI format 9999"), (dds(1 << 20, 2, b"", dxgi=41), "expected at most"),
                           (dds(2, 2, b"", code=b"ABCD"), "pixel format"), (dds(2, 2, b"", dxgi=41, mips=1 << 31), "expected at most"),
                           (dds(2, 2, b"", dxgi=41, layers=0xffffffff, cube=True), "cubes")):
            self.write("bad.dds", data)
            self.refuse(*run, "t0=bad.dds", says=says)

    def test_textures_are_written_as_dds(self):
        self.sm5("run", "copy.asm", "--groups", "2,2", "-b", "t0=f32:1/2/3/4,width=2,height=2,format=r32_float", "-b",
                 "u0=zero,width=2,height=2,format=r32_float", "-o", "u0=out.dds")
        self.assertEqual(self.read("out.dds")[-16:], floats(1, 2, 3, 4))
        self.assertEqual(self.sample("out.dds", "linear")[0], 2.5)
        self.refuse("run", "copy.asm", "--groups", 0, "-b", "t0=null", "-b", "u0=zero,width=2,format=r32_float", "-o",
                    "u0=x.png,width=2", says="has its own width")

    def test_the_example_sharpens_edges_and_keeps_the_rest(self):
        self.needs_png()
        self.write("edge.png", png(8, 8, bytes(b for i in range(64) for b in ([100] if i % 8 < 4 else [150]) * 3 + [255])))
        self.sm5("run", ROOT / "examples/filter/sharpen.asm", "--groups", 1, "-b", "t0=edge.png", "-b", "s0=linear,address=clamp",
                 "-b", "u0=zero,width=8,height=8,format=r8g8b8a8_unorm", "-o", "u0=out.png")
        _, _, channels, rows = read_png(self.read("out.png"))
        self.assertEqual([rows[3][channels * x] for x in range(8)], [100, 100, 100, 81, 169, 150, 150, 150])

    def test_what_a_program_declares_is_kept(self):
        result = self.sm5("run", "copy.asm", "--groups", 0, "-b", "u0=null", "-b", "t0=zero,width=2,format=r8_uint",
                          expect=WRONG_PROGRAM)
        self.assertIn("r8_uint", result.error.lower())
        result = self.sm5("run", "copy.asm", "--groups", 0, "-b", "t0=null", "-b", "u0=zero,width=2,format=bc1_unorm",
                          expect=WRONG_PROGRAM)
        self.assertIn("for a typed u#", result.error)

    def test_sizes_that_textures_do_not_have(self):
        self.write("sample.asm", SAMPLE % ("texture2d", "0.0"))
        for sizes, says in (("width=4,height=4,mips=99", "mips=99; expected at most 3"), ("width=99999", "width=99999; expected at most 16384"),
                            ("width=4,depth=3", "depth=3; expected at most 1"), ("width=4,layers=2049", "layers=2049; expected at most 2048"),
                            ("width=4,samples=3", "samples=3; expected 1, 2, 4, 8 or 16")):
            self.refuse("run", "sample.asm", "--groups", 1, "-b", f"t0=zero,{sizes},format=r8_unorm", says="zero: invalid texture: " + says)
        self.refuse("run", "sample.asm", "--groups", 1, "-b", "t0=zero,width=4,format=r8g8b8a8_unrom", says="did you mean 'R8G8B8A8_UNORM'?")
        self.write("empty.png", b"")
        self.refuse("run", "sample.asm", "--groups", 1, "-b", "t0=empty.png", says="empty.png: ")

    def test_samplers(self):
        source = "f32:1/2,width=2,format=r32_float"
        self.assertEqual(self.sample(source, "linear,mag=point")[0], 2)
        self.assertEqual(self.sample(source, "linear,reduction=minimum")[0], 1)
        self.assertEqual(self.sample(source, "anisotropic,anisotropy=4,address=wrap/clamp,bias=-1.5")[0], 1.5)
        self.write("sample.asm", SAMPLE % ("texture2d", "0.0"))
        for sampler, says in (("cubic", "point, linear, anisotropic"), ("lineer", "did you mean 'linear'?"), ("point,bias=nan", "bias=nan"),
                              ("point,address=wrap/wrap/wrap/wrap", "three axes"),
                              ("point,filter=linear", "filter= of a sampler is given twice"),
                              ("point,min=linear,min=point", "min= of a sampler is given twice"), ("linear,adress=wrap", "address"), ("point,address=wrap/up", "up"),
                              ("point,bias=x", "bias"), ("point,anisotropy=17", "16"), ("point,border=1/2/3/4/5", "border"),
                              ("point,wrap", "key=value"), ("point,comparison=maybe", "maybe")):
            self.refuse("run", "sample.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "-b", f"s0={sampler}", says=says)
        result = self.sm5("run", "sample.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "-b", "s0=point,bias=99",
                          expect=WRONG_PROGRAM)
        self.assertIn("bias", result.error)


if __name__ == "__main__":
    main()
