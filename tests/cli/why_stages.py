"""sm5 why of the stages other than compute: outputs back to inputs, through quads, phases and emitted vertices."""
import json

from command import WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[2], immediateIndexed
dcl_input v0.xyz
dcl_input_sgv v1.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.x
dcl_temps 2
dp3 r0.x, v0.xyzx, cb0[0].xyzx
mov o0.xy, r0.xxxx
mov o0.zw, l(0,0,0,1.0)
ult r1.y, v1.x, l(1)
if_nz r1.y
  mul o1.x, r0.x, l(0.5)
else
  mov o1.x, l(7.0)
endif
ret
"""

# Derivatives of a register and of an input; the first pixel of each quad is discarded where the input is 0.
PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v0.xy
dcl_uav_structured u0, 4
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 2
mul r0.x, v0.x, l(2.0)
deriv_rtx_fine r0.y, r0.x
deriv_rty_coarse r0.z, -v0.y
eq r0.w, v0.x, l(0)
discard_nz r0.w
mov o0.xyz, r0.xyzx
imm_atomic_iadd r1.x, u0, l(0, 0, 0, 0), l(1)
utof o0.w, r1.x
mov oDepth, l(0.5)
ret
"""

SAMPLED = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v0.xy
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_output o0.x
dcl_temps 1
add r0.xy, v0.xyxx, l(0.25, 0.25, 0, 0)
sample_indexable(texture2d)(float,float,float,float) o0.x, r0.xyxx, t0.xyzw, s0
ret
"""

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 3
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_line
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[2][0].xyzw
dcl_output o0.xyzw
dcl_temps 1
and r0.x, vOutputControlPointID.x, l(1)
mov o0.xyzw, v[r0.x + 0][0].yxwz
ret
hs_fork_phase
dcl_hs_fork_phase_instance_count 2
dcl_input vForkInstanceID
dcl_input vocp[3][0].x
dcl_output_siv o0.x, finalLineDensityTessFactor
dcl_output_siv o1.x, finalLineDetailTessFactor
dcl_indexrange o0.x 2
dcl_temps 1
mov r0.x, vForkInstanceID.x
mov o[r0.x + 0].x, vocp[r0.x + 0][0].x
ret
hs_join_phase
dcl_input vpc1.x
dcl_output o2.x
dcl_temps 1
mul r0.x, vpc1.x, l(2.0)
mov o2.x, r0.x
ret
"""

DOMAIN = """ds_5_0
dcl_input_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_input vicp[2][0].x
dcl_input vpc0.x
dcl_input vDomain.x
dcl_output o0.x
dcl_temps 1
add r0.x, vpc0.x, vicp[1][0].x
add o0.x, r0.x, vDomain.x
ret
"""

# Strips of 1 (dropped), 2 vertices.
GEOMETRY = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[2][0].xy
dcl_input vPrim
dcl_input vGSInstanceID
dcl_gsinstances 2
dcl_temps 1
dcl_inputprimitive line
dcl_stream m0
dcl_outputtopology linestrip
dcl_output o0.xy
dcl_maxout 4
utof r0.x, vGSInstanceID.x
mov o0.xy, l(9.0, 9.0, 0, 0)
emit_stream m0
cut_stream m0
mov o0.x, v[1][0].x
add o0.y, r0.x, l(1.0)
emit_stream m0
mov o0.x, v[0][0].y
emit_stream m0
ret
"""


class WhyStages(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("v.csv", "v0.x,v0.y,v0.z\n1,2,3\n4,5,6\n")
        self.write("p.csv", "v0.x,v0.y\n" + "0,1\n0.25,1\n0.5,2\n1,4\n" * 2)
        self.write("p4.csv", "v0.x,v0.y\n0,0\n0.5,0\n0,0.5\n0.5,0.5\n")
        self.write("h.csv", "v0.x,v0.y,v0.z,v0.w\n" + "".join(f"{i},{i + 1},{i + 2},{i + 3}\n" for i in range(1, 17, 4)))
        self.write("g.csv", "v0.x,v0.y\n1,2\n3,4\n5,6\n7,8\n")

    def why(self, program, expression, *more, expect=0):
        self.write("p.asm", program)
        return self.sm5("why", "p.asm", expression, *more, expect=expect)

    def steps(self, program, expression, *more):
        """[(instruction, kind and number, instance, {result: value}, {read: source})]"""
        made = json.loads(self.why(program, expression, *more, "--json", "-").text)
        rows = []
        for step in made["steps"]:
            kind = next(k for k in ("vertex", "patch", "point", "primitive", "quad") if k in step)
            reads = {}
            for read in step["reads"]:
                name = "branch" if read["role"] == "branch" else read["name"]
                if read["source"] != "literal":
                    pixel = "" if read["pixel"] is None else f" of {read['pixel']}"
                    reads[name + pixel] = read["step"] if read["source"] == "step" else read["source"]
            rows.append((step["instruction"], step[kind], step["instance"], {r["name"]: r["value"] for r in step["results"]}, reads))
        return rows, made

    VERTICES = ("--count", "2", "-i", "v.csv", "-b", "cb0=f32:1/10/100/0/0/0/0/0")

    def test_vertex(self):
        rows, made = self.steps(VERTEX, "out[1].SV_Position.y", *self.VERTICES)
        inputs = {f"v0.{c}": "input" for c in "xyz"}
        constants = {f"cb0[0].{c}": "constant" for c in "xyz"}
        self.assertEqual(rows, [(0, 1, None, {"r0.x": "654"}, {**inputs, **constants}),
                                (1, 1, None, {"o.SV_Position.y": "654"}, {"r0.x": 1})])
        self.assertEqual(made["values"][0]["name"], "out[1].SV_Position.y")
        self.assertEqual(made["values"][0]["value"], "654")

    def test_register_in_place_of_a_semantic(self):
        self.assertEqual(self.why(VERTEX, "out[1][0].y", *self.VERTICES).text.splitlines()[1:],
                         self.why(VERTEX, "out[1].SV_Position.y", *self.VERTICES).text.splitlines()[1:])

    def test_branches_to_an_output(self):
        rows, _ = self.steps(VERTEX, "out[1].o1.x", *self.VERTICES)
        self.assertEqual(rows, [(4, 1, None, {}, {"r1.y": "cut"}), (7, 1, None, {"o1.x": "7"}, {"branch": 1})])
        rows, _ = self.steps(VERTEX, "out[0].o1.x", *self.VERTICES, "--conditions")
        self.assertEqual([row[0] for row in rows], [0, 3, 4, 5])
        self.assertEqual(rows[1][4], {"v.SV_VertexID.x": "input"})

    def test_text(self):
        self.assertEqual(self.why(VERTEX, "out[0].o1.x", *self.VERTICES).text, """out[0].o1.x = 160.5, by #3: instruction 5 in vertex 0
3 instructions, each after those that it needs
vertex 0
    #1     0  dp3 r0.x, v0.xyzx, cb0[0].xyzx   line 9
              r0.x = 321 from v0.x = 1 (input), v0.y = 2 (input), v0.z = 3 (input), cb0[0].x = 1,
              cb0[0].y = 10, cb0[0].z = 100
    #2     4  if_nz r1.y   line 13
              if r1.y = true
    #3     5  mul o1.x, r0.x, l(0.500000)   line 14
              o1.x = 160.5 from r0.x = 321 (#1) after #2
""")

    PIXELS = ("--count", "8", "-i", "p.csv", "-b", "u0=zero,size=1")

    def test_derivative_of_a_register(self):
        """The neighbour's register is computed in its own steps."""
        rows, _ = self.steps(PIXEL, "out[3].o0.y", *self.PIXELS)
        self.assertEqual(rows, [
            (0, 0, 3, {"r0.x": "2"}, {"v0.x": "input"}), (0, 0, 2, {"r0.x": "1"}, {"v0.x": "input"}),
            (1, 0, 3, {"r0.y": "1"}, {"r0.x of 2": 2, "r0.x": 1}), (5, 0, 3, {"o0.y": "1"}, {"r0.y": 3})])

    def test_derivative_of_an_input(self):
        """Coarse: of the left column, so that neither value is the pixel's own."""
        rows, _ = self.steps(PIXEL, "out[3].o0.z", *self.PIXELS)
        self.assertEqual(rows, [(2, 0, 3, {"r0.z": "-1"}, {"v0.y of 0": "input", "v0.y of 2": "input"}),
                                (5, 0, 3, {"o0.z": "-1"}, {"r0.z": 1})])

    def test_discarded_pixel(self):
        """The instruction that discards it, and what it tests, explain all outputs."""
        rows, made = self.steps(PIXEL, "out[4].SV_Depth", *self.PIXELS)
        self.assertEqual(rows, [(3, 1, 0, {"r0.w": "true"}, {"v0.x": "input"}), (4, 1, 0, {}, {"r0.w": 1})])
        self.assertEqual(made["values"][0]["bits"], 0)

    def test_pixel_that_is_not_covered(self):
        self.write("c.csv", "v0.x,v0.y,SV_Coverage\n" + "0.5,1,0\n0.25,1,1\n0.5,2,1\n1,4,1\n")
        text = self.why(PIXEL.replace("dcl_uav", "dcl_input vCoverage\ndcl_uav"), "out[0].o0.x", "--count", "4", "-i", "c.csv", "-b", "u0=zero,size=1").text
        self.assertEqual(text, "out[0].o0.x = 0 (pixel without effects)\n")

    def test_atomics_in_the_order_of_pixels(self):
        """Discarded pixels do not count."""
        rows, _ = self.steps(PIXEL, "out[5].o0.w", *self.PIXELS)
        self.assertEqual([row[:4] for row in rows], [
            (6, 0, 1, {"u0[0]": "1"}), (6, 0, 2, {"u0[0]": "2"}), (6, 0, 3, {"u0[0]": "3"}), (6, 1, 1, {"r1.x": "3"}),
            (7, 1, 1, {"o0.w": "3"})])
        rows, _ = self.steps(PIXEL, "u0[0]", *self.PIXELS)
        self.assertEqual([row[1:3] for row in rows], [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)])

    def test_implicit_derivatives_of_a_sample(self):
        rows, _ = self.steps(SAMPLED, "out[3].o0.x", "--count", "4", "-i", "p4.csv",
                             "-b", "t0=f32:1/2/3/4,width=2,height=2,format=R32_FLOAT", "-b", "s0=linear")
        self.assertEqual([row[:3] for row in rows], [(0, 0, 3), (0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 3)])
        self.assertEqual(set(rows[-1][4]), {"t0.x", "r0.x", "r0.y", "r0.x of 0", "r0.x of 1", "r0.y of 0", "r0.y of 2",
                                            "r0.x of 2", "r0.y of 1"})

    def test_rows_of_a_rectangle(self):
        """Rows are the pixels line by line, as --print has them, not invocations."""
        program = "ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.x\nadd o0.x, v0.x, v0.y\nret\n"
        text = self.why(program, "out[5].o0.x", "--rect", "1,1,3,2").text
        self.assertTrue(text.startswith("out[5].o0.x = 6, by #1: instruction 0 in quad 3, pixel 1\n"), text)
        self.assertIn("row past the end", self.why(program, "out[6].o0.x", "--rect", "1,1,3,2", expect=WRONG_COMMAND).error)

    def test_hull_phases(self):
        """From the join phase through the fork phase to the control point and its input."""
        rows, made = self.steps(HULL, "constants[1].o2.x", "--count", "2", "-i", "h.csv")
        self.assertEqual(rows, [
            (5, 1, 1, {"r0.x": "1"}, {"vForkInstanceID.x": "number"}),
            (1, 1, 1, {"r0.x": "1"}, {"vOutputControlPointID.x": "number"}),
            (2, 1, 1, {"o0.x": "14"}, {"v[1][0].y": "input", "r0.x": 2}),
            (6, 1, 1, {"o.SV_TessFactor1.x": "14"}, {"vocp[1][0].x": 3, "r0.x": 1}),
            (9, 1, 0, {"r0.x": "28"}, {"vpc.SV_TessFactor1.x": 4}), (10, 1, 0, {"o2.x": "28"}, {"r0.x": 5})])
        self.assertEqual([step["phase"] for step in made["steps"]], ["fork", "control point", "control point", "fork", "join", "join"])

    def test_domain(self):
        self.write("d.csv", "v0.x\n1\n2\n3\n4\n")
        self.write("c.csv", "vpc0.x\n10\n20\n")
        rows, _ = self.steps(DOMAIN, "out[7].o0.x", "-i", "d.csv", "-i", "c.csv", "--partition", "2")
        self.assertEqual(rows, [(0, 7, None, {"r0.x": "24"}, {"vpc0.x": "input", "v[1][0].x": "input"}),
                                (1, 7, None, {"o0.x": "24.5"}, {"r0.x": 1, "vDomain.x": "number"})])

    def test_emitted_vertex(self):
        """Strips that are too short have no rows. What was not written again is the value of the vertex before."""
        rows, _ = self.steps(GEOMETRY, "m0[7].o0.y", "--count", "2", "-i", "g.csv")
        self.assertEqual(rows, [
            (0, 1, 1, {"r0.x": "1"}, {"vGSInstanceID.x": "number"}), (5, 1, 1, {"o0.y": "2"}, {"r0.x": 1}),
            (8, 1, 1, {"m0.o0.y": "2"}, {"o0.y": 2})])
        rows, _ = self.steps(GEOMETRY, "out[6].o0.x", "--count", "2", "-i", "g.csv")
        self.assertEqual(rows, [(4, 1, 1, {"o0.x": "7"}, {"v[1][0].x": "input"}), (6, 1, 1, {"m0.o0.x": "7"}, {"o0.x": 1})])

    def test_other_batches(self):
        """Rows of any batch, in a run that is searched in parts."""
        count = 5000
        self.write("many.csv", "v0.x,v0.y\n" + "".join(f"{i},{i}\n" for i in range(2 * count)))
        for row, value in ((0, "1"), (4 * 1234 + 2, "2469"), (4 * count - 2, f"{2 * count - 1}")):
            text = self.why(GEOMETRY, f"m0[{row}].o0.x", "--count", count, "-i", "many.csv", "--memory", "1").text
            self.assertTrue(text.startswith(f"m0[{row}].o0.x = {value}, by #2: instruction 6 in primitive {row // 4},"), text)
            self.assertIn("(input)", text)

    def test_expected_value(self):
        end = self.why(VERTEX, "out[0].o1.x", *self.VERTICES, "--expect", "321", expect=WRONG_PROGRAM).text.splitlines()[-2:]
        self.assertEqual(end, ["out[0].o1.x = 160.5, expected 321", "r0.x = 321 (#1) is as expected; #3 computes another value from it"])
        twice = VERTEX.replace("mov o0.xy, r0.xxxx\n", "mov o0.xy, r0.xxxx\nmov o0.x, l(3.0)\n")
        end = self.why(twice, "out[1].SV_Position.x", *self.VERTICES, "--expect", "654", expect=WRONG_PROGRAM).text.splitlines()[-1]
        self.assertEqual(end, "it was as expected until instruction 2 changed it")

    def test_dot(self):
        text = self.why(PIXEL, "out[3].o0.z", *self.PIXELS, "--dot", "-").text
        self.assertIn("quad 0, pixel 3", text)
        self.assertIn("v0.y = 1 of pixel 0", text)

    def test_mistakes(self):
        for expression, says in (("out[2].o1.x", "row past the end"), ("out[0].o7.x", "no such component"), ("out.o1.x", "expected the number of a row"),
                                 ("out[0][9].x", "register that is not declared"), ("constants[0].x", "unknown name"), ("m0[0].x", "unknown name"),
                                 ("out[0].o1.x + 1", "is not in a register or in memory")):
            self.assertIn(says, self.why(VERTEX, expression, *self.VERTICES, expect=WRONG_COMMAND).error)
        self.assertIn("vertex past the end", self.why(GEOMETRY, "m0[8].o0.x", "--count", "2", "-i", "g.csv", expect=WRONG_COMMAND).error)
        self.refuse("why", "p.asm", "m0[0].o0.x", "--count", "2", "-i", "g.csv", "--against", "jit", says="--against requires a compute shader; this is a gs")
        self.refuse("why", "p.asm", "m0[0].o0.x", "--count", "2", "-i", "g.csv", "--print", "out", says="--print writes results")
        self.refuse("why", "p.asm", "m0[0].o0.x", "--groups", "2", "-i", "g.csv", says="no thread groups")


if __name__ == "__main__":
    main()
