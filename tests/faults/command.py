"""Each verb of the command, run with its n-th allocation or system call failing, for all n until it succeeds (of calls
with the same chain of callers, for some): it ends by itself, either as without the failure or with exit code 2 and a
message; it leaks nothing, writes no output file in part, and leaves no temporary file. Also with every one from the n-th on failing; with reads
and writes that are short or interrupted."""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

import scenarios
from server import Server, describe, representatives

COMMAND = os.environ["SM5_COMMAND"]
# The plugins that commands need.
NEEDS = {"SM5_JIT_PLUGIN": lambda arguments: "--dump" in arguments and "diff" not in arguments or any("jit" in word.split(",") for word in arguments),
         "SM5_CLANG_PLUGIN": lambda arguments: "layout" in arguments and "--check" in arguments,
         "SM5_VULKAN_PLUGIN": lambda arguments: "devices" in arguments}
SKIP = 77
KINDS = ("memory", "call", "interrupted", "short")
FAIL_AFTER = ("memory", "call") # all calls after the n-th fail, too


class Folder:
    """The working folder of the commands; output files are named out.*."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def outputs(self):
        found = {}
        for path in sorted(self.path.rglob("*")):
            name = str(path.relative_to(self.path))
            if path.is_file() and name.startswith("out.") or path.name.startswith(".sm5-"):
                found[name] = path.read_bytes()
        return found

    def clear(self):
        for path in [*self.path.glob("out.*"), *self.path.glob(".sm5-*"), *self.path.glob("tmp/*")]:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


ENGINE_MISSING = re.compile(rb"\[jit-unavailable\]|\[api-vulkan\]")
REFUSAL = re.compile(rb'"success":false,"message":"[^"]*"|"category":"stderr","output":"[^"]*"')


def complaint(kind, after, base, base_files, outcome, files, varies, verb):
    """What is wrong with an outcome; None: nothing. sm5 test prints what cases fail for, and exit code 1 says that one did;
    sm5 dap refuses a request that fails, or sends the message as output, and the session goes on; its files have the memory of where it ends. sm5
    reduce keeps the smallest program that it had."""
    refuses = verb == "dap" and not {*REFUSAL.findall(outcome.out)} <= {*REFUSAL.findall(base.out)}
    message = outcome.error + (outcome.out if verb == "test" or refuses else b"")
    as_before = outcome.code == base.code and (varies or (outcome.out, files) == (base.out, base_files))
    if outcome.code < 0:
        return f"ended by signal {-outcome.code}"
    if kind == "short" and not (as_before and outcome.error == base.error):
        return "another result"
    leaked = outcome.live > base.live and not any("/libc.so" in place for place in outcome.leaks) # dlerror's text
    if leaked:
        return f"{outcome.live} blocks not freed, instead of {base.live}"
    if as_before and (outcome.error or not base.error):
        return None
    if not message:
        return "no message"
    if outcome.code != 2 and not (verb == "test" and outcome.code == 1) and not refuses and not ENGINE_MISSING.search(message):
        return f"exit code {outcome.code}" + ("" if outcome.code != base.code else ", other output")
    if kind == "memory" and b"memory" not in message.lower():
        return "the message does not name memory"
    for name, contents in files.items():
        if not (varies or verb in ("dap", "reduce")) and contents != base_files.get(name) and not (after and ".sm5-" in name):
            return f"{name} in part"
    return None


class Sweep:
    """All failures of one scenario."""

    def __init__(self, name, arguments, options, folder):
        self.name, self.verb, self.options, self.folder = name, "".join(arguments[:1]), options, Folder(folder)
        clock = {"SM5_FAIL_CLOCK": "stopped"} if arguments == ("dap",) else {}
        self.server = Server(options.library, COMMAND, arguments, folder, clock, scenarios.INPUTS.get(name, b""))
        self.runs, self.complaints = 0, []

    def fail(self, kind, number, after, base, base_files):
        self.folder.clear()
        outcome = self.server.run(kind, number, after)
        if not outcome.failed and outcome.code >= 0:
            return outcome
        self.runs += 1
        wrong = complaint(kind, after, base, base_files, outcome, self.folder.outputs(), self.name in scenarios.VARYING, self.verb)
        left = [path.name for path in self.folder.path.glob("tmp/*")] if kind == "memory" else [] # a call may be that which removes it
        wrong = wrong or (f"{left[0]} remains in the temporary folder" if left else None)
        if wrong:
            self.complaints.append(f"{self.name}: {kind} {number}{' and after' if after else ''}: {wrong}\n"
                                   f"    {(outcome.error + outcome.out)[-300:]!r}\n"
                                   f"    failed in {', '.join(describe(outcome.places[3:11]))}")
        return outcome

    def fail_each(self, kind):
        """False: system calls cannot be trapped."""
        self.folder.clear()
        base = self.server.run(kind, 0)
        if base.code == SKIP:
            return False
        base_files = self.folder.outputs()
        again = self.server.run(kind, 0) # the cache of machine code is filled
        numbers = representatives(again, self.options.same)
        numbers = numbers[zlib.crc32(self.name.encode()) % self.options.every::self.options.every]
        for number in itertools.chain(numbers, itertools.count(again.calls + 1)): # threads: it may make more calls
            outcome = self.fail(kind, number, False, base, base_files)
            if not outcome.failed and outcome.code >= 0:
                return True
            # A run that ends without another call is the same when all others would fail.
            if kind in FAIL_AFTER and not (outcome.code == 2 and outcome.calls == number):
                self.fail(kind, number, True, base, base_files)
        return True


def sweep(name, arguments, options, inputs):
    """Number of runs, whether they are a sample, complaints, whether system calls could be trapped."""
    with tempfile.TemporaryDirectory(prefix="sm5-test-") as folder:
        shutil.copytree(inputs, folder, dirs_exist_ok=True)
        (pathlib.Path(folder) / "tmp").mkdir()
        os.environ.update(XDG_CACHE_HOME=folder + "/cache", TMPDIR=folder + "/tmp")
        sweep_of = Sweep(name, arguments, options, folder)
        trapped = all([sweep_of.fail_each(kind) for kind in (KINDS if name not in scenarios.STARTS_PROGRAMS else ("memory",))])
        sweep_of.server.close()
    return sweep_of.runs, sweep_of.complaints, trapped


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--same", type=int, default=4, help="failing calls of a scenario and kind with the same chain of callers")
    parser.add_argument("--every", type=int, default=1, help="one in so many of these calls, others in other scenarios")
    parser.add_argument("--only", default="", help="scenarios whose name contains this")
    options = parser.parse_args()
    chosen = {name: arguments for name, arguments in scenarios.ALL.items()
              if options.only in name and all(variable in os.environ or not needs(arguments) for variable, needs in NEEDS.items())}
    with tempfile.TemporaryDirectory(prefix="sm5-test-") as inputs:
        scenarios.write_inputs(pathlib.Path(inputs), lambda *arguments: subprocess.run(
            [COMMAND, *map(str, arguments)], cwd=inputs, check=True, stderr=subprocess.DEVNULL))
        with concurrent.futures.ProcessPoolExecutor() as workers:
            jobs = [workers.submit(sweep, name, arguments, options, inputs) for name, arguments in chosen.items()]
            results = [job.result() for job in jobs]
    complaints = [text for result in results for text in result[1]]
    print("\n".join(complaints[:20]))
    print(f"{len(results)} commands, {sum(result[0] for result in results)} runs with a failing call "
          f"(one in {options.every} of at most {options.same} calls of a kind and command with the same callers), "
          f"{len(complaints)} wrong")
    if not all(result[2] for result in results):
        print("only allocations: seccomp, which traps system calls, is not permitted here")
    return 1 if complaints else 0


sys.exit(main())
