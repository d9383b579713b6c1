#!/usr/bin/env python3
"""manual.py CLI.md [OUT.1]: makes the man page from docs/cli.md.
manual.py --check SM5 CLI.md: fails if docs/cli.md and the option tables of the command SM5 (its --help) differ.
manual.py --update SM5 CLI.md: adds a row with the text of --help for each option that docs/cli.md lacks.

Supports the Markdown that docs/cli.md uses: headings, paragraphs, tables, indented blocks, `code`, *emphasis* and links.
"""
import argparse
import pathlib
import re
import subprocess
import sys

HEAD = """.\\" Made by tools/manual.py from docs/cli.md.
.TH SM5 1 "" "sm5" "User Commands"
.SH NAME
sm5 \\- assemble, disassemble, check and run Direct3D Shader Model 5 programs
"""
TAIL = """.SH SEE ALSO
docs/test-format.md, docs/check.md, docs/diagnostics.md and docs/semantics.md of the source tree.
"""

# ---- markdown: a list of (kind, content) ----


def cells(line):
    """Cells of a table row; \\| is a literal bar."""
    inner = line.strip().strip("|") if not line.rstrip().endswith("\\|") else line.strip()[1:]
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def block_of(line):
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    if line.startswith("    "):
        return "verbatim"
    return "text"


def blocks(source):
    source = re.sub(r"<!--.*?-->\n?", "", source, flags=re.S)
    found = []
    for paragraph in re.split(r"\n\s*\n", source.strip("\n")):
        lines = paragraph.splitlines()
        while lines:
            kind = block_of(lines[0])
            size = 1 if kind == "heading" else next((i for i, line in enumerate(lines) if block_of(line) != kind), len(lines))
            found.append((kind, lines[:size]))
            lines = lines[size:]
    return found


# ---- roff ----


def plain(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")


def inline(text):
    """`code` is bold, *emphasis* and the placeholders of options are italic, links are their text."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    out = []
    for part in re.split(r"(`[^`]*`|(?<![\w*])\*[^*\s][^*]*\*)", text):
        if part.startswith("`") and part.endswith("`") and len(part) > 1:
            out.append("\\fB" + plain(part[1:-1]) + "\\fR")
        elif part.startswith("*") and part.endswith("*") and len(part) > 2:
            out.append("\\fI" + plain(part[1:-1]) + "\\fR")
        else:
            out.append(plain(part))
    return "".join(out)


def guarded(text):
    """Escapes a leading . or ', which would start a request."""
    return "\\&" + text if text[:1] in (".", "'") else text


def table(lines):
    out = []
    for line in lines[2:]:
        tag, *rest = cells(line)
        body = ": ".join(cell for cell in rest if cell)
        out += [".TP", guarded(inline(tag)), guarded(inline(body))]
    return out


def verbatim(lines):
    return [".PP", ".RS 4", ".nf", *(guarded(plain(line[4:])) for line in lines), ".fi", ".RE"]


def paragraph(lines):
    return [".PP", *(guarded(inline(line)) for line in inline_lines(lines))]


def inline_lines(lines):
    """Spans of code may cross the end of a line; roff fills the text anyway."""
    return [" ".join(lines)]


def synopsis(lines):
    out = [".SH SYNOPSIS", ".nf"]
    out += [guarded(plain(line[4:])) for line in lines]
    return out + [".fi", ".SH DESCRIPTION"]


def page(source):
    out = []
    for number, (kind, lines) in enumerate(blocks(source)):
        if number == 0:
            continue  # the title
        if number == 1:
            out += synopsis(lines)
        elif kind == "heading":
            level, title = re.match(r"(#+) (.*)", lines[0]).groups()
            out.append(f".SH {plain(title).upper()}" if len(level) == 2 else f".SS {plain(title)}")
        elif kind == "table":
            out += table(lines)
        elif kind == "verbatim":
            out += verbatim(lines)
        else:
            out += paragraph(lines)
    return HEAD + "\n".join(out) + "\n" + TAIL


# ---- the option tables against the text ----

OPTION = re.compile(r"`(-[^`\s]+)`([^`]*)")


def documented(source):
    """{section: {option: value}} by the tables whose first column is called `option`."""
    sections, section = {}, ""
    for kind, lines in blocks(source):
        if kind == "heading" and lines[0].startswith("## "):
            section = lines[0][3:]
        if kind != "table" or cells(lines[0])[0] != "option":
            continue
        for line in lines[2:]:
            for name, value in OPTION.findall(cells(line)[0]):
                value = re.sub(r",\s*$", "", value.strip())
                sections.setdefault(section, {}).setdefault(name, set()).add(value)
    return sections


def helped(sm5, verb):
    """{option: (value, text)} that the verb's --help lists."""
    text = subprocess.run([sm5, verb, "--help"], capture_output=True, text=True, check=True).stdout
    rows = text.split("\noptions:\n")[1].split("\n\n")[0].splitlines()
    found, name = {}, ""
    for row in rows:
        if row[2:3] == "-":
            head = row if len(row) > 32 and row[31] != " " else row[:32]
            name, _, value = head.strip().partition(" ")
            found[name] = value.strip(), row[len(head):].strip()
        else:
            found[name] = found[name][0], row.strip()
    found.pop("--help", None)
    return found


def verbs_of(sm5):
    text = subprocess.run([sm5, "help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  sm5 (\w+) ", text, re.M)


def differences(sm5, source):
    sections, wrong = documented(source), []
    lines = blocks(source)[1][1]
    verbs = [verb for verb in verbs_of(sm5) if verb != "help"]
    for verb in verbs:
        options = helped(sm5, verb)
        if not any(re.match(rf"\s*sm5 {verb}\b", line) for line in lines):
            wrong.append(f"the synopsis has no line of '{verb}'")
        if f"\n## {verb}\n" not in source:
            wrong.append(f"there is no section '## {verb}'")
        own = sections.get(verb, {})
        # Options that several verbs share are documented once, under run or HLSL sources.
        shared = {**sections.get("HLSL sources", {}), **sections.get("run", {})}
        for name, (value, _) in options.items():
            values = own.get(name, shared.get(name))
            if values is None:
                wrong.append(f"{verb}: no row for {name} {value}".rstrip())
            elif value not in values:
                wrong.append(f"{verb}: {name} expects '{value}', the text has '{' or '.join(sorted(values))}'")
        wrong += [f"{verb}: {name} is in the text, not in the command" for name in own if name not in options]
    known = {name for verb in verbs for name in helped(sm5, verb)}
    wrong += [f"HLSL sources: {name} is in the text, not in the command"
              for name in sections.get("HLSL sources", {}) if name not in known]
    return verbs, wrong


def updated(sm5, source):
    """The text with a row for each option that it lacks, at the end of the verb's table."""
    for verb in verbs_of(sm5):
        sections = documented(source)
        known = {**sections.get("HLSL sources", {}), **sections.get("run", {}), **sections.get(verb, {})}
        rows = [f"| `{name}` {value}".replace("|", "\\|").replace("\\|", "|", 1).rstrip() + f" | {text} |\n"
                for name, (value, text) in helped(sm5, verb).items() if name not in known]
        start = source.find(f"\n## {verb}\n")
        table = re.compile(r"\n\| option \|[^\n]*\n(\|[^\n]*\n)+").search(source, start)
        if rows and start >= 0 and table:
            source = source[:table.end()] + "".join(rows) + source[table.end():]
    return source


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", metavar="SM5")
    parser.add_argument("--update", metavar="SM5")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    source = options.source.read_text()
    if options.check:
        verbs, wrong = differences(options.check, source)
        print("\n".join(f"{options.source}: {line}" for line in wrong) or f"{len(verbs)} verbs agree")
        return 1 if wrong or not verbs else 0
    if options.update:
        options.source.write_text(updated(options.update, source))
    elif options.out:
        options.out.write_text(page(source))
    else:
        sys.stdout.write(page(source))
    return 0


if __name__ == "__main__":
    sys.exit(main())
