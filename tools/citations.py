#!/usr/bin/env python3
"""citations.py ROOT: fails when a citation of the Direct3D 11.3 functional specification (D3D11.3) is wrong.

Every clause that the project cites must be in tools/d3d11_clauses.txt: "D3D11.3 22.4.12, 22.4.13" anywhere, numbers in
parentheses in files that cite, and the column "clause" of tables. The heading of the clause of a row of src/isa/isa.def must
be that instruction. The clause of an instruction, modifier or system value may be cited only where the text names it.
Introductory clauses may not be cited.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "include", "docs", "tests", "fuzz", "bench", "examples", "tools")
ENDINGS = {".c", ".h", ".def", ".md", ".py", ".yaml", ".1"}
# Generated from the .def files; checked by row; containing wrong citations.
EXEMPT = {"docs/diagnostics.md",
          "src/isa/isa.def", "tools/citations.py", "tests/citations.py"}

NUMBER = r"\d{1,2}(?:\.\d{1,2})*"
LIST = rf"({NUMBER}(?:(?:, and |, | and | to |-){NUMBER})*)"
NAMED = re.compile(rf"D3D11\.3,? (?:chapters? )?{LIST}")
BRACKETED = re.compile(rf"\({LIST}(?=[):;,]| for )")
IN_CELL = re.compile(rf"^{LIST}(?=$|[:;,])")
ROW = re.compile(r'^OP\(\d+, (\w+), \w+, "([^"]+)", "([^"]*)"')

# Headings whose spelling of an instruction differs from the table.
HEADED = {"ldms": "ld2dms", "if": "if_condition", "check_access_fully_mapped": "check_access_mapped",
          "deriv_rtx": "deriv_rtx_coarse", "deriv_rty": "deriv_rty_coarse"}
UNDEFINED = {"abort", "debug_break"}  # defined by the token format only
OF_INSTRUCTION = re.compile(r"^22\.(?:[4-9]|1[0-7])\.\d+$")
OF_VALUE = re.compile(r"^2[34]\.\d+$")
OF_MODIFIER = {"22.18.1": ["abs", "| |", "\\| \\|", "magnitude", "modifier"], "22.18.2": ["neg", "sign", "modifier"],
               "22.19.1": ["sat"], "22.19.2": ["precise"]}
NO_RULE = re.compile(r"^[12](?:\.\d+)*$|^7\.(?:1|2|10)$")  # introductions, lists and counts: no rule
# Other terms for the subject of a clause.
OTHER_NAMES = {"22.4.2": ["gather"], "22.4.6": ["load", "texel", "coordinate"], "22.4.8": ["load"], "22.4.10": ["load"],
               "22.4.12": ["load"], "22.4.15": ["sampl"], "22.4.19": ["_c", "compar"], "22.5.2": ["derivative"],
               "22.7.1": ["nest", "block"], "22.7.12": ["fall"], "22.7.18": ["case"], "22.7.19": ["calls"],
               "22.10.2": ["division"], "22.12.9": ["division"], "22.15.1": ["double"], "22.16.2": ["double"], "22.17.1": ["double"], "22.17.2": ["double"],
               "22.17.7": ["barrier", "group"], "22.17.13": ["largest"], "22.17.16": ["smallest"], "22.17.19": ["read-modify"],
               "22.17.25": ["largest"], "22.17.28": ["smallest"], "24.3": ["value"], "24.5": ["value"]}


def read_clauses(root):
    lines = (root / "tools/d3d11_clauses.txt").read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines if line and line[0] != "#")


def heading_of(mnemonic):
    """The heading of the clause of an instruction."""
    name = re.sub(r"^firstbit_\w+", "firstbit", mnemonic)
    name = re.sub(r"(_cl)?_s$", "", name)
    return HEADED.get(name, name)


def check_rows(root, clauses):
    """Errors in rows, and the names of the instructions of each clause."""
    problems, names = [], {}
    for at, line in enumerate((root / "src/isa/isa.def").read_text().splitlines(), 1):
        found = ROW.match(line)
        if not found:
            continue
        identifier, mnemonic, clause = found.groups()
        place = f"src/isa/isa.def:{at}: {mnemonic}"
        names.setdefault(clause, set()).update({mnemonic.lower(), heading_of(mnemonic).lower(), identifier.lower()})
        if not clause:
            if mnemonic not in UNDEFINED:
                problems.append(f"{place}: no clause")
        elif clause not in clauses:
            problems.append(f"{place}: D3D11.3 has no clause {clause}")
        elif OF_INSTRUCTION.match(clause):
            title = clauses[clause].lower().replace("emitthencut", "emit_then_cut")
            words = re.findall(r"\w+", title)
            if heading_of(mnemonic).lower() not in words:
                problems.append(f"{place}: clause {clause} is '{clauses[clause]}'")
        elif not clause.startswith("22.3."):
            problems.append(f"{place}: {clause} is not the clause of an instruction")
    return problems, names


def numbers(text):
    return re.findall(NUMBER, text)


def cited(line, cites, column):
    """The clauses that a line cites. `cites`: whether the file cites D3D11.3; `column`: of clauses in a table, or None."""
    found = [n for m in NAMED.finditer(line) for n in numbers(m[1])]
    if cites:
        found += [n for m in BRACKETED.finditer(line) for n in numbers(m[1]) if n.count(".") > 1]
    if column is not None:
        cell = IN_CELL.match(line.split("|")[column + 1].strip()) if line.count("|") > column + 1 else None
        found += numbers(cell[1]) if cell else []
    return found


def column_of(line, now):
    """The column with clauses, from the header of a table to its end."""
    if not line.startswith("|"):
        return None
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return cells.index("clause") if "clause" in cells else now


def context(lines, at, path):
    """The context of a citation: its row, its comment and the code after it, or the file."""
    if path.suffix == ".yaml":
        return "\n".join(lines)
    if path.suffix in (".def", ".md"):
        return lines[at]
    return "\n".join(lines[max(0, at - 6):at + 14])


def is_about(text, clause, heading, names):
    """Whether a text names the subject of its clause: an instruction's name or a part of it, as "store" of store_raw."""
    text = text.lower()
    if clause in OF_MODIFIER:
        return any(word in text for word in OF_MODIFIER[clause])
    if OF_VALUE.match(clause):
        return heading.lower()[:6] in text or any(word in text for word in OTHER_NAMES.get(clause, ()))
    wanted = {word for name in names.get(clause, ()) for word in [name, *name.split("_")] if len(word) > 3 or word == name}
    if any(word in text for word in OTHER_NAMES.get(clause, ())):
        return True
    return any(re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text) for word in wanted)


def check_file(path, place, clauses, names):
    problems, column = [], None
    text = path.read_text(errors="replace")
    lines = text.splitlines()
    cites = "D3D11.3" in text
    for at, line in enumerate(lines):
        column = column_of(line, column) if path.suffix == ".md" and cites else None
        for clause in dict.fromkeys(cited(line, cites, column)):
            if clause not in clauses:
                problems.append(f"{place}:{at + 1}: D3D11.3 has no clause {clause}")
            elif NO_RULE.match(clause):
                problems.append(f"{place}:{at + 1}: clause {clause} is '{clauses[clause]}', which contains no rule")
            elif OF_INSTRUCTION.match(clause) or OF_VALUE.match(clause) or clause in OF_MODIFIER:
                if not is_about(context(lines, at, path), clause, clauses[clause], names):
                    problems.append(f"{place}:{at + 1}: clause {clause} is '{clauses[clause]}'; the text does not name it")
    return problems


def main():
    root = pathlib.Path(sys.argv[1])
    clauses = read_clauses(root)
    problems, names = check_rows(root, clauses)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root).as_posix()
            if path.suffix in ENDINGS and place not in EXEMPT:
                problems += check_file(path, place, clauses, names)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
