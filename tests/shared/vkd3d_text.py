"""Assembles the text that vkd3d-compiler prints for each container of the optional corpus (SM5_SHARED, default ../shared): the
code is the original one except for what that text omits (docs/assembly.md)."""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

SKIPPED = 77
FOLDERS = ("corpus", "cases", "compilers", "kernels", "planted")
LOST = (
    (re.compile(r"\.([xyzw])\1{3}\b"), r".\1"),  # a replicated component
    (re.compile(r"_aoffimmi(.*?)\(0,0,0\)"), r"\1"),  # offsets of 0
    (re.compile(r"^(dcl_function_table|dcl_interface)(?:_dynamicindexed)?( .*)\{.*\}"), r"\1\2{}"),
    (re.compile(r"^dcl_input_ps_sgv (?:constant )?"), "dcl_input_ps_sgv "),
    (re.compile(r"\bthis\[(\d+)\]"), r"r\1"),
    (re.compile(r"\bCB(?=\d)"), "cb"),  # spelled by the compiler version that the container names
)
# vkd3d prints the register vInnerCoverage as `r`.
UNREADABLE = ("conservative_rasterization_ps_underestimate",)
# Lower limit of the share of containers that are reproduced token for token.
EXACT = 0.7


def code(container):
    (count,) = struct.unpack_from("<I", container, 28)
    for at in struct.unpack_from(f"<{count}I", container, 32):
        fourcc, size = struct.unpack_from("<4sI", container, at)
        if fourcc in (b"SHDR", b"SHEX"):
            (words,) = struct.unpack_from("<I", container, at + 12)
            return container[at + 8 : at + 8 + min(size, 4 * words)]
    return None


def listing(sm5, path):
    done = subprocess.run([sm5, "dis", "--fxc", path], capture_output=True)
    kept = []
    for line in done.stdout.decode("latin-1").splitlines():
        line = line.strip()
        if line.startswith("//"):
            continue
        for pattern, plain in LOST:
            line = pattern.sub(plain, line)
        kept.append(line)
    return kept


def compare(sm5, vkd3d, path, folder):
    """"" when the tokens are equal, "lost" when they differ as documented, None when vkd3d rejects it, or the difference."""
    text, made = folder / "x.asm", folder / "x.dxbc"
    printed = subprocess.run([vkd3d, "-x", "dxbc-tpf", "-b", "d3d-asm", path, "-o", text], capture_output=True)
    if printed.returncode:
        return None
    done = subprocess.run([sm5, "asm", text, "-o", made], capture_output=True)
    if done.returncode:
        return done.stderr.decode("utf-8", "replace").splitlines()[0]
    if code(made.read_bytes()) == code(path.read_bytes()):
        return ""
    expected, got = listing(sm5, path), listing(sm5, made)
    for a, b in zip(expected, got):
        if a != b:
            return f"expected {a!r}, got {b!r}"
    return "lost" if len(expected) == len(got) else f"{len(expected)} lines expected, {len(got)} made"


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    shared = root / os.environ.get("SM5_SHARED", "../shared")
    vkd3d = shared / "vkd3d" / "vkd3d-compiler"
    try:
        subprocess.run([vkd3d, "--version"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print(f"no compiler that runs at {vkd3d}")
        return SKIPPED
    counts = {"": 0, "lost": 0}
    failed = 0
    with tempfile.TemporaryDirectory(prefix="sm5-test-") as folder:
        for path in sorted(p for name in FOLDERS for p in (shared / name).rglob("*.dxbc")):
            result = compare(sm5, vkd3d, path, pathlib.Path(folder))
            if result in counts:
                counts[result] += 1
            elif result and not any(name in path.name for name in UNREADABLE):
                failed += 1
                print(f"{path.relative_to(shared)}: {result}")
    compared = sum(counts.values()) + failed
    print(f"{compared} compared, {counts['']} word for word, {failed} differ")
    return 1 if failed or counts[""] < EXACT * compared else 0


sys.exit(main())
