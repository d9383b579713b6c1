"""Files that hold no program of Shader Model 4 or 5 are named, and errors name the file that they are in."""
import struct

from command import COPY, SPIN, WRONG_PROGRAM, CommandTest, main

VERBS = (("asm",), ("dis",), ("info",), ("validate",), ("run", "--groups", "1"), ("check", "--groups", "1"),
         ("bench", "--groups", "1"))


def container(*chunks):
    """A DXBC container of empty chunks; its checksum is wrong."""
    head = 32 + 4 * len(chunks)
    offsets = [head + 8 * i for i in range(len(chunks))]
    size = head + 8 * len(chunks)
    return (b"DXBC" + b"\1" * 16 + struct.pack("<III", 1, size, len(chunks)) +
            struct.pack(f"<{len(chunks)}I", *offsets) + b"".join(c + bytes(4) for c in chunks))


FILES = {
    "SPIR-V module": struct.pack("<II", 0x07230203, 0x10000),
    "DXIL program": container(b"SFI0", b"ISG1", b"DXIL"),
    "compiled effect": container(b"FX10"),
    "root signature": container(b"RTS0"),
    "Direct3D 9 bytecode": struct.pack("<III", 0xffff0300, 0x05000051, 0x0000ffff),
    "without its DXBC container": struct.pack("<III", 0x00050050, 3, 0x0100003e),
    "Windows executable": b"MZ\x90\0",
    "LLVM bitcode": b"BC\xc0\xde1234",
    "UTF-16": "cs_5_0\nret\n".encode("utf-16"),
    "unknown format": b"abc\0def",
    "empty": b"",
    "GLSL": b"// a shader\n#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n",
    "HLSL": b"/* blur */\nRWStructuredBuffer<float> o;\n[numthreads(1, 1, 1)]\nvoid main() { o[0] = 1; }\n",
    "Shader Model 1 to 3": b"// old\nvs_2_x\nmov oPos, v0\n",
    "SPIR-V assembly": b"; SPIR-V\n; Version: 1.0\nOpCapability Shader\n",
    "LLVM assembly": b"; ModuleID = 'x'\ntarget datalayout = \"e\"\n",
}


class Foreign(CommandTest):
    def test_each_verb_names_what_the_file_is(self):
        for kind, contents in FILES.items():
            self.write("x.bin", contents)
            for verb in VERBS if kind == "SPIR-V module" else VERBS[:2]:
                with self.subTest(kind=kind, verb=verb[0]):
                    result = self.refuse(verb[0], "x.bin", *verb[1:], says=kind, code=WRONG_PROGRAM)
                    self.assertTrue(result.error.startswith("x.bin: error: the file is "), result.error)

    def test_a_base_and_a_case_are_named_too(self):
        self.write("x.asm", COPY)
        self.write("x.spv", FILES["SPIR-V module"])
        self.refuse("asm", "x.asm", "--base", "x.spv", says="SPIR-V module", code=WRONG_PROGRAM)
        self.write("case.yaml", "shader: x.spv\ndispatches: [{groups: [1, 1, 1]}]\nbindings: [{slot: u0, kind: raw, file: {type: u32, values: [1]}, expect: {type: u32, values: [1]}}]\n")
        self.assertIn("SPIR-V module", self.sm5("test", "case.yaml", expect=None).text)

    def test_text_with_such_words_in_comments_is_text(self):
        self.sm5("asm", "-", stdin=b"// cbuffer gl_Position SV_Target {(\n" + COPY.encode())
        self.sm5("asm", "-", stdin=b"#line 1\n; [numthreads\n" + COPY.encode())


class Places(CommandTest):
    def test_errors_of_containers_name_the_file(self):
        self.write("x.asm", COPY)
        self.sm5("asm", "x.asm", "-o", "x.dxbc")
        whole = self.read("x.dxbc")
        self.write("cut.dxbc", whole[:100])
        self.refuse("dis", "cut.dxbc", says="cut.dxbc: byte 24: error: ", code=WRONG_PROGRAM)
        self.write("sum.dxbc", whole[:4] + bytes(15) + b"\1" + whole[20:])
        self.assertIn("sum.dxbc: byte 4: warning: ", self.sm5("dis", "sum.dxbc").error)
        self.assertIn("<stdin>: byte 4: warning: ", self.sm5("dis", "-", stdin=self.read("sum.dxbc")).error)
        at = whole.index(b"SHEX") + 8 + 8
        self.write("op.dxbc", whole[:at] + b"\xff\x07" + whole[at + 2:])
        self.assertRegex(self.sm5("dis", "op.dxbc", expect=WRONG_PROGRAM).error, r"(?m)^op\.dxbc: SHEX token 2: error: ")

    def test_faults_of_texts_show_the_line(self):
        self.write("spin.asm", "// sm5 \n" + SPIN.replace("endloop", "   3: endloop // for ever"))
        error = self.sm5("run", "spin.asm", "--groups", "1", "--max-steps", "9", "--engine", "interp", expect=WRONG_PROGRAM).error
        self.assertRegex(error, r"(?m)^spin\.asm:7:7: instruction 1: error: endloop: group \(0,0,0\)")
        self.assertIn("\n       3: endloop // for ever\n          ^~~~~~~\n", error)

    def test_faults_of_containers_name_the_file(self):
        self.write("spin.asm", SPIN)
        self.sm5("asm", "spin.asm", "-o", "spin.dxbc")
        error = self.sm5("run", "spin.dxbc", "--groups", "1", "--max-steps", "9", "--engine", "interp", expect=WRONG_PROGRAM).error
        self.assertRegex(error, r"(?m)^spin\.dxbc: instruction 1: error: ")

    def test_rules_point_into_numbered_listings(self):
        self.write("x.asm", "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n   0: mov r0.x, r4.x ; why\n   1: ret\n")
        error = self.sm5("validate", "x.asm", expect=WRONG_PROGRAM).error
        self.assertIn("x.asm:4:17: ", error)
        self.assertIn("\n       0: mov r0.x, r4.x ; why\n                    ^~~~\n", error)

    def test_escape_sequences_of_a_program_do_not_reach_the_terminal(self):
        result = self.sm5("asm", "-", stdin=b"cs_5_0\n\x1b[31m\xff\x9b mvo r0.x\n", expect=WRONG_PROGRAM)
        self.assertNotIn("\x1b", result.error)
        self.assertIn("\\x1b[31m\\xff\\x9b", result.error)


main()
