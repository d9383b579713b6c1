"""check --numbers: values that leave the finite, and the arithmetic next to it that does not."""
import json

from command import WRONG_PROGRAM, CommandTest, main


def program(*body):
    return "\n".join(["cs_5_0", "dcl_globalFlags refactoringAllowed|enableDoublePrecisionFloatOps|enable11_1DoubleExtensions",
                      "dcl_uav_structured u0, 8", "dcl_input vThreadID.x", "dcl_indexableTemp x0[4], 4", "dcl_temps 4",
                      "dcl_thread_group 4, 1, 1", "mov r0.xyzw, l(0,0,0,0)", "utof r1.x, vThreadID.x", *body, "ret", ""])


class Numbers(CommandTest):
    def findings(self, *body, options=("--numbers",)):
        self.write("program.asm", program(*body))
        run = self.sm5("check", "program.asm", "--groups", "1", "-b", "u0=zero,size=4", *options, "--json", "out.json",
                       expect=None)
        found = json.loads(self.read("out.json"))["findings"]
        self.assertEqual(run.code, WRONG_PROGRAM if found else 0, run.error)
        return found

    def one(self, *body, says, count, thread=(0, 0, 0), instruction=2):
        found = self.findings(*body)
        self.assertEqual([(f["kind"], f["instruction"]["index"], f["count"], tuple(f["thread"])) for f in found],
                         [("number", instruction, count, thread)], found)
        self.assertIn(says, found[0]["message"])
        self.assertTrue(found[0]["clause"])

    def none(self, *body):
        self.assertEqual(self.findings(*body), [])

    def test_off_unless_asked_for(self):
        self.assertEqual(self.findings("rcp r2.x, l(0)", options=()), [])

    def test_division_by_zero(self):
        self.one("div r2.x, l(1.0), r1.x", says="division by zero", count=1)
        self.one("rcp r2.x, r1.x", says="division by zero", count=1)
        self.one("rsq r2.x, r1.x", says="division by zero", count=1)
        self.one("udiv r2.x, r3.x, l(7), vThreadID.x", says="division by zero", count=1)
        self.one("udiv null, r3.x, l(7), vThreadID.x", says="0xffffffff", count=1)

    def test_division_by_a_denormal_and_minus_zero(self):
        self.one("div r2.x, l(1.0), l(0x00000001)", says="division by zero", count=4)
        self.one("rcp r2.x, l(0x80000000)", says="division by zero", count=4)

    def test_division_by_others(self):
        self.none("add r1.x, r1.x, l(1.0)", "div r2.x, l(1.0), r1.x", "rcp r2.x, r1.x", "rsq r2.x, r1.x",
                  "udiv r2.x, r3.x, vThreadID.x, l(7)")

    def test_infinity(self):
        self.one("mul r2.x, l(3e38), r1.x", says="an infinity computed", count=2, thread=(2, 0, 0))
        self.one("log r2.x, r1.x", says="an infinity computed", count=1)
        self.one("exp r2.x, l(200.0)", says="an infinity computed", count=4)
        self.one("dp3 r2.x, l(1e30, 1e30, 0, 0), l(1e30, 0, 0, 0)", says="an infinity computed", count=4)

    def test_nan(self):
        self.one("add r1.x, r1.x, l(-1.0)", "sqrt r2.x, r1.x", says="a NaN computed", count=1, instruction=3)

    def test_what_follows_is_not_told(self):
        self.one("mul r2.x, l(3e38), l(10.0)", "add r2.x, r2.x, l(1.0)", "mul r2.y, r2.x, l(0)", "sqrt r2.z, -r2.x",
                 says="an infinity computed", count=4)

    def test_a_move_makes_nothing(self):
        self.none("mov r2.x, l(0x7f800000)", "mov r2.x, -r2.x", "movc r2.y, vThreadID.x, r2.x, l(1.0)")

    def test_saturated_results_are_finite(self):
        self.none("mul_sat r2.x, l(3e38), l(10.0)")

    def test_destination_is_the_source(self):
        self.one("mov r2.x, l(3e38)", "mul r2.x, r2.x, r2.x", says="an infinity computed", count=4, instruction=3)

    def test_destination_by_index(self):
        self.one("mov r2.x, vThreadID.x", "mul x0[r2.x + 0].x, l(3e38), l(10.0)", says="an infinity computed", count=4,
                 instruction=3)

    def test_lanes_that_are_off(self):
        self.none("if_nz vThreadID.x", "rcp r2.x, r1.x", "endif")

    def test_conversions(self):
        self.one("ftoi r2.x, l(2147483648.0)", says="clamped", count=4)
        self.one("ftoi r2.x, l(-2147484000.0)", says="clamped", count=4)
        self.one("ftoi r2.x, l(0x7fc00000)", says="clamped", count=4)
        self.one("ftou r2.x, l(-1.0)", says="clamped", count=4)
        self.one("ftou r2.x, l(4294967296.0)", says="clamped", count=4)
        self.one("f32tof16 r2.x, l(65536.0)", says="clamped", count=4)

    def test_conversions_that_fit(self):
        self.none("ftoi r2.x, l(-2147483648.0)", "ftoi r2.x, l(2147483520.0)", "ftou r2.x, l(-0.75)",
                  "ftou r2.x, l(4294967040.0)", "f32tof16 r2.x, l(65535.0)", "f32tof16 r2.x, l(0x7f800000)")

    def test_doubles(self):
        self.one("ddiv r2.xy, d(1.0, 0.0), d(0.0, 0.0)", says="division by zero", count=4)
        self.one("dmul r2.xy, d(1e200, 0.0), d(1e200, 0.0)", says="an infinity computed", count=4)
        self.one("dtof r2.x, d(1e200, 0.0)", says="an infinity computed", count=4)
        self.one("dtoi r2.x, d(1e10, 0.0)", says="clamped", count=4)
        self.none("dmul r2.xy, d(1e100, 0.0), d(1e200, 0.0)", "dtoi r2.x, d(1e9, 0.0)")


main()
