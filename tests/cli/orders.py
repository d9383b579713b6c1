"""check --orders: results that another order of threads or groups changes."""
import json

from command import COPY, COUNT, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main, words

# u0[i] = the value that thread i + 1 stored in shared memory, optionally before a barrier
NEIGHBOUR = """cs_5_0
dcl_uav_raw u0
dcl_input vThreadIDInGroupFlattened
dcl_tgsm_raw g0, 256
dcl_temps 2
dcl_thread_group 64, 1, 1
ishl r0.x, vThreadIDInGroupFlattened, l(2)
store_raw g0.x, r0.x, vThreadIDInGroupFlattened
{}
iadd r0.y, r0.x, l(4)
and r0.y, r0.y, l(255)
ld_raw r1.x, r0.y, g0.x
store_raw u0.x, r0.x, r1.x
ret
"""

# the last group's number stays
LAST = """cs_5_0
dcl_uav_structured u0, 8
dcl_input vThreadGroupID.x
dcl_temps 1
dcl_thread_group 1, 1, 1
store_structured u0.x, l(1), l(4), vThreadGroupID.x
ret
"""

# spins where thread 1 runs before thread 0 has set its flag and left, which the plain order does not show
STUCK = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 2, 1, 1
if_z vThreadID.x
store_structured u0.x, l(0), l(0), l(1)
else
ld_structured r0.x, l(0), l(0), u0.x
if_z r0.x
loop
endloop
endif
endif
ret
"""


# the same in a picture of 4 texels a row
PICTURE = """cs_5_0
dcl_uav_typed_texture2d (uint,uint,uint,uint) u0
dcl_input vThreadGroupID.x
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.xyzw, vThreadGroupID.xxxx
store_uav_typed u0.xyzw, l(2,1,0,0), r0.xyzw
ret
"""


class Orders(CommandTest):
    def orders(self, text, *options, size=64, groups="1"):
        self.write("program.asm", text)
        self.sm5("check", "program.asm", "--groups", groups, "-b", f"u0=zero,size={size}", *options, "--json", "out.json",
                 "-o", "u0=out.bin", expect=None)
        return [f for f in json.loads(self.read("out.json"))["findings"] if f["kind"] == "order"]

    def test_off_unless_asked_for(self):
        self.assertEqual(self.orders(NEIGHBOUR.format("nop")), [])

    def test_missing_barrier(self):
        found = self.orders(NEIGHBOUR.format("nop"), "--orders", "4")
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["register"], "u0")
        self.assertEqual(found[0]["instruction"]["index"], 6)
        self.assertEqual(found[0]["values"], [found[0]["element"] + 1, 0])
        self.assertEqual(found[0]["thread"], [found[0]["element"], 0, 0])
        self.assertEqual(found[0]["byte_offset"], 4 * found[0]["element"])

    def test_barrier(self):
        self.assertEqual(self.orders(NEIGHBOUR.format("sync_g_t"), "--orders", "20"), [])

    def test_memory_is_the_plain_orders(self):
        self.orders(NEIGHBOUR.format("nop"), "--orders", "4")
        self.assertEqual(self.read("out.bin"), words(*range(1, 64), 0))

    def test_groups(self):
        found = self.orders(LAST, "--orders", "10", groups="16", size=4)[0]
        self.assertEqual((found["register"], found["element"], found["byte_offset"]), ("u0", 1, 4))
        self.assertEqual(found["group"], [15, 0, 0])
        self.assertEqual(found["values"], [15, found["other_group"][0]])
        self.assertEqual(found["other"]["index"], 0)

    def test_texels(self):
        self.write("picture.asm", PICTURE)
        run = self.sm5("check", "picture.asm", "--groups", "16", "-b", "u0=zero,width=4,height=2,format=r32_uint", "--orders",
                       "4", "--json", "-", expect=WRONG_PROGRAM)
        found = [f for f in json.loads(run.text)["findings"] if f["kind"] == "order"][0]
        self.assertEqual((found["register"], found["element"], found["byte_offset"]), ("u0", 6, None))
        self.assertEqual(found["values"][0], 15)

    def test_the_seed_repeats_it(self):
        first = self.orders(LAST, "--orders", "10", groups="16", size=4)[0]
        again = self.orders(LAST, "--orders", "1", "--seed", first["seed"], groups="16", size=4)[0]
        self.assertEqual(again["count"], 1)
        self.assertEqual({**first, "count": 1}, again)

    def test_seeds_differ(self):
        found = [self.orders(LAST, "--orders", "1", "--seed", seed, groups="16", size=4) for seed in range(1, 9)]
        self.assertGreater(len({f[0]["values"][1] for f in found if f}), 2)

    def test_copy(self):
        self.write("copy.asm", COPY)
        self.sm5("check", "copy.asm", "--groups", "8", "-b", "t0=rand:1,size=32", "-b", "u0=zero,size=32", "--orders", "10")

    def test_counters_are_put_back(self):
        self.write("count.asm", COUNT)
        self.sm5("check", "count.asm", "--groups", "1", "-b", "u0=zero,size=4", "--orders", "3", "--json", "out.json",
                 expect=WRONG_PROGRAM)
        kinds = [f["kind"] for f in json.loads(self.read("out.json"))["findings"]]
        self.assertEqual(kinds, ["order"])

    def test_an_order_that_stops(self):
        found = self.orders(STUCK, "--orders", "10", "--max-steps", "100", size=4)
        self.assertEqual([(f["register"], f["instruction"]["index"]) for f in found], [(None, 6)])
        self.assertIn("stops here", found[0]["message"])

    def test_text_names_the_seed(self):
        self.write("last.asm", LAST)
        run = self.sm5("check", "last.asm", "--groups", "16", "-b", "u0=zero,size=4", "--orders", "1", "--seed", "9",
                       expect=WRONG_PROGRAM)
        self.assertIn("--orders 1 --seed 9", run.text)

    def test_seed_0(self):
        self.write("last.asm", LAST)
        self.refuse("check", "last.asm", "--groups", "1", "--orders", "1", "--seed", "0", says="invalid number '0'; expected 1 to",
                    code=WRONG_COMMAND)


main()
