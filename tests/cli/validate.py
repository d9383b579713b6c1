"""validate, and the verbs that validate first."""
import json

from command import COPY, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

UNDECLARED = COPY.replace("dcl_resource_structured t0, 8\n", "")
LINE = UNDECLARED.splitlines().index(next(l for l in UNDECLARED.splitlines() if "t0" in l)) + 1
MALFORMED = COPY.replace("ret\n", "mov r40.x, l(0)\nret\n")
NONCONFORMING = COPY.replace("l(0), t0", "l(0, 4, 4, 4), t0").replace("l(0), r0", "l(0, 4, 4, 4), r0")
ODD = COPY.replace("l(0), t0", "l(2), t0")


class Validate(CommandTest):
    def validate(self, text, *options, expect=0):
        self.write("x.asm", text)
        return self.sm5("validate", "x.asm", *options, expect=expect)

    def test_silent_on_a_good_program(self):
        result = self.validate(COPY)
        self.assertEqual((result.text, result.error), ("", ""))

    def test_errors_have_a_place_a_section_and_a_code(self):
        result = self.validate(UNDECLARED, expect=WRONG_PROGRAM)
        first, line, caret = result.error.splitlines()
        column = line.index("t0") - 3
        self.assertTrue(first.startswith(f"x.asm:{LINE}:{column}: "), first)
        self.assertIn("error: t0 is used but not declared (D3D11.3 22.3) [validate-undeclared, malformed]", first)
        self.assertEqual(caret.index("^"), line.index("t0"))

    def test_bytecode_shows_the_instruction(self):
        self.write("x.asm", UNDECLARED)
        self.sm5("asm", "x.asm", "-o", "x.dxbc")
        result = self.sm5("validate", "x.dxbc", expect=WRONG_PROGRAM)
        self.assertRegex(result.error, r"x\.dxbc: SHEX token \d+: instruction 0: error: ")
        self.assertIn("ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx", result.error)

    def test_warnings_are_no_errors(self):
        result = self.validate(ODD)
        self.assertIn("warning: ", result.error)
        self.assertEqual(self.validate(ODD, "--errors-only").error, "")

    def test_json(self):
        self.validate(UNDECLARED, "--json", "out.json", expect=WRONG_PROGRAM)
        problems = json.loads(self.read("out.json"))["problems"]
        self.assertEqual(len(problems), 1)
        self.assertEqual({k: problems[0][k] for k in ("code", "severity", "class", "clause", "line", "token")},
                         {"clause": "D3D11.3 22.3", "class": "malformed", "code": "validate-undeclared", "severity": "error", "line": LINE, "token": None})
        self.validate(COPY, "--json", "out.json")
        self.assertEqual(json.loads(self.read("out.json")), {"problems": []})

    def test_text_that_is_none(self):
        self.validate("cs_5_0\nfrob\n", expect=WRONG_PROGRAM)

    def test_runs_stop_at_malformed_programs(self):
        self.write("x.asm", MALFORMED)
        where = ("x.asm", "--groups", "1", "-b", "t0=zero,size=8", "-b", "u0=zero,size=8")
        for verb in ("run", "check", "bench"):
            for options in ((), ("--strict",)):
                result = self.sm5(verb, *where, *options, expect=WRONG_PROGRAM)
                self.assertIn("[validate-temp, malformed]", result.error)
                self.assertIn("--no-validate skips this check", result.error)
            self.assertNotIn("validate", self.sm5(verb, *where, "--no-validate").error)

    def test_runs_warn_of_nonconforming_programs(self):
        self.write("x.asm", NONCONFORMING)
        where = ("x.asm", "--groups", "1", "-b", "t0=zero,size=8", "-b", "u0=zero,size=8")
        for verb in ("run", "check", "bench"):
            result = self.sm5(verb, *where)
            self.assertEqual(result.error.count("warning:"), 1, result.error)
            self.assertIn("x.asm: warning: 2 nonconforming instructions, see sm5 validate", result.error)
            result = self.sm5(verb, *where, "--strict", expect=WRONG_PROGRAM)
            self.assertIn("[validate-one-component, nonconforming]", result.error)
            self.assertIn("it runs without --strict", result.error)
            self.assertEqual(self.sm5(verb, *where, "--no-validate").error, "")
        self.refuse("run", *where, "--strict", "--no-validate", says="exclude each other")

    def test_undeclared_textures_are_unbound(self):
        self.write("x.asm", """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 16
dcl_temps 2
dcl_thread_group 1, 1, 1
sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t3.xyzw, s2, l(0)
iadd r0.xyzw, r0.xyzw, l(7, 7, 7, 7)
store_structured u0.xyzw, l(0), l(0), r0.xyzw
ret
""")
        where = ("x.asm", "--groups", "1", "-b", "u0=zero,size=1", "-o", "u0=u0.bin")
        self.sm5("run", *where, expect=WRONG_PROGRAM)
        for engine in ("interp", "auto"):
            self.sm5("run", *where, "--no-validate", "--engine", engine)
            self.assertEqual(self.read("u0.bin"), b"\7\0\0\0" * 4)

    def case(self, text):
        self.write("x.asm", text)
        self.write("case.yaml", """shader: x.asm
dispatches: [{groups: [1]}]
bindings:
  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, 2, 1, 2, 1, 2, 1, 2]}}
  - {slot: u0, kind: structured, stride: 8, first: 0, count: 1, expect: {type: f32, values: [2, 2]}}
""")

    def test_tests_stop_at_malformed_programs(self):
        self.case(MALFORMED)
        result = self.sm5("test", "case.yaml", expect=WRONG_PROGRAM)
        self.assertIn("validate-temp", result.text)
        self.assertIn("--no-validate skips this check", result.text)
        self.sm5("test", "case.yaml", "--no-validate")

    def test_tests_warn_of_nonconforming_programs(self):
        self.case(NONCONFORMING)
        self.assertIn("warning: 1 nonconforming program, see sm5 validate", self.sm5("test", "case.yaml").error)
        result = self.sm5("test", "case.yaml", "--strict", expect=WRONG_PROGRAM)
        self.assertIn("it runs without --strict", result.text)
        self.assertEqual(self.sm5("test", "case.yaml", "--no-validate").error, "")

    def test_warnings_do_not_disturb_a_run(self):
        self.write("x.asm", ODD)
        result = self.sm5("run", "x.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4")
        self.assertEqual(result.error, "")

    def test_a_json_file_that_cannot_be_written(self):
        self.write("x.asm", COPY)
        self.refuse("validate", "x.asm", "--json", "no/such/folder", says="no/such", code=WRONG_COMMAND)


main()
