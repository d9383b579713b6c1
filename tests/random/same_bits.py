"""Runs generated programs on the interpreter and on the JIT at both widths of a warp: their outputs must have the same
bits."""
import os
import random
import subprocess
import sys
import tempfile

ENGINES = {"jit": ["--engine", "jit"], "jit-8": ["--engine", "jit", "--lanes", "8"]}


def run(sm5, path, folder, name, options, slots):
    outputs = {slot: os.path.join(folder, f"{name}-{slot}.bin") for slot in slots}
    wanted = [word for slot, output in outputs.items() for word in ("-o", f"{slot}={output}")]
    done = subprocess.run([sm5, "run", path, *options, "--no-cache", *wanted], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(done.args)}\n{done.stderr}")
    return b"".join(open(output, "rb").read() for output in outputs.values())


def main(program, slots, sm5, count, seed):
    """`program` makes text and options from a random.Random; `slots` are the outputs."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(seed), int(seed) + int(count)):
            text, options = program(random.Random(number))
            path = os.path.join(folder, "program.asm")
            with open(path, "w") as file:
                file.write(text)
            expected = run(sm5, path, folder, "interp", options + ["--engine", "interp"], slots)
            for name, engine in ENGINES.items():
                if run(sm5, path, folder, name, options + engine, slots) != expected:
                    sys.exit(f"seed {number} differs on {name}: {' '.join(options)}\n{text}")
