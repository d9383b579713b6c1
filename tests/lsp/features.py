"""What the server answers about an instruction, a register, a block or a document."""
import unittest

from client import URI, ServerTest

TEXT = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], immediateIndexed
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_uav_structured u12, 4
dcl_input vThreadID.x
dcl_temps 2
dcl_indexableTemp x0[4], 4
dcl_thread_group 4, 1, 1
ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx
mov x0[1].x, l(1.000000)
if_nz r0.x
  add_sat r1.x, r0.x, cb0[1].y
else
  mul r1.x, r0.x, x0[r0.x + 1].x // r1
endif
loop
  breakc_z r1.x
  store_structured u0.xy, vThreadID.x, l(4), r1.xyxx
endloop
store_structured u12.x, vThreadID.x, l(0), r0.x
ret
"""

HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[3][0].xyzw
dcl_output o0.xyzw
dcl_temps 1
mov r0.x, vOutputControlPointID.x
mov o0.xyzw, v[r0.x + 0][0].xyzw
ret
hs_fork_phase
dcl_output_siv o1.x, finalTriUeq0EdgeTessFactor
dcl_temps 2
mov r1.x, l(1.0)
mov o1.x, r1.x
ret
"""

TEXT_KIND, READ, WRITE = 1, 2, 3


class Hover(ServerTest):
    def hover(self, needle, offset=0, occurrence=0):
        """The text and what it is about."""
        found = self.at("hover", needle, offset, occurrence)
        if found is None:
            return None, None
        self.assertEqual(found["contents"]["kind"], "markdown")
        return found["contents"]["value"], self.slice(found["range"])

    def test_an_instruction(self):
        self.open(TEXT)
        text, place = self.hover("add_sat", 2)
        self.assertEqual(place, "add_sat")
        self.assertEqual(text, "**add**: adds two floats\n\n```sm5\nadd[_sat] dst, src0, src1\n```\n\n"
                               "- `dst`: float, a destination: r#, x#[], an output or null\n"
                               "- `src0`: float, a source: a register that holds values, or an immediate\n"
                               "- `src1`: float, a source: a register that holds values, or an immediate\n\n"
                               "D3D11.3 22.10.1, Shader Model 4.0, stages ps vs gs hs ds cs")

    def test_operands_have_names(self):
        self.open(TEXT)
        self.assertIn("\nld_structured[_indexable] dst, index, offset, memory\n", self.hover("ld_structured")[0])
        self.assertIn("D3D11.3 22.4.12,", self.hover("ld_structured")[0])
        self.assertIn("\nif_z|_nz src\n", self.hover("if_nz")[0])
        self.assertIn("\nret\n", self.hover("ret")[0])

    def test_registers_show_their_declarations(self):
        self.open(TEXT)
        for needle, register, declaration in (("t0.xyxx", "t0", "dcl_resource_structured t0, 8"), ("vThreadID.x, l(4)", "vThreadID", "dcl_input vThreadID.x"),
                                              ("r1.xyxx", "r1", "dcl_temps 2"), ("cb0[1]", "cb0", "dcl_constantbuffer cb0[2], immediateIndexed"),
                                              ("x0[r0", "x0", "dcl_indexableTemp x0[4], 4"), ("u12.x", "u12", "dcl_uav_structured u12, 4")):
            self.assertEqual(self.hover(needle), (f"```sm5\n{declaration}\n```\n", register))

    def test_the_end_of_a_word_belongs_to_it(self):
        self.open(TEXT)
        self.assertEqual(self.hover("u12.x", 3)[1], "u12")

    def test_an_undeclared_register(self):
        self.open(TEXT.replace("dcl_resource_structured t0, 8\n", ""))
        self.assertEqual(self.hover("t0.xyxx"), ("`t`: not declared", "t0"))

    def test_signature_elements(self):
        self.open("// Input signature:\n//\n// Name                 Index   Mask Register SysValue  Format   Used\n"
                  "// -------------------- ----- ------ -------- -------- ------- ------\n"
                  "// COLOR                    3   xyz         1     NONE   float   xyz\n//\n"
                  "ps_5_0\ndcl_input_ps linear v1.xyz\ndcl_output o0.xyzw\nmov o0.xyzw, v1.xyzx\nret\n")
        self.assertEqual(self.hover("v1.xyzx")[0], "```sm5\ndcl_input_ps linear v1.xyz\n```\n\nCOLOR3 `xyz`\n")

    def test_nothing_to_say(self):
        self.open(TEXT + "frob r0\n")
        for needle in ("l(4)", "// r1", "cs_5_0", "frob", "refactoringAllowed"):
            self.assertEqual(self.hover(needle, 1), (None, None))


class Navigation(ServerTest):
    def found(self, method, needle, offset=0, occurrence=0, **more):
        locations = self.at(method, needle, offset, occurrence, **more)
        for location in locations:
            self.assertEqual(location["uri"], URI)
        return [self.slice_with_line(location["range"]) for location in locations]

    def test_declarations(self):
        self.open(TEXT)
        for method in ("declaration", "definition"):
            self.assertEqual(self.found(method, "t0.xyxx"), [(3, "t0")])
            self.assertEqual(self.found(method, "u12.x"), [(5, "u12")])
            self.assertEqual(self.found(method, "r1.xyxx"), [(7, "dcl_temps")])
            self.assertEqual(self.found(method, "cb0[1]"), [(2, "cb0")])
            self.assertEqual(self.found(method, "x0[r0"), [(8, "x0")])
            self.assertEqual(self.found(method, "add_sat"), [])
            self.assertEqual(self.found(method, "// r1", 4), [])

    def test_each_phase_has_its_temporaries(self):
        self.open(HULL)
        self.assertEqual(self.found("definition", "r0.x + 0"), [(11, "dcl_temps")])
        self.assertEqual(self.found("definition", "r1.x", occurrence=1), [(17, "dcl_temps")])

    def test_references(self):
        self.open(TEXT)
        for declared in (True, False):
            lines = [line for line, _ in self.found("references", "u0.xy", context={"includeDeclaration": declared})]
            self.assertEqual(lines, [4, 19] if declared else [19])
        self.assertEqual(self.found("references", "r0.xy", context={"includeDeclaration": True}),
                         [(line, "r0") for line in (10, 12, 13, 15, 15, 21)])
        self.assertEqual(self.found("references", "ret"), [])

    def test_subroutines(self):
        self.open("ps_5_0\ncall l3\nret\nlabel l3\nret\n")
        self.assertEqual(self.found("definition", "l3"), [(3, "l3")])
        self.assertEqual(self.found("references", "l3", occurrence=1, context={"includeDeclaration": False}), [(1, "l3")])

    def highlights(self, needle, offset=0, occurrence=0):
        return [(*self.slice_with_line(found["range"]), found["kind"])
                for found in self.at("documentHighlight", needle, offset, occurrence)]

    def test_highlights_of_a_register(self):
        self.open(TEXT)
        self.assertEqual(self.highlights("r1.xyxx"), [(13, "r1", WRITE), (15, "r1", WRITE), (18, "r1", READ), (19, "r1", READ)])
        self.assertEqual(self.highlights("u0, 8"), [(4, "u0", TEXT_KIND), (19, "u0", WRITE)])
        self.assertEqual(self.highlights("x0[1]"), [(8, "x0", TEXT_KIND), (11, "x0", WRITE), (15, "x0", READ)])

    def test_highlights_of_a_block(self):
        self.open(TEXT)
        for word in ("if_nz", "else", "endif"):
            self.assertEqual(self.highlights(word), [(12, "if_nz", TEXT_KIND), (14, "else", TEXT_KIND), (16, "endif", TEXT_KIND)])
        self.assertEqual(self.highlights("endloop"), [(17, "loop", TEXT_KIND), (20, "endloop", TEXT_KIND)])
        self.assertEqual(self.highlights("ret"), [])


class Completion(ServerTest):
    def complete(self, line, text=TEXT, stage="cs_5_0"):
        """Labels offered at | of a line that is added after the code, which each replace the word before it."""
        self.open(text.replace("cs_5_0", stage) + line.replace("|", ""))
        at = len(self.text) - (len(line) - line.index("|") - 1)
        where = {"line": self.text[:at].count("\n"), "character": at - (self.text.rfind("\n", 0, at) + 1)}
        items = self.client.document("completion", position=where)
        for item in items:
            edit = item["textEdit"]
            self.assertEqual((edit["newText"], edit["range"]["end"]), (item["label"], where))
            self.assertRegex(self.slice(edit["range"]), r"^\w*$")
        self.items = {item["label"]: item for item in items}
        self.assertEqual(len(self.items), len(items), "an item twice")
        return set(self.items)

    def test_mnemonics(self):
        for line in ("|", "  |", "st|", "store|_x", "frob| r0"):
            found = self.complete(line)
            self.assertLessEqual({"store_structured", "add", "add_sat", "if_z", "if_nz", "sync_g_t", "dcl_resource_texture2d", "atomic_iadd", "ret"}, found)
            self.assertFalse(found & {"if", "emit", "sample", "cs_5_0", "sync", "sync_sat"})
        self.assertEqual(self.items["add"]["detail"], "adds two floats")

    def test_mnemonics_of_the_stage(self):
        self.assertLessEqual({"sample", "discard_z", "dcl_input_ps"}, self.complete("|", stage="ps_5_0"))
        self.assertFalse({"emit", "ubfe", "dcl_uav_typed_texture2d"} & self.complete("|", stage="ps_4_0"))

    def test_every_mnemonic_is_one(self):
        """The assembler knows each word that is offered, whatever it says about the operands."""
        labels = sorted(self.complete("|") | self.complete("|", stage="hs_5_0") | self.complete("|", stage="gs_5_0"))
        text = TEXT
        for start in range(0, len(labels), 10):
            self.text = text
            diagnostics = self.open("cs_5_0\n" + "\n".join(labels[start:start + 10]) + "\n")
            self.assertEqual([d["message"] for d in diagnostics if "unknown" in d["message"]], [])

    def test_versions(self):
        self.open("")
        labels = {item["label"] for item in self.client.document("completion", position={"line": 0, "character": 0})}
        self.assertEqual(labels, {f"{stage}_{model}" for stage in ("ps", "vs", "gs", "hs", "ds", "cs") for model in ("4_0", "4_1", "5_0", "5_1")})

    def test_sources(self):
        found = self.complete("add r0.x, r|")
        self.assertEqual(found, {"r0", "r1", "l(", "vThreadID", "cb0", "x0"})
        self.assertEqual(self.items["cb0"]["detail"], "dcl_constantbuffer cb0[2], immediateIndexed")

    def test_results(self):
        found = self.complete("add |")
        self.assertLessEqual({"r0", "r1", "x0", "null"}, found)
        self.assertFalse(found & {"t0", "cb0", "l(", "vThreadID"})

    def test_memory(self):
        self.assertEqual(self.complete("store_structured |"), {"u0", "u12"})
        self.assertEqual(self.complete("ld_structured r0.x, l(0), l(0), |"), {"t0", "u0", "u12"})

    def test_indices(self):
        found = self.complete("mov r0.x, x0[|")
        self.assertLessEqual({"r0", "vThreadID"}, found)
        self.assertFalse(found & {"t0", "u0", "l("})

    def test_too_many_operands(self):
        self.assertEqual(self.complete("mov r0.x, r0.x, |"), set())

    def test_components(self):
        self.assertEqual(self.complete("add r0.|"), {"x", "y", "z", "w", "xy", "xz", "xw", "yz", "yw", "zw", "xyz", "xyw", "xzw", "yzw", "xyzw"})
        self.assertEqual(self.complete("add r0.x, r0.x|"), {"x", "y", "z", "w", "xxxx", "yyyy", "zzzz", "wwww", "xyzw"})

    def test_declarations(self):
        self.assertEqual(self.complete("dcl_uav_raw |"), {"u13"})
        self.assertIn("t1", self.complete("dcl_resource_structured |"))
        self.assertLessEqual({"refactoringAllowed"}, self.complete("dcl_globalFlags |"))
        self.assertLessEqual({"linear", "constant", "linear noperspective sample"}, self.complete("dcl_input_ps |", "cs_5_0\n", "ps_5_0"))
        self.assertLessEqual({"position"}, self.complete("dcl_output_siv o0.xyzw, |", "cs_5_0\n", "vs_5_0"))
        self.assertLessEqual({"float", "uint"}, self.complete("dcl_resource_texture2d (|"))
        self.assertLessEqual({"immediateIndexed", "dynamicIndexed"}, self.complete("dcl_constantbuffer cb1[2], |"))
        self.assertLessEqual({"triangle"}, self.complete("dcl_inputprimitive |", "cs_5_0\n", "gs_5_0"))

    def test_nothing_in_comments(self):
        self.assertEqual(self.complete("add r0.x // r|"), set())


class Signature(ServerTest):
    def help(self, line):
        """The labels of the parameters, and the active one."""
        self.open(TEXT + line.replace("|", ""))
        at = len(TEXT) + line.index("|")
        found = self.client.document("signatureHelp", position={"line": TEXT.count("\n"), "character": at - len(TEXT)})
        if found is None:
            return None
        signature, = found["signatures"]
        self.assertEqual(found["activeSignature"], 0)
        labels = [signature["label"][slice(*parameter["label"])] for parameter in signature["parameters"]]
        self.assertEqual(signature["label"].split(" ", 1)[1], ", ".join(labels))
        return signature, labels, found["activeParameter"]

    def test_operands(self):
        for line, active in (("mad |", 0), ("mad r0|.x", 0), ("mad r0.x, |", 1), ("mad r0.x, l(1, 2, 3|", 1), ("mad r0.x, l(1, 2, 3, 4), |", 2), ("mad r0.x, cb0[r0.x + 1].x,|", 2)):
            signature, labels, found = self.help(line)
            self.assertEqual((signature["label"], labels, found), ("mad dst, src0, src1, src2", ["dst", "src0", "src1", "src2"], active))
            self.assertEqual(signature["documentation"], "multiplies two floats and adds a third")
        self.assertEqual(self.help("sample_l r0.xyzw, v0.xyxx, t0.xyzw, s0, |")[1:], (["dst", "address", "t#", "s#", "lod"], 4))

    def test_where_there_are_no_operands(self):
        for line in ("mad|", "ret |", "frob |", "|", "mad r0.x // r|"):
            self.assertIsNone(self.help(line))


class Structure(ServerTest):
    def outline(self, symbols):
        return [(s["name"], s["detail"], s["kind"], self.slice(s["selectionRange"]), self.slice(s["range"]).count("\n"), self.outline(s.get("children", [])))
                for s in symbols]

    def test_symbols(self):
        self.open(TEXT)
        found = self.outline(self.client.document("documentSymbol"))
        self.assertEqual(found[:4], [("cs_5_0", "", 2, "cs_5_0", 0, []), ("dcl_globalFlags", "refactoringAllowed", 14, "dcl_globalFlags", 0, []),
                                     ("cb0", "dcl_constantbuffer", 13, "cb0", 0, []), ("t0", "dcl_resource_structured", 13, "t0", 0, [])])
        self.assertEqual([s[0] for s in found[4:]], ["u0", "u12", "vThreadID", "dcl_temps", "x0", "dcl_thread_group"])

    def test_phases_have_their_declarations(self):
        self.open(HULL)
        found = self.outline(self.client.document("documentSymbol"))
        self.assertEqual([s[0] for s in found], ["hs_5_0", "hs_decls", *HULL.split()[2:12:2], "hs_control_point_phase", "hs_fork_phase"])
        self.assertEqual([s[0] for s in found[7][5]], ["vOutputControlPointID", "v", "o0", "dcl_temps"])
        self.assertEqual([(s[2], s[4]) for s in found[7:]], [(2, 7), (2, 5)])

    def test_subroutines(self):
        self.open("ps_5_0\ncall l3\nret\nlabel l3\nnop\nret\n\n")
        self.assertEqual(self.outline(self.client.document("documentSymbol")), [("ps_5_0", "", 2, "ps_5_0", 0, []), ("l3", "label", 12, "l3", 2, [])])

    def folds(self, text):
        self.open(text)
        return [(f["startLine"], f["endLine"], f.get("kind")) for f in self.client.document("foldingRange")]

    def test_folding(self):
        self.assertEqual(self.folds(TEXT), [(12, 13, None), (14, 15, None), (17, 19, None)])
        self.assertEqual(self.folds(HULL), [(7, 14, None), (15, 20, None)])
        self.assertEqual(self.folds("// a\n// b\ncs_5_0\n// c\nnop // d\n"), [(0, 1, "comment")])
        self.assertEqual(self.folds("ps_5_0\ndcl_immediateConstantBuffer { { 1, 2, 3, 4},\n { 1, 2, 3, 4},\n { 5, 6, 7, 8} }\nret\n"), [(1, 3, None)])

    def test_blocks_that_are_not_closed(self):
        self.assertEqual(self.folds("cs_5_0\nif_nz r0.x\nloop\nendif\nret\n"), [(1, 4, None), (2, 4, None)])
        self.assertEqual(self.folds("cs_5_0\nendif\nelse\nendloop\n"), [])


if __name__ == "__main__":
    unittest.main()
