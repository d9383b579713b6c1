"""Programs that several tests use."""
import pathlib
import sys
import warnings

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import rdef  # noqa: E402

import sm5  # noqa: E402

SCALE = """cs_5_0
// sm5: struct t0 float3 position; uint flags
// sm5: struct u0 float3 position; uint flags
// sm5: struct cb0 float dt; float3 wind; row_major float2x2 m; float weights[3]; struct { float a; uint b; } pair[2]
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[9], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw
mul r0.xyz, r0.xyzx, cb0[0].xxxx
add r0.xyz, r0.xyzx, cb0[0].yzwy
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
ret
"""
# Stores the rows of cb0 to u0, one thread each.
ROWS = """cs_5_0
// sm5: struct cb0 %s
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[16], dynamicIndexed
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 16, 1, 1
mov r0.x, vThreadID.x
mov r0.xyzw, cb0[r0.x + 0].xyzw
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
ret
"""
COUNT = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured_opc u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
imm_atomic_alloc r0.x, u0
store_structured u0.x, r0.x, l(0), r0.x
ret
"""
ENDLESS = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_thread_group 1, 1, 1
loop
  store_structured u0.x, l(0), l(0), l(1)
endloop
ret
"""


@pytest.fixture
def scale():
    return sm5.assemble(SCALE, name="scale.asm")


@pytest.fixture
def count():
    return sm5.assemble(COUNT, name="count.asm")


@pytest.fixture
def endless():
    return sm5.assemble(ENDLESS, name="endless.asm")


@pytest.fixture
def rows():
    """Makes a program that stores the rows of a constant buffer with the given members."""
    return lambda members: sm5.assemble(ROWS % members)


@pytest.fixture
def reflected():
    """A container whose RDEF names particles (u0) and Params (cb0)."""
    particle = rdef.structure(("position", rdef.FLOAT3, 0), ("age", rdef.FLOAT1, 12))
    text = ("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
            "dcl_uav_structured u0, 16\ndcl_input vThreadID.x\ndcl_thread_group 8, 1, 1\n"
            "store_structured u0.xyzw, vThreadID.x, l(0), cb0[0].xxxy\nret\n")
    import struct
    chunk = rdef.reflection(structured=[("u0", "particles", particle, 16)],
                            cbuffers=[("cb0", "Params", 16, [("dt", rdef.FLOAT1, 0, 4, struct.pack("<f", 0.5)),
                                                             ("age", rdef.FLOAT1, 4, 4, None)])])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sm5.Shader(rdef.with_chunk(sm5.assemble(text).to_bytes(), chunk), "particles.dxbc")
