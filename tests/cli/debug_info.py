"""Containers with debug information: SDBG as fxc /Zi of Direct3D 10 leaves it."""
import struct

HEADER, INSTRUCTION, TOKEN_AT = 84, 396, 372


def sdbg(files, lines):
    """The chunk's payload; lines: for each instruction (file, line), or None."""
    tokens = [(0, 0)]
    instructions = bytearray()
    for place in lines:
        record = bytearray(INSTRUCTION)
        if place:
            struct.pack_into("<I", record, TOKEN_AT, len(tokens))
            tokens.append(place)
        instructions += record
    names, strings = b"", b""
    for name in files:
        names += struct.pack("<4I", len(strings), len(name), 0, 0)
        strings += name.encode()
    token_bytes = b"".join(struct.pack("<5I", file, line, 1, 0, 0) for file, line in tokens)
    header = bytearray(HEADER)
    struct.pack_into("<I", header, 0, HEADER)
    struct.pack_into("<4I", header, 20, len(files), 0, len(lines), len(names))
    struct.pack_into("<2I", header, 52, len(tokens), len(names) + len(instructions))
    struct.pack_into("<2I", header, 76, *[len(names) + len(instructions) + len(token_bytes)] * 2)
    return bytes(header) + names + bytes(instructions) + token_bytes + strings


def with_chunk(container, fourcc, payload):
    """The container with one chunk more, unsigned."""
    (count,) = struct.unpack_from("<I", container, 28)
    offsets = struct.unpack_from(f"<{count}I", container, 32)
    moved = [offset + 4 for offset in offsets] + [len(container) + 4]
    chunk = fourcc + struct.pack("<I", len(payload)) + payload
    body = container[32 + 4 * count :] + chunk
    head = container[:4] + bytes(16) + container[20:24]
    total = 32 + 4 * (count + 1) + len(body)
    return head + struct.pack("<2I", total, count + 1) + struct.pack(f"<{count + 1}I", *moved) + body
