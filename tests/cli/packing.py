"""run: --struct packs members as a compiler does, compared with the RDEF that vkd3d's compiler writes."""
import os
import pathlib
import random
import subprocess
import unittest

from command import CommandTest, main

COMPILER = pathlib.Path(os.environ.get("SM5_SHARED", "/nonexistent")) / "vkd3d" / "vkd3d-compiler"
CBUFFER = """{structs}cbuffer P : register(b0) {{ {members} }};
RWStructuredBuffer<float> u : register(u0);
[numthreads(1, 1, 1)] void main() {{ u[0] = asfloat({use}); }}
"""
STRUCTURED = """{structs}struct All {{ {members} }};
StructuredBuffer<All> t : register(t0);
RWStructuredBuffer<float> u : register(u0);
[numthreads(1, 1, 1)] void main() {{ u[0] = asfloat(t[0].{use}); }}
"""


class Members:
    """Random members; the last is a scalar that the shader reads."""

    def __init__(self, seed):
        self.random, self.structs, self.count = random.Random(seed), [], 0
        self.members = "".join(self.member(0) for _ in range(self.random.randrange(1, 8))) + " uint last;"

    def numeric(self):
        base = self.random.choice(["float", "int", "uint", "bool"])
        shape = self.random.randrange(4)
        columns, rows = self.random.randrange(1, 5), self.random.randrange(1, 5)
        if shape == 3:
            order = self.random.choice(["row_major ", "column_major ", ""])
            return f"{order}float{rows}x{columns}"
        return f"{base}{columns}" if shape else base

    def structure(self, depth):
        members = "".join(self.member(depth + 1) for _ in range(self.random.randrange(1, 4)))
        name = f"S{len(self.structs)}"
        self.structs.append(f"struct {name} {{ {members} }}; ")
        return name

    def member(self, depth):
        self.count += 1
        nested = depth < 2 and self.random.randrange(5) == 0
        of = self.structure(depth) if nested else self.numeric()
        array = f"[{self.random.randrange(1, 4)}]" if self.random.randrange(3) == 0 else ""
        return f"{of} v{self.count}{array}; "


@unittest.skipUnless(COMPILER.exists(), "needs SM5_SHARED with vkd3d's compiler")
class Packing(CommandTest):
    def dtype(self, slot, *options):
        """The names, types and gaps of a row."""
        self.sm5("run", "x.dxbc", "--groups", 1, *options, "-o", f"{slot}=x.npy")
        return self.read("x.npy").split(b"'fortran_order'")[0]

    def check(self, template, slot, seeds, *binding):
        for seed in seeds:
            with self.subTest(seed=seed):
                made = Members(seed)
                structs = "".join(made.structs)
                self.write("x.hlsl", template.format(structs=structs, members=made.members, use="last"))
                subprocess.run([COMPILER, "-x", "hlsl", "-b", "dxbc-tpf", "-p", "cs_5_0", "-e", "main", "x.hlsl", "-o", "x.dxbc"],
                               cwd=self.path, check=True, capture_output=True)
                expected = self.dtype(slot, *binding)
                self.assertEqual(self.dtype(slot, *binding, "--struct", f"{slot}={structs}{made.members}"), expected)

    def test_constant_buffers(self):
        self.check(CBUFFER, "cb0", range(40), "--set", "last=1")

    def test_structured_buffers(self):
        self.check(STRUCTURED, "t0", range(100, 140), "-b", "t0=zero,size=1")


main()
