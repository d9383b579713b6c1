"""Dispatches: zero-copy, what is refused, options."""
import array
import ctypes
import mmap

import numpy as np
import pytest

import sm5


def particles(count=8):
    a = np.zeros(count, [("position", "<f4", (3,)), ("flags", "<u4")])
    a["position"] = np.arange(count * 3).reshape(count, 3)
    a["flags"] = np.arange(count)
    return a


def expect_scaled(result, source, dt=2.0, wind=(0, 0, 0)):
    np.testing.assert_array_equal(result["position"], source["position"] * np.float32(dt) + np.float32(wind))
    np.testing.assert_array_equal(result["flags"], source["flags"])


def test_arrays_are_read_and_written_in_place(scale):
    t0, u0 = particles(), np.zeros(8, scale.resources["u0"].dtype)
    before = u0.__array_interface__["data"]
    result = scale.dispatch((2, 1, 1), t0=t0, u0=u0, cb0={"dt": 2.0, "wind": [1, 2, 3]})
    assert u0.__array_interface__["data"] == before
    expect_scaled(u0, t0, 2, (1, 2, 3))
    assert result.groups == (2, 1, 1) and result.engine in ("jit", "interp") and result.seconds >= 0


# A store by another address of the same page is seen by all: that no copy is made is visible while the program runs.
POLL = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_uav_raw u1
dcl_temps 1
dcl_thread_group 1, 1, 1
store_raw u0.x, l(0), l(7)
loop
  ld_raw r0.x, l(0), u1.xxxx
  breakc_nz r0.x
endloop
ret
"""


def test_memory_is_shared_while_the_program_runs():
    shader = sm5.assemble(POLL)
    u0, u1 = np.zeros(1, "<u4"), np.zeros(1, "<u4")

    def progress(done, total):
        assert u0[0] == 7  # the store of the program, which is still running
        u1[0] = 1          # ends its loop
        return True

    shader.dispatch(1, u0=u0, u1=u1, progress=progress, max_seconds=60)
    assert u1[0] == 1


def test_other_exporters(scale):
    source = particles(4)
    for u0 in (bytearray(64), memoryview(bytearray(64)), mmap.mmap(-1, 64), (ctypes.c_uint32 * 16)(), array.array("I", [0] * 16)):
        for t0 in (source, source.tobytes(), memoryview(source.view("<u4"))):
            scale.dispatch(1, t0=t0, u0=u0, cb0={"dt": 2.0})
        expect_scaled(np.frombuffer(u0, source.dtype, 4), source)


def test_inputs_are_copied_where_they_cannot_be_bound(scale):
    source = particles(16)
    u0 = np.zeros(8, source.dtype)
    scale.dispatch(2, t0=source[::2], u0=u0, cb0={"dt": 2})
    expect_scaled(u0, source[::2])
    shifted = np.frombuffer(b"x" + source[:8].tobytes(), "u1")[1:]
    assert shifted.__array_interface__["data"][0] % 4
    scale.dispatch(2, t0=shifted, u0=u0, cb0={"dt": 2})
    expect_scaled(u0, source[:8])


def read_only():
    a = particles()
    a.flags.writeable = False
    return a


@pytest.mark.parametrize("value, error, text", [
    (read_only(), sm5.BindingError, "u0: the array is read-only"),
    (bytes(128), sm5.BindingError, "u0: the array is read-only"),
    (particles(16)[::2], sm5.BindingError, "u0: the array is not contiguous"),
    (np.frombuffer(bytearray(65), "u1")[1:], sm5.BindingError, "u0: the memory is not aligned"),
    (np.zeros(16, "f8"), TypeError, "u0: the array has dtype float64; expected"),
    (np.zeros((4, 4), "f4"), TypeError, "u0: the array has dtype float32"),
    (np.zeros(16, ">u4"), TypeError, "big-endian"),
    (np.zeros(16, "i8"), TypeError, "int64"),
    (np.zeros((8, 3), "u4"), sm5.BindingError, "u0: a row of the array has 12 bytes; the stride is 16"),
    (np.zeros(5, "u4"), sm5.BindingError, "u0: 20 bytes are not a multiple of the stride, 16"),
    (np.zeros(4, [("a", "f4", (4,)), ("b", "f4")]), sm5.BindingError, "20 bytes; the stride is 16"),
    (np.zeros(4, [("flags", "u4"), ("position", "f4", (3,))]), TypeError, "<u4 at byte 0; expected <f4, member position.x"),
    (np.array([None] * 8), TypeError, "arrays of objects"),
    (array.array("d", [0] * 8), TypeError, "items of format 'd'"),
    (7, TypeError, "buffer protocol"), ("text", TypeError, "buffer protocol"), ({"a": 1}, TypeError, "buffer protocol"),
    ([1, 2], TypeError, "buffer protocol"), (sm5.Sampler(), TypeError, "buffer protocol"),
])
def test_wrong_memory_is_refused(scale, value, error, text):
    with pytest.raises(error, match=text.replace("(", r"\(")):
        scale.dispatch(1, t0=particles(), u0=value, cb0={"dt": 1})


@pytest.mark.parametrize("shape", [(16,), (4, 4), (2, 8), (1, 16), (2, 2, 4), (2, 4, 2), (2, 2, 2, 2)])
def test_rows_of_structures(scale, shape):
    out = np.zeros(shape, "u4")
    source = particles(4)
    scale.dispatch(1, t0=source, u0=out, cb0={"dt": 2.0})
    expect_scaled(np.frombuffer(out.tobytes(), source.dtype), source)


@pytest.mark.parametrize("shape", [(4, 6), (2, 3, 2), (8, 1, 5), (3, 3, 3)])
def test_rows_that_cut_structures_are_refused(scale, shape):
    with pytest.raises(sm5.BindingError, match="; the stride is 16"):
        scale.dispatch(1, t0=particles(), u0=np.zeros(shape, "u4"), cb0={"dt": 1})


def test_a_released_view_is_refused(scale):
    view = memoryview(bytearray(64))
    view.release()
    with pytest.raises((ValueError, TypeError)):
        scale.dispatch(1, u0=view)


def test_memory_is_held_while_the_program_runs(endless):
    u0 = bytearray(4)

    def progress(done, total):
        with pytest.raises(BufferError):
            u0.append(1)
        return False

    with pytest.raises(sm5.CancelledError):
        endless.dispatch(1, u0=u0, progress=progress)
    u0.append(1)  # released again


def test_small_arrays_bound_accesses(scale):
    u0 = np.zeros(2, scale.resources["u0"].dtype)
    scale.dispatch(4, t0=particles(1), u0=u0, cb0={"dt": 2})
    assert u0["flags"].tolist() == [0, 0]
    scale.dispatch(1, t0=np.zeros(0, u0.dtype), u0=u0, cb0={"dt": 2})


@pytest.mark.parametrize("arguments", [{"u1": bytearray(16)}, {"Params": {}}, {"threadz": 1}, {"g0": 1}])
def test_unknown_names_are_refused(scale, arguments):
    with pytest.raises(TypeError, match="the shader declares cb0, t0, u0"):
        scale.dispatch(1, **arguments)


@pytest.mark.parametrize("groups, error", [(-1, ValueError), (65536, ValueError), ((1, 2, 3, 4), ValueError), ((), ValueError),
                                           (1.5, TypeError), ("1", TypeError), (None, TypeError), ((1, "a"), TypeError)])
def test_wrong_groups_are_refused(scale, groups, error):
    with pytest.raises(error):
        scale.dispatch(groups)


@pytest.mark.filterwarnings("ignore::sm5.Sm5Warning")
def test_groups(scale):
    assert scale.dispatch((3, 2)).groups == (3, 2, 1)
    assert scale.dispatch(np.int64(3)).groups == (3, 1, 1) == scale.dispatch(np.array([3, 1])).groups
    assert 0 in scale.dispatch(0).groups and 0 in scale.dispatch((2, 0)).groups
    with pytest.raises(TypeError):
        scale.dispatch(1, 2)
    with pytest.raises(TypeError):
        scale.dispatch()


@pytest.mark.parametrize("options, error", [
    ({"engine": "gpu"}, ValueError), ({"engine": 1}, ValueError), ({"oob": "none"}, ValueError), ({"threads": -1}, OverflowError),
    ({"threads": 2**40}, OverflowError), ({"max_seconds": "x"}, TypeError), ({"counters": [1]}, TypeError),
    ({"bindings": 3}, (TypeError, AttributeError)), ({"classes": {"a": "b"}}, ValueError), ({"indirect": 1}, TypeError)])
def test_wrong_options_are_refused(scale, options, error):
    with pytest.raises(error):
        scale.dispatch(1, **options)


def test_engines_give_the_same(scale):
    t0, outputs = particles(64), []
    for options in ({"engine": "interp"}, {"engine": "auto"}, {"order": 3}, {"oob": "robust2"}, {"threads": 2}):
        u0 = np.zeros(64, t0.dtype)
        scale.dispatch(16, t0=t0, u0=u0, cb0={"dt": 0.3}, **options)
        outputs.append(u0.tobytes())
    assert len(set(outputs)) == 1 and scale.kernel_info("interp")["engine"] == "interp"


def test_counters(count):
    u0 = np.zeros(16, "<u4")
    assert count.dispatch(1, u0=u0).counters == {"u0": 4}
    assert count.dispatch(2, u0=u0, counters={"u0": 4}).counters == {"u0": 12}
    assert sorted(u0[:12]) == list(range(12))
    for wrong, error in (({"u0": -1}, OverflowError), ({"u0": 2**32}, OverflowError), ({"u5": 1}, TypeError)):
        with pytest.raises(error):
            count.dispatch(1, u0=u0, counters=wrong)
    with pytest.raises(sm5.BindingError, match="has no counter, or is not bound"):
        count.dispatch(1, counters={"u0": 0})


def test_indirect(count):
    u0, groups = np.zeros(32, "<u4"), np.array([9, 2, 1, 1], "<u4")
    assert count.dispatch(None, u0=u0, indirect=(groups, 4)).groups == (2, 1, 1)
    with pytest.raises(TypeError):
        count.dispatch(1, u0=u0, indirect=groups)


def test_names_from_rdef(reflected):
    particles = np.zeros(8, reflected.resources["particles"].dtype)
    assert particles.dtype.names == ("position", "age")
    reflected.dispatch(1, particles=particles, Params={"age": 3})
    assert (particles["position"] == 0.5).all() and (particles["age"] == 3).all()  # dt: the default value
    reflected.dispatch(1, u0=particles, dt=0.25, age=4)
    assert (particles["position"] == 0.25).all() and (particles["age"] == 4).all()


def test_registers_with_spaces_are_bound_by_dictionary():
    shader = sm5.assemble("cs_5_1\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured U0[2:3], 4, space=1\n"
                          "dcl_thread_group 1, 1, 1\nstore_structured U0[2].x, l(0), l(0), l(5)\n"
                          "store_structured U0[3].x, l(0), l(0), l(6)\nret\n")
    a, b = np.zeros(1, "<u4"), np.zeros(1, "<u4")
    shader.dispatch(1, bindings={"u2@1": [a, b]})
    assert (a[0], b[0]) == (5, 6)
    shader.dispatch(1, bindings={"u2@1[1]": a})
    assert (a[0], b[0]) == (6, 6)
    with pytest.raises(sm5.BindingError, match="3 items for 2 registers"):
        shader.dispatch(1, bindings={"u2@1": [a, b, a]})


def test_typed_buffers():
    text = ("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_buffer (%s) t0\ndcl_uav_structured u0, 16\n"
            "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 2, 1, 1\nld r0.xyzw, vThreadID.xxxx, t0.xyzw\n"
            "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n")
    floats, integers = sm5.assemble(text % "float,float,float,float"), sm5.assemble(text % "uint,uint,uint,uint")
    u0 = np.zeros((2, 4), "<f4")
    floats.dispatch(1, t0=np.array([[1, 2], [3, 4]], "<f4"), u0=u0)
    assert u0.tolist() == [[1, 2, 0, 1], [3, 4, 0, 1]]
    floats.dispatch(1, t0=np.array([[0, 255, 51, 0]] * 2, "u1"), u0=u0)
    assert u0[0].tolist() == [0, 1, np.float32(0.2), 0]
    floats.dispatch(1, t0=sm5.View(np.array([1, 2, 3, 4], "<f2"), format="r16g16_float"), u0=u0)
    assert u0.tolist() == [[1, 2, 0, 1], [3, 4, 0, 1]]
    u0 = np.zeros((2, 4), "<u4")
    integers.dispatch(1, t0=np.array([[7], [8]], "u2"), u0=u0)
    assert u0.tolist() == [[7, 0, 0, 1], [8, 0, 0, 1]]
    integers.dispatch(1, t0=sm5.View(np.arange(4, dtype="<u4"), first=2), u0=u0)
    assert u0[:, 0].tolist() == [2, 3]
    with pytest.raises(TypeError, match="float64"):
        floats.dispatch(1, t0=np.zeros(4), u0=u0)
    with pytest.raises(ValueError, match="unknown format"):
        sm5.View(u0, format="r99_float")


def test_one_array_on_two_slots(scale):
    a = particles(4)
    scale.dispatch(1, t0=a, u0=a, cb0={"dt": 2})
    expect_scaled(a, particles(4))


def test_limits(endless):
    u0 = np.zeros(1, "<u4")
    with pytest.raises(sm5.LimitError) as caught:
        endless.dispatch(1, u0=u0, max_steps=100)
    assert caught.value.instruction is not None or caught.value.line
    with pytest.raises(sm5.LimitError):
        endless.dispatch(1, u0=u0, max_seconds=0.05)
    with pytest.raises(ZeroDivisionError):
        endless.dispatch(1, u0=u0, progress=lambda done, total: 1 // 0)
    with pytest.raises(sm5.SupportError):
        sm5.assemble("ps_5_0\nret\n").dispatch(1)
