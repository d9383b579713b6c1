"""nonconforming.py SM5 ROOT: fails when no case of tests/semantics breaks a rule of class nonconforming, or a case is
malformed. The cases define the execution of such programs on both engines."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

RULE = re.compile(r'^DIAG_RULE\(VALIDATE_\w+, NONCONFORMING, "([\w-]+)"', re.M)
# Breaking it needs 4096 calls, whose execution does not depend on their number.
WITHOUT_CASE = {"validate-call-targets"}
SHADER = re.compile(r"^shader_text: \|\n((?:  .*\n|\n)+)", re.M)


def problems(sm5, text):
    with tempfile.NamedTemporaryFile("w", suffix=".asm") as file:
        file.write(text)
        file.flush()
        result = subprocess.run([sm5, "validate", "--errors-only", "--json", "-", file.name], capture_output=True, text=True)
    return json.loads(result.stdout)["problems"]


def main():
    sm5, root = sys.argv[1], pathlib.Path(sys.argv[2])
    rules = set(RULE.findall((root / "src/validate/validate_diag.def").read_text())) - WITHOUT_CASE
    broken, malformed = set(), []
    for path in sorted((root / "tests/semantics").glob("nonconforming_*.yaml")):
        for problem in problems(sm5, re.sub("^  ", "", SHADER.search(path.read_text())[1], flags=re.M)):
            broken.add(problem["code"])
            if problem["class"] == "malformed":
                malformed.append(f"{path.name}: {problem['code']}: {problem['text']}")
    for code in sorted(rules - broken):
        print(f"{code}: no case in tests/semantics breaks it")
    print("\n".join(malformed))
    return 1 if rules - broken or malformed else 0


sys.exit(main())
