"""sm5 why: the steps that computed a word."""
import json

from command import WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words

HEAD = "cs_5_0\ndcl_globalFlags refactoringAllowed\n"
DCL_IDS = "dcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened\n"
U0 = "dcl_uav_structured u0, 4\n"


class Why(CommandTest):
    def why(self, program, expression, *more, groups="1", expect=0):
        self.write("p.asm", program)
        return self.sm5("why", "p.asm", expression, "--groups", groups, *more, expect=expect)

    def steps(self, program, expression, *more, groups="1"):
        """[(instruction, x of the thread, {result: value}, {read: source})], the document."""
        made = json.loads(self.why(program, expression, *more, "--json", "-", groups=groups).text)
        rows = []
        for step in made["steps"]:
            reads = {}
            for read in step["reads"]:
                if read["role"] == "branch":
                    reads["branch"] = read["step"]
                elif read["source"] != "literal":
                    reads[read["name"]] = read["step"] if read["source"] == "step" else read["source"]
            rows.append((step["instruction"], step["thread"][0], {r["name"]: r["value"] for r in step["results"]}, reads))
        return rows, made

    def test_masks_and_swizzles(self):
        """Components that do not contribute are left out, and so are instructions."""
        text = HEAD + U0 + DCL_IDS + """dcl_constantbuffer CB0[1], immediateIndexed
dcl_temps 3
dcl_thread_group 2, 1, 1
mov r0.xyzw, cb0[0].wzyx
mov r1.xy, l(1, 2, 3, 4)
imul null, r0.xz, r0.xxzx, l(3, 3, 3, 3)
iadd r2.x, -r0.y, r0.z
mov r0.z, l(0)
store_structured u0.x, vThreadID.x, l(0), r2.x
ret
"""
        rows, made = self.steps(text, "u0[1]", "-b", "cb0=u32:1/2/3/4", "-b", "u0=zero,size=2")
        self.assertEqual(rows, [
            (0, 1, {"r0.y": "3", "r0.z": "2"}, {"cb0[0].z": "constant", "cb0[0].y": "constant"}),
            (2, 1, {"r0.z": "6"}, {"r0.z": 1}),
            (3, 1, {"r2.x": "3"}, {"r0.y": 1, "r0.z": 2}),
            (5, 1, {"u0[1]": "3"}, {"r2.x": 3, "vThreadID.x": "number"})])
        self.assertEqual(made["values"][0]["step"], 4)
        self.assertTrue(made["complete"])

    def test_register_is_source_and_destination(self):
        text = HEAD + U0 + DCL_IDS + """dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.xy, l(1, 2, 0, 0)
mov r0.xy, r0.yxxx
iadd r0.x, r0.x, r0.x
store_structured u0.x, l(0), l(0), r0.x
ret
"""
        rows, _ = self.steps(text, "u0[0]", "-b", "u0=zero,size=1")
        self.assertEqual([(row[0], row[2]) for row in rows],
                         [(0, {"r0.y": "2"}), (1, {"r0.x": "2"}), (2, {"r0.x": "4"}), (3, {"u0[0]": "4"})])

    def test_shared_memory_across_a_barrier(self):
        """Thread i adds what its neighbour stored."""
        text = HEAD + U0 + DCL_IDS + """dcl_resource_structured t0, 4
dcl_temps 1
dcl_tgsm_structured g0, 4, 4
dcl_thread_group 4, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
bfi r0.y, l(2), l(0), vThreadIDInGroupFlattened.x, l(0)
iadd r0.y, r0.y, l(1)
and r0.y, r0.y, l(3)
ld_structured r0.z, r0.y, l(0), g0.xxxx
add r0.x, r0.x, r0.z
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""
        rows, _ = self.steps(text, "u0[3]", "-b", "t0=f32:1/2/4/8", "-b", "u0=zero,size=4")
        self.assertEqual(rows, [
            (0, 3, {"r0.x": "8"}, {"t0[3]": "input", "vThreadID.x": "number"}),
            (3, 3, {"r0.y": "3"}, {"vThreadIDInGroupFlattened.x": "number"}),
            (4, 3, {"r0.y": "4"}, {"r0.y": 2}),
            (5, 3, {"r0.y": "0"}, {"r0.y": 3}),
            (0, 0, {"r0.x": "1"}, {"t0[0]": "input", "vThreadID.x": "number"}),
            (1, 0, {"g0[0]": "1"}, {"r0.x": 5, "vThreadIDInGroupFlattened.x": "number"}),
            (6, 3, {"r0.z": "1"}, {"g0[0]": 6, "r0.y": 4}),
            (7, 3, {"r0.x": "9"}, {"r0.x": 1, "r0.z": 7}),
            (8, 3, {"u0[3]": "9"}, {"r0.x": 8, "vThreadID.x": "number"})])

    CHAIN = HEAD + "dcl_uav_raw u1\n" + U0 + DCL_IDS + """dcl_temps 1
dcl_thread_group 2, 1, 1
imm_atomic_iadd r0.x, u1, l(0), l(5)
if_z r0.x
  mov r0.x, l(100)
endif
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""

    def test_atomics_across_groups(self):
        """The word of each thread depends on the additions before it, in all groups."""
        rows, made = self.steps(self.CHAIN, "u0[3]", "-b", "u0=zero,size=4", "-b", "u1=zero,size=4", groups="2")
        self.assertEqual(rows, [
            (0, 0, {"u1[0]": "5"}, {"u1[0]": "initial"}), (0, 1, {"u1[0]": "10"}, {"u1[0]": 1}),
            (0, 0, {"u1[0]": "15"}, {"u1[0]": 2}), (0, 1, {"r0.x": "15"}, {"u1[0]": 3}),
            (4, 1, {"u0[3]": "15"}, {"r0.x": 4, "vThreadID.x": "number"})])
        self.assertEqual([step["group"][0] for step in made["steps"]], [0, 0, 1, 1, 1])
        rows, _ = self.steps(self.CHAIN, "u1[0]", "-b", "u0=zero,size=4", "-b", "u1=u32:7", groups="2")
        self.assertEqual([row[2]["u1[0]"] for row in rows], ["12", "17", "22", "27"])

    def test_atomics_without_result_and_exchange(self):
        text = HEAD + "dcl_uav_raw u1\n" + DCL_IDS + """dcl_temps 1
dcl_thread_group 4, 1, 1
atomic_umax u1, l(0), vThreadID.x
imm_atomic_exch r0.x, u1, l(4), vThreadID.x
imm_atomic_cmp_exch r0.y, u1, l(8), l(0), vThreadID.x
ret
"""
        bound = ("-b", "u1=zero,size=12")
        rows, _ = self.steps(text, "u1[0]", *bound)
        self.assertEqual([(row[1], row[2]["u1[0]"]) for row in rows], [(0, "0"), (1, "1"), (2, "2"), (3, "3")])
        rows, _ = self.steps(text, "u1[4]", *bound)
        self.assertEqual(rows, [(1, 3, {"u1[4]": "3"}, {"vThreadID.x": "number"})])
        rows, _ = self.steps(text, "u1[8]", *bound)
        self.assertEqual([row[2]["u1[8]"] for row in rows], ["0", "1", "1", "1"])

    def test_counter(self):
        text = HEAD + "dcl_uav_structured_opc u0, 4\n" + DCL_IDS + """dcl_temps 1
dcl_thread_group 3, 1, 1
imm_atomic_alloc r0.x, u0
store_structured u0.x, r0.x, l(0), vThreadID.x
ret
"""
        rows, _ = self.steps(text, "u0[1]", "-b", "u0=zero,size=4")
        self.assertEqual(rows, [
            (0, 0, {"u0.counter": "1"}, {"u0.counter": "initial"}),
            (0, 1, {"r0.x": "1"}, {"u0.counter": 1}),
            (1, 1, {"u0[1]": "1"}, {"vThreadID.x": "number", "r0.x": 2})])

    LOOP = HEAD + U0 + DCL_IDS + """dcl_temps 1
dcl_thread_group 2, 1, 1
mov r0.xy, l(0, 0, 0, 0)
loop
  uge r0.z, r0.x, l(6)
  breakc_nz r0.z
  iadd r0.y, r0.y, r0.x
  iadd r0.x, r0.x, l(1)
endloop
store_structured u0.x, vThreadID.x, l(0), r0.y
ret
"""

    def test_loop_is_folded(self):
        self.assertEqual(self.why(self.LOOP, "u0[1]", "-b", "u0=zero,size=2").text, """u0[1] = 15, by #13: instruction 7 in thread (1,0,0) of group (0,0,0)
13 instructions, each after those that it needs
thread (1,0,0) of group (0,0,0)
    #1     0  mov r0.xy, l(0,0,0,0)   line 8
              r0.x = 0, r0.y = 0
    #2     4  iadd r0.y, r0.y, r0.x   line 12
              r0.y = 0 from r0.y = 0 (#1), r0.x = 0 (#1)
    #3     5  iadd r0.x, r0.x, l(1)   line 13
              r0.x = 1 from r0.x = 0 (#1)
    #4     4  iadd r0.y, r0.y, r0.x   line 12
              r0.y = 1 from r0.y = 0 (#2), r0.x = 1 (#3)
    #5     5  iadd r0.x, r0.x, l(1)   line 13
              r0.x = 2 from r0.x = 1 (#3)
       ... 2 more times, 4 instructions
   #10     4  iadd r0.y, r0.y, r0.x   line 12
              r0.y = 10 from r0.y = 6 (#8), r0.x = 4 (#9)
   #11     5  iadd r0.x, r0.x, l(1)   line 13
              r0.x = 5 from r0.x = 4 (#9)
   #12     4  iadd r0.y, r0.y, r0.x   line 12
              r0.y = 15 from r0.y = 10 (#10), r0.x = 5 (#11)
   #13     7  store_structured u0.x, vThreadID.x, l(0), r0.y   line 15
              u0[1] = 15 from r0.y = 15 (#12) at vThreadID.x = 1
""")
        everything = self.why(self.LOOP, "u0[1]", "--all", "-b", "u0=zero,size=2").text
        self.assertNotIn("more times", everything)
        self.assertEqual(everything.count("iadd"), 11)

    def test_parts_of_the_run(self):
        """A trace that does not fit is searched in parts, with the same result."""
        text = self.LOOP.replace("l(6)", "l(60000)")
        more = ("-b", "u0=zero,size=2", "--max", "1000000")
        whole = self.why(text, "u0[1]", *more).text
        self.assertEqual(self.why(text, "u0[1]", *more, "--memory", "1").text, whole)
        self.assertTrue(whole.startswith("u0[1] = 1799970000, by #120001: "))

    def test_limit(self):
        rows, made = self.steps(self.LOOP, "u0[1]", "-b", "u0=zero,size=2", "--max", "4")
        self.assertFalse(made["complete"])
        self.assertEqual([row[0] for row in rows], [4, 5, 4, 7])
        self.assertIn("cut", rows[0][3].values())

    BRANCH = HEAD + U0 + DCL_IDS + """dcl_resource_structured t0, 4
dcl_temps 2
dcl_thread_group 2, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
ieq r0.y, r0.x, l(3)
mov r1.x, l(0)
if_nz r0.y
  mov r1.x, l(10)
  ine r0.z, vThreadID.x, l(0)
  if_nz r0.z
    store_structured u0.x, l(0), l(0), r1.x
  endif
endif
ret
"""

    def test_branches(self):
        """The branches around a store are steps; with --conditions what they test, too."""
        bound = ("-b", "t0=u32:2/3", "-b", "u0=zero,size=1")
        rows, _ = self.steps(self.BRANCH, "u0[0]", *bound)
        self.assertEqual(rows, [
            (3, 1, {}, {"r0.y": "cut"}), (4, 1, {"r1.x": "0x0000000a"}, {}), (6, 1, {}, {"r0.z": "cut", "branch": 1}),
            (7, 1, {"u0[0]": "0x0000000a"}, {"r1.x": 2, "branch": 3})])
        rows, _ = self.steps(self.BRANCH, "u0[0]", *bound, "--conditions")
        self.assertEqual(rows, [
            (0, 1, {"r0.x": "3"}, {"t0[1]": "input", "vThreadID.x": "number"}), (1, 1, {"r0.y": "true"}, {"r0.x": 1}),
            (3, 1, {}, {"r0.y": 2}), (4, 1, {"r1.x": "0x0000000a"}, {"branch": 3}),
            (5, 1, {"r0.z": "true"}, {"vThreadID.x": "number", "branch": 3}), (6, 1, {}, {"r0.z": 5, "branch": 3}),
            (7, 1, {"u0[0]": "0x0000000a"}, {"r1.x": 4, "branch": 6})])

    def test_jumps_that_are_not_taken(self):
        text = HEAD + U0 + DCL_IDS + """dcl_temps 1
dcl_thread_group 4, 1, 1
ult r0.x, vThreadID.x, l(2)
if_nz r0.x
  ret
endif
loop
  ieq r0.y, vThreadID.x, l(2)
  breakc_nz r0.y
  store_structured u0.x, l(0), l(0), vThreadID.x
  break
endloop
ret
"""
        rows, _ = self.steps(text, "u0[0]", "-b", "u0=zero,size=1", "--conditions")
        self.assertEqual([row[0] for row in rows], [0, 1, 5, 6, 7])
        self.assertEqual(rows[-1], (7, 3, {"u0[0]": "3"}, {"vThreadID.x": "number", "branch": 4}))

    def test_indexed_registers(self):
        text = HEAD + U0 + DCL_IDS + """dcl_temps 1
dcl_indexableTemp x0[4], 2
dcl_thread_group 2, 1, 1
mov x0[0].xy, l(1, 2, 0, 0)
mov x0[vThreadID.x + 1].y, l(7)
mov x0[3].x, l(9)
mov r0.x, x0[2].y
mov r0.y, x0[vThreadID.x + 8].x
iadd r0.x, r0.x, r0.y
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""
        rows, _ = self.steps(text, "u0[1]", "-b", "u0=zero,size=2")
        self.assertEqual(rows, [
            (1, 1, {"x0[2].y": "7"}, {"vThreadID.x": "number"}), (3, 1, {"r0.x": "7"}, {"x0[2].y": 1}),
            (4, 1, {"r0.y": "0"}, {"x0[9].x": "out-of-bounds", "vThreadID.x": "number"}),
            (5, 1, {"r0.x": "7"}, {"r0.x": 2, "r0.y": 3}), (6, 1, {"u0[1]": "7"}, {"r0.x": 4, "vThreadID.x": "number"})])

    def test_doubles(self):
        text = HEAD + "// sm5: struct u0 double d\ndcl_uav_structured u0, 8\n" + DCL_IDS + """dcl_temps 2
dcl_thread_group 1, 1, 1
dmov r0.xyzw, d(1.5l, 2.0l)
dmul r0.xy, r0.xyxy, r0.zwzw
store_structured u0.xy, l(0), l(0), r0.xyxx
ret
"""
        rows, made = self.steps(text, "u0[0].d", "-b", "u0=zero,size=1")
        self.assertEqual(rows[:2], [(0, 0, {"r0.xy": "1.5", "r0.zw": "2"}, {}),
                                    (1, 0, {"r0.xy": "3"}, {"r0.xy": 1, "r0.zw": 1})])
        self.assertEqual(made["values"][0]["value"], "3")

    def test_doubles_of_two_steps(self):
        text = HEAD + "dcl_uav_structured u0, 8\n" + DCL_IDS + """dcl_temps 2
dcl_thread_group 1, 1, 1
dmov r0.xy, d(1.5l, 0.0l)
mov r0.y, l(0x40000000)
dmul r1.xy, r0.xyxy, d(2.0l, 0.0l)
store_structured u0.xy, l(0), l(0), r1.xyxx
ret
"""
        rows, _ = self.steps(text, "u0[0]", "-b", "u0=zero,size=1")
        self.assertEqual([reads for number, _, _, reads in rows if number == 2], [{"r0.x": 1, "r0.y": 2}])

    def test_members_and_textures(self):
        text = HEAD + "// sm5: struct u0 float3 position; uint count\n// sm5: struct t1 float a; float2 b\ndcl_uav_structured u0, 16\n" + DCL_IDS + """dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_structured t1, 12
dcl_sampler s0, mode_default
dcl_temps 3
dcl_thread_group 1, 1, 1
ld_indexable(texture2d)(float,float,float,float) r0.xyzw, l(1, 0, 0, 0), t0.xyzw
sample_l_indexable(texture2d)(float,float,float,float) r1.xyzw, l(0.25, 0.5, 0, 0), t0.wzyx, s0, l(0)
ld_structured r2.xy, l(1), l(4), t1.xyxx
add r0.y, r0.y, r1.z
add r0.y, r0.y, r2.y
store_structured u0.xyz, l(0), l(0), r0.xyzx
ret
"""
        bound = ("-b", "t0=f32:1/2/3/4,width=4,height=1,format=R32_FLOAT", "-b", "t1=f32:1/2/3/4/5/6", "-b", "u0=zero,size=1",
                 "-b", "s0=point")
        rows, _ = self.steps(text, "u0[0].position.y", *bound)
        self.assertEqual(rows, [
            (0, 0, {"r0.y": "0"}, {"t0[1,0].y": "input"}), (1, 0, {"r1.z": "0"}, {"t0.y": "input"}),
            (2, 0, {"r2.y": "6"}, {"t1[1].b.y": "input"}), (3, 0, {"r0.y": "0"}, {"r0.y": 1, "r1.z": 2}),
            (4, 0, {"r0.y": "6"}, {"r0.y": 4, "r2.y": 3}), (5, 0, {"u0[0].position.y": "6"}, {"r0.y": 5})])

    def test_typed_view_of_narrow_channels(self):
        """Two threads write the two elements of one word."""
        text = HEAD + "dcl_uav_typed_buffer (uint,uint,uint,uint) u0\n" + DCL_IDS + """dcl_temps 1
dcl_thread_group 2, 1, 1
iadd r0.x, vThreadID.x, l(3)
store_uav_typed u0.xyzw, vThreadID.xxxx, r0.xxxx
ret
"""
        rows, _ = self.steps(text + "", "u0[1].x", "-b", "u0=zero,size=2,format=R32_UINT")
        self.assertEqual([(row[0], row[1]) for row in rows], [(0, 1), (1, 1)])

    def test_expected_value(self):
        """The last value that is as expected, among those that the word was computed from, or in its place."""
        text = HEAD + U0 + DCL_IDS + """dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(3)
iadd r0.x, r0.x, l(4)
and r0.x, r0.x, l(5)
store_structured u0.x, l(0), l(0), l(9)
store_structured u0.x, l(0), l(0), r0.x
ret
"""
        bound = ("-b", "u0=zero,size=1")
        self.assertTrue(self.why(text, "u0[0]", *bound, "--expect", "5").text.endswith("is as expected\n"))
        end = self.why(text, "u0[0]", *bound, "--expect", "7", expect=WRONG_PROGRAM).text.splitlines()[-2:]
        self.assertEqual(end, ["u0[0] = 5, expected 7", "r0.x = 7 (#2) is as expected; #3 computes another value from it"])
        end = self.why(text, "u0[0]", *bound, "--expect", "9", expect=WRONG_PROGRAM).text.splitlines()[-1]
        self.assertEqual(end, "it was as expected until instruction 4 in thread (0,0,0) of group (0,0,0) changed it")
        self.assertIn("invalid value", self.why(text, "u0[0]", *bound, "--expect", "x y", expect=WRONG_COMMAND).error)

    def test_texels(self):
        """Texels of a u#: 32-bit channels are words of their own, narrower ones are written together."""
        text = HEAD + DCL_IDS + """dcl_uav_typed_texture2d (float,float,float,float) u0
dcl_uav_typed_texture2d (float,float,float,float) u1
dcl_temps 3
dcl_thread_group 2, 1, 1
utof r0.x, vThreadID.x
mov r1.xy, vThreadID.xxxx
mov r1.y, l(1)
add r0.y, r0.x, l(0.5)
store_uav_typed u0.xyzw, r1.xyyy, r0.xyxx
mul r0.z, r0.y, l(2.0)
ld_uav_typed_indexable(texture2d)(float,float,float,float) r2.xy, r1.xyyy, u0.xyzw
add r0.w, r2.y, r0.z
store_uav_typed u1.xyzw, r1.xyyy, r0.wwww
ret
"""
        bound = ("-b", "u0=zero,width=2,height=2,format=R32G32_FLOAT", "-b", "u1=zero,width=2,height=2,format=R8G8B8A8_UNORM")
        rows, made = self.steps(text, "u0[1,1].y", *bound)
        self.assertEqual([(row[0], row[1]) for row in rows], [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)])
        self.assertEqual(rows[-1][2], {"u0[1,1].y": "1.5"})
        rows, made = self.steps(text, "u1[1,1].x", *bound)
        self.assertEqual([row[0] for row in rows], [0, 1, 2, 3, 4, 5, 6, 7, 8])
        self.assertEqual(made["values"][0]["value"], "1")
        rows, _ = self.steps(text, "u1[1,0].x", *bound)
        self.assertEqual(rows, [])
        halves = (*bound[:1], bound[1].replace("R32G32_FLOAT", "R16G16B16A16_FLOAT"), *bound[2:])
        rows, _ = self.steps(text, "u0[1,1].y", *halves)
        self.assertEqual(set(rows[-1][3]), {"r0.x", "r0.y", "r1.x", "r1.y"})

    def test_words_without_writers(self):
        bound = ("-b", "u0=u32:5/6")
        self.assertEqual(self.why(HEAD + U0 + "dcl_thread_group 1, 1, 1\nret\n", "u0[1]", *bound).text,
                         "u0[1] = 0x00000006: no instruction wrote it\n")

    def test_dot(self):
        text = self.why(self.BRANCH, "u0[0]", "-b", "t0=u32:2/3", "-b", "u0=zero,size=1", "--dot", "-").text
        self.assertTrue(text.startswith("digraph why {") and text.endswith("}\n"))
        self.assertIn("s2 -> s4;", text)
        self.assertIn("s3 -> s4 [style=dotted];", text)

    def test_stopped_program(self):
        """A word that was written before the program was stopped is explained; the exit code tells."""
        text = self.BRANCH.replace("ret\n", "loop\nendloop\nret\n")
        self.assertIn("by #", self.why(text, "u0[0]", "-b", "t0=u32:2/3", "-b", "u0=zero,size=1", "--max-steps", "9", expect=WRONG_PROGRAM).text)

    def test_mistakes(self):
        bound = ("-b", "u0=zero,size=2")
        for expression, says in (("u0[2]", "past the end"), ("u0[", "expected"), ("1 + 2", "is not in a register or in memory"),
                                 ("vThreadID.x", "is not in a register or in memory"), ("u7[0]", "not declared"), ("", "expected a value")):
            self.assertIn(says, self.why(self.LOOP, expression, *bound, expect=WRONG_COMMAND).error)
        self.write("p.asm", self.LOOP)
        self.refuse("why", "p.asm", "--groups", "1", *bound, says="no expression")
        self.refuse("why", "p.asm", "u0[0]", "u0[1]", "--groups", "1", *bound, says="one more argument")
        self.refuse("why", "p.asm", "u0[0]", "--groups", "1", *bound, "--max", "0", says="--max")
        self.refuse("why", "p.asm", "u0[0]", "--groups", "1", *bound, "--json", "-", "--dot", "-", says="standard output")
        self.sm5("why", "p.asm", "u0[0]", "--groups", "0", *bound, expect=None)
        self.assertIn("profile spec", self.sm5("why", "p.asm", "u0[0]", "--groups", "1", *bound, "--oob", "element", expect=WRONG_PROGRAM).error)


if __name__ == "__main__":
    main()
