"""Options of kernels and dispatches: engines, lanes, cache, validation, devices, limits, ranges of groups."""
import numpy as np
import pytest

import sm5

NONCONFORMING = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_thread_group 1, 1, 1
dcl_temps 1
store_raw u0.x, l(0), r0.x
ret
"""
has_jit = sm5.assemble(NONCONFORMING).kernel_info()["engine"] == "jit"
needs_jit = pytest.mark.skipif(not has_jit, reason="no JIT")


def run(shader, **options):
    t0 = np.zeros(8, shader.resources["t0"].dtype)
    t0["position"] = np.arange(24).reshape(8, 3)
    u0 = np.zeros_like(t0)
    result = shader.dispatch(2, t0=t0, u0=u0, cb0={"dt": 0.5, "wind": [1, 2, 3]}, **options)
    return u0["position"].tolist(), result


@needs_jit
def test_each_number_of_lanes_has_a_kernel(scale):
    infos = {lanes: scale.kernel_info("jit", lanes=lanes) for lanes in (8, 16)}
    assert {lanes: i["lanes"] for lanes, i in infos.items()} == {8: 8, 16: 16}
    results = [run(scale, engine="jit", lanes=lanes)[0] for lanes in (0, 8, 16)]
    assert results[0] == results[1] == results[2] == run(scale, engine="interp")[0]


@needs_jit
def test_the_cache_may_be_off(scale, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run(scale, engine="jit", cache=False)
    assert not list(tmp_path.rglob("*"))
    run(scale, engine="jit")
    assert list(tmp_path.rglob("*"))


@needs_jit
def test_dump(scale):
    assert "define" in scale.dump("llvm") and "store_structured" not in scale.dump("asm")
    assert scale.dump("ir", lanes=8)
    with pytest.raises(ValueError, match="invalid form 'c'; expected one of 'ir', 'llvm', 'asm'"):
        scale.dump("c")


def test_wrong_options(scale):
    for options, error, text in (({"lanes": 4}, ValueError, "lanes: 4; expected 8, 16, or 0"),
                                 ({"lanes": "8"}, TypeError, "integer"), ({"validation": "all"}, ValueError, "'strict'"),
                                 ({"device": {"nam": "x"}}, TypeError, "nam"), ({"device": 2.5}, TypeError, ""),
                                 ({"device": "x" * 300}, ValueError, "device: a name of 300 bytes"),
                                 ({"device": {"descriptors": "all"}}, ValueError, "'texel'"),
                                 ({"max_memory": -1}, OverflowError, ""), ({"group_range": 1}, TypeError, ""),
                                 ({"group_range": (1, 2, 3)}, ValueError, "expected \\(first group"),
                                 ({"group_range": (0, 0)}, ValueError, "0 groups")):
        with pytest.raises(error, match=text):
            run(scale, **options)
    with pytest.raises(sm5.Error):
        run(scale, engine="vulkan", device="no such device")


def test_validation():
    shader, u0 = sm5.assemble(NONCONFORMING), bytearray(4)
    diagnostic = shader.validate()[0]
    assert diagnostic.rule_class == "nonconforming" or diagnostic.severity == "warning"
    malformed = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_thread_group 1, 1, 1\n"
                             "store_raw u0.x, l(0), r7.x\nret\n")
    with pytest.raises(sm5.InputError) as error:
        malformed.dispatch(1, u0=u0)
    assert error.value.diagnostics[0].rule_class == "malformed"
    malformed.dispatch(1, u0=u0, validation="none", engine="interp")
    with pytest.raises(sm5.InputError):
        malformed.dispatch(1, u0=u0)  # kernels of other options are not used
    with pytest.raises(sm5.InputError):
        malformed.check(1, u0=u0)


def test_a_range_of_groups(scale):
    whole = run(scale)[0]
    second = run(scale, group_range=(1, 1))[0]
    assert second == [[0, 0, 0]] * 4 + whole[4:]
    with pytest.raises(sm5.Error):
        run(scale, group_range=(2, 1))


def test_memory_limits(scale):
    with pytest.raises(sm5.LimitError):
        sm5.Shader(scale.to_bytes(), max_memory=64)
    with pytest.raises(sm5.LimitError):
        sm5.assemble(scale.disassemble(), max_memory=64)
    with pytest.raises(sm5.LimitError):
        run(scale, max_memory=64, engine="interp")
    assert run(scale)[1].is_device_time is False


def test_views_that_differ_from_the_declaration(scale):
    u0 = np.zeros(8, "<f8")
    with pytest.raises((TypeError, sm5.BindingError)):
        scale.check(1, t0=np.zeros(8, "<f8"), u0=u0)
    report = scale.check(1, t0=bytes(64), u0=sm5.View(u0, kind="raw"), accept_mismatch=True)
    assert "view-mismatch" in {finding.kind for finding in report}
    with pytest.raises(ValueError, match="invalid kind 'buffer'"):
        sm5.View(u0, kind="buffer")


@pytest.mark.parametrize("options", [{}, {"exclusive": True}, {"exclusive": True, "threads": 1}, {"exclusive": False, "threads": 1}])
def test_atomics_of_exclusive_dispatches(options):
    shader = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_thread_group 64, 1, 1\n"
                          "atomic_iadd u0, l(0), l(1)\nret\n")
    u0 = np.zeros(1, "<u4")
    shader.dispatch(1000, u0=u0, **options)
    assert u0[0] == 64000


def test_counters_in_memory(count):
    counter, u0 = np.array([9, 2, 9], "<u4"), np.zeros(8, "<u4")
    for last in (6, 8):
        result = count.dispatch(1, u0=sm5.View(u0[:8], counter=(counter, 4)))
        assert counter.tolist() == [9, last if last == 6 else 10, 9] and result.counters["u0"] == counter[1]
    assert u0.tolist() == [0, 0, 2, 3, 4, 5, 6, 7]
    with pytest.raises(TypeError, match="expected \\(array, byte offset\\)"):
        sm5.View(u0, counter=counter)
    with pytest.raises(sm5.BindingError):
        count.dispatch(1, u0=sm5.View(u0, counter=(counter, 12)))
    with pytest.raises(sm5.BindingError, match="read-only"):
        count.dispatch(1, u0=sm5.View(u0, counter=(bytes(4), 0)))


def test_names_of_bits(scale):
    assert scale.info.global_flag_names == ("refactoringAllowed",)
    assert scale.info.feature_names == ()
    doubles = sm5.assemble("cs_5_0\ndcl_globalFlags refactoringAllowed, enableDoublePrecisionFloatOps\n"
                           "dcl_thread_group 1, 1, 1\nret\n")
    assert "enableDoublePrecisionFloatOps" in doubles.info.global_flag_names and doubles.info.feature_names


def has_device():
    try:
        return bool(sm5.devices())
    except sm5.SupportError:
        return False


@pytest.mark.skipif(not has_device(), reason="no Vulkan device")
def test_devices(scale):
    first = sm5.devices()[0]
    assert first["name"] and isinstance(first["doubles"], bool) and isinstance(first["robust_buffer_access_2"], bool)
    expected = run(scale, engine="interp")[0]
    for device in (0, first["name"][:4], {"name": 0, "descriptors": "texel", "timeout": 30, "plain_bounds": True}):
        values, result = run(scale, engine="vulkan", device=device)
        assert values == expected and result.engine == "vulkan"
    with pytest.raises(sm5.SupportError, match="no Vulkan device '99'"):
        run(scale, engine="vulkan", device=99)
