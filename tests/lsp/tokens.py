"""Semantic tokens: all of a text, those of a range, and the edits since the last result."""
import unittest

from client import URI, ServerTest

TEXT = """// a copy
cs_5_0
dcl_resource_structured t0, 8 // input
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.xy, vThreadID.x, l(0), t0.xyxx
if_nz r0.x
store_structured u0.xy, vThreadID.x, l(0x10), r0.xyxx
endif
frob r0
ret
"""

WIDTH = 5 # numbers a token


class Tokens(ServerTest):
    def decode(self, data):
        """(line, text, type, modifiers) of each token."""
        legend = self.initialized["capabilities"]["semanticTokensProvider"]["legend"]
        self.assertEqual(len(data) % WIDTH, 0)
        line = character = 0
        found = []
        for i in range(0, len(data), WIDTH):
            lines, characters, length, kind, bits = data[i:i + WIDTH]
            line, character = line + lines, characters + (0 if lines else character)
            start = {"line": line, "character": character}
            found.append((line, self.slice({"start": start, "end": {"line": line, "character": character + length}}), legend["tokenTypes"][kind],
                          [name for bit, name in enumerate(legend["tokenModifiers"]) if bits >> bit & 1]))
        return found

    def tokens(self, method="semanticTokens/full", **more):
        return self.decode(self.client.document(method, **more)["data"])

    def test_each_type(self):
        self.open(TEXT)
        found = self.tokens()
        self.assertEqual(found[:9], [
            (0, "// a copy", "comment", []),
            (1, "cs_5_0", "keyword", []),
            (2, "dcl_resource_structured", "macro", []),
            (2, "t0", "variable", ["declaration"]),
            (2, "8", "number", []),
            (2, "// input", "comment", []),
            (3, "dcl_uav_structured", "macro", []),
            (3, "u0", "variable", ["declaration"]),
            (3, "8", "number", [])])
        self.assertEqual([token[1:] for token in found if token[0] == 4],
                         [("dcl_input", "macro", []), ("vThreadID", "parameter", ["declaration"]), ("x", "property", [])])
        self.assertEqual([token[1:] for token in found if token[0] == 9], [
            ("store_structured", "function", []), ("u0", "variable", ["modification"]), ("xy", "property", []),
            ("vThreadID", "parameter", []), ("x", "property", []), ("l", "enumMember", []), ("0x10", "number", []),
            ("r0", "variable", []), ("xyxx", "property", [])])
        self.assertEqual([token[1:] for token in found if token[0] == 7][1], ("r0", "variable", ["modification"]))
        self.assertEqual([token[1] for token in found if token[0] == 11], ["r0"]) # frob is not an instruction
        self.assertEqual(found[-1], (12, "ret", "keyword", []))

    def test_strings(self):
        self.open('cs_5_0\nerrorf "a, r0 // b", r0.x\n')
        self.assertIn((1, '"a, r0 // b"', "string", []), self.tokens())

    def test_range(self):
        self.open(TEXT)
        whole = self.tokens()
        some = self.tokens("semanticTokens/range", range={"start": {"line": 3, "character": 0}, "end": {"line": 5, "character": 0}})
        self.assertEqual(some, [token for token in whole if token[0] in (3, 4)])
        self.assertIsNone(self.client.document("semanticTokens/range", range={"start": 1}))

    def edited(self, data, edits):
        for edit in sorted(edits, key=lambda e: e["start"], reverse=True):
            data[edit["start"]:edit["start"] + edit["deleteCount"]] = edit.get("data", [])
        return data

    def test_delta(self):
        self.open(TEXT)
        result = self.client.document("semanticTokens/full")
        data, name = result["data"], result["resultId"]
        changes = [((7, 0, 7, 0), "mov r0.x, l(1)\n"), ((3, 0, 6, 0), ""), ((0, 3, 0, 9), ""), ((0, 0, 0, 0), "\n"), ((2, 1, 2, 1), ""),
                   ((0, 0, 99, 0), ""), ((0, 0, 0, 0), "ps_5_0\nret\n")]
        for version, (place, text) in enumerate(changes, 2):
            start, end = ({"line": place[i], "character": place[i + 1]} for i in (0, 2))
            self.client.change(version, {"range": {"start": start, "end": end}, "text": text})
            delta = self.client.document("semanticTokens/full/delta", previousResultId=name)
            data, name = self.edited(data, delta["edits"]), delta["resultId"]
            # The same text in another document
            self.assertEqual(self.client.document("semanticTokens/range", range={"start": {"line": 0, "character": 0},
                                                                                "end": {"line": 99, "character": 0}})["data"], data)
        self.assertEqual(len(data), 2 * WIDTH)

    def test_no_change_has_no_edits(self):
        self.open(TEXT)
        name = self.client.document("semanticTokens/full")["resultId"]
        self.assertEqual(self.client.document("semanticTokens/full/delta", previousResultId=name)["edits"], [])

    def test_a_result_that_the_server_lacks(self):
        self.open(TEXT)
        whole = self.client.document("semanticTokens/full")
        for name in ("", "99", 1, None):
            self.assertEqual(self.client.document("semanticTokens/full/delta", previousResultId=name)["data"], whole["data"])

    def test_two_documents_have_their_own_results(self):
        self.open(TEXT)
        other = "file:///b.asm"
        self.client.open("ps_5_0\n", other)
        first, second = (self.client.document("semanticTokens/full", uri=uri) for uri in (URI, other))
        self.assertEqual(len(second["data"]), WIDTH)
        self.assertGreater(len(first["data"]), WIDTH)


if __name__ == "__main__":
    unittest.main()
