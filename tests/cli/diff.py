"""sm5 diff: engines and recorded results compared, with the place, the pattern and the cause of differences."""
import json
import os
import struct

from command import COPY, COUNT, TYPED, WRONG_PROGRAM, CommandTest, main, words

BINDINGS = ("--groups", "4", "-b", "t0=iota,size=16", "-b", "u0=zero,size=16")
NAMED = ("--struct", "u0=float mass; uint flags")

# all threads of four groups store their number to u0[0]
RACE = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_thread_group 4, 1, 1
store_structured u0.x, l(0), l(0), vThreadID.x
ret
"""

# u0[i] = the word after structure i of t0
OUTSIDE = """cs_5_0
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.x, vThreadID.x, l(4), t0.x
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""

# u0[i] = a register that nothing wrote
UNWRITTEN = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""

# the texel at (x, y) of layer 0 and 1 becomes x + 1
PAINT = """cs_5_0
dcl_uav_typed_texture2darray (uint,uint,uint,uint) u0
dcl_input vThreadID.xyz
dcl_temps 1
dcl_thread_group 4, 4, 2
iadd r0.x, vThreadID.x, l(1)
store_uav_typed u0.xyzw, vThreadID.xyzz, r0.xxxx
ret
"""

# never ends
NEVER = """cs_5_0
dcl_uav_structured u0, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
loop
endloop
ret
"""


# o0.xy = the words after structure x of t0
PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 8
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_temps 1
ftou r0.x, v0.x
ld_structured r0.xy, r0.x, l(8), t0.xyxx
mov o0.xy, r0.xyxx
mov o0.zw, l(0,0,0,0)
ret
"""
DISCARD = PIXEL.replace("ret\n", "discard_nz r0.y\nret\n")

# emits the word after structure 0 of t0, so often
GEOMETRY = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_input v[1][0].x
dcl_temps 1
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology pointlist
dcl_output o0.x
dcl_maxout 8
ld_structured r0.x, l(0), l(4), t0.x
loop
breakc_z r0.x
mov o0.x, r0.x
emit_stream m0
iadd r0.x, r0.x, l(-1)
endloop
ret
"""


class Stages(CommandTest):
    """The JIT does what Direct3D specifies; the interpreter, what a profile of --oob says."""

    PIXELS = ("diff", "ps.asm", "--rect", "0,0,4,1", "-b", "t0=iota,size=8")
    POINTS = ("diff", "gs.asm", "-i", "in.csv", "-b", "t0=u32:1/3/0")

    def setUp(self):
        super().setUp()
        self.write("ps.asm", PIXEL)
        self.write("gs.asm", GEOMETRY)
        self.write("discard.asm", DISCARD)
        self.write("in.csv", "v0.x\n1\n2\n")
        if "SM5_JIT_PLUGIN" not in os.environ:
            self.skipTest("no JIT")

    def test_equal(self):
        self.assertEqual(self.sm5(*self.PIXELS).text, "jit: as interp\n")
        self.assertEqual(self.sm5(*self.POINTS, "--engines", "interp,jit,jit-8").text, "jit: as interp\njit-8: as interp\n")

    def test_outputs(self):
        done = self.sm5(*self.PIXELS, "--oob", "element", expect=WRONG_PROGRAM)
        self.assertRegex(done.text, r"^out: jit differs from interp in \d of 8 records\n    out\[0\]\.o0\.x: interp .*, jit 0\b")
        self.assertTrue(done.text.endswith("jit: 1 difference from interp\n"), done.text)
        outputs = json.loads(self.sm5(*self.PIXELS, "--oob", "element", "--json", "-", expect=WRONG_PROGRAM).text)["outputs"]
        self.assertEqual([(o["engine"], o["output"], o["column"], o["record"], o["records"]) for o in outputs],
                         [("jit", "out", "o0.x", 0, 8)])
        self.assertEqual((outputs[0]["expected"]["bits"], outputs[0]["value"]["bits"]), (2, 0))

    def test_discarded_pixels(self):
        done = self.sm5("diff", "discard.asm", *self.PIXELS[2:], "--oob", "element", expect=WRONG_PROGRAM)
        self.assertIn("out[0].written: interp 0, jit 1", done.text)

    def test_numbers_of_vertices(self):
        done = self.sm5(*self.POINTS, "--oob", "element", expect=WRONG_PROGRAM)
        self.assertIn("m0: jit differs from interp in the number of records: interp 6, jit 0\n", done.text)

    def test_outputs_of_the_first_engine_are_printed(self):
        self.assertIn("out: 4 rows", self.sm5(*self.PIXELS, "--print", "out:1").text)

    def test_devices_run_compute_shaders_only(self):
        self.refuse(*self.PIXELS, "--engines", "interp,vulkan", says="engine vulkan runs compute shaders; this is a ps")


class Diff(CommandTest):
    def record(self, program, *bindings):
        """The results of u0, as a list of words."""
        self.write("p.asm", program)
        self.sm5("run", "p.asm", *bindings, "-o", "u0=right.bin")
        data = self.read("right.bin")
        return list(struct.unpack(f"<{len(data) // 4}I", data))

    def diff(self, recorded, *options, expect=WRONG_PROGRAM):
        self.write("wrong.bin", words(*recorded))
        return self.sm5("diff", "p.asm", *options, "--dump", "wrong.bin", expect=expect).text

    def json(self, recorded, *options):
        return json.loads(self.diff(recorded, *options, "--json", "-"))["differences"]

    def changed(self, elements, *options, word=0):
        """The report after one word of these elements of COPY's u0 has another value."""
        recorded = self.record(COPY, *BINDINGS)
        for i in elements:
            recorded[2 * i + word] += 1
        return self.diff(recorded, *BINDINGS, *options)

    def test_engines_agree(self):
        self.write("p.asm", COPY)
        done = self.sm5("diff", "p.asm", *BINDINGS, "--engines", "interp,interp")
        self.assertEqual(done.text, "interp: as interp\n")

    def test_a_right_record_agrees(self):
        recorded = self.record(COPY, *BINDINGS)
        self.assertEqual(self.diff(recorded, *BINDINGS, expect=0), "recorded: as interp\n")

    def test_patterns(self):
        self.assertIn("in all 16 elements", self.changed(range(16)))
        self.assertIn("in 1 of 16 elements", self.changed([5]))
        self.assertIn("in the last 4 of 16 elements, from 12 on", self.changed(range(12, 16)))
        self.assertIn("in 3 of 16 elements, 2 to 4", self.changed(range(2, 5)))
        self.assertIn("in 5 of 16 elements, with a stride of 3 from 2 to 14", self.changed(range(2, 16, 3)))
        self.assertIn("in 4 of 16 elements, scattered from 1 to 9", self.changed([1, 2, 7, 9]))

    def test_the_first_element_by_member(self):
        text = self.changed([3, 4], *NAMED, word=1)
        self.assertIn("3 to 4, only in .flags\n", text)
        self.assertIn("u0[3].flags: interp 7, recorded 8, off by 1\n", text)
        text = self.changed([3], *NAMED)
        self.assertIn("u0[3].mass: interp 1, recorded 1.0000001, off by 1.19209e-07 (1 ulp)", text)

    def test_several_members(self):
        recorded = self.record(COPY, *BINDINGS)
        recorded[6] += 1
        recorded[9] += 1
        self.assertNotIn("only in", self.diff(recorded, *BINDINGS, *NAMED))

    def test_the_last_writer(self):
        text = self.changed([6])
        self.assertIn("last written by thread (2,0,0) of group (1,0,0), instruction 2, p.asm:10: store_structured", text)

    def test_memory_that_nothing_writes(self):
        self.record(COPY, *BINDINGS)
        text = self.diff([0] * 31 + [1], "--groups", "0", *BINDINGS[2:])
        self.assertIn("no instruction of the interpreter's run wrote it", text)

    def test_tolerances(self):
        recorded = self.record(COPY, *BINDINGS)
        recorded[6] += 2
        self.diff(recorded, *BINDINGS, "--tolerance", "ulp=1")
        self.assertIn("within the tolerance", self.diff(recorded, *BINDINGS, "--tolerance", "ulp=2", expect=0))
        self.diff(recorded, *BINDINGS, *NAMED, "--tolerance", "rel=1e-6,abs=1e-9", expect=0)
        self.diff(recorded, *BINDINGS, "--tolerance", "max_mismatch=0.05", expect=0)
        self.diff(recorded, *BINDINGS, "--tolerance", "steps=2", expect=0)
        recorded[7] += 1
        self.diff(recorded, *BINDINGS, *NAMED, "--tolerance", "ulp=8") # flags are integers

    def test_a_race(self):
        self.record(RACE, "--groups", "1", "-b", "u0=zero,size=1")
        text = self.diff([2], "--groups", "1", "-b", "u0=zero,size=1")
        self.assertIn("thread (3,0,0) of group (0,0,0)", text)
        self.assertIn("check: race of u0, first at element 0, instruction 0: store_structured", text)

    def test_a_value_that_nothing_wrote(self):
        self.record(UNWRITTEN, "--groups", "1", "-b", "u0=zero,size=4")
        text = self.diff([9, 0, 0, 0], "--groups", "1", "-b", "u0=zero,size=4")
        self.assertIn("check: uninitialised", text)

    def test_an_index_out_of_bounds_that_a_profile_explains(self):
        bindings = ("--groups", "1", "-b", "t0=u32:1/2/3/4", "-b", "u0=zero,size=4")
        self.record(OUTSIDE, *bindings)
        text = self.diff([2, 3, 4, 0], *bindings)
        self.assertIn("--oob byte gives the value of recorded here, and everywhere in the resource", text)
        self.assertIn("check elsewhere: oob-offset of t0, first at element 0, instruction 0: ld_structured", text)
        text = self.diff([2, 3, 5, 0], *bindings)
        self.assertIn("--oob byte gives the value of recorded here, but not everywhere", text)
        self.assertNotIn("--oob", self.diff([7, 3, 4, 0], *bindings))
        self.assertEqual(self.diff([2, 3, 4, 0], *bindings, "--oob", "byte", expect=0), "recorded: as interp\n")

    def test_counters(self):
        self.write("p.asm", COUNT)
        bindings = ("--groups", "1", "-b", "u0=zero,size=4")
        self.sm5("run", "p.asm", *bindings, "-o", "u0.counter=right.csv")
        self.sm5("diff", "p.asm", *bindings, "--dump", "u0.counter=right.csv")
        done = self.sm5("diff", "p.asm", *bindings, "--dump", "u0.counter=u32:3", expect=WRONG_PROGRAM)
        self.assertIn("u0.counter: recorded differs from interp\n    u0.counter: interp 4, recorded 3, off by 1", done.text)

    def test_typed_buffers(self):
        bindings = ("--groups", "1", "-b", "t0=iota,size=4,format=r32g32b32a32_float", "-b",
                    "u0=zero,size=4,format=r32g32b32a32_float")
        recorded = self.record(TYPED, *bindings)
        recorded[9] = 0x3F800000
        self.assertIn("u0[2].g: interp", self.diff(recorded, *bindings))

    def test_views_that_start_later(self):
        bindings = (*BINDINGS[:2], *BINDINGS[2:4], "-b", "u0=zero,size=20,first=4")
        recorded = self.record(COPY, *bindings)
        recorded[8] += 1
        self.assertIn("u0[0]", self.diff(recorded, *bindings))
        recorded[0] += 1
        self.assertIn("u0[0]", self.diff(recorded, *bindings))

    def test_textures(self):
        self.write("p.asm", PAINT)
        bindings = ("--groups", "1", "-b", "u0=zero,format=r32_uint,width=4,height=4,layers=2")
        self.sm5("run", "p.asm", *bindings, "-o", "u0=right.dds", "-o", "u0=right.bin")
        self.sm5("diff", "p.asm", *bindings, "--dump", "right.dds")
        recorded = list(struct.unpack("<32I", self.read("right.bin")))
        recorded[16 + 9] = 50
        text = self.diff(recorded, *bindings)
        self.assertIn("u0(1,2), layer 1 .r: interp 2, recorded 50, off by 48", text)
        self.assertIn("last written by thread (1,2,1) of group (0,0,0), instruction 1", text)
        self.refuse("diff", "p.asm", *bindings[:3], bindings[3].replace("r32", "r16"), "--dump", "right.dds",
                    says="the file has format R32_UINT, and u0 R16_UINT")

    def test_texels_smaller_than_a_word(self):
        self.write("p.asm", PAINT)
        bindings = ("--groups", "1", "-b", "u0=zero,format=r8_uint,width=4,height=4,layers=2")
        self.sm5("run", "p.asm", *bindings, "-o", "u0=right.bin")
        recorded = bytearray(self.read("right.bin"))
        recorded[6] = 9
        self.write("wrong.bin", bytes(recorded))
        text = self.sm5("diff", "p.asm", *bindings, "--dump", "wrong.bin", expect=WRONG_PROGRAM).text
        self.assertIn("in 1 of 32 elements", text)
        self.assertIn("u0(2,1), layer 0: interp 3 (0x03), recorded 9 (0x09)", text)

    def test_json(self):
        recorded = self.record(COPY, *BINDINGS)
        recorded[6] += 3
        found, = self.json(recorded, *BINDINGS, *NAMED)
        self.assertEqual((found["engine"], found["register"], found["element"], found["member"]),
                         ("recorded", "u0", 3, "mass"))
        self.assertEqual((found["ulp"], found["pattern"], found["differing"], found["elements"]), (3, "one", 1, 16))
        self.assertEqual((found["expected"]["bits"], found["value"]["bits"]), (recorded[6] - 3, recorded[6]))
        self.assertEqual((found["writer"]["instruction"], found["writer"]["thread"]), (2, [3, 0, 0]))
        self.assertEqual((found["findings"], found["profiles"]), ([], []))

    def test_json_of_a_race(self):
        self.record(RACE, "--groups", "1", "-b", "u0=zero,size=1")
        found, = self.json([2], "--groups", "1", "-b", "u0=zero,size=1")
        self.assertEqual((found["findings"][0]["kind"], found["findings"][0]["here"]), ("race", True))

    def test_no_explanation(self):
        text = self.changed([3], "--no-explain")
        self.assertNotIn("written", text)
        self.assertNotIn("check:", text)

    def test_outputs_are_those_of_the_first_engine(self):
        recorded = self.record(COPY, *BINDINGS)
        right = self.read("right.bin")
        recorded[0] += 1
        self.diff(recorded, *BINDINGS, "-o", "u0=first.bin")
        self.assertEqual(self.read("first.bin"), right)

    def test_a_run_that_stops(self):
        self.write("p.asm", NEVER)
        self.sm5("diff", "p.asm", "--groups", "1", "-b", "u0=zero,size=1", "--max-steps", "100", "--engines",
                 "interp,interp", expect=WRONG_PROGRAM)

    def test_wrong_commands(self):
        self.write("p.asm", COPY)
        self.write("short.bin", words(1))
        command = ("diff", "p.asm", *BINDINGS)
        self.refuse(*command, "--engines", "interp", says="nothing to compare with engine interp")
        self.refuse(*command, "--engines", "interp,gpu", says="unknown engine 'gpu'; expected interp, jit")
        self.refuse(*command, "--engines", "interp:0,jit", says="unknown engine 'interp:0'")
        self.refuse(*command, "--engines", "interp,vulkan:", says="unknown engine 'vulkan:'")
        self.refuse(*command, "--engine", "jit-", says="--engine")
        self.refuse(*command, "--dump", "short.bin", says="4 bytes were recorded; u0 has 128")
        self.refuse(*command, "--dump", "u1=short.bin", says="nothing is bound to u1")
        self.refuse(*command, "--dump", "t0=short.bin", says="t0 is not an output")
        self.refuse(*command, "--dump", "u0.counter=u32:1", says="u0 has no hidden counter")
        self.refuse(*command, "--dump", "none.bin", says="none.bin")
        self.refuse(*command, "--dump", "u0=zero", "--dump", "zero", says="u0 is recorded twice")
        self.refuse(*command, "--oob", "all", says="--oob all")
        for tolerance, says in (("4", "expected KEY=N"), ("ulp=x", "a whole number"), ("ulp=-1", "a whole number"),
                                ("max_mismatch=2", "from 0 to 1"), ("ulp=1,rel=1", "only rel= and abs="),
                                ("far=1", "unknown key 'far'")):
            self.refuse(*command, "--engines", "interp,interp", "--tolerance", tolerance, says=says)

    def test_several_outputs_need_slots(self):
        self.write("p.asm", COPY.replace("dcl_uav_structured u0, 8", "dcl_uav_structured u0, 8\ndcl_uav_structured u1, 8"))
        self.refuse("diff", "p.asm", *BINDINGS, "-b", "u1=zero,size=1", "--dump", "zero", says="expected SLOT=FILE")


main()
