"""Each verb and each option of the command is in a scenario of failing calls (scenarios.py)."""
import os
import re
import subprocess
import sys

import scenarios

COMMAND = os.environ["SM5_COMMAND"]
# Options that no scenario has.
EXCEPTIONS = {
    "--device": "Vulkan: most calls are those of its driver", "--descriptors": "Vulkan", "--plain-bounds": "Vulkan", "--validation-layer": "Vulkan",
    "--listen": "a client's connection; the session is that of dap",
    "--ranks-racy": "of several processes",
    "--isolate": "each program in a process of its own, whose failing calls would not be those of the command",
    "--coverage": "of thousands of programs",
}


def help_of(*arguments):
    return subprocess.run([COMMAND, *arguments, "--help"], capture_output=True, text=True, check=True).stdout


def main():
    words = {argument.split("=")[0] if argument.startswith("--") else argument for arguments in scenarios.ALL.values() for argument in arguments}
    verbs = set(re.findall(r"^ +sm5 ([a-z]+) ", help_of(), re.MULTILINE))
    options = {option for verb in verbs for line in re.findall(r"^  (-\S+(?:, -\S+)?)", help_of(verb), re.MULTILINE) for option in line.split(", ")}
    missing = [f"verb {verb}" for verb in sorted(verbs - {arguments[0] for arguments in scenarios.ALL.values() if arguments})]
    missing += [f"option {option}" for option in sorted(options - words - EXCEPTIONS.keys())]
    print("\n".join(f"no scenario has {what}" for what in missing))
    unused = sorted(EXCEPTIONS.keys() & words) + sorted(EXCEPTIONS.keys() - options)
    print("\n".join(f"the exception {option} is not required" for option in unused))
    print(f"{len(verbs)} verbs and {len(options)} options, of which {len(EXCEPTIONS)} are in no scenario")
    return 1 if missing or unused else 0


sys.exit(main())
