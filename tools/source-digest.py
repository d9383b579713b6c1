#!/usr/bin/env python3
"""source-digest.py ROOT HEADER DEPFILE: a header with the digest of all sources below ROOT/src.

Cached machine code is known by it (src/jit/jit_key.c): code that another state of the sources made is never used."""
import hashlib
import pathlib
import sys

ENDINGS = {".c", ".h", ".def"}


def main():
    root, header, depfile = map(pathlib.Path, sys.argv[1:4])
    files = sorted(path for path in (root / "src").rglob("*") if path.suffix in ENDINGS)
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    header.write_text(f'#define JIT_SOURCES "{digest.hexdigest()}"\n')
    depfile.write_text(f"{header}: " + " ".join(str(path) for path in files) + "\n")
    return 0


sys.exit(main())
