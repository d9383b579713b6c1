#!/usr/bin/env python3
"""lsp.py BUILD: what an edit of a listing of 10,000 lines costs in `sm5 lsp`, in milliseconds, and each request after it.

The client writes an edit in the middle of the text and waits for the diagnostics. `server` is the processor time of the server,
which other processes do not change; `client` is what the client waits, with its own JSON. Every second edit undoes the one
before it."""
import os
import pathlib
import random
import statistics
import sys
import time

BUILD = pathlib.Path(sys.argv[1])
os.environ["SM5_COMMAND"] = str(BUILD / "sm5")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/lsp"))

from client import Client  # noqa: E402

LINES, TEMPS, REPEAT = 10000, 64, 51
HEAD = ["cs_5_0", "dcl_resource_structured t0, 8", "dcl_uav_structured u0, 8", "dcl_input vThreadID.x", f"dcl_temps {TEMPS}",
        "dcl_thread_group 64, 1, 1"]
FORMS = ["ld_structured r{0}.xy, vThreadID.x, l(0), t0.xyxx", "mad r{0}.xyzw, r{1}.xyzw, l(1.0, 2.0, 3.0, 4.0), r{2}.wzyx",
         "add r{0}.x, r{1}.x, r{2}.y", "store_structured u0.xy, vThreadID.x, l(0), r{0}.xyxx", "if_nz r{1}.x", "endif"]


def listing():
    rng = random.Random(1)
    lines = HEAD + [f"mov r{i}.xyzw, l(0, 0, 0, 0)" for i in range(TEMPS)]
    depth = 0
    while len(lines) + depth < LINES - 1:
        form = rng.choices(FORMS, (1, 8, 8, 2, 1 if depth < 8 else 0, 1 if depth else 0))[0]
        depth -= form == "endif"
        lines.append("  " * depth + form.format(*rng.choices(range(TEMPS), k=3)))
        depth += form.startswith("if")
    lines += ["  " * level + "endif" for level in reversed(range(depth))]
    return lines + ["ret"]


def measure(client, name, call):
    used = pathlib.Path(f"/proc/{client.process.pid}/schedstat")
    server, waited = [], []
    for i in range(REPEAT):
        before, start = int(used.read_text().split()[0]), time.perf_counter()
        call(i)
        waited.append(1000 * (time.perf_counter() - start))
        server.append((int(used.read_text().split()[0]) - before) / 1e6)
    print(f"{name:34} {statistics.median(server):7.1f} {max(server):7.1f} {statistics.median(waited):7.1f} {max(waited):7.1f}")


def main():
    lines = listing()
    client = Client()
    client.initialize()
    client.open("\n".join(lines) + "\n")
    assert client.published()["diagnostics"] == []
    middle = len(lines) // 2
    versions = iter(range(2, 1 << 30))

    def edit(i, text):
        place = {"line": middle, "character": 0}
        end = place if i % 2 == 0 else {"line": middle, "character": len(text)}
        client.change(next(versions), {"range": {"start": place, "end": end}, "text": "" if i % 2 else text})
        client.published()

    result = client.document("semanticTokens/full")

    def edit_and_tokens(i):
        nonlocal result
        edit(i, "// note ")
        result = client.document("semanticTokens/full/delta", previousResultId=result["resultId"])

    print(f"{len(lines)} lines; milliseconds         server     max  client     max")
    measure(client, "edit in a good text", lambda i: edit(i, "// note "))
    measure(client, "edit in a wrong text", lambda i: edit(i, "frob "))
    edit(1, "frob ")
    measure(client, "edit, changed semantic tokens", edit_and_tokens)
    place = {"line": len(lines) - 2 - next(i for i, line in enumerate(reversed(lines[:-1])) if "add" in line), "character": 0}
    place["character"] = lines[place["line"]].index("add")
    register = place | {"character": place["character"] + 4}
    measure(client, "hover", lambda _: client.document("hover", position=place))
    measure(client, "completion of a mnemonic", lambda _: client.document("completion", position=place))
    for method in ("definition", "references", "documentHighlight"):
        measure(client, method, lambda _, m=method: client.document(m, position=register, context={"includeDeclaration": True}))
    for method in ("documentSymbol", "foldingRange", "formatting", "semanticTokens/full"):
        measure(client, method, lambda _, m=method: client.document(m))
    client.result("shutdown")
    client.notify("exit")
    return client.end()


if __name__ == "__main__":
    sys.exit(main())
