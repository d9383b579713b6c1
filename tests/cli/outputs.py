"""run: what is written and printed after a run."""
import struct

from command import COPY, COUNT, TYPED, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words
from pictures import read_png

FLOATS = """cs_5_0
dcl_uav_structured u0, 12
dcl_thread_group 1, 1, 1
ret
"""


def reflection():
    """An RDEF chunk: t0 and u0 of structures {float2 "point.xy"; uint count; int "other, thing"}."""
    names, at = b"", {}
    for name in ("in", "out", "$Element", "P", "position", "count", "a,b", "by hand"):
        at[name] = 10000 + len(names)
        names += name.encode() + b"\0"
    head, bindings, buffers = 60, 2 * 32, 2 * 24
    variables = head + bindings + buffers
    types = variables + 40
    kinds = {"struct": (5, 0, 1, 4, 3), "float2": (1, 3, 1, 2, 0), "uint": (0, 19, 1, 1, 0), "int": (0, 2, 1, 1, 0)}
    place = {kind: types + 36 * i for i, kind in enumerate(kinds)}
    members = types + 36 * len(kinds)
    strings = members + 3 * 12
    text = lambda name: strings + at[name] - 10000
    data = struct.pack("<IIIIHHII", 2, head + bindings, 2, head, 0x0500, 0x4353, 0, text("by hand"))
    data += b"RD11" + struct.pack("<7I", 60, 24, 32, 40, 36, 12, 0)
    data += struct.pack("<8I", text("in"), 5, 6, 1, 16, 0, 1, 0) + struct.pack("<8I", text("out"), 6, 6, 1, 16, 0, 1, 0)
    for name in ("in", "out"):
        data += struct.pack("<6I", text(name), 1, variables, 16, 0, 3)
    data += struct.pack("<10I", text("$Element"), 0, 16, 2, place["struct"], 0, 0xffffffff, 0, 0xffffffff, 0)
    for kind, (cls, base, rows, columns, count) in kinds.items():
        data += struct.pack("<6HI4II", cls, base, rows, columns, 0, count, members if count else 0, 0, 0, 0, 0, text("P"))
    for name, kind, offset in (("position", "float2", 0), ("count", "uint", 8), ("a,b", "int", 12)):
        data += struct.pack("<3I", text(name), place[kind], offset)
    data += names
    return b"RDEF" + struct.pack("<I", len(data) + -len(data) % 4) + data + bytes(-len(data) % 4)


def with_chunk(container, chunk):
    """The container with one more chunk in front; its checksum is then wrong, which is a warning."""
    count = struct.unpack_from("<I", container, 28)[0]
    offsets = [o + 4 + len(chunk) for o in struct.unpack_from(f"<{count}I", container, 32)]
    head = container[:24] + struct.pack("<II", len(container) + 4 + len(chunk), count + 1)
    return head + struct.pack(f"<{count + 1}I", 36 + 4 * count, *offsets) + chunk + container[32 + 4 * count:]


class Outputs(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)
        self.write("typed.asm", TYPED)
        self.write("floats.asm", FLOATS)

    def run_copy(self, *arguments, **how):
        return self.sm5("run", "copy.asm", "--groups", 1, "-b", "t0=f32:1/2/3/4/5/6/7/8", "-b", "u0=zero,size=4", *arguments,
                        **how)

    def test_bytes(self):
        self.run_copy("-o", "u0=out.bin", "-o", "t0=in.bin")
        self.assertEqual(self.read("out.bin"), floats(2, 2, 4, 4, 6, 6, 8, 8))
        self.assertEqual(self.read("in.bin"), floats(1, 2, 3, 4, 5, 6, 7, 8))
        self.assertEqual(self.run_copy("-o", "u0=-").bytes, floats(2, 2, 4, 4, 6, 6, 8, 8))

    def test_numpy(self):
        self.run_copy("-o", "u0=out.npy")
        data = self.read("out.npy")
        size = 10 + struct.unpack_from("<H", data, 8)[0]
        self.assertEqual(data[:8], b"\x93NUMPY\x01\x00")
        self.assertIn(b"'shape': (4, 2)", data[:size])
        self.assertEqual(data[size:], floats(2, 2, 4, 4, 6, 6, 8, 8))
        self.sm5("run", "copy.asm", "--groups", 1, "-b", "t0=out.npy", "-b", "u0=zero,size=4")

    def test_csv(self):
        self.run_copy("-o", "u0=out.CSV")
        lines = self.read("out.CSV").decode().splitlines()
        self.assertEqual(lines[0], "index,w0,w0.float,w1,w1.float")
        self.assertEqual(lines[2], "1,1082130432,4,1082130432,4")

    def test_csv_of_typed_views(self):
        self.sm5("run", "typed.asm", "--groups", 0, "-b", "t0=f32:0.5/1/2/3,format=r32g32_float", "-b", "u0=null", "-o", "t0=out.csv")
        self.assertEqual(self.read("out.csv").decode(), "index,r,g\n0,0.5,1\n1,2,3\n")

    def test_csv_of_small_elements(self):
        self.write("x.bin", bytes([1, 2, 255, 255]))
        for form, text in (("r8_unorm", "index,0\n0,1\n1,2\n2,255\n3,255\n"), ("r8g8_unorm", "index,0\n0,513\n1,65535\n")):
            self.sm5("run", "typed.asm", "--groups", 0, "-b", f"t0=x.bin,format={form}", "-b", "u0=null", "-o", "t0=out.csv")
            self.assertEqual(self.read("out.csv").decode(), text)

    def picture(self, *arguments):
        """A run that writes a picture; skips the test when the command was built without libpng."""
        probe = self.sm5("run", "typed.asm", "--groups", 0, "-b", "t0=f32:1,format=r32_float", "-b", "u0=null", "-o",
                         "t0=probe.png,width=1", expect=None)
        if "without libpng" in probe.error:
            self.skipTest("built without libpng")
        self.sm5("run", arguments[0], "--groups", 0, *arguments[1:])

    def test_pictures(self):
        self.write("x.bin", bytes(b for i in range(6) for b in (i, 2 * i, 3 * i, 255)))
        self.picture("typed.asm", "-b", "t0=x.bin,format=r8g8b8a8_unorm", "-b", "u0=null", "-o", "t0=out.png,width=3")
        width, height, channels, rows = read_png(self.read("out.png"))
        self.assertEqual((width, height), (3, 2))
        self.assertEqual(rows[1][:channels][:3], bytes([3, 6, 9]))

    def test_float_pictures(self):
        self.picture("floats.asm", "-b", "u0=f32:0/1/0.5/-1/2/0.2", "-o", "u0=out.png,width=2")
        width, height, channels, rows = read_png(self.read("out.png"))
        self.assertEqual((width, height, channels, rows), (2, 1, 3, [bytes([0, 255, 128, 0, 255, 51])]))

    def test_counters(self):
        self.write("count.asm", COUNT)
        run = ("run", "count.asm", "--groups", 1, "-b", "u0=zero,size=16,counter=3")
        self.sm5(*run, "-o", "u0.counter=n.bin", "-o", "u0.counter=n.csv", "-o", "u0.counter=n.npy")
        self.assertEqual(self.read("n.bin"), words(7))
        self.assertEqual(self.read("n.csv").decode(), "index,counter\n0,7\n")
        self.assertTrue(self.read("n.npy").endswith(words(7)))
        self.assertEqual(self.sm5(*run, "-o", "u0.counter=-").bytes, words(7))
        self.refuse(*run, "-o", "u0.counter=n.png", says="expected a file .npy, .csv or .json")
        self.refuse(*run, "-o", "u1.counter=n.bin", says="nothing is bound to u1")
        result = self.run_copy("-o", "u0.counter=n", expect=WRONG_COMMAND)
        self.assertIn("u0 has no hidden counter", result.error)

    def test_standard_output_has_one_writer(self):
        for options, says in ((("--json", "-", "--print", "u0"), "run: --json - and --print u0 both write to standard output"),
                              (("--json", "-", "-o", "u0=-"), "--json - and -o u0=- both"),
                              (("-o", "u0=-", "-o", "t0=-"), "-o u0=- and -o t0=- both"),
                              (("-o", "u0=-", "--print", "t0"), "-o u0=- and --print t0 both"),
                              (("-o", "u0=-", "--oob", "all"), "-o u0=- and --oob all both")):
            self.assertEqual(self.run_copy(*options, expect=WRONG_COMMAND).bytes, b"")
            self.assertIn(says, self.run_copy(*options, expect=WRONG_COMMAND).error)
        slots = "--groups", 1, "-b", "t0=zero,size=4", "-b", "u0=zero,size=4"
        self.refuse("check", "copy.asm", *slots, "-o", "u0=-", says="check: -o u0=- and the findings both write to standard output")
        self.refuse("bench", "copy.asm", *slots, "-o", "u0=-", says="bench: -o u0=- and the figures both write")
        self.run_copy("--print", "u0", "--print", "t0", "--json", "report.json")
        self.sm5("check", "copy.asm", *slots, "--print", "u0")

    def test_files_have_one_writer(self):
        for options in (("-o", "u0=x", "-o", "t0=x"), ("-o", "u0=x", "--json", "x"), ("-o", "u0=x.png,width=2", "-o", "t0=x.png,width=4")):
            result = self.run_copy(*options, expect=WRONG_COMMAND)
            self.assertIn(" both write to x", result.error)
        self.assertFalse((self.path / "x").exists())
        self.run_copy("-o", "u0=/dev/null", "-o", "t0=/dev/null")

    def test_pictures_that_are_none(self):
        for output, says in (("u0=x.png", "width"), ("u0=x.png,width=0", "width"), ("u0=x.png,width=3", "rows of 3"),
                             ("u0=x.png,width=x", "'x'"), ("u0=x.png,width=2", "not pixels"), ("u0=x.bin,width=2", ".png")):
            result = self.run_copy("-o", output, expect=WRONG_COMMAND)
            self.assertIn(says, result.error)

    def test_mistakes_are_found_before_the_run(self):
        self.write("spin.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nloop\nendloop\nret\n")
        for option, value in (("-o", "u1=x"), ("-o", "u0"), ("-o", "u0="), ("-o", "q0=x"), ("--print", "u1"), ("--print", "u0:x")):
            self.refuse("run", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", option, value)

    def test_unwritable_files(self):
        for name in ("no/such/x.bin", "no/such/x.npy", "no/such/x.csv", "/dev/full"):
            result = self.run_copy("-o", f"u0={name}", expect=WRONG_COMMAND)
            self.assertIn(name, result.error)
        self.assertIn("no/x", self.run_copy("--json", "no/x", expect=WRONG_COMMAND).error)

    def test_nothing_is_written_after_a_fault(self):
        self.write("spin.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nloop\nendloop\nret\n")
        self.sm5("run", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", "--max-steps", 9, "-o", "u0=out", expect=WRONG_PROGRAM)
        self.assertFalse((self.path / "out").exists())

    def test_tables_of_words(self):
        text = self.run_copy("--print", "u0:2").text
        self.assertEqual(text.splitlines(), ["u0: 4 elements of 8 bytes", "       0   1073741824 (2)   1073741824 (2)",
                                             "       1   1082130432 (4)   1082130432 (4)", "     ... 2 more"])

    def run_named(self, *arguments):
        """A run whose program has names for the members of t0 and u0."""
        container = self.sm5("asm", "-", stdin=COPY.replace("0, 8", "0, 16").encode()).bytes
        self.write("named.dxbc", with_chunk(container, reflection()))
        self.write("in.bin", floats(1, 2.5) + words(7, 0xffffffff))
        return self.sm5("run", "named.dxbc", "--groups", 1, "-b", "t0=in.bin", "-b", "u0=zero,size=2", *arguments)

    def test_tables_have_the_members_names(self):
        lines = [line.split() for line in self.run_named("--print", "t0", "--print", "u0:1").text.splitlines()]
        self.assertEqual(lines[1], ["index", "position.x", "position.y", "count", "a,b"])
        self.assertEqual(lines[2], ["0", "1", "2.5", "7", "-1"])
        self.assertEqual(lines[5], ["0", "2", "2.5", "0", "0"])

    def test_files_have_the_members_names(self):
        self.run_named("-o", "t0=out.csv", "-o", "t0=out.npy")
        self.assertEqual(self.read("out.csv").decode(), 'index,position.x,position.y,count,"a,b"\n0,1,2.5,7,-1\n')
        self.assertIn(b"[('position.x', '<f4'), ('position.y', '<f4'), ('count', '<u4'), ('a,b', '<i4'), ]", self.read("out.npy"))

    def test_tables_show_the_view(self):
        result = self.sm5("run", "copy.asm", "--groups", 0, "-b", "t0=u32:1/2/3/4/5/6,first=1,count=1", "-b", "u0=null", "--print",
                          "t0")
        self.assertEqual([line.split()[:2] for line in result.text.splitlines()[1:]], [["0", "3"]])

    def test_tables_have_sixteen_rows(self):
        result = self.sm5("run", "copy.asm", "--groups", 0, "-b", "t0=zero,size=20", "-b", "u0=null", "--print", "t0")
        self.assertEqual(len(result.text.splitlines()), 18)


main()
