#!/usr/bin/env python3
"""commands.py ROOT SM5: runs the command blocks of README and docs, of each document in order, in a scratch folder.

A block of commands is fenced or indented and has lines that start with `$ `; blocks fenced as `sh` have commands only.
The text after a command is compared with its output; a line `...` matches any lines. A command without such text must
succeed. tests/docs/commands/DOCUMENT.sh makes the files that the text assumes.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, SM5 = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
SHARED_COMPILER = pathlib.Path(os.environ.get("SM5_SHARED", ROOT.parent / "shared")) / "vkd3d" / "vkd3d-compiler"


PYTHON = os.environ.get("SM5_PYTHON")  # an interpreter with NumPy, where the package is built


def code_blocks(source):
    """(line, language, lines) of every fenced or indented block outside HTML comments."""
    lines = re.sub(r"<!--.*?-->", lambda m: "\n" * m.group().count("\n"), source, flags=re.S).splitlines()
    at = 0
    while at < len(lines):
        start = at
        if lines[at].startswith("```"):
            language, at = lines[at][3:].strip(), at + 1
            while not lines[at].startswith("```"):
                at += 1
            yield start + 2, language, lines[start + 1:at]
        elif lines[at].startswith("    ") and (at == 0 or not lines[at - 1].strip()):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            yield start + 1, "", [line[4:] for line in lines[start:at]]
            continue
        at += 1


def command_at(lines, at):
    """The command that starts at line `at`, including lines continued by \\ or a here-document, and the line after it."""
    text = lines[at].removeprefix("$ ")
    document = re.search(r"<<'?(\w+)'?", text)
    at += 1
    while at < len(lines) and (lines[at - 1].endswith("\\") or (document and lines[at - 1] != document.group(1))):
        text += "\n" + lines[at]
        at += 1
    return text, at


def commands(source):
    """(line, command, output or None)."""
    for line, language, lines in code_blocks(source):
        prompted = any(text.startswith("$ ") for text in lines)
        if not prompted and language != "sh":
            continue
        at = 0
        while at < len(lines):
            start = at
            text, at = command_at(lines, at)
            shown = []
            while prompted and at < len(lines) and not lines[at].startswith("$ "):
                shown.append(lines[at])
                at += 1
            if text.strip():
                yield line + start, text, "\n".join(shown).strip("\n") or None


def matches(shown, got):
    pattern = "\n".join(".*" if line.strip() == "..." else re.escape(line) for line in shown.splitlines())
    return re.fullmatch(pattern, got, re.S) is not None


def scratch(folder):
    """Sets up the reader's environment: the examples, the built command, and a make that does not build. Returns its variables."""
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "build").mkdir()
    (folder / "build" / "sm5").symlink_to(SM5)
    tools = folder / ".tools"
    tools.mkdir()
    (tools / "sm5").symlink_to(SM5)
    (tools / "make").write_text(f'#!/bin/sh\nexec {shutil.which("make")} -n -C {ROOT} "$@" >/dev/null\n')
    (tools / "make").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "ROOT": str(ROOT)}
    environment.pop("NO_COLOR", None)
    if PYTHON:
        (tools / "python3").symlink_to(PYTHON)
        environment["PYTHONPATH"] = os.environ["SM5_PYTHONPATH"]
    if find_compiler():
        environment["SM5_HLSL_COMPILER"] = find_compiler()
    return environment


def find_compiler():
    """A vkd3d-compiler that supports all of compute: 2.0 or later."""
    for path in (shutil.which("vkd3d-compiler"), str(SHARED_COMPILER)):
        if path and os.access(path, os.X_OK):
            text = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            found = re.search(r"vkd3d-shader (\d+)", text)
            if found and int(found.group(1)) >= 2:
                return path
    return None


def needs(command):
    """Whether the command needs what is not installed."""
    if "mpirun" in command:
        return not (shutil.which("mpirun") and os.environ.get("SM5_MPI_PLUGIN"))
    if " --check " in command:
        return not os.environ.get("SM5_CLANG_PLUGIN")
    return ".hlsl" in command and "<<" not in command and not find_compiler()


def run_command(folder, environment, command):
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return result.returncode, result.stdout.strip("\n")


def problem_of(shown, status, got):
    if shown is None:
        return f"exit code {status}\n{got}" if status else None
    return None if matches(shown, got) else f"the text shows\n{shown}\nand the command writes\n{got}"


def run_document(document, folder):
    ran = skipped = 0
    failures = []
    environment = scratch(folder)
    setup = ROOT / "tests" / "docs" / "commands" / (document.stem + ".sh")
    if setup.exists():
        subprocess.run(["bash", "-eu", setup], cwd=folder, env=environment, check=True)
    for line, command, shown in commands(document.read_text()):
        if needs(command):
            skipped += 1
            continue
        problem = problem_of(shown, *run_command(folder, environment, command))
        ran += 1
        if problem:
            failures.append(f"{document.relative_to(ROOT)}:{line}: $ {command}\n{problem}\n")
    return ran, skipped, failures


def main():
    totals, failures = [0, 0], []
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]
    for document in documents:
        if document.name == "python.md" and not PYTHON:
            continue
        with tempfile.TemporaryDirectory() as folder:
            ran, skipped, wrong = run_document(document, pathlib.Path(folder))
        totals = [totals[0] + ran, totals[1] + skipped]
        failures += wrong
    print("\n".join(failures) or f"{totals[0]} commands, {totals[1]} without an HLSL compiler, MPI or libclang")
    return 1 if failures or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main())
