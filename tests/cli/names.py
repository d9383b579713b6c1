"""Members by name in what the command shows: comparisons of test, findings of check, tables, info."""
import json
import struct

import rdef
from command import WRONG_PROGRAM, CommandTest, floats, main

# u0[i] = t0[i] with position.y scaled by cb0's first variable and count increased
SHADER = """cs_5_0
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 24
dcl_uav_structured u0, 24
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 4, 1, 1
ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw
ld_structured r1.xy, vThreadID.x, l(16), t0.xyxx
mul r0.y, r0.y, cb0[0].x
iadd r0.z, r0.z, l(1)
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
store_structured u0.xy, vThreadID.x, l(16), r1.xyxx
ret
"""
PARTICLE = rdef.structure(("position", rdef.FLOAT2, 0), ("count", rdef.INT1, 8), ("bits", rdef.UINT1, 12),
                          ("mass", rdef.DOUBLE1, 16))
PARAMS = ("cb0", "Params", 32, [("dt", rdef.FLOAT1, 0, 4, struct.pack("<f", 0.5)), ("steps", rdef.UINT1, 4, 4, None),
                                ("light", rdef.FLOAT3, 16, 12, struct.pack("<3f", 1, 0.5, 0))])


def particle(x, y, count, bits, mass):
    return struct.pack("<ffiId", x, y, count, bits, mass)


class Names(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("s.asm", SHADER)
        self.sm5("asm", "s.asm", "-o", "bare.dxbc")
        chunk = rdef.reflection([("t0", "src", PARTICLE, 24), ("u0", "dst", PARTICLE, 24)], [PARAMS])
        self.write("s.dxbc", rdef.with_chunk(self.read("bare.dxbc"), chunk))
        self.write("in.bin", particle(1, 2, 3, 4, 5) * 4)
        self.write("cb.bin", floats(0.5, 0, 0, 0, 0, 0, 0, 0))

    def case(self, expect, tolerance="{kind: exact}", shader="s.dxbc", extra=""):
        self.write("expect.bin", expect)
        self.write("x.yaml", f"shader: {shader}\ndispatches: [{{groups: [1]}}]\nbindings:\n"
                             "  - {slot: t0, kind: structured, file: in.bin}\n"
                             "  - {slot: cb0, kind: cbuffer, file: cb.bin}\n"
                             "  - {slot: u0, kind: structured, count: 4, stride: 24, expect: expect.bin}\n"
                             f"tolerance: {tolerance}\n{extra}")
        return self.sm5("test", "x.yaml", expect=None).text.splitlines()

    def test_comparisons_name_members(self):
        good, bad = particle(1, 1, 4, 4, 5), particle(1, 1.25, 7, 4, 5.5)
        self.assertEqual(self.case(good * 4), ["ok   x", "1 passed, 0 failed"])
        self.assertEqual(self.case(good * 2 + bad + good), [
            "FAIL x: u0: 3 words differ", "    u0[2].position.y: expected 1.25, got 1, off by 0.25 (2097152 ulp)",
            "    u0[2].count: expected 7, got 4, off by 3",
            "    u0[2].mass: expected 5.5, got 5, off by 0.5 (562949953421312 ulp)", "0 passed, 1 failed"])

    def test_distance_is_counted_across_zero(self):
        lines = self.case(particle(1, 1, 4, 4, 5) * 3 + particle(1, -1e-45, 4, 4, -5))
        self.assertIn("    u0[3].position.y: expected -1.4013e-45, got 1, off by 1 (1065353217 ulp)", lines)
        self.assertIn("    u0[3].mass: expected -5, got 5, off by 10 (9234631035923202048 ulp)", lines)

    def test_values_without_a_distance(self):
        nan = struct.unpack("<f", struct.pack("<I", 0x7fc00001))[0]
        lines = self.case(particle(float("inf"), nan, 4, 4, 5) + particle(1, 1, 4, 4, 5) * 3)
        self.assertEqual(lines[1:3], ["    u0[0].position.x: expected inf, got 1",
                                      "    u0[0].position.y: expected nan (0x7fc00001), got 1"])

    def test_tolerances_are_shown(self):
        bad = particle(1, 1.25, 4, 4, 5.5)
        rest = particle(1, 1, 4, 4, 5) * 3
        lines = self.case(bad + rest, "{kind: float_rel, rel: 1e-5, abs: 0.00000001}")
        self.assertEqual(lines[1], "    u0[0].position.y: expected 1.25, got 1, off by 0.25 (2097152 ulp), tolerance 1.25e-5")
        lines = self.case(bad + rest, "{kind: float_ulp, ulp: 4}")
        self.assertTrue(lines[1].endswith("(2097152 ulp), tolerance 4 ulp"), lines)

    def test_doubles_are_compared_as_doubles(self):
        rest = particle(1, 1, 4, 4, 5) * 3
        near = "{kind: float_rel, rel: 0.001}"
        self.assertEqual(self.case(particle(1, 1, 4, 4, 5.000001) + rest, near)[0], "ok   x")
        self.assertEqual(self.case(particle(1, 1, 4, 4, 5.01) + rest, near)[1],
                         "    u0[0].mass: expected 5.01, got 5, off by 0.01 (11258999068426 ulp), tolerance 0.00501")
        self.assertEqual(self.case(particle(1, 1, 4, 4, 5 + 2 ** -50) + rest, "{kind: float_ulp, ulp: 1}")[0], "ok   x")
        self.assertEqual(self.case(particle(1, 1, 4, 4, 5 + 2 ** -49) + rest, "{kind: float_ulp, ulp: 1}")[1],
                         "    u0[0].mass: expected 5.000000000000002, got 5, off by 1.77636e-15 (2 ulp), tolerance 1 ulp")

    def test_integer_members_are_exact_under_float_tolerances(self):
        rest = particle(1, 1, 4, 4, 5) * 3
        lines = self.case(particle(1, 1, 5, 4, 5) + rest, "{kind: float_rel, abs: 0.001}")
        self.assertEqual(lines[1], "    u0[0].count: expected 5, got 4, off by 1")

    def test_few_lines_and_a_count_of_the_rest(self):
        lines = self.case(particle(9, 9, 9, 9, 9) * 4)
        self.assertEqual(len([line for line in lines if ": expected " in line]), 8)
        self.assertIn("    and 12 more", lines)

    def test_without_a_layout_words_are_numbered(self):
        good, bad = particle(1, 1, 4, 4, 5), particle(1, 1.25, 7, 4, 5)
        self.assertEqual(self.case(good * 3 + bad, shader="bare.dxbc")[1:3], [
            "    u0[3] word 1: expected 0x3fa00000 (1.25), got 0x3f800000 (1), off by 0.25 (2097152 ulp)",
            "    u0[3] word 2: expected 0x00000007 (7), got 0x00000004 (4), off by 3"])

    VERTEX = "vs_5_0\ndcl_input v0.xy\ndcl_output_siv o0.xyzw, position\ndcl_output o1.x\nmov o0.xyzw, v0.xyxy\n" \
             "mov o1.x, v0.x\nret\n"

    def test_outputs_of_stages_by_semantic(self):
        self.write("vs.asm", self.VERTEX)
        self.write("v.yaml", "stage: vs\nshader: vs.asm\n"
                             "inputs: [{slot: v0, file: {type: f32, values: [1, 2, 0, 0, 3, 4, 0, 0]}}]\nstage_outputs:\n"
                             "  - {slot: o0, file: {type: f32, values: [1, 2, 1, 2, 3, 4, 3.5, 4]}}\n")
        result = self.sm5("test", "v.yaml", expect=WRONG_PROGRAM)
        self.assertIn("    o0[1].SV_Position.z: expected 3.5, got 3, off by 0.5 (2097152 ulp)\n", result.text)

    # ---- check ----

    def found(self, *options, shader="s.dxbc"):
        return self.sm5("check", shader, "--groups", 1, "-b", "t0=in.bin", "-b", "cb0=cb.bin,count=1", "-b", "u0=zero,size=3",
                        *options, expect=WRONG_PROGRAM)

    # A store past the end of the view and one past the structure; a constant buffer that is too short.
    def write_wrong(self):
        text = SHADER.replace("l(16), r1.xyxx", "l(20), r1.xyxx").replace("cb0[0].x", "cb0[1].y")
        self.write("w.asm", text)
        self.sm5("asm", "w.asm", "-o", "w.dxbc")
        chunk = rdef.reflection([("t0", "src", PARTICLE, 24), ("u0", "dst", PARTICLE, 24)], [PARAMS])
        self.write("w.dxbc", rdef.with_chunk(self.read("w.dxbc"), chunk))

    def test_findings_name_members(self):
        self.write_wrong()
        text = self.found(shader="w.dxbc").text
        self.assertIn("u0, element 3, byte offset 0 (position.x); thread (3,0,0) of group (0,0,0)", text)
        self.assertIn("u0, element 0, byte offset 20 (mass); thread", text)
        self.assertIn("cb0, element 1 (light.x); thread", text)
        self.found("--json", "out.json", "--sarif", "out.sarif", shader="w.dxbc")
        findings = json.loads(self.read("out.json"))["findings"]
        self.assertEqual({f["member"] for f in findings}, {"position.x", "mass", "light.x"})
        results = json.loads(self.read("out.sarif"))["runs"][0]["results"]
        self.assertEqual({r["properties"]["member"] for r in results}, {"position.x", "mass", "light.x"})
        self.assertTrue(any("u0, element 3, position.x, thread (3,0,0)" in r["message"]["text"] for r in results))

    def test_findings_without_a_layout(self):
        self.found("--json", "out.json", shader="bare.dxbc")
        self.assertEqual({f["member"] for f in json.loads(self.read("out.json"))["findings"]}, {None})

    def test_findings_of_outputs_name_semantics(self):
        self.write("vs.asm", self.VERTEX.replace("mov o0.xyzw, v0.xyxy", "mov o0.xy, v0.xyxx"))
        self.write("in.csv", "v0.x,v0.y\n1,2\n")
        result = self.sm5("check", "vs.asm", "-i", "in.csv", "--json", "out.json", expect=WRONG_PROGRAM)
        self.assertIn("o0 (SV_Position); invocation 0", result.text)
        self.assertEqual(json.loads(self.read("out.json"))["findings"][0]["member"], "SV_Position")

    def test_cases_under_the_checker_name_members(self):
        self.write_wrong()
        self.write("x.yaml", "shader: w.dxbc\ndispatches: [{groups: [1]}]\nbindings:\n"
                             "  - {slot: t0, kind: structured, file: in.bin}\n  - {slot: cb0, kind: cbuffer, file: cb.bin}\n"
                             "  - {slot: u0, kind: structured, count: 4, stride: 24}\nfindings: []\n")
        self.assertIn("oob-offset at instruction 5, u0, element 0 (mass), thread",
                      self.sm5("test", "x.yaml", expect=WRONG_PROGRAM).text)

    # ---- info ----

    def test_info_lists_members(self):
        text = self.sm5("info", "s.dxbc").text
        lines = [" ".join(line.split()) for line in text.splitlines()]
        for line in ("0 4 float dt = 0.5", "4 4 uint steps", "16 12 float3 light = 1, 0.5, 0", "0 8 float2 position",
                     "8 4 int count", "12 4 uint bits", "16 8 double mass"):
            self.assertIn(line, lines)
        self.assertNotIn("float", self.sm5("info", "bare.dxbc").text)

    def test_info_as_json(self):
        resources = {r["name"]: r["members"] for r in json.loads(self.sm5("info", "s.dxbc", "--json").text)["resources"]}
        self.assertEqual(resources["Params"][0], {"name": "dt", "offset": 0, "size": 4, "type": "float", "default": 0.5})
        self.assertEqual(resources["Params"][1], {"name": "steps", "offset": 4, "size": 4, "type": "uint"})
        self.assertEqual([m["name"] for m in resources["dst"]], ["position.x", "position.y", "count", "bits", "mass"])
        self.assertEqual(resources["dst"][4], {"name": "mass", "offset": 16, "size": 8, "type": "double"})
        bare = json.loads(self.sm5("info", "bare.dxbc", "--json").text)["resources"]
        self.assertEqual([r["members"] for r in bare], [[]] * 3)

    # ---- run --print ----

    def printed(self, what):
        return self.sm5("run", "s.dxbc", "--groups", 1, "-b", "t0=in.bin", "-b", "cb0=cb.bin", "-b", "u0=zero,size=4",
                        "--print", what).text

    def test_tables_of_inputs(self):
        self.assertEqual(self.printed("t0:1").splitlines()[1].split(),
                         ["index", "position.x", "position.y", "count", "bits", "mass"])

    def test_tables_of_constant_buffers(self):
        self.write("cb.bin", floats(0.5) + struct.pack("<I", 7) + floats(0, 0, 1, 0.25, 0, 9))
        self.assertEqual([line.split() for line in self.printed("cb0").splitlines()[1:]], [
            ["index", "member", "value"], ["0", "dt", "0.5"], ["0", "steps", "7"], ["1", "light.x", "1"],
            ["1", "light.y", "0.25"], ["1", "light.z", "0"]])
        self.assertEqual(len(self.printed("cb0:1").splitlines()), 5)


if __name__ == "__main__":
    main()
