#!/usr/bin/env python3
"""coverage.py ROOT: fails when a rule of validate_diag.def has no failing program in tests/validate."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rules = set(re.findall(r'^(?:DIAG|DIAG_RULE)\(VALIDATE_\w+, \w+, "(validate-[\w-]+)"', (root / "src/validate/validate_diag.def").read_text(), re.M))
sources = "".join(path.read_text() for path in (root / "tests/validate").glob("*.c"))
tested = set(re.findall(r'"(validate-[\w-]+)"', sources))
for rule in sorted(rules - tested):
    print(f"{rule}: no test in tests/validate breaks it")
for rule in sorted(tested - rules):
    print(f"{rule}: no such rule")
sys.exit(0 if rules == tested else 1)
