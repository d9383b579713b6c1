"""cases.py SM5 ROOT GENERATED [--update]: the compute cases on llvmpipe, without errors of the validation layer where it is installed.
Each case passes, is refused with a reason, or fails as classes.txt says, which --update renews. Skipped (exit code 77) without the device."""
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

SKIPPED = 77
SM5, ROOT, GENERATED = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
CASES = ROOT / "tests" / "device" / "cases"
SHARED = ROOT / os.environ.get("SM5_SHARED", "../shared") / "cases"
CLASSES = ROOT / "tests" / "device" / "classes.txt"


def sm5(*arguments):
    return subprocess.run([SM5, *map(str, arguments)], capture_output=True, text=True, check=False)


def has_device():
    """The driver of the device."""
    listed = sm5("devices", "--json", "-")
    devices = json.loads(listed.stdout)["devices"] if listed.returncode == 0 else []
    for device in devices:
        if "llvmpipe" in device["name"]:
            return device["driver"]
    print(f"skipped: no llvmpipe; {listed.stderr.strip()}")
    return None


def classes():
    """The device that the table is of, and (class, kind of the failure) by case."""
    rows = CLASSES.read_text().splitlines()
    device = next(row.removeprefix("# device: ") for row in rows if row.startswith("# device: "))
    return device, {row.split()[0]: tuple(row.split()[1:]) for row in rows if not row.startswith("#")}


def outcomes(output):
    """Outcome by name: the word, the text after it, and how it failed: number and checksum of the listed words, or the text
    without numbers."""
    found = {}
    for head, lines in re.findall(r"^((?:ok  |FAIL|skip) .*)((?:\n    .*)*)", output, re.M):
        word, name, text = re.fullmatch(r"(ok  |FAIL|skip) ([^:]+)(?:: (.*))?", head).groups()
        count = re.match(r"\w+: (\d+) words? differs?$", text or "")
        places = re.sub(", got .*", "", lines)
        kind = f"{count[1]}/{zlib.crc32(places.encode()):08x}" if count else re.sub(r"\W+", "-", text or "")[:40]
        found[name] = (word.strip(), text, kind)
    return found


def run(paths, *options):
    result = sm5("test", *paths, "--engine", "vulkan", "--device", "llvmpipe", *options)
    found = outcomes(result.stdout)
    if result.returncode not in (0, 1) or not found:
        sys.exit(f"the command failed with {result.returncode}:\n{result.stdout[-3000:]}{result.stderr}")
    return found


def allocates(path):
    """Whether threads take places from a UAV's counter: the device runs groups side by side, so that their order is by chance."""
    return path.is_file() and re.search(r"imm_atomic_(alloc|consume)", sm5("dis", path).stdout)


def rerun_unordered(found, known, runs=20):
    """Runs again each failed case whose result depends on the order of the threads, until some order gives what it expects."""
    for name in [name for name, (word, _, _) in found.items() if word == "FAIL" and name not in known]:
        if allocates(SHARED / name / "shader.dxbc"):
            outcomes_again = (run([SHARED / name])[name] for _ in range(runs))
            found[name] = next((outcome for outcome in outcomes_again if outcome[0] == "ok"), found[name])


def report(found, known, device):
    """What is wrong. On the device of the table each case must fail as it says, on others it may fail otherwise."""
    wrong = [f"{name}: {text}" for name, (word, text, _) in found.items() if word == "FAIL" and name not in known]
    print("passed", sum(word == "ok" for word, _, _ in found.values()))
    for name, (word, text, kind) in found.items():
        if word == "FAIL" and name in known:
            print(f"differs: {name} ({known[name][0]}): {text}")
            if device and known[name][1] not in ("any", kind):
                wrong.append(f"{name}: fails by {kind}; expected {known[name][1]}")
        if word == "skip":
            print(f"not supported: {name}: {text}")
    return wrong


def update(found, known):
    """Writes the kinds of the failures into the table."""
    lines = []
    for row in CLASSES.read_text().splitlines():
        name = row.split()[0]
        if name in known and name in found and known[name][1:] != ("any",):
            row = f"{name:<34} {known[name][0]:<14} {found[name][2]}"
        lines.append(row)
    CLASSES.write_text("\n".join(lines) + "\n")


def main():
    driver = has_device()
    if not driver:
        return SKIPPED
    device, known = classes()
    paths = [CASES, ROOT / "tests" / "semantics", GENERATED] + ([SHARED] if SHARED.is_dir() else [])
    found = run(paths)
    if sys.argv[4:] == ["--update"]:
        update(found, known)
        return 0
    rerun_unordered(found, known)
    wrong = report(found, known, driver == device)
    for options in ([], ["--descriptors", "texel"], ["--plain-bounds"]):
        found = run([CASES], *options)
        wrong += [f"{name} with {options}: {text}" for name, (word, text, _) in found.items() if word != "ok"]
    layered = run([CASES, ROOT / "tests" / "semantics"], "--validation-layer")
    wrong += [f"{name}: {text}" for name, (_, text, _) in layered.items() if "validation layer:" in (text or "")]
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
