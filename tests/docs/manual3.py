#!/usr/bin/env python3
"""manual3.py ROOT: the man pages of the public headers are complete, the same each time, and without errors of roff."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1])
HEADERS = sorted((ROOT / "include" / "sm5").glob("*.h"))
SAMPLE = """/* Samples: what for. More. */
#ifndef SM5_SAMPLE_H
#define SM5_SAMPLE_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
/* ---- part ---- */

/* Adds 'a-b' to `x`
   .twice; \\ is no escape. */
SM5_API int sm5_add(const struct sm5_pair *pair,
                    int x);
SM5_API int sm5_sub(int x);

SM5_API int sm5_alone(int x);
/* Two. */
struct sm5_pair {
    int a; /* first; not the end
              of it */
    enum sm5_kind { SM5_A, SM5_B } kind;
};
#define SM5_LONG(x) \\
    (x)
typedef uint32_t sm5_word;
#ifdef __cplusplus
}
#endif
#endif
"""


def write(folder, headers):
    subprocess.run([sys.executable, ROOT / "tools" / "manual3.py", folder, *headers], check=True,
                   env={k: v for k, v in os.environ.items() if k != "MESON_INSTALL_DESTDIR_PREFIX"})
    return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.top = pathlib.Path(cls.folder.name)
        cls.pages = write(cls.top / "man3", HEADERS)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_function_type_and_header_has_a_page(self):
        code = "".join(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in HEADERS)
        functions = re.findall(r"SM5_API[^;(]*?\b(sm5_\w+)\(", code)
        types = re.findall(r"(?m)^(?:struct|enum) (sm5_\w+)", code)
        self.assertGreater(len(functions), 100)
        for name in functions:
            self.assertRegex(self.pages[f"{name}.3"], rf"(?s)\.SH SYNOPSIS\n.*\b{name}\(.*\.SH DESCRIPTION\n\S")
        for name in types:
            self.assertIn(f"{name}.3", self.pages)
        for path in HEADERS:
            self.assertIn("sm5.h.3" if path.name == "sm5.h" else f"sm5_{path.name}.3", self.pages)

    def test_links_lead_to_pages(self):
        for name, text in self.pages.items():
            for page in re.findall(r"^\.so man3/(\S+)", text, re.M) + [f"{page}.3" for page in re.findall(r"\.BR (\S+) \(3\)", text)]:
                self.assertIn(page, self.pages, name)

    def test_the_pages_are_the_same_each_time(self):
        self.assertEqual(write(self.top / "again", reversed(HEADERS)), self.pages)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_roff_accepts_the_pages(self):
        pages = [self.top / "man3" / name for name, text in self.pages.items() if not text.startswith(".so")]
        for page in pages:
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page.name)

    @unittest.skipUnless(shutil.which("lexgrog"), "no lexgrog")
    def test_man_finds_the_summaries(self):
        pages = [name for name, text in self.pages.items() if not text.startswith(".so")]
        done = subprocess.run(["lexgrog", *pages], capture_output=True, text=True, cwd=self.top / "man3", check=False)
        self.assertEqual((done.returncode, done.stdout.count("\n")), (0, len(pages)), done.stdout)

    def test_parts_of_a_header(self):
        sample = self.top / "sample.h"
        sample.write_text(SAMPLE)
        pages = write(self.top / "sample", [sample])
        self.assertEqual(sorted(pages), sorted(f"{name}.3" for name in (
            "sm5_add", "sm5_alone", "sm5_pair", "sm5_sample.h", "sm5_sub", "sm5_word")))
        self.assertIn("sm5_add \\- Adds \\(aqa\\-b\\(aq to x .twice\n", pages["sm5_add.3"])
        self.assertIn("\n\\&.twice; \\e is no escape.", pages["sm5_add.3"])
        self.assertIn("first; not the end\n              of it", pages["sm5_add.3"])
        self.assertIn("Adds", pages["sm5_sub.3"])
        self.assertIn("sm5_alone \\- Samples: what for\n", pages["sm5_alone.3"])
        self.assertEqual(pages["sm5_word.3"], ".so man3/sm5_sample.h.3\n")
        self.assertIn("#define SM5_LONG(x) \\e\n", pages["sm5_sample.h.3"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
