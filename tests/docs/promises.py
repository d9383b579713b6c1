#!/usr/bin/env python3
"""promises.py ROOT BUILD: the tests, suites, make targets and files that docs/testing.md names exist; and
the scripts that the Makefile calls without an interpreter are executable."""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT, BUILD = pathlib.Path(sys.argv[1]), sys.argv[2]


def arguments(command):
    """What `meson test -C build` selects: (suites, patterns)."""
    words = command.removeprefix("meson test -C build").split()
    suites = [words[i + 1] for i, word in enumerate(words) if word == "--suite"]
    return suites, [] if suites else words


def main():
    text = (ROOT / "docs/testing.md").read_text()
    tests = json.loads(subprocess.run(["meson", "introspect", "--tests", BUILD], check=True, capture_output=True, text=True).stdout)
    names = {test["name"] for test in tests}
    # Tests that a build without the JIT, with another C library than glibc or under sanitizers does not have.
    parts = {"jit/": "jit/cached", "faults/": "faults/each call", "python/": "python/package"}
    optional = [prefix for prefix, test in parts.items() if test not in names]
    suites = {suite.removeprefix("sm5:") for test in tests for suite in test["suite"]}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    wrong = []
    for code in re.findall(r"`([^`]+)`", text):
        if code.startswith("meson test"):
            named, patterns = arguments(code)
            wrong += [f"suite {suite}" for suite in named if suite not in suites]
            patterns = [p for p in patterns if not p.startswith(tuple(optional))]
            wrong += [f"test {p}" for p in patterns if not any(name.startswith(p.rstrip("*")) for name in names)]
        elif code.startswith("make ") and code[5:] not in targets:
            wrong.append(code)
        elif code.startswith(("src/", "tests/", "fuzz/run.sh")) and not (ROOT / code.split()[0]).exists():
            wrong.append(code)
    makefile = (ROOT / "Makefile").read_text()
    scripts = {script for script in re.findall(r"(?:^\t@?|&& |; |\()(tools/[\w.-]+)", makefile, re.M)
               if not os.access(ROOT / script, os.X_OK)}
    for script in sorted(scripts):
        print(f"Makefile: {script} is not executable")
    for line in wrong:
        print(f"docs/testing.md names {line}, which does not exist")
    return 1 if wrong or scripts or not names else 0


sys.exit(main())
