#!/usr/bin/env python3
"""Makes the seeds of fuzz-container and fuzz-tokens from those of fuzz-text, with `sm5 asm`, and those of fuzz-lines from the
debug chunks of fuzz-container's."""
import argparse
import pathlib
import struct
import subprocess

SEEDS = pathlib.Path(__file__).resolve().parent / "seeds"


def payload_of(container, *names):
    """The payload of the first chunk with one of the names."""
    (count,) = struct.unpack_from("<I", container, 28)
    for offset in struct.unpack_from(f"<{count}I", container, 32):
        fourcc, size = struct.unpack_from("<4sI", container, offset)
        if fourcc in names:
            return container[offset + 8 : offset + 8 + size]
    raise ValueError(f"no chunk {names}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", type=pathlib.Path, help="the sm5 command")
    options = parser.parse_args()
    for text in sorted((SEEDS / "text").glob("*.asm")):
        container = SEEDS / "container" / f"{text.stem}.dxbc"
        made = subprocess.run([options.command, "asm", text, "-o", container], stderr=subprocess.DEVNULL)
        if made.returncode:
            print(f"{text.name}: does not assemble")
            continue
        (SEEDS / "tokens" / f"{text.stem}.bin").write_bytes(payload_of(container.read_bytes(), b"SHDR", b"SHEX"))
    for first, name in ((b"\0", "sdbg"), (b"\1", "spdb")):
        payload = payload_of((SEEDS / "container" / f"lines_{name}.dxbc").read_bytes(), name.upper().encode())
        (SEEDS / "lines" / f"{name}.bin").write_bytes(first + payload)


main()
