#!/usr/bin/env python3
"""wheel.py BUILD FOLDER: writes the wheel of the Python package to FOLDER and prints its path.

A wheel is a zip file of the package, its metadata and a list of digests, so that no build tool is needed. It contains the
extension module for the limited API (abi3), the JIT plugin and the command of the build folder BUILD. The bytes are a function
of those files.
"""
import base64
import hashlib
import pathlib
import platform
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
METADATA = """Metadata-Version: 2.1
Name: sm5
Version: {version}
Summary: Direct3D Shader Model 4 and 5 programs on the CPU
License: MIT
Requires-Python: >=3.11
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Programming Language :: Python :: 3 :: Only
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Description-Content-Type: text/markdown

{description}"""
ENTRY_POINTS = "[pytest11]\nsm5 = sm5.pytest_plugin\n"


def installed(build, folder):
    """Installed files by name: the linker's paths to the build folder are not in them."""
    subprocess.run(["meson", "install", "--no-rebuild", "--quiet", "-C", build, "--destdir", folder], check=True,
                   stdout=subprocess.DEVNULL)
    return {path.name: path for path in pathlib.Path(folder).rglob("*") if path.is_file()}


def contents(files, version, tag):
    """(name in the wheel, bytes, mode) of all files but the list of digests."""
    module = files.get("_sm5.abi3.so")
    if not module and any(name.startswith("_sm5.") for name in files):
        sys.exit("wheel.py: the module was built for a free-threaded interpreter; expected one with the limited API")
    if not module:
        sys.exit("wheel.py: the build has no Python package; install python3-dev")
    package = [*sorted(module.parent.glob("*.py")), *sorted(module.parent.glob("*.pyi")), module.parent / "py.typed", module]
    for path in package:
        yield f"sm5/{path.name}", path.read_bytes(), 0o644
    info, scripts = f"sm5-{version}.dist-info", f"sm5-{version}.data"
    if "sm5-jit.so" in files:
        yield "sm5/sm5-jit.so", files["sm5-jit.so"].read_bytes(), 0o644  # beside the module, and where the command looks
        yield f"{scripts}/data/lib/sm5/sm5-jit.so", files["sm5-jit.so"].read_bytes(), 0o644
        for folder in ("sm5", f"{scripts}/data/lib/sm5"):
            yield f"{folder}/sm5-compile", files["sm5-compile"].read_bytes(), 0o755
    yield f"{scripts}/scripts/sm5", files["sm5"].read_bytes(), 0o755
    description = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    yield f"{info}/METADATA", METADATA.format(version=version, description=description).encode(), 0o644
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: sm5\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), 0o644
    yield f"{info}/entry_points.txt", ENTRY_POINTS.encode(), 0o644
    yield f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644


def write(wheel, files, version, tag):
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(name, data, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for name, data, mode in contents(files, version, tag):
            add(name, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
        name = f"sm5-{version}.dist-info/RECORD"
        add(name, "".join([*record, f"{name},,\n"]).encode(), 0o644)


def main(build, folder):
    version = subprocess.run([ROOT / "tools" / "version.sh", ROOT / "include" / "sm5" / "status.h"], check=True,
                             capture_output=True, text=True).stdout.strip()
    tag = f"cp311-abi3-linux_{platform.machine()}"
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    wheel = pathlib.Path(folder) / f"sm5-{version}-{tag}.whl"
    with tempfile.TemporaryDirectory() as staged:
        write(wheel, installed(build, staged), version, tag)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
