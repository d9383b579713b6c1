"""run: data files by member name, read back as they were written."""
import json
import struct

from command import CommandTest, floats, main, words

# Copies nothing: what is bound to u0 is what -o writes.
PLAIN = """cs_5_0
{comment}dcl_uav_structured u0, {stride}
dcl_thread_group 1, 1, 1
ret
"""
MEMBERS = "float3 position; uint flags; int2 cell; bool on; float2x2 m; row_major float2x2 r; float pad[2]; double d"
FLOATS = [0x7fc00000, 0x7fc00001, 0xffc00000, 0x7f800001, 0x7f800000, 0xff800000, 0x80000000, 1, 0x807fffff, 0x3dcccccd,
          0x3f9d70a4, 0x7f7fffff, 0x00800000, 0x4b800001]
DOUBLES = [0x7ff8000000000000, 0x7ff8000000000001, 0xfff0000000000000, 0x8000000000000000, 1, 0x3fb999999999999a,
           0x7fefffffffffffff, 0x800fffffffffffff]


def row(i):
    f = [FLOATS[(i * 5 + k) % len(FLOATS)] for k in range(13)]
    integers = [(i * 0x9e3779b9 + k * 0x85ebca6b) & 0xffffffff for k in range(4)]
    return struct.pack("<3I4I8I2I", *f[:3], *integers, *f[3:11], *f[11:13]) + struct.pack(
        "<IQ", 0, DOUBLES[i % len(DOUBLES)])


DATA = b"".join(row(i) for i in range(40))
STRIDE = 80
assert len(DATA) == 40 * STRIDE


class RowTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("x.asm", PLAIN.format(comment=f"// sm5: struct u0 {MEMBERS}\n", stride=STRIDE))
        self.write("words.asm", PLAIN.format(comment="", stride=STRIDE))
        self.write("x.bin", DATA)

    def convert(self, program, source, output, *keys):
        self.sm5("run", program, "--groups", 1, "-b", ",".join([f"u0={source}", *keys]), "-o", f"u0={output}")
        return self.read(output)

    def read_rows(self, name, contents):
        self.write(name, contents)
        return self.convert("small.asm", name, "z.bin")

    def refuse_rows(self, name, contents, says):
        self.write(name, contents)
        self.refuse("run", "small.asm", "--groups", 1, "-b", f"u0={name}", says=says)


class RoundTrip(RowTest):
    def round_trip(self, program, ending, data):
        self.write("x.bin", data)
        self.convert(program, "x.bin", f"y{ending}")
        self.assertEqual(self.convert(program, f"y{ending}", "z.bin"), data)
        return self.read(f"y{ending}")

    def test_every_file_is_read_back_to_the_same_bytes(self):
        for ending in (".csv", ".json", ".npy", ".bin", ".raw", ".DAT"):
            self.round_trip("x.asm", ending, DATA)
            self.round_trip("words.asm", ending, DATA)

    def test_padding_is_kept(self):
        """The four bytes before the double belong to no member."""
        data = bytearray(DATA)
        data[STRIDE + 68:STRIDE + 72] = b"\1\2\3\4"
        for ending in (".csv", ".json", ".npy"):
            self.assertIn(b"pad68", self.round_trip("x.asm", ending, bytes(data)))

    def test_no_rows(self):
        for ending in (".csv", ".json", ".npy"):
            self.round_trip("x.asm", ending, b"")
            self.round_trip("words.asm", ending, b"")

    def test_json_is_json(self):
        rows = json.loads(self.round_trip("x.asm", ".json", DATA))
        self.assertEqual(len(rows), 40)
        self.assertEqual(rows[0]["position.x"], "nan")
        self.assertEqual(rows[0]["position.y"], "0x7fc00001")


class Members(RowTest):
    """float2 at; uint id, in three spellings."""

    def setUp(self):
        super().setUp()
        self.write("small.asm", PLAIN.format(comment="// sm5: struct u0 float2 at; uint id\n", stride=12))
    expected = floats(1, -2.5) + words(7) + floats(0.1, 3) + words(0xffffffff)

    def test_columns_in_any_order(self):
        self.assertEqual(self.read_rows("x.csv", "id,at.y,at.x\n7,-2.5,1\n0xffffffff,3,0.1\n"), self.expected)

    def test_an_index_says_the_row(self):
        self.assertEqual(self.read_rows("x.csv", "at.x,index,at.y,id\n1,0,-2.5,7\n0.1,1,3,4294967295\n"), self.expected)
        self.refuse_rows("x.csv", "at.x,index,at.y,id\n1,1,-2.5,7\n", "line 2: index '1'; expected 0")

    def test_a_member_named_index(self):
        self.write("small.asm", PLAIN.format(comment="// sm5: struct u0 uint index\n", stride=4))
        self.assertEqual(self.read_rows("x.csv", "index\n5\n"), words(5))
        self.assertEqual(self.read_rows("x.csv", "index,index\n0,5\n"), words(5))

    def test_json_nested_and_flat(self):
        for text in ('[{"at": [1, -2.5], "id": 7}, {"id": 4294967295, "at": {"x": 0.1, "y": 3}}]',
                     '[{"at.x": 1, "at[1]": -2.5, "id": "7"}, {"at.y": 3.0, "id": "0xffffffff", "at.x": 1e-1}]'):
            self.assertEqual(self.read_rows("x.json", text), self.expected)

    def test_columns_are_named_in_errors(self):
        for text, says in (("at.x,id\n1,2\n", "column 'at.y' is missing"),
                           ("id\n1\n", "column 'at.x' and 1 more are missing"),
                           ("at.x,at.y,id,extra\n1,2,3,4\n", "unknown column 'extra'"),
                           ("at.x,at.yy,id\n1,2,3\n", "unknown column 'at.yy'; did you mean 'at.y'?"),
                           ("at.x,at.y,id,at.x\n1,2,3,4\n", "column 'at.x' is given twice"),
                           ("at.x,at.y,id\n1,2,-3\n", "line 2: '-3' is not an unsigned 32-bit integer, the type of column 'id'"),
                           ("at.x,at.y,id\n1,2,3\n1,1e99,3\n", "line 3: '1e99' is not a float"),
                           ("at.x,at.y,id\n1,2\n", "line 2: fewer cells")):
            self.refuse_rows("x.csv", text, f"x.csv: {says}")

    def test_members_are_named_in_errors(self):
        for text, says in (('[{"at": [1, 2]}]', "row 0: member 'id' is missing"),
                           ('[{"at": [1, 2, 3], "id": 1}]', "row 0: unknown member 'at[2]'"),
                           ('[{"at": [1, 2], "id": 1, "it": 2}]', "row 0: unknown member 'it'; did you mean 'id'?"),
                           ('[{"at": [1, 2], "id": 1, "at.x": 2}]', "row 0: member 'at.x' is given twice"),
                           ('[{"at": [1, 2], "id": 1, "id": 2}]', "line 1, column 29: duplicate object key"),
                           ('[{"at": [1, 2], "id": 1.5}]', "row 0: 1.5 is not an unsigned 32-bit integer, the type of 'id'"),
                           ('[{"at": [1, 1e39], "id": 1}]', "row 0: 9.9999999999999994e+38 is not a float"),
                           ('[{"at": [1, null], "id": 1}]', "row 0: null is not a float"),
                           ('[{"at": [1, 2], "id": 4294967296}]', "is not an unsigned 32-bit integer"),
                           ('[{"at": [1, 2], "id": ', "line 1"), ("[7]", "row 0: unknown member"),
                           ("7", "line 1")):
            self.refuse_rows("x.json", text, f"x.json: {says}" if says.startswith(("row", "line")) else says)

    def test_endings(self):
        self.write("x", self.expected)
        self.write("x.txt", self.expected)
        self.assertEqual(self.convert("small.asm", "x", "z"), self.expected)
        self.assertEqual(self.convert("small.asm", "raw:x.txt", "z.bin"), self.expected)
        self.refuse("run", "small.asm", "--groups", 1, "-b", "u0=x.txt", says="unknown ending '.txt'; expected .npy")
        self.refuse("run", "small.asm", "--groups", 1, "-b", "u0=x", "-o", "u0=y.txt", says="unknown ending '.txt'")
        self.write("x.dds", self.expected)
        self.refuse("run", "small.asm", "--groups", 1, "-b", "u0=x.dds", says="holds a texture")


main()
