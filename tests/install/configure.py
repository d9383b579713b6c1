#!/usr/bin/env python3
"""configure.py ROOT: tools/configure.py on a small project with the same options: changed prefixes, copied build
folders."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv[1])
PROJECT = "project('small', meson_version: '>=1.0')\ninstall_data('data', install_dir: get_option('datadir'))\n"


class Configure(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.top = pathlib.Path(self.folder.name).resolve()
        self.source = self.project("one")

    def tearDown(self):
        self.folder.cleanup()

    def project(self, name):
        source = self.top / name
        (source / "tools").mkdir(parents=True)
        shutil.copy(ROOT / "tools" / "configure.py", source / "tools")
        shutil.copy(ROOT / "meson_options.txt", source)
        (source / "meson.build").write_text(PROJECT)
        (source / "data").write_text("data")
        return source

    def configure(self, source, *options):
        result = subprocess.run([sys.executable, source / "tools" / "configure.py", source / "build", *options],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def option(self, source, name):
        options = json.loads((source / "build" / "meson-info" / "intro-buildoptions.json").read_text())
        return next(option["value"] for option in options if option["name"] == name)

    def folders(self, source):
        about = json.loads((source / "build" / "meson-info" / "meson-info.json").read_text())["directories"]
        return about["source"], about["build"]

    def installed(self, source):
        out = self.top / "out"
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run(["meson", "install", "--no-rebuild", "--quiet", "-C", source / "build", "--destdir", out], check=True)
        return [str(path.relative_to(out)) for path in out.rglob("data")]

    def test_a_prefix_that_is_given_later_counts(self):
        self.configure(self.source, "prefix=", "jit=")
        self.assertEqual(self.option(self.source, "prefix"), "/usr/local")
        self.configure(self.source, "prefix=/opt/sm5", "jit=")
        subprocess.run(["ninja", "--quiet", "-C", self.source / "build"], check=True)
        self.assertEqual(self.installed(self.source), ["opt/sm5/share/data"])

    def test_what_is_not_given_stays(self):
        self.configure(self.source, "prefix=/opt/sm5", "jit=disabled")
        self.assertEqual(self.configure(self.source, "prefix=", "jit="), "")
        self.assertEqual(self.option(self.source, "prefix"), "/opt/sm5")
        self.assertEqual(self.option(self.source, "jit"), "disabled")
        self.configure(self.source, "prefix=", "jit=auto")
        self.assertEqual(self.option(self.source, "jit"), "auto")

    def test_a_copied_tree_is_set_up_again(self):
        self.configure(self.source, "prefix=/opt/sm5", "jit=disabled")
        copy = self.top / "two"
        shutil.copytree(self.source, copy)
        self.assertIn("setting it up again", self.configure(copy, "prefix=", "jit="))
        self.assertEqual(self.folders(copy), (str(copy), str(copy / "build")))
        self.assertEqual(self.option(copy, "prefix"), "/opt/sm5")
        self.assertEqual(self.option(copy, "jit"), "disabled")

    def test_a_half_made_folder_is_set_up(self):
        (self.source / "build").mkdir()
        self.configure(self.source, "prefix=", "jit=")
        self.assertTrue((self.source / "build" / "build.ninja").is_file())


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
