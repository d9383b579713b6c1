"""Runs the command in a folder of its own, for tests of what people see of it."""
import itertools
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest

COMMAND = os.environ["SM5_COMMAND"]
ROOT = pathlib.Path(os.environ["SM5_SOURCE_ROOT"])

GOOD, WRONG_PROGRAM, WRONG_COMMAND = 0, 1, 2

# A sanitizer reserves terabytes of addresses: limits of the address space end such a command at once.
# A script that starts an emulator.
EMULATED = pathlib.Path(COMMAND).read_bytes()[:2] == b"#!"
SANITIZED = any(name in pathlib.Path(COMMAND).read_bytes() for name in (b"__asan_init", b"__tsan_init"))
# The search for leaks is half of the time of a sanitized command: every fourth one makes it.
LEAKS_SEARCHED = itertools.cycle((True, False, False, False))

# u0[i] = {t0[i].x + 1, t0[i].y}, four threads a group
COPY = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx
add r0.x, r0.x, l(1.000000)
store_structured u0.xy, vThreadID.x, l(0), r0.xyxx
ret
"""

# never ends
SPIN = """cs_5_0
dcl_uav_structured u0, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
loop
endloop
ret
"""

# allocates from u0's hidden counter, once a thread
COUNT = """cs_5_0
dcl_uav_structured_opc u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
imm_atomic_alloc r0.x, u0
store_structured u0.x, r0.x, l(0), vThreadID.x
ret
"""

# u0[i] = t0[i] of typed buffers
TYPED = """cs_5_0
dcl_resource_buffer (float,float,float,float) t0
dcl_uav_typed_buffer (float,float,float,float) u0
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld r0.xyzw, vThreadID.xxxx, t0.xyzw
store_uav_typed u0.xyzw, vThreadID.xxxx, r0.xyzw
ret
"""

# one word of raw u0 a thread, from cb0
RAW = """cs_5_0
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_raw u0
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ishl r0.x, vThreadID.x, l(2)
store_raw u0.x, r0.x, cb0[0].y
ret
"""


class Result:
    def __init__(self, done):
        self.code, self.bytes = done.returncode, done.stdout
        self.error = done.stderr.decode(errors="backslashreplace") # names of files may be any bytes

    @property
    def text(self):
        return self.bytes.decode()


class CommandTest(unittest.TestCase):
    """self.path is an empty folder and the working directory of every command."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sm5-test-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def write(self, name, contents):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        return path

    def read(self, name):
        return (self.path / name).read_bytes()

    def environment(self):
        if not SANITIZED or next(LEAKS_SEARCHED):
            return None
        return {**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}

    def sm5(self, *arguments, stdin=b"", expect=GOOD):
        """Runs the command; fails when its exit code is another one (None: any), or when it did not stop by itself."""
        done = subprocess.run([COMMAND, *map(str, arguments)], input=stdin, capture_output=True, cwd=self.path,
                              timeout=120, check=False, env=self.environment())
        result = Result(done)
        self.assertIn(result.code, (0, 1, 2) if expect is None else (expect,), f"{arguments}\n{result.bytes[:2000]!r}\n{result.error}")
        return result

    def refuse(self, *arguments, says="", stdin=b"", code=WRONG_COMMAND):
        """The command fails with the code, says why on standard error in one line, and prints nothing else."""
        result = self.sm5(*arguments, stdin=stdin, expect=code)
        self.assertIn(says, result.error)
        self.assertEqual(len(result.error.splitlines()), 1, result.error)
        self.assertEqual(result.bytes, b"")
        return result


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


def words(*values):
    return struct.pack(f"<{len(values)}I", *values)


def main():
    # Those of a terminal, also where nohup, or a shell that started the tests in the background, had them ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    unittest.main(verbosity=0)
