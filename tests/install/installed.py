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
        for name in ("sm5", "libsm5.so", "libsm5.a", "sm5.pc", "sm5.1", "sm5Config.cmake", "sm5ConfigVersion.cmake", *HEADERS):
            self.assertIn(name, self.found)

    def test_only_public_names_are_exported(self):
        texts = [(ROOT / "include" / "sm5" / name).read_text() for name in HEADERS]
        declared = set(re.findall(r"\b(sm5_\w+)\(", "".join(texts)))
        start_files = {"_init", "_fini"}  # of musl
        static, shared = exported(self.archive), exported("--dynamic", self.library) - start_files
        self.assertEqual(sorted(name for name in static | shared if not name.startswith("sm5_")), [])
        self.assertEqual(sorted((static | shared) - declared), [])
        self.assertEqual(static, shared)
        self.assertGreater(len(static), 50)

    def test_functions_and_types_have_man_pages(self):
        for name in ("sm5_dispatch.3", "sm5_run.h.3", "sm5_dispatch_options.3"):
            self.assertIn("/man3/", str(self.found[name]))

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

    # ---- CMake ----

    def configure(self, *options, expect=0):
        build = self.top / "cmake"
        shutil.rmtree(build, ignore_errors=True)
        prefix = self.found["sm5.h"].parent.parent.parent
        if "musl" in CC[-1]:  # CMake does not know where musl's libraries are
            libraries = run("pkg-config", "--libs-only-L", "jansson").strip()
            options = (*options, f"-DCMAKE_LIBRARY_ARCHITECTURE={self.library.parent.name}",
                       f"-DCMAKE_EXE_LINKER_FLAGS={libraries}")
        result = subprocess.run(["cmake", "-S", ROOT / "examples" / "embed", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                                 f"-DCMAKE_C_COMPILER={CC[-1]}", *options], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, expect, result.stdout + result.stderr)
        return build

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_the_example_with_cmake(self):
        for options, shared in ((), True), (("-DSTATIC=ON",), False):
            build = self.configure(*options)
            run("cmake", "--build", build)
            self.assertEqual("libsm5.so" in run("readelf", "-d", build / "embed"), shared)
            self.expect_blurred(build / "embed", self.library.parent if shared else "/nowhere")

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_versions_that_cmake_accepts(self):
        version = run("pkg-config", "--modversion", self.packages / "sm5.pc").strip()
        major, minor, _ = version.split(".")
        for wanted, accepted in ((major, True), (f"{major}.{minor}", True), (version, True), (f"{major}.{int(minor) - 1}", False),
                                 (f"{major}.{minor}.99", False), ("99", False)):
            script = self.top / "find.cmake"
            script.write_text(f'set(PACKAGE_FIND_VERSION {wanted})\nstring(REPLACE "." ";" parts {wanted})\nlist(LENGTH parts PACKAGE_FIND_VERSION_COUNT)\n'
                              "list(GET parts 0 PACKAGE_FIND_VERSION_MAJOR)\nif(PACKAGE_FIND_VERSION_COUNT GREATER 1)\n"
                              "list(GET parts 1 PACKAGE_FIND_VERSION_MINOR)\nendif()\n"
                              f'include("{self.found["sm5ConfigVersion.cmake"]}")\nmessage("-${{PACKAGE_VERSION_COMPATIBLE}}-")\n')
            text = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=True).stderr
            self.assertIn("-TRUE-" if accepted else "-", text)
            self.assertEqual("-TRUE-" in text, accepted, wanted)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
