"""random.py SM5 ROOT SEED COUNT: random programs on llvmpipe give the interpreter's results, but for the seeds in random.txt.
Skipped (exit code 77) without the device."""
import json
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
SM5, ROOT, SEED, COUNT = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
TABLE = ROOT / "tests" / "device" / "random.txt"


def driver():
    listed = subprocess.run([SM5, "devices", "--json", "-"], capture_output=True, text=True, check=False)
    devices = json.loads(listed.stdout)["devices"] if listed.returncode == 0 else []
    return next((device["driver"] for device in devices if "llvmpipe" in device["name"]), None)


def table():
    """The device, the instructions that are left out, and the class of each seed that differs."""
    head, known = {}, {}
    for row in TABLE.read_text().splitlines():
        if row.startswith("# ") and ": " in row:
            head.update([row[2:].split(": ", 1)])
        elif not row.startswith("#"):
            name, *seeds = row.split()
            known.update((int(seed), name) for seed in seeds)
    return head, known


def main():
    device, (head, known) = driver(), table()
    if not device:
        print("skipped: no llvmpipe")
        return SKIPPED
    done = subprocess.run([SM5, "random", "--engines", "interp,vulkan:llvmpipe", "--seed", str(SEED), "--count", str(COUNT), "--isolate",
                           "--without", head["without"]], capture_output=True, text=True, check=False)
    seeds = {int(seed) for seed in re.findall(r"^// again with: .* --seed (\d+)", done.stdout, re.M)}
    print(done.stdout[done.stdout.rfind(f"{COUNT} programs"):], done.stderr)
    unknown = sorted(seeds - set(known))
    print("differ:", *(f"{seed} ({known.get(seed, 'unknown')})" for seed in sorted(seeds)))
    if done.returncode not in (0, 1) or f"{COUNT} programs" not in done.stdout:
        return 1
    # Another device may differ in others, and lack some of these.
    return 1 if unknown and device == head["device"] else 0


sys.exit(main())
