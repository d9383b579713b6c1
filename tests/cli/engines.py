"""The JIT as the command shows it: engine, lanes, cache, and what it makes of a program."""
import json
import os
import platform
import re
import unittest

from command import COPY, WRONG_PROGRAM, CommandTest, main

BINDINGS = ("--groups", 4, "-b", "t0=rand:1,as=sym,size=16", "-b", "u0=zero,size=16")


class Engines(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)
        kept = os.environ.get("XDG_CACHE_HOME")
        self.addCleanup(lambda: os.environ.pop("XDG_CACHE_HOME") if kept is None else os.environ.update(XDG_CACHE_HOME=kept))
        os.environ["XDG_CACHE_HOME"] = str(self.path / "cache")

    def figures(self, *options):
        return json.loads(self.sm5("bench", "copy.asm", *BINDINGS, "--engine", "jit", "--repeat", 1, *options, "--json", "-").text)

    def entries(self):
        folder = self.path / "cache" / "sm5"
        return sorted(path.name for path in folder.iterdir()) if folder.exists() else []

    def test_lanes(self):
        self.assertEqual(self.figures("--lanes", 8)["lanes"], 8)
        self.assertIn(self.figures()["lanes"], (8, 16))
        for value in ("0", "4", "12", "32", "x"):
            self.refuse("run", "copy.asm", *BINDINGS, "--lanes", value, says="--lanes")

    def test_every_engine_gives_the_same_bytes(self):
        outputs = set()
        for options in (("--engine", "interp"), ("--engine", "jit"), ("--engine", "jit", "--lanes", 8), ()):
            self.sm5("run", "copy.asm", *BINDINGS, *options, "-o", "u0=out.bin")
            outputs.add(self.read("out.bin"))
        self.assertEqual(len(outputs), 1)

    def test_why_against_another_engine(self):
        """Without a barrier a warp does not see what the next one stores."""
        bound = ("--groups", 1, "-b", "t0=f32:" + "/".join(str(i + 1) for i in range(32)), "-b", "u0=zero,size=32", "--lanes", 8)
        program = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_temps 2
dcl_tgsm_structured g0, 4, 64
dcl_thread_group 32, 1, 1
ld_structured r0.x, vThreadIDInGroupFlattened.x, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
mov r1.x, vThreadIDInGroupFlattened.x
loop
  iadd r1.x, r1.x, l(1)
  ld_structured r0.y, r1.x, l(0), g0.xxxx
  add r0.x, r0.x, r0.y
  iadd r1.y, r1.x, -vThreadIDInGroupFlattened.x
  uge r1.y, r1.y, l(2)
  breakc_nz r1.y
endloop
store_structured u0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
ret
"""
        self.write("race.asm", program)
        result = self.sm5("why", "race.asm", "u0[14]", *bound, "--against", "jit", expect=1).text.splitlines()
        self.assertEqual(result[-2:], ["first difference: instruction 5: ld_structured r0.y, r1.x, l(0), g0.xxxx, execution 2 in thread "
                                       "(14,0,0) of group (0,0,0)", "    r0.y = 17 on interp, 0 on jit"])
        result = self.sm5("diff", "race.asm", *bound, "--engines", "interp,jit-8", "--why", expect=1).text.splitlines()
        self.assertIn("    r0.y = 9 on interp, 0 on jit-8", result)
        self.assertRegex("\n".join(result), r"u0\[6\]\[0\] = 24, by #\d+: instruction 11 in thread \(6,0,0\)")
        self.write("race.asm", program.replace("mov r1.x", "sync_g_t\nmov r1.x"))
        self.assertIn("no difference", self.sm5("why", "race.asm", "u0[14]", *bound, "--against", "jit").text)
        self.refuse("why", "race.asm", "u0[14]", *bound, "--against", "interp", says="expected jit or vulkan")

    def test_diff_of_all_engines(self):
        done = self.sm5("diff", "copy.asm", *BINDINGS, "--engines", "interp,jit,jit-8,jit-16", expect=None)
        if "16" not in done.error: # the processor may lack AVX-512
            self.assertEqual((done.code, done.text), (0, "jit: as interp\njit-8: as interp\njit-16: as interp\n"))
        self.assertEqual(self.sm5("diff", "copy.asm", *BINDINGS).text, "jit: as interp\n")

    def test_code_is_kept_and_found(self):
        first, second = self.figures(), self.figures()
        self.assertEqual(len(self.entries()), 1)
        self.assertIs(first["from_cache"], False)
        self.assertIs(second["from_cache"], True)
        self.assertGreater(first["load_ms"], 0)
        self.assertEqual(second["load_ms"], 0)

    def test_no_cache_neither_reads_nor_writes(self):
        self.assertIs(self.figures("--no-cache")["from_cache"], False)
        self.assertEqual(self.entries(), [])
        self.figures()
        self.assertIs(self.figures("--no-cache")["from_cache"], False)

    def test_damaged_entries_are_written_again(self):
        self.figures()
        name, = self.entries()
        path = self.path / "cache" / "sm5" / name
        good = path.read_bytes()
        path.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])
        self.assertIs(self.figures()["from_cache"], False)
        self.assertEqual(path.read_bytes(), good)

    def test_dump(self):
        for form, words in (("ir", ("lanes", "load t0", "store u0")), ("llvm", ("define", "sm5_jit_entry")),
                            ("asm", (".text", "sm5_jit_entry:"))):
            text = self.sm5("run", "copy.asm", "--dump", form).text
            for word in words:
                self.assertIn(word, text)
        self.assertIn("lanes 8", self.sm5("run", "copy.asm", "--dump", "ir", "--lanes", 8).text)
        self.refuse("run", "copy.asm", "--dump", "wasm", says="'wasm'")

    @unittest.skipUnless(platform.machine() == "x86_64", "other processors need no alignment")
    def test_spilled_vectors_are_aligned(self):
        sums = range(40)
        self.write("sums.asm", "\n".join(
            ["cs_5_0", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 160", "dcl_input vThreadID.x", "dcl_temps 43",
             "dcl_thread_group 16, 1, 1", *(f"mov r{i}.x, l(0)" for i in sums), "mov r40.x, l(0)", "loop",
             "uge r40.y, r40.x, l(100)", "breakc_nz r40.y", "iadd r40.z, r40.x, vThreadID.x",
             "ld_structured r41.x, r40.z, l(0), t0.x", *(f"mad r{i}.x, r41.x, l({i + 2}.5), r{i}.x" for i in sums),
             "iadd r40.x, r40.x, l(1)", "endloop",
             *(f"store_structured u0.x, vThreadID.x, l({4 * i}), r{i}.x" for i in sums), "ret", ""]))
        code = self.sm5("run", "sums.asm", "--dump", "asm", "--lanes", 8).text
        self.assertRegex(code, r"vmova.*ymm.*\(%rsp\)")
        self.assertNotRegex(code, r"vmovu.*\(%rsp\)")

    def test_words_of_constants_are_stored_in_memory_order(self):
        self.write("fill.asm", """cs_5_0
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_thread_group 32, 1, 1
store_structured u0.xyzw, vThreadID.x, l(0), l(1.0, 2.0, 3.0, 4.0)
ret
""")
        code = self.sm5("run", "fill.asm", "--dump", "llvm", "--lanes", 8).text
        self.assertEqual(code.count("store <8 x i32> <i32 1065353216, i32 1073741824, i32 1077936128, i32 1082130432,"), 8)

    def test_sizes_of_textures_are_queried_once(self):
        self.write("size.asm", "cs_5_0\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_uav_structured u0, 4\n"
                               "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 16, 1, 1\n"
                               "resinfo_uint r0.xyzw, l(0), t0.xyzw\n"
                               "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n")
        text = self.sm5("run", "size.asm", "--dump", "ir").text
        self.assertRegex(text, r"resinfo t0 .*uniform dispatch")

    def test_warps_lie_along_the_rows_of_memory(self):
        rows = ("cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.xy\ndcl_temps 1\ndcl_thread_group 8, 8, 1\n"
                "imad r0.x, vThreadID.{0}, l(512), vThreadID.{1}\nstore_structured u0.x, r0.x, l(0), r0.x\nret\n")
        for name, axes in ("y.asm", "yx"), ("x.asm", "xy"):
            self.write(name, rows.format(*axes))
        self.assertIn("x and y exchanged\n", self.sm5("run", "x.asm", "--dump", "ir").text)
        self.assertNotIn("exchanged", self.sm5("run", "y.asm", "--dump", "ir").text)

    def test_rows_are_padded_to_whole_warps(self):
        product = ("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_uav_structured u0, 4\n"
                   "dcl_tgsm_structured g0, 4, {0}\ndcl_input vThreadIDInGroup.xy\ndcl_input vThreadIDInGroupFlattened.x\ndcl_temps 2\n"
                   "dcl_thread_group {1}, 12, 1\nstore_structured g0.x, vThreadIDInGroupFlattened.x, l(0), vThreadIDInGroup.y\nsync_g_t\n"
                   "iadd r1.y, vThreadIDInGroup.x, cb0[0].x\nmov r0.x, l(0)\nloop\nuge r0.y, r0.x, {2}\nbreakc_nz r0.y\nimad r0.z, r0.x, l({1}), vThreadIDInGroup.x\n"
                   "ld_structured r0.w, r0.z, l(0), g0.x\nimad r0.z, vThreadIDInGroup.y, l({1}), r0.x\n"
                   "ld_structured r0.z, r0.z, l(0), g0.x\nimad r1.x, r0.z, r0.w, r1.x\niadd r0.x, r0.x, l(1)\nendloop\n"
                   "store_structured u0.x, vThreadIDInGroupFlattened.x, l(0), r1.x\nret\n")
        for name, width, limit in ("rows.asm", 12, "cb0[0].x"), ("whole.asm", 16, "cb0[0].x"), ("apart.asm", 12, "r1.y"):
            self.write(name, product.format(12 * width, width, limit))
        self.assertIn("rows of 12 threads padded to whole warps\n", self.sm5("run", "rows.asm", "--dump", "ir").text)
        for name in "whole.asm", "apart.asm":
            self.assertNotIn("padded", self.sm5("run", name, "--dump", "ir").text)

    def test_groups_of_one_thread_share_warps_where_they_compute(self):
        row = ("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
               "dcl_input vThreadGroupID.x\ndcl_temps 2\ndcl_thread_group 1, 1, 1\nloop\nige r0.y, r0.x, l(400)\n"
               "breakc_nz r0.y\nimad r0.z, vThreadGroupID.x, l(400), r0.x\nld_structured r0.w, r0.z, l(0), t0.x\n"
               "{0}\nstore_structured u0.x, r0.z, l(0), r1.x\niadd r0.x, r0.x, l({1})\nendloop\nret\n")
        for name, step, work in ("copy.asm", 7, "mov r1.x, r0.w"), ("scan.asm", 1, "mad r1.x, r1.x, l(0.9), r0.w\nmax r1.y, r1.x, r1.y\n"
                                                           "add r1.z, r1.y, l(1)\ndiv r1.x, r1.x, r1.z"):
            self.write(name, row.format(work, step))
        self.assertIn("groups merged in x", self.sm5("run", "scan.asm", "--dump", "ir").text)
        self.assertNotIn("groups merged in x", self.sm5("run", "copy.asm", "--dump", "ir").text)

    def test_fields_of_no_width_are_zero(self):
        """At a bit that a load out of bounds gives, so that LLVM sees late that the counts are constant."""
        self.write("fields.asm", "hs_5_0\nhs_decls\ndcl_input_control_point_count 2\ndcl_output_control_point_count 2\n"
                                 "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_fractional_even\n"
                                 "dcl_tessellator_output_primitive output_line\ndcl_uav_structured u0, 8\nhs_control_point_phase\n"
                                 "dcl_input vOutputControlPointID\ndcl_input vPrim\ndcl_input v[2][0].x\ndcl_temps 3\n"
                                 "imad r0.x, vPrim, l(2), vOutputControlPointID\nmov r0.y, vOutputControlPointID\n"
                                 "imad r1.xy, r0.xxxx, l(-5, 0x72491005, 0, 0), l(0, 0, 0, 0)\nimad r0.z, r0.y, l(0x80000000), l(-9)\n"
                                 "uge r2.x, l(0), v[r0.z + 0][0].x\nibfe r2.xy, vOutputControlPointID, r2.xxxx, r1.xyxx\n"
                                 "store_structured u0.xy, r0.x, l(0), r2.xyxx\nret\nhs_join_phase\n"
                                 "dcl_output_siv o0.x, finalLineDensityTessFactor\ndcl_output_siv o1.x, finalLineDetailTessFactor\nret\n")
        text = self.sm5("diff", "fields.asm", "--count", 2, "--missing", "zero", "-b", "u0=zero,size=8,stride=8", "--engines", "interp,jit").text
        self.assertIn("jit: as interp", text)

    def test_high_words_of_products_of_converted_numbers(self):
        """LLVM has no instruction for the half of them that it would extend here."""
        self.write("converted.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroupFlattened\n"
                                    "dcl_temps 4\ndcl_indexableTemp x0[1], 4\ndcl_indexableTemp x1[1], 4\ndcl_thread_group 11, 1, 1\n"
                                    "iadd r0.x, vThreadGroupID.x, vThreadIDInGroupFlattened.x\nutof r3.z, r0.x\nmov x1[0].x, r0.x\n"
                                    "imul x0[r2.z + 0].z, null, x1[0].x, r3.z\nmov r2.y, x1[r1.x + 0].x\nmov r1.x, x0[0].z\n"
                                    "store_structured u0.x, r0.x, l(0), r1.x\nret\n")
        text = self.sm5("diff", "converted.asm", "--groups", 1, "-b", "u0=zero,size=16,stride=4", "--engines", "interp,jit").text
        self.assertIn("jit: as interp", text)

    def test_high_words_of_products_in_rows(self):
        """A warp takes a product from the warp of the next row, where nothing reads the high word."""
        lines = ["cs_5_0", "dcl_globalFlags refactoringAllowed", "dcl_resource_structured t0, 4", "dcl_uav_structured u0, 8",
                 "dcl_input vThreadID.xy", "dcl_temps 4", "dcl_thread_group 16, 8, 1", "imad r0.x, vThreadID.y, l(16), vThreadID.x", "mov r3.x, l(0)"]
        for row, high in enumerate(("null", "null", "r3.y")):
            lines += [f"iadd r0.y, r0.x, l({16 * row})", "ld_structured r1.x, r0.y, l(0), t0.x", f"umul {high}, r2.x, r1.x, l(0x9e3779b1)",
                      "utof r2.y, r2.x", "sqrt r2.y, r2.y", "log r2.y, r2.y", "add r3.x, r3.x, r2.y"]
        self.write("rows.asm", "\n".join([*lines, "store_structured u0.xy, r0.x, l(0), r3.xyxx", "ret"]) + "\n")
        bindings = "-b", "t0=rand:3,as=bits,size=304,stride=4", "-b", "u0=zero,size=256,stride=8"
        self.assertIn("row +1 of", self.sm5("run", "rows.asm", "--dump", "ir").text)
        self.assertIn("jit: as interp", self.sm5("diff", "rows.asm", "--groups", "1,2", *bindings, "--engines", "interp,jit").text)

    def test_columns_share_long_rows(self):
        """Their number in a row of memory is constant or not; not where threads may store to one word."""
        column = ("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
                  "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\nloop\nuge r0.y, r0.x, l(512)\nbreakc_nz r0.y\n"
                  "imul null, r0.z, r0.x, {0}\niadd r0.z, r0.z, vThreadID.x\nld_structured r0.w, r0.z, l(0), t0.x\nadd r1.x, r1.x, r0.w\n"
                  "imul null, r0.z, r0.x, {1}\niadd r0.z, r0.z, vThreadID.x\nstore_structured u0.x, r0.z, l(0), r1.x\n"
                  "iadd r0.x, r0.x, l(1)\nendloop\nret\n")
        for name, length, stored in (("constant.asm", "l(4096)", "l(4096)"), ("given.asm", "cb0[0].x", "l(4096)"),
                                     ("near.asm", "l(4096)", "l(100)")):
            self.write(name, column.format(length, stored))
        self.assertIn("groups merged in x", self.sm5("run", "constant.asm", "--dump", "ir").text)
        self.assertIn("groups merged in x", self.sm5("run", "given.asm", "--dump", "ir").text)
        self.assertNotIn("groups merged in x", self.sm5("run", "near.asm", "--dump", "ir").text)

    def test_faults_name_the_declared_group(self):
        self.write("endless.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.xy\ndcl_temps 1\n"
                                  "dcl_thread_group 8, 8, 1\nieq r0.y, vThreadID.x, l(9)\nif_nz r0.y\nloop\nendloop\nendif\n"
                                  "imad r0.x, vThreadID.x, l(64), vThreadID.y\nstore_structured u0.x, r0.x, l(0), r0.x\nret\n")
        self.assertIn("x and y exchanged\n", self.sm5("run", "endless.asm", "--dump", "ir").text)
        error = self.sm5("run", "endless.asm", "--groups", "2,8", "-b", "u0=zero,size=1024", "--max-steps", 1000, "--engine", "jit",
                         expect=WRONG_PROGRAM).error
        self.assertIn("group (1,0,0)", error)

    def test_rows_of_groups_are_prefetched(self):
        """At a distance that a constant buffer has; not rows that follow those of the group."""
        rows = ("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\n"
                "dcl_uav_structured u0, 4\ndcl_input vThreadGroupID.x\ndcl_input vThreadIDInGroup.x\ndcl_temps 2\n"
                "dcl_tgsm_structured g0, 4, 64\ndcl_thread_group 64, 1, 1\nimul null, r0.x, vThreadGroupID.x, {0}\n"
                "mov r0.y, vThreadIDInGroup.x\nmov r0.z, l(0)\nloop\nuge r0.w, r0.y, cb0[0].x\nbreakc_nz r0.w\niadd r1.x, r0.x, r0.y\n"
                "ld_structured r1.x, r1.x, l(0), t0.xxxx\nadd r0.z, r0.z, r1.x\niadd r0.y, r0.y, l(64)\nendloop\n"
                "store_structured g0.x, vThreadIDInGroup.x, l(0), r0.z\nsync_g_t\nxor r0.y, vThreadIDInGroup.x, l(63)\n"
                "ld_structured r0.z, r0.y, l(0), g0.xxxx\nimad r1.x, vThreadGroupID.x, l(64), vThreadIDInGroup.x\n"
                "store_structured u0.x, r1.x, l(0), r0.z\nret\n")
        for name, width in ("rows.asm", "cb0[0].x"), ("adjacent.asm", "l(64)"):
            self.write(name, rows.format(width))
        prefetches = [self.sm5("run", name, "--dump", "llvm").text.count("call void @llvm.prefetch")
                      for name in ("rows.asm", "adjacent.asm")]
        self.assertGreater(prefetches[0], 0)
        self.assertEqual(prefetches[1], 0)

    def test_rows_outside_a_view_call_no_helper(self):
        """A view that may end anywhere, and g#, whose rows are not loaded by helpers."""
        head = "cs_5_0\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
        blocks = []
        for declarations, source in (("", "t0"), ("dcl_tgsm_structured g0, 4, 64\n", "g0")):
            self.write("row.asm", f"{head}{declarations}dcl_thread_group 64, 1, 1\niadd r0.x, vThreadID.x, l(-64)\n"
                       f"ld_structured r0.x, r0.x, l(0), {source}.xxxx\nstore_structured u0.x, vThreadID.x, l(0), r0.x\nret\n")
            blocks.append(self.sm5("run", "row.asm", "--dump", "llvm").text.count("\noutside:"))
        self.assertEqual(blocks, [1, 0])

    def test_lanes_at_constant_distances_are_not_gathered(self):
        """Four threads a row: of structures that the row has in common, and of four words for each thread. Not where rows
        begin inside of warps."""
        forms = {"split": ("64, 1, 1", "ushr r0.y, vThreadID.x, l(2)\nand r0.x, vThreadID.x, l(3)\n"),
                 "rows": ("4, 16, 1", "mov r0.xy, vThreadID.xyxx\n"),
                 "of three": ("3, 16, 1", "mov r0.xy, vThreadID.xyxx\n")}
        counts = {}
        for name, (group, coordinates) in forms.items():
            self.write("rows.asm", "cs_5_0\ndcl_resource_structured t0, 64\ndcl_resource_structured t1, 64\ndcl_uav_structured u0, 64\n"
                       f"dcl_input vThreadID.xyz\ndcl_input vThreadGroupID.x\ndcl_temps 3\ndcl_thread_group {group}\n{coordinates}"
                       "iadd r0.y, r0.y, vThreadGroupID.x\nishl r0.x, r0.x, l(4)\nld_structured r1.xyzw, r0.y, r0.x, t0.xyzw\n"
                       "ld_structured r2.xyzw, r0.y, l(16), t1.xyzw\nadd r1.xyzw, r1.xyzw, r2.xyzw\n"
                       "store_structured u0.x, r0.y, r0.x, r1.xxxx\niadd r0.z, r0.x, l(4)\n"
                       "store_structured u0.xyz, r0.y, r0.z, r1.yzwy\nret\n")
            code = self.sm5("run", "rows.asm", "--dump", "llvm").text
            blocks = re.split(r"\n([\w.]+):", code)
            fast = [text for label, text in zip(blocks[1::2], blocks[2::2]) if label.startswith("spread")]
            counts[name] = len(fast)
            self.assertFalse([text for text in fast if "gather" in text or "scatter" in text])
        self.assertEqual(counts, {"split": 3, "rows": 3, "of three": 0})

    def test_rows_of_later_iterations_are_prefetched(self):
        """At a distance that a constant buffer has; not the next line, nor, between barriers, rows that groups with another y read."""
        sums = ("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\n"
                "dcl_uav_structured u0, 4\ndcl_input vThreadID.xy\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
                "mov r0.x, vThreadID.x\nmov r0.y, l(0)\n{2}loop\nuge r0.w, r0.x, cb0[0].x\nbreakc_nz r0.w\n"
                "ld_structured r0.w, r0.x, l(0), t0.xxxx\nadd r0.y, r0.y, r0.w\n{0}iadd r0.x, r0.x, {1}\nendloop\n"
                "store_structured u0.x, r0.z, l(0), r0.y\nret\n")
        one, two = "mov r0.z, vThreadID.x\n", "imad r0.z, vThreadID.y, l(64), vThreadID.x\n"
        counts = []
        for form in (("", "cb0[0].y", two), ("", "l(4096)", two), ("sync_g_t\n", "l(4096)", one), ("", "l(64)", two),
                     ("sync_g_t\n", "l(4096)", two)):
            self.write("sums.asm", sums.format(*form))
            counts.append(self.sm5("run", "sums.asm", "--dump", "llvm").text.count("call void @llvm.prefetch"))
        self.assertGreater(min(counts[:3]), 0)
        self.assertEqual(counts[3:], [0, 0])

    def test_rows_of_half_a_line(self):
        """The next group's half is prefetched; such rows do not bypass the caches, for each half would be written by itself."""
        copy = ("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\n"
                "dcl_uav_structured u0, 4\ndcl_input vThreadGroupID.x\ndcl_input vThreadIDInGroup.xy\n"
                "dcl_temps 1\ndcl_thread_group {0}, 1\nimad r0.x, vThreadGroupID.x, l({1}), vThreadIDInGroup.x\n"
                "imad r0.x, vThreadIDInGroup.y, l(2048), r0.x\nld_structured r0.y, r0.x, l(0), t0.xxxx\n"
                "store_structured u0.x, r0.x, l(0), r0.y\nret\n")
        for group, width, prefetches, bypasses in (("8, 8", 8, 2, False), ("64, 1", 64, 0, True)):
            self.write("copy.asm", copy.format(group, width))
            code = self.sm5("run", "copy.asm", "--lanes", 8, "--dump", "llvm").text
            self.assertEqual(code.count("call void @llvm.prefetch"), prefetches)
            self.assertEqual("!nontemporal" in code, bypasses)

    def test_rows_of_several_warps_are_stored_together(self):
        self.write("sums.asm", "cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_resource_structured t0, 4\n"
                               "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
                               "mov r0.y, l(0)\nmov r0.z, l(0)\nloop\nuge r0.w, r0.z, cb0[0].x\nbreakc_nz r0.w\n"
                               "ld_structured r0.w, r0.z, l(0), t0.xxxx\nimad r0.y, r0.y, vThreadID.x, r0.w\n"
                               "iadd r0.z, r0.z, l(1)\nendloop\nstore_structured u0.x, vThreadID.x, l(0), r0.y\nret\n")
        self.assertRegex(self.sm5("run", "sums.asm", "--dump", "ir").text, r"warps at once (4|8)")
        code = self.sm5("run", "sums.asm", "--dump", "llvm").text
        self.assertGreater(code.count("!nontemporal"), 2)
        self.assertEqual(code.count("\nstreams"), 1)

    def test_dump_runs_nothing(self):
        self.refuse("run", "copy.asm", *BINDINGS, "--dump", "ir", "-o", "u0=out.bin", says="requires a run")
        self.assertFalse((self.path / "out.bin").exists())


main()
