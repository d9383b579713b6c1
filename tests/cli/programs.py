"""asm, dis and info: programs in and out."""
import json
import struct

from command import COPY, TYPED, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main


class Programs(CommandTest):
    def assemble(self, text=COPY, name="x.dxbc"):
        self.write("x.asm", text)
        self.sm5("asm", "x.asm", "-o", name)
        return self.read(name)

    def test_asm_writes_a_container(self):
        container = self.assemble()
        self.assertEqual(container[:4], b"DXBC")
        self.assertEqual(struct.unpack_from("<I", container, 24)[0], len(container))

    def test_standard_input_and_output(self):
        container = self.assemble()
        self.assertEqual(self.sm5("asm", "-", stdin=COPY.encode()).bytes, container)
        self.assertEqual(self.sm5("asm", "x.asm", "-o", "-").bytes, container)
        self.assertEqual(self.sm5("asm", "x.asm", "-o-").bytes, container)
        self.assertEqual(self.sm5("dis", "-", stdin=container).text, self.sm5("dis", "x.dxbc").text)

    def test_round_trip(self):
        container = self.assemble()
        self.sm5("dis", "x.dxbc", "-o", "y.asm")
        self.sm5("asm", "y.asm", "-o", "y.dxbc")
        self.assertEqual(self.read("y.dxbc"), container)

    def test_dis_prints_the_instructions(self):
        self.assemble()
        lines = [line.strip() for line in self.sm5("dis", "--fxc", "x.dxbc").text.splitlines()]
        for line in COPY.splitlines():
            self.assertIn(line, lines)

    def test_a_container_is_assembled_as_it_is(self):
        container = self.assemble()
        self.assertEqual(self.sm5("asm", "x.dxbc").bytes, container)

    def test_base_keeps_other_chunks(self):
        container = self.assemble()
        count = struct.unpack_from("<I", container, 28)[0]
        chunk = b"XTRA" + struct.pack("<I", 4) + b"abcd"
        offsets = [o + 4 for o in struct.unpack_from(f"<{count}I", container, 32)]
        body = container[32 + 4 * count:] + chunk
        offsets.append(len(container) + 4)
        base = container[:24] + struct.pack("<II", len(container) + 4 + len(chunk), count + 1)
        base += struct.pack(f"<{count + 1}I", *offsets) + body
        self.write("base.dxbc", base)
        self.write("y.asm", COPY.replace("l(1.000000)", "l(2.000000)"))
        result = self.sm5("asm", "y.asm", "--base", "base.dxbc").bytes
        self.assertIn(chunk, result)
        self.assertIn(struct.pack("<f", 2.0), result)

    def test_errors_in_text_have_a_place_and_a_caret(self):
        self.write("x.asm", COPY.replace("add r0.x", "ad r0.x"))
        result = self.sm5("asm", "x.asm", expect=WRONG_PROGRAM)
        self.assertIn("x.asm:9:1: error:", result.error)
        self.assertIn("'add'", result.error)
        self.assertIn("^~", result.error)
        self.assertEqual(result.bytes, b"")

    def test_errors_in_standard_input(self):
        result = self.sm5("asm", "-", stdin=b"cs_5_0\nnonsense\n", expect=WRONG_PROGRAM)
        self.assertIn("<stdin>:2:1:", result.error)

    def test_malformed_programs(self):
        container = self.assemble()
        for bad in (b"", b"DXBC", container[:-8], container[:60], b"\x7fELF\0\0\0\0"):
            self.write("bad", bad)
            for verb in ("asm", "dis", "info"):
                result = self.sm5(verb, "bad", expect=WRONG_PROGRAM)
                self.assertIn("error:", result.error)
                self.assertEqual(result.bytes, b"")

    def test_a_wrong_checksum_is_a_warning(self):
        container = bytearray(self.assemble())
        container[4] ^= 1
        self.write("bad.dxbc", bytes(container))
        result = self.sm5("info", "bad.dxbc")
        self.assertIn("warning:", result.error)
        self.assertIn("checksum wrong", result.text)

    def test_no_colours_in_a_pipe(self):
        result = self.sm5("asm", "-", stdin=b"nonsense\n", expect=WRONG_PROGRAM)
        self.assertNotIn("\033", result.error)

    def test_unwritable_outputs(self):
        self.write("x.asm", COPY)
        self.refuse("asm", "x.asm", "-o", "no/such/folder/x", says="no/such/folder/x: No such file")
        self.refuse("dis", "x.asm", "-o", ".", says=".: ")
        self.refuse("asm", "x.asm", "-o", "/dev/full", says="/dev/full: No space")

    def test_base_must_be_a_container(self):
        self.write("x.asm", COPY)
        self.refuse("asm", "x.asm", "--base", "missing", says="missing: No such file")
        self.sm5("asm", "x.asm", "--base", "x.asm", expect=WRONG_COMMAND)

    def test_info(self):
        self.assemble()
        text = self.sm5("info", "x.dxbc").text
        for part in ("cs_5_0", "4 instructions", "thread group 4 x 1 x 1", "t0  structured, stride 8", "SHEX"):
            self.assertIn(part, text)

    def test_info_json(self):
        self.assemble()
        info = json.loads(self.sm5("info", "--json", "x.dxbc").text)
        self.assertEqual((info["stage"], info["model"], info["thread_group"]), ("cs", "5.0", [4, 1, 1]))
        self.assertEqual([(r["kind"], r["layout"], r["stride"]) for r in info["resources"]],
                         [("t", "structured", 8), ("u", "structured", 8)])
        self.assertTrue(info["checksum_ok"])
        self.assertEqual([c["fourcc"] for c in info["chunks"]][:3], ["ISGN", "OSGN", "SHEX"])

    def test_info_json_of_typed_views(self):
        self.write("typed.asm", TYPED)
        resources = json.loads(self.sm5("info", "--json", "typed.asm").text)["resources"]
        self.assertEqual([(r["return_type"], r["format"]) for r in resources], [(["float"] * 4, None)] * 2)
        self.write("atomic.asm", "cs_5_0\ndcl_uav_typed_buffer (uint,uint,uint,uint) u0\ndcl_uav_raw u1\ndcl_thread_group 1, 1, 1\n"
                   "atomic_iadd u0, l(0, 0, 0, 0), l(1)\nret\n")
        info = json.loads(self.sm5("info", "--json", "atomic.asm").text)
        self.assertEqual([(r["return_type"], r["format"]) for r in info["resources"]], [(["uint"] * 4, "R32_UINT"), (None, None)])
        self.assertEqual(info["inputs"], [])

    def test_info_json_of_pixel_inputs(self):
        self.write("ps.asm", "ps_5_0\ndcl_input_ps_siv linear noperspective v0.xy, position\ndcl_input_ps linear centroid v1.yz\n"
                   "dcl_input_ps constant v2.x\ndcl_input_ps_sgv constant v3.x, is_front_face\ndcl_output o0.xyzw\nret\n")
        inputs = json.loads(self.sm5("info", "--json", "ps.asm").text)["inputs"]
        self.assertEqual([(e["column"], e["register"], e["components"], e["interpolation"], e["made"]) for e in inputs],
                         [("SV_Position", "v0", "xy", "linear noperspective", True), ("v1", "v1", "yz", "linear centroid", False),
                          ("v2", "v2", "x", "constant", False), ("SV_IsFrontFace", "v3", "x", "constant", True)])

    def test_info_json_names_the_columns_of_inputs(self):
        self.write("vs.asm", "vs_5_0\ndcl_input v0.xyz\ndcl_input_sgv v1.x, vertex_id\ndcl_output o0.x\nmov o0.x, v0.z\nret\n")
        inputs = json.loads(self.sm5("info", "--json", "vs.asm").text)["inputs"]
        self.assertEqual([(e["column"], e["used"], e["type"], e["interpolation"], e["made"]) for e in inputs],
                         [("v0", "xyz", "float", None, False), ("SV_VertexID", "x", "uint", None, True)])
        self.write("in.csv", "v0.x,v0.y,v0.z\n1,2,3\n")
        self.sm5("run", "vs.asm", "-i", "in.csv")


main()
