"""sm5 lsp, driven by the client library of VS Code. SM5_NODE_MODULES names a folder node_modules that has
vscode-languageserver-protocol; without it the test is skipped."""
import os
import pathlib
import shutil
import subprocess
import unittest

from client import COMMAND

MODULES = pathlib.Path(os.environ.get("SM5_NODE_MODULES", "node_modules")).absolute()
HAS_LIBRARY = shutil.which("node") and (MODULES / "vscode-languageserver-protocol").is_dir()


class Library(unittest.TestCase):
    @unittest.skipUnless(HAS_LIBRARY, "node, or vscode-languageserver-protocol in SM5_NODE_MODULES, is not there")
    def test_sessions(self):
        script = pathlib.Path(__file__).with_name("library.js")
        done = subprocess.run(["node", script, MODULES, COMMAND], capture_output=True, text=True, timeout=250)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.split(), ["initializes", "reportsErrors", "answersAboutADocument", "formats", "colorsWords",
                                               "refusesUnknownRequests"])


if __name__ == "__main__":
    unittest.main()
