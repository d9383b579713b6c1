"""validate, and the verbs that validate first."""
import json

from command import COPY, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

UNDECLARED = COPY.replace("dcl_resource_structured t0, 8\n", "")
LINE = UNDECLARED.splitlines().index(next(l for l in UNDECLARED.splitlines() if "t0" in l)) + 1
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
        self.assertIn("error: t0 is used but not declared (D3D11.3 22.3) [validate-undeclared]", first)
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
        self.assertEqual({k: problems[0][k] for k in ("code", "severity", "clause", "line", "token")},
                         {"clause": "D3D11.3 22.3", "code": "validate-undeclared", "severity": "error", "line": LINE, "token": None})
        self.validate(COPY, "--json", "out.json")
        self.assertEqual(json.loads(self.read("out.json")), {"problems": []})

    def test_text_that_is_none(self):
        self.validate("cs_5_0\nfrob\n", expect=WRONG_PROGRAM)

    def test_run_validates_first(self):
        self.write("x.asm", COPY.replace("refactoringAllowed", "skipOptimization").replace("add r0", "add [precise] r0"))
        where = ("x.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4")
        for verb in ("run", "check", "bench"):
            result = self.sm5(verb, *where, expect=WRONG_PROGRAM)
            self.assertIn("[validate-precise]", result.error)
            self.sm5(verb, *where, "--no-validate")

    def test_test_validates_first(self):
        self.write("case.yaml", """shader: x.asm
dispatches: [{groups: [1]}]
bindings:
  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, 2, 1, 2, 1, 2, 1, 2]}}
  - {slot: u0, kind: structured, stride: 8, first: 0, count: 1, expect: {type: f32, values: [2, 2]}}
""")
        self.write("x.asm", COPY.replace("refactoringAllowed", "skipOptimization").replace("add r0", "add [precise] r0"))
        self.assertIn("validate-precise", self.sm5("test", "case.yaml", expect=WRONG_PROGRAM).text)
        self.sm5("test", "case.yaml", "--no-validate")

    def test_warnings_do_not_disturb_a_run(self):
        self.write("x.asm", ODD)
        result = self.sm5("run", "x.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4")
        self.assertEqual(result.error, "")

    def test_a_json_file_that_cannot_be_written(self):
        self.write("x.asm", COPY)
        self.refuse("validate", "x.asm", "--json", "no/such/folder", says="no/such", code=WRONG_COMMAND)


main()
