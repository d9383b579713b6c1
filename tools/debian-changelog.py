#!/usr/bin/env python3
"""debian-changelog.py CHANGELOG.md CONTROL: prints debian/changelog: the versions of CHANGELOG.md."""
import datetime
import email.utils
import pathlib
import re
import sys
import textwrap


def main(changes, control):
    maintainer = re.search(r"^Maintainer: (.*)$", pathlib.Path(control).read_text(encoding="utf-8"), re.M).group(1)
    sections = re.split(r"^## (\S+) \((\S+)\)\n", pathlib.Path(changes).read_text(encoding="utf-8"), flags=re.M)[1:]
    entries = []
    for version, date, text in zip(sections[::3], sections[1::3], sections[2::3]):
        stamp = email.utils.format_datetime(datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc))
        lines = [f"sm5 ({version}-1) unstable; urgency=medium\n"]
        for item in re.split(r"^- ", text, flags=re.M)[1:]:
            lines.append(textwrap.fill(" ".join(item.replace("`", "").split()), 78, initial_indent="  * ", subsequent_indent="    "))
        entries.append("\n".join([*lines, f"\n -- {maintainer}  {stamp}"]))
    print("\n\n".join(entries))


if __name__ == "__main__":
    main(*sys.argv[1:])
