#!/usr/bin/env python3
"""configure.py BUILD [OPTION=VALUE]...: prepares the build folder BUILD for ninja.

Runs `meson setup` if BUILD is new, again if it was made for another source folder or was moved, and `meson configure` for
options that differ. An option without a value keeps its current value.
"""
import json
import pathlib
import shutil
import subprocess
import sys

# Options that are kept when a build folder is set up again.
KEPT = ("prefix", "jit", "vulkan", "python", "buildtype", "fuzz", "bench", "b_sanitize", "b_lundef")
ROOT = pathlib.Path(__file__).resolve().parent.parent


def meson(*arguments):
    subprocess.run(["meson", *map(str, arguments)], check=True)


def places(build):
    """The source and build folders that a build folder was made for; None if it is not a build folder."""
    try:
        about = json.loads((build / "meson-info" / "meson-info.json").read_text())
        return [pathlib.Path(about["directories"][key]).resolve() for key in ("source", "build")]
    except (OSError, ValueError, KeyError):
        return None


def configured(build):
    options = json.loads((build / "meson-info" / "intro-buildoptions.json").read_text())
    return {option["name"]: str(option["value"]) for option in options}


def main(build, arguments):
    build = pathlib.Path(build).resolve()
    given = dict(argument.split("=", 1) for argument in arguments)
    given = {name: value for name, value in given.items() if value}
    if not (build / "build.ninja").is_file() or not places(build):
        meson("setup", *(f"-D{name}={value}" for name, value in given.items()), build, ROOT)
        return
    if places(build) != [ROOT, build]:
        print(f"{build} was made for {places(build)[0]}: setting it up again")
        kept = {name: value for name, value in configured(build).items() if name in KEPT}
        shutil.rmtree(build)
        meson("setup", *(f"-D{name}={value}" for name, value in {**kept, **given}.items()), build, ROOT)
        return
    now = configured(build)
    changed = [f"-D{name}={value}" for name, value in given.items() if now.get(name) != value]
    if changed:
        meson("configure", *changed, build)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
