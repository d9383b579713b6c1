"""sm5 view and run --view: pictures show the values at their places, in their colours, with what is not a number."""
import json
import math
import re
import struct
import unittest
import xml.etree.ElementTree as xml

import pictures
from command import WRONG_COMMAND, CommandTest, floats, main
from textures import dds

SVG = "{http://www.w3.org/2000/svg}"
NAN, LOW, HIGH = "#ff00ff", "#440154", "#fde725"

# u0[i] = {i, 100 - i}; u0[3].b = NaN, u0[5].b = inf
STORE = """cs_5_0
// sm5: struct u0 float a; float b
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 8, 1, 1
utof r0.x, vThreadID.x
add r0.y, l(100.0), -r0.x
ieq r1.x, vThreadID.x, l(3)
movc r0.y, r1.x, l(0x7fc00000), r0.y
ieq r1.x, vThreadID.x, l(5)
movc r0.y, r1.x, l(0x7f800000), r0.y
store_structured u0.xy, vThreadID.x, l(0), r0.xyxx
ret
"""


class Picture:
    def __init__(self, data):
        self.root = xml.fromstring(data)
        self.texts = [text.text for text in self.root.iter(SVG + "text")]

    def images(self):
        """Colours of the images, in rows: a group of rectangles each, of which a run of pixels is one."""
        return [self.cells(group) for group in self.root.iter(SVG + "g")]

    @staticmethod
    def cells(group):
        rects = [{k: float(v) if k != "fill" else v for k, v in rect.attrib.items()} for rect in group]
        step = min(rect["width"] for rect in rects)
        rows = {}
        for rect in rects:
            rows.setdefault(rect["y"], []).extend([rect["fill"]] * round(rect["width"] / step))
        return [rows[y] for y in sorted(rows)]

    def lines(self, colour):
        return [tuple(float(line.attrib[k]) for k in ("x1", "y1", "x2", "y2"))
                for line in self.root.iter(SVG + "line") if line.attrib["stroke"] == colour]


class Views(CommandTest):
    def view(self, *arguments):
        self.sm5("view", *arguments, "-o", "out.svg")
        return Picture(self.read("out.svg"))

    def run_store(self, *views):
        self.write("s.asm", STORE)
        self.sm5("run", "s.asm", "--groups", 1, "-b", "u0=zero,size=8", *(part for view in views for part in ("--view", view)))

    # ---- images ----

    def test_colours_of_an_image(self):
        self.write("d.bin", floats(0, 1, 2, 3, math.nan, math.inf, -math.inf, 3))
        picture = self.view("d.bin", "--width", 4)
        image, bar = picture.images()
        self.assertEqual(len(image), 2)
        self.assertEqual([image[0][0], image[0][3], image[1][3]], [LOW, HIGH, HIGH])
        self.assertEqual(image[1][:3], [NAN, "#ffffff", "#000000"])
        self.assertEqual((bar[0][0], bar[0][-1]), (LOW, HIGH))
        self.assertIn("0 to 3", picture.texts)
        self.assertIn("NaN 1  inf 1  -inf 1", picture.texts)

    def test_range(self):
        self.write("d.bin", floats(0, 2, 1, 3))
        image = self.view("d.bin", "--width", 2, "--range", "1/2").images()[0]
        self.assertEqual(image, [[LOW, HIGH], [LOW, HIGH]])

    def test_before_and_after(self):
        self.write("a.bin", floats(0, 4, 2, 2))
        self.write("b.bin", floats(0, 0, 2, 6))
        picture = self.view("a.bin", "--before", "b.bin", "--width", 2)
        before, _, after, _, difference, _ = picture.images()
        self.assertEqual((before[0][0], before[1][1]), (LOW, HIGH))
        self.assertNotEqual(after[0][1], HIGH)  # one range for both: 4 of 6
        self.assertEqual(difference, [["#dddddd", "#b01020"], ["#dddddd", "#2040b0"]])
        self.assertEqual([text for text in picture.texts if text in ("-4", "4")], ["-4", "4"])

    def test_nan_of_large_images_is_kept(self):
        values = [1.0] * (1200 * 4)
        values[1234] = math.nan
        self.write("d.bin", floats(*values))
        image = self.view("d.bin", "--width", 1200).images()[0]
        self.assertEqual(len(image[0]), 400)
        self.assertEqual(sum(row.count(NAN) for row in image), 1)

    # ---- plots ----

    def test_points_of_a_plot(self):
        self.write("d.csv", "t,v\n0,0\n1,10\n2,nan\n3,5\n4,inf\n5,0\n")
        picture = self.view("d.csv", "--column", "v")
        lines = picture.lines("#2040b0")
        self.assertEqual(len(lines), 1)  # 0 to 10; the others have no neighbour
        self.assertGreater(lines[0][1], lines[0][3])
        self.assertEqual((len(picture.lines(NAN)), len(picture.lines("#ff8000"))), (1, 1))
        self.assertIn("0 to 10  NaN 1  inf 1  -inf 0", picture.texts)

    def test_peaks_of_long_plots_are_kept(self):
        values = [0.0] * 20000
        values[12345] = 7.0
        self.write("d.bin", floats(*values))
        lines = [line for line in self.view("d.bin").lines("#2040b0") if line[3] - line[1] > 100]
        self.assertEqual(len(lines), 1)
        self.assertAlmostEqual((lines[0][0] - 96) / 720, 12345 / 20000, places=2)

    def test_constant_and_single_values(self):
        for values in ((5, 5, 5), (0,), (math.nan,), (1e308, -1e308), (5e-324, 0)):
            self.write("d.bin", struct.pack(f"<{len(values)}f", *(v if abs(v) < 1e38 or v != v else math.copysign(3e38, v) for v in values)))
            self.view("d.bin")
            self.view("d.bin", "--width", 1)
        for values in ("5e-324\n0", "1e308\n-1e308", "1e-310\n2e-310"):
            self.write("d.csv", f"v\n{values}\n")
            self.view("d.csv")
            self.assertNotIn(b"nan", self.read("out.svg"))
            self.view("d.csv", "--as", "image")

    # ---- run ----

    def test_members_of_a_run(self):
        self.run_store("u0.a=a.svg,width=4", "u0.b=b.svg", "u0.a=c.png,compare=before")
        self.assertEqual(len(Picture(self.read("a.svg")).images()[0]), 2)
        self.assertIn("93 to 100  NaN 1  inf 1  -inf 0", Picture(self.read("b.svg")).texts)
        width, height, *_ = pictures.read_png(self.read("c.png"))
        self.assertGreater(min(width, height), 300)

    def test_differences_of_a_run(self):
        self.run_store("u0.a=a.svg,compare=before,as=plot", "u0.a=i.svg,compare=before,as=image,range=0/7")
        self.assertIn("after - before", Picture(self.read("a.svg")).texts)
        images = Picture(self.read("i.svg")).images()
        self.assertEqual({colour for row in images[0] for colour in row}, {LOW})
        self.assertEqual(images[2][-1][-1], HIGH)

    def test_channels_of_textures(self):
        self.write("t.asm", "cs_5_0\ndcl_uav_typed_texture2d (float,float,float,float) u0\ndcl_thread_group 1, 1, 1\n"
                            "store_uav_typed u0.xyzw, l(1, 0, 0, 0), l(1.0, 0.5, 0.0, 1.0)\nret\n")
        for name in ("r8g8b8a8_unorm", "r16g16b16a16_float", "r32g32b32a32_float", "r16g16b16a16_snorm"):
            self.sm5("run", "t.asm", "--groups", 1, "-b", f"u0=zero,width=2,height=2,format={name}", "--view", "u0.r=r.svg", "--view", "u0.g=g.svg",
                     "--view", "u0=first.svg")
            self.assertEqual(Picture(self.read("r.svg")).images()[0], [[LOW, HIGH], [LOW, LOW]])
            self.assertEqual(self.read("r.svg").count(b"rect"), self.read("first.svg").count(b"rect"))
            high = next(text for text in Picture(self.read("g.svg")).texts if re.match("0 to ", text)).split()[-1]
            self.assertAlmostEqual(float(high), 0.5, delta=0.003)

    # A block: red in the first row, blue in the second, and 2/3 and 1/3 of red in the others.
    BC1 = struct.pack("<HHI", 0xf800, 0x001f, 0xffaa5500)
    BLOCKS = {"bc1_unorm": BC1, "bc2_unorm": b"\xff" * 8 + BC1, "bc3_unorm": bytes(8) + BC1,
              "bc4_unorm": bytes([255, 0]) + sum((0 if i < 4 else 1 if i < 8 else 2 if i < 12 else 7) << 3 * i for i in range(16)).to_bytes(6, "little")}
    RED = {"bc4_unorm": [1, 0, 6 / 7, 1 / 7]}

    def test_block_compression(self):
        self.write("copy.asm", "cs_5_0\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.xy\n"
                               "dcl_temps 2\ndcl_thread_group 4, 4, 1\nmov r0.xyzw, vThreadID.xyxx\nmov r0.zw, l(0,0,0,0)\n"
                               "ld_indexable(texture2d)(float,float,float,float) r0.x, r0.xyzw, t0.xyzw\nimad r1.x, vThreadID.y, l(4), vThreadID.x\n"
                               "store_structured u0.x, r1.x, l(0), r0.x\nret\n")
        blocks = {**self.BLOCKS, "bc5_snorm": bytes(range(16)), "bc6h_uf16": bytes(range(3, 19)), "bc7_unorm": bytes(range(0x40, 0x50)),
                  "bc7_unorm_srgb": bytes(range(0x20, 0x30))}
        for name, block in blocks.items():
            self.write("t.bin", block)
            self.sm5("run", "copy.asm", "--groups", 1, "-b", f"t0=t.bin,width=4,height=4,format={name}", "-b", "u0=zero,size=16", "-o", "u0=u0.bin",
                     "--view", "t0.r=t.svg", "--view", "u0=u.svg,width=4")
            self.assertEqual(Picture(self.read("t.svg")).images()[0], Picture(self.read("u.svg")).images()[0], name)
            if name in self.BLOCKS:
                red = [round(value * 21) for value in struct.unpack("<16f", self.read("u0.bin"))]
                self.assertEqual(red[::4], [round(value * 21) for value in self.RED.get(name, [1, 0, 2 / 3, 1 / 3])], name)

    def test_dds_files(self):
        self.write("t.dds", dds(6, 4, self.BC1 + bytes(8), dxgi=71))
        rows = self.view("t.dds").images()[0]  # a cell is two texels: the second block has two columns
        self.assertEqual((len(rows), rows[0], rows[1]), (4, [HIGH, HIGH, LOW], [LOW] * 3))
        blue = self.view("t.dds", "--column", "b").images()[0]
        self.assertEqual((blue[0], blue[1]), ([LOW] * 3, [HIGH, HIGH, LOW]))
        self.write("typeless.dds", dds(6, 4, self.BC1 + bytes(8), dxgi=70))
        self.assertEqual(self.view("typeless.dds").images()[0], rows)
        self.assertEqual(set(sum(self.view("t.dds", "--before", "typeless.dds").images()[4], [])), {"#dddddd"})
        self.write("mixed.dds", dds(2, 1, struct.pack("<II", 0x3ff, 0), dxgi=24))
        self.assertEqual(self.view("mixed.dds").images()[0], [[HIGH, LOW]])
        for name, data, column, says in (("t.dds", None, "q", "BC1_UNORM has no channel 'q'; expected one of rgba"),
                                         ("one.dds", dds(4, 4, self.BLOCKS["bc4_unorm"], dxgi=80), "g", "expected one of r"),
                                         ("none.dds", dds(1, 1, bytes(4), dxgi=27), "r", "texels of R8G8B8A8_TYPELESS are not shown"),
                                         ("short.dds", dds(64, 64, self.BC1, dxgi=71), "r", "bytes"), ("bad.dds", b"DDS ", "r", "header")):
            if data:
                self.write(name, data)
            self.refuse("view", name, "--column", column, "-o", "o.svg", says=says, code=WRONG_COMMAND)

    # ---- files ----

    def test_files(self):
        self.write("d.json", json.dumps([{"a": 1, "b": 2}, {"a": 3, "b": 4}]))
        self.assertIn("2 to 4  NaN 0  inf 0  -inf 0", self.view("d.json", "--column", "b").texts)
        self.run_store()
        self.sm5("run", "s.asm", "--groups", 1, "-b", "u0=zero,size=8", "-o", "u0=d.npy")
        self.assertIn("0 to 7  NaN 0  inf 0  -inf 0", self.view("d.npy", "--column", "a").texts)
        head = "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }".ljust(117) + "\n"
        self.write("p.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", 118) + head.encode() + struct.pack("<6H", 0, 1, 2, 3, 4, 65535))
        self.assertEqual([len(row) for row in self.view("p.npy").images()[0]], [3, 3])
        self.assertIn("0 to 65535", self.view("p.npy").texts)

    # ---- what is refused ----

    def test_what_is_refused(self):
        self.write("d.bin", floats(1, 2, 3))
        self.write("odd.bin", b"12345")
        self.write("none.bin", b"")
        self.write("d.csv", "a,b\n1,2\n3,x\n")
        view = ("view", "d.bin", "-o", "o.svg")
        for arguments, says in (((*view, "--width", 2), "3 values are not whole rows of 2"), ((*view, "--range", "1"), "expected LOW/HIGH"),
                                ((*view, "--range", "2/1"), "expected LOW/HIGH"), ((*view, "--range", "0/inf"), "expected LOW/HIGH"),
                                ((*view, "--column", "a"), "no column 'a'"), (("view", "d.bin"), "no output"), (("view",), "no input"),
                                (("view", "d.bin", "-o", "o.jpg"), "expected .png or .svg"), (("view", "odd.bin", "-o", "o.svg"), "not whole floats"),
                                (("view", "none.bin", "-o", "o.svg"), "no values"), (("view", "gone.bin", "-o", "o.svg"), "gone.bin"),
                                (("view", "d.csv", "-o", "o.svg"), "several columns"), (("view", "d.csv", "--column", "c", "-o", "o.svg"), "no column 'c'"),
                                (("view", "d.csv", "--column", "b", "-o", "o.svg"), "line 3: invalid number"),
                                (("view", "d.txt", "-o", "o.svg"), "unknown ending"), ((*view, "--before", "odd.bin"), "not whole floats"),
                                ((*view, "x.bin"), "one input at a time")):
            self.refuse(*arguments, says=says, code=WRONG_COMMAND)
        self.write("e.bin", floats(1))
        self.refuse(*view, "--before", "e.bin", says="expected the same number")
        self.write("s.asm", STORE)
        run = ("run", "s.asm", "--groups", 1, "-b", "u0=zero,size=8", "--view")
        for text, says in (("u0=o.svg", "several members"), ("u0.c=o.svg", "no member 'c'"), ("u0.a", "expected SLOT[.MEMBER]=FILE"),
                           ("u0.a=o.gif", "expected .png or .svg"), ("t9.a=o.svg", "t9"), ("u0.a=o.svg,hue=2", "unknown key 'hue=2'"),
                           ("u0.a=o.svg,width=0", "invalid number '0'"), ("u0.a=o.svg,as=pie", "invalid value 'pie'"),
                           ("u0.a=o.svg,range=x", "expected LOW/HIGH"), ("u0.a=gone/o.svg", "gone")):
            self.refuse(*run, text, says=says)
        self.refuse(*run, "u0.a=o.svg", "-o", "u0=o.svg", says="both write to o.svg")
        self.sm5(*run, "u0.a=o.svg,width=3", expect=WRONG_COMMAND)


if __name__ == "__main__":
    main()
