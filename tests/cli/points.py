"""sm5 run of domain shaders on the points of tessellated patches, and hull shaders that make them."""
import csv
import io

from command import CommandTest, main

QUAD = """ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_quad
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_input vicp[1][0].x
dcl_input vPrim
dcl_output o0.xyzw
mov o0.xy, vDomain.xyxx
mov o0.z, vicp[0][0].x
utof o0.w, vPrim
ret
"""

LINES = """ds_5_0
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_output o0.xy
mov o0.xy, vDomain.xyxx
ret
"""

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 1
dcl_output_control_point_count 1
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_fractional_odd
dcl_tessellator_output_primitive output_triangle_ccw
dcl_globalFlags refactoringAllowed
hs_fork_phase
dcl_input vicp[1][0].xy
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o0.x, vicp[0][0].x
mov o1.x, vicp[0][0].x
mov o2.x, vicp[0][0].x
mov o3.x, vicp[0][0].y
ret
"""

TRIANGLE = """ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xyz
dcl_input vicp[1][0].x
dcl_output o0.xyzw
mov o0.xyz, vDomain.xyzx
mov o0.w, vicp[0][0].x
ret
"""

FACTORS = "SV_TessFactor,SV_TessFactor1,SV_TessFactor2,SV_TessFactor3,SV_InsideTessFactor,SV_InsideTessFactor1\n"


class Points(CommandTest):
    def rows(self, name):
        return list(csv.DictReader(io.StringIO(self.read(name).decode())))

    def run_domain(self, text, *arguments):
        self.write("ds.asm", text)
        self.sm5("run", "ds.asm", *arguments, "--out", "out.csv", "--out", "points=p.csv", "--out", "primitives=t.csv")
        return self.rows("out.csv")

    def test_one_list_for_all_patches(self):
        self.write("in.csv", "v0.x\n5\n6\n")
        rows = self.run_domain(QUAD, "-i", "in.csv", "--factors", "2,2,2,2,2,2")
        places = [("0", "1"), ("0", "0.5"), ("0", "0"), ("0.5", "0"), ("1", "0"), ("1", "0.5"), ("1", "1"), ("0.5", "1"),
                  ("0.5", "0.5")]
        self.assertEqual([(r["o0.x"], r["o0.y"]) for r in rows], places * 2)
        self.assertEqual([r["o0.z"] for r in rows], ["5"] * 9 + ["6"] * 9)
        self.assertEqual([r["o0.w"] for r in rows], ["0"] * 9 + ["1"] * 9)
        points = self.rows("p.csv")
        self.assertEqual([(r["SV_DomainLocation.x"], r["SV_DomainLocation.y"]) for r in points], places * 2)
        triangles = self.rows("t.csv")
        self.assertEqual(len(triangles), 16)
        self.assertEqual({(r["patch"], int(r[f"point{i}"]) // 9) for r in triangles for i in range(3)}, {("0", 0), ("1", 1)})

    def test_factors_of_each_patch_from_a_file(self):
        self.write("in.csv", "v0.x\n5\n6\n7\n")
        self.write("factors.csv", FACTORS + "1,1,1,1,1,1\n2,nan,2,2,2,2\n1,1,1,2,1,1\n")
        rows = self.run_domain(QUAD, "-i", "in.csv", "--factors", "factors.csv")
        self.assertEqual([r["o0.z"] for r in rows], ["5"] * 4 + ["7"] * 6)
        self.assertEqual([r["patch"] for r in self.rows("t.csv")], ["0"] * 2 + ["2"] * 5)

    def test_partitionings(self):
        for word, count in (("integer", 4), ("pow2", 4), ("fractional_odd", 4), ("fractional_even", 5)):
            rows = self.run_domain(LINES, "--factors", "1,2.5", "--partitioning", word)
            self.assertEqual(len(rows), count, word)
        self.assertEqual([r["o0.x"] for r in rows], ["0", "0.4375", "0.5", "0.5625", "1"])
        self.assertEqual(len(self.run_domain(LINES, "--factors", "1,2.5")), 4)

    def test_lines(self):
        rows = self.run_domain(LINES, "--factors", "2,1")
        self.assertEqual([(r["o0.x"], r["o0.y"]) for r in rows], [("0", "0"), ("1", "0"), ("0", "0.5"), ("1", "0.5")])
        self.assertEqual([(r["point0"], r["point1"]) for r in self.rows("t.csv")], [("0", "1"), ("2", "3")])

    def test_all_patches_culled(self):
        self.assertEqual(self.run_domain(LINES, "--factors", "0,1"), [])

    def test_hull_to_domain(self):
        self.write("hs.asm", HULL)
        self.write("in.csv", "v0.x,v0.y\n1,1\n0,3\n3,2\n")
        self.sm5("run", "hs.asm", "-i", "in.csv", "--out", "constants=c.csv", "--out", "points=hp.csv", "--out",
                 "primitives=ht.csv")
        by_factors = self.run_domain(TRIANGLE, "-i", "in.csv", "--factors", "c.csv", "--partitioning", "fractional_odd")
        self.assertEqual([r["o0.w"] for r in by_factors], ["1"] * 3 + ["3"] * 12)
        self.assertEqual(self.read("p.csv"), self.read("hp.csv"))
        turned = [(r["patch"], r["point0"], r["point2"], r["point1"]) for r in self.rows("ht.csv")]
        self.assertEqual(turned, [tuple(r.values())[1:] for r in self.rows("t.csv")])
        self.sm5("run", "ds.asm", "-i", "in.csv", "-i", "hp.csv", "--out", "by_points.csv")
        self.assertEqual(self.rows("by_points.csv"), by_factors)

    def test_hull_without_factors(self):
        self.write("hs.asm", HULL.replace("dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor", "dcl_output o2.x"))
        self.write("in.csv", "v0.x,v0.y\n1,1\n")
        self.refuse("run", "hs.asm", "-i", "in.csv", "--no-validate", "--print", "points", says="SV_TessFactor2")

    def test_hull_without_partitioning(self):
        self.write("hs.asm", HULL.replace("dcl_tessellator_partitioning partitioning_fractional_odd\n", ""))
        self.write("in.csv", "v0.x,v0.y\n1,1\n")
        self.refuse("run", "hs.asm", "-i", "in.csv", "--no-validate", "--print", "points",
                    says="dcl_tessellator_partitioning")

    def test_factors_that_do_not_fit(self):
        self.write("ds.asm", QUAD)
        self.write("in.csv", "v0.x\n5\n6\n")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "1,2,3", says="4 of edges and 2 of the inside")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "1,2,x", says="expected numbers")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "none.csv", says="none.csv")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "1,1,1,1,1,1", "--partition", 2, says="one of")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--partition", 2, "--partitioning", "pow2", says="--factors")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "1", "--partitioning", "even", says="fractional_even")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--partition", 2, "--print", "points", says="--factors")
        self.write("short.csv", FACTORS + "1,1,1,1,1,1\n")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "short.csv", says="1 rows; expected one for each of 2")
        self.write("other.csv", "SV_TessFactor\n1\n1\n")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "other.csv", says="no column SV_TessFactor1")
        self.write("word.csv", FACTORS + "1,1,1,a,1,1\n1,1,1,1,1,1\n")
        self.refuse("run", "ds.asm", "-i", "in.csv", "--factors", "word.csv", says="word.csv: line 2: SV_TessFactor3: 'a' is not a float")
        self.write("plain.asm", QUAD.replace("dcl_tessellator_domain domain_quad\n", ""))
        self.refuse("run", "plain.asm", "-i", "in.csv", "--no-validate", "--factors", "1", says="dcl_tessellator_domain")

    def test_points_of_patches_that_are_not_there(self):
        self.write("ds.asm", QUAD)
        self.write("in.csv", "v0.x\n5\n6\n")
        self.write("points.csv", "patch,SV_DomainLocation.x,SV_DomainLocation.y\n1,0,0\n2,0,1\n")
        self.refuse("run", "ds.asm", "-i", "in.csv", "-i", "points.csv", says="points.csv: line 3: patch 2; there are 2 patches")


main()
