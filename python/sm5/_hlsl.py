"""HLSL, compiled by an external compiler: vkd3d-compiler or fxc."""
import os
import pathlib
import subprocess
import tempfile

from ._errors import InputError, SupportError
from ._shader import Shader


def compile_hlsl(source, entry="main", profile="cs_5_0", *, defines=None, includes=(), compiler=None, timeout=60, structs=None):
    """Compiles HLSL to a Shader. `source` is the text, or a pathlib.Path of a file. The compiler is `compiler`, else
    SM5_HLSL_COMPILER, else vkd3d-compiler in PATH; one whose name has fxc is called as fxc."""
    path = source if isinstance(source, pathlib.PurePath) else None
    text = pathlib.Path(path).read_text(encoding="utf-8") if path else source
    program = os.fspath(compiler or os.environ.get("SM5_HLSL_COMPILER") or "vkd3d-compiler")
    is_fxc = "fxc" in os.path.basename(program).lower()
    if program.startswith(("fxc:", "vkd3d:")):
        is_fxc, program = program.startswith("fxc:"), program.split(":", 1)[1]
    name = str(path or "<hlsl>")
    macros = "".join(f"#define {key} {1 if value is None else value}\n" for key, value in (defines or {}).items())
    with tempfile.TemporaryDirectory(prefix="sm5-") as folder:
        if "#include" in text:
            _link(path.parent if path else pathlib.Path(), includes, folder)
        line = f'#line 1 "{name}"\n' if is_fxc else ""
        data = (macros + line + text).encode()
        run = _fxc if is_fxc else _vkd3d
        code, out, messages = run(program, profile, entry, data, folder, timeout)
    if code or out[:4] != b"DXBC":
        raise InputError(f"{name}: not compiled as {profile} with entry point {entry}\n{messages}".rstrip())
    return Shader(out, name, structs)


def _link(source, includes, folder):
    """Entries of the folders that are searched for includes; the first one of a name is found."""
    for where in (source, *includes):
        for entry in sorted(pathlib.Path(where).resolve().iterdir()):
            link = pathlib.Path(folder) / entry.name
            if not link.is_symlink():
                link.symlink_to(entry)


def _call(command, data, folder, timeout):
    if os.sep in command[0]:
        command = [os.path.abspath(command[0]), *command[1:]]
    environment = {"VKD3D_SHADER_DEBUG": "none", **os.environ}
    try:
        return subprocess.run(command, input=data, cwd=folder, env=environment, capture_output=True, timeout=timeout, check=False)
    except FileNotFoundError:
        raise SupportError(f"no HLSL compiler {command[0]}; install vkd3d-compiler, or name one with SM5_HLSL_COMPILER") from None
    except subprocess.TimeoutExpired:
        raise InputError(f"the HLSL compiler did not end within {timeout} seconds") from None


def _vkd3d(program, profile, entry, data, folder, timeout):
    done = _call([program, "-x", "hlsl", "-b", "dxbc-tpf", "-p", profile, "-e", entry, "-"], data, folder, timeout)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def _fxc(program, profile, entry, data, folder, timeout):
    with tempfile.TemporaryDirectory(prefix="sm5-") as own:
        source, out = os.path.join(own, "source.hlsl"), os.path.join(own, "out.dxbc")
        pathlib.Path(source).write_bytes(data)
        command = [*(["wine"] if program.endswith(".exe") else []), program, "/nologo", "/T", profile, "/E", entry,
                   "/I", folder, "/Fo", out, source]
        done = _call(command, b"", folder, timeout)
        made = pathlib.Path(out).read_bytes() if os.path.exists(out) else b""
    return done.returncode, made, (done.stdout + done.stderr).decode(errors="replace")
