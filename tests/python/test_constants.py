"""Constant buffers by member, and the NumPy types of resources."""
import numpy as np
import pytest

import sm5

MEMBERS = "float dt; float3 wind; row_major float2x2 m; float weights[3]; struct { float a; uint b; } pair[2]"


def stored(rows, members, **values):
    u0 = np.zeros((16, 4), "<u4")
    rows(members).dispatch(1, u0=u0, **values)
    return u0


def floats(words):
    return words.view("<f4")


def test_members(rows):
    u0 = stored(rows, MEMBERS, cb0={"dt": 0.5, "wind": (1, 2, 3), "m": [[4, 5], [6, 7]], "weights": np.array([8, 9, 10]),
                                    "pair": [{"a": 11, "b": 12}, (13, 14)]})
    f = floats(u0)
    assert f[0].tolist() == [0.5, 1, 2, 3] and f[1, :2].tolist() == [4, 5] and f[2, :2].tolist() == [6, 7]
    assert f[3:6, 0].tolist() == [8, 9, 10] and f[6, 0] == 11 and u0[6, 1] == 12 and f[7, 0] == 13 and u0[7, 1] == 14


def test_paths_scalars_and_flat_lists(rows):
    f = floats(stored(rows, MEMBERS, cb0={"wind.y": 2, "weights[1]": 3, "pair[1].a": 4, "m": [5, 6, 7, 8]}))
    assert f[0, 2] == 2 and f[4, 0] == 3 and f[7, 0] == 4 and f[1:3, :2].ravel().tolist() == [5, 6, 7, 8]
    assert floats(stored(rows, MEMBERS, dt=2, wind=[1, 1, 1]))[0].tolist() == [2, 1, 1, 1]
    assert floats(stored(rows, MEMBERS, cb0={"dt": 3}, wind=[1, 1, 1]))[0].tolist() == [3, 1, 1, 1]
    assert floats(stored(rows, "float x", cb0=7))[0, 0] == 7
    assert floats(stored(rows, "float4 x", cb0=[[1, 2, 3, 4]]))[0].tolist() == [1, 2, 3, 4]


def test_types(rows):
    u0 = stored(rows, "int i; uint u; bool b; float f; double d", i=-3, u=2**32 - 1, b=[], f=np.float64(0.1), d=0.1)
    assert u0[0, :3].tolist() == [2**32 - 3, 2**32 - 1, 0]
    assert floats(u0)[0, 3] == np.float32(0.1) and u0[1, :2].view("<f8")[0] == 0.1


def test_memory(rows):
    data = np.arange(6, dtype="<f4")
    f = floats(stored(rows, "float a[2]", cb0=data))
    assert f[:2].ravel().tolist() == [0, 1, 2, 3, 4, 5, 0, 0]
    typed = np.zeros((), rows(MEMBERS).resources["cb0"].dtype)
    typed["dt"], typed["weights[2]"], typed["pair[1]"]["b"] = 3, 4, 5
    u0 = stored(rows, MEMBERS, cb0=typed)
    assert floats(u0)[0, 0] == 3 and floats(u0)[5, 0] == 4 and u0[7, 1] == 5


@pytest.mark.parametrize("value, error, text", [
    ({"dx": 1}, sm5.BindingError, "cb0: no member 'dx'; expected one of dt, wind"), ({"dt": "a"}, TypeError, ""),
    ({"wind": [1, 2]}, sm5.BindingError, "2 values; expected 3"), ({"wind": 1}, TypeError, "expected a dictionary"),
    ({"weights": [1, 2, 3, 4]}, sm5.BindingError, "4 values; expected 3"), ({"pair[2].a": 1}, sm5.BindingError, "no member"),
    ({1: 2}, sm5.BindingError, "no member"), ({None: 2}, sm5.BindingError, "no member"), ([1, 2], sm5.BindingError, "2 values"),
    ({"pair": {"a": 1}}, sm5.BindingError, "no member"), ({"pair": [[1, 2.5], [1, 2]]}, TypeError, ""),
    ({"pair": [[1, -1], [1, 2]]}, OverflowError, "unsigned"), ({"dt": None}, TypeError, ""), ("dt", TypeError, "")])
def test_wrong_values_are_refused(rows, value, error, text):
    with pytest.raises(error, match=text):
        stored(rows, MEMBERS, cb0=value)


def test_members_must_be_known():
    shader = sm5.assemble("cs_5_0\ndcl_constantbuffer cb0[1], immediateIndexed\ndcl_thread_group 1, 1, 1\nret\n")
    with pytest.raises(sm5.BindingError, match="the members are not known"):
        shader.dispatch(1, cb0={"a": 1})
    shader.dispatch(1, cb0=np.zeros(4, "f4"))


def test_memory_and_members_of_one_buffer_are_refused(rows):
    with pytest.raises(sm5.BindingError, match="cb0: bound by memory and by member"):
        stored(rows, MEMBERS, cb0=np.zeros(64, "u4"), dt=1)


def test_a_value_that_changes_its_dictionary(rows):
    class Evil:
        def __init__(self, values):
            self.values = values

        def __float__(self):
            self.values.clear()
            self.values.update((str(i), i) for i in range(1000))
            return 1.0

    values = {}
    values.update(dt=Evil(values), wind=[2, 3, 4 + 1j.imag])
    assert floats(stored(rows, MEMBERS, cb0=values))[0].tolist() == [1, 2, 3, 5]


# ---- dtypes ----

def structured(members, stride):
    text = f"cs_5_0\ndcl_uav_structured u0, {stride}\ndcl_thread_group 1, 1, 1\nret\n"
    return sm5.assemble(text, structs={"u0": members}).resources["u0"].dtype


@pytest.mark.parametrize("members, stride, expected", [
    ("float3 position; uint flags", 16, [("position", "<f4", (3,)), ("flags", "<u4")]),
    ("float x", 4, "<f4"), ("float a[4]; int b", 20, [("a", "<f4", (4,)), ("b", "<i4")]),
    ("row_major float2x3 m", 24, [("m", "<f4", (2, 3))]), ("float2x3 m", 24, [("m", "<f4", (3, 2))]),
    ("struct { float3 p; uint f; } s[2]; float e", 36, [("s", [("p", "<f4", (3,)), ("f", "<u4")], (2,)), ("e", "<f4")]),
    ("double d; float2 f", 16, [("d", "<f8"), ("f", "<f4", (2,))]),
    ("float a; struct { struct { int2 i; } in; } out", 12, [("a", "<f4"), ("out", [("in", [("i", "<i4", (2,))])])]),
    ("float2 a[2][3]", 48, [("a", "<f4", (6, 2))])])
def test_structured_types(members, stride, expected):
    assert structured(members, stride) == np.dtype(expected)
    assert structured(members, stride).itemsize == stride


def test_elements_that_are_a_matrix_or_an_array():
    """Their members, which compilers describe, have no name."""
    matrix = [(f"[{row}][{column}]", 16 * column + 4 * row, "f", 4 * row + column) for row in range(4) for column in range(4)]
    assert sm5._layout.dtype_of(matrix, 64) == np.dtype(("<f4", (4, 4)))
    assert sm5._layout.dtype_of([(f"[{i}]", 4 * i, "u", i) for i in range(3)], 12) == np.dtype(("<u4", (3,)))


def test_types_of_constant_buffers(rows):
    made = rows(MEMBERS).resources["cb0"].dtype
    assert made.fields["wind"] == (np.dtype(("<f4", (3,))), 4) and made.fields["weights[1]"] == (np.dtype("<f4"), 64)
    assert made.fields["m[1]"] == (np.dtype(("<f4", (2,))), 32) and made.fields["pair[1]"][1] == 112 and made.itemsize == 128
