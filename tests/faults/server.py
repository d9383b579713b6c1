"""Runs the command again and again with one failing call (serve.c), and judges what it did."""
import collections
import os
import pathlib
import subprocess

REQUESTS, ANSWERS = 198, 199

Outcome = collections.namedtuple("Outcome", "code calls failed live places leaks chains out error")


class Server:
    """The command with its arguments, started once; each run is a fork of it before main."""

    def __init__(self, library, command, arguments, folder, environment=None, stdin=b""):
        self.folder = pathlib.Path(folder)
        self.out, self.error = (open(self.folder / name, "w+b", buffering=0) for name in (".stdout", ".stderr"))
        self.input = open(self.folder / ".stdin", "w+b", buffering=0)
        self.input.write(stdin)
        request_end, self.requests = os.pipe()
        self.answers, answer_end = os.pipe()

        def connect():
            os.dup2(request_end, REQUESTS)
            os.dup2(answer_end, ANSWERS)

        self.process = subprocess.Popen(
            [command, *map(str, arguments)], cwd=folder, stdin=self.input, stdout=self.out, stderr=self.error,
            preexec_fn=connect, close_fds=False,
            env={**os.environ, **(environment or {}), "LD_PRELOAD": str(library), "SM5_FAIL_SERVER": "1"})
        os.close(request_end)
        os.close(answer_end)
        self.answers = open(self.answers, "r")

    def run(self, kind, number, after=False):
        for file in (self.out, self.error):
            file.seek(0)
            file.truncate()
        self.input.seek(0)
        os.write(self.requests, f"{kind} {number} {int(after)}\n".encode())
        words = self.answers.readline().split()
        status, calls, failed, live = map(int, words[:4])
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        lists = {"at": [], "leak": [], "chain": []}
        for word in words[4:]:
            label, _, value = word.partition("=")
            lists[label].append(value)
        texts = []
        for file in (self.out, self.error):
            file.seek(0)
            texts.append(file.read())
        return Outcome(code, calls, failed, live, *lists.values(), *texts)

    def close(self):
        os.close(self.requests)
        self.answers.close()
        self.process.wait()
        self.input.close()
        self.out.close()
        self.error.close()


def representatives(base, most):
    """The numbers of the calls that fail: those of one chain of callers differ in the state of the program only, so that
    the first ones and the last one, at most `most`, stand for the others."""
    numbers_of = {}
    for number, chain in enumerate(base.chains, 1):
        numbers_of.setdefault(chain, []).append(number)
    chosen = set(range(len(base.chains) + 1, base.calls + 1))
    for numbers in numbers_of.values():
        chosen.update(numbers[:most - 1], numbers[-1:])
    return sorted(chosen)


def describe(places):
    """Addresses as functions."""
    lines = []
    for place in places:
        module, offset = place.rsplit("+", 1)
        done = subprocess.run(["addr2line", "-f", "-s", "-e", module, offset], capture_output=True, text=True, check=False)
        name, line = (done.stdout.split() + ["?", "?"])[:2]
        lines.append(f"{pathlib.Path(module).name} {name} {line if '?' not in line else offset}")
    return lines
