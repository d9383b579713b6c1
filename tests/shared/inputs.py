"""The output of `sm5 info --json` suffices to run and check a program: tested with programs of all stages from the optional
corpus (SM5_SHARED, default ../shared)."""
import json
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
STEP = 10 # every tenth program
FORMATS = {"uint": "r32_uint", "sint": "r32_sint", "unorm": "r8_unorm", "snorm": "r8_snorm"}
INPUTS = {"cs": ["--groups", "1"], "ps": ["--rect", "0,0,3,3"], "ds": ["--partition", "2"]}


def source(resource):
    """The source of a resource, or None to leave it unbound."""
    kind, layout = resource["kind"], resource["layout"]
    form = resource["format"] or FORMATS.get((resource["return_type"] or ["float"])[0], "r32_float")
    if kind == "g":
        return None
    if kind == "s":
        return "linear"
    if kind == "cb":
        return f"zero,size={max(1, resource['count'])}"
    if layout in ("structured", "raw"):
        return "zero,size=16"
    if layout == "buffer":
        return f"zero,size=16,format={form}"
    return f"zero,width=8,format={form}" + ("" if "1d" in layout else ",height=8")


def options(info):
    arguments = list(INPUTS.get(info["stage"], ["--count", "3"]))
    if info["stage"] != "cs":
        arguments += ["--missing", "zero", "--print", "out:1"]
    for resource in info["resources"]:
        contents = source(resource)
        space = f"@{resource['space']}" if resource["space"] else ""
        if contents:
            arguments += ["-b", f"{resource['kind']}{resource['register']}{space}={contents}"]
    return arguments + ["--max-steps", "1000"]


def failure(sm5, path):
    described = subprocess.run([sm5, "info", "--json", path], capture_output=True)
    if described.returncode:
        return f"info: {described.stderr.decode()}"
    arguments = options(json.loads(described.stdout))
    for verb in ("run", "check"):
        done = subprocess.run([sm5, verb, path, *arguments], capture_output=True, timeout=120)
        if done.returncode not in (0, 1): # 1: findings, missing class linkage, infinite loops on zeros
            return f"{verb} {' '.join(arguments)}: {done.returncode}: {done.stderr.decode()}"
    return None


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    corpus = root / os.environ.get("SM5_SHARED", "../shared") / "corpus"
    programs = sorted(corpus.rglob("*.dxbc"))
    if not programs:
        print(f"no programs at {corpus}")
        return SKIPPED
    failed = 0
    for path in programs[::STEP]:
        why = failure(sm5, path)
        if why:
            failed += 1
            print(f"{path.name}: {why}")
    return 1 if failed else 0


sys.exit(main())
