"""HLSL sources: how the compiler is found and called, and, when there is one, programs from source to result."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command import COMMAND, CommandTest, EMULATED, GOOD, ROOT, Result, WRONG_COMMAND, WRONG_PROGRAM, main, words

DOUBLE = """#ifndef SCALE
#define SCALE 2
#endif
RWStructuredBuffer<uint> o;
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { o[id.x] = id.x * SCALE; }
[numthreads(4, 1, 1)] void third(uint3 id : SV_DispatchThreadID) { o[id.x] = id.x * 3; }
"""

# Records how it is called and writes the container in shader.dxbc, where the convention expects it.
STAND_IN = """#!/usr/bin/env python3
import json, os, pathlib, sys
here = pathlib.Path(__file__).parent
if sys.argv[1:] == ["--version"]:
    sys.exit(print("vkd3d shader compiler version VERSION using vkd3d-shader VERSION"))
entries = sorted(os.listdir("."))
(here / "call.json").write_text(json.dumps({"arguments": sys.argv[1:], "folder": os.getcwd(), "entries": entries,
                                            "input": sys.stdin.read()}))
if (here / "fail").exists():
    sys.stderr.write((here / "fail").read_text())
    sys.exit(1)
container = (here / "shader.dxbc").read_bytes()
if "/Fo" in sys.argv:
    print("compilation object save succeeded")
    pathlib.Path(sys.argv[sys.argv.index("/Fo") + 1]).write_bytes(container)
else:
    sys.stdout.buffer.write(container)
"""

PROGRAM = """cs_5_0
dcl_uav_structured u0, 4
dcl_thread_group 1, 1, 1
store_structured u0.x, l(0), l(0), l(7)
ret
"""


class HlslTest(CommandTest):
    def run_with(self, *arguments, stdin=b"", expect=GOOD, **environment):
        done = subprocess.run([COMMAND, *map(str, arguments)], input=stdin, capture_output=True, cwd=self.path,
                              env={**os.environ, **environment}, timeout=120, check=False)
        self.assertEqual(done.returncode, expect, done.stderr.decode())
        return Result(done)


class Calls(HlslTest):
    """Arguments of the compiler, recorded by a fake compiler."""

    def setUp(self):
        super().setUp()
        self.write("shader.asm", PROGRAM)
        (self.path / "tool").mkdir()
        self.sm5("asm", "shader.asm", "-o", "tool/shader.dxbc")
        self.stand_in("vkd3d-compiler")
        self.write("in.hlsl", DOUBLE)

    def stand_in(self, name, version="2.0"):
        path = self.write(f"tool/{name}", STAND_IN.replace("VERSION", version))
        path.chmod(0o755)
        return path

    def call(self):
        return json.loads(self.read("tool/call.json"))

    def on_path(self):
        return {"PATH": f"{self.path}/tool:{os.environ['PATH']}", "SM5_HLSL_COMPILER": ""}

    def test_the_compiler_in_path_is_called(self):
        text = self.run_with("run", "in.hlsl", "--groups", "1", "-b", "u0=zero,size=1", "--print", "u0",
                             **self.on_path()).text
        self.assertIn(" 7", text)
        self.assertEqual(self.call()["arguments"],
                         ["-x", "hlsl", "-b", "dxbc-tpf", "-p", "cs_5_0", "-e", "main", "in.hlsl"])
        self.assertEqual(self.call()["folder"], str(self.path.resolve()))

    def test_every_verb_that_reads_a_program_compiles(self):
        run = ["--groups", "1", "-b", "u0=zero,size=1"]
        for verb, rest in (("asm", ["-o", "out.dxbc"]), ("dis", []), ("info", []), ("validate", []), ("run", run),
                           ("check", run), ("bench", run)):
            self.run_with(verb, "in.hlsl", *rest, **self.on_path())
            self.assertEqual(self.call()["arguments"][-1], "in.hlsl", verb)
            (self.path / "tool/call.json").unlink()
        self.assertEqual(self.read("out.dxbc"), self.read("tool/shader.dxbc"))

    def test_entry_and_profile_are_passed_on(self):
        for entry, profile in (("-E", "-T"), ("--entry", "--profile")):
            self.run_with("dis", "in.hlsl", entry, "blur", profile, "cs_5_1", **self.on_path())
            arguments = self.call()["arguments"]
            self.assertEqual(arguments[arguments.index("-p") + 1], "cs_5_1")
            self.assertEqual(arguments[arguments.index("-e") + 1], "blur")

    def test_macros_become_a_prologue(self):
        self.run_with("dis", "in.hlsl", "-D", "A", "-DB=x y", **self.on_path())
        self.assertEqual(self.call()["input"], "#define A 1\n#define B x y\n" + DOUBLE)
        self.assertEqual(self.call()["arguments"][-1], "-")

    def test_a_source_elsewhere_is_compiled_in_its_folder(self):
        self.write("sub/in.hlsl", DOUBLE)
        self.run_with("dis", "sub/in.hlsl", **self.on_path())
        self.assertEqual(self.call()["folder"], str(self.path.resolve() / "sub"))
        self.assertEqual(self.call()["arguments"][-1], str(self.path.resolve() / "sub/in.hlsl"))

    def test_include_folders_are_linked_and_removed(self):
        self.write("one/a.hlsli", "")
        self.write("two/a.hlsli", "")
        self.write("two/b.hlsli", "")
        self.run_with("dis", "in.hlsl", "-I", "one", "-I", "two", **self.on_path())
        self.assertLessEqual({"a.hlsli", "b.hlsli", "in.hlsl"}, set(self.call()["entries"]))
        self.assertFalse(pathlib.Path(self.call()["folder"]).exists())

    def test_fxc_is_called_its_own_way(self):
        self.stand_in("fxc")
        (self.path / "inc").mkdir()
        self.run_with("dis", "in.hlsl", "-E", "f", "-D", "A=2", "-I", "inc", "--hlsl-compiler", "tool/fxc")
        arguments = self.call()["arguments"]
        self.assertEqual(arguments[:10], ["/nologo", "/T", "cs_5_0", "/E", "f", "/D", "A=2", "/I", "inc", "/Fo"])
        self.assertEqual(arguments[11:], ["in.hlsl"])
        self.assertFalse(pathlib.Path(arguments[10]).parent.exists())

    def test_windows_programs_run_under_wine(self):
        self.write("tool/fxc.exe", "MZ")
        self.stand_in("wine")
        self.run_with("dis", "in.hlsl", "--hlsl-compiler", "tool/fxc.exe", expect=WRONG_COMMAND, **self.on_path())
        arguments = self.call()["arguments"]
        self.assertEqual(arguments[0], str(self.path.resolve() / "tool/fxc.exe"))
        self.assertEqual(arguments[-1], "Z:" + str(self.path.resolve() / "in.hlsl").replace("/", "\\"))

    def test_a_prefix_names_the_convention(self):
        self.stand_in("compile")
        self.run_with("dis", "in.hlsl", SM5_HLSL_COMPILER=f"fxc:{self.path}/tool/compile")
        self.assertIn("/Fo", self.call()["arguments"])
        self.run_with("dis", "in.hlsl", SM5_HLSL_COMPILER=f"{self.path}/tool/compile")
        self.assertNotIn("/Fo", self.call()["arguments"])

    def test_nothing_is_expanded_by_a_shell(self):
        name = "a b;touch x.hlsl"
        self.write(name, DOUBLE)
        self.run_with("dis", name, "-E", "$(touch y)", **self.on_path())
        self.assertEqual(self.call()["arguments"][-1], name)
        self.assertIn("$(touch y)", self.call()["arguments"])
        self.assertFalse((self.path / "y").exists())

    def test_standard_input(self):
        self.run_with("dis", "--hlsl", "-", stdin=DOUBLE.encode(), **self.on_path())
        self.assertEqual(self.call()["input"], DOUBLE)

    def test_containers_are_not_compiled(self):
        shutil.copy(self.path / "tool/shader.dxbc", self.path / "effect.fx")
        self.run_with("dis", "effect.fx", **self.on_path())
        self.assertFalse((self.path / "tool/call.json").exists())

    def test_errors_of_the_compiler_are_shown_as_they_are(self):
        self.write("tool/fail", "in.hlsl:2:1: E5005: no such thing\n")
        error = self.run_with("dis", "in.hlsl", expect=WRONG_PROGRAM, **self.on_path()).error
        self.assertTrue(error.startswith("in.hlsl:2:1: E5005: no such thing\n"), error)
        self.assertIn("not compiled as cs_5_0 with entry point main", error)

    def test_places_after_a_prologue_are_those_of_the_source(self):
        self.write("tool/fail", "-:4:1: E5005: in line 2\n  -:4:1: quoted\n-:1:9: in the first macro\n-:junk\n")
        error = self.run_with("dis", "in.hlsl", "-DA", "-DB", expect=WRONG_PROGRAM, **self.on_path()).error
        self.assertTrue(error.startswith("in.hlsl:2:1: E5005: in line 2\n  -:4:1: quoted\n"
                                         "-:1:9: in the first macro\n-:junk\n"), error)

    def test_old_versions_are_named(self):
        self.write("tool/fail", "Invalid source type 'hlsl' specified.\nUsage: ...\n")
        self.stand_in("vkd3d-compiler", "1.2")
        error = self.run_with("dis", "in.hlsl", expect=WRONG_COMMAND, **self.on_path()).error
        self.assertIn("is version 1.2; install vkd3d-compiler 1.13 or later", error)
        self.assertEqual(len(error.splitlines()), 1)

    def test_groupshared_needs_version_2(self):
        self.write("tool/fail", "in.hlsl:1:1: E5000: groupshared\n")
        self.stand_in("vkd3d-compiler", "1.14")
        self.write("in.hlsl", "groupshared uint g[4];\n" + DOUBLE)
        error = self.run_with("dis", "in.hlsl", expect=WRONG_PROGRAM, **self.on_path()).error
        self.assertIn("groupshared memory needs vkd3d-compiler 2.0 or later", error)

    @unittest.skipIf(EMULATED, "a program that cannot be started seems to start")
    def test_a_missing_compiler(self):
        empty = {"PATH": str(self.path), "SM5_HLSL_COMPILER": ""}
        for arguments in ([], ["--hlsl-compiler", "no-such-compiler"]):
            error = self.run_with("dis", "in.hlsl", *arguments, expect=WRONG_COMMAND, **empty).error
            self.assertEqual(len(error.splitlines()), 1, error)
            self.assertIn("install vkd3d-compiler 1.13 or later", error)

    def test_wrong_arguments(self):
        self.refuse("dis", "in.hlsl", "-T", "lib_6_3", says="expected cs, vs, hs, ds, gs or ps with _4_0")
        self.refuse("dis", "in.hlsl", "-D", "=3", says="expected NAME or NAME=VALUE")
        self.refuse("dis", "in.hlsl", "--hlsl-compiler", "./nothing", says="./nothing: No such file")
        self.refuse("dis", "in.hlsl", "-I", "nowhere", "--hlsl-compiler", "tool/vkd3d-compiler",
                    says="nowhere: No such file")
        self.refuse("dis", "missing.hlsl", says="missing.hlsl: No such file")

    def test_a_case_compiles_its_shader(self):
        (self.path / "inc").mkdir()
        self.write("case.yaml", """name: compiled
shader: in.hlsl
hlsl: {entry: f, profile: cs_5_1, defines: {N: 3}, includes: [inc]}
dispatches: [{groups: [1, 1, 1]}]
bindings:
  - {slot: u0, kind: structured, stride: 4, file: {type: u32, values: [0]}, expect: {type: u32, values: [7]}}
""")
        self.run_with("test", "case.yaml", "--hlsl-compiler", "tool/vkd3d-compiler", expect=GOOD)
        arguments = self.call()["arguments"]
        self.assertIn("cs_5_1", arguments)
        self.assertIn("f", arguments)
        self.assertIn("#define N 3\n", self.call()["input"])


    def test_a_new_case_keeps_how_the_shader_is_compiled(self):
        (self.path / "inc").mkdir()
        (self.path / "cases").mkdir()
        self.run_with("test", "--new", "in.hlsl", "-o", "cases/a.yaml", "-E", "f", "-D", "A=x: y", "-DB", "-I", "inc",
                      **self.on_path())
        self.assertIn('hlsl: {profile: cs_5_0, entry: "f", defines: {"A": "x: y", "B": "1"}, includes: ["../inc"]}',
                      self.read("cases/a.yaml").decode())
        first = self.call()
        for arguments in (["--bless", "cases/a.yaml"], ["cases/a.yaml"]):
            self.run_with("test", *arguments, **self.on_path())
            self.assertEqual(self.call()["arguments"], first["arguments"])
            self.assertEqual(self.call()["input"], first["input"])

    def test_a_case_says_that_its_shader_is_hlsl(self):
        shutil.move(self.path / "in.hlsl", self.path / "shader.txt")
        self.run_with("test", "--new", "shader.txt", "--hlsl", "-o", "a.yaml", **self.on_path())
        self.run_with("test", "--bless", "a.yaml", **self.on_path())
        self.refuse("test", "a.yaml", "-E", "f", says="require --new SHADER; a case has the key 'hlsl'")


def find_compiler():
    """A vkd3d-compiler that compiles groupshared memory: 2.0 or later."""
    shared = ROOT / os.environ.get("SM5_SHARED", "../shared")
    for path in (shutil.which("vkd3d-compiler"), str((shared / "vkd3d/vkd3d-compiler").resolve())):
        if path and os.access(path, os.X_OK):
            text = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            found = re.search(r"vkd3d-shader (\d+)", text)
            if found and int(found.group(1)) >= 2:
                return path
    return None


@unittest.skipUnless(find_compiler(), "no vkd3d-compiler 2.0 or later")
class Programs(HlslTest):
    """The real compiler."""

    def compiled(self, *arguments, **more):
        return self.run_with(*arguments, SM5_HLSL_COMPILER=find_compiler(), **more)

    def result(self, *arguments):
        self.compiled("run", *arguments, "--groups", "1", "-b", "u0=zero,size=4", "-o", "u0=out.bin")
        return self.read("out.bin")

    def test_from_source_to_result(self):
        self.write("in.hlsl", DOUBLE)
        self.assertEqual(self.result("in.hlsl"), words(0, 2, 4, 6))
        self.assertEqual(self.result("in.hlsl", "-D", "SCALE=5"), words(0, 5, 10, 15))
        self.assertEqual(self.result("in.hlsl", "-E", "third"), words(0, 3, 6, 9))

    def test_includes(self):
        self.write("lib/scale.hlsli", "#define SCALE 7\n")
        self.write("src/here.hlsli", "#define HERE 1\n")
        self.write("src/in.hlsl", '#include "here.hlsli"\n#include "scale.hlsli"\n' + DOUBLE)
        self.assertEqual(self.result("src/in.hlsl", "-I", "lib"), words(0, 7, 14, 21))
        self.assertEqual(self.result("src/in.hlsl", "-I", "lib", "-D", "UNUSED"), words(0, 7, 14, 21))
        error = self.compiled("dis", "src/in.hlsl", expect=WRONG_PROGRAM).error
        self.assertIn("scale.hlsli", error)

    def test_an_error_has_its_line(self):
        self.write("in.hlsl", DOUBLE + "int x = y;\n")
        for more in ([], ["-D", "A=1"]):
            self.assertIn("in.hlsl:7:9: E5005", self.compiled("dis", "in.hlsl", *more, expect=WRONG_PROGRAM).error)

    def test_other_stages(self):
        self.write("in.hlsl", "float4 main(float4 p : SV_Position) : SV_Target { return p; }\n")
        self.assertIn("ps_5_0", self.compiled("dis", "in.hlsl", "-T", "ps_5_0").text)

    def test_groupshared_memory(self):
        self.write("in.hlsl", """RWStructuredBuffer<uint> o;
groupshared uint g[4];
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    g[id.x] = id.x + 10;
    GroupMemoryBarrierWithGroupSync();
    o[id.x] = g[3 - id.x];
}
""")
        self.assertEqual(self.result("in.hlsl"), words(13, 12, 11, 10))


main()
