"""sm5 layout: declarations are those of the program, whatever the packing, and compilers accept their assertions."""
import json
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import rdef
from command import WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

SHADER = """cs_5_0
// sm5: struct u0 float3 position; uint flags; struct { float2 uv; row_major float2x3 m; } v[2]; double d; float type
// sm5: struct cb0 float dt; float3 wind; float2x2 m; float weights[3]; struct { float a; uint b; } pair[2]; float e; float4x4 view
dcl_constantbuffer cb0[20], immediateIndexed
dcl_uav_structured u0, 96
dcl_thread_group 1, 1, 1
ret
"""
BYTES = {"float": 4, "int": 4, "uint": 4, "bool": 4, "double": 8}
CC, CXX, RUSTC = shutil.which("cc"), shutil.which("c++"), shutil.which("rustc")

# Not imported: the folder of these tests has a numbers.py.
HAS_NUMPY = subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True, check=False).returncode == 0


def scalars(structures, name, base=0):
    """(offset, type) of the scalars of a structure."""
    found = []
    for item in structures[name]["members"]:
        count = 1
        for length in item["array"]:
            count *= length
        size = item["bytes"] // count
        for i in range(count if item["type"] != "padding" else 0):
            at = base + item["offset"] + i * size
            found += [(at, item["type"])] if item["type"] in BYTES else scalars(structures, item["type"], at)
    return found


def members(rng, depth=0):
    """Random members in HLSL."""
    found = []
    for i in range(rng.randint(1, 4)):
        array = rng.choice(["", "", "[1]", "[3]"])
        kind = rng.randrange(4 if depth < 2 else 3)
        if kind == 3:
            found.append(f"struct {{ {members(rng, depth + 1)} }} s{i}{array}")
        elif kind == 2:
            found.append(f"{rng.choice(['', 'row_major '])}float{rng.randint(1, 4)}x{rng.randint(1, 4)} m{i}{array}")
        else:
            found.append(f"{rng.choice(['float', 'int', 'uint', 'bool', 'double'])}{rng.choice(['', '', '2', '3', '4'])} a{i}{array}")
    return "; ".join(found)


class Layout(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("s.asm", SHADER)

    def declared(self, language, *options, shader="s.asm"):
        self.sm5("layout", shader, "--language", language, "-o", "out", *options)
        return self.read("out").decode()

    def accept(self, language, text, *command):
        result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, f"{text}\n{result.stderr}")

    def accept_everywhere(self, *options, shader="s.asm"):
        if CC:
            self.accept("c", self.declared("c", *options, shader=shader), CC, "-x", "c", "-fsyntax-only", "-")
        if CXX:
            self.accept("cpp", self.declared("cpp", *options, shader=shader), CXX, "-x", "c++", "-fsyntax-only", "-")
        if HAS_NUMPY:
            self.accept("python", self.declared("python", *options, shader=shader), sys.executable, "-")

    def expect_complete(self, *options, shader="s.asm"):
        """The members are those of `sm5 info`, and cover each structure without gaps."""
        structures = {s["name"]: s for s in json.loads(self.declared("json", *options, shader=shader))["structures"]}
        for structure in structures.values():
            at = 0
            for item in structure["members"]:
                self.assertEqual(item["offset"], at)
                at += item["bytes"]
            self.assertEqual(at, structure["bytes"])
        resources = json.loads(self.sm5("info", shader, "--json").text)["resources"]
        for resource in resources:
            slot = f"{resource['kind']}{resource['register']}"
            name = next((s["name"] for s in structures.values() if s["slot"] == slot), None)
            if name:
                expected = sorted((m["offset"], m["type"]) for m in resource["members"])
                self.assertEqual(sorted(scalars(structures, name)), expected)
        return structures

    def test_declarations_are_those_of_the_program(self):
        structures = self.expect_complete()
        self.assertEqual([m["name"] for m in structures["u0"]["members"]], ["position", "flags", "v", "d", "type", "pad92"])
        names = [m["name"] for m in structures["cb0"]["members"]]
        self.assertTrue({"m_column0", "weights_2", "pair_1", "view", "pad52"} <= set(names), names)
        self.accept_everywhere()

    @unittest.skipUnless(RUSTC, "no rustc")
    def test_rust(self):
        text = self.declared("rust")
        self.assertIn("pub type_: f32, // 88", text)
        version = subprocess.run([RUSTC, "--version"], capture_output=True, text=True, check=False).stdout.split() + ["", "0.0"]
        if [int(part) for part in version[1].split("-")[0].split(".")[:2] or [0]] < [1, 77]:
            self.skipTest("offset_of! needs rustc 1.77")
        with tempfile.TemporaryDirectory() as folder:
            self.accept("rust", text, RUSTC, "--crate-type", "lib", "--emit", "metadata", "--out-dir", folder, "-")

    def test_random_members(self):
        rng = random.Random(7)
        for number in range(12):
            text = members(rng)
            for slot in ("u0", "cb0"):
                # The stride is what the command says that the members have.
                declaration = "dcl_uav_structured u0, 4" if slot == "u0" else "dcl_constantbuffer cb0[4096], immediateIndexed"
                shader = f"cs_5_0\n// sm5: struct {slot} {text}\n{declaration}\ndcl_thread_group 1, 1, 1\nret\n"
                self.write("r.asm", shader)
                if slot == "u0":
                    said = self.sm5("layout", "r.asm", expect=None).error
                    stride = next((int(w) for w in said.split() if w.isdigit()), None)
                    if stride is None or stride > 2048:
                        continue
                    self.write("r.asm", shader.replace("u0, 4", f"u0, {stride}"))
                self.expect_complete(shader="r.asm")
                if number < 3:
                    self.accept_everywhere(shader="r.asm")

    def test_names_from_rdef(self):
        particle = rdef.structure(("position", rdef.FLOAT3, 0), ("age", rdef.FLOAT1, 12))
        self.write("bare.asm", "cs_5_0\ndcl_constantbuffer cb0[2], immediateIndexed\ndcl_uav_structured u0, 16\n"
                               "dcl_uav_structured u1, 16\ndcl_thread_group 1, 1, 1\nret\n")
        self.sm5("asm", "bare.asm", "-o", "bare.dxbc")
        chunk = rdef.reflection([("u0", "parts", particle, 16), ("u1", "parts", particle, 16)],
                                [("cb0", "Params", 32, [("late", rdef.FLOAT1, 20, 4, None), ("early", rdef.FLOAT2, 0, 8, None)])])
        self.write("r.dxbc", rdef.with_chunk(self.read("bare.dxbc"), chunk))
        structures = self.expect_complete(shader="r.dxbc")
        self.assertEqual(set(structures), {"Params", "parts", "parts_u1"})
        self.assertEqual([m["name"] for m in structures["Params"]["members"]], ["early", "pad8", "late", "pad24"])
        self.accept_everywhere(shader="r.dxbc")

    def test_options(self):
        self.assertNotIn("cb0", self.declared("c", "--slot", "u0"))
        self.write("plain.asm", SHADER.replace("// sm5: struct u0", "// u0"))
        text = self.declared("c", "--struct", "u0=float4 a[6]", "--slot", "u0", shader="plain.asm")
        self.assertIn("float a[6][4]; // 0", text)
        self.assertIn("struct cb0 {", self.sm5("layout", "s.asm").text)

    def test_what_is_refused(self):
        self.write("plain.asm", "cs_5_0\ndcl_uav_structured u0, 4\ndcl_thread_group 1, 1, 1\nret\n")
        self.assertIn("no structure or constant buffer with known members",
                      self.sm5("layout", "plain.asm", expect=WRONG_COMMAND).error)
        self.assertIn("u7: no structure", self.sm5("layout", "s.asm", "--slot", "u7", expect=WRONG_COMMAND).error)
        self.sm5("layout", "s.asm", "--language", "ada", expect=WRONG_COMMAND)
        self.sm5("layout", "plain.asm", "--struct", "u0=float3 a", expect=WRONG_PROGRAM)


if __name__ == "__main__":
    main()
