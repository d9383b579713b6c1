"""Containers with RDEF chunks as fxc makes them: names of resources, variables and members."""
import struct

SCALAR, VECTOR, MATRIX_ROWS, MATRIX_COLUMNS, STRUCT = 0, 1, 2, 3, 5
BOOL, INT, FLOAT, UINT, DOUBLE = 1, 2, 3, 19, 39


def kind(base, columns=1, rows=1, elements=0, columns_first=False):
    """A scalar, vector or matrix; elements: of an array of them."""
    cls = SCALAR if columns == rows == 1 else VECTOR if rows == 1 else MATRIX_COLUMNS if columns_first else MATRIX_ROWS
    return cls, base, rows, columns, elements, ()


def structure(*members, elements=0):
    """Members are (name, kind, offset)."""
    return STRUCT, 0, 1, 1, elements, members


FLOAT1, FLOAT2, FLOAT3, FLOAT4 = (kind(FLOAT, n) for n in (1, 2, 3, 4))
UINT1, INT1, DOUBLE1 = kind(UINT), kind(INT), kind(DOUBLE)


class Chunk:
    def __init__(self):
        self.data = bytearray()

    def add(self, data):
        self.data += bytes(-len(self.data) % 4)
        at = len(self.data)
        self.data += data
        return at

    def text(self, text):
        return self.add(text.encode() + b"\0")

    def type(self, made):
        cls, base, rows, columns, elements, members = made
        rows_of = b"".join(struct.pack("<3I", self.text(name), self.type(inner), at) for name, inner, at in members)
        at = self.add(rows_of)
        name = self.text("T")
        return self.add(struct.pack("<6HI4II", cls, base, rows, columns, elements, len(members), at if members else 0,
                                    0, 0, 0, 0, name))

    def variables(self, variables):
        rows = b""
        for name, made, offset, size, default in variables:
            value = self.add(default) if default else 0
            rows += struct.pack("<10I", self.text(name), offset, size, 2, self.type(made), value, 0xffffffff, 0,
                                0xffffffff, 0)
        return self.add(rows)


def reflection(structured=(), cbuffers=()):
    """structured: (register "t0" or "u0", name, kind, stride); cbuffers: (register "cb0", name, bytes, variables), of
    which a variable is (name, kind, offset, bytes, default value or None)."""
    chunk = Chunk()
    count = len(structured) + len(cbuffers)
    head = chunk.add(bytes(60))
    bindings, buffers = b"", b""
    for register, name, made, stride in structured:
        bindings += struct.pack("<8I", chunk.text(name), 5 if register[0] == "t" else 6, 6, 1, stride,
                                int(register[1:]), 1, 0)
        buffers += struct.pack("<6I", chunk.text(name), 1, chunk.variables([("$Element", made, 0, stride, None)]),
                               stride, 0, 3)
    for register, name, size, variables in cbuffers:
        bindings += struct.pack("<8I", chunk.text(name), 0, 0, 0, 0, int(register[2:]), 1, 0)
        buffers += struct.pack("<6I", chunk.text(name), len(variables), chunk.variables(variables), size, 0, 0)
    where = chunk.add(bindings), chunk.add(buffers)
    creator = chunk.text("by hand")
    struct.pack_into("<IIIIHHII", chunk.data, head, count, where[1], count, where[0], 0x0500, 0x4353, 0, creator)
    chunk.data[head + 28:head + 60] = b"RD11" + struct.pack("<7I", 60, 24, 32, 40, 36, 12, 0)
    data = bytes(chunk.data) + bytes(-len(chunk.data) % 4)
    return b"RDEF" + struct.pack("<I", len(data)) + data


def with_chunk(container, chunk):
    """The container with one more chunk in front; its checksum is then wrong, which is a warning."""
    count = struct.unpack_from("<I", container, 28)[0]
    offsets = [o + 4 + len(chunk) for o in struct.unpack_from(f"<{count}I", container, 32)]
    head = container[:24] + struct.pack("<II", len(container) + 4 + len(chunk), count + 1)
    return head + struct.pack(f"<{count + 1}I", 36 + 4 * count, *offsets) + chunk + container[32 + 4 * count:]
