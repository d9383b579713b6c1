"""test --new: a case for a program that is complete, and green once it is blessed."""
import os
import pathlib
import struct

import bless
import rdef
from command import COPY, COUNT, TYPED, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main
from names import PARAMS, PARTICLE, SHADER

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[3][0].xyz
dcl_output o0.xyz
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.xyz, v[r0.x + 0][0].xyzx
ret
hs_fork_phase
dcl_hs_fork_phase_instance_count 3
dcl_input vForkInstanceID
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_temps 1
dcl_indexrange o0.x 3
mov r0.x, vForkInstanceID.x
mov o[r0.x + 0].x, l(2.000000)
ret
hs_fork_phase
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o3.x, l(3.000000)
ret
"""

DOMAIN = """ds_5_0
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_input vDomain.xyz
dcl_input vpc0.x
dcl_input vicp[3][0].xyz
dcl_output_siv o0.xyzw, position
dcl_temps 1
mul r0.xyz, vDomain.xxxx, vicp[0][0].xyzx
mad r0.xyz, vDomain.yyyy, vicp[1][0].xyzx, r0.xyzx
mul o0.xyz, r0.xyzx, vpc0.xxxx
mov o0.w, l(1.000000)
ret
"""

PIXEL = """ps_5_0
dcl_resource_texture2d (float,float,float,float) t0
dcl_sampler s0, mode_default
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 1
sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, t0.xyzw, s0
lt r0.x, v0.x, l(1.000000)
discard_nz r0.x
mov o0.xyzw, r0.xyzw
mov oDepth, v1.x
ret
"""

# texture and counter, u0 is read and written
MORE = """cs_5_0
dcl_resource_texture3d (float,float,float,float) t1
dcl_uav_structured_opc u0, 8
dcl_uav_typed_texture2d (uint,uint,uint,uint) u1
dcl_uav_raw u2
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 4, 1, 1
ld_indexable(texture3d)(float,float,float,float) r0.xyzw, l(1, 2, 3, 0), t1.xyzw
imm_atomic_alloc r1.x, u0
ld_structured r1.y, r1.x, l(4), u0.xxxx
store_structured u0.xy, r1.x, l(0), r0.xyxx
atomic_iadd u1, vThreadID.xyxx, r1.y
store_raw u2.x, l(0), r0.z
ret
"""

EMPTY = "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n"


class New(CommandTest):
    def green(self, name, text):
        """new, bless, test: the three commands of README."""
        self.write(name, text)
        self.sm5("test", "--new", name, "-o", "case.yaml")
        made = self.read("case.yaml").decode()
        self.sm5("test", "--bless", "case.yaml")
        self.assertIn("1 passed, 0 failed", self.sm5("test", "case.yaml").text)
        return made

    def test_the_three_commands(self):
        self.write("s.asm", SHADER)
        self.sm5("asm", "s.asm", "-o", "s.dxbc")
        chunk = rdef.reflection([("t0", "src", PARTICLE, 24), ("u0", "dst", PARTICLE, 24)], [PARAMS])
        made = self.green("s.dxbc", rdef.with_chunk(self.read("s.dxbc"), chunk))
        for part in ("slot: cb0   # Params", "slot: t0   # src", "slot: u0   # dst", "stride: 24", "count: 4", "{position.x: ",
                     "dt: 0.5, steps: 0,", "light.x: 1, light.y: 0.5, light.z: 0}}", "expect: {values: []}"):
            self.assertIn(part, made)
        self.assertRegex(self.read("case.yaml").decode(), r"expect: \{values: \[\n +\{position\.x: [\d.]+, position\.y: [\d.]+, "
                                                          r"count: \d, bits: \d, mass: [\d.]+\},\n")
        # Another result fails and is named.
        self.write("s.asm", SHADER.replace("l(1)", "l(2)"))
        self.sm5("asm", "s.asm", "--base", "s.dxbc", "-o", "s.dxbc", "--in-place", expect=None)
        self.sm5("asm", "s.asm", "--base", "s.dxbc", "-o", "new.dxbc")
        self.write("s.dxbc", self.read("new.dxbc"))
        result = self.sm5("test", "case.yaml", expect=WRONG_PROGRAM)
        self.assertRegex(result.text, r"u0\[0\]\.count: expected \d+, got \d+, off by 1")

    def test_before_it_is_blessed(self):
        self.write("copy.asm", COPY)
        self.sm5("test", "--new", "copy.asm", "-o", "case.yaml")
        self.assertIn("u0: expected 0 bytes, got 32; sm5 test --bless writes what came out",
                      self.sm5("test", "case.yaml", expect=WRONG_PROGRAM).text)

    def test_standard_output(self):
        self.write("copy.asm", COPY)
        text = self.sm5("test", "--new", "copy.asm").text
        self.assertIn('shader: "copy.asm"\n', text)
        self.assertIn("cs_5_0, 4 x 1 x 1 threads a group", text)
        self.assertEqual(text.replace("CASE.yaml", "case.yaml"), self.green("copy.asm", COPY))

    def test_the_shader_is_named_from_the_case(self):
        self.write("shaders/copy.asm", COPY)
        (self.path / "tests/gpu").mkdir(parents=True)
        self.sm5("test", "--new", "shaders/copy.asm", "-o", "tests/gpu/copy.yaml")
        self.assertIn('shader: "../../shaders/copy.asm"\n', self.read("tests/gpu/copy.yaml").decode())
        self.sm5("test", "--new", "shaders/copy.asm", "-o", "shaders/copy.yaml")
        self.assertIn('shader: "copy.asm"\n', self.read("shaders/copy.yaml").decode())
        self.sm5("test", "--bless", "shaders", "tests")

    def test_resources(self):
        self.green("typed.asm", TYPED)
        self.assertIn("expect_counter: 0", self.green("count.asm", COUNT))
        made = self.green("more.asm", MORE)
        for part in ("kind: texture3d", "depth: 4", "kind: texture2d\n    format: r32_uint", "kind: raw"):
            self.assertIn(part, made)
        self.assertRegex(self.read("case.yaml").decode(), r"expect_counter: 4\n")

    def test_layouts_of_comments(self):
        made = self.green("s.asm", COPY.replace("dcl_input vT", "// sm5: struct t0 float a; uint b\ndcl_input vT"))
        self.assertRegex(made, r"file: \{values: \[\n +\{a: 0\.\d+, b: \d\},\n")

    def test_stages(self):
        self.assertIn("compare: xyz", self.green("hs.asm", HULL))
        self.assertIn("domain_points: [[1, 0, 0]", self.green("ds.asm", DOMAIN))
        self.assertIn("slot: oDepth", self.green("ps.asm", PIXEL))
        self.green("vs.asm", bless.Bless.VERTEX)
        self.green("gs.asm", bless.Bless.GEOMETRY)
        self.assertIn("strips: [2, 2]", self.read("case.yaml").decode())

    def test_programs_that_write_nothing(self):
        self.green("empty.asm", EMPTY)

    def test_wrong_commands(self):
        self.write("copy.asm", COPY)
        self.refuse("test", "-o", "case.yaml", says="-o requires --new")
        self.write("x.yaml", "")
        self.refuse("test", "x.yaml", "--new", "copy.asm", says="--new writes one case and runs none")
        self.refuse("test", "--new", "missing.asm", says="missing.asm: No such file")
        self.sm5("test", "--new", "copy.asm", "-o", "no/such/x.yaml", expect=WRONG_COMMAND)
        self.write("bad.asm", "cs_5_0\nbogus\n")
        self.sm5("test", "--new", "bad.asm", expect=WRONG_PROGRAM)

    def test_containers_of_games(self):
        folder = pathlib.Path(os.environ.get("SM5_SHARED", "")) / "corpus" / "slimshader"
        paths = sorted(folder.glob("*CS*.dxbc"))
        if not paths:
            self.skipTest("no containers")
        for path in paths:
            self.sm5("test", "--new", path, "-o", path.stem + ".yaml")
        self.sm5("test", "--bless", ".")
        self.sm5("test", ".")


if __name__ == "__main__":
    main()
