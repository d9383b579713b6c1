"""test --bless: what comes out becomes what a case expects, and nothing else in its file changes."""
import json
import os
import struct

from command import COPY, COUNT, WRONG_PROGRAM, CommandTest, floats, main
from cases import indent

# A comment, lists in both styles, characters of several bytes, lines ended by CR LF.
CASE = """# tests of ünïcode – and more\r
name: ä
shader: copy.asm    # the shader\r
dispatches: [{groups: [1]}]
bindings:
  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, 2, 3, 4]}}   # ä in
  - slot: u0
    kind: structured
    stride: 8
    count: 2
    expect:   # out
      type: f32
      values:
        - 2     # ü first
        - 0x40000000

        - 9.5   # wrong
        - 4
# the end
tolerance: {kind: float_rel, rel: 1e-3}
"""


class Bless(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)

    def bless(self, text, name="x.yaml", expect=0):
        self.write(name, text)
        result = self.sm5("test", "--bless", name, expect=expect)
        if not expect:
            self.assertIn(" 0 failed", self.sm5("test", name).text)
        return result.text

    def lines(self, name="x.yaml"):
        return self.read(name).decode().split("\n")

    def test_only_values_change(self):
        summary = self.bless(CASE)
        self.assertEqual(summary.splitlines(), ["new  ä: u0: 1 of 4 words changed",
                                                "    u0[1] word 0: 0x41180000 (9.5) -> 0x40800000 (4)",
                                                "1 blessed, 0 passed, 0 failed"])
        self.assertEqual(self.read("x.yaml").decode(), CASE.replace("9.5   # wrong", "4   # wrong"))

    def test_what_passes_stays(self):
        text = CASE.replace("9.5 ", "4.001 ")
        self.assertEqual(self.bless(text), "ok   ä\n0 blessed, 1 passed, 0 failed\n")
        self.assertEqual(self.read("x.yaml").decode(), text)

    def test_a_byte_order_mark(self):
        self.bless("\ufeff" + CASE)
        self.assertEqual(self.read("x.yaml").decode(), "\ufeff" + CASE.replace("9.5   # wrong", "4   # wrong"))

    def flow(self, expect, rest="", binding="stride: 8, count: 2"):
        return ("shader: copy.asm\ndispatches: [{groups: [1]}]\nbindings:\n"
                "  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, -2, inf, 0x7fc00001]}}\n"
                f"  - {{slot: u0, kind: structured, {binding}, expect: {expect}}} # note\n{rest}")

    def test_empty_lists_are_filled(self):
        self.assertIn("u0: 4 words, where 0 were expected", self.bless(self.flow("{type: f32, values: []}")))
        self.assertEqual(self.lines()[4], "  - {slot: u0, kind: structured, stride: 8, count: 2, expect: "
                                          "{type: f32, values: [2, -2, inf, 0x7fc00001]}} # note")

    def test_lists_of_another_size_are_replaced(self):
        self.bless(CASE.replace("count: 2", "count: 3"))
        self.assertIn("        [2, 2, 4, 4, 1, 0]", self.lines())
        self.assertIn("# the end", self.lines())

    MEMBERS = ("shader_text: |\n" + indent(COPY.replace("dcl_input", "// sm5: struct u0 float2 p\n" "dcl_input")) +
               "dispatches: [{groups: [1]}]\nbindings:\n"
               "  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, 2, 3, 4]}}\n"
               "  - {slot: u0, kind: structured, stride: 8, count: 2, expect: {values: %s}} # note\n")

    def test_values_by_member(self):
        for values, blessed in (("[{p.y: 2, p.x: 7}, {p.x: 4, p.y: 0x0}]", "[{p.y: 2, p.x: 2}, {p.x: 4, p.y: 4}]"),
                                ("[{p: [2, 3]}, {p: {x: 9, y: 4}}]", "[{p: [2, 2]}, {p: {x: 4, y: 4}}]")):
            self.bless(self.MEMBERS % values)
            self.assertEqual(self.read("x.yaml").decode(), self.MEMBERS % blessed)
        rows = "[\n        {p.x: 2, p.y: 2},\n        {p.x: 4, p.y: 4}]"
        for values in ("[]", "[{p: [1, 2]}]", "[{p: [1, 2]}, {p: [1, 2]}, {p: [1, 2]}]"):
            self.bless(self.MEMBERS % values)
            self.assertEqual(self.read("x.yaml").decode(), self.MEMBERS % rows)

    def test_types_of_values(self):
        for kind, values in (("u32", "1073741824, 3221225472, 2139095040, 2143289345"),
                             ("i32", "1073741824, -1073741824, 2139095040, 2143289345"),
                             ("hex", None), ("f64", "-2.000000476837158, 2.247119628918136e+307")):
            self.bless(self.flow(f"{{type: {kind}, values: []}}"))
            wanted = f"values: [{values}]" if values else 'values: "00000040000000c00000807f0100c07f"'
            self.assertIn(wanted, self.lines()[4])

    def test_hexadecimal_words_stay_hexadecimal(self):
        self.bless(self.flow("{type: u32, values: [0x0, 0xc0000000, 1, 0x7fc00001]}"))
        self.assertIn("values: [0x40000000, 0xc0000000, 2139095040, 0x7fc00001]", self.lines()[4])

    def test_items_of_hex(self):
        self.bless(self.flow("{type: hex, values: ['00000040 000000c0', '00000000', 0100c07f]}"))
        self.assertIn("""values: ['00000040 000000c0', "0000807f", 0100c07f]""", self.lines()[4])

    def test_json_stays_json(self):
        case = {"shader": "copy.asm", "dispatches": [{"groups": [1]}],
                "bindings": [{"slot": "t0", "kind": "structured", "stride": 8,
                              "file": {"type": "f32", "values": ["-inf", 1, "0x7fc00001", "0x1"]}},
                             {"slot": "u0", "kind": "structured", "stride": 8, "count": 2,
                              "expect": {"type": "f32", "values": []}}]}
        self.bless(json.dumps(case, indent=1), "a/case.json", expect=1) # the shader is not in the folder
        self.write("a/copy.asm", COPY)
        self.bless(json.dumps(case, indent=1), "a/case.json")
        case["bindings"][1]["expect"]["values"] = ["-inf", 1, "0x7fc00000", "0x00000001"]
        self.assertEqual(json.loads(self.read("a/case.json")), case)

    def test_files(self):
        self.write("old.bin", floats(2, -2, 3, 4))
        self.assertIn("u0: 2 of 4 words changed", self.bless(self.flow("old.bin")))
        wanted = floats(2, -2, float("inf")) + struct.pack("<I", 0x7fc00001)
        self.assertEqual(self.read("old.bin"), wanted)
        text = self.flow("new.bin")
        self.assertIn("u0: 4 words, where 0 were expected", self.bless(text))
        self.assertEqual(self.read("new.bin"), wanted)
        self.assertEqual(self.read("x.yaml").decode(), text)
        self.assertIn("picture.png: is not written", self.bless(self.flow("picture.png"), expect=WRONG_PROGRAM))

    def test_masks_keep_what_they_hide(self):
        mask = "expect_mask: {type: u32, values: [0xffffffff, 0, 0xffff0000, 0xffffffff]}"
        self.bless(self.flow("{type: u32, values: [0, 5, 0x1234, 0]}, " + mask))
        self.assertIn("values: [1073741824, 5, 0x7f801234, 2143289345]", self.lines()[4])

    def test_counters_and_checkpoints(self):
        text = (f"shader_text: |\n{indent(COUNT)}dispatches:\n  - {{groups: [1], checkpoint: {{u0.counter: 1, 'u0[3]': 0}}}}\n"
                "bindings:\n  - {slot: u0, kind: structured, stride: 4, count: 4, counter: 0, expect_counter: 0x7}\n")
        self.assertEqual(self.bless(text).splitlines()[:3], ["new  x: u0.counter: 1 -> 4", "    u0[3]: 0 -> 3",
                                                             "    u0.counter: 7 -> 4"])
        self.assertEqual(self.read("x.yaml").decode(),
                         text.replace("u0.counter: 1, 'u0[3]': 0", "u0.counter: 4, 'u0[3]': 3").replace("0x7", "4"))

    def test_named_buffers(self):
        text = ("shader: copy.asm\ndispatches: [{groups: [1]}]\nbindings:\n"
                "  - {slot: t0, kind: structured, stride: 8, buffer: all, count: 1}\n"
                "  - {slot: u0, kind: structured, stride: 8, buffer: all, first: 1, count: 1}\n"
                "buffers: {all: {file: {type: f32, values: [1, 2, 0, 0]}, expect: {type: f32, values: [1, 2, 2, 3]}}}\n")
        self.assertIn("all[1] word 1: 0x40400000 (3) -> 0x40000000 (2)", self.bless(text))

    def test_aliases_are_refused(self):
        for expect, other in (("&v {type: f32, values: [1, 2, 3, 4]}", "*v"),
                              ("{type: f32, values: &v [1, 2, 3, 4]}", "{type: f32, values: *v}"),
                              ("{type: f32, values: [1, 2, &v 3, 4]}", "{type: f32, values: *v}")):
            text = self.flow(expect, f"buffers: {{n: {{file: {other}}}}}\n")
            self.assertRegex(self.bless(text, expect=WRONG_PROGRAM), r"x\.yaml:5:\d+: an alias repeats this")
            self.assertEqual(self.read("x.yaml").decode(), text)

    def test_failing_cases_stay(self):
        text = self.flow("{type: f32, values: []}", "findings: []\n")
        self.assertIn("found, not expected: oob-address", self.bless(text, expect=WRONG_PROGRAM))
        self.assertEqual(self.read("x.yaml").decode(), text)

    def test_a_file_that_cannot_be_written_stays(self):
        if os.geteuid() == 0:
            self.skipTest("the administrator may write everywhere")
        self.write("sealed/x.yaml", CASE.replace("copy.asm", "../copy.asm"))
        (self.path / "sealed/x.yaml").chmod(0o400)
        (self.path / "sealed").chmod(0o500)
        self.addCleanup((self.path / "sealed").chmod, 0o700)
        self.sm5("test", "--bless", "sealed", expect=WRONG_PROGRAM)

    # ---- other stages ----

    VERTEX = "vs_5_0\ndcl_input v0.x\ndcl_output_siv o0.xyzw, position\nmov o0.xyzw, v0.xxxx\nret\n"

    def test_outputs(self):
        self.write("vs.asm", self.VERTEX)
        text = ("stage: vs\nshader: vs.asm\ninputs: [{slot: v0, file: {type: f32, values: [1, 0, 0, 0, 2, 0, 0, 0]}}]\n"
                "stage_outputs: [{slot: o0, compare: xz, file: {type: f32, values: [1, 7, 0, 7, 2, 7, 2, 7]}}]\n")
        self.assertEqual(self.bless(text).splitlines()[:2],
                         ["new  x: o0: 1 of 8 words changed", "    o0[0].SV_Position.z: 0 -> 1"])
        self.assertIn("values: [1, 7, 1, 7, 2, 7, 2, 7]", self.lines()[3])

    GEOMETRY = ("gs_5_0\ndcl_input v[1][0].x\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology linestrip\n"
                "dcl_output o0.x\ndcl_maxout 4\nmov o0.x, v[0][0].x\nemit_stream m0\nemit_stream m0\ncut_stream m0\nret\n")

    def test_what_is_emitted(self):
        self.write("gs.asm", self.GEOMETRY)
        self.bless("stage: gs\nshader: gs.asm\ninputs: [{slot: v0, file: {type: f32, values: [1, 0, 0, 0, 2, 0, 0, 0]}}]\n"
                   "emitted: {stream: 0, vertices: 0, strips: [], outputs: [{slot: o0, compare: x,\n"
                   "  file: {type: f32, values: []}}]}\n")
        self.assertIn("emitted: {stream: 0, vertices: 4, strips: [2, 2], outputs: [{slot: o0, compare: x,", self.lines())

    HULL = ("hs_5_0\nhs_decls\ndcl_input_control_point_count 1\ndcl_output_control_point_count 1\n"
            "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_integer\n"
            "dcl_tessellator_output_primitive output_line\nhs_fork_phase\n"
            "dcl_output_siv o0.x, finalLineDensityTessFactor\nmov o0.x, l(3.000000)\nret\n"
            "hs_fork_phase\ndcl_output_siv o1.x, finalLineDetailTessFactor\nmov o1.x, l(0.100000)\nret\n")

    def test_patch_constants(self):
        self.write("hs.asm", self.HULL)
        self.bless("stage: hs\nshader: hs.asm\nprimitives: 2\npatch_constants: {SV_TessFactor: []}\n")
        self.assertRegex(self.lines()[3], r"^patch_constants: \{SV_TessFactor: \[(3, 0\.1|0\.1, 3), (3, 0\.1|0\.1, 3)\]\}$")


if __name__ == "__main__":
    main()
