"""run: where the contents of resources come from."""
import struct

from command import RAW, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, floats, main, words

# u0[i] = t0[i], one word a thread
WORDS = """cs_5_0
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 1, 1, 1
ld_structured r0.x, vThreadID.x, l(0), t0.xxxx
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
"""

KINDS = """cs_5_0
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_raw t0
dcl_uav_structured u0, 4
dcl_uav_typed_buffer (float,float,float,float) u1
dcl_uav_typed_texture2d (float,float,float,float) u2
dcl_thread_group 1, 1, 1
ret
"""

# adds to u0, and writes to u2 what it loads from u1
TYPED_ATOMIC = """cs_5_0
dcl_uav_typed_buffer (uint,uint,uint,uint) u0
dcl_uav_typed_buffer (float,float,float,float) u1
dcl_uav_typed_texture1d (float,float,float,float) u2
dcl_temps 2
dcl_thread_group 1, 1, 1
atomic_iadd u0, l(0, 0, 0, 0), l(1)
ld_uav_typed r0.x, l(0, 0, 0, 0), u1.xyzw
store_uav_typed u2.xyzw, l(0, 0, 0, 0), r0.xxxx
ld_uav_typed r0.x, l(0, 0, 0, 0), u2.xyzw
ret
"""

SM51 = """cs_5_1
dcl_resource_structured T0[5:8], 4, space=2
dcl_uav_structured U0[0:0], 4, space=0
dcl_temps 1
dcl_thread_group 1, 1, 1
ld_structured r0.x, l(0), l(0), T0[6].xxxx
store_structured U0[0].x, l(0), l(0), r0.x
ret
"""


def documented_hash(index, seed):
    """docs/cli.md, once more."""
    h = (index * 2654435761 + seed * 40503) & 0xffffffff
    h = ((h ^ h >> 16) * 0x7feb352d) & 0xffffffff
    h = ((h ^ h >> 15) * 0x846ca68b) & 0xffffffff
    return h ^ h >> 16


class Sources(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("words.asm", WORDS)

    def contents(self, source):
        """The contents of the resource of a source."""
        self.sm5("run", "words.asm", "--groups", 0, "-b", f"t0={source}", "-b", "u0=null", "-o", "t0=out.bin")
        return self.read("out.bin")

    def refuse_source(self, source, says):
        self.refuse("run", "words.asm", "--groups", 0, "-b", f"t0={source}", "-b", "u0=null", says=says)

    def test_files_are_kept_byte_for_byte(self):
        self.write("odd.bin", b"abcdefg")
        self.assertEqual(self.contents("odd.bin"), b"abcdefg")

    def test_names_with_commas(self):
        self.write("a,b.bin", words(1, 2))
        self.assertEqual(self.contents("a,b.bin,first=1"), words(1, 2))

    def test_numpy_files(self):
        header = "{'descr': [('a', '>u4'), ('b', '<u4', (2,))], 'fortran_order': False, 'shape': (2,), }\n"
        data = struct.pack(">I", 1) + words(2, 3) + struct.pack(">I", 4) + words(5, 6)
        self.write("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
        self.assertEqual(self.contents("x.npy"), words(1, 2, 3, 4, 5, 6))
        self.write("bad.npy", b"no numpy file")
        self.refuse_source("bad.npy", "bad.npy: npy:")

    def test_zero_and_iota(self):
        self.assertEqual(self.contents("zero,size=3"), words(0, 0, 0))
        self.assertEqual(self.contents("iota,size=3"), words(0, 1, 2))
        self.assertEqual(self.contents("zero,size=0"), b"")

    def test_inline_words(self):
        self.assertEqual(self.contents("f32:0.5/9.8/-0"), floats(0.5, 9.8, -0.0))
        self.assertEqual(self.contents("u32:1/0xffffffff"), words(1, 0xffffffff))
        self.assertEqual(self.contents("i32:-1"), words(0xffffffff))
        self.assertEqual(self.contents("f32:0x7fc00001"), words(0x7fc00001))

    def test_rand_is_the_documented_one(self):
        self.assertEqual(self.contents("rand,size=50"), words(*(documented_hash(i, 0) for i in range(50))))
        self.assertEqual(self.contents("rand:7,size=50,below=10"), words(*(documented_hash(i, 7) % 10 for i in range(50))))
        unit = [(documented_hash(i, 7) >> 8) / 2**24 for i in range(50)]
        self.assertEqual(self.contents("rand:7,size=50,as=unit"), floats(*unit))
        self.assertEqual(self.contents("rand:7,size=50,as=sym"), floats(*(2 * u - 1 for u in unit)))

    def test_sizes_count_elements(self):
        self.write("raw.asm", RAW)
        self.sm5("run", "raw.asm", "--groups", 0, "-b", "cb0=iota,size=2", "-b", "u0=iota,size=3", "-o", "cb0=cb", "-o", "u0=u")
        self.assertEqual((len(self.read("cb")), len(self.read("u"))), (32, 12))

    def test_sizes_of_named_buffers(self):
        self.sm5("run", "words.asm", "--groups", 0, "--buffer", "x=zero,size=3,stride=16", "-b", "t0=@x", "-b", "u0=null", "-o",
                 "t0=out.bin")
        self.assertEqual(len(self.read("out.bin")), 48)

    def test_register_spaces(self):
        self.write("space.asm", SM51)
        for slot in ("t6@2", "t6,space2", "t5@2[1]"):
            self.sm5("run", "space.asm", "--groups", 1, "-b", f"{slot}=u32:42", "-b", "u0=zero,size=1", "-o", "u0=out.bin")
            self.assertEqual(self.read("out.bin"), words(42), slot)

    def test_missing_sizes(self):
        for source in ("zero", "iota", "rand", "rand:3"):
            self.refuse_source(source, "size=")

    def test_keys_that_do_not_belong(self):
        self.refuse_source("u32:1,size=4", "has its own size")
        self.refuse_source("zero,size=1,as=unit", "rand")
        self.refuse_source("iota,size=1,below=3", "rand")
        self.refuse_source("rand,size=1,as=unit,below=3", "as=bits")
        self.refuse_source("rand,size=1,below=0", "below=0")

    def test_keys_of_other_kinds_of_views(self):
        self.write("kinds.asm", KINDS)
        for source, says in (
                ("u0=zero,size=1,format=r32_float", "u0: format= does not apply to a structured buffer"),
                ("u0=zero,size=1,width=4", "u0: width= does not apply to a structured buffer"),
                ("u0=zero,size=1,stride=0", "stride=0: expected a number above 0"),
                ("u1=zero,size=1,stride=4", "u1: stride= does not apply to a typed buffer"),
                ("u1=zero,size=1,counter=4", "u1: counter= does not apply to a typed buffer"),
                ("u2=zero,width=4,first=1", "u2: first= does not apply to a texture"),
                ("u2=zero,width=0", "width=0: expected a number above 0"),
                ("u2=zero,width=4,kind=raw", "u2: kind= does not apply to a texture"),
                ("t0=zero,size=1,counter=0", "t0: counter= requires a u#"),
                ("t0=zero,size=1,format=r32_float", "t0: format= does not apply to a raw buffer"),
                ("cb0=zero,size=1,stride=16", "cb0: stride= does not apply to a constant buffer"),
                ("u0=null,counter=4", "'null' takes no keys"),
                ("u0=zero,size=1,size=2", "size= is given twice"),
                ("u0=", "an empty source")):
            self.refuse("run", "kinds.asm", "--groups", 0, "-b", source, says=says)
        self.refuse("run", "kinds.asm", "--groups", 0, "--buffer", "x=zero,size=4,first=1", says="--buffer: first= does not apply to")
        self.refuse("run", "kinds.asm", "--groups", 0, "--buffer", "x=zero,size=4,stride=0", says="stride=0: expected")
        # a kind that is given counts, not the declared one
        self.sm5("run", "kinds.asm", "--groups", 0, "-b", "u9=zero,size=1,kind=typed,format=r32_float")

    def test_large_resources_are_filled_to_the_end(self):
        size = 9000001 # words that several threads share, with a rest of a chunk
        for source, word in (("rand:3", lambda i: documented_hash(i, 3)), ("iota", lambda i: i)):
            data = self.contents(f"{source},size={size}")
            self.assertEqual(len(data), 4 * size)
            for i in (0, 1, 262143, 262144, 262145, 4194304, 8999999, 9000000):
                self.assertEqual(data[4 * i:4 * i + 4], words(word(i)), i)

    def test_misspelled_sources(self):
        for source, says in (("zeros", "zeros: No such file or directory; did you mean 'zero'?"),
                             ("zeros,size=4", "unknown source 'zeros'; did you mean 'zero'?"),
                             ("random,size=4", "did you mean 'rand'?"), ("F32:1", "did you mean 'f32:'?"),
                             ("f32:1,2,3", "expected '/' between words, as in f32:1/2/3")):
            self.refuse_source(source, says)
        for near in ("zeros.bin", "./zeros"):
            result = self.sm5("run", "words.asm", "--groups", 0, "-b", f"t0={near}", expect=WRONG_COMMAND)
            self.assertNotIn("did you mean", result.error)
        self.write("zeros", words(1, 2))
        self.assertEqual(self.contents("zeros"), words(1, 2))

    def test_formats_that_the_program_determines(self):
        self.write("atomic.asm", TYPED_ATOMIC)
        self.sm5("run", "atomic.asm", "--groups", 1, "-b", "u0=u32:7/8/9", "-b", "u1=f32:0.5/1", "-b", "u2=zero,width=4", "-o",
                 "u0=out.bin", "-o", "u2=out.csv", "-o", "u1=in.csv")
        self.assertEqual(self.read("out.bin"), words(8, 8, 9))
        self.assertEqual(self.read("out.csv").decode().splitlines()[:2], ["index,r", "0,0.5"])
        wide = TYPED_ATOMIC.replace("r0.x, l(0, 0, 0, 0), u1.xyzw", "r0.xy, l(0, 0, 0, 0), u1.xyzw")
        self.write("wide.asm", wide)
        self.refuse("run", "wide.asm", "--groups", 1, "-b", "u0=null", "-b", "u1=f32:0.5/1", "-b", "u2=null", says="has no format",
                    code=WRONG_PROGRAM)

    def test_malformed_keys(self):
        self.refuse_source("zero,siez=4", "did you mean 'size'")
        self.refuse_source("zero,size=", "size")
        self.refuse_source("zero,size=-1", "'-1'")
        self.refuse_source("zero,size=1e3", "'1e3'")
        self.refuse_source("zero,size=4,count=4x", "'4x'")
        self.refuse_source("zero,size=4,kind=blob", "structured, raw, typed or cbuffer")
        self.refuse_source("zero,size=4,format=r99_float", "r99_float")
        self.refuse_source("rand,size=4,as=ints", "bits, unit or sym")
        self.refuse_source("rand:x,size=4", "'x'")
        self.refuse_source("zero,size=4,counter=4294967296", "4294967295")

    def test_absurd_sizes(self):
        self.refuse_source("zero,size=1000000000000", "no memory")
        self.refuse_source("zero,size=99999999999999999999", "size")

    def test_malformed_words(self):
        for source in ("f32:", "f32:1//2", "f32:one", "u32:-1", "u32:1.5", "i32:3000000000"):
            self.refuse_source(source, " is not a")

    def test_missing_files(self):
        self.refuse_source("missing.bin", "missing.bin: No such file")
        self.refuse_source(".", ".: is a folder")
        self.refuse_source("@missing", "no --buffer")

    def test_malformed_bindings(self):
        for binding, says in (("t0", "SLOT=SOURCE"), ("x0=zero", "invalid slot"), ("t=zero", "invalid slot"), ("t-1=zero", "invalid slot"),
                              ("t99999999999=zero", "invalid slot"), ("t0@=zero", "invalid slot")):
            self.refuse("run", "words.asm", "--groups", 0, "-b", binding, says=says)
        self.refuse("run", "words.asm", "--groups", 0, "-b", "t0=null", "-b", "t0=null", says="bound twice")

    def test_a_view_without_elements(self):
        self.refuse("run", "words.asm", "--groups", 0, "-b", "t0=u32:1/2,count=0", "-b", "u0=null", says="expected a number above 0")

    def test_malformed_buffers(self):
        for buffer, says in (("x", "NAME=SOURCE"), ("=zero,size=1", "NAME=SOURCE"), ("x=null", "no contents"), ("x=@y", "no contents"),
                             ("x=zero", "size=")):
            self.refuse("run", "words.asm", "--groups", 0, "--buffer", buffer, says=says)
        self.refuse("run", "words.asm", "--groups", 0, "--buffer", "x=u32:1", "--buffer", "x=u32:1", says="taken")
        self.refuse("run", "words.asm", "--groups", 0, "--buffer", "x=u32:1", "-b", "t0=null", says="--buffer x: not viewed by any slot; expected -b SLOT=@x")


main()
