"""Which thread and instruction wrote a part of memory last."""
import numpy as np
import pytest

import sm5

# Each thread writes its structure, then thread 3 of each group the second word of structure 0.
WRITES = """cs_5_0
// sm5: struct u0 uint a; uint b[2]
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 12
dcl_uav_raw u1
dcl_uav_typed_buffer (uint,uint,uint,uint) u2
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
store_structured u0.xyz, vThreadID.x, l(0), vThreadID.xxxx
ishl r0.x, vThreadID.x, l(2)
store_raw u1.x, r0.x, vThreadID.x
store_uav_typed u2.xyzw, vThreadID.xxxx, vThreadID.xxxx
ult r0.y, l(2), vThreadID.x
if_nz r0.y
  store_structured u0.x, l(0), l(4), vThreadID.x
endif
ret
"""


@pytest.fixture
def shader():
    return sm5.assemble(WRITES, name="writes.asm")


@pytest.fixture
def memory():
    return {"u0": np.zeros((8, 3), "<u4"), "u1": np.zeros(8, "<u4"), "u2": np.zeros(8, "<u4")}


def test_the_last_write_counts(shader, memory):
    first, second, pair = shader.find_writers(2, ["u0[0].a", "u0[0].b", ("u0", 4)], **memory)
    assert (first.thread, first.group, first.line) == ((0, 0, 0), (0, 0, 0), 10)
    assert first.text == "store_structured u0.xyz, vThreadID.x, l(0), vThreadID.xxxx"
    assert second == pair and second.thread == (3, 0, 0) and second.group == (1, 0, 0) and second.instruction == 6
    assert memory["u0"][0].tolist() == [0, 7, 0] and memory["u1"].tolist() == list(range(8))


def test_raw_and_typed_memory(shader, memory):
    raw, typed, whole = shader.find_writers(1, ["u1[3]", ("u2", 8), "u0[2]"], **memory)
    assert (raw.thread, raw.instruction) == ((3, 0, 0), 2)
    assert (typed.thread, typed.instruction) == ((2, 0, 0), 3)
    assert whole.thread == (2, 0, 0)


def test_what_nothing_wrote_has_no_writer(shader, memory):
    assert shader.find_writers(1, "u0[7].a", **memory) == [None]
    assert shader.find_writers(1, [], **memory) == []


def test_offsets_start_at_the_view(shader, memory):
    memory["u0"] = sm5.View(memory["u0"], first=2)
    memory["u2"] = sm5.View(memory["u2"], first=4, format="R32_UINT")
    structure, texel = shader.find_writers(1, ["u0[1].a", ("u2", 4)], **memory)
    assert structure.thread == (1, 0, 0) and texel.thread == (1, 0, 0)
    assert memory["u0"].object[3].tolist() == [1, 1, 1]


@pytest.mark.parametrize("place, error, text", [
    ("u0[1].c", ValueError, "no member 'c' in u0"), ("u1[0].x", ValueError, "u1, which is raw"),
    ("u2[0]", ValueError, "expected an element of a structured or raw buffer"), ("u0", ValueError, "such as"),
    ("u9[0]", KeyError, "the shader declares u0, u1, u2"), (("u0", 96), sm5.BindingError, "byte 96 is past the end"),
    (("u0", 2**64 - 1), sm5.BindingError, "past the end"), (("u7", 0), TypeError, "unexpected argument 'u7'"),
    (("u0", "a"), TypeError, "int")])
def test_wrong_places(shader, memory, place, error, text):
    with pytest.raises(error, match=text):
        shader.find_writers(1, [place], **memory)


def test_unbound_memory_and_other_stages(shader, memory):
    with pytest.raises(sm5.BindingError, match="u1: no memory is bound"):
        shader.find_writers(1, [("u1", 0)], u0=memory["u0"])
    vertex = sm5.assemble("vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_output o0.x\nmov o0.x, l(1)\nret\n")
    with pytest.raises(sm5.SupportError):
        vertex.find_writers(1, [])


def test_a_limit_ends_the_run(endless):
    with pytest.raises(sm5.LimitError):
        endless.find_writers(1, "u0[0]", u0=bytearray(4), max_steps=9)
