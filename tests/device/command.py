"""The Vulkan engine from outside: the list of devices, errors, time limits, bench. Those that need a device are skipped
without llvmpipe."""
import json
import os
import pathlib
import struct
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from command import COPY, GOOD, WRONG_PROGRAM, CommandTest, main, words

WRITE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_thread_group 64, 1, 1
store_structured u0.x, vThreadID.x, l(0), vThreadID.x
ret
"""
# llvmpipe ends a loop after 65,535 iterations: many groups run for hours.
LONG = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
loop
  ld_structured r0.x, l(0), l(0), u0.xxxx
  breakc_nz r0.x
endloop
ret
"""
DOUBLES = """cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps
dcl_uav_structured u0, 8
dcl_temps 1
dcl_thread_group 1, 1, 1
dadd r0.xy, d(1.0, 1.0), d(2.0, 2.0)
store_structured u0.xy, l(0), l(0), r0.xyxx
ret
"""
PRODUCT = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 8
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.z, l(0x10000)
imul r0.x, r0.y, r0.z, r0.z
store_structured u0.xy, l(0), l(0), r0.xyxx
ret
"""
PIXEL = "ps_5_0\ndcl_output o0.xyzw\nmov o0.xyzw, l(0, 0, 0, 0)\nret\n"
VULKAN = ("--engine", "vulkan", "--device", "llvmpipe")
BOUND = ("-b", "u0=zero,size=64")


class Command(CommandTest):
    def setUp(self):
        super().setUp()
        for name, text in {"write": WRITE, "long": LONG, "doubles": DOUBLES, "pixel": PIXEL, "copy": COPY}.items():
            self.write(f"{name}.asm", text)

    def need_device(self):
        listed = self.sm5("devices", expect=None)
        if "llvmpipe" not in listed.text:
            self.skipTest(f"no llvmpipe: {listed.error}")

    def fail_with(self, says, *arguments):
        self.assertIn(says, self.sm5(*arguments, expect=WRONG_PROGRAM).error)

    def test_without_the_plugin(self):
        os.environ["SM5_VULKAN_PLUGIN"], kept = "/nowhere", os.environ.get("SM5_VULKAN_PLUGIN")
        try:
            self.fail_with("sm5-vulkan.so, is not installed", "devices")
            self.fail_with("sm5-vulkan.so, is not installed", "run", "write.asm", "--groups", 1, *BOUND, "--engine", "vulkan")
            self.sm5("run", "write.asm", "--groups", 1, *BOUND)
        finally:
            del os.environ["SM5_VULKAN_PLUGIN"]
            if kept:
                os.environ["SM5_VULKAN_PLUGIN"] = kept

    def test_other_stages_and_profiles_are_refused(self):
        self.need_device()
        self.fail_with("only compute shaders", "run", "pixel.asm", "--count", 1, *VULKAN)
        self.refuse("run", "write.asm", "--groups", 1, *BOUND, "--oob", "byte", *VULKAN, says="the profile 'spec'")

    def test_the_list(self):
        self.need_device()
        device = json.loads(self.sm5("devices", "--json", "-").text)["devices"][0]
        self.assertEqual(set(device), {"name", "kind", "driver", "vulkan", "vendor", "id", "robust_buffer_access_2", "doubles"})

    def test_a_device_by_number_and_name(self):
        self.need_device()
        for name in ("0", "LLVMpipe", "pipe"):
            self.sm5("run", "write.asm", "--groups", 1, *BOUND, "--engine", "vulkan", "--device", name, "-o", "u0=u0.bin")
            self.assertEqual(self.read("u0.bin"), words(*range(64)))
        for name in ("99", "no such device", ""):
            if name:
                self.fail_with(f"no Vulkan device '{name}'", "run", "write.asm", "--groups", 1, *BOUND, "--engine", "vulkan",
                               "--device", name)

    def expect_right_or_refused(self, program, value, says):
        """A translator that lacks an instruction is an error; skipping the instruction would be a wrong result."""
        result = self.sm5("run", program, "--groups", 1, "-b", "u0=zero,size=1", "-o", "u0=u0.bin", *VULKAN, expect=None)
        if result.code == GOOD:
            self.assertEqual(self.read("u0.bin"), value)
        else:
            self.assertIn(says, result.error)

    def test_what_the_translator_lacks_is_named(self):
        self.need_device()
        self.expect_right_or_refused("doubles.asm", struct.pack("<d", 3), "libvkd3d-shader: cannot translate dadd")

    def test_a_long_log_of_the_translator_is_read_to_its_end(self):
        self.need_device()
        load = "ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.w, l(0), l(0), t0.xxxx\n"
        text = PRODUCT.replace("dcl_uav", "dcl_resource_structured t0, 4\ndcl_uav").replace("mov r0.z", 100 * load + "mov r0.z")
        self.write("many.asm", text)
        self.expect_right_or_refused("many.asm", words(1, 0), "libvkd3d-shader: Extended multiplies not implemented")

    def test_a_time_limit_gives_the_device_up(self):
        self.need_device()
        start = time.monotonic()
        self.fail_with("did not end before its time limit", "run", "long.asm", "--groups", "65535,65535", "-b",
                       "u0=zero,size=1", "--max-seconds", 0.5, *VULKAN)
        self.assertLess(time.monotonic() - start, 30)

    def test_the_process_ends_beside_a_dispatch_that_runs_on(self):
        """One in thirty crashed in exit handlers, after the message."""
        self.need_device()
        for i in range(1, 61):
            self.fail_with("did not end before its time limit", "run", "long.asm", "--groups", "65535,65535", "-b",
                           "u0=zero,size=1", "--max-seconds", 0.01 * (i % 9 + 1), *VULKAN)

    def test_diff_compares_with_a_device(self):
        self.need_device()
        bindings = ("--groups", 1, *BOUND)
        self.sm5("diff", "write.asm", *bindings, "--engines", "interp,vulkan", "--device", "llvmpipe")
        done = self.sm5("diff", "write.asm", *bindings, "--engines", "vulkan:llvmpipe,interp")
        self.assertEqual(done.text, "interp: as vulkan:llvmpipe\n")

    def test_bench_uses_the_clock_of_the_device(self):
        self.need_device()
        report = json.loads(self.sm5("bench", "write.asm", "--groups", 1, *BOUND, "--repeat", 3, "--json", "-", *VULKAN).text)
        self.assertEqual((report["engine"], report["device_time"]), ("vulkan", True))
        self.assertGreater(report["median_s"], 0)

    def test_bench_on_other_engines_uses_the_clock_of_the_host(self):
        report = json.loads(self.sm5("bench", "write.asm", "--groups", 1, *BOUND, "--json", "-", "--engine", "interp").text)
        self.assertIs(report["device_time"], False)

    def test_descriptor_choices(self):
        self.need_device()
        for choice in (["--descriptors", "storage"], ["--descriptors", "texel"], ["--plain-bounds"]):
            self.sm5("run", "write.asm", "--groups", 1, *BOUND, *VULKAN, *choice, "-o", "u0=u0.bin")
            self.assertEqual(self.read("u0.bin"), words(*range(64)))


main()
