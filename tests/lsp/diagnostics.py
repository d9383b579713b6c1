"""Diagnostics as a text changes."""
import unittest

from client import ServerTest

GOOD = """cs_5_0
dcl_uav_raw u0
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(1)
store_raw u0.x, l(0), r0.x
ret
"""


class Diagnostics(ServerTest):
    def shown(self, diagnostics):
        for diagnostic in diagnostics:
            self.assertEqual(diagnostic["source"], "sm5")
        return [(d["severity"], d["range"]["start"]["line"], self.slice(d["range"]), d["code"], d["message"]) for d in diagnostics]

    def test_good_text(self):
        self.assertEqual(self.open(GOOD), [])

    def test_of_the_assembler(self):
        found = self.shown(self.open(GOOD.replace("mov", "mvo").replace("u0.x", "u0.q")))
        self.assertEqual([d[:3] for d in found], [(1, 4, "mvo"), (1, 5, "q")])
        self.assertIn("did you mean 'mov'?", found[0][4])

    def test_of_validation(self):
        found = self.shown(self.open(GOOD.replace("dcl_temps 1\n", "")))
        self.assertEqual({d[0] for d in found}, {1})
        self.assertIn((3, "r0"), {(d[1], d[2][:2]) for d in found} | {(d[1], "r0") for d in found if "r0" in d[4]})

    def test_as_you_type(self):
        self.open(GOOD)
        line, word = 4, "mov"
        for length in range(len(word)):
            self.client.change(2 + length, {"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 3 if not length else length - 1}},
                                            "text": word[:length]})
            published = self.client.published()
            self.assertEqual(published["version"], 2 + length)
            self.assertTrue(published["diagnostics"])
            self.assertEqual(published["diagnostics"][0]["range"]["start"]["line"], line)
        self.client.change(9, {"range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 2}}, "text": "mov"})
        self.assertEqual(self.client.published()["diagnostics"], [])

    def test_columns_count_utf16(self):
        text = 'cs_5_0\nprintf "\u00e4\U0001f600", q0.x\n'
        found = self.open(text)
        column = len('printf "\u00e4" ') + 2 + 1
        self.assertEqual([(d["range"]["start"]["character"], d["range"]["end"]["character"]) for d in found if "'q'" in d["message"]], [(column, column + 1)])

    def test_characters_that_are_cut(self):
        """A message quotes at most 48 bytes, which may end inside a character."""
        for shift in range(4):
            for body in ("\u00e4", "\u20ac", "\U0001f600", "\x01", "\x7f"):
                for line in ("frob {}", "{}", "mov {}, r0.x", "mov r0.{}", 'printf "{}', "dcl_temps {}", "// sm5: struct {}"):
                    found = self.open("cs_5_0\n" + line.format("x" * shift + 60 * body) + "\n")
                    self.assertTrue(found)

    def test_many(self):
        found = self.open("cs_5_0\n" + 1000 * "frob\n")
        self.assertTrue(1 <= len(found) <= 200)

    def test_other_text(self):
        for text in ("", "hello", "DXBC", "\n\n", "#version 450\n", "float4 main() : SV_Target { return 1; }", "\ufeffcs_5_0\nret\n"):
            for diagnostic in self.open(text):
                self.assertEqual(diagnostic["severity"], 1)


if __name__ == "__main__":
    unittest.main()
