"""pytest plugin: collects cases of `sm5 test` (docs/test-format.md) as tests, and the fixture sm5_compare.

Files whose names match the ini option sm5_case are cases. The command is SM5_COMMAND, or sm5 in PATH or beside the interpreter.
"""
import fnmatch
import os
import shutil
import subprocess
import sys

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("sm5", "cases of sm5 test")
    group.addoption("--sm5-engine", choices=["auto", "interp", "jit", "vulkan"], help="engine that runs the cases")
    group.addoption("--sm5-check", action="store_true", help="run the cases under the checker")
    parser.addini("sm5_case", "patterns of file names that are cases of sm5 test", type="args",
                  default=["*.sm5.yaml", "*.sm5.yml", "*.sm5.json"])


def pytest_collect_file(file_path, parent):
    if any(fnmatch.fnmatch(file_path.name, pattern) for pattern in parent.config.getini("sm5_case")):
        return CaseFile.from_parent(parent, path=file_path)
    return None


def find_command():
    """The path of the command, or None."""
    beside = os.path.dirname(sys.executable)
    return os.environ.get("SM5_COMMAND") or shutil.which("sm5") or shutil.which("sm5", path=beside)


class CaseFailure(Exception):
    """A case failed; the text is that of the command."""


class CaseFile(pytest.File):
    def collect(self):
        yield CaseItem.from_parent(self, name="sm5_case")


class CaseItem(pytest.Item):
    def runtest(self):
        command = find_command()
        if not command:
            pytest.skip("the command sm5 is not in PATH")
        options = ["--check"] if self.config.getoption("sm5_check") else []
        engine = self.config.getoption("sm5_engine")
        options += ["--engine", engine] if engine else []
        case = self.path.parent if self.path.name == "case.json" else self.path
        done = subprocess.run([command, "test", os.fspath(case), *options], capture_output=True, text=True, check=False)
        if done.returncode:
            raise CaseFailure((done.stdout + done.stderr).strip())

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, CaseFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, f"sm5 case {self.path.name}"


@pytest.fixture
def sm5_compare():
    """sm5.testing.assert_close: sm5_compare(actual, expected, rtol=, atol=, ulp=)."""
    from . import testing
    return testing.assert_close
