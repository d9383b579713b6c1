#!/usr/bin/env python3
"""reproducible.py ROOT [--jit=STATE] [--test]: two release tarballs of the last commit and two installations of builds of
it are the same, byte for byte and in their modes. The second of each is made in another folder, later, by another user
where permitted, with another locale, time zone, umask, home folder, SOURCE_DATE_EPOCH and modification times.

--test: runs tests in the first build, which is of the unpacked tarball: those that read many of its files.
"""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

NOBODY = 65534
PREFIX = "/usr/local"
# Environments of the two builds. Without ccache: it could return the first build's objects to the second.
FIRST = {"LC_ALL": "C", "TZ": "UTC", "CCACHE_DISABLE": "1"}
SECOND = {"LC_ALL": "C.UTF-8", "LANGUAGE": "tr_TR", "TZ": "Pacific/Kiritimati", "CCACHE_DISABLE": "1", "SOURCE_DATE_EPOCH": "86400",
          "PYTHONHASHSEED": "7"}
TESTS = ("--suite", "semantics", "--suite", "docs", "--suite", "isa", "--suite", "text", "--suite", "validate", "--suite", "install",
         "--no-suite", "long")


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout[-8000:]}")
    return result.stdout


class Maker:
    """Runs commands in one of the two environments."""

    def __init__(self, folder, variables, umask, user):
        self.folder = folder
        folder.mkdir(parents=True)
        home = folder / "home"
        home.mkdir()
        self.environment = {**os.environ, **variables, "HOME": str(home)}
        self.user = {"user": user, "group": user, "extra_groups": []} if user else {}
        self.umask = umask
        self.own(folder, home)

    def own(self, *paths):
        for path in paths if self.user else ():
            os.chown(path, NOBODY, NOBODY)

    def run(self, *command, **options):
        return run(*command, env=self.environment, umask=self.umask, **self.user, **options)

    def tarball(self, root):
        output = self.run(root / "tools" / "dist.sh", self.folder / "dist")
        return pathlib.Path(output.splitlines()[-1])

    def unpack(self, tarball, later):
        self.run("tar", "-xf", tarball, "--no-same-permissions", cwd=self.folder)
        source = next(path for path in self.folder.iterdir() if path.name.startswith("sm5-"))
        if later:
            self.run("find", source, "-exec", "touch", "-d", "2001-02-03", "{}", "+")
        return source

    def build(self, source, build, options, everything):
        self.run("meson", "setup", f"--prefix={PREFIX}", *options, build, source)
        installed = json.loads(run("meson", "introspect", build, "--installed"))
        # What the configuration wrote is there already, and no target of Ninja.
        targets = [os.path.relpath(path, build) for path in installed if path.startswith(str(build) + "/") and not os.path.exists(path)]
        self.run("ninja", "-C", build, *([] if everything else targets))
        self.run("meson", "install", "--no-rebuild", "-C", build, "--destdir", self.folder / "out")
        return contents(self.folder / "out")


def contents(folder):
    """Path inside the folder -> mode and digest of the file, or target of the link."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path.relative_to(folder)] = os.readlink(path)
        elif path.is_file():
            mode = stat.S_IMODE(path.stat().st_mode)
            found[path.relative_to(folder)] = f"{mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found


def compare(one, two):
    """Names what differs, and fails."""
    wrong = [str(path) for path in sorted(one.keys() | two.keys()) if one.get(path) != two.get(path)]
    for path in wrong:
        print(f"differs: {path}: {one.get(pathlib.Path(path))}, {two.get(pathlib.Path(path))}")
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--jit", default="auto")
    parser.add_argument("--test", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for what is built, which stays")
    options = parser.parse_args()
    top = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="sm5-reproducible-"))
    try:
        return check(options, top)
    finally:
        if not options.keep:
            shutil.rmtree(top, ignore_errors=True)


def check(options, top):
    top.mkdir(exist_ok=True)
    top.chmod(0o755)
    one = Maker(top / "one", FIRST, 0o022, None)
    two = Maker(top / "the second build" / "deeper", SECOND, 0o077, NOBODY if os.geteuid() == 0 else None)
    tarballs = [one.tarball(options.root), Maker(top / "dist", SECOND, 0o077, None).tarball(options.root)]
    if tarballs[0].read_bytes() != tarballs[1].read_bytes():
        print("0 passed, 1 failed: the tarballs differ")
        return 1
    (top / "tarball").symlink_to(tarballs[0])
    setup = [f"-Djit={options.jit}"]
    first_source = one.unpack(tarballs[0], False)
    installed = [one.build(first_source, first_source / "build", setup, options.test),
                 two.build(two.unpack(tarballs[0], True), two.folder / "b", setup, False)]
    if not compare(*installed):
        print("1 passed, 1 failed: the installations differ")
        return 1
    print(f"{len(installed[0])} installed files are the same in both builds")
    passed = 2
    if options.test:
        output = one.run("tools/run-tests.sh", "build", *TESTS, cwd=first_source)
        print(output, end="")
        passed += int(output.splitlines()[-1].split()[0])
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
