#!/usr/bin/env python3
"""site.py FOLDER: writes the documentation as HTML to FOLDER: README, docs/ and the other Markdown files, the public headers (api/)
and their man pages (man3/, by manual3.py). Needs python3-markdown and doxygen, and no network.

Links keep their meaning: to another page, to a header's page, or to a copy of the file or folder.
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import manual3
import markdown

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{top}style.css">
</head>
<body>
<nav>
{navigation}
</nav>
<main>
{body}
</main>
</body>
</html>
"""
STYLE = """body { margin: 0; display: flex; font: 16px/1.5 sans-serif; color: #222; background: #fff; }
nav { flex: 0 0 12em; padding: 1.5em 1em; border-right: 1px solid #ddd; font-size: 14px; }
nav a { display: block; padding: 2px 0; }
main { flex: 1; min-width: 0; max-width: 60em; padding: 1em 2em; }
a { color: #2040b0; text-decoration: none; }
a:hover { text-decoration: underline; }
code { font-size: 0.9em; background: #f4f4f4; padding: 1px 3px; }
pre { background: #f4f4f4; padding: 0.8em; overflow-x: auto; line-height: 1.35; }
pre code { padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #ddd; padding: 4px 8px; text-align: left; vertical-align: top; }
img { max-width: 100%; }
@media (max-width: 50em) { body { display: block; } nav { border: 0; } nav a { display: inline; margin-right: 1em; } }
"""
BAR = "\ue000"  # stands for \| of tables, which Markdown's code spans would show with the backslash
DOXYGEN = """PROJECT_NAME = sm5
PROJECT_NUMBER = {version}
INPUT = {headers}
OUTPUT_DIRECTORY = {out}
HTML_OUTPUT = api
GENERATE_LATEX = NO
OPTIMIZE_OUTPUT_FOR_C = YES
EXTRACT_ALL = YES
JAVADOC_AUTOBRIEF = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = SM5_API=
ENABLE_PREPROCESSING = YES
INPUT_FILTER = "{python} {filter} --comments"
FILTER_SOURCE_FILES = YES
FULL_PATH_NAMES = NO
HAVE_DOT = NO
SEARCHENGINE = NO
VERBATIM_HEADERS = YES
HTML_TIMESTAMP = NO
QUIET = YES
WARNINGS = NO
"""

# ---- headers ----


def documented(text):
    """A header with its comments as doxygen reads them: those before a declaration, and those after one on its line."""
    def comment(match):
        before, body = match.group(1), match.group(2)
        if "----" in body or "SPDX" in body:
            return match.group(0)
        body = re.sub(r"([\\@#<>&%])", r"\\\1", body)
        return f"{before}/**{'<' if before.strip() else ''} {body.strip()} */"
    return re.sub(r"(?m)^([^\n]*?)/\*(?!\*)(.*?)\*/", comment, text, flags=re.S)


def with_file(path):
    text = documented(path.read_text(encoding="utf-8"))
    # The first comment is that of the file.
    return re.sub(r"^/\*\* ", f"/** @file {path.name}\n ", text, count=1)


def write_api(out):
    headers = sorted((ROOT / "include" / "sm5").glob("*.h"))
    version = subprocess.run([ROOT / "tools" / "version.sh", ROOT / "include" / "sm5" / "status.h"], check=True, capture_output=True,
                             text=True).stdout.strip()
    settings = DOXYGEN.format(version=version, headers=" ".join(f'"{header}"' for header in headers), out=f'"{out}"',
                              python=sys.executable, filter=pathlib.Path(__file__).resolve())
    with tempfile.NamedTemporaryFile("w", suffix=".doxygen") as file:
        file.write(settings)
        file.flush()
        subprocess.run(["doxygen", file.name], check=True, stdout=subprocess.DEVNULL)
    manual3.main(out / "man3", *headers)


# ---- pages ----


def slug(text, separator="-"):
    """Names of headings as GitHub makes them, which links in the documents use."""
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", separator)


def header_page(name):
    return "api/" + name.replace("_", "__").replace(".", "_8") + ".html"


class Site:
    def __init__(self, out):
        self.out = out
        self.pages = {"README.md": "index.html"}
        for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*/README.md")),
                     *sorted((ROOT / "examples").rglob("*.md"))]:
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith("build"):
                self.pages.setdefault(name, name.removesuffix(".md") + ".html")

    def target(self, name):
        """The page of a file or folder of the source tree, relative to the site. A file without a page is copied."""
        source = ROOT / name
        if name in self.pages:
            return self.pages[name]
        if name == "include/sm5":
            return "api/files.html"
        if name.startswith("include/sm5/"):
            return header_page(source.name)
        if source.is_dir():
            self.write_folder(name)
            return f"{name}/index.html"
        if source.is_file():
            (self.out / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, self.out / name)
            return name
        sys.exit(f"site.py: a document links to {name}, which does not exist")

    def link(self, page, source, href):
        """An address in a document at `source`, for its page."""
        if re.match(r"[a-z]+:", href) or href.startswith("#"):
            return href
        name, _, anchor = href.partition("#")
        path = (ROOT / source).parent / name
        target = self.target(path.resolve().relative_to(ROOT).as_posix())
        up = "../" * page.count("/")
        return up + target + (f"#{anchor}" if anchor else "")

    def navigation(self, page):
        up = "../" * page.count("/")
        names = sorted(self.pages, key=lambda name: (name != "README.md", "/" in name and not name.startswith("docs/"), "/" in name, name))
        rows = [(self.pages[name], "sm5" if name == "README.md" else name.removesuffix(".md").removeprefix("docs/")) for name in names]
        rows.append(("api/files.html", "C API"))
        return "\n".join(f'<a href="{up}{target}">{html.escape(title)}</a>' for target, title in rows)

    def write(self, page, title, body):
        path = self.out / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(title=html.escape(title), top="../" * page.count("/"), navigation=self.navigation(page), body=body),
                        encoding="utf-8")

    def write_folder(self, name):
        rows = []
        tracked = sorted(p for p in (ROOT / name).iterdir() if p.is_file() and not p.name.startswith("."))
        for path in tracked:
            target = self.target(path.relative_to(ROOT).as_posix())
            rows.append(f'<li><a href="{"../" * (name.count("/") + 1)}{target}">{html.escape(path.name)}</a></li>')
        self.write(f"{name}/index.html", name, f"<h1>{html.escape(name)}</h1>\n<ul>\n" + "\n".join(rows) + "\n</ul>")

    def write_page(self, source, page):
        text = (ROOT / source).read_text(encoding="utf-8").replace("\\|", BAR)
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
        # Lists may follow a paragraph without an empty line.
        text = re.sub(r"(?m)^((?!\s*(?:[-*|]|\d+\.) ).*\S.*)\n(?=(?:- |\d+\. ))", r"\1\n\n", text)
        converter = markdown.Markdown(extensions=["tables", "fenced_code", "sane_lists", "toc"],
                                      extension_configs={"toc": {"slugify": slug}})
        body = converter.convert(text).replace(BAR, "|")
        body = re.sub(r'(href|src)="([^"]*)"', lambda m: f'{m.group(1)}="{self.link(page, source, html.unescape(m.group(2)))}"', body)
        title = re.search(r"^# (.*)", text, re.M)
        self.write(page, title.group(1).replace("`", "") if title else source, body)


def main(folder):
    out = pathlib.Path(folder).resolve()
    out.mkdir(parents=True, exist_ok=True)
    site = Site(out)
    (out / "style.css").write_text(STYLE, encoding="utf-8")
    write_api(out)
    for source, page in list(site.pages.items()):
        site.write_page(source, page)
    print(out / "index.html")


if __name__ == "__main__":
    if sys.argv[1] == "--comments":
        sys.stdout.write(with_file(pathlib.Path(sys.argv[2])))
    else:
        main(sys.argv[1])
