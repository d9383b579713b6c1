"""Incremental changes: after each, the server's text is that of the client. A second document with the whole text shows it."""
import random
import unittest

from client import URI, Client, ServerTest, index_of, position

OTHER = "file:///b.asm"
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}
PIECES = ["\n", "\r\n", "\r", "\u00e4", "\U0001f600", "\u20ac", "// ", "add r0.x, r1.y, l(1)", "if_nz r0.x", "endif", "dcl_temps 2", "cs_5_0\n", " ",
          "\t", ",", "{", "}", '"', "r7", ".", "dcl_immediateConstantBuffer {", "frob \u00e4\U0001f600", "label l1\n", "4", "{ 1, 2, 3, 4},\n"]
ROUNDS, CHANGES = 12, 40


def applied(text, change, encoding):
    """The text after a change; a range may end past a line, which is its end."""
    if "range" not in change:
        return change["text"]
    start, end = (index_of(text, change["range"][key], encoding) for key in ("start", "end"))
    return text[:start] + change["text"] + text[end:]


class Positions(ServerTest):
    def same(self, text):
        """Both documents have the same results, which include columns."""
        self.client.open(text, OTHER)
        published = {}
        while len(published) < 2:
            message = self.client.published()
            published[message["uri"]] = message["diagnostics"]
        self.assertEqual(published[URI], published[OTHER], repr(text))
        for method in ("semanticTokens/range", "foldingRange", "documentSymbol", "formatting"):
            first, second = (self.client.document(method, uri=uri, range=WHOLE) for uri in (URI, OTHER))
            self.assertEqual(first, second, (method, text))

    def random_change(self, rng, text):
        new = "".join(rng.choices(PIECES, k=rng.randrange(4)))
        if rng.random() < 0.05:
            return {"text": new}
        # No position names the place between \r and \n.
        places = [i for i in range(len(text) + 1) if not (text[i - 1:i] == "\r" and text[i:i + 1] == "\n")]
        start = rng.choice(places)
        end = rng.choice([i for i in places if start <= i <= start + 12])
        return {"range": {"start": position(text, start, self.client.encoding), "end": position(text, end, self.client.encoding)}, "text": new}

    def test_random_changes(self):
        for seed in range(ROUNDS):
            rng = random.Random(seed)
            text = "".join(rng.choices(PIECES, k=30))
            self.client.open(text)
            self.client.published()
            for version in range(2, CHANGES // 4):
                changes = []
                for _ in range(rng.randrange(1, 5)):
                    changes.append(self.random_change(rng, text))
                    text = applied(text, changes[-1], self.client.encoding)
                self.client.change(version, *changes)
                self.same(text)

    def change(self, start, end, new):
        self.client.change(2, {"range": {"start": dict(zip(("line", "character"), start)), "end": dict(zip(("line", "character"), end))}, "text": new})
        self.client.published()

    def registers(self):
        """(line, character) of each reference to r0."""
        places = self.client.document("references", position={"line": 1, "character": self.column}, context={"includeDeclaration": True})
        return [(place["range"]["start"]["line"], place["range"]["start"]["character"]) for place in places]

    def test_positions_after_the_end(self):
        """They are the end of the line, or of the text."""
        self.open("cs_5_0\nmov r0.x, r0.y\n")
        self.column = 4
        self.change((0, 99), (0, 2**31), " // a")
        self.change((1, 99), (99, 0), "\nmov r0.x, r0.y")
        self.change((99, 99), (2**40, 2**40), "\nnop r0\n")
        self.assertEqual(self.registers(), [(1, 4), (1, 10), (2, 4), (2, 10), (3, 4)])

    def test_a_position_inside_a_character_is_its_start(self):
        self.open("cs_5_0\n//\U0001f600\U0001f600\n")
        self.change((1, 3), (1, 6), "")
        self.client.change(3, {"range": {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 2}}, "text": "\nmov r0.x, r0.y //"})
        tokens = self.client.document("semanticTokens/full")["data"]
        self.assertEqual(tokens[5:10], [1, 0, 2, 9, 0])

    def test_line_ends(self):
        for end in ("\n", "\r\n"):
            self.open(f"cs_5_0{end}mov r0.x, r0.y{end}{end}mov r0.z, r1.y")
            self.column = 4
            self.assertEqual(self.registers(), [(1, 4), (1, 10), (3, 4)])

    def test_a_null_range_is_the_whole_text(self):
        self.open("cs_5_0\nmov r0.x, r0.y\n")
        self.client.change(2, {"range": None, "text": "cs_5_0\nmov r0.x, r1.y\nmov r0.z, r1.y\n"})
        self.column = 4
        self.assertEqual(self.registers(), [(1, 4), (2, 4)])


class Utf16(ServerTest):
    units = 2 # of U+1F600, before a register

    def test_columns(self):
        # The label of a listing's line may be any word.
        self.open('cs_5_0\nprintf "\u00e4\U0001f600", r0.x, r0.y\n')
        bytes_before = {2: 0, 4: 1}[self.units] # U+00E4 has two bytes
        column = len('printf "') + 1 + bytes_before + self.units + len('", ')
        places = self.client.document("references", position={"line": 1, "character": column + 1}, context={"includeDeclaration": True})
        self.assertEqual([place["range"] for place in places], [
            {"start": {"line": 1, "character": column + at}, "end": {"line": 1, "character": column + at + 2}} for at in (0, 6)])
        # The column where a range starts is that of the next character after an edit, too.
        self.client.change(2, {"range": {"start": {"line": 1, "character": column}, "end": {"line": 1, "character": column + 2}}, "text": "r7"})
        places = self.client.document("references", position={"line": 1, "character": column}, context={"includeDeclaration": True})
        self.assertEqual(len(places), 1)


class Utf8(Utf16):
    encodings = ["utf-16", "utf-8"]
    units = 4


class Utf8Positions(Positions):
    encodings = ["utf-8"]
    test_a_position_inside_a_character_is_its_start = None


if __name__ == "__main__":
    unittest.main()
