"""Runs the optional execution cases (SM5_SHARED, default ../shared)."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
# Programs by fxc and by other compilers, which must run without --no-validate.
FOLDERS = ["cases", "compilers"]
# Keys of that data that are not in the case format: origin of the case, and declarations repeated from its program.
IGNORED = ["model", "origin", "sha256", "also_matches", "lavapipe_differs", "lavapipe_differs_runs", "expected_derived",
           "invocation", "flags", "allow", "semantic", "clear", "control_points_in", "control_points_out", "domain",
           "input_primitive"]


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    shared = root / os.environ.get("SM5_SHARED", "../shared")
    found = [shared / name for name in FOLDERS if (shared / name).is_dir()]
    if not found:
        print(f"no cases at {shared}")
        return SKIPPED
    ignored = [argument for key in IGNORED for argument in ("--ignore-key", key)]
    return subprocess.run([sm5, "test", *found, *ignored, *sys.argv[3:]]).returncode


sys.exit(main())
