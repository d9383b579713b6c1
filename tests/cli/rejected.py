"""Code that LLVM's verifier rejects is an error of sm5 on every engine that compiles, never a program that is not supported. Runs with
a plugin that breaks each module (tests/jit/rejected.c)."""
from command import COPY, GOOD, WRONG_PROGRAM, CommandTest, main

BINDINGS = ("--groups", 4, "-b", "t0=rand:1,as=sym,size=16", "-b", "u0=zero,size=16", "--no-cache")
CASE = """shader_text: |
  cs_5_0
  dcl_uav_structured u0, 4
  dcl_input vThreadID.x
  dcl_thread_group 4, 1, 1
  store_structured u0.x, vThreadID.x, l(0), vThreadID.x
  ret
dispatches:
  - groups: [1, 1, 1]
bindings:
  - {slot: u0, kind: structured, stride: 4, count: 4, file: {type: u32, values: [9, 9, 9, 9]}, expect: {type: u32, values: [0, 1, 2, 3]}}
"""
REJECTED = "[jit-rejected]"


class Rejected(CommandTest):
    def test_cases_fail(self):
        self.write("case.yaml", CASE)
        self.sm5("test", "case.yaml", "--engine", "interp")
        for engine in ("jit", "auto"):
            result = self.sm5("test", "case.yaml", "--engine", engine, "--no-cache", expect=WRONG_PROGRAM)
            self.assertIn("0 passed, 1 failed", result.text)
            self.assertIn("LLVM rejects", result.text)
            self.assertIn("unterminated", result.text)

    def test_dispatches_fail(self):
        self.write("copy.asm", COPY)
        for engine in ("jit", "auto"):
            result = self.sm5("run", "copy.asm", *BINDINGS, "--engine", engine, expect=WRONG_PROGRAM)
            self.assertIn(REJECTED, result.error)
        self.sm5("run", "copy.asm", *BINDINGS, "--engine", "interp")

    def test_random_programs_fail(self):
        result = self.sm5("random", "--engines", "interp,jit", "--count", 2, expect=WRONG_PROGRAM)
        self.assertIn("unterminated", result.text + result.error)
        result = self.sm5("random", "--engines", "interp,jit-8", "--count", 2, expect=WRONG_PROGRAM)
        self.assertIn("unterminated", result.text + result.error)

    def test_dumps_fail(self):
        self.write("copy.asm", COPY)
        self.assertIn(REJECTED, self.sm5("run", "copy.asm", "--dump", "asm", expect=WRONG_PROGRAM).error)


main()
