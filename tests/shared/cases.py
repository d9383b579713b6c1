"""Runs the optional execution cases (SM5_SHARED, default ../shared)."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
# Programs by fxc and by other compilers, which must run without --no-validate.
FOLDERS = ["cases", "compilers"]


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    shared = root / os.environ.get("SM5_SHARED", "../shared")
    found = [shared / name for name in FOLDERS if (shared / name).is_dir()]
    if not found:
        print(f"no cases at {shared}")
        return SKIPPED
    return subprocess.run([sm5, "test", *found, *sys.argv[3:]]).returncode


sys.exit(main())
