#!/usr/bin/env python3
"""installed.py ROOT BUILD CC...: what `meson install` installs: files, exported names of the libraries, headers in C and
C++, and examples/embed, built with pkg-config against an installation and against the build folder."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT, BUILD, CC = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
CXX = shutil.which("g++") or shutil.which("clang++")
HEADERS = sorted(path.name for path in (ROOT / "include" / "sm5").glob("*.h"))
SHADER = ROOT / "examples" / "embed" / "blur.asm"


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def exported(*options):
    """Names of the symbols that other objects can link to."""
    lines = run("nm", "--defined-only", "--extern-only", *options).splitlines()
    return {line.split()[-1] for line in lines if len(line.split()) == 3}


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.top = pathlib.Path(cls.folder.name)
        run("meson", "install", "--no-rebuild", "--quiet", "-C", BUILD, "--destdir", cls.top)
        cls.found = {path.name: path for path in cls.top.rglob("*") if not path.is_dir()}
        cls.library, cls.archive = cls.found["libsm5.so"], cls.found["libsm5.a"]
        cls.packages = cls.top / "packages"
        cls.packages.mkdir()
        described = cls.found["sm5.pc"].read_text()  # PKG_CONFIG_SYSROOT_DIR would move other packages too
        (cls.packages / "sm5.pc").write_text(re.sub("^prefix=", f"prefix={cls.top}", described, flags=re.M))
        cls.include = cls.found["sm5.h"].parent.parent

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_everything_is_there(self):
        for name in ("sm5", "libsm5.so", "libsm5.a", "sm5.pc", "sm5.1", *HEADERS):
            self.assertIn(name, self.found)

    def test_only_public_names_are_exported(self):
        texts = [(ROOT / "include" / "sm5" / name).read_text() for name in HEADERS]
        declared = set(re.findall(r"\b(sm5_\w+)\(", "".join(texts)))
        static, shared = exported(self.archive), exported("--dynamic", self.library)
        self.assertEqual(sorted(name for name in static | shared if not name.startswith("sm5_")), [])
        self.assertEqual(sorted((static | shared) - declared), [])
        self.assertEqual(static, shared)
        self.assertGreater(len(static), 50)

    def test_the_soname_has_the_minor_version(self):
        major, minor = re.search(r"\[libsm5\.so\.(\d+)\.(\d+)\]", run("readelf", "-d", self.library)).groups()
        status = self.found["status.h"].read_text()
        self.assertIn(f"#define SM5_VERSION_MAJOR {major}\n", status)
        self.assertIn(f"#define SM5_VERSION_MINOR {minor}\n", status)

    def expect_headers(self, language, *compiler):
        warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
        for name in HEADERS:
            run(*compiler, *warnings, "-fsyntax-only", "-x", language, "-I", self.include, "-",
                input=f"#include <sm5/{name}>\nint x;\n")

    def test_each_header_is_complete_in_c(self):
        self.expect_headers("c", *CC, "-std=c11")

    @unittest.skipUnless(CXX, "no C++ compiler")
    def test_each_header_is_complete_in_cxx(self):
        self.expect_headers("c++", CXX, "-std=c++17")

    # ---- the example ----

    def build_example(self, packages, *arguments):
        folder = self.top / "example"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT / "examples" / "embed", folder, ignore=shutil.ignore_patterns("embed"))
        run("make", "-s", "-C", folder, f"CC={' '.join(CC)}", "CFLAGS=-O1 -Wall -Wextra -Wpedantic -Werror", *arguments,
            env={**os.environ, **packages})
        return folder / "embed"

    def installation(self):
        return {"PKG_CONFIG_PATH": str(self.packages)}

    def expect_blurred(self, example, folder):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(folder)}
        lines = run(example, SHADER, "5", env=environment).splitlines()
        self.assertEqual(lines, ["0 -> 0.333333", "1 -> 1", "2 -> 2", "3 -> 3", "4 -> 2.33333"])
        failed = subprocess.run([example, ROOT / "Makefile"], capture_output=True, text=True, env=environment)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("error:", failed.stderr)

    def test_the_example_with_an_installation(self):
        self.expect_blurred(self.build_example(self.installation()), self.library.parent)

    def test_the_example_with_the_static_library(self):
        example = self.build_example(self.installation(), "STATIC=1")
        self.assertNotIn("libsm5.so", run("readelf", "-d", example))
        self.expect_blurred(example, "/nowhere")

    def test_the_example_with_the_build_folder(self):
        packages = {"PKG_CONFIG_PATH": str(BUILD / "meson-uninstalled")}
        self.expect_blurred(self.build_example(packages), BUILD)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
