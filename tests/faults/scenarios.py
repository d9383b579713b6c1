"""Commands whose calls fail one after the other: the files that they read, and their arguments."""
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
import debug_info # noqa: E402
import rdef       # noqa: E402
import sessions   # noqa: E402

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

# Layouts in comments, constants by name, g#, barriers, atomics, a loop, an indexable array, an immediate constant buffer.
RICH = """cs_5_0
// sm5: struct t0 float2 at; uint id
// sm5: struct u0 float2 at; uint id
// sm5: struct cb0 float scale; uint count; float2 offset
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0}, { 5.0, 6.0, 7.0, 8.0} }
dcl_constantbuffer CB0[1], immediateIndexed
dcl_resource_structured t0, 12
dcl_uav_structured u0, 12
dcl_uav_raw u1
dcl_uav_structured_opc u2, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadID.x
dcl_temps 3
dcl_indexableTemp x0[4], 4
dcl_tgsm_structured g0, 4, 8
dcl_thread_group 8, 1, 1
ld_structured r0.xyz, vThreadID.x, l(0), t0.xyzx
and r1.x, vThreadID.x, l(1)
mul r0.x, r0.x, icb[r1.x + 0].y
mov x0[r1.x + 1].x, r0.x
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
mov r2.xy, l(0, 0, 0, 0)
loop
uge r1.y, r2.x, l(8)
breakc_nz r1.y
ld_structured r1.z, r2.x, l(0), g0.xxxx
add r2.y, r2.y, r1.z
iadd r2.x, r2.x, l(1)
endloop
mad r0.y, r2.y, cb0[0].x, x0[r1.x + 1].x
atomic_iadd u1, l(0), l(1)
imm_atomic_alloc r1.x, u2
store_structured u2.x, r1.x, l(0), vThreadID.x
store_structured u0.xyz, vThreadID.x, l(0), r0.xyzx
ret
"""

INTERFACES = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
and r0.x, vThreadID.x, l(1)
fcall fp0[r0.x + 0][0]
call l0
store_structured u0.x, vThreadID.x, l(0), r0.y
ret
label l0
iadd r0.y, r0.y, l(1)
ret
label fb0
mov r0.y, l(1)
ret
label fb1
mov r0.y, l(2)
ret
"""

TEXTURE = """cs_5_0
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_texture2d (float,float,float,float) u0
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 4, 4, 1
utof r0.xy, vThreadID.xyxx
mul r0.xy, r0.xyxx, l(0.25, 0.25, 0, 0)
sample_l r1.xyzw, r0.xyxx, t0.xyzw, s0, l(0.000000)
store_uav_typed u0.xyzw, vThreadID.xyyy, r1.xyzw
ret
"""

VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xy
dcl_input v1.z
dcl_input_sgv v2.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.x
mov o0.xy, v0.xyxx
mov o0.z, v1.z
mov o0.w, l(1.000000)
utof o1.x, v2.x
ret
"""

PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 1
mad r0.x, v0.x, l(10.000000), v0.y
mov o0.xy, v0.xyxx
mov o0.z, r0.x
deriv_rtx_coarse o0.w, r0.x
lt r0.y, v0.x, l(3.000000)
discard_z r0.y
mov oDepth, v0.y
ret
"""

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_line
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[2][0].x
dcl_output o0.x
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.x, v[r0.x + 0][0].x
ret
hs_fork_phase
dcl_input vicp[2][0].x
dcl_output_siv o0.x, finalLineDensityTessFactor
mov o0.x, vicp[1][0].x
ret
hs_fork_phase
dcl_output_siv o1.x, finalLineDetailTessFactor
mov o1.x, l(3.000000)
ret
"""

DOMAIN = """ds_5_0
dcl_input_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_input vpc0.x
dcl_input vicp[2][0].x
dcl_output o0.xyz
mov o0.xy, vDomain.xyxx
add o0.z, vicp[1][0].x, vpc0.x
ret
"""

GEOMETRY = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[1][0].x
dcl_inputprimitive point
dcl_stream m0
dcl_outputtopology linestrip
dcl_output o0.x
dcl_maxout 3
mov o0.x, v[0][0].x
emit_stream m0
add o0.x, v[0][0].x, l(0.500000)
emit_then_cut_stream m0
emit_stream m0
ret
"""

# Malformed, nonconforming, racing, out of bounds.
WRONG_TEXT = COPY.replace("add r0.x, r0.x", "add r9.x, r0.q").replace("ret\n", "foo\n")
INVALID = COPY.replace("add r0.x, r0.x", "add r9.x, r0.x")
RACE = COPY.replace("vThreadID.x, l(0), r0.xyxx", "l(0), l(0), r0.xyxx").replace("ld_structured r0.xy, vThreadID.x", "ld_structured r0.xy, l(99)")

CASE = """shader: rich.asm
dispatches: [{groups: [2]}]
bindings:
  - {slot: t0, kind: structured, stride: 12, file: rows.csv}
  - {slot: u0, kind: structured, stride: 12, count: 16, expect: %s}
  - {slot: u1, kind: raw, count: 1, expect: {type: u32, values: [16]}}
  - {slot: u2, kind: structured, stride: 4, count: 16, counter: 0}
  - {slot: cb0, kind: cbuffer, file: {values: {scale: 2, count: 3, offset: [1, 2]}}}
"""
ROWS = [(i, i * 0.5, i % 3) for i in range(16)]


def structured_container(container):
    """The container of RICH, with names of an RDEF chunk."""
    made = rdef.structure(("at", rdef.FLOAT2, 0), ("id", rdef.UINT1, 8))
    constants = [("scale", rdef.FLOAT1, 0, 4, struct.pack("<f", 2)), ("count", rdef.UINT1, 4, 4, None),
                 ("offset", rdef.FLOAT2, 8, 8, None)]
    return rdef.with_chunk(container, rdef.reflection((("t0", "rows", made, 12), ("u0", "out", made, 12)),
                                                      (("cb0", "Params", 16, constants),)))


def write_inputs(folder, command):
    """Files that the scenarios read; `command` runs sm5 in the folder."""
    texts = {"copy.asm": COPY, "rich.asm": RICH, "interfaces.asm": INTERFACES, "texture.asm": TEXTURE, "vertex.asm": VERTEX,
             "pixel.asm": PIXEL, "hull.asm": HULL, "domain.asm": DOMAIN, "geometry.asm": GEOMETRY, "wrong.asm": WRONG_TEXT,
             "invalid.asm": INVALID, "race.asm": RACE,
             "rows.csv": "at.x,at.y,id\n" + "".join(f"{x},{y},{n}\n" for x, y, n in ROWS),
             "rows.json": "[" + ",".join(f'{{"at": [{x}, {y}], "id": {n}}}' for x, y, n in ROWS) + "]",
             "vertices.csv": "v0.x,v0.y,v1.z\n1,2,3\n4,5,6\n",
             "vertices.json": '[{"v0": {"x": 1, "y": 2}, "v1": {"z": 3}}]',
             "script.txt": "watch g0[0]\ncontinue\nbreak *10 if r2.x == 3\ncontinue\ndisplay r0\nreverse-stepi\nprint u0[1].at\n"
                           "set r2.y = 1.5\nbacktrace\ninfo lanes\ninfo registers\nx/2f t0[1].at.x\nlist\ndelete\ncontinue\n",
             "factors.csv": "SV_TessFactor,SV_TessFactor1\n2,3\n",
             "small.asm": "cs_5_0\ndcl_uav_structured u0, 4\ndcl_input vCycleCounter.x\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                          "mov r0.x, vCycleCounter.x\nand r0.x, r0.x, l(0x3fffffff)\n" # not a NaN, which equals any other
                          "store_structured u0.x, l(0), l(0), r0.x\nret\n",
             "copy.hlsl": COPY,
             "points.csv": "v0.x\n1\n2\n3\n4\n",
             "stage.txt": "break *2\ncontinue\nfocus 1\nset v[0][0].x = 9\nfinish\n",
             "rows.hpp": "struct Rows { float at[BYTES / 2]; unsigned id; };\n",
             "rows.h": "struct Rows { float at[4]; unsigned id; };\n",
             "good.yaml": CASE % "{values: {same: rows.csv}}",
             "wrong.yaml": CASE % "rows.csv"}
    for name, text in texts.items():
        (folder / name).write_text(text)
    rich = ("--groups", 2, "-b", "u0=zero,size=16", "-b", "u1=zero,size=1", "-b", "u2=zero,size=16", "-b", "cb0=zero,size=1", "--set", "scale=2")
    for name in ("copy", "rich", "vertex", "hull", "geometry", "pixel"):
        command("asm", f"{name}.asm", "-o", f"{name}.dxbc")
    command("run", "rich.asm", *rich, "-b", "t0=rows.csv", "-o", "t0=rows.npy", "-o", "u0=expected.csv", "-o", "u0=expected.json",
            "-o", "u0=expected.npy")
    expected = (folder / "expected.csv").read_text()
    (folder / "other.csv").write_text(expected[:-2] + "7\n")
    (folder / "good.yaml").write_text(CASE % "expected.csv")
    (folder / "bless.yaml").write_text(CASE % "out.csv")
    command("run", "texture.asm", "--groups", 1, "-b", "t0=rand,width=4,height=4,format=r8g8b8a8_unorm", "-b", "s0=linear",
            "-b", "u0=zero,width=4,height=4,format=r8g8b8a8_unorm", "-o", "u0=texels.dds", "-o", "u0=texels.png")
    (folder / "signed.dxbc").write_bytes((folder / "rich.dxbc").read_bytes())
    (folder / "named.dxbc").write_bytes(structured_container((folder / "rich.dxbc").read_bytes()))
    lines = debug_info.sdbg(["copy.asm"], [(0, line + 8) for line in range(4)])
    (folder / "include").mkdir()
    for name, script in {"fxc.sh": "while [ $1 != /Fo ]; do shift; done\ncp copy.dxbc $2\n", "fails.sh": "echo wrong >&2\nexit 1\n",
                         "vkd3d.sh": "[ $1 = --version ] && echo version 2.0 || cat \"${0%/*}/copy.dxbc\"\n"}.items():
        (folder / name).write_text("#!/bin/sh\n" + script)
        (folder / name).chmod(0o755)
    (folder / "lines.dxbc").write_bytes(debug_info.with_chunk((folder / "copy.dxbc").read_bytes(), b"SDBG", lines))


RICH_RUN = ("rich.asm", "--groups", "2", "-b", "t0=rows.csv", "-b", "u0=zero,size=16", "-b", "u1=zero,size=1", "-b",
            "u2=zero,size=16", "-b", "cb0=zero,size=1", "--set", "scale=2")
COPY_RUN = ("copy.asm", "--groups", "4", "-b", "t0=iota,size=128", "-b", "u0=zero,size=16")
TEXTURE_RUN = ("texture.asm", "--groups", "1", "-b", "s0=linear,address=mirror", "-b", "u0=zero,width=4,height=4,format=r8g8b8a8_unorm")
ALONE = ("--threads", "1", "--engine", "interp")

# Name, arguments. Output files are called out.*.
SCENARIOS = {
    "help": ("--help",),
    "version": ("--version",),
    "help of a verb": ("help", "asm"),
    "no verb": (),
    "unknown verb": ("rum",),
    "verb help": ("run", "--help"),
    "completion": ("--completion", "bash"),
    "completion of zsh": ("--completion", "zsh"),
    "completion of fish": ("--completion", "fish"),
    "asm": ("asm", "rich.asm", "-o", "out.dxbc"),
    "asm to standard output": ("asm", "vertex.asm"),
    "asm onto a base": ("asm", "rich.asm", "--base", "named.dxbc", "-o", "out.dxbc"),
    "asm --sign": ("asm", "named.dxbc", "--sign", "-o", "out.dxbc"),
    "asm --in-place": ("asm", "signed.dxbc", "--sign", "--in-place"),
    "asm of wrong text": ("asm", "wrong.asm"),
    "asm of an invalid program": ("asm", "invalid.asm", "-o", "out.dxbc"),
    "asm -Werror": ("asm", "invalid.asm", "-o", "out.dxbc", "-W", "error"),
    "dis": ("dis", "named.dxbc", "-o", "out.asm"),
    "dis of text": ("dis", "rich.asm"),
    "dis --fxc": ("dis", "hull.dxbc", "--fxc"),
    "dis --lines": ("dis", "lines.dxbc", "--lines"),
    "info": ("info", "named.dxbc"),
    "info --json": ("info", "named.dxbc", "--json"),
    "layout": ("layout", "named.dxbc"),
    "layout --check": ("layout", "rich.asm", "--check", "rows.hpp", "--map", "Rows=t0", "--stride", "t0=sizeof(Rows)", "--std", "c++17", "-D",
                       "BYTES=4", "-I", "."),
    "layout --check of another layout": ("layout", "named.dxbc", "--check", "rows.h", "--map", "Rows=u0", "--matrix", "rows", "--target",
                                         "x86_64-pc-windows-msvc"),
    "layout of a slot": ("layout", "named.dxbc", "--language", "rust", "--slot", "cb0", "--struct", "u0=float2 at; uint id", "-o", "out.rs"),
    "layout in JSON": ("layout", "named.dxbc", "--language", "json", "-o", "out.json"),
    "view": ("view", "rows.npy", "--column", "at.x", "-o", "out.svg"),
    "view as an image": ("view", "texels.dds", "--column", "g", "--as", "image", "--range", "0/1", "-o", "out.svg"),
    "view of a picture": ("view", "texels.png", "--as", "plot", "-o", "out.png"),
    "view onto its input": ("view", "texels.png", "-o", "texels.png"),
    "view of two": ("view", "expected.csv", "--before", "expected.csv", "--column", "at.y", "--width", "4", "-o", "out.png"),
    "view in JSON": ("view", "expected.json", "--column", "id", "-o", "out.png"),
    "run with pictures": ("run", *RICH_RUN, *ALONE, "--view", "u0.at.x=out.svg,compare=before", "--view", "u0.id=out.png,width=4"),
    "info of a stage": ("info", "hull.dxbc"),
    "validate": ("validate", "rich.asm"),
    "validate of an invalid program": ("validate", "invalid.asm", "--json", "out.json"),
    "validate of a container": ("validate", "geometry.dxbc", "--errors-only"),
    "lsp": ("lsp", "--stdio"),
    "devices": ("devices", "--json", "out.json"),
    "dap": ("dap",),
    "dap of a stage": ("dap",),
    "dap of a race": ("dap",),
    "run": ("run", *RICH_RUN, *ALONE, "-o", "u0=out.csv", "--print", "u0:4"),
    "run of a named program": ("run", "named.dxbc", *RICH_RUN[1:], *ALONE, "--set", "Params.offset=1/2", "-o", "u0=out.json"),
    "run with --struct": ("run", *COPY_RUN, *ALONE, "--struct", "u0=float2 at", "--struct", "t0=float2 at", "-o", "u0=out.npy"),
    "run on files": ("run", "rich.asm", *RICH_RUN[1:3], "-b", "t0=rows.json", *RICH_RUN[5:], *ALONE, "-o", "u0=out.bin"),
    "run on arrays": ("run", "rich.asm", *RICH_RUN[1:3], "-b", "t0=rows.npy", *RICH_RUN[5:], *ALONE, "--print", "u0"),
    "run on pictures": ("run", *TEXTURE_RUN, *ALONE, "-b", "t0=texels.png", "-o", "u0=out.png"),
    "run on textures": ("run", *TEXTURE_RUN, *ALONE, "-b", "t0=texels.dds", "-o", "u0=out.dds"),
    "run of interfaces": ("run", "interfaces.asm", "--groups", "1", "--class", "fp0[0]=ft1", "--class", "fp0[1]=ft0", "-b",
                          "u0=zero,size=4", *ALONE, "--print", "u0"),
    "run with limits": ("run", "rich.asm", "--groups", "2", "--buffer", "rows=iota,size=192", "-b", "t0=@rows", *RICH_RUN[5:], *ALONE,
                        "--max-steps", "9", "--max-seconds", "100", "--max-memory", "1G", "--strict"),
    "run of a malformed program": ("run", "invalid.asm", *COPY_RUN[1:], *ALONE, "--no-validate", "-o", "u0=out.bin"),
    "run of indirect groups": ("run", *COPY_RUN[:1], "--groups-from", "t0:4", *COPY_RUN[3:], *ALONE, "--print", "u0"),
    "run under every profile": ("run", *COPY_RUN, *ALONE, "--oob", "all"),
    "run of vertices": ("run", "vertex.asm", "-i", "vertices.csv", *ALONE, "--out", "out.csv"),
    "run of vertices in JSON": ("run", "vertex.asm", "-i", "vertices.json", *ALONE, "--out", "out.npy", "--print", "out"),
    "run of pixels": ("run", "pixel.asm", "--rect", "1,2,5,3", "--samples", "4", *ALONE, "--out", "out.json"),
    "run of a hull": ("run", "hull.asm", "-i", "points.csv", *ALONE, "--out", "constants=out.csv", "--print", "out"),
    "run of a domain": ("run", "domain.asm", "--factors", "2,3", "--missing", "zero", *ALONE, "--out", "points=out.csv", "--out",
                        "primitives=out.json"),
    "run of factors in a file": ("run", "domain.asm", "--factors", "factors.csv", "--partitioning", "pow2", "--missing", "zero", *ALONE, "--out",
                                 "out.csv"),
    "run of a part of the points": ("run", "domain.asm", "--partition", "3", "--count", "3", "--missing", "zero", *ALONE, "--out", "out.csv"),
    "run of a geometry shader": ("run", "geometry.asm", "-i", "points.csv", *ALONE, "--out", "out.csv"),
    "run on threads": ("run", *RICH_RUN, "--threads", "3", "--engine", "interp", "--print", "u1"),
    "run on the JIT": ("run", *RICH_RUN, "--threads", "1", "--engine", "jit", "--print", "u0"),
    "run on the JIT without a cache": ("run", *COPY_RUN, "--threads", "1", "--engine", "jit", "--no-cache", "--print", "u0"),
    "run on warps of 8": ("run", *COPY_RUN, "--threads", "1", "--engine", "jit", "--lanes", "8", "--print", "u0"),
    "run of pixels on the JIT": ("run", "pixel.asm", "--rect", "1,2,5,3", "--threads", "1", "--engine", "jit", "--out", "out.csv"),
    "dump": ("run", "rich.asm", "--groups", "1", "--dump", "ir"),
    "dump of machine code": ("run", "copy.asm", "--groups", "1", "--dump", "asm"),
    "check": ("check", *RICH_RUN, "--json", "out.json"),
    "check of races": ("check", "race.asm", *COPY_RUN[1:], "--sarif", "out.sarif", "--numbers"),
    "check of orders": ("check", *RICH_RUN, "--orders", "2", "--numbers", "--atomic-ordered"),
    "check of pixels": ("check", "pixel.asm", "--rect", "0,0,4,4", "--json", "out.json"),
    "check of a geometry shader": ("check", "geometry.asm", "-i", "points.csv"),
    "diff": ("diff", *RICH_RUN, "--engines", "interp,interp", "--dump", "u0=other.csv", "--tolerance", "ulp=4", "--why", "--threads", "1"),
    "diff with a report": ("diff", *RICH_RUN, "--engines", "interp", "--dump", "u0=other.csv", "--json", "out.json", "--threads", "1"),
    "diff without reasons": ("diff", *RICH_RUN, "--dump", "u0=other.csv", "--no-explain", "--oob", "byte", "--threads", "1"),
    "diff of engines": ("diff", *COPY_RUN, "--engines", "interp,jit", "--threads", "1"),
    "diff of a geometry shader": ("diff", "geometry.asm", "-i", "points.csv", "--engines", "interp,interp"),
    "check of an intended race": ("check", "race.asm", *COPY_RUN[1:], "--allow-race", "u0", "--orders", "1", "--seed", "3"),
    "debug of a stage": ("debug", "geometry.asm", "-i", "points.csv", "--batch", "--snapshots", "1", "-x", "stage.txt", "--out", "out.csv"),
    "debug": ("debug", *RICH_RUN, "--batch", "-x", "script.txt", "-o", "u0=out.csv"),
    "why": ("why", "rich.asm", "u0[0]", *RICH_RUN[1:], "--conditions", "--json", "out.json", "--dot", "out.dot"),
    "why of a value that is expected": ("why", "rich.asm", "u0[0].at.y", *RICH_RUN[1:], "--expect", "1", "--max", "20"),
    "why of a pixel": ("why", "pixel.asm", "out[1].o0.w", "--rect", "0,0,4,4", "--conditions", "--json", "out.json"),
    "why of a vertex": ("why", "vertex.asm", "out[1].o1.x", "-i", "vertices.csv", "--all", "--memory", "1", "--dot", "out.dot"),
    "why of a geometry shader": ("why", "geometry.asm", "m0[1].o0.x", "-i", "points.csv", "--expect", "7"),
    "why of a hull": ("why", "hull.asm", "constants[0]", "-i", "points.csv"),
    "why of nothing": ("why", "rich.asm", "u9[0]", *RICH_RUN[1:]),
    "why against the JIT": ("why", "rich.asm", "u0[0]", *RICH_RUN[1:], "--against", "jit", "--max", "20"),
    "test": ("test", "good.yaml", "--jobs", "1", "--engine", "interp"),
    "test that fails": ("test", "wrong.yaml", "good.yaml", "--jobs", "1", "--engine", "interp"),
    "test --no-skip": ("test", "good.yaml", "--no-skip", "--jobs", "1", "--engine", "interp"),
    "test --check": ("test", "good.yaml", "--check", "--jobs", "1"),
    "test --split": ("test", "good.yaml", "--split", "2", "--jobs", "1", "--engine", "interp"),
    "test --keep": ("test", "good.yaml", "--keep", "out.kept", "--jobs", "1", "--engine", "interp"),
    "test --bless": ("test", "bless.yaml", "--bless", "--jobs", "1", "--engine", "interp", "--filter", "bless"),
    "test --new": ("test", "--new", "rich.asm", "-o", "out.yaml"),
    "test --new of a named program": ("test", "--new", "named.dxbc"),
    "test of jobs": ("test", "good.yaml", "wrong.yaml", "--jobs", "2", "--engine", "interp"),
}
# They start other programs, which the trap of system calls would end: only allocations fail.
STARTS_PROGRAMS = {
    "reduce": ("reduce", "small.asm", "-o", "out.asm", "--while", "grep -q mov", "-j", "1", "--timeout", "50"),
    "reduce of a difference": ("reduce", "small.asm", "-o", "out.asm", "--while-diff", "interp,interp", "--groups", "1", "-b", "u0=zero,size=1",
                               "--tolerance", "ulp=1", "--no-check"),
    "HLSL": ("dis", "copy.hlsl", "--entry", "main", "--profile", "cs_5_0", "-D", "N=1", "-I", "include", "--hlsl-compiler", "./fxc.sh", "-o",
             "out.asm"),
    "HLSL with vkd3d": ("asm", "copy.hlsl", "-E", "main", "-T", "cs_5_0", "-D", "N", "-I", "include", "--hlsl-compiler", "vkd3d:./vkd3d.sh", "-o",
                        "out.dxbc"),
    "HLSL with an error": ("info", "copy.asm", "--hlsl", "--hlsl-compiler", "vkd3d:./fails.sh"),
}
# Their output has times.
TIMED = {
    "random of stages": ("random", "--seed", "1", "--count", "2", "--stage", "all", "--engines", "interp", "--print"),
    "random of portable programs": ("random", "--portable", "--without", "dfma", "--strict", "--seconds", "60", "--engines", "interp"),
    "random with digests": ("random", "--count", "2", "--stage", "compute", "--digest"),
    "random of a seeded bug": ("random", "--seed-bug", "race", "--check"),
    "random": ("random", "--seed", "3", "--engines", "interp", "--reduce", "--write", "out.cases"),
    "bench": ("bench", *COPY_RUN, *ALONE, "--repeat", "2", "--json", "out.json"),
    "run --json": ("run", *COPY_RUN, *ALONE, "--json", "-"),
    "test --junit": ("test", "wrong.yaml", "--jobs", "1", "--engine", "interp", "--junit", "out.xml"),
}


ALL = {**SCENARIOS, **STARTS_PROGRAMS, **TIMED}
# What they print or write differs from run to run: times, and what is left of a program that stores a number of cycles.
VARYING = {*TIMED, "reduce of a difference"}

# Standard input of scenarios; that of others is empty.
INPUTS = {"lsp": sessions.language(WRONG_TEXT, COPY), "dap": sessions.debug(), "dap of a stage": sessions.debug_stage(),
          "dap of a race": sessions.debug_race()}
