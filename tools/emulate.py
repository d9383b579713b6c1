#!/usr/bin/env python3
"""emulate.py BUILD [--suite NAME]... [--test NAME]... [--skip TEST|CASE.yaml]... [--errors FOLDER] -- WRAPPER...: runs tests of BUILD
so that each program of sm5 runs under WRAPPER (an emulator, valgrind). Scripts run as they are and get a command that runs sm5 under it.

--errors: the tests pass if the wrapper writes nothing to files in this folder, whatever their result.
Ends with "N passed, N failed".
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 1200


def tests_of(build, suites, named, skipped):
    listed = json.loads(subprocess.run(["meson", "introspect", build, "--tests"], check=True, capture_output=True, text=True).stdout)
    for test in listed:
        names = {name.split(":")[-1] for name in test["suite"]}
        is_wanted = test["name"] in named or (names & set(suites) and not names & {"long", "shared"})
        if is_wanted and test["name"] not in skipped:
            yield test


def is_program(path, build):
    """Whether the build made it: an interpreter of scripts can be a program too, or a script that starts one."""
    return build in pathlib.Path(path).parents


def without(argument, skipped):
    """A folder with a case that is skipped as the list of its other cases."""
    folder = pathlib.Path(argument)
    if not any((folder / name).is_file() for name in skipped):
        return [argument]
    return [str(path) for path in sorted(folder.glob("*.yaml")) if path.name not in skipped]


def command(test, build, wrapper, wrapped, skipped):
    parts = test["cmd"]
    if is_program(parts[0], build):
        return [*wrapper, *(part for argument in parts for part in without(argument, skipped))]
    return [wrapped if part == str(build / "sm5") else part for part in parts]


def shown(output):
    return "\n".join([line for line in output.splitlines() if not line.startswith(("ok ", "qemu-x86_64: warning"))][-40:])


def run(test, build, wrapper, wrapped, skipped):
    environment = {**os.environ, **test["env"]}
    if "SM5_COMMAND" in environment:
        environment["SM5_COMMAND"] = wrapped
    try:
        result = subprocess.run(command(test, build, wrapper, wrapped, skipped), env=environment, cwd=test["workdir"], timeout=TIMEOUT,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    except subprocess.TimeoutExpired:
        return test["name"], f"took more than {TIMEOUT} s"
    passed = result.returncode in (0, 77)  # 77: skipped
    return test["name"], None if passed else f"exit code {result.returncode}\n{shown(result.stdout)}"


def main():
    own = sys.argv[1:sys.argv.index("--")]
    wrapper = sys.argv[sys.argv.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("--test", action="append", default=[])
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--errors", type=pathlib.Path)
    options = parser.parse_args(own)
    build = options.build.resolve()
    wrapper[0] = shutil.which(wrapper[0]) or sys.exit(f"emulate.py: no {wrapper[0]}")
    if options.errors:
        shutil.rmtree(options.errors, ignore_errors=True)
        options.errors.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrapped = pathlib.Path(folder) / "sm5"
        wrapped.write_text(f'#!/bin/sh\nexec {shlex.join([*wrapper, str(build / "sm5")])} "$@"\n')
        wrapped.chmod(0o755)
        tests = list(tests_of(build, options.suite, options.test, options.skip))
        results = list(pool.map(lambda test: run(test, build, wrapper, str(wrapped), options.skip), tests))
    failed = [f"{name}: {why}" for name, why in results if why]
    if options.errors:
        failed = [f"{path.name}:\n{path.read_text(errors='replace')[:3000]}" for path in sorted(options.errors.iterdir()) if path.stat().st_size]
    for text in failed:
        print(text)
    print(f"{max(len(results) - len(failed), 0)} passed, {len(failed)} failed")
    return 0 if results and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
