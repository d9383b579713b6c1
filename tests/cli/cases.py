"""test: finding cases, running them, telling what happened."""
import json
import os
import re
import unittest.mock
import xml.etree.ElementTree

from command import COPY, COUNT, ROOT, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words


def indent(text):
    return "".join(f"  {line}\n" for line in text.splitlines())


def case(expect="[2, 2]", extra="", shader=COPY, bindings=None):
    """A YAML case: t0 = {1, 2}, u0 of one element."""
    bindings = bindings or f"""
  - {{slot: t0, kind: structured, stride: 8, file: {{type: f32, values: [1, 2]}}}}
  - {{slot: u0, kind: structured, stride: 8, first: 0, count: 1, expect: {{type: f32, values: {expect}}}}}
"""
    return f"shader_text: |\n{indent(shader)}dispatches: [{{groups: [1]}}]\nbindings: {bindings}{extra}"


class Cases(CommandTest):
    def run_cases(self, *arguments, expect=0):
        return self.sm5("test", *arguments, expect=expect)

    def fails(self, text, says):
        self.write("x.yaml", text)
        result = self.run_cases("x.yaml", expect=WRONG_PROGRAM)
        self.assertIn(says, result.text)
        self.assertEqual(result.text.splitlines()[-1], "0 passed, 1 failed")

    def passes(self, text):
        self.write("x.yaml", text)
        self.assertEqual(self.run_cases("x.yaml").text, "ok   x\n1 passed, 0 failed\n")

    def test_a_good_case(self):
        self.passes(case())

    def test_keys_of_other_tools(self):
        self.write("x.yaml", case() + "origin: {tool: x}\n")
        result = self.run_cases("x.yaml")
        self.assertEqual(result.code, 0)
        self.assertIn("warning: ignored unknown keys in 1 case", result.error)
        self.fails(case() + "tolerence: {kind: exact}\n", "unknown key 'tolerence'; did you mean 'tolerance'?")
        self.passes(case() + "note: [free, text]\n")

    def test_a_failure_shows_the_elements(self):
        self.fails(case("[2, 3]"), "u0[0] word 1: expected 0x40400000 (3), got 0x40000000 (2)")

    def test_json_cases_in_folders(self):
        self.sm5("asm", "-", "-o", self.path / "made.dxbc", stdin=COPY.encode())
        self.write("a/one/case.json", json.dumps({
            "name": "one", "stage": "cs", "shader": "s.dxbc", "dispatches": [{"groups": [1, 1, 1]}],
            "bindings": [{"slot": "t0", "kind": "structured", "stride": 8, "first": 0, "count": 1, "file": "in.bin"},
                         {"slot": "u0", "kind": "structured", "stride": 8, "first": 0, "count": 1, "file": "in.bin",
                          "expect": "out.bin", "counter": None}],
            "tolerance": {"kind": "exact"}}))
        self.write("a/one/s.dxbc", self.read("made.dxbc"))
        self.write("a/one/in.bin", floats(1, 2))
        self.write("a/one/out.bin", floats(2, 2))
        self.assertEqual(self.run_cases("a").text, "ok   one\n1 passed, 0 failed\n")
        self.assertEqual(self.run_cases("a/one/case.json").text, "ok   one\n1 passed, 0 failed\n")

    def test_folders_are_searched_in_order(self):
        for name in ("b.yaml", "a/z.yaml", "c/d/e.yaml"):
            self.write(f"cases/{name}", case())
        self.write("cases/readme.txt", "no case")
        self.write("cases/.hidden/x.yaml", "no case")
        self.assertEqual(self.run_cases("cases").text, "ok   z\nok   b\nok   e\n3 passed, 0 failed\n")

    def test_links_do_not_lead_in_circles(self):
        self.write("cases/x.yaml", case())
        (self.path / "cases/loop").symlink_to(self.path / "cases")
        self.assertEqual(self.run_cases("cases").text.splitlines()[-1], "1 passed, 0 failed")

    def test_order_does_not_depend_on_jobs(self):
        for i in range(20):
            self.write(f"cases/{i:02}.yaml", case() if i % 3 else case("[9, 9]"))
        texts = {self.run_cases("cases", "--jobs", n, expect=WRONG_PROGRAM).text for n in (1, 2, 8)}
        self.assertEqual(len(texts), 1)
        self.assertTrue(texts.pop().endswith("13 passed, 7 failed\n"))

    def test_filter(self):
        self.write("cases/good.yaml", case())
        self.write("cases/bad.yaml", case("[0, 0]"))
        self.assertEqual(self.run_cases("cases", "--filter", "goo").text, "ok   good\n1 passed, 0 failed\n")
        self.refuse("test", "cases", "--filter", "nothing", says="no case found")

    def texture_case(self, texture, sampler, expected):
        shader = ["cs_5_0", "dcl_sampler s0, mode_default", "dcl_resource_texture2d (float,float,float,float) t0",
                  "dcl_uav_raw u0", "dcl_temps 1", "dcl_thread_group 1, 1, 1",
                  "sample_l r0.x, l(0.5, 0.5, 0.0, 0.0), t0.xyzw, s0, l(0.0)", "store_raw u0.x, l(0), r0.x", "ret"]
        bindings = (f"\n  - {{slot: t0, kind: texture2d, {texture}}}\n  - {{slot: s0, kind: sampler, {sampler}}}\n"
                    f"  - {{slot: u0, kind: raw, count: 1, expect: {{type: f32, values: [{expected}]}}}}\n")
        return case(shader="\n".join(shader), bindings=bindings)

    def test_textures_and_samplers(self):
        texture = "format: r32_float, width: 2, height: 2, file: {type: f32, values: [1, 2, 3, 4]}"
        self.passes(self.texture_case(texture, "filter: linear, address: wrap", 2.5))
        self.passes(self.texture_case(texture, "filter: point", 4))
        self.passes(self.texture_case(texture + ", mips: 2, first_mip: 1, view_mips: 1", "filter: point", 5)
                    .replace("3, 4]", "3, 4, 5]"))
        self.fails(self.texture_case("format: r32_float, width: 0x10000", "filter: point", 1), "does not exist")
        self.fails(self.texture_case("format: r33_float, width: 1", "filter: point", 1), "invalid format")
        self.fails(self.texture_case(texture, "filter: cubic", 1), "invalid value 'cubic' of filter")
        self.fails(self.texture_case(texture, "border: 1/2/3/4/5", 1), "of border")
        self.fails(self.texture_case("format: r32_float, width: 2, height: 3, file: {type: f32, values: [1]}",
                                     "filter: point", 1), "the texture has 24 bytes")

    def test_other_stages_are_checked(self):
        self.write("x.yaml", "stage: vs\nshader_text: |\n  vs_5_0\n  dcl_output o0.x\n  mov o0.x, l(7)\n  ret\nprimitives: 1\n"
                             "stage_outputs: [{slot: o0, compare: x, file: {type: u32, values: [7, 0, 0, 0]}}]\n")
        self.assertEqual(self.run_cases("x.yaml").text, "ok   x\n1 passed, 0 failed\n")
        self.assertEqual(self.run_cases("x.yaml", "--check").text, "ok   x\n1 passed, 0 failed\n")
        self.write("x.yaml", self.read("x.yaml").decode().replace("dcl_output o0.x\n", "dcl_output o0.xy\n"))
        self.assertIn("found, not expected: uninitialised at instruction 1, o0, thread (0,0,0), 1 times: ret",
                      self.run_cases("x.yaml", "--check", expect=1).text)

    def test_unknown_kinds_fail(self):
        self.fails(case(bindings="\n  - {slot: t0, kind: bufer}\n  - {slot: u0, kind: raw, expect: x}\n"), "unknown kind 'bufer'")

    def test_malformed_cases_fail(self):
        self.fails("shader: [1\n", "x.yaml:2:1")
        self.fails("shadr: x\n", "x.yaml:1:1: unknown key 'shadr'; did you mean 'shader'?")
        self.fails(case(shader="cs_5_0\nbogus\n"), "shader_text:2:1")

    def test_missing_files_fail(self):
        self.fails(case(bindings="\n  - {slot: t0, kind: raw, file: missing.bin}\n  - {slot: u0, kind: raw, expect: x}\n"),
                   "missing.bin: No such file")

    def test_sizes_must_agree(self):
        self.fails(case("[2, 2, 2]"), "u0: expected 12 bytes, got 8")

    def test_tolerances(self):
        near = "{kind: float_rel, rel: 0.5}"
        self.passes(case("[2.5, 2]", f"tolerance: {near}\n"))
        self.fails(case("[9, 2]", f"tolerance: {near}\n"), "u0[0] word 0")
        self.passes(case("[7, 7]", "tolerance: {kind: fraction, max_mismatch: 1}\n"))
        self.passes(case("[7, 7]", "tolerance: {kind: invariant, expr: 'u0[0] == t0[1]'}\n"))
        self.fails(case("[7, 7]", "tolerance: {kind: invariant, expr: 'u0[0] == 1'}\n"), "does not hold")
        self.fails(case("[7, 7]", "tolerance: {kind: invariant, expr: 'u0[9] == 1'}\n"), "invariant")

    def test_tolerances_that_mean_nothing(self):
        for tolerance, says in (
                ("{rel: 0.1}", "'rel' requires kind: float_rel or dword_exact_or_float_rel"),
                ("{kind: exact, abs: 1}", "'abs' requires kind: float_rel"),
                ("{kind: float_rel, ulp: 1}", "'ulp' requires kind: float_ulp"),
                ("{kind: float_ulp, ulp: 0x10000000}", "'0x10000000' is too large; expected at most 8388608"),
                ("{kind: fraction, max_mismatch: 1.5}", "'1.5' is out of range; expected 0 to 1"),
                ("{kind: float_rel, rel: 1000}", "'1000' is out of range; expected 0 to 1"),
                ("{kind: float_rel, rel: -1}", "invalid number '-1'; expected 0 or more"),
                ("{kind: near}", "invalid value 'near'; expected exact, float_ulp")):
            self.fails(case(extra=f"tolerance: {tolerance}\n"), says)

    def test_a_slot_bound_twice(self):
        twice = "\n  - {slot: t0, kind: raw, count: 1}\n  - {slot: u0, kind: raw, count: 1, expect: x}\n" \
                "  - {slot: t0@0, kind: raw, count: 1}\n"
        line = case(bindings=twice).splitlines().index("  - {slot: t0@0, kind: raw, count: 1}") + 1
        self.fails(case(bindings=twice), f"x.yaml:{line}: t0@0 is bound twice; the other binding is on line {line - 2}")

    def test_masks(self):
        binding = ("\n  - {slot: t0, kind: structured, stride: 8, file: {type: f32, values: [1, 2]}}\n"
                   "  - {slot: u0, kind: structured, stride: 8, count: 1, expect: {type: f32, values: [2, 9]},\n"
                   "     expect_mask: {type: u32, values: [0xffffffff, %s]}}\n")
        self.passes(case(bindings=binding % "0"))
        self.fails(case(bindings=binding % "0x00ff0000"), "u0[0] word 1")

    COUNTED = "\n  - {slot: u0, kind: structured, stride: 4, first: 0, count: 4, counter: 0, expect_counter: %d,\n" \
              "     expect: {type: u32, values: [0, 1, 2, 3]}, compare: {multiset_dwords: [0, 4]}}\n"

    def test_counters_and_multisets(self):
        self.passes(case(shader=COUNT, bindings=self.COUNTED % 4))
        self.fails(case(shader=COUNT, bindings=self.COUNTED % 5), "expected counter 5, got 4")

    def test_steps_keep_memory_and_counters(self):
        text = case(shader=COUNT, bindings=(self.COUNTED % 8).replace("count: 4", "count: 8").replace(
            "[0, 1, 2, 3]", "[0, 0, 1, 1, 2, 2, 3, 3]").replace("[0, 4]", "[0, 8]"))
        steps = "dispatches: [{groups: [1], checkpoint: {u0.counter: 4}}, {groups: [1], checkpoint: {u0.counter: %d}}]"
        self.passes(text.replace("dispatches: [{groups: [1]}]", steps % 8))
        self.fails(text.replace("dispatches: [{groups: [1]}]", steps % 9), "checkpoint u0.counter after step 1: expected 9, got 8")

    def test_sets_replace_contents(self):
        steps = "dispatches: [{groups: [1]}, {groups: [1], set: {t0: {type: f32, values: [7, 7]}}}]"
        self.passes(case("[8, 7]").replace("dispatches: [{groups: [1]}]", steps))

    def test_groups_from(self):
        text = case().replace("bindings:", "bindings:\n  - {slot: t7, kind: raw, file: {type: u32, values: [9, %d, 1, 1]}}")
        steps = "dispatches: [{groups_from: {slot: t7, byte: 4}}]"
        text = text.replace("dispatches: [{groups: [1]}]", steps)
        self.passes(text % 1)
        self.fails(text % 0, "u0[0]")

    def test_named_buffers(self):
        bindings = ("\n  - {slot: t0, kind: structured, stride: 8, buffer: all, first: 0, count: 1}\n"
                    "  - {slot: u0, kind: structured, stride: 8, buffer: all, first: 1, count: 1}\n"
                    "buffers:\n  all: {file: {type: f32, values: [1, 2, 0, 0]}, expect: {type: f32, values: [1, 2, 2, %d]}}\n")
        self.passes(case(bindings=bindings % 2))
        self.fails(case(bindings=bindings % 3), "all[1] word 1: expected")
        self.fails(case(bindings=(bindings % 2).replace("buffer: all, first: 0", "buffer: al, first: 0")), "no buffer is named 'al'")

    def test_a_step_without_end(self):
        spin = "cs_5_0\ndcl_uav_structured u0, 4\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nloop\nendloop\nret\n"
        self.fails(case(shader=spin, bindings="\n  - {slot: u0, kind: structured, stride: 4, count: 1, expect: x}\n",
                        extra="max_steps: 100\n"), "100 steps")

    def test_keep(self):
        self.write("x.yaml", case(shader=COUNT, bindings=self.COUNTED % 9))
        self.run_cases("x.yaml", "--keep", "kept/here", expect=WRONG_PROGRAM)
        self.assertEqual(sorted(self.read("kept/here/x/expect_u0.bin")), sorted(words(0, 1, 2, 3)))
        self.assertEqual(json.loads(self.read("kept/here/x/counters.json")), {"u0": 4})

    def test_keep_uses_the_expected_names(self):
        self.write("out.bin", floats(2, 2))
        self.write("x.yaml", case().replace("expect: {type: f32, values: [2, 2]}", "expect: out.bin"))
        self.run_cases("x.yaml", "--keep", "kept")
        self.assertEqual(self.read("kept/x/out.bin"), floats(2, 2))
        self.assertEqual(json.loads(self.read("kept/x/counters.json")), {})

    def test_keep_of_cases_of_one_name(self):
        self.write("cases/a/x.yaml", case("[2, 2]"))
        self.write("cases/b/x.yaml", case("[1, 2]").replace("values: [1, 2]}}", "values: [0, 2]}}", 1))
        self.write("cases/b/x-2.yaml", case("[2, 2]"))
        self.run_cases("cases", "--keep", "kept")
        self.assertEqual(sorted(path.name for path in (self.path / "kept").iterdir()), ["x", "x-2", "x-3"])
        self.assertEqual(self.read("kept/x/expect_u0.bin"), floats(2, 2))
        self.assertEqual(self.read("kept/x-3/expect_u0.bin"), floats(1, 2))

    def test_keep_stays_in_its_folder(self):
        self.write("out.bin", floats(2, 2))
        self.write("deep/x.yaml", "name: ../../evil\n" + case())
        result = self.run_cases("deep", "--keep", "a/b/kept", expect=WRONG_PROGRAM)
        self.assertIn("invalid folder name", result.text)
        self.write("deep/x.yaml", case().replace("expect: {type: f32, values: [2, 2]}", "expect: ../out.bin"))
        self.run_cases("deep", "--keep", "a/b/kept")
        self.assertEqual(self.read("a/b/kept/x/out.bin"), floats(2, 2))
        self.assertFalse((self.path / "a/b/kept/out.bin").exists())

    def test_junit(self):
        self.write("cases/bad<&\".yaml", case("[0, 0]"))
        self.write("cases/good.yaml", case())
        self.run_cases("cases", "--junit", "out.xml", expect=WRONG_PROGRAM)
        suite = xml.etree.ElementTree.fromstring(self.read("out.xml"))
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("2", "1", "0"))
        self.assertEqual([c.get("name") for c in suite], ['bad<&"', "good"])
        self.assertEqual([c.get("classname") for c in suite], ["cases", "cases"])
        self.assertGreater(float(suite.get("time")), 0)
        self.assertGreater(float(suite[0].get("time")), 0)
        self.assertIn("u0[0] word 0", suite[0].find("failure").get("message"))

    def test_what_is_not_supported(self):
        self.write("case.yaml", case())
        with unittest.mock.patch.dict(os.environ, SM5_JIT_PLUGIN="/nowhere"):
            self.assertIn("0 passed, 0 failed, 1 skipped", self.run_cases("case.yaml", "--engine", "jit").text)
            result = self.run_cases("case.yaml", "--engine", "jit", "--no-skip", expect=WRONG_PROGRAM)
        self.assertIn("0 passed, 1 failed", result.text)
        self.assertIn("the JIT cannot run this", result.text)

    def test_nothing_to_run(self):
        self.write("empty/readme.txt", "")
        self.refuse("test", says="no case found")
        self.refuse("test", "empty", says="no case found")
        self.refuse("test", "missing", says="missing: no such file or folder")

    def test_the_example_of_the_manual(self):
        manual = (ROOT / "docs" / "test-format.md").read_text()
        self.passes(re.search(r"```yaml\n(.*?)```", manual, re.S).group(1))

    def test_the_manual_names_every_key(self):
        manual = (ROOT / "docs" / "test-format.md").read_text()
        keys = re.findall(r'\{"(\w+)", READ_', (ROOT / "src" / "case" / "case_spec.c").read_text())
        self.assertGreater(len(keys), 60)
        for key in keys:
            self.assertRegex(manual, rf"\b{key}\b")

    def test_wrong_options(self):
        self.write("x.yaml", case())
        self.refuse("test", "x.yaml", "--jobs", "many", says="'many'")
        self.refuse("test", "x.yaml", "--engine", "gpu", says="'gpu'")
        self.sm5("test", "x.yaml", "--junit", "no/such/x.xml", expect=WRONG_COMMAND)

    # One thread, which reads the second structure of one.
    ONE = COPY.replace("dcl_thread_group 4", "dcl_thread_group 1")
    WRONG_LOAD = ONE.replace("vThreadID.x, l(0), t0", "l(1), l(0), t0")

    def test_findings_fail_under_check_only(self):
        self.write("x.yaml", case(expect="[1, 0]", shader=self.WRONG_LOAD))
        self.run_cases("x.yaml")
        result = self.run_cases("x.yaml", "--check", expect=WRONG_PROGRAM)
        self.assertIn("found, not expected: oob-address at instruction 0, t0, element 1", result.text)

    def test_findings_that_are_expected(self):
        listed = "findings: [{kind: oob-address, instruction: 0, register: t0, element: 1, count: 1}]\n"
        self.write("x.yaml", case(expect="[1, 0]", shader=self.WRONG_LOAD, extra=listed))
        self.run_cases("x.yaml")

    def test_findings_that_do_not_come(self):
        self.fails(case(shader=self.ONE, extra="findings: [{kind: race, instruction: 1}]\n"),
                   "expected, not found: race at instruction 1")

    def test_each_finding_is_listed_once(self):
        twice = "findings: [{kind: oob-address}, {kind: oob-address}]\n"
        self.fails(case(expect="[1, 0]", shader=self.WRONG_LOAD, extra=twice), "expected, not found: oob-address")

    def test_a_finding_needs_a_kind(self):
        self.fails(case(extra="findings: [{instruction: 1}]\n"), "a finding needs 'kind'")


if __name__ == "__main__":
    main()
