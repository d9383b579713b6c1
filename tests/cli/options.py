"""Every option of every verb, as --help lists them, with values that no one means."""
import re

from command import COPY, WRONG_COMMAND, CommandTest, main

VERBS = ("asm", "dis", "info", "validate", "run", "check", "bench", "diff", "test", "random")
RUNNING = ("run", "check", "bench", "diff")
ABSURD = ("", "-1", "nan", "1e99", "99999999999999999999", "=", ",", ":", "..", "0x", "q0=,", "\udcff", "%s%n", "a" * 5000)
# Options whose value is a number, or one of some words: none of these values is one.
CHECKED = {"--groups", "--groups-from", "--class", "--threads", "--engine", "--lanes", "--oob", "--count", "--missing", "--rect",
           "--samples", "--partition", "--factors", "--partitioning", "--orders", "--seed", "--allow-race", "--repeat", "--dump", "--jobs",
           "--max-seconds", "-b", "--buffer", "-o SLOT", "--print", "--out", "--engines", "--tolerance", "--stage", "--seed-bug"}

DOMAIN = """ds_5_0
dcl_input_control_point_count 1
dcl_tessellator_domain domain_quad
dcl_input vDomain.xy
dcl_output o0.xy
mov o0.xy, vDomain.xyxx
ret
"""


class Options(CommandTest):
    def options(self, verb):
        """Name and placeholder of each option with a value; of diff those that run lacks, as one table has the others."""
        others = self.options("run") if verb == "diff" else []
        text = self.sm5(verb, "--help").text.split("\noptions:\n")[1].split("\n\n")[0]
        found = re.findall(r"^  (--?[A-Za-z-]+) (\S+)", text, re.M)
        return [one for one in found if one not in others]

    def arguments(self, verb, option):
        if verb == "test":
            return "test", "."
        if verb == "random": # one small program
            return verb, *(() if option == "--count" else ("--count", 1)), *(() if option == "--engines" else ("--engines", "interp"))
        if verb not in RUNNING:
            return verb, "cs.asm"
        if option in ("--factors", "--partition", "--partitioning", "--out"):
            return verb, "ds.asm", "--missing", "zero", *(() if option in ("--factors", "--partition") else ("--factors", "1,1,1,1,1,1"))
        slots = "-b", "t0=zero,size=4", "-b", "u0=zero,size=4"
        return verb, "cs.asm", *slots, *(() if option in ("--groups", "--groups-from") else ("--groups", 1))

    def setUp(self):
        super().setUp()
        self.write("cs.asm", COPY)
        self.write("ds.asm", DOMAIN)

    def test_absurd_values(self):
        seen = {}
        for verb in VERBS:
            for number, (option, value) in enumerate(self.options(verb)):
                name = "-o SLOT" if value.startswith("SLOT") and option == "-o" else option
                # Verbs that run programs share the table of their options: after the first, one value each shows that it is used.
                first = verb not in RUNNING or seen.setdefault((option, value), verb) == verb
                for absurd in ABSURD if first else [ABSURD[number % len(ABSURD)]]:
                    with self.subTest(verb=verb, option=option, value=absurd[:20]):
                        result = self.sm5(*self.arguments(verb, option), option, absurd, expect=None)
                        if name in CHECKED and not (option == "--print" and verb == "test"):
                            self.assertEqual((result.code, result.bytes), (WRONG_COMMAND, b""), result.error)
                            self.assertEqual(len(result.error.splitlines()), 1, result.error[:500])
                        if result.code == WRONG_COMMAND:
                            self.assertTrue(result.error)

    def test_files_that_cannot_be_read(self):
        (self.path / "folder").mkdir()
        self.write("empty", b"")
        self.write("noise", bytes(range(256)))
        for verb in VERBS[:8]:
            extra = ("--groups", 1) if verb in RUNNING else ()
            for name in ("missing", "folder", ""):
                self.refuse(verb, name, *extra)
            for name in ("empty", "noise"):
                result = self.sm5(verb, name, *extra, expect=1)
                self.assertTrue(result.error)


main()
