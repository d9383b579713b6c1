"""Every function of the C library is wrapped, or docs/python.md names it or its header as not wrapped."""
import pathlib
import re
import shutil
import subprocess
import sysconfig

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_every_function_is_wrapped_or_listed():
    module = "".join(path.read_text() for path in (ROOT / "python" / "module").glob("*.c"))
    listed = (ROOT / "docs" / "python.md").read_text().split("## What the package does not wrap")[1]
    functions, missing = 0, []
    for header in sorted((ROOT / "include" / "sm5").glob("*.h")):
        code = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
        for name in re.findall(r"SM5_API[^;(]*?\b(sm5_\w+)\(", code):
            functions += 1
            if not re.search(rf"\b{name}\(", module) and name not in listed and f"`{header.name}`" not in listed:
                missing.append(name)
    assert functions > 100 and not missing


def test_the_module_compiles_without_the_limited_api():
    """As for free-threaded interpreters, which have none."""
    headers = pathlib.Path(sysconfig.get_path("include"))
    compiler = shutil.which("cc")
    if not compiler or not (headers / "Python.h").exists():
        pytest.skip("no compiler, or no headers of Python")
    sources = sorted((ROOT / "python" / "module").glob("*.c"))
    done = subprocess.run([compiler, "-std=c17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", headers, "-I", ROOT / "include", *sources],
                          capture_output=True, text=True, check=False)
    assert (len(sources) > 10, done.returncode) == (True, 0), done.stderr
