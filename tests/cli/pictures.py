"""PNG files, read and written by hand."""
import struct
import zlib


def read_png(data):
    """Width, height, channels and unfiltered rows; every filter that libpng may choose."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, head = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            head = struct.unpack_from(">IIBBBBB", data, at + 8)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    width, height, depth, colour = head[:4]
    assert depth == 8
    channels = {0: 1, 2: 3, 6: 4}[colour]
    raw, rows, line = zlib.decompress(packed), [], width * channels
    before = bytes(line)
    for y in range(height):
        kind, row = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
        for i in range(line):
            a = row[i - channels] if i >= channels else 0
            b, c = before[i], before[i - channels] if i >= channels else 0
            near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, near)[kind] & 255
        before = bytes(row)
        rows.append(before)
    return width, height, channels, rows


def png(width, height, pixels):
    """A picture of 8-bit RGBA."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + pixels[4 * width * y:4 * width * (y + 1)] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
