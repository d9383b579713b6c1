"""check: each kind of finding, and the access next to it that is none."""
import json

from command import COPY, COUNT, TYPED, WRONG_PROGRAM, CommandTest, main


def program(body, declarations=""):
    return f"""cs_5_0
dcl_globalFlags refactoringAllowed
{declarations}
dcl_uav_structured u0, 8
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 4, 1, 1
{body}
ret
"""


SHARED = "dcl_tgsm_structured g0, 4, 4"
INDEXED = "dcl_indexableTemp x0[4], 4"
CONSTANTS = "dcl_constantbuffer cb0[4], dynamicIndexed"


class Check(CommandTest):
    def findings(self, text, *bindings, groups="1", options=()):
        self.write("program.asm", text)
        arguments = [word for binding in bindings for word in ("-b", binding)]
        run = self.sm5("check", "program.asm", "--groups", groups, *arguments, *options, "--json", "found.json",
                       expect=None)
        found = json.loads(self.read("found.json"))["findings"]
        self.assertEqual(run.code, WRONG_PROGRAM if found else 0)
        return found

    def expect_one(self, found, kind, instruction, register, element, thread, count=1):
        self.assertEqual(len(found), 1, found)
        f = found[0]
        self.assertEqual((f["kind"], f["instruction"]["index"], f["register"], f["element"], f["thread"], f["count"]),
                         (kind, instruction, register, element, thread, count))
        self.assertTrue(f["message"] and f["clause"] and f["instruction"]["text"])

    def test_silent_on_a_copy(self):
        self.assertEqual(self.findings(COPY, "t0=zero,size=4", "u0=zero,size=4"), [])

    def test_address_of_a_load(self):
        found = self.findings(COPY, "t0=zero,size=2", "u0=zero,size=4")
        self.expect_one(found, "oob-address", 0, "t0", 2, [2, 0, 0], count=2)

    def test_the_group_is_named(self):
        found = self.findings(COPY, "t0=zero,size=8", "u0=zero,size=7", groups="2")
        self.expect_one(found, "oob-address", 2, "u0", 7, [3, 0, 0])
        self.assertEqual(found[0]["group"], [1, 0, 0])

    def test_offset_past_the_structure(self):
        found = self.findings(program("store_structured u0.xy, vThreadID.x, l(4), vThreadID.xxxx"), "u0=zero,size=4")
        self.expect_one(found, "oob-offset", 0, "u0", 0, [0, 0, 0], count=4)
        self.assertEqual(found[0]["byte_offset"], 4)

    def test_last_word_of_the_structure(self):
        text = program("store_structured u0.x, vThreadID.x, l(4), vThreadID.x")
        self.assertEqual(self.findings(text, "u0=zero,size=4"), [])

    def test_misaligned_offset(self):
        found = self.findings(program("store_structured u0.x, vThreadID.x, l(2), vThreadID.x"), "u0=zero,size=4")
        self.expect_one(found, "misaligned", 0, "u0", 0, [0, 0, 0], count=4)

    def test_shared_memory(self):
        body = "iadd r0.x, vThreadIDInGroupFlattened, l(1)\nstore_structured g0.x, r0.x, l(0), r0.x"
        found = self.findings(program(body, SHARED), "u0=zero,size=4")
        self.expect_one(found, "oob-tgsm", 1, "g0", 4, [3, 0, 0])

    def test_indexable_temps(self):
        body = "iadd r0.x, vThreadID.x, l(2)\nmov x0[r0.x + 0].x, l(1)"
        found = self.findings(program(body, INDEXED), "u0=zero,size=4")
        self.expect_one(found, "oob-temp", 1, "x0", 4, [2, 0, 0], count=2)

    def test_constant_buffer_by_thread(self):
        body = "mov r0.x, vThreadID.x\nmov r1.x, cb0[r0.x + 0].x"
        found = self.findings(program(body, CONSTANTS), "u0=zero,size=4", "cb0=zero,size=3")
        self.expect_one(found, "oob-cbuffer", 1, "cb0", 3, [3, 0, 0])

    def test_constant_buffer_by_number(self):
        found = self.findings(program("mov r1.x, cb0[3].x", CONSTANTS), "u0=zero,size=4", "cb0=zero,size=3")
        self.expect_one(found, "oob-cbuffer", 0, "cb0", 3, [0, 0, 0])
        self.assertEqual(self.findings(program("mov r1.x, cb0[3].x", CONSTANTS), "u0=zero,size=4",
                                       "cb0=zero,size=4"), [])

    def test_texels(self):
        found = self.findings(TYPED, "t0=zero,size=3,format=r32g32b32a32_float",
                              "u0=zero,size=4,format=r32g32b32a32_float")
        self.expect_one(found, "oob-typed", 0, "t0", 3, [3, 0, 0])

    def test_nothing_bound(self):
        found = self.findings(COPY, "u0=zero,size=4")
        self.expect_one(found, "unbound", 0, "t0", 0, [0, 0, 0], count=4)

    def test_counter_past_the_view(self):
        found = self.findings(COUNT, "u0=zero,size=3")
        self.assertIn(("counter", 0, 3), [(f["kind"], f["instruction"]["index"], f["element"]) for f in found])
        self.assertEqual(self.findings(COUNT, "u0=zero,size=4"), [])

    def test_barrier_in_a_branch(self):
        body = "ult r0.x, vThreadID.x, l(3)\nif_nz r0.x\nsync_g_t\nendif"
        found = self.findings(program(body, SHARED), "u0=zero,size=4")
        self.expect_one(found, "barrier", 2, None, None, [3, 0, 0])

    def test_barrier_names_who_is_missing_and_who_has_returned(self):
        text = program("if_z vThreadIDInGroupFlattened\nret\nendif\nult r0.x, vThreadIDInGroupFlattened, l(2)\n"
                       "if_nz r0.x\nsync_g_t\nendif", SHARED)
        (found,) = self.findings(text, "u0=zero,size=4")
        self.assertTrue(found["message"].startswith("missing: (2,0,0), (3,0,0); returned: (0,0,0); "), found)

    def test_barrier_names_so_many_and_no_more(self):
        text = program("ult r0.x, vThreadIDInGroupFlattened, l(8)\nif_nz r0.x\nsync_g_t\nendif", SHARED)
        (found,) = self.findings(text.replace("group 4, 1, 1", "group 8, 4, 1"), "u0=zero,size=4")
        self.assertTrue(found["message"].startswith("missing: (0,1,0), (1,1,0), "), found)
        self.assertIn("(7,1,0) and 16 more; a live", found["message"])

    def test_texel_outside_is_named(self):
        text = program("mov r0.xyzw, l(1,5,2,0)\nld r0.x, r0.xyzw, t0.xyzw\nstore_structured u0.x, l(0), l(0), r0.x",
                       "dcl_resource_texture2darray (float,float,float,float) t0").replace("group 4", "group 1")
        (found,) = self.findings(text, "u0=zero,size=4", "t0=zero,format=r32_float,width=2,height=3,layers=4")
        self.assertEqual((found["kind"], found["register"], found["element"]), ("oob-typed", "t0", None))
        self.assertTrue(found["message"].startswith("texel (1,5), layer 2 of 4, in 2 x 3; "), found)

    def test_barrier_that_all_reach(self):
        body = "ult r0.x, vThreadID.x, l(4)\nif_nz r0.x\nsync_g_t\nendif"
        self.assertEqual(self.findings(program(body, SHARED), "u0=zero,size=4"), [])


    RACE = program("store_structured u0.x, l(0), l(0), vThreadID.x")

    def test_race(self):
        found = self.findings(self.RACE, "u0=zero,size=4")
        self.expect_one(found, "race", 0, "u0", 0, [1, 0, 0], count=3)
        self.assertEqual((found[0]["other"]["index"], found[0]["other_thread"], found[0]["other_group"]),
                         (0, [0, 0, 0], [0, 0, 0]))

    def test_race_that_is_meant(self):
        for mark in ("u0", "0"):
            self.assertEqual(self.findings(self.RACE, "u0=zero,size=4", options=["--allow-race", mark]), [])
        self.assertEqual(len(self.findings(self.RACE, "u0=zero,size=4", options=["--allow-race", "1"])), 1)

    def test_race_marked_in_the_text(self):
        store = "store_structured u0.x, l(0), l(0), vThreadID.x"
        for line in (store, "dcl_uav_structured u0, 8"):
            text = self.RACE.replace(line, line + " // sm5: allow-race")
            self.assertNotEqual(text, self.RACE)
            self.assertEqual(self.findings(text, "u0=zero,size=4"), [])

    def test_wrong_mark(self):
        self.write("x.asm", self.RACE)
        self.refuse("check", "x.asm", "--groups", "1", "--allow-race", "q0", says="expected a register")
        for mark in ("u9", "g0", "t0"):
            self.refuse("check", "x.asm", "--groups", "1", "--allow-race", mark, says=f"the program does not declare {mark}")
        self.refuse("check", "x.asm", "--groups", "1", "--allow-race", "2", says="the program has 2 instructions, counted from 0")

    def test_findings_start_with_their_place(self):
        self.write("x.asm", self.RACE)
        lines = self.sm5("check", "x.asm", "--groups", "1", "-b", "u0=zero,size=4", expect=WRONG_PROGRAM).text.splitlines()
        self.assertEqual(lines[0], "x.asm:9: race: instruction 0: store_structured u0.x, l(0), l(0), vThreadID.x")
        self.assertTrue(any(line.startswith("    x.asm:9: with instruction 0:") for line in lines), lines)
        text = self.sm5("check", "-", "--groups", "1", "-b", "u0=zero,size=4", stdin=self.RACE.encode(), expect=WRONG_PROGRAM).text
        self.assertTrue(text.startswith("<stdin>:9: race: "), text)
        self.sm5("asm", "x.asm", "-o", "x.dxbc")
        text = self.sm5("check", "x.dxbc", "--groups", "1", "-b", "u0=zero,size=4", expect=WRONG_PROGRAM).text
        self.assertTrue(text.startswith("x.dxbc: race: instruction 0: "), text)

    def test_summary(self):
        self.write("copy.asm", COPY)
        run = self.sm5("check", "copy.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4")
        self.assertEqual(run.text, "copy.asm: no findings\n")
        run = self.sm5("check", "copy.asm", "--groups", "1", "-b", "t0=zero,size=2", expect=WRONG_PROGRAM)
        self.assertEqual(run.text.splitlines()[-1], "copy.asm: 2 findings: 1 oob-address, 1 unbound")
        run = self.sm5("check", "copy.asm", "--groups", "1", "-b", "t0=zero,size=2", "-b", "u0=zero,size=4", expect=WRONG_PROGRAM)
        self.assertEqual(run.text.splitlines()[-1], "copy.asm: 1 finding: 1 oob-address")


main()
