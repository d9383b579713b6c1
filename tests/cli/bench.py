"""bench: its output, the contents of resources after it, and the options that it rejects."""
import json
import struct

from command import COPY, COUNT, SPIN, WRONG_PROGRAM, CommandTest, floats, main

# u0[i] += 1
ADD = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.x, vThreadID.x, l(0), u0.xxxx
iadd r0.x, r0.x, l(1)
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""


class Bench(CommandTest):
    def setUp(self):
        super().setUp()
        for name, text in (("copy", COPY), ("spin", SPIN), ("count", COUNT), ("add", ADD)):
            self.write(f"{name}.asm", text)

    def figures(self, *arguments):
        return json.loads(self.sm5("bench", *arguments, "--json", "-").text)

    def test_json(self):
        figures = self.figures("copy.asm", "--groups", "2,3", "-b", "t0=zero,size=4", "-b", "u0=zero,size=8", "--threads",
                               1, "--repeat", 5, "--engine", "interp")
        self.assertLessEqual(0, figures["min_s"])
        self.assertLessEqual(figures["min_s"], figures["median_s"])
        self.assertLess(0, figures["first_s"])
        self.assertLess(0, figures["compile_ms"])
        self.assertEqual(figures["load_ms"], 0)
        self.assertIs(figures["from_cache"], False)
        self.assertEqual((figures["engine"], figures["threads"]), ("interp", 1))
        self.assertGreaterEqual(figures["lanes"], 4)
        self.assertEqual((figures["groups"], figures["repeat"]), ([2, 3, 1], 5))

    def test_bytes_are_those_of_the_views(self):
        figures = self.figures("copy.asm", "--groups", 1, "-b", "t0=zero,size=10,first=3", "-b",
                               "u0=zero,size=20,first=1,count=4")
        self.assertEqual(figures["bytes"], 8 * 7 + 8 * 4)
        self.assertAlmostEqual(figures["bytes_per_s"] * figures["median_s"], 88, delta=1)

    def test_null_views_have_no_bytes(self):
        self.assertEqual(self.figures("copy.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=zero,size=1")["bytes"], 8)

    def test_text(self):
        text = self.sm5("bench", "copy.asm", "--groups", 1, "-b", "t0=zero,size=4", "-b", "u0=zero,size=4").text
        for word in ("engine", "groups", "median", "minimum", "first", "compile", "load", "views", "GB/s"):
            self.assertIn(word, text)

    def test_dispatches_go_on_from_each_other(self):
        self.sm5("bench", "add.asm", "--groups", 1, "-b", "u0=u32:0/10/20/30", "--repeat", 7, "-o", "u0=out.bin")
        self.assertEqual(struct.unpack("<4I", self.read("out.bin")), (8, 18, 28, 38))

    def test_counters_go_on(self):
        self.sm5("bench", "count.asm", "--groups", 1, "-b", "u0=zero,size=16", "--repeat", 3, "-o", "u0=out.bin")
        self.assertEqual(struct.unpack("<16I", self.read("out.bin")), (0, 1, 2, 3) * 4)

    def test_nothing_is_written_unasked(self):
        before = sorted(p.name for p in self.path.iterdir())
        self.write("in.bin", floats(1, 2))
        self.sm5("bench", "copy.asm", "--groups", 1, "-b", "t0=in.bin", "-b", "u0=in.bin")
        self.assertEqual(sorted(p.name for p in self.path.iterdir()), sorted([*before, "in.bin"]))
        self.assertEqual(self.read("in.bin"), floats(1, 2))

    def test_warnings_come_once(self):
        result = self.sm5("bench", "copy.asm", "--groups", 1, "-b", "u0=zero,size=4", "--repeat", 9)
        self.assertEqual(result.error.count("warning: t0"), 1)

    def test_one_repeat(self):
        figures = self.figures("add.asm", "--groups", 1, "-b", "u0=zero,size=4", "--repeat", 1)
        self.assertEqual(figures["median_s"], figures["min_s"])

    def test_no_groups(self):
        figures = self.figures("add.asm", "--groups", 0, "-b", "u0=zero,size=4", "--repeat", 2)
        self.assertEqual(figures["threads"], 0)

    def test_repeats_out_of_range(self):
        for value, says in (("0", "expected 1 to 1000000"), ("-1", "invalid number '-1'; expected 1 to 1000000"), ("1000001", "1000000"), ("many", "many")):
            self.refuse("bench", "add.asm", "--groups", 1, "--repeat", value, says=says)

    def test_budgets(self):
        result = self.sm5("bench", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", "--max-steps", 1000,
                          expect=WRONG_PROGRAM)
        self.assertIn("1000 steps", result.error)

    def test_files_that_cannot_be_written(self):
        result = self.sm5("bench", "add.asm", "--groups", 1, "-b", "u0=zero,size=4", "--json", "no/such/file",
                                    expect=2)
        self.assertIn("no/such/file", result.error)

    def test_run_takes_no_repeat(self):
        self.refuse("run", "add.asm", "--groups", 1, "--repeat", 2, says="unknown option '--repeat'")


main()
