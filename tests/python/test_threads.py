"""Signals, the interpreter's lock, threads, memory, and the package without NumPy."""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import sm5


def test_an_interrupt_cancels(endless):
    u0 = np.zeros(1, "<u4")
    signal.signal(signal.SIGINT, signal.default_int_handler) # ignored where a shell started the tests in the background
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        endless.dispatch(1, u0=u0, max_seconds=120)
    assert u0[0] == 1
    endless.dispatch(0, u0=u0)


def test_other_threads_run_meanwhile(endless):
    """The dispatch ends when another thread stores to its memory."""
    shader = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                          "loop\n  ld_raw r0.x, l(0), u0.xxxx\n  breakc_nz r0.x\nendloop\nret\n")
    u0 = np.zeros(1, "<u4")
    thread = threading.Thread(target=lambda: u0.__setitem__(0, 1))
    threading.Timer(0.1, thread.start).start()
    shader.dispatch(1, u0=u0, max_seconds=120)
    thread.join()


def test_one_shader_in_many_threads(scale):
    errors = []

    def work(number):
        try:
            t0 = np.zeros(64, scale.resources["t0"].dtype)
            t0["position"] = number
            for i in range(50):
                u0 = np.zeros_like(t0)
                scale.dispatch(16, t0=t0, u0=u0, cb0={"dt": i})
                assert (u0["position"] == number * i).all()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_a_shader_is_kept_while_it_runs(endless):
    shaders = [sm5.Shader(endless.to_bytes())]
    with pytest.raises(sm5.CancelledError):
        shaders[0].dispatch(1, u0=bytearray(4), progress=lambda done, total: bool(shaders.clear()) or False)


def test_a_new_process_has_its_own_workers():
    """After fork the worker threads do not exist, whatever they had locked."""
    text = textwrap.dedent("""
        import array, os, sm5, sys
        shader = sm5.load(sys.argv[1])
        t0, first = array.array("f", [3]) * 65536, array.array("f", [0]) * 65536
        for i in range(10):
            shader.dispatch(1024, t0=t0, u0=first, threads=2)
            child, u0 = os.fork(), array.array("f", [0]) * 65536
            shader.dispatch(1024, t0=t0, u0=u0, threads=2)
            assert u0 == first
            if not child:
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        print("good")
        """)
    example = pathlib.Path(__file__).parents[2] / "examples" / "embed" / "blur.asm"
    done = subprocess.run([sys.executable, "-c", text, example], capture_output=True, text=True, timeout=200, check=False)
    assert done.stdout == "good\n", done.stderr


def swallow(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception:
        pass


def test_nothing_leaks(scale, count):
    """References by count, memory by the peak of the process."""
    t0, u0 = np.zeros(4096, scale.resources["t0"].dtype), np.zeros(4096, scale.resources["u0"].dtype)
    odd, small, counter = np.zeros(8193, t0.dtype)[::2], np.zeros(3, "u1"), np.zeros(64, "<u4")
    constants, data = {"dt": 2.0, "wind": [1, 2, 3]}, scale.to_bytes()
    name, place, structs, image = "a name that is used once", "u0[1].flags", {"u0": "float4 all"}, np.zeros((4, 4), "f4")

    def once():
        scale.dispatch(1, t0=t0, u0=u0, cb0=constants)
        scale.dispatch(1, t0=odd, u0=u0, cb0=constants)
        count.dispatch(1, u0=counter, counters={"u0": 0})
        scale.check(1, t0=t0, u0=u0, cb0=constants)
        swallow(scale.dispatch, 1, t0=t0, u0=small, cb0=constants)
        swallow(scale.dispatch, 1, t0=t0, u0=u0, cb0={"dx": 1})
        swallow(scale.dispatch, 1, t0=t0, u0=u0, more=1)
        sm5.Shader(data, name).resources
        swallow(sm5.assemble, "cs_5_0\nfoo\n")
        sm5.View(t0, first=1)
        sm5.Sampler()
        scale.dispatch(1, t0=t0, u0=u0, cb0=constants, lanes=8, validation="none", device={"name": name}, max_memory=1 << 30)
        scale.find_writers(1, [place, ("u0", 4)], t0=t0, u0=u0, cb0=constants)
        swallow(scale.find_writers, 1, [("u0", 1 << 40)], t0=t0, u0=u0, cb0=constants)
        swallow(scale.dispatch, 1, t0=t0, u0=u0, cb0=constants, device={"names": name})
        count.dispatch(1, u0=sm5.View(counter[:8], counter=(counter, 128)))
        swallow(sm5.View, t0, counter=(t0, -1))
        sm5.Shader(data, name, structs).resources
        swallow(sm5.Shader, data, name, {name: name})
        sm5.Texture(image).texels()
        swallow(scale.dump, name)

    for _ in range(30):
        once()
    objects = (t0, u0, odd, small, place, structs, image, counter, constants, data, name, scale, count, t0.dtype, sm5.Shader, sm5.View, sm5.Sampler)
    references, peak = [sys.getrefcount(o) for o in objects], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        once()
    assert [sys.getrefcount(o) for o in objects] == references
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 4096  # KiB; one array each time is 19 MiB


def test_without_numpy():
    text = textwrap.dedent("""
        import sys
        sys.modules["numpy"] = None
        import array, sm5
        shader = sm5.load(sys.argv[1])
        t0, u0 = array.array("f", [3, 6, 9]), array.array("f", [0, 0, 0])
        shader.dispatch(1, t0=t0, u0=u0)
        assert [round(x) for x in u0] == [3, 6, 5], u0
        assert shader.check(1, t0=t0, u0=u0) is not None and shader.resources["u0"].fields == ()
        vertex = sm5.assemble("vs_5_0\\ndcl_globalFlags refactoringAllowed\\ndcl_input v0.xy\\ndcl_output o0.xy\\nmov o0.xy, v0.yxyy\\nret\\n")
        assert vertex.run(inputs={"v0": [[1.0, 2.0], [3.0, 4.0]]}).outputs["o0"].tolist() == [[2, 1], [4, 3]]
        try:
            shader.resources["u0"].dtype
        except ImportError:
            print("good")
        """)
    example = pathlib.Path(__file__).parents[2] / "examples" / "embed" / "blur.asm"
    done = subprocess.run([sys.executable, "-c", text, example], capture_output=True, text=True, check=False)
    assert done.stdout == "good\n", done.stderr
