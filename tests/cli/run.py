"""run: dispatches, limits, and bindings that do not fit."""
import json
import struct

from command import COPY, COUNT, RAW, SPIN, TYPED, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words


class Run(CommandTest):
    def setUp(self):
        super().setUp()
        for name, text in (("copy", COPY), ("spin", SPIN), ("count", COUNT), ("typed", TYPED), ("raw", RAW)):
            self.write(f"{name}.asm", text)

    def output(self, *arguments):
        """Bytes of u0 after the run."""
        self.sm5("run", *arguments, "-o", "u0=out.bin")
        return self.read("out.bin")

    def test_structs_in_structs_out(self):
        self.write("in.bin", floats(1, 2, 3, 4, 5, 6, 7, 8))
        out = self.output("copy.asm", "--groups", 1, "-b", "t0=in.bin", "-b", "u0=zero,size=4")
        self.assertEqual(out, floats(2, 2, 4, 4, 6, 6, 8, 8))

    def test_containers_run_too(self):
        self.sm5("asm", "copy.asm", "-o", "copy.dxbc")
        out = self.output("copy.dxbc", "--groups", 1, "-b", "t0=f32:1/2", "-b", "u0=zero,size=1")
        self.assertEqual(out, floats(2, 2))

    def test_program_from_standard_input(self):
        self.sm5("run", "-", "--groups", 1, "-b", "t0=f32:1/2", "-b", "u0=zero,size=1", "-o", "u0=out.bin",
                 stdin=COPY.encode())
        self.assertEqual(self.read("out.bin"), floats(2, 2))

    def test_no_groups_run_nothing(self):
        out = self.output("copy.asm", "--groups", "1,0,1", "-b", "t0=f32:1/2", "-b", "u0=u32:7/7")
        self.assertEqual(out, words(7, 7))

    def test_groups_from_a_buffer(self):
        out = self.output("copy.asm", "--groups-from", "t1:4", "-b", "t1=u32:9/2/1/1", "-b", "t0=zero,size=8",
                          "-b", "u0=zero,size=8")
        self.assertEqual(struct.unpack("<16f", out)[::2], (1.0,) * 8)

    def test_first_and_count(self):
        out = self.output("copy.asm", "--groups", 1, "-b", "t0=f32:1/1/2/2/3/3/4/4,first=1,count=2", "-b",
                          "u0=zero,size=4,first=1")
        self.assertEqual(out, floats(0, 0, 3, 2, 4, 3, 1, 0))

    def test_typed_views_convert(self):
        self.write("in.bin", bytes([255, 0, 51, 255]))
        out = self.output("typed.asm", "--groups", 1, "-b", "t0=in.bin,format=r8g8b8a8_unorm", "-b",
                          "u0=zero,size=1,format=R32G32B32A32_FLOAT")
        self.assertEqual(out, floats(1, 0, struct.unpack("<f", struct.pack("<f", 0.2))[0], 1))

    def test_raw_views_and_constants(self):
        out = self.output("raw.asm", "--groups", 1, "-b", "cb0=u32:1/2/3/4", "-b", "u0=zero,size=5")
        self.assertEqual(out, words(2, 2, 2, 2, 0))

    def test_two_views_of_one_buffer(self):
        self.sm5("run", "copy.asm", "--groups", 1, "--buffer", "both=f32:1/1/2/2/3/3/4/4", "-b", "t0=@both,count=2", "-b",
                 "u0=@both,first=2", "-o", "t0=out.bin")
        self.assertEqual(self.read("out.bin"), floats(1, 1, 2, 2, 2, 1, 3, 2))

    def test_null_and_unbound_slots(self):
        result = self.sm5("run", "copy.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=u32:7/7", "-o", "u0=out.bin")
        self.assertEqual(self.read("out.bin"), floats(1, 0))
        self.assertEqual(result.error, "")
        result = self.sm5("run", "copy.asm", "--groups", 1, "-b", "u0=u32:7/7")
        self.assertIn("warning: t0", result.error)

    def test_undeclared_slots_warn(self):
        result = self.sm5("run", "copy.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "-b", "t9=zero,size=1")
        self.assertIn("warning: t9", result.error)

    def test_counters(self):
        self.sm5("run", "count.asm", "--groups", 2, "-b", "u0=zero,size=16,counter=5", "--json", "out.json")
        self.assertEqual(json.loads(self.read("out.json"))["counters"], {"u0": 13})

    def test_counters_start_at_zero(self):
        self.sm5("run", "count.asm", "--groups", 1, "-b", "u0=zero,size=16", "--json", "out.json")
        self.assertEqual(json.loads(self.read("out.json"))["counters"], {"u0": 4})

    def test_json(self):
        result = self.sm5("run", "copy.asm", "--groups", "2,3", "-b", "u0=zero,size=4", "--threads", 1, "--json", "-",
                          "--engine", "interp")
        report = json.loads(result.text)
        self.assertEqual((report["groups"], report["threads"], report["engine"]), ([2, 3, 1], 1, "interp"))
        self.assertGreaterEqual(report["seconds"], 0)
        self.assertTrue(any("t0" in warning for warning in report["warnings"]))

    def test_threads_give_the_same_bytes(self):
        same = {self.output("copy.asm", "--groups", 64, "-b", "t0=rand:1,as=sym,size=256", "-b", "u0=zero,size=256",
                            "--threads", n) for n in (1, 2, 7)}
        self.assertEqual(len(same), 1)

    def test_budgets(self):
        for option, value, says in (("--max-steps", 1000, "1000 steps"), ("--max-seconds", 0.1, "0.1 seconds")):
            result = self.sm5("run", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", option, value,
                              expect=WRONG_PROGRAM)
            self.assertIn(says, result.error)

    def test_bindings_that_do_not_fit(self):
        for t0, says in (("zero,size=4,stride=12", "structures of 8 bytes"), ("zero,size=4,first=5", "first=5"),
                         ("zero,size=4,first=1,count=4", "count=4"), ("zero,size=4,kind=raw", "raw"),
                         ("zero,size=4,kind=typed,format=r32_float", "typed")):
            self.refuse("run", "copy.asm", "--groups", 1, "-b", f"t0={t0}", "-b", "u0=zero,size=4", says=says,
                        code=WRONG_PROGRAM)
        self.refuse("run", "typed.asm", "--groups", 1, "-b", "t0=zero,size=4", says="format", code=WRONG_PROGRAM)

    def test_all_misfits_are_named_at_once(self):
        result = self.sm5("run", "copy.asm", "--groups", 1, "-b", "t0=zero,size=4,kind=raw", "-b",
                          "u0=zero,size=4,first=9", expect=WRONG_PROGRAM)
        self.assertIn("t0", result.error)
        self.assertIn("u0", result.error)

    def test_programs_that_do_not_run(self):
        self.write("ps.asm", "ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0,0,0,0)\nret\n")
        self.refuse("run", "ps.asm", "--groups", 1, says="a ps has no thread groups")
        self.refuse("run", "copy.asm", "--count", 1, says="options of other stages for a compute shader")
        self.write("bad.asm", "cs_5_0\nbogus\n")
        self.sm5("run", "bad.asm", "--groups", 1, expect=WRONG_PROGRAM)

    def test_group_counts(self):
        for value, says in (("65536", "65535"), ("-1", "-1"), ("1,2,3,4", "X,Y,Z"), ("", "''"), ("1,", "''"), ("x", "'x'"),
                            ("99999999999999999999", "65535"), ("1 ", "'1 '")):
            self.refuse("run", "copy.asm", "--groups", value, says=says)

    def test_one_of_two_ways_to_say_groups(self):
        self.refuse("run", "copy.asm", says="--groups")
        self.refuse("run", "copy.asm", "--groups", 1, "--groups-from", "t0", says="--groups-from")

    def test_groups_from_nowhere(self):
        for value, says in (("t3", "nothing is bound to t3"), ("x3", "invalid slot"), ("t0:x", "'x'")):
            self.refuse("run", "copy.asm", "--groups-from", value, "-b", "t0=zero,size=4", says=says)
        for value in ("t0:3", "t0:24"):
            self.sm5("run", "copy.asm", "--groups-from", value, "-b", "t0=zero,size=4", expect=WRONG_COMMAND)

    def test_numbers_out_of_range(self):
        for option, value in (("--threads", "-1"), ("--threads", "1e3"), ("--max-steps", "many"), ("--max-seconds", "0"),
                              ("--max-seconds", "-1"), ("--max-seconds", "nan"), ("--engine", "gpu")):
            self.refuse("run", "copy.asm", "--groups", 1, option, value, says=value)

    def test_classes(self):
        for value in ("fp0", "fp0[0]", "fp0[0]=fp1", "fp0[0]=ft", "fp0[=ft1", "x=y", "fp0=ft1:1/2/3/4/5"):
            self.refuse("run", "copy.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "--class", value, says="fp0[0]=ft1")
        self.refuse("run", "copy.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "--class", "fp0=ft1", says="fp0",
                    code=WRONG_PROGRAM)


main()
