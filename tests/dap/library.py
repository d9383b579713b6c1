"""sm5 dap, driven by the client library of VS Code. SM5_NODE_MODULES names a folder node_modules that has
@vscode/debugadapter-testsupport; without it the test is skipped."""
import os
import pathlib
import shutil
import subprocess
import unittest

from client import COMMAND, SQUARES, DapTest

MODULES = pathlib.Path(os.environ.get("SM5_NODE_MODULES", "node_modules")).absolute()
HAS_LIBRARY = shutil.which("node") and (MODULES / "@vscode/debugadapter-testsupport").is_dir()


class Library(DapTest):
    @unittest.skipUnless(HAS_LIBRARY, "node, or @vscode/debugadapter-testsupport in SM5_NODE_MODULES, is not there")
    def test_sessions(self):
        program = self.write("squares.asm", SQUARES)
        script = pathlib.Path(__file__).with_name("library.js")
        done = subprocess.run(["node", script, MODULES, COMMAND, program], capture_output=True, text=True, timeout=250)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.split(), ["stopsOnEntry", "runsToTheEnd", "hitsABreakpoint", "refusesALaunch"])


if __name__ == "__main__":
    unittest.main()
