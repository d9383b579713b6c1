"""run and test: constants by name, --set and the key set."""
import os
import pathlib
import struct
import subprocess
import unittest

from command import CommandTest, floats, main, words

PROGRAM = """cs_5_0
dcl_constantbuffer CB0[4], immediateIndexed
dcl_constantbuffer CB3[1], immediateIndexed
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_thread_group 4, 1, 1
store_structured u0.xyzw, vThreadID.x, l(0), cb0[0].xyzw
ret
"""
MEMBERS = "cb0=float dt; int n; float2x2 m; struct { float3 color; bool on; } lights[1]"
OTHER = "cb3=float dt; double d"

SHADER = """
struct Light { float3 color; float range; uint kind; bool on; float2x3 m; };
cbuffer Params : register(b0) {
  float dt = 0.5;
  float4x4 view;
  row_major float4x3 rview;
  Light lights[4];
  float arr[3];
  bool flag;
  int count = -3;
  float2 v2 = float2(1, 2);
};
RWStructuredBuffer<float4> u : register(u0);
[numthreads(1, 1, 1)] void main() {
  u[0] = mul(view, float4(1, 2, 3, 4));
  u[1] = float4(mul(float4(1, 2, 3, 4), rview), arr[2]);
  u[2] = float4(lights[2].color, lights[2].m[1][2]);
  u[3] = float4(dt, count, v2);
}
"""
COMPILER = pathlib.Path(os.environ.get("SM5_SHARED", "/nonexistent")) / "vkd3d" / "vkd3d-compiler"

CASE = """shader: x.asm
dispatches:
  - groups: [1]
  - groups: [1]
    set: {{cb0.dt: 2}}
set: {set}
bindings:
  - {{slot: cb0, kind: cbuffer, bytes: 64, struct: "float dt; int n; float2x2 m; struct {{ float3 color; bool on; }} lights[1]"}}
  - {{slot: u0, kind: structured, stride: 16, count: 1, expect: {{values: [{{dt: 2, n: 7, z: 0, w: 0}}]}}, struct: "float dt; int n; float z, w"}}
"""


class Constants(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("x.asm", PROGRAM)

    def set(self, *values, keys=(), buffer="cb0"):
        options = [option for value in values for option in ("--set", value)]
        self.sm5("run", "x.asm", "--groups", 1, "--struct", MEMBERS, "--struct", OTHER, *options, *keys, "-o", f"{buffer}=y.bin")
        return self.read("y.bin")

    def refuse_set(self, value, says):
        self.refuse("run", "x.asm", "--groups", 1, "--struct", MEMBERS, "--struct", OTHER, "--set", value, says=says)

    def test_scalars_vectors_and_matrices(self):
        expected = floats(0.5) + words(0xfffffffe, 0, 0) + floats(1, 3, 0, 0, 2, 4, 0, 0) + floats(7, 8, 9) + words(1)
        self.assertEqual(self.set("cb0.dt=0.5", "n=-2", "m=1/2/3/4", "b0.lights[0].color=7/8/9", "lights[0].on=true"), expected)
        self.assertEqual(self.set("cb0=0.5/-2/1/2/3/4/7/8/9/1"), expected)
        self.assertEqual(self.set("cb0.dt=0.5", "n=-2", "m[0]=1/2", "m[1]=3/4", "lights=7/8/9/1"), expected)

    def test_doubles(self):
        self.assertEqual(self.set("d=0x7ff8000000000001", buffer="cb3"), words(0, 0) + struct.pack("<Q", 0x7ff8000000000001))

    def test_what_is_bound_is_changed(self):
        self.write("c.bin", words(*range(16)))
        self.assertEqual(self.set("n=99", keys=("-b", "cb0=c.bin")), words(0, 99, *range(2, 16)))
        self.write("short.bin", words(1, 2))
        self.refuse("run", "x.asm", "--groups", 1, "--struct", MEMBERS, "-b", "cb0=short.bin", "--set", "m=1/2/3/4",
                    says="the constant buffer has 8 bytes; 'm[0][0]' is at byte 16")

    def test_mistakes_are_named(self):
        self.refuse_set("dt=1", "'dt' is in several constant buffers; expected cb0.dt or cb3.dt")
        self.refuse_set("lihgts[0].on=1", "did you mean 'lights[0].on'")
        self.refuse_set("cb0.light=1", "did you mean 'cb0.lights'")
        self.refuse_set("m=1/2/3", "3 values; 'm' requires 4")
        self.refuse_set("n=0.5", "'0.5' is not a signed 32-bit integer, the type of n")
        self.refuse_set("cb0.dt", "expected NAME=VALUE")
        self.refuse("run", "x.asm", "--groups", 1, "--set", "x=1", says="the program names no constants")

    def test_cases_set_constants(self):
        self.write("x.yaml", CASE.format(set="{cb0.dt: 1, n: 7, lights: [[1, 2, 3, true]]}"))
        self.sm5("test", "x.yaml")
        comment = PROGRAM.replace("dcl_uav", "// sm5: struct " + MEMBERS.replace("=", " ", 1) + "\ndcl_uav")
        self.write("y.yaml", "shader_text: |\n" + "".join(f"  {line}\n" for line in comment.splitlines()) +
                   "dispatches: [{groups: [1]}]\nset: {n: 3}\n"
                   "bindings: [{slot: u0, kind: structured, stride: 16, count: 4,"
                   " expect: {type: u32, values: [0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0]}}]\n")
        self.sm5("test", "y.yaml")
        for wrong, says in (("{cb0.dtt: 1}", "did you mean 'cb0.dt'"), ("{n: [1, 2]}", "2 values; 'n' requires 1"),
                            ("{n: x}", "'x' is not a signed")):
            self.write("x.yaml", CASE.format(set=wrong))
            self.assertIn(says, self.sm5("test", "x.yaml", expect=1).text)


@unittest.skipUnless(COMPILER.exists(), "needs SM5_SHARED with vkd3d's compiler")
class Compiled(CommandTest):
    def test_values_reach_the_shader(self):
        self.write("x.hlsl", SHADER)
        subprocess.run([COMPILER, "-x", "hlsl", "-b", "dxbc-tpf", "-p", "cs_5_0", "-e", "main", "x.hlsl", "-o", "x.dxbc"],
                       cwd=self.path, check=True)
        self.sm5("run", "x.dxbc", "--groups", 1, "-b", "u0=zero,size=4", "-o", "u0=y.bin",
                 "--set", "view=1/0/0/0/0/1/0/0/0/0/1/0/0/0/0/2", "--set", "Params.rview=1/0/0/0/1/0/0/0/1/1/1/1",
                 "--set", "arr=5/6/7", "--set", "lights[2].color=0.5/0.25/0.125", "--set", "lights[2].m[1]=0/0/9")
        self.assertEqual(self.read("y.bin"), floats(1, 2, 3, 8, 5, 6, 7, 7, 0.5, 0.25, 0.125, 9, 0.5, -3, 1, 2))
        for ending in ("csv", "json", "npy"):
            self.sm5("run", "x.dxbc", "--groups", 1, "--set", "lights[3].kind=7", "-o", f"cb0=c.{ending}", "-o", "cb0=c.bin")
            self.sm5("run", "x.dxbc", "--groups", 1, "-b", f"cb0=c.{ending}", "-o", "cb0=d.bin")
            self.assertEqual(self.read("c.bin"), self.read("d.bin"))


main()
