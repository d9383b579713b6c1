"""sm5 reduce: the smallest program, groups and buffers with a behaviour, in processes, continued when interrupted."""
import signal
import subprocess
import time

from command import COMMAND, GOOD, WRONG_COMMAND, CommandTest, main

# u0[thread].x = the cycle counter, which differs from run to run; u1 = t0
CYCLES = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 8
dcl_uav_structured u1, 4
dcl_input vThreadID.xyz
dcl_input vCycleCounter.x
dcl_temps 6
dcl_tgsm_structured g0, 16, 64
dcl_thread_group 64, 1, 1
mov r0.xyzw, l(40, 1, 3, 4)
ld_structured r1.x, vThreadID.x, l(0), t0.xxxx
iadd r0.x, r0.x, r1.x
iadd r5.xy, r0.xyxx, l(1, 7, 0, 0)
if_nz r5.x
  mov r2.x, vCycleCounter.x
else
  mov r2.x, l(1)
endif
iadd r2.x, r2.x, cb0[1].x
iadd r2.y, r5.x, r0.x
store_structured u0.xy, vThreadID.x, l(0), r2.xyxx
store_structured u1.x, vThreadID.x, l(0), r5.x
ret
"""
BINDINGS = ("--groups", "4,2", "-b", "t0=iota,size=512", "-b", "u0=zero,size=512", "-b", "u1=zero,size=512", "-b",
            "cb0=u32:0/0/0/0/7/0/0/0")
HAS_IADD = "grep -q 'iadd r[0-9]*.x, r[0-9]*.x, cb0' {}"


class Reduce(CommandTest):
    def reduce(self, *arguments, expect=GOOD):
        return self.sm5("reduce", "p.asm", "-o", "small.asm", *arguments, expect=expect)

    def small(self):
        return self.read("small.asm").decode()

    def test_a_command_selects_what_is_kept(self):
        self.write("p.asm", CYCLES)
        self.reduce("--while", HAS_IADD)
        code = self.small()
        self.assertIn("iadd", code)
        self.assertLessEqual(len(code.splitlines()), 8, code)
        self.sm5("validate", "small.asm")
        self.assertFalse((self.path / "small.asm.state").exists())

    def test_the_result_does_not_depend_on_the_jobs(self):
        self.write("p.asm", CYCLES)
        self.reduce("--while", HAS_IADD, "-j", "1")
        one = self.small()
        self.reduce("--while", HAS_IADD, "-j", "5")
        self.assertEqual(one, self.small())

    def test_groups_and_buffers_shrink_with_a_difference(self):
        self.write("p.asm", CYCLES)
        result = self.reduce("--while-diff", "interp,interp", *BINDINGS)
        self.assertIn("store_structured u0", self.small())
        self.assertNotIn("u1", self.small())
        self.assertIn("--groups 1,1,1 -b u0=small.u0.bin", result.text)
        self.assertEqual(len(self.read("small.u0.bin")), 8)
        again = [word for word in result.text.splitlines() if word.startswith("sm5 diff")][0].split()[1:]
        self.sm5(*again, expect=1)

    def test_a_container_is_reduced_to_a_container(self):
        self.write("p.asm", CYCLES)
        self.sm5("asm", "p.asm", "-o", "p.dxbc")
        keeps = f"'{COMMAND}' dis {{}} | grep -q vCycleCounter.x$"
        self.sm5("reduce", "p.dxbc", "-o", "small.dxbc", "--while", keeps)
        self.assertIn("dcl_input vCycleCounter.x", self.sm5("dis", "small.dxbc").text)

    def test_an_interrupted_reduction_continues(self):
        self.write("p.asm", CYCLES)
        keeps = HAS_IADD.replace("{}", "$1")
        self.write("keeps.sh", "echo . >> count; [ $(wc -l < count) -lt 12 ] || { touch waits; sleep 600; }; " + keeps)
        command = ("--while", "sh keeps.sh {}", "-j", "1")
        with subprocess.Popen([COMMAND, "reduce", "p.asm", "-o", "small.asm", *command], cwd=self.path,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            while not (self.path / "waits").exists():
                self.assertIsNone(running.poll())
                time.sleep(0.01)
            running.terminate()
            running.communicate()
        self.assertEqual(running.returncode, -signal.SIGTERM)
        self.assertTrue((self.path / "small.asm.state").exists())
        before = len(self.small().splitlines())
        self.write("keeps.sh", keeps)
        result = self.reduce(*command)
        self.assertIn("continuing from small.asm", result.error)
        self.assertLess(len(self.small().splitlines()), before)

    def test_a_test_that_does_not_end_fails(self):
        self.write("p.asm", "cs_5_0\ndcl_tgsm_structured g0, 4, 1\ndcl_thread_group 1, 1, 1\nnop\nret\n")
        self.reduce("--while", "grep -q g0 {} || sleep 600", "--timeout", "1")
        self.assertEqual(self.small().split(), "cs_5_0 dcl_tgsm_structured g0, 4, 1 dcl_thread_group 1, 1, 1 ret".split())

    def test_wrong_commands_are_refused(self):
        self.write("p.asm", CYCLES)
        for arguments, says in [
                ((), "expected one of --while COMMAND and --while-diff LIST"),
                (("--while", "true", "--while-diff", "interp,jit"), "expected one of --while COMMAND"),
                (("--while", "true", "--no-check"), "--no-check requires --while-diff"),
                (("--while-diff", "interp,jit"), "--while-diff requires --groups"),
                (("--while", "true", "--timeout", "0"), "expected seconds above 0"),
                (("--while", "true", "-j", "0"), "expected 1 to 1024"),
                (("--while", "false"), "the command does not accept the original"),
                (("--while", "true", "-b", "u9"), "expected SLOT=SOURCE"),
                (("--while-diff", "interp,interp", "--groups", "1", "-b", "cb0=zero,size=1", "--max-steps", "x"),
                 "finds no difference")]:
            with self.subTest(arguments):
                self.assertIn(says, self.reduce(*arguments, expect=WRONG_COMMAND).error)
        self.assertIn("no output; expected -o FILE",
                      self.sm5("reduce", "p.asm", "--while", "true", expect=WRONG_COMMAND).error)
        self.assertIn("no/such", self.sm5("reduce", "p.asm", "-o", "no/such/x.asm", "--while", "true",
                                          expect=WRONG_COMMAND).error)


main()
