"""Source lines: what check, validate, run and dis show of a container's debug information."""
import json

from command import COPY, WRONG_PROGRAM, CommandTest, main
from debug_info import sdbg, with_chunk

FILES = ["C:\\game\\copy fast.hlsl", "maths.hlsli"]

# two lanes of an if, a sync that not all reach
TORN = """cs_5_0
dcl_input vThreadIDInGroupFlattened
dcl_tgsm_raw g0, 16
dcl_temps 1
dcl_thread_group 4, 1, 1
ult r0.x, vThreadIDInGroupFlattened, l(2)
if_nz r0.x
sync_g_t
endif
ret
"""


class Lines(CommandTest):
    def compile(self, text, lines, name="a"):
        """The program as container NAME.dxbc with debug information for its instructions."""
        self.write(f"{name}.asm", text)
        self.sm5("asm", f"{name}.asm", "-o", f"{name}.dxbc")
        self.write(f"{name}.dxbc", with_chunk(self.read(f"{name}.dxbc"), b"SDBG", sdbg(FILES, lines)))

    def check(self, *options):
        self.compile(COPY, [(0, 12), (1, 7), (0, 13), None])
        return self.sm5("check", "a.dxbc", "--groups", "1", "-b", "t0=zero,size=2", "-b", "u0=zero,size=3", *options,
                        expect=WRONG_PROGRAM)

    def test_check_as_text(self):
        text = self.check().text
        self.assertTrue(text.startswith("C:\\game\\copy fast.hlsl:12: oob-address: instruction 0: "), text)
        self.assertIn("\nC:\\game\\copy fast.hlsl:13: oob-address: instruction 2: ", text)

    def test_check_as_json(self):
        load, store = json.loads(self.check("--json", "-").text)["findings"]
        self.assertEqual((load["instruction"]["line"], load["instruction"]["file"]), (12, FILES[0]))
        self.assertEqual(store["instruction"]["line"], 13)

    def test_check_as_sarif(self):
        result = json.loads(self.check("--sarif", "-").text)["runs"][0]["results"][0]
        physical = result["locations"][0]["physicalLocation"]
        self.assertEqual(physical["artifactLocation"]["uri"], "file:///C:/game/copy%20fast.hlsl")
        self.assertEqual(physical["region"], {"startLine": 12})

    def test_both_places_of_a_race(self):
        self.compile("""cs_5_0
dcl_uav_raw u0
dcl_input vThreadIDInGroupFlattened
dcl_tgsm_raw g0, 16
dcl_temps 2
dcl_thread_group 4, 1, 1
ishl r0.x, vThreadIDInGroupFlattened, l(2)
store_raw g0.x, r0.x, r0.x
ld_raw r1.x, l(0), g0.x
store_raw u0.x, r0.x, r1.x
ret
""", [(0, 1), (1, 2), (1, 3), (0, 4), (0, 5)])
        run = self.sm5("check", "a.dxbc", "--groups", "1", "-b", "u0=zero,size=4", "--json", "-", expect=WRONG_PROGRAM)
        (race,) = json.loads(run.text)["findings"]
        self.assertEqual([(race[key]["file"], race[key]["line"]) for key in ("instruction", "other")],
                         [(FILES[1], 3), (FILES[1], 2)])

    def test_text_has_lines_of_its_own(self):
        self.write("a.asm", COPY)
        run = self.sm5("check", "a.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=3", "--json", "-",
                       expect=WRONG_PROGRAM)
        (store,) = json.loads(run.text)["findings"]
        self.assertEqual(store["instruction"]["line"], 10)
        self.assertNotIn("file", store["instruction"])

    def test_faults_of_a_run(self):
        self.compile(TORN, [(0, 1), (0, 2), (1, 30), (0, 4), (0, 5)])
        run = self.sm5("run", "a.dxbc", "--no-validate", "--engine", "interp", "--groups", "1", expect=WRONG_PROGRAM)
        self.assertIn("instruction 2: maths.hlsli:30: error: ", run.error)

    def test_problems_of_a_program(self):
        self.compile(COPY.replace("dcl_temps 1\n", "dcl_temps 2\n").replace("t0.xyxx", "t0.xyxx\nmov r1.x, r1.y"),
                     [(0, 12), (1, 7)])
        run = self.sm5("validate", "a.dxbc", "--json", "out.json", expect=None)
        self.assertIn("instruction 1: maths.hlsli:7: ", run.error)
        (problem,) = [p for p in json.loads(self.read("out.json"))["problems"] if p["instruction"] == 1]
        self.assertEqual((problem["file"], problem["line"]), (FILES[1], 7))

    def test_disassembly(self):
        self.compile(COPY, [(0, 12), (0, 12), (1, 13), None])
        text = self.sm5("dis", "a.dxbc", "--lines").text
        self.assertIn(f"// {FILES[0]}:12\nld_structured", text)
        self.assertIn(f", l(1.000000)\n// {FILES[1]}:13\nstore_structured", text)
        self.assertEqual(text.count(".hlsl"), 2)
        self.assertNotIn(".hlsl", self.sm5("dis", "a.dxbc", "--fxc").text)
        self.write("b.asm", text)
        self.sm5("asm", "b.asm", "-o", "b.dxbc")
        self.assertEqual(self.sm5("dis", "b.dxbc").text, self.sm5("dis", "a.dxbc").text)


main()
