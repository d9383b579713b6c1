#!/usr/bin/env python3
"""manual.py ROOT SM5: docs/cli.md agrees with the option tables, and the man page made from it is complete."""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1])
SM5 = sys.argv[2]
SPEC = importlib.util.spec_from_file_location("manual", ROOT / "tools" / "manual.py")
manual = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(manual)
TEXT = (ROOT / "docs" / "cli.md").read_text()


class Tables(unittest.TestCase):
    def wrong(self, text):
        return manual.differences(SM5, text)[1]

    def test_the_text_agrees_with_the_command(self):
        verbs, wrong = manual.differences(SM5, TEXT)
        self.assertEqual(wrong, [])
        self.assertIn("check", verbs)

    def changed(self, old, new):
        self.assertIn(old, TEXT)
        return self.wrong(TEXT.replace(old, new))

    def test_a_missing_option_is_found(self):
        self.assertIn("dis: no row for --lines", self.changed("| `--lines` |", "| lines |"))

    def test_a_missing_option_is_added(self):
        lines = TEXT.splitlines(keepends=True)
        text = manual.updated(SM5, "".join(line for line in lines if not line.startswith("| `--repeat` N |")))
        self.assertEqual(manual.differences(SM5, text)[1], [])
        self.assertIn("| `--repeat` N | dispatches that are timed", text)
        self.assertEqual(manual.updated(SM5, TEXT), TEXT)

    def test_a_stale_option_is_found(self):
        self.assertIn("dis: --lanes is in the text, not in the command", self.changed("| `--lines` |", "| `--lines`, `--lanes` |"))

    def test_another_value_is_found(self):
        self.assertIn("test: --keep expects 'DIR', the text has 'FOLDER'", self.changed("| `--keep` DIR |", "| `--keep` FOLDER |"))

    def test_a_verb_without_synopsis_is_found(self):
        self.assertIn("the synopsis has no line of 'check'", self.changed("    sm5 check IN", "    sm5 run IN"))


class Page(unittest.TestCase):
    PAGE = manual.page(TEXT)

    def test_every_heading_is_there(self):
        for line in TEXT.splitlines():
            if line.startswith("## "):
                self.assertIn(f'.SH {manual.plain(line[3:]).upper()}\n', self.PAGE)
            if line.startswith("### "):
                self.assertIn(f".SS {manual.plain(line[4:])}\n", self.PAGE)

    def test_every_option_is_there(self):
        for options in manual.documented(TEXT).values():
            for name in options:
                self.assertIn(f"\\fB{manual.plain(name)}\\fR", self.PAGE)

    def test_no_line_is_taken_for_a_request(self):
        requests = (".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi", '.\\"')
        for line in self.PAGE.splitlines():
            self.assertFalse(line[:1] in (".", "'") and not line.startswith(requests), line)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_has_nothing_to_say(self):
        result = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=self.PAGE, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
