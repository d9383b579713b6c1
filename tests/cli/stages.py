"""sm5 run of the stages other than compute: inputs by name, outputs as tables."""
import csv
import io
import json
import os
import struct

from command import COPY, CommandTest, WRONG_COMMAND, WRONG_PROGRAM, main

JIT = "SM5_JIT_PLUGIN" in os.environ

VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xy
dcl_input v1.z
dcl_input_sgv v2.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.x
mov o0.xy, v0.xyxx
mov o0.z, v1.z
mov o0.w, l(1.000000)
utof o1.x, v2.x
ret
"""

# o0: x, y of the pixel, 10 x + y, its difference along x
PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 1
mad r0.x, v0.x, l(10.000000), v0.y
mov o0.xy, v0.xyxx
mov o0.z, r0.x
deriv_rtx_coarse o0.w, r0.x
lt r0.y, v0.x, l(3.000000)
discard_z r0.y
mov oDepth, v0.y
ret
"""

POSITION = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective %s v0.xy, position
dcl_input vCoverage
dcl_output o0.xyz
mov o0.xy, v0.xyxx
utof o0.z, vCoverage.x
ret
"""

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_line
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input vPrim
dcl_input v[2][0].x
dcl_output o0.xy
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.x, v[r0.x + 0][0].x
utof o0.y, vPrim
ret
hs_fork_phase
dcl_input vicp[2][0].x
dcl_output_siv o0.x, finalLineDensityTessFactor
mov o0.x, vicp[1][0].x
ret
hs_fork_phase
dcl_output_siv o1.x, finalLineDetailTessFactor
mov o1.x, l(3.000000)
ret
"""

DOMAIN = """ds_5_0
dcl_input_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_input vpc0.x
dcl_input vicp[2][0].x
dcl_output o0.xyz
mov o0.xy, vDomain.xyxx
add o0.z, vicp[1][0].x, vpc0.x
ret
"""

GEOMETRY = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[1][0].x
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology linestrip
dcl_output o0.x
dcl_maxout 3
mov o0.x, v[0][0].x
emit_stream m0
add o0.x, v[0][0].x, l(0.500000)
emit_then_cut_stream m0
emit_stream m0
ret
"""


class Stages(CommandTest):
    def run_stage(self, text, *arguments, out="out", expect=0):
        """The rows of an output, as dictionaries."""
        self.write("in.asm", text)
        self.sm5("run", "in.asm", *arguments, "--out", f"{out}=out.csv", expect=expect)
        return list(csv.DictReader(io.StringIO(self.read("out.csv").decode())))

    def test_inputs_by_register_and_ids_that_count_up(self):
        self.write("in.csv", "v0.x,v0.y,v1.z,unread\n1,2,3,9\n4,5,0x40c00000,9\n")
        rows = self.run_stage(VERTEX, "-i", "in.csv")
        self.assertEqual([r["SV_Position.x"] for r in rows], ["1", "4"])
        self.assertEqual([r["SV_Position.z"] for r in rows], ["3", "6"])
        self.assertEqual([r["o1.x"] for r in rows], ["0", "1"])

    def test_ids_can_be_given(self):
        self.write("in.csv", "v0.x,v0.y,v1.z,SV_VertexID\n1,2,3,7\n")
        self.assertEqual(self.run_stage(VERTEX, "-i", "in.csv")[0]["o1.x"], "7")

    def test_columns_from_several_files(self):
        self.write("a.csv", "v0.x,v0.y\n1,2\n")
        self.write("b.csv", "v1.z\n3\n")
        self.assertEqual(self.run_stage(VERTEX, "-i", "a.csv", "-i", "b.csv")[0]["SV_Position.z"], "3")

    def test_arrays(self):
        names = "[('v0', '<f4', (2,)), ('v1.z', '<i2')]"
        head = f"{{'descr': {names}, 'fortran_order': False, 'shape': (2,), }}".encode()
        head += b" " * (64 - (10 + len(head) + 1) % 64) + b"\n"
        rows = struct.pack("<ffhffh", 1, 2, 3, 4, 5, -6)
        self.write("in.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + rows)
        rows = self.run_stage(VERTEX, "-i", "in.npy")
        self.assertEqual([r["SV_Position.y"] for r in rows], ["2", "5"])
        self.assertEqual([r["SV_Position.z"] for r in rows], ["3", "-6"])

    def test_missing_inputs_are_listed(self):
        self.write("in.asm", VERTEX)
        self.write("in.csv", "v0.x\n1\n")
        self.refuse("run", "in.asm", "--count", 1, says="missing inputs: v0.x, v0.y, v1.z;")
        self.refuse("run", "in.asm", "-i", "in.csv", says="missing inputs: v0.y, v1.z;")

    def test_inputs_that_do_not_fit(self):
        self.write("in.asm", VERTEX)
        self.write("in.csv", "v0.x,v0.y,v1.z\n1,2,3\n")
        self.refuse("run", "in.asm", "-i", "in.csv", "--count", 2, says="1 rows of inputs; expected 2")
        self.write("short.csv", "v0.x,v0.y,v1.z\n1,2\n")
        self.refuse("run", "in.asm", "-i", "short.csv", says="short.csv: line 2: fewer cells than the first line, which has 3")
        self.write("word.csv", "v0.x,v0.y,v1.z\n1,2,three\n")
        self.refuse("run", "in.asm", "-i", "word.csv", says="word.csv: line 2: v1.z: 'three' is not a float")
        self.refuse("run", "in.asm", "-i", "none.csv", says="none.csv")

    def test_rows_are_named_by_the_line_of_the_file(self):
        self.write("in.asm", VERTEX)
        head = '"v0.x",v0.y,v1.z,"other\ncolumn"\r\n\r\n1,2,3,"two\n\nlines"\n\n'
        self.write("word.csv", head + "1,2,three,4\n")
        self.refuse("run", "in.asm", "-i", "word.csv", says="word.csv: line 8: v1.z: 'three' is not a float")
        self.write("short.csv", head + "1,2,3,4\n1,2\n")
        self.refuse("run", "in.asm", "-i", "short.csv", says="short.csv: line 9: fewer cells")
        self.write("long.csv", head + "1,2,3,4,5")
        self.refuse("run", "in.asm", "-i", "long.csv", says="long.csv: line 8: more cells")

    def test_values_that_do_not_fit(self):
        self.write("in.asm", VERTEX)
        for value, says in (("1e99", "v1.z: '1e99' is not a float"), ("", "v1.z: '' is not a float"), ("1;2", "v1.z: '1;2' is not a float")):
            self.write("in.csv", f"v0.x,v0.y,v1.z\n1,2,{value}\n")
            self.refuse("run", "in.asm", "-i", "in.csv", says="in.csv: line 2: " + says)
        self.write("in.csv", "v0.x,v0.y,v1.z,SV_VertexID\n1,2,inf,1.5\n")
        self.refuse("run", "in.asm", "-i", "in.csv", says="SV_VertexID: '1.5' is not a 32-bit integer")

    def test_columns_that_are_given_twice(self):
        self.write("in.asm", VERTEX)
        self.write("in.csv", "v0.x,v0.x,v0.y,v1.z\n1,2,3,4\n")
        self.refuse("run", "in.asm", "-i", "in.csv", says="-i in.csv: v0.x duplicates the value of another column")
        self.write("a.csv", "v0.x,v0.y,v1.z\n1,2,3\n")
        self.refuse("run", "in.asm", "-i", "a.csv", "-i", "a.csv", says="-i a.csv: v0.x duplicates the value of another column")

    def test_files_that_are_no_tables(self):
        self.write("in.asm", VERTEX)
        for name, text, says in (("empty.csv", "", "empty.csv: line 1: expected the names"), ("blank.csv", "\n\n", "line 1: expected the names"),
                                 ("open.csv", 'v0.x,v0.y,v1.z\n1,2,3\n1,"2,3\n4,5,6\n', "open.csv: line 3: a quote is not closed"),
                                 ("x.bin", "v0.x\n1\n", "-i x.bin: expected a file .csv, .json or .npy"),
                                 ("x.png", "v0.x\n1\n", "-i x.png: expected a file .csv, .json or .npy")):
            self.write(name, text)
            self.refuse("run", "in.asm", "-i", name, says=says)

    def test_tables_in_json(self):
        self.write("in.asm", VERTEX)
        self.write("in.csv", "v0.x,v0.y,v1.z\n1,2,-0\n0.5,0x7fc00001,3\n")
        rows = self.run_stage(VERTEX, "-i", "in.csv")
        self.write("flat.json", '[{"v1.z": "-0", "v0.x": 1, "v0.y": 2},{"v0.x": 0.5, "v0.y": "0x7fc00001", "v1.z": 3}]')
        self.write("nested.json", '[{"v0": {"x": 1, "y": 2}, "v1": {"z": -0.0}},'
                                  '{"v1": {"z": 3}, "v0": {"y": "0x7fc00001", "x": 0.5}}]')
        for name in ("flat.json", "nested.json"):
            self.assertEqual(self.run_stage(VERTEX, "-i", name), rows)
        for text, says in (("{}", "expected a list of rows"), ("[]", "at least one row"), ("[3]", "row 0: expected an object"),
                           ("[{}]", "row 0: expected the names"), ('[{"v0.x": 1, "v0": {"x": 2}}]', "'v0.x' is given twice"),
                           ('[{"v0.x": 1},{"v0.y": 1}]', "row 1: column 'v0.y' is not in row 0"),
                           ('[{"v0.x": 1, "v0.y": 2},{"v0.x": 1}]', "row 1: column 'v0.y' is missing"),
                           ('[{"v0.x": null}]', "'v0.x' is null"), ('[{"v0.x": 1}', "line 1"),
                           ('[{"v0.x": "a", "v0.y": 1, "v1.z": 1}]', "row 0: v0.x: 'a' is not a float")):
            self.write("in.json", text)
            self.refuse("run", "in.asm", "-i", "in.json", says=says)

    def test_outputs_in_json_are_inputs(self):
        self.write("pass.asm", "vs_5_0\ndcl_input v0.xy\ndcl_output o0.xy\nmov o0.xy, v0.xyxx\nret\n")
        self.write("in.csv", "v0.x,v0.y\n1,nan\n-0,1e-40\n")
        self.sm5("run", "pass.asm", "-i", "in.csv", "--out", "a.json")
        self.write("b.json", self.read("a.json").replace(b"o0.", b"v0."))
        self.sm5("run", "pass.asm", "-i", "b.json", "--out", "c.json")
        self.assertEqual(self.read("c.json"), self.read("a.json"))

    def test_files_of_another_stage_are_no_mistake(self):
        self.write("in.csv", "v0.x,v0.y,v1.z\n1,2,3\n")
        self.write("other.csv", "a,b\n1,2\n3,4\n")
        self.assertEqual(len(self.run_stage(VERTEX, "-i", "in.csv", "-i", "other.csv")), 1)

    def test_tables_without_rows_run_nothing(self):
        self.write("in.csv", "v0.x,v0.y,v1.z\n")
        self.assertEqual(self.run_stage(VERTEX, "-i", "in.csv"), [])

    def test_runs_that_are_too_large(self):
        self.write("in.asm", PIXEL)
        self.refuse("run", "in.asm", "--rect", "0,0,16384,16384", says="268435456 invocations; expected at most 67108864")
        for rect in ("1,2,3", "1,2,3,4,5", "0,0,16385,1", "-1,0,1,1", "x"):
            self.refuse("run", "in.asm", "--rect", rect, says="--rect")

    def test_options_of_other_stages(self):
        self.write("in.asm", VERTEX)
        for option, value in (("--rect", "0,0,1,1"), ("--samples", "4"), ("--partition", "2"), ("--factors", "1,1"),
                              ("--groups", "1"), ("--oob", "all")):
            self.refuse("run", "in.asm", "--count", 1, option, value, says="vs")
        self.refuse("run", "in.asm", "--count", 1, "--out", "x.txt", says=".csv, .json or .npy")
        self.refuse("run", "in.asm", "--rect", "1,2,3", says="X,Y,W,H")
        self.write("ps.asm", PIXEL)
        self.refuse("run", "ps.asm", "--rect", "0,0,2,2", "--samples", 3, says="invalid value '3'; expected 1, 2, 4, 8 or 16")

    def test_engines_agree(self):
        self.write("in.asm", VERTEX)
        self.write("in.csv", "v0.x,v0.y,v1.z\n1,2,3\n4,5,6\n")
        texts = [self.sm5("run", "in.asm", "-i", "in.csv", "--engine", engine, "--print", "out").text
                 for engine in (("interp", "jit") if JIT else ("interp", "auto"))]
        self.assertEqual(texts[0], texts[1])

    def test_engines_agree_on_rectangles_with_odd_edges(self):
        arguments = "run", "in.asm", "--rect", "1,1,6,5", "--print", "out:30"
        self.write("in.asm", PIXEL)
        texts = [self.sm5(*arguments, "--engine", engine).text
                 for engine in (("interp", "jit") if JIT else ("interp", "auto"))]
        self.assertIn("out: 30 rows", texts[0])
        self.assertEqual(texts[0], texts[1])

    def test_pixels_of_a_rectangle(self):
        rows = self.run_stage(PIXEL, "--rect", "1,2,3,1")
        self.assertEqual([(r["x"], r["y"]) for r in rows], [("1", "2"), ("2", "2"), ("3", "2")])
        self.assertEqual([r["o0.x"] for r in rows], ["1.5", "2.5", "0"])
        self.assertEqual([r["o0.w"] for r in rows], ["10", "10", "0"])
        self.assertEqual([r["SV_Depth"] for r in rows], ["2.5", "2.5", "0"])
        self.assertEqual([r["written"] for r in rows], ["1", "1", "0"])

    def test_rectangles_take_a_row_for_each_pixel(self):
        self.write("in.asm", PIXEL)
        for rows in (1, 3, 5):
            self.write("in.csv", "v0.x,v0.y\n" + "1,1\n" * rows)
            self.refuse("run", "in.asm", "--rect", "0,0,2,2", "-i", "in.csv", says=f"{rows} rows of inputs; expected 4, one for each pixel")
        self.write("in.csv", "v0.x,v0.y\n" + "1,1\n" * 4)
        self.sm5("run", "in.asm", "--rect", "0,0,2,2", "-i", "in.csv")

    def test_rows_make_whole_patches(self):
        self.write("in.asm", HULL)
        self.write("in.csv", "v0.x\n1\n2\n3\n")
        self.refuse("run", "in.asm", "-i", "in.csv", says="3 rows of inputs; expected a multiple of 2")
        self.sm5("run", "in.asm", "-i", "in.csv", "--count", 1)
        self.write("ids.csv", "SV_PrimitiveID\n9\n8\n")
        self.write("in.csv", "v0.x\n1\n2\n")
        self.refuse("run", "in.asm", "-i", "in.csv", "-i", "ids.csv", says="2 rows of primitive ids or patch constants; expected 1")

    def test_missing_inputs_are_zero_when_asked_for(self):
        self.write("in.csv", "v0.x\n5\n")
        rows = self.run_stage(VERTEX, "-i", "in.csv", "--missing", "zero")
        self.assertEqual([(r["SV_Position.x"], r["SV_Position.y"], r["SV_Position.z"]) for r in rows], [("5", "0", "0")])
        self.assertEqual(len(self.run_stage(VERTEX, "--count", 3, "--missing", "zero")), 3)
        self.refuse("run", "in.asm", "--count", 1, "--missing", "error", says="missing inputs: v0.x")
        self.refuse("run", "in.asm", "--count", 1, "--missing", "none", says="expected error or zero")
        self.refuse("run", "in.asm", "--count", 1, says="or --missing zero")

    def test_a_stage_without_inputs_names_its_options(self):
        for text, says in ((VERTEX, "missing inputs: v0.x"), (PIXEL, "run: expected --count N or --rect X,Y,W,H, or inputs with -i"),
                           (HULL, "missing inputs: v0.x"), (DOMAIN, "missing inputs: "), (GEOMETRY, "missing inputs: v0.x")):
            self.write("in.asm", text)
            result = self.refuse("run", "in.asm", says=says)
            self.assertNotIn("--groups", result.error)
        self.refuse("bench", "in.asm", "--groups", 1, says="bench: runs compute shaders; this is a gs")

    def test_outputs_that_the_stage_does_not_have(self):
        for text, option, says in ((VERTEX, "consts=x.csv", "unknown output 'consts'; expected out"),
                                   (HULL, "consts=x.csv", "unknown output 'consts'; expected out, constants, points or primitives"),
                                   (VERTEX, "constants=x.csv", "unknown output of a vs; expected out"),
                                   (DOMAIN, "points=x.csv", "points and primitives are outputs of domain shaders with --factors")):
            self.write("in.asm", text)
            self.write("in.csv", "v0.x,v0.y,v1.z\n1,2,3\n4,5,6\n")
            options = ("--partition", 1, "--missing", "zero") if text is DOMAIN else ()
            self.refuse("run", "in.asm", "-i", "in.csv", *options, "--out", option, says=says)
        self.write("in.asm", VERTEX)
        self.sm5("run", "in.asm", "-i", "in.csv", "--out", "./a=b.csv")
        self.assertTrue((self.path / "a=b.csv").exists())
        self.refuse("run", "in.asm", "-i", "in.csv", "--print", "points:2", says="unknown output of a vs; expected out")
        self.refuse("run", "in.asm", "-i", "in.csv", "--print", "out:x", says="'x'")
        self.refuse("run", "in.asm", "-i", "in.csv", "--print", "output", says="--print output: unknown output; expected out, or a slot")
        self.write("gs.asm", GEOMETRY)
        self.refuse("run", "gs.asm", "--count", 1, "--missing", "zero", "--print", "m1", says="--print m1: the program has no stream m1")
        self.write("cs.asm", COPY)
        self.refuse("run", "cs.asm", "--groups", 1, "--print", "out", says="unknown output of a compute shader")

    def test_places_of_pixels_by_count(self):
        rows = self.run_stage(PIXEL, "--count", 6)
        self.assertEqual([(r["x"], r["y"]) for r in rows], [("0", "0"), ("1", "0"), ("0", "1"), ("1", "1"), ("2", "0"), ("3", "0")])
        self.write("in.csv", "v0.x,v0.y\n7.5,9.5\n-0.5,nan\n")
        rows = self.run_stage(PIXEL, "-i", "in.csv")
        self.assertEqual([(r["x"], r["y"]) for r in rows], [("7", "9"), ("-1", "0")])

    def test_pixels_by_count(self):
        self.write("in.csv", "v0.x,v0.y\n0,0\n1,0\n0,1\n1,1\n2,0\n")
        rows = self.run_stage(PIXEL, "-i", "in.csv")
        self.assertEqual([r["o0.z"] for r in rows], ["0", "10", "1", "11", "20"])
        self.assertEqual([r["o0.w"] for r in rows], ["10", "10", "10", "10", "0"])

    def test_positions_of_samples(self):
        rows = self.run_stage(POSITION % "sample", "--rect", "0,0,2,1", "--samples", 2)
        self.assertEqual([(r["o0.x"], r["o0.y"]) for r in rows],
                         [("0.75", "0.75"), ("0.25", "0.25"), ("1.75", "0.75"), ("1.25", "0.25")])

    def test_positions_of_centroids_go_by_the_coverage_given(self):
        self.write("in.csv", "SV_Coverage\n3\n2\n1\n0\n")
        rows = self.run_stage(POSITION % "centroid", "-i", "in.csv", "--samples", 2)
        self.assertEqual([(r["o0.x"], r["o0.y"], r["o0.z"]) for r in rows],
                         [("0.5", "0.5", "3"), ("1.25", "0.25", "2"), ("0.75", "1.75", "1"), ("0", "0", "0")])
        self.assertEqual([r["written"] for r in rows], ["1", "1", "1", "0"])

    def test_coverage_of_a_pixel_in_the_rows_of_its_samples(self):
        self.write("in.csv", "SV_Coverage\n2\n2\n1\n1\n")
        rows = self.run_stage(POSITION % "sample", "-i", "in.csv", "--rect", "0,0,2,1", "--samples", 2)
        self.assertEqual([r["o0.z"] for r in rows], ["0", "2", "1", "0"])
        self.assertEqual([r["written"] for r in rows], ["0", "1", "1", "0"])

    def test_hull_points_and_constants(self):
        self.write("in.csv", "v0.x\n1\n2\n3\n4\n")
        self.assertEqual([(r["o0.x"], r["o0.y"]) for r in self.run_stage(HULL, "-i", "in.csv")],
                         [("1", "0"), ("2", "0"), ("3", "1"), ("4", "1")])
        rows = self.run_stage(HULL, "-i", "in.csv", out="constants")
        self.assertEqual([(r["SV_TessFactor"], r["SV_TessFactor1"]) for r in rows], [("2", "3"), ("4", "3")])

    def test_primitive_ids_can_be_given(self):
        self.write("in.csv", "v0.x\n1\n2\n")
        self.write("ids.csv", "SV_PrimitiveID\n9\n")
        self.assertEqual(self.run_stage(HULL, "-i", "in.csv", "-i", "ids.csv")[1]["o0.y"], "9")

    def test_domain_points_of_a_partition(self):
        self.write("in.csv", "v0.x\n1\n2\n3\n4\n")
        self.write("constants.csv", "vpc0.x\n10\n20\n")
        rows = self.run_stage(DOMAIN, "-i", "in.csv", "-i", "constants.csv", "--partition", 2)
        self.assertEqual([r["o0.x"] for r in rows], ["0", "0.5", "1"] * 4)
        self.assertEqual([r["o0.y"] for r in rows], (["0"] * 3 + ["0.5"] * 3) * 2)
        self.assertEqual([r["o0.z"] for r in rows], ["12"] * 6 + ["24"] * 6)

    def test_domain_points_of_a_file(self):
        self.write("in.csv", "v0.x\n1\n2\n")
        self.write("constants.csv", "vpc0.x\n10\n")
        self.write("points.csv", "SV_DomainLocation.x,SV_DomainLocation.y\n0.25,0.75\n")
        files = ("-i", "in.csv", "-i", "constants.csv")
        rows = self.run_stage(DOMAIN, *files, "-i", "points.csv")
        self.assertEqual([(r["o0.x"], r["o0.y"]) for r in rows], [("0.25", "0.75")])
        self.refuse("run", "in.asm", *files, says="--partition")
        self.refuse("run", "in.asm", *files, "-i", "points.csv", "--partition", 2, says="--partition")
        self.refuse("run", "in.asm", "-i", "in.csv", "--partition", 2, says="missing inputs: vpc0.x;")

    def test_domain_patches_by_count(self):
        self.write("in.csv", "v0.x\n1\n2\n3\n4\n")
        self.write("constants.csv", "vpc0.x\n10\n20\n")
        files = ("-i", "in.csv", "-i", "constants.csv", "--partition", 1)
        self.assertEqual([r["o0.z"] for r in self.run_stage(DOMAIN, *files, "--count", 1)], ["12", "12"])
        self.assertEqual([r["o0.z"] for r in self.run_stage(DOMAIN, *files, "--count", 2)], ["12", "12", "24", "24"])
        self.refuse("run", "in.asm", *files, "--count", 3, says="4 rows of inputs; expected 6")
        self.write("one.csv", "vpc0.x\n10\n")
        self.refuse("run", "in.asm", "-i", "in.csv", "-i", "one.csv", "--partition", 1,
                    says="1 rows of primitive ids or patch constants; expected 2")

    def test_domain_patches_by_count_without_inputs(self):
        plain = DOMAIN.replace("dcl_input vpc0.x\ndcl_input vicp[2][0].x\n", "").replace(
            "add o0.z, vicp[1][0].x, vpc0.x", "mov o0.z, l(0)").replace("point_count 2", "point_count 1")
        self.assertEqual(len(self.run_stage(plain, "--partition", 2, "--count", 5)), 5 * 6)
        self.assertEqual(len(self.run_stage(plain, "--factors", "1,2", "--count", 3)), 3 * 3)
        self.write("factors.csv", "SV_TessFactor0,SV_TessFactor1\n1,1\n1,2\n1,1\n")
        self.assertEqual(len(self.run_stage(plain, "--factors", "factors.csv", "--count", 2)), 2 + 3)
        self.refuse("run", "in.asm", "--factors", "factors.csv", "--count", 4, says="3 rows; expected one for each of 4")

    def test_kinds_of_rows_do_not_mix(self):
        self.write("in.asm", DOMAIN)
        self.write("mixed.csv", "v0.x,vpc0.x\n1,2\n")
        self.refuse("run", "in.asm", "-i", "mixed.csv", "--partition", 1, says="files of their own")

    def test_emitted_vertices_have_strips(self):
        self.write("in.csv", "v0.x\n1\n2\n")
        rows = self.run_stage(GEOMETRY, "-i", "in.csv", out="m0")
        self.assertEqual([(r["strip"], r["o0.x"]) for r in rows], [("0", "1"), ("0", "1.5"), ("1", "2"), ("1", "2.5")])

    def test_print(self):
        self.write("in.asm", GEOMETRY)
        self.write("in.csv", "v0.x\n1\n2\n")
        text = self.sm5("run", "in.asm", "-i", "in.csv", "--print", "out:1").text
        self.assertIn("out: 4 rows", text)
        self.assertIn("3 more", text)
        self.refuse("run", "in.asm", "-i", "in.csv", "--print", "constants", says="unknown output")

    # ---- check ----

    def found(self, text, *options, expect=WRONG_PROGRAM):
        self.write("x.asm", text)
        run = self.sm5("check", "x.asm", *options, "--json", "x.json", expect=expect)
        return run, json.loads(self.read("x.json"))["findings"]

    def test_check_names_invocations(self):
        store = PIXEL.replace("dcl_temps 1", "dcl_uav_structured u1, 4\ndcl_temps 1").replace(
            "discard_z", "ftou r0.x, v0.x\nstore_structured u1.x, l(0), l(0), r0.x\ndiscard_z")
        run, found = self.found(store, "--rect", "0,0,4,2", "-b", "u1=zero,size=1")
        self.assertIn("with instruction 6: store_structured", run.text)
        self.assertIn("; invocation 1; 7 times\n", run.text)
        self.assertEqual([(f["kind"], f["thread"], f["group"], f["other_thread"]) for f in found if f["kind"] == "race"],
                         [("race", [1, 0, 0], [0, 0, 0], [0, 0, 0])])

    def test_check_gives_the_results_of_a_run(self):
        self.write("x.asm", PIXEL)
        options = ("x.asm", "--rect", "0,0,4,2", "--out")
        self.sm5("run", *options, "run.csv")
        self.sm5("check", *options, "check.csv")
        self.assertEqual(self.read("run.csv"), self.read("check.csv"))

    def test_check_of_a_patch(self):
        missing = HULL.replace("utof o0.y, vPrim\n", "")
        self.write("points.csv", "v0.x\n1\n2\n3\n4\n")
        run, found = self.found(missing, "-i", "points.csv")
        self.assertIn("invocation 0 of patch 0", run.text)
        self.assertEqual([(f["kind"], f["register"], f["thread"], f["count"]) for f in found][0],
                         ("uninitialised", "o0", [0, 0, 0], 4))

    def test_check_refuses_orders(self):
        self.write("x.asm", VERTEX)
        self.refuse("check", "x.asm", "--count", "1", "--orders", "2", says="--orders requires a compute")
        self.refuse("check", "x.asm", "--groups", "1", says="check: a vs has no thread groups")

    def test_check_stops_at_a_limit(self):
        _, found = self.found(PIXEL.replace("ret\n", "loop\nendloop\nret\n"), "--rect", "0,0,2,2", "--max-steps", "10")
        self.assertEqual([f["kind"] for f in found], ["budget"])


main()
