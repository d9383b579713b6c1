"""Formatting changes the indentation, and never the program."""
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

from client import COMMAND, ServerTest, apply_edits

ROOT = pathlib.Path(os.environ["SM5_SOURCE_ROOT"])

NESTED = """// Comments before the version are kept
   // as they are.
cs_5_0
dcl_immediateConstantBuffer { { 1, 2, 3, 4},
                              { 5, 6, 7, 8} }
    dcl_temps 1
dcl_thread_group 1, 1, 1
if_nz r0.x
// in the if
loop
\tbreakc_z r0.x // wide
          switch r0.x
case l(1)
mov r0.x,   l(1)
break
endswitch
endloop
  else
mov r0.x, l(2)

endif
      ret
"""

FORMATTED = """// Comments before the version are kept
   // as they are.
cs_5_0
dcl_immediateConstantBuffer { { 1, 2, 3, 4},
                              { 5, 6, 7, 8} }
dcl_temps 1
dcl_thread_group 1, 1, 1
if_nz r0.x
  // in the if
  loop
    breakc_z r0.x // wide
    switch r0.x
      case l(1)
      mov r0.x,   l(1)
      break
    endswitch
  endloop
else
  mov r0.x, l(2)

endif
ret
"""


class Format(ServerTest):
    def format(self, text):
        self.open(text)
        formatted = apply_edits(text, self.client.document("formatting", options={"tabSize": 8, "insertSpaces": True}), self.client.encoding)
        self.open(formatted)
        self.assertEqual(self.client.document("formatting", options={}), [], "not formatted after formatting")
        return formatted

    def assemble(self, text):
        """The container, or the messages without their columns."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x")
            path.write_bytes(text.encode())
            done = subprocess.run([COMMAND, "asm", path.name, "-o", "-"], cwd=folder, capture_output=True, check=False)
            return done.returncode, done.stdout if not done.returncode else done.stderr.count(b"\n")

    def test_indentation(self):
        self.assertEqual(self.format(NESTED), FORMATTED)

    def test_line_ends_are_kept(self):
        for end in ("\r\n", "\n"):
            self.assertEqual(self.format(NESTED.replace("\n", end)), FORMATTED.replace("\n", end))

    def test_the_text_of_fxc_is_formatted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.asm")
            path.write_text(NESTED)
            subprocess.run([COMMAND, "asm", path, "-o", path.with_suffix(".dxbc")], check=True, capture_output=True)
            text = subprocess.run([COMMAND, "dis", path.with_suffix(".dxbc")], check=True, capture_output=True, text=True).stdout
        self.assertEqual(self.format(text), text)

    def test_listings_with_numbers_are_kept(self):
        text = "cs_5_0\n      dcl_temps 1\n   0: if_nz r0.x\n   1: mov r0.x, l(1)\n   2: endif\n   3: ret\n"
        self.assertEqual(self.format(text), text.replace("      dcl", "dcl"))

    def test_programs_are_the_same(self):
        """Programs with random blanks at the start of their lines assemble to the same bytes after formatting."""
        paths = sorted((ROOT / "examples").rglob("*.asm")) + sorted((ROOT / "fuzz/seeds/text").iterdir())
        self.assertGreater(len(paths), 5)
        rng = random.Random(1)
        good = 0
        for path in paths:
            text = "".join(rng.choice(["", " ", "\t", "   "]) + line for line in path.read_bytes().decode().splitlines(keepends=True))
            before = self.assemble(text)
            good += before[0] == 0
            self.assertEqual(self.assemble(self.format(text)), before, path)
        self.assertGreater(good, 5)


if __name__ == "__main__":
    unittest.main()
