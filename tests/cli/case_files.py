"""test: files of cases are read by their endings, contents by member."""
from command import CommandTest, floats, main, words

PROGRAM = """cs_5_0
// sm5: struct t0 float2 at; uint id
// sm5: struct u0 float2 at; uint id
dcl_resource_structured t0, 12
dcl_uav_structured u0, 12
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 2, 1, 1
ld_structured r0.xyz, vThreadID.x, l(0), t0.xyzx
store_structured u0.xyz, vThreadID.x, l(0), r0.xyzx
ret
"""
CASE = """shader: x.asm
dispatches: [{groups: [1]}]
bindings:
  - {slot: t0, kind: structured, stride: 12, file: %s}
  - {slot: u0, kind: structured, stride: 12, count: 2, expect: %s}
"""
ROWS = {"x.csv": "id,at.y,at.x\n7,2,1\n8,4,3\n",
        "x.json": '[{"at": [1, 2], "id": 7}, {"at": {"x": 3, "y": 4}, "id": 8}]',
        "x.bin": floats(1, 2) + words(7) + floats(3, 4) + words(8)}
IN_PLACE = "{values: [{at: [1, 2], id: 7}, {at.x: 3, at.y: 4, id: 8}]}"

TEXTURE = """cs_5_0
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_structured u0, 16
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 2, 1, 1
mov r0.xy, vThreadID.xyxx
mov r0.zw, l(0, 0, 0, 0)
ld r1.xyzw, r0.xyzw, t0.xyzw
store_structured u0.xyzw, r0.x, l(0), r1.xyzw
ret
"""
TEXTURE_CASE = """shader: x.asm
dispatches: [{groups: [1]}]
bindings:
  - {slot: t0, kind: texture2d, width: 2, height: 1, format: %s, file: %s}
  - {slot: u0, kind: structured, stride: 16, count: 2, expect: {type: f32, values: [1, 0, 0, 1, 0, 1, 0, 1]}}
"""


class CaseFiles(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("x.asm", PROGRAM)
        for name, contents in ROWS.items():
            self.write(name, contents)

    def case(self, file, expect):
        self.write("x.yaml", CASE % (file, expect))
        return self.sm5("test", "x.yaml", expect=None)

    def refuse_case(self, file, expect, says):
        result = self.case(file, expect)
        self.assertEqual(result.code, 1)
        self.assertIn(says, result.text)

    def test_all_spellings_are_the_same_contents(self):
        self.sm5("run", "x.asm", "--groups", 1, "-b", "t0=x.bin", "-b", "u0=zero,size=2", "-o", "u0=x.npy")
        for one in (*ROWS, "x.npy", IN_PLACE, "raw:x.bin"):
            self.assertEqual(self.case(one, IN_PLACE).text, "ok   x\n1 passed, 0 failed\n")
            self.assertEqual(self.case("x.bin", one).code, 0)

    def test_values_are_compared(self):
        self.refuse_case("x.csv", IN_PLACE.replace("id: 8", "id: 9"), "u0[1].id: expected 9, got 8")

    def test_mistakes_are_named(self):
        self.write("x.csv", "id,at.x\n1,2\n")
        self.write("x.txt", ROWS["x.bin"])
        self.refuse_case("x.csv", IN_PLACE, "x.csv: column 'at.y' is missing")
        self.refuse_case("x.txt", IN_PLACE, "unknown ending '.txt'")
        self.refuse_case("{values: [{at: [1, 2]}]}", IN_PLACE, "line 4: row 0: member 'id' is missing")
        self.refuse_case("{values: [{at: [1, 2], it: 1}]}", IN_PLACE, "line 4: unknown member 'it'; did you mean 'id'?")
        self.refuse_case("{values: [{at: [1, x], id: 1}]}", IN_PLACE, "line 4: 'x' is not a float, the type of 'at.y'")

    def test_textures_are_read_as_pictures(self):
        self.write("x.asm", TEXTURE)
        self.write("raw.bin", bytes([255, 0, 0, 255, 0, 255, 0, 255]))
        for ending in ("png", "dds"):
            self.sm5("run", "x.asm", "--groups", 1, "-b", "t0=raw.bin,width=2,height=1,format=r8g8b8a8_unorm",
                     "-b", "u0=zero,size=2", "-o", f"t0=y.{ending}")
            self.sm5("run", "x.asm", "--groups", 1, "-b", f"t0=y.{ending}", "-b", "u0=zero,size=2", "-o", "t0=z.bin")
            self.assertEqual(self.read("z.bin"), self.read("raw.bin"))
            self.write("x.yaml", TEXTURE_CASE % ("r8g8b8a8_unorm", f"y.{ending}"))
            self.sm5("test", "x.yaml")
        self.write("x.yaml", TEXTURE_CASE % ("r32_float", "y.dds"))
        self.assertIn("expected those of t0", self.sm5("test", "x.yaml", expect=1).text)


main()
