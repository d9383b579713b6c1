"""What new users do wrong: each mistake is an exception that names the argument, and nothing is misread."""
import array
import io
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import warnings

import numpy as np
import pytest

import sm5

F = np.zeros


def memory():
    return bytearray(64)


# Arguments of dispatch, with groups first; the class of the exception, and a part of its text.
CALLS = [
    (dict(groups="3"), TypeError, "groups: '3' cannot be interpreted as an integer"),
    (dict(groups=2.5), TypeError, "groups: 2.5"), (dict(groups=-1), ValueError, "groups: -1; expected 0 to 65535"),
    (dict(groups=2**70), ValueError, "expected 0 to 65535"), (dict(groups=(1, -2)), ValueError, "groups: -2"),
    (dict(groups=np.array([1.0, 2.0])), TypeError, "groups"), (dict(groups=(1, 2, 3, 4)), ValueError, "4 numbers"),
    (dict(u0=[1, 2]), TypeError, "u0: expected an object with the buffer protocol"), (dict(u0=3), TypeError, "u0"),
    (dict(u0="abc"), TypeError, "u0"), (dict(u0=io.BytesIO(b"0" * 16)), TypeError, "u0"), (dict(u0=sm5.Sampler()), TypeError, "u0"),
    (dict(u0=b"0" * 16), sm5.BindingError, "u0: the array is read-only"),
    (dict(u0=bytearray(15)), sm5.BindingError, "15 bytes are not a multiple of the stride, 16"),
    (dict(u0=memoryview(memory())[::2]), sm5.BindingError, "not contiguous"),
    (dict(u0=F((4, 8), "f4").T), sm5.BindingError, "not contiguous"), (dict(u0=F((4, 4), "f4", order="F")), sm5.BindingError, "not contiguous"),
    (dict(u0=np.frombuffer(bytearray(65), "u1", offset=1).view("u4")), sm5.BindingError, "not aligned"),
    (dict(u0=F((4, 4), ">f4")), TypeError, "u0: arrays of big-endian values cannot be bound"),
    (dict(u0=F((4, 4), "f8")), TypeError, "dtype float64"), (dict(u0=F((4, 8), "f2")), TypeError, "dtype float16"),
    (dict(u0=F(4, object)), TypeError, "arrays of objects"), (dict(u0=F(64, bool)), TypeError, "dtype bool"),
    (dict(u0=F(4, "M8[s]")), TypeError, "arrays of dates"), (dict(u0=F(4, "m8[s]")), TypeError, "arrays of time differences"),
    (dict(u0=np.array(["abcd"] * 4)), TypeError, "arrays of text"), (dict(u0=F((4, 3), "u4")), sm5.BindingError, "12 bytes; the stride is 16"),
    (dict(u0=F((4, 0), "u4")), sm5.BindingError, "0 bytes; the stride is 16"), (dict(u0=array.array("d", [0] * 4)), TypeError, "format 'd'"),
    (dict(u0=F(4, [("a", "<f4"), ("b", "<i4", 3)])), TypeError, "<i4 at byte 4; expected <f4, member position.y"),
    (dict(cb0={"dt": "x"}), TypeError, "cb0: expected a number, not 'x'"), (dict(cb0={"dt": None}), TypeError, "cb0: expected a number, not None"),
    (dict(dt=[]), TypeError, "dt: expected a number"), (dict(wind=[1, 2]), sm5.BindingError, "wind: 2 values; expected 3"),
    (dict(cb0={"dtt": 1}), sm5.BindingError, "no member 'dtt'"), (dict(dt=1, cb0=bytes(16)), sm5.BindingError, "bound by memory and by member"),
    (dict(max_seconds=-1), ValueError, "max_seconds: -1"), (dict(max_seconds=float("nan")), ValueError, "max_seconds: nan"),
    (dict(max_seconds="1"), TypeError, "max_seconds: expected a number"), (dict(threads=-1), OverflowError, "threads: -1 is out of range"),
    (dict(threads=2**32), OverflowError, "expected 0 to 4294967295"), (dict(max_steps=-1), OverflowError, "max_steps"),
    (dict(progress=3), TypeError, "progress: expected a function, not 3"), (dict(bindings=[("u0", memory())]), TypeError, "bindings: expected a dictionary"),
    (dict(bindings={3: memory()}), TypeError, "unexpected argument 3"), (dict(engine="cuda"), ValueError, "engine"),
    (dict(indirect=(array.array("I", [1] * 4), -4), groups=None), OverflowError, "-4 is out of range"),
    (dict(indirect=array.array("I", [1, 1]), groups=None), sm5.ArgumentError, "8 bytes"),
]


@pytest.mark.parametrize("arguments, error, text", CALLS)
def test_wrong_arguments(scale, arguments, error, text):
    arguments = {"groups": 1, "u0": memory(), **arguments}
    with pytest.raises(error, match=text.replace("(", "\\(").replace("[", "\\[")):
        scale.dispatch(arguments.pop("groups"), **arguments)


@pytest.mark.parametrize("options, error", [
    ({"first": -1}, OverflowError), ({"count": 2**64}, OverflowError), ({"stride": 2**32}, OverflowError), ({"mips": -1}, OverflowError),
    ({"first": 1.0}, TypeError), ({"texture": (2, 0, 2**32, 1, 1, 1, 1, 1)}, OverflowError), ({"texture": 5}, TypeError),
    ({"texture": (4, 0, 1, 1, 1, 1, 1, 1)}, ValueError), ({"counter": (memory(), -4)}, OverflowError)])
def test_wrong_views(options, error):
    with pytest.raises(error):
        sm5.View(memory(), **options)


def test_wrong_samplers(scale):
    for options in ({"max_anisotropy": -1}, {"max_anisotropy": 2**32}):
        with pytest.raises(OverflowError):
            sm5.Sampler(**options)
    with pytest.raises(OverflowError):
        scale.check(1, orders=2**32)
    with pytest.raises(OverflowError):
        sm5.Shader(scale.to_bytes(), max_memory=-1)


TEXTURE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_raw u0
dcl_input vThreadID.xy
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.xyzw, l(0, 0, 0, 0)
ld_indexable(texture2d)(float,float,float,float) r0.x, r0.xyzw, t0.xyzw
store_raw u0.x, l(0), r0.x
ret
"""


@pytest.mark.parametrize("value, error, text", [
    (3, TypeError, "t0: expected an array or an image, not <class 'int'>"), (F((0, 4), "f4"), ValueError, "t0: an array of 0x4 has no texels"),
    (F((4, 4), ">f4"), TypeError, "t0: arrays of big-endian values"), (F((4, 4), [("a", "f4")]), TypeError, "pass format"),
    (F((4, 4, 5), "f4"), ValueError, "4x4x5; expected 2 axes"), (F((1, 16385), "f4"), sm5.BindingError, "16385")])
def test_wrong_textures(value, error, text):
    with pytest.raises(error, match=text):
        sm5.assemble(TEXTURE).dispatch(1, t0=value, u0=bytearray(4))


def test_inputs_may_be_empty_or_not_contiguous(scale):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scale.dispatch(1, u0=F(0, scale.resources["u0"].dtype))
        scale.dispatch(1, u0=F((0, 4), "u4"), t0=bytearray())
        t0, u0 = F(8, scale.resources["t0"].dtype), F(4, scale.resources["u0"].dtype)
        t0["position"] = np.arange(24).reshape(8, 3)
        scale.dispatch(1, t0=t0[::2], u0=u0, dt=1)
        assert u0["position"][1].tolist() == [6, 7, 8]
        image = np.arange(6, dtype="f4").reshape(2, 3)
        sm5.assemble(TEXTURE).dispatch(1, t0=image.T[::-1], u0=(out := F(1, "f4")))
        assert out[0] == 2


def test_wrong_programs(tmp_path):
    for data, error in ((b"", sm5.InputError), (b"\0\1\2", sm5.InputError), ("cs_5_0\nret\n", TypeError), (None, TypeError)):
        with pytest.raises(error):
            sm5.Shader(data)
    for text in (None, 5, ["cs_5_0"]):
        with pytest.raises(TypeError, match="expected assembly text"):
            sm5.assemble(text)
    with pytest.raises(FileNotFoundError):
        sm5.load(tmp_path / "gone.dxbc")


def test_wrong_structs(scale):
    data = scale.to_bytes()
    for structs, error, text in (({"u7": "float a"}, sm5.BindingError, "structs: no resource 'u7'; the shader declares cb0, t0, u0"),
                                 ({"u0": 3}, TypeError, "structs: expected member declarations as text"), ({3: "float a"}, sm5.BindingError, "no resource 3"),
                                 ([("u0", "float a")], TypeError, "structs: expected a dictionary")):
        with pytest.raises(error, match=text):
            sm5.Shader(data, structs=structs)


def test_instructions_that_do_not_exist(scale):
    for index in (99, -1, 2**40):
        with pytest.raises(IndexError, match=f"instruction {index} does not exist"):
            scale.instruction(index)


def test_pickled_shaders_have_their_members(scale):
    """Those of comments, which containers do not have, and those of structs."""
    again = pickle.loads(pickle.dumps(scale))
    assert again.resources["u0"].fields == scale.resources["u0"].fields and again.file == scale.file
    plain = sm5.Shader(scale.to_bytes(), structs={"u0": "float4 all"})
    assert pickle.loads(pickle.dumps(plain)).resources["u0"].fields == plain.resources["u0"].fields
    for value in (sm5.View(memory()), sm5.Sampler()):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(value)


def test_wrong_runs_of_stages():
    vertex = sm5.assemble("vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xy\ndcl_output o0.xy\nmov o0.xy, v0.yxyy\nret\n")
    for count, options, error in ((-1, {}, sm5.ArgumentError), (2**40, {}, sm5.ArgumentError), (1.5, {}, TypeError), (1, {"samples": -1}, OverflowError),
                                  (1, {"inputs": [1]}, TypeError), (1, {"check": 5}, TypeError), (1, {"points_per_patch": -1}, OverflowError),
                                  (1, {"inputs": {"v0": "x"}}, ValueError)):
        with pytest.raises(error):
            vertex.run(count, **options)


def test_an_interrupt_ends_every_kind_of_run(endless):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for run in (endless.dispatch, endless.check, lambda groups, **arguments: endless.find_writers(groups, "u0[0]", **arguments)):
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            run(1, u0=bytearray(4), max_seconds=120)


def test_subinterpreters(tmp_path):
    """Those that share the interpreter's lock run shaders; the others refuse the import."""
    text = textwrap.dedent("""
        import _xxsubinterpreters as interpreters
        code = '''
        import array, sm5, sys
        u0 = array.array("I", [0])
        sm5.assemble("cs_5_0\\\\ndcl_globalFlags refactoringAllowed\\\\ndcl_uav_raw u0\\\\ndcl_thread_group 1, 1, 1\\\\n"
                     "store_raw u0.x, l(0), l(7)\\\\nret\\\\n").dispatch(1, u0=u0)
        print(u0[0])
        '''
        for _ in range(2):
            one = interpreters.create(isolated=False)
            interpreters.run_string(one, code)
            interpreters.destroy(one)
        """)
    if sys.version_info[:2] != (3, 11):
        pytest.skip("the module of subinterpreters has other functions")
    done = subprocess.run([sys.executable, "-c", text.replace("\n        ", "\n")], capture_output=True, text=True, check=False)
    assert done.stdout == "7\n7\n", done.stderr
