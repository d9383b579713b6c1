"""Each function that the library exports is called by a scenario of failing allocations (api_*.c)."""
import subprocess
import sys


def names(*arguments):
    """Symbols that start with sm5_, without their versions."""
    lines = subprocess.run(["nm", *arguments], capture_output=True, text=True, check=True).stdout.splitlines()
    words = (line.split()[-1].split("@")[0] for line in lines if line.split())
    return {word for word in words if word.startswith("sm5_")}


def main():
    library, *programs = sys.argv[1:]
    exported = names("-D", "--defined-only", library)
    called = names("-A", "-u", *programs)
    print("\n".join(f"no scenario calls {name}" for name in sorted(exported - called)))
    print(f"{len(exported)} functions, {len(exported & called)} with a scenario")
    return 1 if not exported or exported - called else 0


sys.exit(main())
