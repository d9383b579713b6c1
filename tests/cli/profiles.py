"""--oob: what accesses out of bounds do, chosen by name, and all of it compared."""
import json

from command import COUNT, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main, words

# u0[i] = the word after structure i of t0
BEHIND = """cs_5_0
dcl_resource_structured t0, 4
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.x, vThreadID.x, l(4), t0.x
store_structured u0.x, vThreadID.x, l(4), r0.x
ret
"""
BINDINGS = ("--groups", "1", "-b", "t0=u32:1/2/3/4", "-b", "u0=zero,size=4")


# o0.x = the word after structure v0.x of t0
VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_input_sgv v0.x, vertex_id
dcl_output o0.x
dcl_temps 1
ld_structured r0.x, v0.x, l(4), t0.x
mov o0.x, r0.x
ret
"""

# A discarded pixel stores to u1 and increments it.
DISCARDED = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u1
dcl_output o0.x
dcl_temps 1
discard_nz l(1)
store_raw u1.x, l(0), l(7)
atomic_iadd u1, l(4), l(1)
mov o0.x, l(0)
ret
"""


class Profiles(CommandTest):
    def out(self, *options):
        self.write("behind.asm", BEHIND)
        self.sm5("run", "behind.asm", *BINDINGS, "-o", "u0=out.bin", *options)
        return self.read("out.bin")

    def test_the_default_is_spec(self):
        self.assertEqual(self.out(), words(*[0] * 8))
        self.assertEqual(self.out("--oob", "spec"), words(*[0] * 8))

    def test_neighbours(self):
        for name in ("element", "byte", "robust2"):
            self.assertEqual(self.out("--oob", name), words(0, 2, 0, 3, 0, 4, 0, 0))

    def test_discarded_pixels_have_no_side_effects(self):
        self.write("discarded.asm", DISCARDED)
        for name in ("spec", "element", "byte", "robust2"):
            self.sm5("run", "discarded.asm", "--count", "4", "-b", "u1=zero,size=4", "-o", "u1=out.bin", "--oob", name)
            self.assertEqual(self.read("out.bin"), words(0, 0, 0, 0))

    def test_unknown_name(self):
        self.write("behind.asm", BEHIND)
        self.refuse("run", "behind.asm", *BINDINGS, "--oob", "strict", says="invalid value 'strict'")

    def test_the_jit_refuses(self):
        self.write("behind.asm", BEHIND)
        for name in ("element", "all"):
            run = self.sm5("run", "behind.asm", *BINDINGS, "--oob", name, "--engine", "jit", expect=None)
            self.assertNotEqual(run.code, 0)

    def test_all_tells_where_results_part(self):
        self.write("behind.asm", BEHIND)
        run = self.sm5("run", "behind.asm", *BINDINGS, "--oob", "all", "--json", "out.json", "-o", "u0=out.bin")
        self.assertEqual([line.split()[:2] for line in run.text.splitlines()],
                         [["element", "u0[0]"], ["byte", "u0[0]"], ["robust2", "u0[0]"]])
        self.assertEqual(json.loads(self.read("out.json"))["oob"][0],
                         {"profile": "element", "register": "u0", "element": 0, "byte_offset": 4, "spec": 0, "value": 2})
        self.assertEqual(self.read("out.bin"), words(*[0] * 8))

    def test_all_counts_in_the_view(self):
        self.write("behind.asm", BEHIND)
        run = self.sm5("run", "behind.asm", "--groups", "1", "-b", "t0=u32:0/0/3/4", "-b",
                       "u0=zero,size=9,first=5,count=4", "--oob", "all")
        self.assertIn("u0[1] byte 4: 0x00000003 (3), spec 0x00000000 (0)", run.text)

    def test_all_where_nothing_parts(self):
        self.write("count.asm", COUNT)
        run = self.sm5("run", "count.asm", "--groups", "1", "-b", "u0=zero,size=3", "--oob", "all", "--json", "out.json")
        self.assertEqual(run.text, "element  as spec\nbyte     as spec\nrobust2  as spec\n")
        found = json.loads(self.read("out.json"))
        self.assertEqual(found["oob"], [])
        self.assertEqual(found["counters"], {"u0": 4})

    def test_check_finds_as_spec_does(self):
        self.write("behind.asm", BEHIND)
        for name in ("spec", "element", "all"):
            self.sm5("check", "behind.asm", *BINDINGS, "--oob", name, "--json", "out.json", expect=WRONG_PROGRAM)
            found = json.loads(self.read("out.json"))
            self.assertEqual([f["kind"] for f in found["findings"]], ["oob-offset"])
            self.assertEqual(len(found.get("oob", [])), 3 if name == "all" else 0)

    def test_other_stages(self):
        self.write("behind.asm", VERTEX)
        for name, expected in (("spec", words(0, 0)), ("element", words(2, 3))):
            self.sm5("run", "behind.asm", "--count", "2", "-b", "t0=u32:1/2/3/4", "--oob", name, "--out", "out.npy")
            self.assertEqual(self.read("out.npy")[-8:], expected)
        self.refuse("run", "behind.asm", "--count", "2", "-b", "t0=u32:1/2/3/4", "--oob", "all", says="requires a compute shader")

    def test_bench_and_test(self):
        self.write("behind.asm", BEHIND)
        self.sm5("bench", "behind.asm", *BINDINGS, "--oob", "byte", "--repeat", "1")
        self.sm5("bench", "behind.asm", *BINDINGS, "--oob", "all", "--repeat", "1", expect=WRONG_COMMAND)
        shader = "".join("  " + line + "\n" for line in BEHIND.splitlines())
        self.write("case.yaml", f"""shader_text: |
{shader}dispatches: [{{groups: [1, 1, 1]}}]
bindings:
  - {{slot: t0, kind: structured, file: {{type: u32, values: [1, 2, 3, 4]}}}}
  - {{slot: u0, kind: structured, stride: 8, count: 4, expect: {{type: u32, values: [0, 2, 0, 3, 0, 4, 0, 0]}}}}
""")
        self.sm5("test", "case.yaml", "--oob", "byte")
        self.sm5("test", "case.yaml", expect=WRONG_PROGRAM)


main()
