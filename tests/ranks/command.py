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
from command import COMMAND, COPY, COUNT, GOOD, ROOT, SPIN, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main, words

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

# u0[i] = t0[i - 1] + t0[i + 1]
NEIGHBOURS = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 64, 1, 1
iadd r0.xy, vThreadID.xxxx, l(-1, 1, 0, 0)
ld_structured r1.x, r0.x, l(0), t0.xxxx
ld_structured r1.y, r0.y, l(0), t0.xxxx
iadd r1.x, r1.x, r1.y
store_structured u0.x, vThreadID.x, l(0), r1.x
ret
"""
# Tiles of a picture 64 texels wide: u0[i] += t0[i + 64], each in a row.
TILES = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_raw t0
dcl_uav_typed_buffer (uint,uint,uint,uint) u0
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 8, 8, 1
imad r0.x, vThreadID.y, l(64), vThreadID.x
iadd r0.y, r0.x, l(64)
ishl r0.y, r0.y, l(2)
ld_raw r1.x, r0.y, t0.xxxx
ld_uav_typed r1.y, r0.xxxx, u0.yxzw
iadd r1.x, r1.x, r1.y
store_uav_typed u0.xyzw, r0.xxxx, r1.xxxx
ret
"""
# u0[i] = t0[t0[i] / 2]
GATHER = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
ushr r0.x, r0.x, l(1)
ld_structured r0.x, r0.x, l(0), t0.xxxx
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""
# u0[i].y = t0[i - 1].x + t0[i + 1].x
PAIRS = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 64, 1, 1
iadd r0.xy, vThreadID.xxxx, l(-1, 1, 0, 0)
ld_structured r1.x, r0.x, l(0), t0.xxxx
ld_structured r1.y, r0.y, l(0), t0.xxxx
iadd r1.x, r1.x, r1.y
store_structured u0.x, vThreadID.x, l(4), r1.x
ret
"""
# u0[i] = u1[i] = i
TWICE = """cs_5_0
dcl_uav_structured u0, 4
dcl_uav_structured u1, 4
dcl_input vThreadID.x
dcl_thread_group 64, 1, 1
store_structured u0.x, vThreadID.x, l(0), vThreadID.x
store_structured u1.x, vThreadID.x, l(0), vThreadID.x
ret
"""
# u0[i] = cb0[0].x
CONSTANT = """cs_5_0
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_thread_group 64, 1, 1
store_structured u0.x, vThreadID.x, l(0), cb0[0].x
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
            code, _, messages = self.ranks(count, "run", "x.asm", *arguments, *named("ranks"), "--json", "report.json")
            self.assertEqual((code, messages), (GOOD, []))
            for slot in outputs:
                self.assertEqual(self.read(f"{slot}.ranks.bin"), self.read(f"{slot}.one.bin"), (count, slot))
        report = json.loads(self.read("report.json"))
        resources = report.get("resources", []) # of several ranks
        for resource in resources:
            self.assertEqual(len(resource["bytes_held"]), counts[-1])
        return {resource["slot"]: resource for resource in resources}

    def test_results_are_those_of_one_process(self):
        self.write("in.bin", bytes(range(256)) * 250)
        self.compare(COPY, (1, 2, 3, 5) if LONG else (5,), "--groups", "2000", "-b", "t0=in.bin", "-b", "u0=zero,size=8000")
        # All ranks change all words: merged as a tree.
        self.compare(HISTOGRAM, (2, 3, 7) if LONG else (5,), "--groups", "250", "-b", "t0=in.bin", "-b", "u0=iota,size=256")
        self.compare(COUNT, (2, 3, 5) if LONG else (2,), "--groups", "300", "--threads", "1", "-b", "u0=zero,size=1200,counter=3",
                     outputs=("u0", "u0.counter"))

    def test_report(self):
        self.write("x.asm", COPY)
        code, out, _ = self.ranks(2, "run", "x.asm", "--groups", "1000", "-b", "t0=rand,size=4000", "-b",
                                  "u0=zero,size=8000", "-o", "u0=out.csv", "--json", "-")
        report = json.loads(out)
        self.assertEqual((code, report["groups"]), (GOOD, [1000, 1, 1]))
        self.assertEqual(sum(rank["groups"] for rank in report["ranks"]), 1000)
        self.assertEqual(report["ranks"][1]["first_group"], report["ranks"][0]["groups"])
        # u0 is a copy: rank 0 receives the 32 bytes that each group of rank 1 stored; how many groups that is depends on measured speeds.
        self.assertGreaterEqual(report["ranks"][0]["bytes_received"], 32 * report["ranks"][1]["groups"])

    def test_slices_hold_what_groups_access(self):
        words = bytes(range(256)) * 1000
        self.write("in.bin", words)
        header = b"{'descr': '<u4', 'fortran_order': False, 'shape': (64000,), }"
        header += b" " * (117 - len(header)) + b"\n"
        self.write("in.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + words)
        for source in ("in.bin", "rand:7,size=64000", "in.npy")[0 if LONG else 2:]:
            data = ("--groups", "1000", "-b", f"t0={source}", "-b", "u0=iota,size=64100")
            held = self.compare(NEIGHBOURS, (3,), *data)
            for slot, halo in (("t0", 16), ("u0", 0)):
                self.assertEqual(held[slot]["held"], "slices")
                self.assertEqual(held[slot]["bytes"], 256000 + (400 if slot == "u0" else 0))
                self.assertLessEqual(sum(held[slot]["bytes_held"]), 256000 + halo) # of u0, nothing past the last group
        # What no group wrote is in the file, too.
        self.sm5("run", "x.asm", *data, "-o", "u0=one.npy", "-o", "t0=t.one.bin")
        self.ranks(3, "run", "x.asm", *data, "-o", "u0=ranks.npy", "-o", "t0=t.ranks.bin")
        self.assertEqual(self.read("ranks.npy"), self.read("one.npy"))
        self.assertEqual(self.read("t.ranks.bin"), self.read("t.one.bin"))

    def test_slices_of_tiles_are_rows(self):
        self.write("in.bin", bytes(range(256)) * 160) # 160 rows
        data = ("--groups", "8,20", "-b", "t0=in.bin", "-b", "u0=in.bin,format=r32_uint")
        held = self.compare(TILES, (5, 2) if LONG else (2,), *data)
        self.assertEqual([held[slot]["held"] for slot in ("t0", "u0")], ["slices", "slices"])
        self.assertEqual(sum(held["u0"]["bytes_held"]), 40960)

    def test_what_is_not_proven_is_copied(self):
        self.write("in.bin", bytes(range(256)) * 250)
        self.write("counts.bin", words(0, 0, 200, 1, 1, 0))
        cases = (
                (GATHER, "t0", "groups may access all of it", ("--groups", "250", "-b", "t0=in.bin", "-b", "u0=zero,size=16000")),
                (HISTOGRAM, "u0", "what groups access is not known", ("--groups", "250", "-b", "t0=in.bin", "-b", "u0=iota,size=256")),
                (TILES, "u0", "ranks may write the same bytes", ("--groups", "8,1", "-b", "t0=in.bin", "-b", "u0=in.bin,format=r32_uint")),
                (COPY, "t0", "not contents that ranks read by parts", ("--groups", "200", "-b", "t0=u32:1/2/3", "-b", "u0=zero,size=900")),
                (COPY, "t0", "an option uses all of it", ("--groups-from", "t0:8", "-b", "t0=counts.bin", "-b", "u0=zero,size=900")),
                (COPY, "u0", "-o writes another format than .bin and .npy", ("--groups", "200", "-b", "t0=in.bin", "-b", "u0=zero,size=900", "-o", "u0=o.csv")))
        for text, slot, reason, arguments in cases[::1 if LONG else 2]:
            held = self.compare(text, (2,), *arguments)[slot]
            self.assertEqual((held["held"], held.get("reason"), held["bytes_held"]), ("copies", reason, [held["bytes"]] * 2))

    def test_arrays_in_another_order_are_copied(self):
        header = b"{'descr': '>u4', 'fortran_order': False, 'shape': (6400,), }"
        header += b" " * (117 - len(header)) + b"\n"
        self.write("in.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(range(256)) * 100)
        data = ("--groups", "100", "-b", "t0=in.npy", "-b", "u0=zero,size=6400")
        self.assertEqual(self.compare(NEIGHBOURS, (2,), *data)["t0"]["held"], "copies")

    def test_counted_runs_keep_slices(self):
        """A range with counters runs twice, the second time on the initial contents."""
        self.write("in.bin", bytes(range(256)) * 100)
        text = COUNT.replace("4, 1, 1", "16, 1, 1").replace("dcl_uav_structured", "dcl_uav_structured u1, 4\ndcl_uav_structured").replace(
            "ret\n", "ld_structured r0.x, vThreadID.x, l(0), u1.xxxx\niadd r0.x, r0.x, l(1)\n"
            "store_structured u1.x, vThreadID.x, l(0), r0.x\nret\n")
        data = ("--groups", "300", "--threads", "1", "-b", "u0=zero,size=4900,counter=3", "-b", "u1=in.bin")
        held = self.compare(text, (2,), *data, outputs=("u0", "u0.counter", "u1"))
        self.assertEqual(held["u1"]["held"], "slices", held)

    def test_named_buffers_are_slices(self):
        """Each rank holds all that its groups access of the buffer, through either view, and no more."""
        self.write("in.bin", bytes(range(256)) * 2000) # 64000 pairs
        for buffer, views, count, halo in (
                ("x=in.bin", ("t0=@x", "u0=@x"), 64000, 8),
                # t0 is 100 pairs ahead of u0.
                ("x=rand:3,size=64100,stride=8", ("t0=@x,first=100", "u0=@x,count=64000"), 64100, 808)):
            for ranks in (1, 2, 3, 5) if LONG else (2, 5):
                views_held = self.compare(PAIRS, (ranks,), "--groups", "1000", "--buffer", buffer,
                                          *(part for view in views for part in ("-b", view)), outputs=("u0", "t0"))
                if ranks == 1: # one process
                    continue
                for slot in ("t0", "u0"):
                    held = views_held[slot]
                    self.assertEqual((held["held"], held["buffer"], held["bytes"]), ("slices", "x", 8 * count))
                    self.assertLessEqual(sum(held["bytes_held"]), 8 * 64000 + ranks * 2 * halo)

    def test_named_buffers_that_are_copies(self):
        self.write("in.bin", bytes(range(256)) * 250)
        unknown = "what groups access is not known"
        cases = (
                (HISTOGRAM, unknown, "x=in.bin", ("t0=@x,first=256", "u0=@x,count=256", "--ranks-racy")),
                (TWICE, "ranks may write the same bytes", "x=in.bin", ("u0=@x", "u1=@x,first=8000")),
                (CONSTANT, "a texture, a constant buffer or an undeclared slot views it", "x=in.bin", ("u0=@x,first=4", "cb0=@x,count=1")),
                (PAIRS, "not contents that ranks read by parts", "x=u32:1/2/3/4", ("t0=@x", "u0=@x")),
                (PAIRS, "-o writes another format than .bin and .npy", "x=in.bin", ("t0=@x", "u0=@x", "-o", "t0=o.csv")),
                (PAIRS, "an output replaces an input", "x=in.bin", ("t0=@x", "u0=@x", "-o", "t0=in.bin", "--in-place")))
        for text, reason, buffer, views in cases[::1 if LONG else 2]:
            options = [part for view in views for part in (("-b", view) if "=@" in view else (view,))]
            for slot, held in self.compare(text, (2,), "--groups", "125", "--buffer", buffer, *options).items():
                self.assertEqual((held["held"], held.get("reason"), held["bytes_held"]), ("copies", reason, [held["bytes"]] * 2), slot)

    def test_prints_keep_slices(self):
        """Rank 0 prints rows that others wrote, and those that no rank wrote."""
        self.write("in.bin", bytes(range(256)) * 1000)
        for text, data, prints in (
                (NEIGHBOURS, ("--groups", "1000", "-b", "t0=in.bin", "-b", "u0=iota,size=64100"), ("u0", "u0:0", "t0:40000", "u0:100000")),
                (TILES, ("--groups", "8,20", "-b", "t0=in.bin", "-b", "u0=in.bin,format=r32_uint"), ("u0:9000", "t0:3")),
                (PAIRS, ("--groups", "400", "--buffer", "x=in.bin", "-b", "t0=@x,first=100", "-b", "u0=@x,first=10"), ("t0:30000", "u0"))):
            self.write("x.asm", text)
            options = ("run", "x.asm", *data, *(part for slot in prints for part in ("--print", slot)))
            one = self.sm5(*options).bytes.decode()
            for ranks in (1, 2, 3, 5) if LONG else (3,):
                code, out, messages = self.ranks(ranks, *options, "--json", "report.json")
                self.assertEqual((code, messages), (GOOD, []))
                self.assertEqual(out, one)
                self.assertEqual([held["slot"] for held in json.loads(self.read("report.json")).get("resources", [])
                                  if held["held"] == "copies"], [])

    def test_views_keep_slices(self):
        self.write("in.bin", bytes(range(256)) * 160)
        for text, data, views in (
                (NEIGHBOURS, ("--groups", "160", "-b", "t0=in.bin", "-b", "u0=iota,size=10300"), ("u0={}.svg,compare=before", "t0={}.2.png,width=64")),
                (TILES, ("--groups", "8,20", "-b", "t0=in.bin", "-b", "u0=in.bin,format=r32_uint"), ("u0.r={}.png,width=64,compare=before",)),
                (PAIRS, ("--groups", "80", "--buffer", "x=in.bin", "-b", "t0=@x", "-b", "u0=@x", "--struct", "u0=uint a; uint b"), ("u0.b={}.svg",))):
            self.write("x.asm", text)

            def options(name):
                return ("run", "x.asm", *data, *(part for view in views for part in ("--view", view.format(name))))
            self.sm5(*options("one"))
            for ranks in (1, 2, 3, 5) if LONG else (3,):
                code, _, messages = self.ranks(ranks, *options("ranks"), "--json", "report.json")
                self.assertEqual((code, messages), (GOOD, []))
                for view in views:
                    path = view[view.index("=") + 1:].split(",")[0]
                    self.assertEqual(self.read(path.format("ranks")), self.read(path.format("one")))
                self.assertEqual([held["slot"] for held in json.loads(self.read("report.json")).get("resources", [])
                                  if held["held"] == "copies"], [])

    def test_wrong_names(self):
        self.write("x.asm", PAIRS)
        for options in (("--buffer", "x=zero,size=128", "-b", "t0=@y"), ("--buffer", "x=zero,size=128", "-b", "u0=zero,size=64"),
                        ("--buffer", "x=zero", "-b", "t0=@x"), ("--buffer", "x=no.bin", "-b", "t0=@x")):
            one = self.sm5("run", "x.asm", "--groups", "1", *options, expect=WRONG_COMMAND)
            self.assertEqual(self.ranks(2, "run", "x.asm", "--groups", "1", *options), (WRONG_COMMAND, "", one.error.splitlines()))

    def test_output_in_place(self):
        self.write("one.bin", bytes(range(256)) * 400)
        self.write("ranks.bin", bytes(range(256)) * 400)
        self.write("x.asm", TILES)
        data = ("run", "x.asm", "--groups", "8,20", "-b", "t0=rand,size=20000", "--in-place")
        self.sm5(*data, "-b", "u0=one.bin,format=r32_uint", "-o", "u0=one.bin")
        code, _, messages = self.ranks(2, *data, "-b", "u0=ranks.bin,format=r32_uint", "-o", "u0=ranks.bin")
        self.assertEqual((code, messages), (GOOD, []))
        self.assertEqual(self.read("ranks.bin"), self.read("one.bin"))

    def test_output_in_place_of_another_input(self):
        """A file of two names is written in place, before t0 is written and printed."""
        self.write("x.asm", NEIGHBOURS)
        data = ("run", "x.asm", "--groups", "1000", "-b", "t0=in.bin", "-b", "u0=zero,size=64000", "--in-place", "-o", "u0=in.bin",
                "--print", "t0")
        printed = []
        for name in ("one", "ranks"):
            self.write("in.bin", bytes(range(256)) * 1000)
            (self.path / "link.bin").unlink(missing_ok=True)
            (self.path / "link.bin").hardlink_to(self.path / "in.bin")
            options = (*data, "-o", f"t0={name}.bin")
            printed.append(self.sm5(*options).bytes.decode() if name == "one" else self.ranks(2, *options)[1])
        self.assertEqual(printed[1], printed[0])
        self.assertEqual(self.read("ranks.bin"), self.read("one.bin"))

    def test_files_of_the_first_machine(self):
        """Ranks that do not see the file get their slices from rank 0."""
        self.write("in.bin", bytes(range(256)) * 1000)
        data = ("run", "x.asm", "--groups", "1000", "-b", "t0=in.bin", "-b", "u0=zero,size=64000")
        self.write("x.asm", NEIGHBOURS)
        self.sm5(*data, "-o", "u0=one.bin")
        (self.path / "other").mkdir()
        self.write("other/x.asm", NEIGHBOURS)
        elsewhere = [COMMAND, *data, "-o", "u0=ranks.bin", "--json", "report.json"]
        for contents in (bytes(256000), None)[:None if LONG else 1]: # another file, no such file
            if contents:
                self.write("other/in.bin", contents)
            else:
                (self.path / "other/in.bin").unlink()
            done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "1", *elsewhere,
                                   ":", "-n", "2", "-wdir", str(self.path / "other"), *elsewhere],
                                  cwd=self.path, capture_output=True, timeout=240, check=False)
            self.assertEqual(done.returncode, GOOD, done.stderr)
            self.assertEqual(self.read("ranks.bin"), self.read("one.bin"))
            report = json.loads(self.read("report.json"))
            self.assertEqual(report["resources"][0]["held"], "slices")
            self.assertGreater(report["ranks"][1]["bytes_received"], 80000)

    def test_more_than_the_memory_of_one_process(self):
        """--max-memory counts what a process allocates; RLIMIT_AS would count what MPI maps, too."""
        size = 96 << 20
        with open(self.path / "in.bin", "wb") as file:
            file.truncate(size)
            file.seek(size // 2 + 4)
            file.write(b"word")
        self.write("x.asm", NEIGHBOURS.replace("64, 1, 1", "1024, 1, 1"))
        data = ("run", "x.asm", "--groups", str(size // 4096), "-b", "t0=in.bin", "-b", f"u0=zero,size={size // 4}",
                "-o", "u0=out.bin", "--engine", "interp", "--max-memory", "160M")
        self.refuse(*data, says="no memory for a resource of")
        code, _, messages = self.ranks(4, *data)
        self.assertEqual((code, messages), (GOOD, []))
        with open(self.path / "out.bin", "rb") as file:
            self.assertEqual(os.fstat(file.fileno()).st_size, size)
            file.seek(size // 2)
            self.assertEqual(file.read(16), b"word" + bytes(4) + b"word" + bytes(4))

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

    def test_races_of_large_results_end_all_ranks(self):
        """Ranks that wait until rank 0 receives their changes, in line and in a tree."""
        self.write("x.asm", RACE.replace("l(127)", "l(0xffff)"))
        for groups in ("2048", "16384")[0 if LONG else 1:]:
            code, _, messages = self.ranks(4, "run", "x.asm", "--groups", groups, "-b", "u0=zero,size=65536")
            self.assertEqual(code, WRONG_PROGRAM)
            self.assertIn("the program races", messages[0])

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

    def test_orders_are_distributed(self):
        self.write("x.asm", RACE)
        data = ("check", "x.asm", "--groups", "8", "-b", "u0=zero,size=128", "--orders", "5", "--seed", "3")
        one = self.sm5(*data, "--json", "one.json", "-o", "u0=one.bin", expect=WRONG_PROGRAM)
        code, out, messages = self.ranks(3, *data, "--json", "ranks.json", "-o", "u0=ranks.bin", NO_COLOR="1")
        self.assertEqual((code, messages, out), (WRONG_PROGRAM, [], one.bytes.decode()))
        self.assertIn("--orders 1 --seed 3", out)
        for name in ("json", "bin"):
            self.assertEqual(self.read(f"ranks.{name}"), self.read(f"one.{name}"))
        code, _, messages = self.ranks(2, *data[:-4])
        self.assertEqual((code, len(messages)), (WRONG_COMMAND, 1))
        self.assertIn("ranks share the runs of --orders", messages[0])

    def test_seeds_are_distributed(self):
        runs = (("--seed", "77", "--count", "40", "--engines", "interp,interp-2", "--print", "--stage", "compute"),
                ("--seed", "5", "--count", "30", "--digest"), ("--seed-bug", "race", "--count", "20"))
        for arguments in runs[:None if LONG else 1]:
            one = self.sm5("random", *arguments).bytes.decode()
            code, out, messages = self.ranks(3, "random", *arguments)
            self.assertEqual((code, messages), (GOOD, []))
            self.assertEqual(re.sub(", [0-9.]* s, .*", "", out), re.sub(", [0-9.]* s, .*", "", one))
        one = self.sm5("random", "--count", "3", "--coverage", "--engines", "interp", expect=WRONG_PROGRAM).text
        code, out, _ = self.ranks(2, "random", "--count", "3", "--coverage", "--engines", "interp")
        self.assertEqual((code, out.splitlines()[1:]), (WRONG_PROGRAM, one.splitlines()[1:]))
        code, _, messages = self.ranks(2, "random", "--write", "/proc/no")
        self.assertEqual((code, len(messages)), (WRONG_COMMAND, 1))

    def test_candidates_are_distributed(self):
        self.write("x.asm", HISTOGRAM)
        self.write("once.sh", "echo $OMPI_COMM_WORLD_RANK >> ${LOG:-/dev/null}\ngrep -q atomic_iadd $1\n")
        runs = (("--while", "sh once.sh {}"),
                ("--while-diff", "interp,interp", "--groups", "4", "-b", "t0=rand,size=256", "-b", "u0=zero,size=256"))
        for arguments in runs[:None if LONG else 1]:
            if arguments[0] == "--while-diff":
                self.write("x.asm", HISTOGRAM.replace("dcl_temps", "dcl_input vCycleCounter.x\ndcl_temps").replace(
                    "u0, r0.xyxx, l(1)", "u0, r0.xyxx, vCycleCounter.x"))
            one = self.sm5("reduce", "x.asm", "-o", "small.asm", *arguments, "-j", "2")
            expected = self.read("small.asm")
            code, out, _ = self.ranks(3, "reduce", "x.asm", "-o", "small.asm", *arguments, "-j", "1", LOG=str(self.path / "log"))
            self.assertEqual((code, out), (GOOD, one.bytes.decode()))
            self.assertEqual(self.read("small.asm"), expected)
        self.assertEqual(sorted(set(self.read("log").split())), [b"0", b"1", b"2"])
        code, _, messages = self.ranks(2, "reduce", "x.asm", "-o", "small.asm", "--while", "false")
        self.assertEqual((code, len(messages)), (WRONG_COMMAND, 1))
        self.assertIn("does not accept the original", messages[0])

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
