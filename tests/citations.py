#!/usr/bin/env python3
"""citations.py ROOT: tools/citations.py finds what is wrong in a small project, and nothing in a right one."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
ADD = 'OP(0, ADD, add, "add", "22.10.1", FLOAT, SM40)\n'


class Citations(unittest.TestCase):
    def complaints(self, text, name="src/a.c", rows=ADD):
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder)
            for path, content in ((name, text), ("src/isa/isa.def", rows),
                                  ("tools/d3d11_clauses.txt", (ROOT / "tools/d3d11_clauses.txt").read_text())):
                (project / path).parent.mkdir(parents=True, exist_ok=True)
                (project / path).write_text(content)
            run = subprocess.run([sys.executable, ROOT / "tools/citations.py", project], stdout=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 1 if run.stdout.strip() else 0)
        return run.stdout

    def test_right_citations_pass(self):
        self.assertEqual(self.complaints("/* add: D3D11.3 3.1.3.2, 22.10.1 and 7.3 (22.3.35 to 22.3.36). */\n").strip(), "")

    def test_clauses_that_do_not_exist_are_named(self):
        self.assertIn("src/a.c:2: D3D11.3 has no clause 3.1.3.3", self.complaints("\n/* D3D11.3 3.1.3.3 */\n"))
        self.assertIn("no clause 22.18.9", self.complaints("/* D3D11.3 7.3, 22.18.9 */\n"))
        self.assertIn("no clause 22.8.7", self.complaints("/* D3D11.3 7.3: what holds (22.8.7) */\n"))

    def test_tables_have_a_column_of_clauses(self):
        table = "D3D11.3\n\n| topic | clause |\n| --- | --- |\n| mad | 22.99 |\n"
        self.assertIn("docs/a.md:5: D3D11.3 has no clause 22.99", self.complaints(table, "docs/a.md"))

    def test_an_instruction_is_cited_by_its_own_clause(self):
        self.assertIn("clause 22.10.13 is 'nop'", self.complaints("/* mad: D3D11.3 22.10.13 */\n"))
        self.assertIn("clause 22.18.1 is '_abs'", self.complaints("/* a mask, D3D11.3 22.18.1 */\n"))
        self.assertIn("clause 23.6 is 'sampleIndex'", self.complaints("/* l(...), D3D11.3 23.6 */\n"))

    def test_clauses_without_a_rule_are_refused(self):
        self.assertIn("contains no rule", self.complaints("/* D3D11.3 7.1 */\n"))

    def test_rows_have_the_clause_of_their_instruction(self):
        self.assertIn("add: clause 22.10.2 is 'div'", self.complaints("", rows=ADD.replace("22.10.1", "22.10.2")))
        self.assertIn("add: no clause", self.complaints("", rows=ADD.replace("22.10.1", "")))
        self.assertIn("no clause 22.10.99", self.complaints("", rows=ADD.replace("22.10.1", "22.10.99")))


unittest.main()
