"""cases.py SM5 [WRITE_REDUCED]: programs written as test cases pass as such: sm5 random --write, then sm5 test, on each
engine that is there. With WRITE_REDUCED reduced programs do, too."""
import os
import pathlib
import subprocess
import sys
import tempfile

COUNT = 96
KINDS = 7


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect_passed(sm5, folder, least):
    for engine in ('interp', 'auto'):
        code, text = run(sm5, 'test', '--engine', engine, '--no-cache', folder)
        cases = len(list(pathlib.Path(folder).glob('*.yaml')))
        if code or cases < least or f'{cases} passed, 0 failed' not in text:
            sys.exit(text)


def main(sm5, write_reduced=None):
    with tempfile.TemporaryDirectory() as folder:
        code, text = run(sm5, 'random', '--seed', '500', '--count', str(COUNT), '--engines', 'interp', '--write', folder)
        if code:
            sys.exit(text)
        expect_passed(sm5, folder, COUNT // 2)
    with tempfile.TemporaryDirectory() as folder:
        if write_reduced:
            emulator = os.environ.get('MESON_EXE_WRAPPER', '').split()
            subprocess.run([*emulator, write_reduced, folder], check=True)
            expect_passed(sm5, folder, KINDS)


main(*sys.argv[1:])
