"""coverage.py ROOT GENERATED: fails when an executable instruction has no test of its results."""
import pathlib
import re
import sys

# Forms that an engine implements.
LANES = re.compile(r"^([WD]+_[WD]+|DP[234])$")
FAMILIES = {"FLOW", "MEMORY", "ATOMIC", "COUNTER", "QUERY", "SYNC", "DEBUG", "DERIVATIVE", "PULL", "STREAM", "TEXTURE"}
ROW = re.compile(r'^OP\((\d+), (\w+), [^,]+, "([^"]+)", "[\d.]*", "[^"]*", \w+, \w+, (\w+), (\w+),')


def rows(root):
    for line in (root / "src/isa/isa.def").read_text().splitlines():
        found = ROW.match(line)
        if found and found[4] != "NONE":
            yield found[3], found[5]


def texts(root, generated):
    cases = list((root / "tests/semantics").glob("*.yaml")) + list(generated.glob("*.yaml"))
    code = list((root / "tests/interp").glob("*.c")) + list((root / "tests/api").glob("*.c"))
    return "\n".join(path.read_text() for path in cases), "\n".join(path.read_text() for path in code)


def named(mnemonic, text):
    return re.search(r"(?<![a-z0-9_])" + re.escape(mnemonic) + r"(_z|_nz|_sat|_uglobal|_ugroup|_g|_t|_indexable|_uint|_aoffimmi)*(?![a-z0-9_])",
                     text)


def main():
    root = pathlib.Path(sys.argv[1])
    cases, code = texts(root, pathlib.Path(sys.argv[2]))
    missing = []
    for mnemonic, form in rows(root):
        if (LANES.match(form) or form in FAMILIES) and not named(mnemonic, cases) and not named(mnemonic, code):
            missing.append(mnemonic)
    for mnemonic in missing:
        print(f"{mnemonic} has no test of its results")
    return 1 if missing else 0


sys.exit(main())
