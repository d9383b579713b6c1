#!/usr/bin/env python3
"""site.py ROOT: the documentation site is complete: every link leads to a page and a place in it, every document and every public
function has a page, and every function a man page."""
import html.parser
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(sys.argv[1])


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("href", "src") and value:
                self.links.append(value)
            if key == "id" or (key == "name" and tag == "a"):
                self.names.add(value)


def broken(site):
    """(page, link) of the links that lead nowhere, and the number of all."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    count, wrong = 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists() or (parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].names):
                wrong.append((path.relative_to(site), link))
    return count, wrong


def check(site):
    count, links = broken(site)
    wrong = [f"{page}: link to {link}" for page, link in links]
    for path in (ROOT / "docs").glob("*.md"):
        if not (site / "docs" / f"{path.stem}.html").exists():
            wrong.append(f"{path.name} has no page")
    described = "".join(path.read_text(encoding="utf-8") for path in (site / "api").glob("*_8h.html"))
    functions = set()
    for path in (ROOT / "include" / "sm5").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        functions |= set(re.findall(r"SM5_API[^;(]*?\b(sm5_\w+)\(", text))
    wrong += [f"{name} is not described" for name in functions if f"{name}" not in described]
    wrong += [f"{name} has no man page" for name in functions if not (site / "man3" / f"{name}.3").exists()]
    return count, len(functions), wrong


def main():
    with tempfile.TemporaryDirectory(prefix="sm5-site-") as folder:
        subprocess.run([sys.executable, ROOT / "tools" / "site.py", folder], check=True, stdout=subprocess.DEVNULL)
        site = pathlib.Path(folder).resolve()
        count, functions, wrong = check(site)
        # The check itself: a link to nowhere is found.
        (site / "extra.html").write_text('<a href="index.html#nowhere">x</a><a href="gone.html">y</a>', encoding="utf-8")
        found = len(broken(site)[1])
    print("\n".join(wrong) or f"{count} links, {functions} functions")
    return 1 if wrong or found != 2 or not functions or not count else 0


if __name__ == "__main__":
    sys.exit(main())
