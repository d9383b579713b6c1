"""The pytest plugin: cases are tests, and the comparison with tolerance."""
import os

import numpy as np
import pytest

from sm5 import testing

pytest_plugins = ["pytester"]
CASE = """shader_text: |
  cs_5_0
  dcl_uav_structured u0, 4
  dcl_input vThreadID.x
  dcl_thread_group 4, 1, 1
  store_structured u0.x, vThreadID.x, l(0), vThreadID.x
  ret
dispatches: [{groups: [1]}]
bindings: [{slot: u0, kind: structured, stride: 4, first: 0, count: 4, expect: {type: u32, values: [0, 1, 2, %d]}}]
"""


@pytest.fixture
def cases(pytester):
    if not os.environ.get("SM5_COMMAND"):
        pytest.skip("SM5_COMMAND is not set")
    (pytester.path / "good.sm5.yaml").write_text(CASE % 3)
    (pytester.path / "bad.sm5.yaml").write_text(CASE % 4)
    (pytester.path / "other.yaml").write_text("a: 1")
    return pytester


def test_cases_are_collected(cases):
    result = cases.runpytest("-p", "sm5.pytest_plugin", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["FAIL bad.sm5: u0: 1 word differs", "*expected 0x00000004 (4), got 0x00000003*"])


def test_options(cases):
    cases.makeini("[pytest]\nsm5_case = good.*\n")
    cases.runpytest("-p", "sm5.pytest_plugin", "--sm5-engine", "interp", "--sm5-check").assert_outcomes(passed=1)


def test_a_missing_command_skips(cases, monkeypatch):
    monkeypatch.delenv("SM5_COMMAND")
    monkeypatch.setenv("PATH", "/nowhere")
    cases.runpytest_inprocess("-p", "sm5.pytest_plugin", "good.sm5.yaml").assert_outcomes(skipped=1)


def test_the_fixture(cases):
    cases.makepyfile("def test_it(sm5_compare):\n    sm5_compare([1.0], [1.0 + 1e-9], rtol=1e-6)\n")
    cases.runpytest("-p", "sm5.pytest_plugin", "-k", "test_it").assert_outcomes(passed=1, deselected=2)


F = np.float32


@pytest.mark.parametrize("actual, expected, options", [
    ([1.0], [1.0], {}), ([np.nan], [np.nan], {}), (F([1]), F([np.nextafter(F(1), F(2))]), {"ulp": 1}), (F([0.0]), F([-0.0]), {}),
    (F([-1e-45]), F([1e-45]), {"ulp": 2}), ([100.0], [101.0], {"rtol": 0.01}), ([0.0], [0.5], {"atol": 0.5}), ([np.inf], [np.inf], {"rtol": 1}),
    (np.array([2**63 - 1], "u8"), [2**63 - 1], {}), (np.array([1.0]), [np.nextafter(1.0, 2)], {"ulp": 1})])
def test_near_values(actual, expected, options):
    testing.assert_close(actual, expected, **options)


@pytest.mark.parametrize("actual, expected, options, text", [
    ([1.0, 2.0], [1.0, 3.0], {}, r"1 of 2 values differ\n    \[1\]: 2.0; expected 3.0"), ([np.nan], [1.0], {"ulp": 9, "rtol": 1}, "differ"),
    ([1, 2], [1, 3], {"rtol": 1}, "differ"), ([1.0], [1.0, 2.0], {}, "shape"), (F([1]), F([np.nextafter(F(1), F(2))]), {}, "differ"),
    (F([-1e-45]), F([1e-45]), {"ulp": 1}, "differ"), ([np.inf], [1.0], {"rtol": 0.1}, "differ")])
def test_other_values(actual, expected, options, text):
    with pytest.raises(AssertionError, match=text):
        testing.assert_close(actual, expected, **options)


def test_structures():
    kind = [("position", "f4", (2,)), ("id", "u4")]
    a, b = np.zeros(2, kind), np.zeros(2, kind)
    testing.assert_close(a, b)
    b["position"][1, 0] = 1
    with pytest.raises(AssertionError, match=r"position: 1 of 4 values differ"):
        testing.assert_close(a, b)
    testing.assert_close(a, b, atol=1)
