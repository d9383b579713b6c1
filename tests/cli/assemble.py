"""asm: warnings, bases with edited signatures, checksums, and outputs that are inputs."""
import struct

from command import COPY, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

MALFORMED = """cs_5_0
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, r4.x
ld_raw r0.x, l(0), t3.x
"""

PIXEL = """//
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Position              0   xyzw        0      POS   float
// TEXCOORD                 0   xy          1     NONE   float   xy
//
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Target                0   xyzw        0   TARGET   float   xyzw
//
ps_5_0
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_temps 1
mov o0.xyzw, v1.xyxy
ret
"""


def chunks(container):
    (count,) = struct.unpack_from("<I", container, 28)
    found = []
    for at in struct.unpack_from(f"<{count}I", container, 32):
        fourcc, size = struct.unpack_from("<4sI", container, at)
        found.append((fourcc.decode(), container[at + 8 : at + 8 + size]))
    return found


def with_chunk(container, fourcc, payload):
    """The container with one more chunk at its end, unsigned."""
    old = chunks(container) + [(fourcc, payload)]
    head = 32 + 4 * len(old)
    offsets, body = [], b""
    for name, data in old:
        offsets.append(head + len(body))
        body += name.encode() + struct.pack("<I", len(data)) + data
    size = head + len(body)
    return (b"DXBC" + bytes(16) + struct.pack("<III", 1, size, len(old)) +
            struct.pack(f"<{len(old)}I", *offsets) + body)


class Warnings(CommandTest):
    def test_what_runs_would_refuse_is_a_warning(self):
        self.write("x.asm", MALFORMED)
        error = self.sm5("asm", "x.asm", "-o", "x.dxbc").error
        self.assertRegex(error, r"(?m)^x\.asm:4:11: .*warning: r4 .*\[validate-temp, malformed\]\n    mov r0.x, r4.x\n +\^~~~$")
        self.assertIn("[validate-undeclared, malformed]", error)
        self.assertIn("[validate-end, ", error)
        self.assertEqual(self.read("x.dxbc")[:4], b"DXBC")

    def test_werror_writes_nothing(self):
        self.write("x.asm", MALFORMED)
        error = self.sm5("asm", "x.asm", "-Werror", "-o", "x.dxbc", expect=WRONG_PROGRAM).error
        self.assertIn("error: r4", error)
        self.assertFalse((self.path / "x.dxbc").exists())
        self.refuse("asm", "x.asm", "-Wall", says="-Werror")

    def test_good_programs_and_containers_are_quiet(self):
        self.write("x.asm", COPY)
        self.assertEqual(self.sm5("asm", "x.asm", "-Werror", "-o", "x.dxbc").error, "")
        self.write("y.asm", MALFORMED)
        self.sm5("asm", "y.asm", "-o", "y.dxbc")
        self.assertEqual(self.sm5("asm", "y.dxbc", "-Werror", "-o", "z.dxbc").error, "")

    def test_nonconforming_instructions_are_quiet(self):
        self.write("x.asm", COPY.replace("vThreadID.x, l(4), t0", "vThreadID.x, l(0, 0, 0, 0), t0")
                   .replace("l(0), t0.xyxx", "l(0, 0, 0, 0), t0.xyxx"))
        self.assertEqual(self.sm5("asm", "x.asm", "-Werror", "-o", "x.dxbc").error, "")


class Bases(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("x.asm", PIXEL)
        self.sm5("asm", "x.asm", "-o", "made.dxbc")
        self.write("unsigned.dxbc", with_chunk(self.read("made.dxbc"), "PRIV", b"kept"))
        self.sm5("asm", "unsigned.dxbc", "--sign", "-o", "x.dxbc")

    def patch(self, edit, *options):
        text = self.sm5("dis", *options, "x.dxbc").text
        self.write("edited.asm", edit(text))
        self.sm5("asm", "edited.asm", "--base", "x.dxbc", "-o", "y.dxbc")
        return chunks(self.read("x.dxbc")), chunks(self.read("y.dxbc"))

    def test_unedited_text_gives_the_container(self):
        for options in ((), ("--fxc",)):
            self.patch(lambda text: text, *options)
            self.assertEqual(self.read("x.dxbc"), self.read("y.dxbc"))

    def test_an_added_interpolant_changes_its_table_alone(self):
        row = "// TEXCOORD                 1     zw        1     NONE   float     zw\n"

        def edit(text):
            head, title, rest = text.partition("// TEXCOORD  ")
            line, _, tail = rest.partition("\n")
            tail = tail.replace("dcl_input_ps linear v1.xy", "dcl_input_ps linear v1.xy\ndcl_input_ps linear v1.zw")
            return head + title + line + "\n" + row + tail

        before, after = self.patch(edit)
        self.assertEqual([name for name, _ in before], [name for name, _ in after])
        changed = [name for (name, old), (_, new) in zip(before, after) if old != new]
        self.assertEqual(changed[0], "ISGN")
        self.assertIn("SHEX", changed)
        self.assertNotIn("OSGN", changed)
        self.assertNotIn("PRIV", changed)
        self.assertIn("TEXCOORD                 1     zw", self.sm5("dis", "y.dxbc").text)
        self.assertEqual(self.sm5("validate", "y.dxbc").error, "")

    def test_a_renamed_semantic_changes_the_output_table(self):
        before, after = self.patch(lambda text: text.replace("// SV_Target  ", "// SV_TARGET  "))
        self.assertEqual([n for (n, old), (_, new) in zip(before, after) if old != new], ["OSGN"])

    def test_text_without_tables_keeps_those_of_the_base(self):
        before, after = self.patch(lambda text: text[text.index("ps_5_0"):].replace("v1.xyxy", "v1.yyyy"))
        self.assertEqual([n for (n, old), (_, new) in zip(before, after) if old != new], ["SHEX"])

    def test_another_stage_is_refused(self):
        self.write("c.asm", COPY)
        self.refuse("asm", "c.asm", "--base", "x.dxbc", says="the base is a ps program and the new code a cs program")


class Checksums(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("x.asm", COPY)
        self.sm5("asm", "x.asm", "-o", "good.dxbc")
        good = self.read("good.dxbc")
        self.write("bad.dxbc", good[:4] + b"\x55" * 16 + good[20:])

    def test_sign_corrects_the_checksum_alone(self):
        self.sm5("asm", "bad.dxbc", "--sign", "-o", "signed.dxbc")
        self.assertEqual(self.read("signed.dxbc"), self.read("good.dxbc"))

    def test_every_written_container_is_signed(self):
        self.assertEqual(self.sm5("asm", "bad.dxbc").bytes, self.read("good.dxbc"))
        self.sm5("asm", "x.asm", "--base", "bad.dxbc", "-o", "based.dxbc")
        self.assertEqual(self.read("based.dxbc"), self.read("good.dxbc"))

    def test_in_place_writes_to_the_input(self):
        self.sm5("asm", "bad.dxbc", "--sign", "--in-place")
        self.assertEqual(self.read("bad.dxbc"), self.read("good.dxbc"))

    def test_text_has_no_checksum(self):
        self.refuse("asm", "x.asm", "--sign", says="expected a container")
        self.refuse("asm", "bad.dxbc", "--sign", "--base", "good.dxbc", says="without --base")


class Overwrites(CommandTest):
    def refuse_and_keep(self, name, *arguments):
        before = self.read(name)
        result = self.sm5(*arguments, expect=WRONG_COMMAND)
        self.assertIn(f"{name}: the output is also an input; expected another file, or --in-place", result.error)
        self.assertEqual(self.read(name), before)

    def test_an_output_that_is_an_input_is_refused(self):
        self.write("x.asm", COPY)
        self.sm5("asm", "x.asm", "-o", "x.dxbc")
        self.refuse_and_keep("x.asm", "asm", "x.asm", "-o", "x.asm")
        self.refuse_and_keep("x.dxbc", "asm", "x.asm", "--base", "x.dxbc", "-o", "x.dxbc")
        self.refuse_and_keep("x.dxbc", "dis", "x.dxbc", "-o", "x.dxbc")
        self.refuse_and_keep("./x.dxbc", "dis", "x.dxbc", "-o", "./x.dxbc")
        self.refuse_and_keep("x.asm", "validate", "x.asm", "--json", "x.asm")
        (self.path / "link.dxbc").symlink_to("x.dxbc")
        self.refuse_and_keep("link.dxbc", "dis", "x.dxbc", "-o", "link.dxbc")
        self.sm5("dis", "x.dxbc", "-o", "x.dxbc", "--in-place")
        self.assertIn(b"cs_5_0", self.read("x.dxbc"))

    def test_runs_do_not_overwrite_what_they_read(self):
        self.write("x.asm", COPY)
        self.write("u.bin", bytes(32))
        arguments = ("run", "x.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=u.bin", "-o")
        self.refuse_and_keep("u.bin", *arguments, "u0=u.bin")
        self.write("x.raw", COPY)
        self.refuse_and_keep("x.raw", "run", "x.raw", *arguments[2:], "u0=x.raw")
        self.refuse_and_keep("x.asm", *arguments, "u0=new.bin", "--json", "x.asm")
        self.assertIn("also an input", self.sm5(*arguments, "u0=raw:u.bin", expect=WRONG_COMMAND).error)
        self.sm5(*arguments, "u0=u.bin", "--in-place")
        self.assertNotEqual(self.read("u.bin"), bytes(32))


main()
