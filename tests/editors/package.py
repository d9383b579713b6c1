#!/usr/bin/env python3
"""package.py ROOT SM5: the files of the VS Code extension are well-formed and refer to each other, its grammar finds the parts of lines
as `sm5 dis` prints them, its snippets assemble, and the package has all of it."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
import zipfile

ROOT, SM5 = pathlib.Path(sys.argv[1]), sys.argv[2]
FOLDER = ROOT / "editors/vscode"
# Lines and the scopes of their parts: the last word before .sm5.
LINES = {
    "cs_5_0": [("cs_5_0", "version")],
    "// sm5: 0x12": [("// sm5: 0x12", "annotation")],
    "add_sat r0.xy, -|v1.xyxx|, l(1.500000, -2, 0x7f, 1e-3) // sum": [
        ("add_sat", "instruction"), ("r0", "register"), (".xy", "member"), ("v1", "parameter"), (".xyxx", "member"), ("l", "literal"),
        ("1.500000", "numeric"), ("-2", "numeric"), ("0x7f", "numeric"), ("1e-3", "numeric"), ("// sum", "double-slash")],
    "  12: ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.x, vThreadID.x, l(0), t0.xxxx": [
        ("12:", "position"), ("ld_structured_indexable", "instruction"), ("structured_buffer", "language"), ("stride", "language"),
        ("16", "numeric"), *[("mixed", "language")] * 4, ("r0", "register"), (".x", "member"), ("vThreadID", "parameter"), (".x", "member"),
        ("l", "literal"), ("0", "numeric"), ("t0", "register"), (".xxxx", "member")],
    "12[0x000000a8]: sync_uglobal_ugroup_g_t": [("12[0x000000a8]:", "position"), ("sync_uglobal_ugroup_g_t", "instruction")],
    "if_nz r0.x": [("if_nz", "control"), ("r0", "register"), (".x", "member")],
    "dcl_globalFlags refactoringAllowed | skipOptimization": [
        ("dcl_globalFlags", "declaration"), ("refactoringAllowed", "language"), ("skipOptimization", "language")],
    "dcl_resource_texture2dms(4) (float,float,float,float) t2": [
        ("dcl_resource_texture2dms", "declaration"), ("4", "numeric"), *[("float", "language")] * 4, ("t2", "register")],
    "dcl_constantbuffer CB0[0:0][2], immediateIndexed, space=0": [
        ("dcl_constantbuffer", "declaration"), ("CB0", "register"), ("0", "numeric"), ("0", "numeric"), ("2", "numeric"),
        ("immediateIndexed", "language"), ("space", "language"), ("0", "numeric")],
    "dcl_input_ps_siv linear noperspective v0.xy, position": [
        ("dcl_input_ps_siv", "declaration"), ("linear noperspective", "language"), ("v0", "parameter"), (".xy", "member"),
        ("position", "language")],
    "dcl_input_ps linear sample v1.xyzw": [
        ("dcl_input_ps", "declaration"), ("linear sample", "language"), ("v1", "parameter"), (".xyzw", "member")],
    "mov r0.x, v[r1.x + 2][3].y": [
        ("mov", "instruction"), ("r0", "register"), (".x", "member"), ("v", "parameter"), ("r1", "register"), (".x", "member"),
        ("2", "numeric"), ("3", "numeric"), (".y", "member")],
    "mul [precise(x)] r0.x {min16f}, x0[1].x, icb[2].y": [
        ("mul", "instruction"), ("precise", "language"), ("r0", "register"), (".x", "member"), ("min16f", "language"), ("x0", "register"),
        ("1", "numeric"), (".x", "member"), ("icb", "register"), ("2", "numeric"), (".y", "member")],
    "dmov r0.xy, d(1.500000l, 0.000000l)": [
        ("dmov", "instruction"), ("r0", "register"), (".xy", "member"), ("d", "literal"), ("1.500000l", "numeric"), ("0.000000l", "numeric")],
    "mov oDepth, l(-1.#QNAN0)": [("mov", "instruction"), ("oDepth", "parameter"), ("l", "literal"), ("-1.#QNAN0", "numeric")],
    'printf "a;b // c", r0.x ; tail': [
        ("printf", "instruction"), ('"a;b // c"', "double"), ("r0", "register"), (".x", "member"), ("; tail", "semicolon")],
    "imul null, r0.x, r1.x, l(4) # tail": [
        ("imul", "instruction"), ("null", "register"), ("r0", "register"), (".x", "member"), ("r1", "register"), (".x", "member"),
        ("l", "literal"), ("4", "numeric"), ("# tail", "number-sign")],
    "hs_fork_phase": [("hs_fork_phase", "control")],
    "moof rx.q": [],
}


def read(name):
    return json.loads((FOLDER / name).read_text())


def expressions(value):
    """All values of match, begin and end."""
    if isinstance(value, list):
        for one in value:
            yield from expressions(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from [one] if key in ("match", "begin", "end") else expressions(one)


def tokens(patterns, line):
    """What an editor does with patterns that have no state between lines: the leftmost match, of equal ones the first."""
    at, found = 0, []
    while True:
        matches = [(match, rule) for rule in patterns if (match := re.compile(rule.get("match") or rule["begin"]).search(line, at))]
        if not matches:
            return found
        match, rule = min(matches, key=lambda one: one[0].start())
        if "begin" in rule:
            end = re.compile(rule["end"]).search(line, match.end())
            found.append((line[match.start():end.end()], rule["name"]))
            at = end.end()
            continue
        for group, capture in rule.get("captures", {}).items():
            if match.group(int(group)):
                found.append((match.group(int(group)), capture["name"]))
        if "name" in rule:
            found.append((match.group(), rule["name"]))
        at = match.end()


def default_text(body):
    """A snippet's text with the defaults of its fields."""
    return re.sub(r"\$\d+", "", re.sub(r"\$\{\d+:([^}]*)\}", r"\1", "\n".join(body))) + "\n"


class Extension(unittest.TestCase):
    def test_files_that_are_named_exist(self):
        package = read("package.json")
        contributes = package["contributes"]
        named = [package["main"], *(one["path"] for kind in ("grammars", "snippets") for one in contributes[kind]),
                 *(one["configuration"] for one in contributes["languages"])]
        for name in named:
            self.assertTrue((FOLDER / name).is_file(), name)
        languages = {one["id"] for one in contributes["languages"]}
        self.assertEqual({one["language"] for kind in ("grammars", "snippets") for one in contributes[kind]}, languages)
        self.assertEqual(contributes["grammars"][0]["scopeName"], read(contributes["grammars"][0]["path"])["scopeName"])
        code = "".join(path.read_text() for path in (FOLDER / "src").glob("*.js"))
        for command in contributes["commands"]:
            self.assertIn(f"registerCommand('{command['command']}'", code)

    def test_expressions_compile(self):
        configuration, language = read("language-configuration.json"), read("package.json")["contributes"]["languages"][0]
        found = [*expressions(read("syntaxes/sm5.tmLanguage.json")), *configuration["indentationRules"].values(), configuration["wordPattern"]]
        self.assertGreater(len(found), 15)
        for expression in found:
            re.compile(expression)
        for line in ("cs_5_0", "// Generated by Microsoft (R) HLSL Shader Compiler 10.1"):
            self.assertRegex(line, language["firstLine"])
        self.assertNotRegex("mov eax, 1", language["firstLine"])

    def test_grammar_finds_the_parts_of_lines(self):
        patterns = read("syntaxes/sm5.tmLanguage.json")["patterns"]
        for line, expected in LINES.items():
            with self.subTest(line):
                self.assertEqual([(text, name.split(".")[-2]) for text, name in tokens(patterns, line)], expected)

    def test_grammar_knows_every_printed_mnemonic(self):
        patterns = read("syntaxes/sm5.tmLanguage.json")["patterns"]
        source = "".join(path.read_text() for path in sorted((ROOT / "examples").rglob("*.asm")))
        lines = [line for line in source.splitlines() if re.match(r"\s*[a-z]", line)]
        self.assertGreater(len(lines), 20)
        for line in lines:
            first = tokens(patterns, line)[0]
            self.assertEqual(first[0], re.match(r"\s*(\w+)", line).group(1), line)

    def test_whole_programs_of_snippets_assemble(self):
        programs = [default_text(one["body"]) for one in read("snippets/sm5.json").values() if re.match(r"[vpc]s_", one["body"][0])]
        self.assertEqual(len(programs), 3)
        for text in programs:
            done = subprocess.run([SM5, "asm", "-", "-Werror", "-o", "/dev/null"], input=text, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), text)

    def test_parts_of_snippets_assemble(self):
        parts = [one["body"] for one in read("snippets/sm5.json").values() if not re.match(r"[vpc]s_", one["body"][0])]
        self.assertGreater(len(parts), 3)
        head = "cs_5_0\ndcl_globalFlags refactoringAllowed\n"
        for body in parts:
            text, temps = default_text(body), "dcl_temps 1\ndcl_thread_group 64, 1, 1\n"
            program = head + (text + temps if text.startswith("dcl_") else temps + "mov r0.xy, l(0,0,0,0)\n" + text) + "ret\n"
            done = subprocess.run([SM5, "asm", "-", "-Werror", "-o", "/dev/null"], input=program, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), program)

    def test_package(self):
        with tempfile.TemporaryDirectory() as folder:
            made = []
            for name in "ab":
                path = subprocess.run([ROOT / "tools/vsix.py", pathlib.Path(folder) / name], check=True, capture_output=True, text=True).stdout.strip()
                made.append(pathlib.Path(path).read_bytes())
            self.assertEqual(*made)
            with zipfile.ZipFile(path) as archive:
                files = {name: archive.read(name) for name in archive.namelist()}
        self.assertEqual(list(files)[:2], ["[Content_Types].xml", "extension.vsixmanifest"])
        sources = {f"extension/{path.relative_to(FOLDER)}" for path in FOLDER.rglob("*") if path.is_file()}
        self.assertEqual(set(files), {*list(files)[:2], *sources, "extension/LICENSE.txt"})
        types = {one.get("Extension") for one in ElementTree.fromstring(files["[Content_Types].xml"])}
        self.assertEqual(types, {pathlib.PurePath(name).suffix for name in list(files)[1:]})
        package = read("package.json")
        space = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
        manifest = ElementTree.fromstring(files["extension.vsixmanifest"])
        identity = manifest.find(f"{space}Metadata/{space}Identity")
        self.assertEqual((identity.get("Id"), identity.get("Version")), (package["name"], package["version"]))
        self.assertEqual({one.get("Path") for one in manifest.iter(f"{space}Asset")} - set(files), set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
