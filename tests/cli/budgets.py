"""Hostile programs and files use neither unbounded time nor unbounded memory: each case runs under a limit of both."""
import json
import os
import resource
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

from command import COMMAND, COPY, EMULATED, GOOD, SANITIZED, SPIN, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

SECONDS = 60 if SANITIZED else 20
MIB = 1 << 20
COMMAND_ITSELF = 90 * MIB  # with LLVM, which takes 67 MiB before anything is compiled

EMPTY = "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n"
TEXTURE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld r0.xyzw, vThreadID.xxxx, t0.xyzw
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
ret
"""


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, data, extra=b""):
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def compressed(part, count):
    """A part that is repeated; in pieces, as the memory of this process counts as the command's until it has started."""
    packer = zlib.compressobj(1)
    return b"".join(packer.compress(part) for _ in range(count)) + packer.flush()


def dds(width, height, depth=1, mips=1, dxgi=2, dimension=3, layers=1):
    pixels = struct.pack("<II4s20x", 32, 4, b"DX10")
    head = struct.pack("<IIIIIII44x", 124, 0xA1007, height, width, 0, depth, mips) + pixels + struct.pack("<I16x", 0x1000)
    return b"DDS " + head + struct.pack("<IIIII", dxgi, dimension, 0, layers, 0)


def npy(text):
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", len(text)) + text.encode()


@unittest.skipIf(EMULATED, "an emulator's memory counts too")
class Budgets(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("copy.asm", COPY)
        self.write("texture.asm", TEXTURE)
        self.write("empty.asm", EMPTY)
        self.write("spin.asm", SPIN)

    def bounded(self, *arguments, code, says="", most=300 * MIB, stdin=b""):
        """The command ends by itself, in time, with the code; it never has more than `most` bytes of memory."""
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            start = time.monotonic()
            child = subprocess.Popen([COMMAND, *map(str, arguments)], stdin=given, stdout=subprocess.DEVNULL,
                                     stderr=errors, cwd=self.path)
            ended, usage = 0, None
            while not ended and time.monotonic() - start < SECONDS:
                time.sleep(0.005)
                ended, status, usage = os.wait4(child.pid, os.WNOHANG)
            if not ended:
                child.kill()
                os.wait4(child.pid, 0)
            child.returncode = 0
            self.assertTrue(ended, f"{arguments}: does not end")
            errors.seek(0)
            text = errors.read(4000).decode(errors="replace")
        self.assertEqual(os.waitstatus_to_exitcode(status), code, f"{arguments}\n{text}")
        self.assertIn(says, text)
        if not SANITIZED:
            self.assertLess(usage.ru_maxrss * 1024, most + COMMAND_ITSELF, arguments)

    def bind(self, name, **expectations):
        shader = "texture.asm" if name.endswith((".png", ".dds")) else "copy.asm"
        self.bounded("run", shader, "--groups", 1, "-b", "u0=zero,size=4", "-b", f"t0={name}", **expectations)

    # ---- files without an end ----

    def test_programs_without_an_end_are_refused(self):
        verbs = [["asm"], ["dis"], ["info"], ["validate"], ["run", "--groups", 1], ["check", "--groups", 1],
                 ["bench", "--groups", 1], ["test", "--new"]]
        for verb in verbs:
            self.bounded(*verb, "/dev/zero", code=WRONG_COMMAND, says="has more than 268435456 bytes", most=300 * MIB)
        self.bounded("asm", "copy.asm", "--base", "/dev/zero", code=WRONG_COMMAND, says="has more than", most=300 * MIB)
        self.bounded("test", "/dev/zero", code=WRONG_PROGRAM, says="", most=300 * MIB)

    @unittest.skipIf(SANITIZED, "the shadow of a sanitizer counts as memory")
    def test_data_without_an_end_is_read_up_to_the_limit(self):
        for source in ("/dev/zero", "raw:/dev/urandom"):
            for verb in ("run", "check", "bench"):
                self.bounded(verb, "copy.asm", "--groups", 1, "-b", "u0=zero,size=4", "-b", f"t0={source}",
                             "--max-memory", "200M", code=WRONG_COMMAND, says="does not fit into memory", most=200 * MIB)

    # ---- sizes that are promised ----

    @unittest.skipIf(SANITIZED, "a sanitizer ends the process at such an allocation")
    def test_resources_of_a_terabyte_are_errors(self):
        for source in ("zero", "iota", "rand"):
            self.bounded("run", "copy.asm", "--groups", 1, "-b", "u0=zero,size=4", "-b",
                         f"t0={source},size={(1 << 40) // 8}", code=WRONG_COMMAND, says="no memory")
        self.bounded("run", "copy.asm", "--groups", 1, "-b", "u0=zero,size=4", "-b", f"t0=zero,size={1 << 40}",
                     code=WRONG_COMMAND)
        self.bounded("run", "texture.asm", "--groups", 1, "-b", "u0=zero,size=4", "-b",
                     "t0=zero,format=r32g32b32a32_float,width=16384,height=16384,mips=15,layers=1", "--max-memory", "1G",
                     code=WRONG_COMMAND, most=600 * MIB)

    def test_headers_that_promise_more_than_the_file_has(self):
        for name, contents in {
                "a.png": png(0x7FFFFFFF, 0x7FFFFFFF, b""),
                "b.png": png(16384, 16384, b""),
                "c.png": png(16384, 16384, zlib.compress(b"")),
                "a.dds": dds(0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
                "b.dds": dds(16384, 16384, layers=2048, mips=15),
                "c.dds": dds(2048, 2048, 2048, 12, dimension=4),
                "d.dds": dds(16384, 16384, mips=15, dxgi=98),
                "e.dds": dds(1, 1, layers=0xFFFFFFFF),
                "a.npy": npy("{'descr': '<u4', 'fortran_order': False, 'shape': (1099511627776, 2), }\n"),
                "b.npy": npy("{'descr': '<u4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }\n"),
                "c.npy": b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
        }.items():
            self.write(name, contents)
            self.bind(name, code=WRONG_COMMAND, most=150 * MIB)

    # ---- files that expand ----

    @unittest.skipIf(SANITIZED, "the shadow of a sanitizer counts as memory")
    def test_a_picture_that_expands_keeps_to_the_limit(self):
        self.write("a.png", png(8192, 8192, compressed(b"\0" * (4 * 8192 + 1), 8192)))
        self.bounded("run", "texture.asm", "--groups", 1, "-b", "u0=zero,size=4", "-b", "t0=a.png", "--max-memory", "200M",
                     code=WRONG_COMMAND, most=200 * MIB)
        text = b"k\0\0" + compressed(b"a" * MIB, 300)
        self.write("b.png", png(1, 1, zlib.compress(b"\0" * 5), chunk(b"zTXt", text) * 3))
        self.bind("b.png", code=GOOD, most=150 * MIB)

    def test_aliases_do_not_expand(self):
        lists = ["a0: &a0 [" + ",".join("1" * 9) + "]"]
        lists += [f"a{i}: &a{i} [" + ",".join([f"*a{i - 1}"] * 9) + "]" for i in range(1, 12)]
        case = "shader: copy.asm\ndispatches:\n  - groups: [1, 1, 1]\nresources:\n  t0: {type: u32, values: *a11}\n"
        self.write("a.yaml", "\n".join(lists) + "\n" + case)
        self.write("b.yaml", "&a [*a]\n")
        self.write("c.yaml", "&a {shader: copy.asm, dispatches: *a}\n")
        self.write("d.yaml", "[" * 100000)
        self.write("e.yaml", "\n".join(" " * i + "a:" for i in range(3000)))
        self.write("case.json", "[" * 1000000)
        for name in ("a.yaml", "b.yaml", "c.yaml", "d.yaml", "e.yaml", "case.json"):
            self.bounded("test", name, code=WRONG_PROGRAM, most=100 * MIB)

    def test_aliases_of_data_do_not_expand(self):
        lists = ["data:", "  - &a0 [" + ",".join("1" * 9) + "]"]
        lists += [f"  - &a{i} [" + ",".join([f"*a{i - 1}"] * 9) + "]" for i in range(1, 12)]
        for place in ("resources: {t0: {values: *a11}}", "resources: {t0: *a11}", "dispatches: *a11", "expect: *a11",
                      "dispatches: [{groups: *a11}]", "shader: *a11", "name: *a11"):
            self.write("a.yaml", "\n".join(lists) + "\nshader: copy.asm\n" + place + "\n")
            self.bounded("test", "a.yaml", code=WRONG_PROGRAM, most=100 * MIB)

    def test_nested_and_long_values_of_tables(self):
        for name, contents in {
                "a.json": "[" * 1000000,
                "b.json": '{"a":' * 1000000,
                "c.json": "[{" + ",".join(f'"k{i}":1' for i in range(200000)) + "}]",
                "d.json": '[{"w0":1' + "0" * 1000000 + "}]",
                "a.csv": ",".join(f"c{i}" for i in range(200000)) + "\n",
                "b.csv": '"' + "x" * 5000000,
                "c.csv": "w0,w1\n1" + "0" * 1000000 + ",1\n",
        }.items():
            self.write(name, contents)
            self.bind(name, code=WRONG_COMMAND)

    # ---- function bodies, tables and interfaces ----

    def interfaces(self, bodies, tables, interfaces, nested=False):
        """Tables of all bodies, and interfaces of all tables; nested: table n of body n, which calls interface n + 1 twice."""
        all_bodies, all_tables = ", ".join(f"fb{i}" for i in range(bodies)), ", ".join(f"ft{i}" for i in range(tables))
        methods = 1 if nested else bodies
        lines = ["cs_5_0", *(f"dcl_function_body fb{i}" for i in range(bodies))]
        lines += [f"dcl_function_table ft{i} = {{{f'fb{i}' if nested else all_bodies}}}" for i in range(tables)]
        lines += [f"dcl_interface fp{i}[1][{methods}] = {{{f'ft{i}' if nested else all_tables}}}" for i in range(interfaces)]
        lines += ["dcl_uav_structured u0, 4", "dcl_temps 1", "dcl_thread_group 1, 1, 1", "mov r0.x, l(0)", "fcall fp0[0][0]",
                  "store_structured u0.x, l(0), l(0), r0.x", "ret"]
        for i in range(bodies):
            lines += [f"label fb{i}", "iadd r0.x, r0.x, l(1)"]
            lines += [f"fcall fp{i + 1}[0][0]"] * 2 if nested and i + 1 < bodies else []
            lines += ["ret"]
        return "\n".join(lines) + "\n"

    def test_interfaces_take_memory_in_proportion_to_the_program(self):
        for bodies, tables, interfaces in ((16000, 1, 1), (1, 16000, 1), (1, 1, 250), (120, 120, 120)):
            self.write("many.asm", self.interfaces(bodies, tables, interfaces))
            self.bounded("asm", "many.asm", "-o", "many.dxbc", code=GOOD, most=60 * MIB)
            self.bounded("validate", "many.dxbc", code=GOOD, most=60 * MIB)
            self.bounded("run", "many.dxbc", "--groups", 1, "-b", "u0=zero,size=4", "--no-cache", code=WRONG_PROGRAM,
                         says="fcall", most=250 * MIB)

    def test_calls_that_double_at_each_level_stop_at_the_limit(self):
        self.write("nested.asm", self.interfaces(30, 30, 30, nested=True))
        classes = [f"--class=fp{i}=ft{i}" for i in range(30)]
        for engine in ("auto", "interp"):
            self.bounded("run", "nested.asm", "--groups", 1, "-b", "u0=zero,size=4", *classes, "--no-cache", "--engine", engine,
                         "--max-seconds", 0.5, code=WRONG_PROGRAM, says="time limit", most=250 * MIB)

    # ---- runs ----

    def test_runs_without_an_end_stop_at_the_limit(self):
        for engine in ("auto", "interp"):
            self.bounded("run", "empty.asm", "--groups", "65535,65535,65535", "--max-seconds", 0.5, "--engine", engine,
                         code=WRONG_PROGRAM, says="time limit")
            self.bounded("run", "spin.asm", "--groups", 1, "--max-seconds", 0.5, "--engine", engine, code=WRONG_PROGRAM,
                         says="time limit")
        for shader in ("empty.asm", "spin.asm"):
            self.bounded("check", shader, "--groups", "65535,65535,65535", "--max-seconds", 0.5, code=WRONG_PROGRAM)

    def test_compilation_counts_as_time(self):
        self.write("long.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                               "dcl_thread_group 64, 1, 1\nloop\n" +
                               "imm_atomic_iadd r0.x, u0, vThreadID.xxxx, r0.x\n" * 10000 + "endloop\nret\n")
        options = ("long.asm", "--groups", 1, "-b", "u0=zero,size=256", "--no-cache", "--max-seconds", 1)
        for lanes in (8, 16):
            self.bounded("run", *options, "--lanes", lanes, code=WRONG_PROGRAM, says="time limit", most=200 * MIB)
        self.bounded("run", *options, "--engine", "interp", code=WRONG_PROGRAM, says="time limit")

    @unittest.skipIf(SANITIZED, "the shadow of a sanitizer counts as memory")
    def test_shadow_memory_of_the_checker_is_limited(self):
        self.write("scatter.asm", "cs_5_0\ndcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 1\n"
                                  "dcl_thread_group 64, 1, 1\nimul null, r0.x, vThreadID.x, l(2654435761)\n"
                                  "and r0.x, r0.x, l(0x03fffffc)\natomic_iadd u0, r0.x, l(1)\n"
                                  "ld_raw r0.y, r0.x, u0.x\nret\n")
        self.bounded("check", "scatter.asm", "--groups", "65535,65535,1", "-b", "u0=zero,size=16777216",
                     "--max-memory", "150M", code=WRONG_COMMAND, says="out of memory", most=150 * MIB)

    @unittest.skipIf(SANITIZED, "the shadow of a sanitizer counts as memory")
    def test_outputs_of_stages_are_limited(self):
        self.write("emit.asm", "gs_5_0\ndcl_input_siv v[1][0].xyzw, position\ndcl_gsinstances 32\n"
                               "dcl_temps 1\ndcl_inputprimitive point\ndcl_stream m0\ndcl_outputtopology trianglestrip\n"
                               "dcl_output_siv o0.xyzw, position\ndcl_output o1.xyzw\ndcl_maxout 128\nloop\n"
                               "mov o0.xyzw, l(0,0,0,0)\nmov o1.xyzw, l(0,0,0,0)\nemit_stream m0\nendloop\nret\n")
        for count in (100000, 67108864):
            self.bounded("run", "emit.asm", "--count", count, "--missing", "zero", "--max-memory", "200M",
                         code=WRONG_COMMAND, says="memory", most=200 * MIB)
        self.bounded("run", "emit.asm", "--count", 10**12, "--missing", "zero", code=WRONG_COMMAND)

    # ---- --max-memory ----

    @unittest.skipIf(SANITIZED, "the shadow of a sanitizer counts as memory")
    def test_any_limit_of_memory_gives_a_clean_error(self):
        body = "mov r0.x, x0[r0.x + 1].x\nmov x0[r0.y + 2].x, r0.x\n" * 4000
        self.write("large.asm", COPY.replace("dcl_temps 1", "dcl_temps 1\ndcl_indexableTemp x0[4000], 4")
                   .replace("add r0.x", body + "add r0.x"))
        for shader in ("copy.asm", "large.asm"):
            for kib in (*range(1000, 60000, 4000), 100000, 160000):
                done = subprocess.run([COMMAND, "run", shader, "--groups", "16", "-b", "u0=zero,size=64", "-b",
                                       "t0=iota,size=64", "--no-cache", "--max-memory", f"{kib}K", "--json", "-"],
                                      capture_output=True, cwd=self.path, timeout=SECONDS, check=False)
                self.assertIn(done.returncode, (GOOD, WRONG_PROGRAM, WRONG_COMMAND), f"{kib} KiB: {done.stderr}")
                if done.returncode == GOOD:
                    self.assertEqual(json.loads(done.stdout)["groups"], [16, 1, 1])

    def test_sizes(self):
        for size in ("0", "x", "-1", "1X", "1MM", "", "99999999999999999999T", "20000000T"):
            self.refuse("info", "copy.asm", f"--max-memory={size}", says="--max-memory")
        self.refuse("info", "copy.asm", "--max-memory", "1", says="less than")
        if not SANITIZED:
            for size in ("1000000000", "1000000K", "1000M", "2G", "1T"):
                self.sm5("info", "copy.asm", "--max-memory", size)

    @unittest.skipIf(SANITIZED, "its limits do not apply")
    def test_the_limit_of_the_caller_holds_too(self):
        bytes_ = 100 * MIB
        done = subprocess.run([COMMAND, "run", "copy.asm", "--groups", "1", "-b", "t0=zero,size=100000000", "-b",
                               "u0=zero,size=4", "--max-memory", "8G"], capture_output=True, cwd=self.path, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (bytes_, bytes_)))
        self.assertEqual(done.returncode, WRONG_COMMAND, done.stderr)


if __name__ == "__main__":
    main()
