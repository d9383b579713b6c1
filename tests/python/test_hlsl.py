"""compile_hlsl: how compilers are called, and what they report; one that is installed compiles too."""
import os
import pathlib
import sys

import numpy as np
import pytest

import sm5

FAKE = """#!{python}
import pathlib, sys
arguments = sys.argv[1:]
text = pathlib.Path(arguments[-1]).read_text() if arguments[0] == "/nologo" else sys.stdin.read()
if "error" in text:
    sys.exit("-:3: error E5000: broken")
for name in ("own.hlsli", "other.hlsli"):
    assert f'"{{name}}"' not in text or pathlib.Path(name).read_text() in ("own", "other") or "/I" in arguments
assert "cs_5_0" in arguments and "main" in arguments and "#define SIZE 4" in text
data = pathlib.Path({container!r}).read_bytes()
if arguments[0] == "/nologo":
    pathlib.Path(arguments[arguments.index("/Fo") + 1]).write_bytes(data)
else:
    sys.stdout.buffer.write(data)
"""


@pytest.fixture(params=["vkd3d-compiler", "fxc"])
def compiler(request, tmp_path, scale):
    scale.save(tmp_path / "out.dxbc")
    path = tmp_path / request.param
    path.write_text(FAKE.format(python=sys.executable, container=str(tmp_path / "out.dxbc")))
    path.chmod(0o755)
    return path


def test_options_are_passed(compiler, scale, tmp_path, monkeypatch):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "other.hlsli").write_text("other")
    (tmp_path / "own.hlsli").write_text("own")
    source = tmp_path / "a.hlsl"
    source.write_text('#include "own.hlsli"\n#include "other.hlsli"\n')
    shader = sm5.compile_hlsl(source, defines={"SIZE": 4}, includes=[tmp_path / "inc"], compiler=compiler)
    assert shader.to_bytes() == scale.to_bytes() and shader.file == str(source)
    monkeypatch.setenv("SM5_HLSL_COMPILER", str(compiler))
    assert sm5.compile_hlsl("void main() {}", defines={"SIZE": 4}).to_bytes() == scale.to_bytes()
    with pytest.raises(sm5.InputError, match="(?s)not compiled as cs_5_0 with entry point main.*broken"):
        sm5.compile_hlsl("error")


def test_a_missing_compiler_is_named():
    with pytest.raises(sm5.SupportError, match="no-such-compiler"):
        sm5.compile_hlsl("", compiler="no-such-compiler")


def test_an_installed_compiler():
    shared = os.environ.get("SM5_SHARED", pathlib.Path(__file__).parents[3] / "shared")
    path = pathlib.Path(shared) / "vkd3d" / "vkd3d-compiler"
    if not os.access(path, os.X_OK):
        pytest.skip("no compiler")
    shader = sm5.compile_hlsl("cbuffer Params { float scale; }\nRWStructuredBuffer<float> data;\n[numthreads(4, 1, 1)]\n"
                              "void main(uint i : SV_DispatchThreadID) { data[i] *= scale; }\n", compiler=path)
    data = np.arange(4, dtype="f4")
    shader.dispatch(1, u0=data, cb0=np.array([2, 0, 0, 0], "f4"))
    assert data.tolist() == [0, 2, 4, 6]
