"""Verbs, options, help, and how mistakes on the command line are answered."""
import re
import subprocess

from command import COMMAND, ROOT, WRONG_COMMAND, CommandTest, main

VERBS = ["asm", "dis", "info", "validate", "run", "check", "bench", "test"]


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

    def test_unknown_verbs(self):
        self.refuse("tets", says="did you mean 'test'?")
        self.refuse("frobnicate", says="expected asm, dis, info, validate, run, check, bench or test")
        self.refuse("dsi", says="did you mean 'dis'?")
        self.refuse("help", "rnu", says="did you mean 'run'?")

    def test_unknown_options(self):
        self.refuse("run", "--grops", "1", says="did you mean '--groups'?")
        self.refuse("test", "--kep=x", says="did you mean '--keep'?")
        self.refuse("dis", "--fcx", says="did you mean '--fxc'?")
        self.refuse("info", "--xml", says="sm5 info --help")
        self.refuse("dis", "-x", says="unknown option '-x'")

    def test_missing_values(self):
        for verb, option in (("asm", "-o"), ("asm", "--base"), ("run", "--groups"), ("test", "--keep")):
            self.refuse(verb, option, says=f"{option} needs a value")

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
