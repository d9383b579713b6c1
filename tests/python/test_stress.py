"""Many threads share shaders, kernels and arrays, with frequent switches. The shaders' caches are filled by all at once."""
import sys
import threading
import time

import numpy as np
import pytest

import sm5

SECONDS = 3
THREADS = 8


@pytest.fixture(autouse=True)
def switch_often():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def together(*works, seconds=SECONDS):
    """Calls each of the functions in several threads until the time is over; all start at once."""
    errors, end, barrier = [], time.monotonic() + seconds, threading.Barrier(THREADS)

    def loop(number):
        try:
            barrier.wait()
            turn = 0
            while time.monotonic() < end and not errors:
                works[(number + turn) % len(works)](number, turn)
                turn += 1
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=loop, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_one_shader_and_its_inputs(scale, endless):
    """Runs, checks, other kernels, reflection, errors and cancelled runs of shared objects."""
    t0 = np.zeros(64, scale.resources["t0"].dtype)
    t0["position"] = 3
    expected = np.full((64, 3), 7, "f4")
    constants = {"dt": 2.0, "wind": [1, 1, 1]}
    view, fresh = sm5.View(t0, first=0, count=64), [sm5.Shader(scale.to_bytes(), structs={"t0": "float3 position; uint flags"})]

    def dispatch(number, turn):
        u0 = np.zeros_like(t0)
        options = ({}, {"lanes": 8}, {"lanes": 16}, {"engine": "interp"}, {"cache": False})[turn % 5]
        fresh[0].dispatch(16, t0=view, u0=u0, bindings={"cb0": b"\0\0\0\x40" + b"\0\0\x80\x3f" * 3 + bytes(128)}, **options)
        scale.dispatch(16, t0=t0, u0=u0, cb0=constants, **options)
        assert (u0["position"] == expected).all()

    def replace(number, turn):
        """The first dispatches of a new shader are those of several threads."""
        fresh[0] = sm5.Shader(scale.to_bytes(), structs={"t0": "float3 position; uint flags"})
        assert fresh[0].resources["t0"].dtype == t0.dtype

    def check(number, turn):
        assert len(scale.check(1, t0=t0, u0=np.zeros_like(t0), cb0=constants)) == 0
        assert scale.find_writers(1, "u0[2].flags", t0=t0, u0=np.zeros_like(t0), cb0=constants)[0].thread == (2, 0, 0)

    def fail(number, turn):
        for error, arguments in ((TypeError, {"x1": t0}), (TypeError, {"t0": t0["position"].astype("f8")}),
                                 (sm5.BindingError, {"cb0": {"nothing": 1}})):
            with pytest.raises(error):
                scale.dispatch(1, u0=np.zeros_like(t0), **arguments)
        with pytest.raises(sm5.CancelledError):
            endless.dispatch(1, u0=bytearray(4), progress=lambda done, total: False)

    together(dispatch, replace, dispatch, check, fail)


def test_arguments_that_other_threads_change(scale):
    """Lists and dictionaries of the caller change during the calls: a result or an exception, and no crash."""
    t0, u0 = np.zeros(4, scale.resources["t0"].dtype), np.zeros(4, scale.resources["u0"].dtype)
    constants, wind, bindings, structs = {"dt": 1.0}, [1.0, 2.0, 3.0], {}, {}

    def run(number, turn):
        try:
            scale.dispatch(1, t0=t0, u0=u0, cb0=constants, bindings=bindings)
        except (sm5.Error, TypeError, RuntimeError):
            pass
        try:
            sm5.Shader(scale.to_bytes(), structs=structs)
        except (sm5.Error, RuntimeError):
            pass

    def change(number, turn):
        constants[f"wind{turn % 2 or ''}"] = wind
        wind.append(turn)
        bindings[f"t{turn % 9}"] = [t0] * (turn % 50)
        structs[f"t{turn % 9}"] = f"float{turn % 4 + 1} a{turn}"
        if turn % 5 == 0:
            constants.clear()
            wind[3:] = []
            bindings.clear()
            structs.clear()

    together(run, change, run, seconds=1)


def test_one_array_in_many_runs():
    """Atomics of several dispatches on one array: each counts."""
    shader = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_thread_group 64, 1, 1\n"
                          "atomic_iadd u0, l(0), l(1)\nret\n")
    u0, runs = np.zeros(1, "<u4"), []

    def add(number, turn):
        shader.dispatch(4, u0=u0, threads=2)
        runs.append(1)

    together(add, seconds=1)
    assert u0[0] == 256 * len(runs)
