#!/usr/bin/env python3
"""Writes a libFuzzer dictionary with every name of the instruction table."""
import argparse
import pathlib
import re


def words(paths):
    for path in paths:
        for line in path.read_text().splitlines():
            if re.match(r"[A-Z_]+\(", line):
                found = re.findall(r'"([^"0-9][^"]*)"', line)
                yield from found[:1] if line.startswith("OP(") else found  # not the meaning after the mnemonic


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=pathlib.Path, nargs="+")
    parser.add_argument("-o", dest="out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    found = sorted(set(words(options.tables)))
    options.out.write_text("".join(f'"{word}"\n' for word in found))


main()
