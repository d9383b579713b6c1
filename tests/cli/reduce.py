"""sm5 reduce: the smallest program, groups and buffers with a behaviour, in processes, continued when interrupted."""
import signal
import subprocess
import time

import unittest

from command import COMMAND, CommandTest, EMULATED, GOOD, WRONG_COMMAND, main

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
# o0 = (x + y of the pixel, v1.x)
PIXELS = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v1.x
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input vCycleCounter.x
dcl_output o0.xyzw
dcl_temps 1
add r0.x, v0.x, v0.y
mov o0.xyz, r0.xxxx
mov o0.w, v1.x
ret
"""
# The sum of a triangle's vertices
TRIANGLES = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[3][0].xyzw
dcl_input vPrim
dcl_temps 1
dcl_inputprimitive triangle
dcl_stream m0
dcl_outputtopology pointlist
dcl_output o0.xy
dcl_maxout 1
add r0.x, v[0][0].x, v[1][0].x
add o0.x, r0.x, v[2][0].x
mov o0.y, vPrim
emit_stream m0
ret
"""
# A point of an edge, 8 * u + a constant of the patch
POINTS = """ds_5_0
dcl_hs_max_tessfactor l(8.0)
dcl_input_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
dcl_input vpc0.x
dcl_input vDomain.xy
dcl_input vicp[2][0].x
dcl_output o0.xy
mad o0.x, vDomain.x, l(8.0), vpc0.x
mov o0.y, vicp[1][0].x
ret
""".replace("dcl_hs_max_tessfactor l(8.0)\n", "")
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

    @unittest.skipIf(EMULATED, "an emulator's cycle counter is coarse")
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

    def keep_output(self, output, text):
        """What keeps the text in a file of the output."""
        return "--while", f"'{COMMAND}' run {{}} {{args}} --out {output}={{}}.csv && grep -q '{text}' {{}}.csv"

    def test_rows_of_inputs_are_dropped_at_both_ends(self):
        self.write("p.asm", TRIANGLES)
        self.write("v.csv", "v0.x,v0.y,name\n" + "".join(f"{i},{2 * i},\"a, {i}\"\n" for i in range(30)))
        self.write("p.json", "[" + ", ".join(f'{{"SV_PrimitiveID": {100 + i}}}' for i in range(10)) + "]")
        result = self.reduce("-i", "v.csv", "-i", "p.json", "--missing", "zero", *self.keep_output("m0", ",66,")).text
        self.assertIn("run small.asm -i small.i0.csv -i small.i1.csv --missing zero", result)
        self.assertEqual(self.read("small.i0.csv").decode(), 'v0.x,v0.y,name\n' + "".join(f'{i},{2 * i},"a, {i}"\n' for i in (21, 22, 23)))
        self.assertEqual(self.read("small.i1.csv"), b"SV_PrimitiveID\n107\n")

    def test_domain_points_and_patches_are_reduced(self):
        self.write("p.asm", POINTS)
        self.write("c.csv", "v0.x\n" + "".join(f"{i}\n" for i in range(8)))
        self.write("k.csv", "vpc0.x\n" + "".join(f"{100 * i}\n" for i in range(4)))
        self.write("d.csv", "SV_DomainLocation.x,SV_DomainLocation.y\n" + "".join(f"{i / 8},0\n" for i in range(9)))
        self.reduce("-i", "c.csv", "-i", "k.csv", "-i", "d.csv", "--count", "4", *self.keep_output("out", "[^0-9]203[^0-9]"))
        self.assertEqual(self.read("small.i1.csv"), b"vpc0.x\n200\n")
        self.assertEqual(self.read("small.i2.csv"), b"SV_DomainLocation.x,SV_DomainLocation.y\n0.375,0\n")

    def test_a_rectangle_shrinks_to_the_pixel(self):
        self.write("p.asm", PIXELS)
        self.write("v.csv", "v1.x\n" + "".join(f"{i}\n" for i in range(200)))
        result = self.reduce("-i", "v.csv", "--rect", "3,5,20,10", *self.keep_output("out", ",137$")).text
        self.assertIn("--rect 20,11,1,1", result)
        self.assertEqual(self.read("small.i0.csv"), b"v1.x\n137\n")

    @unittest.skipIf(EMULATED, "an emulator's cycle counter is coarse")
    def test_outputs_of_a_stage_that_differ(self):
        self.write("p.asm", PIXELS.replace("mov o0.w, v1.x", "mov o0.w, vCycleCounter.x"))
        self.write("v.csv", "v1.x\n" + "".join(f"{i}\n" for i in range(200)))
        result = self.reduce("-i", "v.csv", "--rect", "3,5,20,10", "--while-diff", "interp,interp").text
        self.assertIn("--rect 3,5,1,1", result)
        again = [line for line in result.splitlines() if line.startswith("sm5 diff")][0].split()[1:]
        self.sm5(*again, expect=1)

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
        self.write("p.asm", PIXELS)
        for arguments, says in [(("-i", "none.csv"), "none.csv: No such file"), (("--rect", "1,2,3"), "expected X,Y,W,H"),
                                (("--rect", "1,2,3,x"), "--rect: invalid number 'x'"), (("--count", "x"), "invalid number 'x'")]:
            with self.subTest(arguments):
                self.assertIn(says, self.reduce("--while", "true", *arguments, expect=WRONG_COMMAND).error)
        self.assertIn("no output; expected -o FILE",
                      self.sm5("reduce", "p.asm", "--while", "true", expect=WRONG_COMMAND).error)
        self.assertIn("no/such", self.sm5("reduce", "p.asm", "-o", "no/such/x.asm", "--while", "true",
                                          expect=WRONG_COMMAND).error)


main()
