"""Programs written as test cases pass as such: sm5 random --write, then sm5 test, on each engine that is there."""
import subprocess
import sys
import tempfile

COUNT = 96


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main(sm5):
    with tempfile.TemporaryDirectory() as folder:
        code, text = run(sm5, 'random', '--seed', '500', '--count', str(COUNT), '--engines', 'interp', '--write', folder)
        if code:
            sys.exit(text)
        written = text.count('// sm5 test ')
        for engine in ('interp', 'auto'):
            code, text = run(sm5, 'test', '--engine', engine, '--no-cache', folder)
            if code or written < COUNT // 2 or f'{written} passed, 0 failed' not in text:
                sys.exit(text)


main(*sys.argv[1:])
