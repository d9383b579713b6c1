"""Two builds of `sm5 random`, also for different processors, make the same of programs: same.py [--seed S] [--count N]
[--jobs J] COMMAND COMMAND, each a command line. Programs are run in chunks; differing ones are printed."""
import argparse
import concurrent.futures
import os
import shlex
import subprocess
import sys

CHUNK = 100


def digests(command, seed, count):
    done = subprocess.run(shlex.split(command) + ['--digest', '--seed', str(seed), '--count', str(count)],
                          capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != count:
        lines.append(f'{command}: status {done.returncode} in the program after seed {seed + len(lines) - 1}: {done.stderr}')
    return lines


def compare(commands, seed, count):
    first, second = (digests(command, seed, count) for command in commands)
    return [f'{a}; {b}' for a, b in zip(first, second) if a != b] + first[len(second):] + second[len(first):]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('commands', nargs=2, metavar='COMMAND')
    options = parser.parse_args()
    end = options.seed + options.count
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        chunks = [pool.submit(compare, options.commands, at, min(CHUNK, end - at)) for at in range(options.seed, end, CHUNK)]
        differences = [line for chunk in chunks for line in chunk.result()]
    print('\n'.join(differences[:20] + [f'{options.count} programs, {len(differences)} differ']))
    sys.exit(1 if differences else 0)


main()
