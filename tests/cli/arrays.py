"""run: .npy files that NumPy wrote, and what it reads. Skipped without NumPy."""
import io
import sys
import unittest

from command import CommandTest, floats, main, words

folder = sys.path.pop(0)  # NumPy imports the standard library's numbers, not the test of that name
try:
    import numpy
except ImportError:
    numpy = None
sys.path.insert(0, folder)

STORE = """cs_5_0
{comment}dcl_uav_structured u0, {stride}
dcl_uav_typed_buffer (float,float,float,float) u1
dcl_uav_raw u2
dcl_thread_group 1, 1, 1
ret
"""


@unittest.skipUnless(numpy, "NumPy is not installed")
class Arrays(CommandTest):
    def declare(self, members, stride):
        comment = f"// sm5: struct u0 {members}\n" if members else ""
        self.write("x.asm", STORE.format(comment=comment, stride=stride))

    def save(self, array):
        file = io.BytesIO()
        numpy.save(file, array)
        self.write("x.npy", file.getvalue())

    def take(self, array, slot="u0", *keys):
        self.save(array)
        self.sm5("run", "x.asm", "--groups", 1, "-b", ",".join([f"{slot}=x.npy", *keys]), "-o", f"{slot}=y.bin")
        return self.read("y.bin")

    def refuse_array(self, array, says, slot="u0", *keys):
        self.save(array)
        self.refuse("run", "x.asm", "--groups", 1, "-b", ",".join([f"{slot}=x.npy", *keys]), says=says)

    def test_fields_are_matched_by_name(self):
        self.declare("float3 position; uint flags", 16)
        rows = numpy.zeros(2, [("flags", ">u4"), ("position", "<f4", (3,))])
        rows["flags"], rows["position"] = [5, 6], [[1, 2, 3], [4, 5, 6]]
        expected = floats(1, 2, 3) + words(5) + floats(4, 5, 6) + words(6)
        self.assertEqual(self.take(rows), expected)
        self.assertEqual(self.take(rows.reshape(2, 1)), expected)
        flat = numpy.zeros(1, [("position.y", "<f4"), ("flags", "<i4"), ("position.x", "<f4"), ("position.z", "<f4")])
        flat["position.y"], flat["flags"] = 2, -1
        self.assertEqual(self.take(flat), floats(0, 2, 0) + words(0xffffffff))

    def test_nested_types_and_matrices(self):
        self.declare("float2x3 m; struct { bool on; int2 at; } part[2]; double d", 56)
        part = [("at", "<i4", (2,)), ("on", "?")]
        rows = numpy.zeros(1, [("d", "<f8"), ("part", part, (2,)), ("m", "<f4", (2, 3))])
        rows["d"] = 0.5
        rows["m"] = [[[1, 2, 3], [4, 5, 6]]]
        rows["part"][0][1] = ((7, -8), True)
        expected = (floats(1, 4, 2, 5, 3, 6) + words(0, 0, 0, 1, 7, 0xfffffff8) + numpy.float64(0.5).tobytes())
        self.assertEqual(self.take(rows), expected)
        wrong = numpy.zeros(1, [("d", "<f8"), ("part", part, (2,)), ("m", "<f4", (3, 2))])
        self.refuse_array(wrong, "unknown member 'm[2][0]'")

    def test_fields_are_named_in_errors(self):
        self.declare("float2 at; uint id", 12)
        self.refuse_array(numpy.zeros(1, [("at", "<f4", (2,))]), "member 'id' is missing")
        self.refuse_array(numpy.zeros(1, [("at", "<f4", (2,)), ("id", "<u4"), ("it", "<u4")]),
                          "unknown member 'it'; did you mean 'id'?")
        self.refuse_array(numpy.zeros(1, [("at", "<f8", (2,)), ("id", "<u4")]), "'<f8'; expected '<f4'")
        self.refuse_array(numpy.zeros(1, [("at", "<f4", (2,)), ("id", "<f4")]), "'<f4'; expected '<u4'")
        self.refuse_array(numpy.zeros(1, [("at", "<f4", (2,)), ("at.x", "<f4"), ("id", "<u4")]), "given twice")

    def test_plain_arrays_fit_the_members(self):
        self.declare("float3 position", 12)
        values = numpy.arange(6, dtype="<f4")
        expected = values.tobytes()
        for array in (values, values.reshape(2, 3), values.astype(">f4"), numpy.asfortranarray(values.reshape(2, 3)),
                      values.reshape(1, 2, 3)):
            self.assertEqual(self.take(array), expected)
        self.refuse_array(values.astype("<f8"), "the array is '<f8'; expected '<f4': convert it with a.astype('<f4')")
        self.refuse_array(values.astype("<i4"), "a.astype('<f4')")
        self.refuse_array(values.astype("<f2"), "a.astype('<f4')")
        self.refuse_array(values.reshape(3, 2), "shape (3, 2) does not end in the 3 values of a row; expected (rows, 3)")
        self.refuse_array(numpy.zeros(4, "<f4"), "expected (rows, 3)")

    def test_plain_arrays_in_reading_order(self):
        self.declare("float2x2 m", 16)
        self.assertEqual(self.take(numpy.array([[[1, 2], [3, 4]]], "<f4")), floats(1, 3, 2, 4))

    def test_members_of_several_types_need_fields(self):
        self.declare("float2 at; uint id", 12)
        self.refuse_array(numpy.zeros((2, 3), "<f4"), "members 'at.x' and 'id' differ in type; expected a structured dtype")

    def test_words_without_names(self):
        self.declare("", 8)
        for dtype in ("<f4", "<u4", ">i4"):
            array = numpy.arange(4).astype(dtype)
            self.assertEqual(self.take(array), array.astype(array.dtype.newbyteorder("<")).tobytes())
        self.assertEqual(self.take(numpy.arange(16, dtype="u1").reshape(2, 8)), bytes(range(16)))
        self.refuse_array(numpy.zeros(4), "a.astype('<f4')")
        self.refuse_array(numpy.zeros(4, "<i8"), "a.astype('<u4')")
        self.refuse_array(numpy.zeros(16, "u1"), "expected (rows, 8)")

    def test_texels(self):
        self.declare("", 8)
        colours = numpy.arange(8, dtype="<f4").reshape(2, 4)
        self.assertEqual(self.take(colours, "u1", "format=r32g32b32a32_float"), colours.tobytes())
        self.refuse_array(colours.astype("f8"), "a.astype('<f4')", "u1", "format=r32g32b32a32_float")
        self.assertEqual(self.take(numpy.arange(8, dtype="u1").reshape(2, 4), "u1", "format=r8g8b8a8_unorm"), bytes(range(8)))
        halves = numpy.arange(4, dtype="<f2").reshape(2, 2)
        self.assertEqual(self.take(halves, "u1", "format=r16g16_float"), halves.tobytes())
        self.refuse_array(numpy.zeros(4, "<f4"), "a.astype('<u4')", "u1", "format=r16g16_float")

    def test_raw_buffers_take_words(self):
        self.declare("", 8)
        self.assertEqual(self.take(numpy.arange(3, dtype="<u4"), "u2"), words(0, 1, 2))

    def test_numpy_reads_what_is_written(self):
        self.declare("float3 position; uint flags; bool on; double d", 32)
        self.write("x.csv", "position.x,position.y,position.z,flags,on,d\n1,2,nan,3,true,0.5\n")
        self.sm5("run", "x.asm", "--groups", 1, "-b", "u0=x.csv", "-o", "u0=y.npy")
        array = numpy.load(io.BytesIO(self.read("y.npy")))
        self.assertEqual(array.shape, (1,))
        self.assertEqual((array["position.y"][0], array["flags"][0], array["on"][0], array["d"][0]), (2, 3, 1, 0.5))
        self.assertEqual(self.take(array), array.tobytes())


main()
