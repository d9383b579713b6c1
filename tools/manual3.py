#!/usr/bin/env python3
"""manual3.py FOLDER HEADER...: writes man pages of section 3 from the public headers to FOLDER: one a header ("sm5_run.h"), one a
function, with the types that its prototype names, and for each other type a link to the page of its header. `meson install` runs
it, with FOLDER relative to the prefix.

A comment directly before a declaration describes it; other comments are shown in the declaration. The pages depend on the headers
only.
"""
import os
import pathlib
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
NOT_SHOWN = re.compile(r"#ifdef __cplusplus.*?#endif\n|#(?:ifndef|define) SM5_\w+_H\n|#include [^\n]*\n|#endif\s*\Z", re.S)
MOST_LINES = 60  # of a type in the page of a function


class Declaration:
    """A declaration at the top level of a header, and the comment before it."""

    def __init__(self, header, comment, text, follows):
        self.header, self.comment, self.text = header, comment, text
        self.follows = follows  # directly after another declaration: of functions, the comment is that of both
        code = COMMENT.sub("", text)
        called = re.match(r"SM5_API[^;(]*?\b(sm5_\w+)\(", code)
        named = re.match(r"(?:struct|enum)\s+(sm5_\w+)|typedef\b.*?\b(sm5_\w+)\s*[(;]", code, re.S)
        self.function = called.group(1) if called else None
        self.type = (named.group(1) or named.group(2)) if named and not called else None
        self.is_complete = "{" in code or code.startswith("typedef")
        if called:
            self.text = re.sub(r"(?m)^ {8}(?= )", "", text.replace("SM5_API ", "", 1))

    def names(self):
        return re.findall(r"\bsm5_\w+", COMMENT.sub("", self.text))


def is_complete(text):
    code = COMMENT.sub("", text).strip()
    if code.startswith("#"):
        return not code.endswith("\\")
    return code.endswith(";") and code.count("{") == code.count("}") and "/*" not in code


def read(path):
    """(comment of the file, declarations)."""
    title, comment, current, found, follows = None, None, "", [], False
    for part in re.split(r"(/\*.*?\*/|\n)", NOT_SHOWN.sub("", path.read_text(encoding="utf-8")), flags=re.S):
        if not current and part.startswith("/*"):
            text = "\n".join(line.strip() for line in part[2:-2].strip().splitlines())
            title, comment = (text, None) if title is None else (title, None if text.startswith("----") else text)
        elif current or part.strip():
            current += part
        elif part == "\n" and not comment:
            follows = False
        if part == "\n" and current and is_complete(current):
            found.append(Declaration(path.name, comment, current.rstrip(), follows))
            comment, current, follows = None, "", True
    return title, found


# ---- roff ----


def plain(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    return text.replace("~", "\\(ti").replace('"', "\\(dq")


def guarded(line):
    return "\\&" + line if line[:1] in (".", "'") else line


def filled(text):
    """A comment: `code` is bold."""
    parts = re.split(r"`([^`\n]*)`", text)
    made = "".join("\\fB" + plain(part) + "\\fR" if i % 2 else plain(part) for i, part in enumerate(parts))
    return [guarded(line) if line else ".PP" for line in made.splitlines()]


def code(text):
    return [".nf", *(guarded(plain(line)) for line in text.splitlines()), ".fi"]


def first_sentence(text):
    """The summary: cut at a comma or colon, or at a word, where it is long."""
    sentence = re.split(r"(?<=[\w)\"])[.;](?:\s|$)", " ".join(text.replace("`", "").split()))[0]
    if len(sentence) > 100:
        sentence = re.match(r".{40,100}(?=[,:] )|.{1,97}(?= )", sentence)[0]
    return plain(sentence)


def page_name(header):
    return header if header == "sm5.h" else f"sm5_{header}"


def head(name, summary, header):
    return [f'.\\" Made by tools/manual3.py from include/sm5/{header}.', f'.TH "{plain(name)}" 3 "" "sm5" "Library Functions Manual"',
            ".SH NAME", f"{plain(name)} \\- {summary}", ".SH SYNOPSIS", ".nf", f"#include <sm5/{header}>", ".fi", ".PP"]


def references(names):
    return [".SH SEE ALSO", ",\n".join(f".BR {plain(name)} (3)" for name in names).replace(",\n", " ,\n")] if names else []


def header_page(title, declarations, header):
    out = head(page_name(header), first_sentence(title), header)
    out += code("\n".join(d.text for d in declarations if d.function))
    out += [".SH DESCRIPTION", *filled(title)]
    for d in declarations:
        out += [".PP", *code(d.text)]
        out += [".RS 4", *filled(d.comment), ".RE"] if d.comment else []
    return out


def function_page(d, described, types, siblings):
    out = head(d.function, first_sentence(described), d.header)
    out += [*code(d.text), ".SH DESCRIPTION", *filled(described)]
    seen, shown, queue = set(), [], d.names()
    while queue:
        name = queue.pop(0)
        t = types.get(name)
        if name in seen or not t or not t.is_complete or t.text.count("\n") > MOST_LINES:
            continue
        seen.add(name)
        shown.append(t)
        queue += t.names() if t.text.startswith("struct") else []
    out += [".SH TYPES"] if shown else []
    for t in shown:
        out += [".PP", *code(t.text)]
        out += [".RS 4", *filled(t.comment), ".RE"] if t.comment else []
    return out + references([page_name(d.header), *siblings])


def pages(headers):
    """(name of the page, its lines)."""
    parsed = {path.name: read(path) for path in sorted(headers, key=lambda path: path.name)}
    everything = [d for _, declarations in parsed.values() for d in declarations]
    types = {d.type: d for d in everything if d.type and d.is_complete}
    functions = {d.function for d in everything if d.function}
    for header, (title, declarations) in parsed.items():
        yield page_name(header), header_page(title, declarations, header)
        described, own = title, [d.function for d in declarations if d.function]
        for d in declarations:
            described = (d.comment or (described if d.follows else title)) if d.function else title
            if d.function:
                yield d.function, function_page(d, described, types, [name for name in own if name != d.function])
            elif d.type and d.type not in functions and (d.is_complete or d.type not in types):
                yield d.type, [f".so man3/{page_name(header)}.3"]


def main(folder, *headers):
    base = os.environ.get("MESON_INSTALL_DESTDIR_PREFIX", "")
    out = pathlib.Path(base) / folder
    out.mkdir(parents=True, exist_ok=True)
    for name, lines in pages([pathlib.Path(header) for header in headers]):
        (out / f"{name}.3").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
