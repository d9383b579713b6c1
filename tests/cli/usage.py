"""Verbs, options, help, and how mistakes on the command line are answered."""
import os
import re
import shlex
import shutil
import subprocess
import unittest

from command import COMMAND, COPY, ROOT, SPIN, WRONG_COMMAND, CommandTest, main

VERBS = ["asm", "dis", "info", "validate", "run", "check", "bench", "test", "diff", "debug", "why", "random", "reduce", "layout", "view", "lsp", "devices"]


class Usage(CommandTest):
    def test_version(self):
        self.assertRegex(self.sm5("--version").text, r"^sm5 \d+\.\d+\.\d+\n$")

    def test_no_verb(self):
        result = self.sm5(expect=WRONG_COMMAND)
        self.assertEqual(result.text, "")
        for verb in VERBS:
            self.assertIn(f"sm5 {verb}", result.error)

    def test_help_names_every_verb(self):
        for arguments in (["--help"], ["-h"], ["help"]):
            text = self.sm5(*arguments).text
            for verb in VERBS:
                self.assertIn(f"sm5 {verb}", text)

    def test_three_ways_to_ask_about_a_verb(self):
        for verb in VERBS:
            texts = {self.sm5(*a).text for a in ([verb, "--help"], [verb, "-h"], ["help", verb])}
            self.assertEqual(len(texts), 1)

    def test_help_of_run_is_complete(self):
        text = self.sm5("run", "--help").text
        for word in ("--groups", "--groups-from", "-b", "--buffer", "--class", "-o", "--print", "--json", "--threads",
                     "--engine", "--max-steps", "--max-seconds", "size=", "first=", "count=", "stride=", "format=",
                     "kind=", "counter=", "as=", "below=", "zero", "iota", "rand", "f32:", "@NAME", "null"):
            self.assertIn(word, text)

    def test_help_of_test_is_complete(self):
        text = self.sm5("test", "--help").text
        for word in ("--keep", "--junit", "--filter", "--jobs", "--engine"):
            self.assertIn(word, text)

    def test_a_verb_without_input_takes_no_argument(self):
        self.assertEqual(self.sm5("devices", "x", expect=WRONG_COMMAND).error,
                         "sm5: devices: unexpected argument 'x'; expected options only\n")

    def test_unknown_verbs(self):
        self.refuse("tets", says="did you mean 'test'?")
        self.refuse("frobnicate", says="expected asm, dis, info, validate, run, check, debug, dap, why, diff, bench, test, random, reduce, layout, view, lsp or devices")
        self.refuse("dsi", says="did you mean 'dis'?")
        self.refuse("help", "rnu", says="did you mean 'run'?")

    def test_a_file_where_the_verb_should_be(self):
        self.write("x.dxbc", b"DXBC")
        self.refuse("x.dxbc", says="expected a verb before the file, as in 'sm5 info x.dxbc'")
        self.refuse("--verison", says="did you mean '--version'?")
        self.refuse("version", says="did you mean '--version'?")

    def test_options_are_not_values(self):
        self.write("x.asm", COPY)
        self.refuse("run", "x.asm", "--json", "--print", "u0", says="run: --json needs a value: FILE")
        self.refuse("test", "--filter", "--jobs=1", says="test: --filter needs a value: TEXT")
        self.sm5("run", "x.asm", "--groups", 1, "-b", "t0=null", "-b", "u0=null", "--json=--print")
        self.assertTrue((self.path / "--print").exists())

    def test_messages_show_no_control_characters(self):
        self.assertEqual(self.refuse("a\x1b[31mb\nc").error, "sm5: unknown verb 'a\\x1b[31mb\\x0ac'; expected asm, dis, info, validate, run, "
                         "check, debug, dap, why, diff, bench, test, random, reduce, layout, view, lsp or devices\n")
        self.refuse("info", "\udcff\u00e4\x7f", says="sm5: \\xff\u00e4\\x7f: No such file")

    def complete(self, *words):
        """What bash offers for the last word."""
        script = self.sm5("--completion", "bash").text
        line = " ".join(f"'{word}'" for word in ("sm5", *words))
        script += f"COMP_WORDS=({line}); COMP_CWORD={len(words)}; _sm5; echo ${{COMPREPLY[@]}}"
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_completion(self):
        self.assertEqual(self.complete("va"), ["validate"])
        self.assertEqual(self.complete("run", "--engine", ""), ["auto", "jit", "interp", "vulkan"])
        self.assertEqual(self.complete("test", "--oob", "rob"), ["robust2"])
        self.assertEqual(self.complete("bench", "--rep"), ["--repeat"])
        self.assertEqual(self.complete("dis", "x"), [])
        self.refuse("--completion", "ksh", says="expected 'sm5 --completion' and bash, zsh or fish")

    def complete_in_fish(self, line):
        script = self.sm5("--completion", "fish").text + f"\ncomplete -C {shlex.quote(line)}\n"
        home = {**os.environ, "HOME": str(self.path), "XDG_CONFIG_HOME": str(self.path), "XDG_DATA_HOME": str(self.path)}
        text = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True, env=home, cwd=self.path).stdout
        return [row.split("\t")[0] for row in text.splitlines()]

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_completion_in_fish(self):
        self.assertIn("validate", self.complete_in_fish("sm5 va"))
        self.assertEqual(self.complete_in_fish("sm5 run --engine "), ["auto", "interp", "jit", "vulkan"])
        self.assertIn("--repeat", self.complete_in_fish("sm5 bench --rep"))
        self.assertNotIn("--repeat", self.complete_in_fish("sm5 dis --"))
        self.write("some.asm", "")
        self.assertIn("some.asm", self.complete_in_fish("sm5 dis so"))

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_completion_in_zsh(self):
        script = self.write("_sm5", self.sm5("--completion", "zsh").bytes)
        subprocess.run(["zsh", "-n", script], check=True)
        text = script.read_text()
        self.assertIn("'--engine=[engine (default auto\\: the JIT if it is available)]:value:(auto jit interp vulkan)'", text)
        self.assertIn("'*-b+[", text)

    def test_unknown_options(self):
        self.refuse("run", "--grops", "1", says="did you mean '--groups'?")
        self.refuse("test", "--kep=x", says="did you mean '--keep'?")
        self.refuse("dis", "--fcx", says="did you mean '--fxc'?")
        self.refuse("info", "--xml", says="sm5 info --help")
        self.refuse("dis", "-x", says="unknown option '-x'")

    def test_missing_values(self):
        for verb, option in (("asm", "-o"), ("asm", "--base"), ("run", "--groups"), ("test", "--keep")):
            self.refuse(verb, option, says=f"{option} needs a value")

    def test_options_that_are_given_twice(self):
        self.write("x.asm", COPY)
        for verb, option, value in (("run", "--groups", "1"), ("run", "--json", "x"), ("run", "--engine", "jit"), ("check", "--seed", "1"),
                                    ("bench", "--repeat", "1"), ("asm", "-o", "x"), ("dis", "-o", "x"), ("test", "--filter", "x"),
                                    ("validate", "--json", "x"), ("run", "--count", "1")):
            self.refuse(verb, "x.asm", option, value, option, value, says=f"{verb}: {option} is given twice")
        slots = "-b", "t0=zero,size=4", "-b", "u0=zero,size=4"
        self.sm5("run", "x.asm", "--groups", 1, *slots, "--no-cache", "--no-cache", "-o", "u0=a", "-o", "t0=b", "--print", "u0",
                 "--print", "t0")

    def test_every_option_is_suggested(self):
        for verb in VERBS:
            for option in re.findall(r"^  (--[a-z-]{5,})", self.sm5(verb, "--help").text, re.M):
                self.refuse(verb, option + "x", says=f"did you mean '{option}'?")

    def test_outputs_are_checked_before_the_run(self):
        self.write("spin.asm", SPIN)
        (self.path / "folder").mkdir()
        for path, says in (("folder", "folder: is a folder; expected a file"), ("no/x", "no/x: No such file or directory"),
                           ("", "an empty name of a file")):
            self.refuse("run", "spin.asm", "--groups", 1, "--json", path, says=says)
            self.refuse("check", "spin.asm", "--groups", 1, "--sarif", path, says=says)
            if path:
                self.refuse("run", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", "-o", f"u0={path}", says=says)
        self.refuse("run", "spin.asm", "--groups", 1, "-b", "u0=zero,size=1", "-o", "u0=x.png,widht=4", says="unknown key 'widht'; expected width")

    def test_options_without_effect(self):
        self.write("x.asm", COPY)
        for options, says in ((("--dump", "ir", "-o", "u0=x"), "-o requires a run"),
                              (("--dump", "ir", "--json", "x"), "--json requires a run"),
                              (("--dump", "ir", "--engine", "interp"), "--dump requires the JIT")):
            self.refuse("run", "x.asm", *options, says=says)
        self.refuse("check", "x.asm", "--groups", 1, "--seed", 5, says="--seed requires --orders")
        self.refuse("help", "run", "dis", says="help: one verb at a time; 'dis' is the second")

    def test_standard_input_is_read_once(self):
        self.refuse("run", "-", "--groups", 1, "-b", "t0=-", "-b", "u0=null", stdin=COPY.encode(), says="-: standard input is read already")
        self.sm5("run", "-", "--groups", 1, "-b", "t0=null", "-b", "u0=null", stdin=COPY.encode())

    def test_empty_names(self):
        for verb in ("asm", "dis", "info", "validate"):
            self.refuse(verb, "", says="an empty name of a file")

    def test_flags_take_no_value(self):
        self.refuse("dis", "--fxc=yes", says="takes no value")

    def test_missing_and_surplus_inputs(self):
        for verb in ("asm", "dis", "info", "validate", "run", "bench"):
            self.refuse(verb, says="no input")
            self.refuse(verb, "one", "two", says="two")

    def test_a_dash_ends_the_options(self):
        self.refuse("dis", "--", "--fxc", says="--fxc: No such file")

    def test_files_that_are_none(self):
        for verb in ("asm", "dis", "info"):
            self.refuse(verb, "missing.asm", says="missing.asm: No such file or directory")
            self.refuse(verb, ".", says=".: is a folder")

    def test_full_devices(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([COMMAND, "--version"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, WRONG_COMMAND)
        self.assertIn(b"standard output", done.stderr)


main()
