#!/usr/bin/env python3
"""diagnostics.py [--check] ROOT: makes docs/diagnostics.md from src/base/diag.def, or fails when it is stale."""
import argparse
import pathlib
import re
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(r"DIAG\((\w+), SM5_(\w+), " + STRING + r",\s*((?:" + STRING + r"\s*)+),\s*((?:" + STRING + r"\s*)+)\)", re.S)
ROOM = re.compile(r"^/\* (\w+) \*/$", re.M)
CONVERSION = re.compile(r"%[-0-9.*]*(?:l|ll|z)?[a-zA-Z]")

HEAD = """# Diagnostics

Made by `tools/diagnostics.py` from `src/base/diag.def`, the one list of codes and texts. `...` stands for what a
message fills in.
"""


def joined(strings):
    text = "".join(re.findall(STRING, strings)).replace('\\"', '"')
    return text.replace("|", "\\|")


def page(source):
    out = [HEAD]
    marks = [(m.start(), m.group(1)) for m in ROOM.finditer(source)]
    for (start, room), (end, _) in zip(marks, marks[1:] + [(len(source), "")]):
        rows = list(ROW.finditer(source, start, end))
        if not rows:
            continue
        out.append(f"\n## {room}\n\n| code | severity | message | what to do |\n| --- | --- | --- | --- |\n")
        for row in rows:
            text = CONVERSION.sub("...", joined(row.group(4)))
            out.append(f"| `{row.group(3)}` | {row.group(2).lower()} | {text} | {joined(row.group(6))} |\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    source = (options.root / "src/base/diag.def").read_text()
    made = page(source)
    listed, found = source.count("\nDIAG("), made.count("\n| `")
    if listed != found:
        print(f"{listed} rows in diag.def, {found} understood")
        return 1
    target = options.root / "docs/diagnostics.md"
    if not options.check:
        target.write_text(made)
    elif not target.exists() or target.read_text() != made:
        print("docs/diagnostics.md is stale: run tools/diagnostics.py")
        return 1
    return 0


sys.exit(main())
