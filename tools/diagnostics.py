#!/usr/bin/env python3
"""diagnostics.py [--check] ROOT: makes docs/diagnostics.md from the rooms' src/*/*_diag.def, or fails when it is stale."""
import argparse
import pathlib
import re
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(r"(?:DIAG|DIAG_RULE)\((\w+), (?:SM5_)?(\w+), " + STRING + r",\s*((?:" + STRING + r"\s*)+),\s*((?:" + STRING + r"\s*)+)\)", re.S)
ROOMS = ["base", "dxbc", "bytecode", "text", "program", "layout", "validate", "runtime", "interp", "jit", "api"]
CONVERSION = re.compile(r"%[-0-9.*]*(?:l|ll|z)?[a-zA-Z]")

HEAD = """# Diagnostics

Made by `tools/diagnostics.py` from `src/*/*_diag.def`, the lists of codes and texts. `...` is what a message
fills in.

Errors of `sm5 validate` have a class. *malformed*: the program has no defined execution. An operand, a register, a
declaration or the control flow means nothing, means two things, or contradicts another one, or a declaration that the
execution is laid out by is out of its limits; where Direct3D leaves only the result of an access undefined and sm5
defines it (docs/semantics.md), that is not malformed. *nonconforming*: Direct3D's compiler, validator or runtime refuses
the program, but each of its instructions has one meaning, which docs/semantics.md ("Nonconforming programs") gives:
redundant or missing hints, limits of the API, forms that fxc does not emit and other consumers of DXBC accept, and
literal accesses out of bounds. Runs stop at malformed programs, with `--strict` at both, with `--no-validate` at
neither.
"""


def joined(strings):
    text = "".join(re.findall(STRING, strings)).replace('\\"', '"')
    return text.replace("|", "\\|")


def page(sources):
    out = [HEAD]
    for room, source in sources.items():
        ruled = "DIAG_RULE(" in source
        out.append(f"\n## {room}\n\n| code | severity |{' class |' * ruled} message | what to do |\n")
        out.append(f"| --- | --- |{' --- |' * ruled} --- | --- |\n")
        for row in ROW.finditer(source):
            text = CONVERSION.sub("...", joined(row.group(4)))
            kind = row.group(2).lower()
            severity, rule_class = ("error", kind) if kind in ("malformed", "nonconforming") else (kind, "")
            cells = [f"`{row.group(3)}`", severity] + [rule_class] * ruled + [text, joined(row.group(6))]
            out.append("| " + " | ".join(cells) + " |\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    sources = {room: (options.root / f"src/{room}/{room}_diag.def").read_text() for room in ROOMS}
    made = page(sources)
    listed = sum(len(re.findall(r"^(?:DIAG|DIAG_RULE)\(", source, re.M)) for source in sources.values())
    found = made.count("\n| `")
    if listed != found:
        print(f"{listed} rows in *_diag.def, {found} understood")
        return 1
    codes = [row.group(3) for source in sources.values() for row in ROW.finditer(source)]
    for code in sorted(set(codes)):
        if codes.count(code) > 1 or not re.fullmatch(r"[a-z0-9-]+", code):
            print(f"{code}: expected one row, lower-case letters, digits and '-'")
            return 1
    target = options.root / "docs/diagnostics.md"
    if not options.check:
        target.write_text(made)
    elif not target.exists() or target.read_text() != made:
        print("docs/diagnostics.md is stale: run tools/diagnostics.py")
        return 1
    return 0


sys.exit(main())
