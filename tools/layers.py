#!/usr/bin/env python3
"""layers.py ROOT: fails when a source file includes a module that its own module may not use (docs/architecture.md)."""
import argparse
import pathlib
import re
import sys

ANYWHERE = {"base", "isa", "numeric", "sm5"}
MAY = {
    "base": set(),
    "isa": {"base"},
    "numeric": {"base"},
    "texture": {"isa", "numeric", "texture/format"},
    "texture/format": {"isa", "numeric"},
    "texture/sample": {"isa", "numeric", "texture", "texture/format"},
    "tessellate": set(),
    "program": {"isa"},
    "dxbc": {"program"},
    "bytecode": {"program"},
    "text": {"program"},
    "text/parse": {"program", "text"},
    "text/print": {"program", "text"},
    "layout": {"program"},
    "reflect": {"program", "dxbc", "layout"},
    "validate": {"program"},
    "runtime": {"program", "numeric", "texture"},
    "interp": {"runtime", "program", "texture"},
    "check": {"interp", "runtime", "program", "texture"},
    "debug": {"check", "interp", "runtime", "program", "layout", "texture"},
    "why": {"debug", "check", "interp", "runtime", "program", "layout", "texture"},
    "ir": {"program"},
    "jit": {"ir", "runtime", "program", "bytecode"},
    "device": {"runtime", "program"},
    "device/driver": {"runtime", "program", "texture", "device"},
    "split": {"ir", "runtime", "program", "texture"},
    "api": {"split", "program", "dxbc", "bytecode", "text", "layout", "reflect", "validate", "texture", "tessellate", "runtime", "interp", "check", "debug", "why", "ir", "jit", "device", "io"},
    "io": set(),
    "random": {"interp", "runtime", "jit", "program", "text", "texture", "io", "ranks", "reduce"},
    "ranks": {"io"},
    "ranks/mpi": {"ranks"},
    "host": {"io", "ranks"},
    "view": {"io"},
    "header": {"host", "io"},
    "header/clang": {"header"},
    "case": {"host", "io", "ranks"},
    "reduce": {"program", "bytecode", "validate"},
    "protocol": set(),
    "dap": {"protocol"},
    "lsp": {"program", "text", "protocol"},
    "cli": {"case", "header", "view", "host", "io", "random", "reduce", "ranks", "protocol", "dap", "lsp"},
}
INNER = ("ir/lower", "jit/llvm", "device/driver", "ranks/mpi", "header/clang")  # folders that only their own files include
# The command is built on the public headers and io/; the case reader uses base/, too.
NOT_FROM = {"host": {"isa", "numeric", "base"}, "case": {"isa", "numeric"}, "cli": {"isa", "numeric", "base"}, "dap": {"isa", "numeric"}}


def allowed(room):
    rooms = MAY[room] | ANYWHERE | {room}
    rooms -= NOT_FROM.get(room, set())
    if room in ("base", "isa"):
        rooms -= {"numeric", "isa" if room == "base" else ""}
    return rooms


def room_of(path):
    """The sub-folder when it is a room of its own, else the folder below src/."""
    parts = path.split("/")[:-1]
    return "/".join(parts[:2]) if "/".join(parts[:2]) in MAY else parts[0]


def may_include(room, target):
    """Permission for a room includes its sub-rooms, except among the rooms of one folder."""
    family = room.split("/")[0] == target.split("/")[0]
    return target in allowed(room) or (not family and target.split("/")[0] in allowed(room))


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if found:
            yield number, found.group(1)


def check(root):
    files, errors = [], []
    for path in sorted((root / "src").rglob("*.[ch]")):
        files.append(path)
        room = room_of(path.relative_to(root / "src").as_posix())
        for number, name in includes(path):
            target = room_of(name) if "/" in name else room
            if target == "..":
                errors.append(f"{path}:{number}: includes by '..'; name the room instead")
            elif any(name.startswith(inner + "/") and f"/src/{inner}/" not in path.resolve().as_posix() for inner in INNER):
                errors.append(f"{path}:{number}: includes the inside of {room}/: {name}")
            elif not may_include(room, target):
                errors.append(f"{path}:{number}: {room}/ may not include {target}/")
    return files, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--stamp", type=pathlib.Path)
    parser.add_argument("--depfile", type=pathlib.Path)
    options = parser.parse_args()
    files, errors = check(options.root)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    if options.stamp:
        options.stamp.write_text("ok\n")
    if options.depfile:
        options.depfile.write_text(f"{options.stamp}: " + " ".join(str(f) for f in files) + "\n")
    return 0


sys.exit(main())
