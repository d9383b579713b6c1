"""Runs the execution cases beside the source, when there are some (SM5_SHARED, default ../shared)."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    cases = root / os.environ.get("SM5_SHARED", "../shared") / "cases"
    if not cases.is_dir():
        print(f"no cases at {cases}")
        return SKIPPED
    return subprocess.run([sm5, "test", cases, *sys.argv[3:]]).returncode


sys.exit(main())
