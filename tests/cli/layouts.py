"""run: layouts given by --struct and by comments of the text."""
from command import WRONG_PROGRAM, CommandTest, floats, main, words

STORE = """cs_5_0
{comment}dcl_constantbuffer CB0[2], immediateIndexed
dcl_uav_structured u0, 24
dcl_uav_raw u1
dcl_thread_group 1, 1, 1
store_structured u0.x, l(0), l(0), CB0[0].x
ret
"""
MEMBERS = "float3 position; uint flags; float pad[2]"
HEADER = "index,position.x,position.y,position.z,flags,pad[0],pad[1]"


class Layouts(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("plain.asm", STORE.format(comment=""))
        self.write("row.bin", floats(1, 2, 3) + words(7) + floats(4, 5))

    def header(self, program, *options):
        self.sm5("run", program, "--groups", 1, "-b", "u0=row.bin", "-b", "u1=zero,size=1", "-o", "u0=x.csv", *options)
        return self.read("x.csv").decode().splitlines()[0]

    def test_an_option_names_the_words(self):
        self.assertEqual(self.header("plain.asm", "--struct", f"u0={MEMBERS}"), HEADER)

    def test_a_comment_names_the_words(self):
        self.write("named.asm", STORE.format(comment=f"// sm5: struct u0 {MEMBERS}\n"))
        self.assertEqual(self.header("named.asm"), HEADER)

    def test_the_option_overrides_the_comment(self):
        self.write("named.asm", STORE.format(comment="// sm5: struct u0 float a[6]\n"))
        self.assertEqual(self.header("named.asm", "--struct", f"u0={MEMBERS}"), HEADER)

    def test_printed_text_keeps_the_comment(self):
        self.write("named.asm", STORE.format(comment=f"// sm5: struct u0 {MEMBERS}\n"))
        self.write("again.asm", self.sm5("dis", "named.asm").bytes)
        self.assertEqual(self.header("again.asm"), HEADER)

    def test_the_stride_is_checked(self):
        self.refuse("run", "plain.asm", "--groups", 1, "--struct", "u0=float4 a; float b",
                    says="the structure has 20 bytes; expected 24")
        self.write("wrong.asm", STORE.format(comment="// sm5: struct u0 float4 a\n"))
        result = self.sm5("run", "wrong.asm", "--groups", 1, expect=WRONG_PROGRAM)
        self.assertIn("wrong.asm:2:19: error: the structure of u0 has 16 bytes; expected 24", result.error)

    def test_comments_of_no_slot_are_warned_of(self):
        for slot in ("u5", "u1", "t0", "x"):
            self.write("stray.asm", STORE.format(comment=f"// sm5: struct {slot} float a\n"))
            error = self.sm5("run", "stray.asm", "--groups", 1).error
            self.assertIn(f"stray.asm:2:{17 + len(slot)}: warning: the layout of {slot} is not used", error)

    def test_mistakes_are_named(self):
        for option, says in (("u0", "expected SLOT=MEMBERS"), ("x=float a", "expected SLOT=MEMBERS"),
                             ("u5=float a", "does not declare"), ("u1=float a", "declared as raw")):
            self.refuse("run", "plain.asm", "--groups", 1, "--struct", option, says=says)
        result = self.sm5("run", "plain.asm", "--groups", 1, "--struct", "u0=flaot a", expect=2)
        self.assertIn("--struct u0:1:1: error: unknown type 'flaot'", result.error)
        self.write("empty.asm", STORE.format(comment="// sm5: struct u0\n"))
        result = self.sm5("run", "empty.asm", "--groups", 1)
        self.assertIn("struct, a slot and its members", result.error)


main()
