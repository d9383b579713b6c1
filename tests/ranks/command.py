"""The command under mpirun: results are those of one process, or the program is refused with a reason."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from command import COMMAND, COPY, COUNT, GOOD, ROOT, SPIN, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

RACE = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
and r0.x, vThreadID.x, l(127)
store_structured u0.x, r0.x, l(0), vThreadID.x
ret
"""
RETURNED = """cs_5_0
dcl_uav_raw u0
dcl_temps 1
dcl_thread_group 1, 1, 1
imm_atomic_iadd r0.x, u0, l(0), l(1)
ret
"""
# A histogram: u0[t0[i] & 255] += 1
HISTOGRAM = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
and r0.x, r0.x, l(255)
mov r0.y, l(0)
atomic_iadd u0, r0.xyxx, l(1)
ret
"""
# Group 500 aborts.
ABORT = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadGroupID.x
dcl_temps 1
dcl_thread_group 1, 1, 1
ieq r0.x, vThreadGroupID.x, l(500)
if_nz r0.x
  abort
endif
store_structured u0.x, vThreadGroupID.x, l(0), l(1)
ret
"""


LONG = "SM5_LONG" in os.environ


class Ranks(CommandTest):
    def ranks(self, count, *arguments, **environment):
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(count), COMMAND, *arguments]
        done = subprocess.run(command, cwd=self.path, capture_output=True, timeout=240,
                              env=dict(os.environ, **environment))
        return done.returncode, done.stdout.decode(), [line for line in done.stderr.decode().splitlines()
                                                       if line.startswith(("sm5: ", "x.asm", "error: "))]

    def compare(self, text, counts, *arguments, outputs=("u0",)):
        self.write("x.asm", text)

        def named(name):
            return [part for slot in outputs for part in ("-o", f"{slot}={slot}.{name}.bin")]
        self.sm5("run", "x.asm", *arguments, *named("one"))
        for count in counts:
            code, _, messages = self.ranks(count, "run", "x.asm", *arguments, *named("ranks"))
            self.assertEqual((code, messages), (GOOD, []))
            for slot in outputs:
                self.assertEqual(self.read(f"{slot}.ranks.bin"), self.read(f"{slot}.one.bin"), (count, slot))

    def test_results_are_those_of_one_process(self):
        self.write("in.bin", bytes(range(256)) * 250)
        self.compare(COPY, (1, 2, 3, 5) if LONG else (5,), "--groups", "2000", "-b", "t0=in.bin", "-b", "u0=zero,size=8000")
        self.compare(HISTOGRAM, (2, 3, 5) if LONG else (3,), "--groups", "250", "-b", "t0=in.bin", "-b", "u0=iota,size=256")
        self.compare(COUNT, (2, 3, 5) if LONG else (2,), "--groups", "300", "--threads", "1", "-b", "u0=zero,size=1200,counter=3",
                     outputs=("u0", "u0.counter"))

    def test_report(self):
        self.write("x.asm", COPY)
        code, out, _ = self.ranks(2, "run", "x.asm", "--groups", "1000", "-b", "t0=rand,size=4000", "-b",
                                  "u0=zero,size=4000", "--json", "-")
        report = json.loads(out)
        self.assertEqual((code, report["groups"]), (GOOD, [1000, 1, 1]))
        self.assertEqual(sum(rank["groups"] for rank in report["ranks"]), 1000)
        self.assertEqual(report["ranks"][1]["first_group"], report["ranks"][0]["groups"])
        # Rank 0 receives the 32 bytes that each group of rank 1 stored; how many groups that is depends on measured speeds.
        self.assertGreaterEqual(report["ranks"][0]["bytes_received"], 32 * report["ranks"][1]["groups"])

    def test_races_name_both_groups(self):
        self.write("x.asm", RACE)
        code, _, messages = self.ranks(2, "run", "x.asm", "--groups", "128", "-b", "u0=zero,size=128")
        self.assertEqual(code, WRONG_PROGRAM)
        values = re.search("the program races: byte (?:0|256) of u0 is (0x[0-9a-f]+) by one group and (0x[0-9a-f]+) by another:", messages[0])
        groups = [re.search(r"instruction 1 in thread \(0,0,0\) of group \((\d+),0,0\)", line) for line in messages[1:]]
        self.assertEqual([int(value, 16) for value in values.groups()], [64 * int(group[1]) for group in groups])
        self.assertLess(int(groups[0][1]), int(groups[1][1])) # which ones depends on the speeds that ranks measure
        code, out, _ = self.ranks(2, "run", "x.asm", "--groups", "128", "-b", "u0=zero,size=128", "--ranks-racy", "--print", "u0:1")
        self.assertEqual(code, GOOD)
        self.assertIn(str(0x1f80), out)

    def test_order_is_refused(self):
        self.write("x.asm", RETURNED)
        code, _, messages = self.ranks(2, "run", "x.asm", "--groups", "4", "-b", "u0=zero,size=1")
        self.assertEqual((code, len(messages)), (WRONG_PROGRAM, 1))
        self.assertIn("x.asm:5:1: instruction 0: error: the value that this atomic returns", messages[0])

    def test_failures_of_one_rank(self):
        self.write("x.asm", ABORT)
        code, _, messages = self.ranks(3, "run", "x.asm", "--groups", "600", "-b", "u0=zero,size=600", "-o", "u0=out.bin")
        self.assertEqual((code, len(messages)), (WRONG_PROGRAM, 1))
        self.assertIn("group (500,0,0)", messages[0])
        self.assertFalse((self.path / "out.bin").exists())
        self.write("x.asm", SPIN)
        code, _, messages = self.ranks(2, "run", "x.asm", "--groups", "4", "--max-seconds", "0.2", "-b", "u0=zero,size=1")
        self.assertEqual((code, len(messages)), (WRONG_PROGRAM, 1))

    def test_wrong_commands(self):
        self.write("x.asm", COPY)
        for arguments, message in (
                (("run", "x.asm", "--groups", "1", "-b", "t0=missing.bin"), "missing.bin: No such file"),
                (("run", "x.asm", "--grups", "1"), "unknown option '--grups'"),
                (("run", "x.asm", "--groups", "1", "--oob", "all"), "--oob all runs as one process"),
                (("dis", "x.asm"), "dis: runs as one process")):
            code, out, messages = self.ranks(2, *arguments)
            self.assertEqual((code, out, len(messages)), (WRONG_COMMAND, "", 1))
            self.assertIn(message, messages[0])

    def test_missing_plugin(self):
        code, _, messages = self.ranks(2, "--version", SM5_MPI_PLUGIN="/nonexistent")
        self.assertEqual(code, WRONG_COMMAND)
        self.assertIn("without MPI: its plugin, sm5-mpi.so, is not installed", messages[0])

    def test_cases_are_distributed(self):
        cases = sorted(str(case) for case in (ROOT / "tests/semantics").glob("*.yaml"))[::1 if LONG else 10]
        one = self.sm5("test", *cases)
        code, out, _ = self.ranks(3, "test", *cases, "--junit", "out.xml")
        self.assertEqual((code, out), (one.code, one.bytes.decode()))
        self.assertIn(b"<testsuite", self.read("out.xml"))


if __name__ == "__main__":
    if not shutil.which("mpirun"):
        sys.exit(77)
    main()
