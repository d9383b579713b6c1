"""sm5 debug: scripts of commands and what they print."""
import os
import pty
import select
import time

from command import COMMAND, COPY, SPIN, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words

# Thread i of a group of four adds g0[i] to g0[0] by a loop; u0[group] is the sum.
SUM = """cs_5_0
// sm5: struct u0 float sum; uint count
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 8
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_input vThreadID.x
dcl_temps 2
dcl_tgsm_structured g0, 4, 4
dcl_thread_group 4, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
if_z vThreadIDInGroupFlattened.x
  mov r1.xy, l(0, 0, 0, 0)
  loop
    uge r1.z, r1.y, l(4)
    breakc_nz r1.z
    ld_structured r0.x, r1.y, l(0), g0.xxxx
    add r1.x, r1.x, r0.x
    iadd r1.y, r1.y, l(1)
  endloop
  store_structured u0.x, vThreadGroupID.x, l(0), r1.x
  store_structured u0.x, vThreadGroupID.x, l(4), r1.y
endif
ret
"""
START = "group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 12\n=>     0  ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"


class Debug(CommandTest):
    def debug(self, *commands, program=SUM, more=(), expect=0):
        """What the commands print after the first position."""
        self.write("p.asm", program)
        self.write("in.bin", floats(1, 2, 3, 4, 5, 6, 7, 8))
        self.write("script", "\n".join(commands) + "\n")
        bound = ("--groups", "2", "-b", "t0=in.bin", "-b", "u0=zero,size=2")
        return self.sm5("debug", "p.asm", *bound, "-x", "script", "--batch", *more, expect=expect).text.removeprefix(START)

    def test_why(self):
        """A register at a position, which stays the same; values that were assigned."""
        text = self.debug("break *9", "continue", "continue", "set r0.x = 7", "stepi", "why r1.x", "where")
        self.assertIn("r1.x = 8 from r1.x = 1 (#", text)
        self.assertIn("r0.x = 7 (assigned)", text)
        self.assertTrue(text.endswith("#0       10  iadd r1.y, r1.y, l(1)\n"), text)
        self.assertIn("expected an expression", self.debug("why", expect=WRONG_COMMAND))

    def test_steps(self):
        self.assertEqual(self.debug("stepi 2", "rsi", "next", "until", "step"), """(sm5) stepi 2
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 14
=>     2  sync_g_t
(sm5) rsi
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 13
=>     1  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
(sm5) next
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 14
=>     2  sync_g_t
(sm5) until
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 15
=>     3  if_z vThreadIDInGroupFlattened.x
(sm5) step
group (0,0,0), thread (0,0,0), 1 of 4 threads active, line 16
=>     4  mov r1.xy, l(0,0,0,0)
""")

    def test_breakpoints(self):
        self.assertEqual(self.debug("break *9 if r1.y == 2", "c", "p r1", "info breakpoints", "delete 1", "tbreak 24", "c", "c"),
                         """(sm5) break *9 if r1.y == 2
Breakpoint 1: *9 if r1.y == 2
(sm5) c
Breakpoint 1
group (0,0,0), thread (0,0,0), 1 of 4 threads active, line 21
=>     9  add r1.x, r1.x, r0.x
(sm5) p r1
r1 = (3, 2, false, 0x00000000)
(sm5) info breakpoints
1   instruction 9 if r1.y == 2, hits: 1
(sm5) delete 1
(sm5) tbreak 24
Breakpoint 2: 24
(sm5) c
Breakpoint 2
group (0,0,0), thread (0,0,0), 1 of 4 threads active, line 24
=>    12  store_structured u0.x, vThreadGroupID.x, l(0), r1.x
(sm5) c
The dispatch has ended.
""")

    def test_watchpoints_both_ways(self):
        self.assertEqual(self.debug("watch u0[1].sum", "c", "rc", "rc", "info position"), """(sm5) watch u0[1].sum
Watchpoint 1: u0[1].sum
(sm5) c
Watchpoint 1: u0[1].sum: 0 -> 26, by instruction 12 in thread (0,0,0)
group (1,0,0), thread (0,0,0), 1 of 4 threads active, line 25
=>    13  store_structured u0.x, vThreadGroupID.x, l(4), r1.y
(sm5) rc
Watchpoint 1: u0[1].sum: 0 -> 26, by instruction 12 in thread (0,0,0)
group (1,0,0), thread (0,0,0), 1 of 4 threads active, line 24
=>    12  store_structured u0.x, vThreadGroupID.x, l(0), r1.x
(sm5) rc
The start of the dispatch.
""" + START + "(sm5) info position\ntime 0, group (0,0,0), 4 active of 4 live threads\n")

    def test_values(self):
        self.assertEqual(self.debug("group 1", "barrier", "p g0[3]", "p/x g0[3]", "x/2f g0[1]", "p u0[0]", "thread 2", "p r0.x + 1",
                                    "p vThreadID", "thread all", "info lanes"), """(sm5) group 1
group (1,0,0), thread (0,0,0), 4 of 4 threads active, line 12
=>     0  ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
(sm5) barrier
group (1,0,0), thread (0,0,0), 4 of 4 threads active, line 14
=>     2  sync_g_t
(sm5) p g0[3]
g0[3] = 8
(sm5) p/x g0[3]
g0[3] = 0x41000000
(sm5) x/2f g0[1]
g0[1] = 6
g0[2] = 7
(sm5) p u0[0]
u0[0].sum = 10
u0[0].count = 4
(sm5) thread 2
group (1,0,0), thread (2,0,0), 4 of 4 threads active, line 14
=>     2  sync_g_t
(sm5) p r0.x + 1
r0.x + 1 = 8
(sm5) p vThreadID
vThreadID = (6, 0, 0)
(sm5) thread all
group (1,0,0), thread (0,0,0), 4 of 4 threads active, line 14
=>     2  sync_g_t
(sm5) info lanes
# active, . waiting, - returned, ? before or after; @ or o: thread (0,0,0)
   0,0,0 @###
""")

    def test_set_changes_the_result(self):
        self.debug("barrier", "set g0[1] = 10.0", "c", more=("-o", "u0=out.bin"))
        self.assertEqual(self.read("out.bin"), floats(18) + words(4) + floats(26) + words(4))

    TEXELS = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_typed_texture2d (float,float,float,float) u0
dcl_uav_typed_buffer (uint,uint,uint,uint) u1
dcl_resource_texture2d (float,float,float,float) t0
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(0)
ld_uav_typed_indexable(texture2d)(float,float,float,float) r0.xyzw, l(1,0,0,0), u0.xyzw
ret
"""

    def texels(self, layout, *commands, expect=0):
        self.write("p.asm", self.TEXELS)
        self.write("script", "\n".join(commands) + "\n")
        return self.sm5("debug", "p.asm", "--groups", "1", "-x", "script", "--batch", "-b", f"u0=zero,width=2,height=1,format={layout}",
                        "-b", "u1=u32:0x04030201,format=R8_UINT", "-b", "t0=zero,width=1,height=1,format=R8G8B8A8_UNORM_SRGB", expect=expect).text

    def test_set_narrow_channels(self):
        """As a store converts them: clamped, toward zero. The other channels keep their bits, also on the way back."""
        for layout, after in (("R8G8B8A8_UNORM", "(1, 0.749019623, 0, 0)"), ("R10G10B10A2_UNORM", "(1, 0.749755621, 0, 0)"),
                              ("R11G11B10_FLOAT", "(3, 0.75, 0, 1)"), ("R16G16_FLOAT", "(3, 0.75, 0, 1)"),
                              ("R16G16B16A16_SNORM", "(1, 0.749992371, 0, 0)"), ("B5G6R5_UNORM", "(1, 0.746031761, 0, 1)")):
            text = self.texels(layout, "next", "set u0[1,0].x = 3", "set u0[1,0].y = 0.75", "print u0[1,0]", "next",
                               "print asfloat(r0.x)", "print asfloat(r0.y)", "reverse-next", "print u0[1,0]", "reverse-next", "print u0[1,0].x",
                               "next", "print u0[1,0]", "why u0[1,0].x")
            first = after.strip("()").split(", ")
            self.assertEqual(text.count(f"u0[1,0] = {after}"), 3, text)
            self.assertIn(f"u0[1,0].x = {first[0]} (assigned)", text)
            self.assertIn("print u0[1,0].x\nu0[1,0].x = 0\n", text)
            for word, value in zip("xy", first):
                self.assertRegex(text, rf"\(sm5\) print asfloat\(r0.{word}\)\n.*= {value}\n")

    def test_set_bytes(self):
        """Elements of 8 bits beside each other in a word."""
        text = self.texels("R32_FLOAT", "set u1[1] = 300", "set u1[2].x = 7", "print u1[0]", "print u1[1]", "print u1[2]", "print u1[3]")
        self.assertEqual([line for line in text.splitlines() if line.startswith("u1")], ["u1[0] = 1", "u1[1] = 255", "u1[2] = 7", "u1[3] = 4"])

    def test_set_of_what_is_no_place(self):
        for place in ("t0[0,0].x", "u0[0,0].y", "1 + 2", "u0[0,0].x + 1"):
            self.texels("R8_SNORM", f"set {place} = 1", expect=WRONG_COMMAND)

    def test_findings(self):
        text = self.debug("catch findings", "c", program=SUM.replace("uge r1.z, r1.y, l(4)", "uge r1.z, r1.y, l(5)"))
        self.assertIn("The next instruction: oob-tgsm g0: outside the g#", text)
        self.assertIn("=>     8  ld_structured r0.x, r1.y", text)

    def test_a_stopped_program(self):
        text = self.debug("c", "rsi", program=SPIN, more=("--max-steps", "50"))
        self.assertIn("The program was stopped.\nerror: group (0,0,0): the limit of 50 steps is exceeded\n", text)

    def test_an_empty_line_repeats(self):
        self.write("p.asm", SUM)
        bound = ("--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=1")
        text = self.sm5("debug", "p.asm", *bound, stdin=b"# a comment\n  stepi \nquit\nstepi\n").text
        self.assertIn("=>     1 ", text)
        self.assertNotIn("=>     2 ", text)

    def test_an_interrupt_stops_the_program_not_the_debugger(self):
        self.write("p.asm", SPIN)
        command, terminal = pty.fork()
        if command == 0:
            os.chdir(self.path)
            os.execv(COMMAND, [COMMAND, "debug", "p.asm", "--groups", "1"])
        shown = ""

        def wait_for(text, *sent):
            """Sends each text after the other until `text` is shown: Ctrl-C discards what is typed and not yet read."""
            nonlocal shown
            end = time.monotonic() + 100
            turn = 0
            while text not in shown and time.monotonic() < end:
                if sent:
                    os.write(terminal, sent[turn % len(sent)])
                turn += 1
                while text not in shown and select.select([terminal], [], [], 0.5)[0]:
                    shown += os.read(terminal, 4096).decode(errors="replace")
            self.assertIn(text, shown)
            shown = shown.split(text, 1)[1]

        wait_for("(sm5) ")
        wait_for("Interrupted.\r\n", b"continue\n", b"\x03")
        wait_for("(sm5) ")
        wait_for("1 active of 1 live", b"info position\n")
        os.write(terminal, b"quit\n")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(command, 0)[1]), 0)
        os.close(terminal)

    def test_help(self):
        text = self.debug("help", "help x")
        for name in ("reverse-continue", "watch", "backtrace", "display"):
            self.assertIn(name, text)
        self.assertIn("x /COUNT[FORMAT] ELEMENT (x)\n", text)
        self.assertTrue(all(len(line) <= 120 for line in text.splitlines()))

    def test_wrong_commands(self):
        for command, message in (("foo", "unknown or ambiguous command 'foo'"), ("re", "ambiguous"), ("print", "expected an expression"),
                                 ("print r9.x", "register that is not declared at 'r9.x'"), ("print/q r0", "unknown format 'q'"),
                                 ("break 3", "no instruction of line 3"), ("break *99", "no instruction 99; expected 0 to 15"),
                                 ("watch 1 + 1", "cannot be watched"), ("thread 9", "no thread (9,0,0)"), ("group 5", "no group (5,0,0)"),
                                 ("set r0.x", "expected PLACE = EXPRESSION"), ("x/0f u0[0]", "expected x/COUNT"), ("info foo", "info: expected"),
                                 ("delete 7", "no breakpoint '7'"), ("catch all", "expected findings"), ("catch race,foo", "not 'foo'"), ("list 99", "no instruction 99")):
            text = self.debug(command, "stepi", expect=WRONG_COMMAND)
            self.assertIn("error: ", text)
            self.assertIn(message, text)
            self.assertNotIn("(sm5) stepi", text)

    def test_log_points_and_hits(self):
        self.assertEqual(self.debug("dprintf *9,sum {r1.x}, {r1.xy} of {vThreadIDInGroupFlattened}", "break *9", "ignore 2 2", "c",
                                    "info breakpoints"), """(sm5) dprintf *9,sum {r1.x}, {r1.xy} of {vThreadIDInGroupFlattened}
Log point 1: *9,sum {r1.x}, {r1.xy} of {vThreadIDInGroupFlattened}
(sm5) break *9
Breakpoint 2: *9
(sm5) ignore 2 2
(sm5) c
sum 0, (0, 0) of 0
sum 1, (1, 1) of 0
sum 3, (3, 2) of 0
Breakpoint 2
group (0,0,0), thread (0,0,0), 1 of 4 threads active, line 21
=>     9  add r1.x, r1.x, r0.x
(sm5) info breakpoints
1   instruction 9 prints sum {r1.x}, {r1.xy} of {vThreadIDInGroupFlattened}, hits: 3
2   instruction 9, hits: 3
""")
        self.assertIn("equal\n(sm5)", self.debug("dprintf *1,equal", "c", "q"))
        for wrong, message in (("dprintf *9", "PLACE,TEXT"), ("dprintf *9,{r9}", "not declared"), ("dprintf *9,{r0", "expected }"),
                               ("dprintf *99,a", "no instruction 99"), ("ignore 7 1", "no breakpoint '7'")):
            self.assertIn(message, self.debug(wrong, expect=WRONG_COMMAND))

    def test_all_threads_at_once(self):
        self.assertEqual(self.debug("stepi", "set/all r0.x = vThreadID.x * 10 + 5", "info lanes r0.x", "reverse-write r0.x"),
                         """(sm5) stepi
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 13
=>     1  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
(sm5) set/all r0.x = vThreadID.x * 10 + 5
(sm5) info lanes r0.x
   0,0,0  5 15 25 35
(sm5) reverse-write r0.x
r0.x: 0 -> 5, by instruction 0
group (0,0,0), thread (0,0,0), 4 of 4 threads active, line 12
=>     0  ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
""")
        self.assertIn("set/all", self.debug("set/some r0.x = 1", expect=WRONG_COMMAND))
        self.assertIn("Watchpoint 1: u0[0].sum: 0 -> 10", self.debug("wwatch u0[0].sum", "c"))

    def test_texels_and_counters(self):
        self.write("t.asm", "cs_5_0\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_uav_structured_opc u0, 4\ndcl_temps 1\n"
                   "dcl_thread_group 1, 1, 1\nld r0.xyzw, l(1, 1, 0, 0), t0.xyzw\nimm_atomic_alloc r0.z, u0\n"
                   "store_structured u0.x, r0.z, l(0), r0.y\nret\n")
        self.write("t.bin", floats(*range(8)))
        self.write("script", "p t0[1,1]\nset t0[1,1].y = 9.5\nset u0.counter = 2\nwatch u0.counter\nc\nc\np asfloat(u0[2])\nrun\np u0.counter\n"
                   "goto 1\nrs\ndelete\nset t0[0,1].x = 3\np t0[0,1].x\n")
        text = self.sm5("debug", "t.asm", "--groups", "1", "-b", "t0=t.bin,width=2,height=2,format=r32g32_float", "-b", "u0=zero,size=4,counter=0",
                        "-x", "script", "--batch").text
        for line in ("t0[1,1] = (6, 7, 0, 1)", "Watchpoint 1: u0.counter: 2 -> 3, by instruction 1", "asfloat(u0[2]) = 9.5", "t0[0,1].x = 3",
                     "u0.counter = 2"):
            self.assertIn(line, text)

    def test_kinds_of_findings(self):
        race = SUM.replace("sync_g_t\n", "")
        self.assertIn("The next instruction: race", self.debug("catch findings", "c", program=race))
        self.assertIn("The dispatch has ended", self.debug("catch barrier, oob-tgsm", "c", program=race))
        nan = SUM.replace("add r1.x, r1.x, r0.x", "div r1.x, l(0.0), l(0.0)")
        self.assertIn("The dispatch has ended", self.debug("catch findings", "c", program=nan))
        self.assertRegex(self.debug("catch number", "info breakpoints", "c", program=nan),
                         r"(?s)1   findings    number, hits: 0.*The next instruction: number.*=>     9  div")

    def stage(self, program, options, *commands, expect=0):
        self.write("s.asm", program)
        self.write("script", "\n".join(commands) + "\n")
        return self.sm5("debug", "s.asm", *options, "-x", "script", "--batch", expect=expect).text

    def test_vertices(self):
        program = ("vs_5_0\ndcl_input v0.xy\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
                   "add r0.x, v0.x, v0.y\nif_nz v0.x\nmov r0.x, l(9.0)\nendif\nmov o0.xyzw, r0.xxxx\nret\n")
        self.write("v.csv", "v0.x,v0.y\n0,1\n2,3\n0,5\n")
        text = self.stage(program, ("-i", "v.csv", "--print", "out"), "stepi 2", "info lanes", "vertex 1", "p v", "watch o0.x", "c",
                          "vertex 9", expect=WRONG_COMMAND)
        self.assertIn("""(sm5) stepi 2
batch 0, vertex 1, 1 of 3 threads active, line 7
=>     2  mov r0.x, l(9.000000)
(sm5) info lanes
# active, . waiting, - returned; @ or o: vertex 1
       0 .@.
(sm5) vertex 1
batch 0, vertex 1, 1 of 3 threads active, line 7
=>     2  mov r0.x, l(9.000000)
(sm5) p v
v = (2, 3)
(sm5) watch o0.x
Watchpoint 1: o0.x
(sm5) c
Watchpoint 1: o0.x: 0 -> 9, by instruction 4
batch 0, vertex 1, 3 of 3 threads active, line 10
=>     5  ret
(sm5) vertex 9
error: no vertex 9; the run has 3
""", text)

    def test_a_wrong_command_writes_no_outputs_of_a_stage(self):
        self.write("v.csv", "v0.x\n1\n")
        program = "vs_5_0\ndcl_input v0.x\ndcl_output o0.x\nmov o0.x, v0.x\nret\n"
        self.stage(program, ("-i", "v.csv", "--out", "out.csv"), "foo", expect=WRONG_COMMAND)
        self.assertFalse((self.path / "out.csv").exists())

    def test_patches(self):
        program = ("hs_5_0\nhs_decls\ndcl_input_control_point_count 2\ndcl_output_control_point_count 2\ndcl_tessellator_domain domain_isoline\n"
                   "dcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive output_line\n"
                   "hs_control_point_phase\ndcl_input vOutputControlPointID\ndcl_input v[2][0].x\ndcl_output o0.x\n"
                   "mov o0.x, v[vOutputControlPointID.x][0].x\nret\nhs_fork_phase\ndcl_hs_fork_phase_instance_count 3\n"
                   "dcl_input vForkInstanceID\ndcl_output_siv o0.x, finalLineDensityTessFactor\ndcl_output_siv o1.x, finalLineDetailTessFactor\n"
                   "mov o0.x, l(2.0)\nmov o1.x, vForkInstanceID.x\nret\n")
        self.write("p.csv", "v0.x\n1\n2\n3\n4\n")
        text = self.stage(program, ("-i", "p.csv", "--missing", "zero"), "patch 1,1", "p v[1][0].x", "finish", "info lanes", "p vForkInstanceID",
                          "patch all", "info position", "thread 9", expect=WRONG_COMMAND)
        self.assertIn("batch 0, patch 1, control point 1, control point phase 0, 4 of 4 threads active, line 12\n", text)
        self.assertIn("v[1][0].x = 4\n", text)
        self.assertIn("batch 0, patch 1, instance 1, fork phase 0, 6 of 6 threads active, line 19\n", text)
        self.assertIn("patch 1, instance 1\n       0 ### #@#\n(sm5) p vForkInstanceID\nvForkInstanceID = 1\n", text)
        self.assertIn("time 3, batch 0, 6 active of 6 live threads", text)
        self.assertIn("focus: a", self.debug("focus 1", expect=WRONG_COMMAND).replace("error: a", "focus: a"))

    def test_wrong_options(self):
        self.write("p.asm", COPY)
        self.refuse("debug", "p.asm", "--groups", "1", "--snapshots", "0", says="--snapshots")
        self.sm5("debug", "p.asm", "--groups", "0", "--batch", expect=None)
        self.assertIn("cannot be opened", self.sm5("debug", "p.asm", "--groups", "1", "-x", "none", "--batch", expect=WRONG_COMMAND).error)
        self.write("v.asm", "vs_5_0\ndcl_output o0.x\nmov o0.x, l(1)\nret\n")
        self.refuse("debug", "v.asm", "--groups", "1", says="no thread groups")
        self.refuse("debug", "v.asm", "--count", "0", says="no invocations")

    def test_a_program_that_is_wrong(self):
        self.write("p.asm", "cs_5_0\nfoo\n")
        self.sm5("debug", "p.asm", "--groups", "1", "--batch", expect=WRONG_PROGRAM)


main()
