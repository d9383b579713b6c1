"""check: its findings as text, as JSON and as SARIF, in files and on standard output."""
import json
import os
import pty
import subprocess
import urllib.parse

from command import COMMAND, COPY, WRONG_COMMAND, WRONG_PROGRAM, CommandTest, main

# a race of two instructions, an access past the end, and an unbound register
WRONG = """cs_5_0
dcl_uav_raw u0
dcl_uav_raw u1
dcl_input vThreadIDInGroupFlattened
dcl_tgsm_raw g0, 16
dcl_temps 2
dcl_thread_group 4, 1, 1
ishl r0.x, vThreadIDInGroupFlattened, l(2)
store_raw g0.x, r0.x, r0.x
ld_raw r1.x, l(0), g0.x
store_raw u0.x, r0.x, r1.x
store_raw u1.x, r0.x, r0.x
ret
"""
BINDINGS = ("--groups", "1", "-b", "u0=zero,size=3")
KINDS = ["oob-address", "race", "unbound"]


class Findings(CommandTest):
    def check(self, *options, name="wrong.asm", code=WRONG_PROGRAM):
        self.write("wrong.asm", WRONG)
        return self.sm5("check", name, *BINDINGS, *options, expect=code)

    def sarif(self, *options, name="wrong.asm"):
        self.check("--sarif", "out.sarif", *options, name=name)
        return json.loads(self.read("out.sarif"))

    # ---- JSON ----

    def test_json_to_a_file_and_to_standard_output(self):
        text = self.check("--json", "out.json").text
        self.assertIn("race: instruction 2: ld_raw r1.x, l(0), g0.x", text)
        run = self.check("--json", "-")
        self.assertEqual(json.loads(run.text), json.loads(self.read("out.json")))
        self.assertEqual(sorted(f["kind"] for f in json.loads(run.text)["findings"]), KINDS)

    def test_nothing_found(self):
        self.write("copy.asm", COPY)
        run = self.sm5("check", "copy.asm", "--groups", "1", "-b", "t0=zero,size=4", "-b", "u0=zero,size=4", "--json", "-",
                       "--sarif", "out.sarif")
        self.assertEqual(json.loads(run.text), {"findings": []})
        self.assertEqual(json.loads(self.read("out.sarif"))["runs"][0]["results"], [])

    def test_profiles_do_not_disturb_json(self):
        self.assertEqual(json.loads(self.check("--json", "-", "--oob", "all").text)["oob"], [])

    def test_one_of_them_at_a_time(self):
        self.write("wrong.asm", WRONG)
        self.refuse("check", "wrong.asm", "--groups", "1", "-b", "u0=zero,size=3", "-b", "u1=null", "--json", "-", "--sarif",
                    "-", says="--json - and --sarif - both write to standard output")

    def test_a_file_that_cannot_be_written(self):
        self.check("--sarif", "no/such/folder", code=WRONG_COMMAND)

    # ---- SARIF 2.1.0: what its schema requires, and what viewers need ----

    def test_log_and_tool(self):
        log = self.sarif()
        self.assertEqual(log["version"], "2.1.0")
        self.assertIn("sarif-2.1.0", log["$schema"])
        self.assertEqual(len(log["runs"]), 1)
        driver = log["runs"][0]["tool"]["driver"]
        self.assertEqual(driver["name"], "sm5")
        self.assertRegex(driver["semanticVersion"], r"^\d+\.\d+\.\d+$")

    def test_rules(self):
        rules = self.sarif()["runs"][0]["tool"]["driver"]["rules"]
        ids = [rule["id"] for rule in rules]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertGreaterEqual(set(ids), {*KINDS, "barrier", "uninitialised", "number", "order", "budget"})
        for rule in rules:
            self.assertTrue(rule["shortDescription"]["text"])
            self.assertIn(rule["defaultConfiguration"]["level"], ("note", "warning", "error"))

    def test_results(self):
        run = self.sarif()["runs"][0]
        self.assertEqual(sorted(r["ruleId"] for r in run["results"]), KINDS)
        for result in run["results"]:
            self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
            self.assertTrue(result["message"]["text"])
            self.assertGreaterEqual(result["occurrenceCount"], 1)

    def test_places_of_text(self):
        race = [r for r in self.sarif()["runs"][0]["results"] if r["ruleId"] == "race"][0]
        place, other = race["locations"][0], race["relatedLocations"][0]
        self.assertEqual(place["physicalLocation"]["artifactLocation"]["uri"], "wrong.asm")
        self.assertEqual(place["physicalLocation"]["region"]["startLine"], 10)
        self.assertEqual(place["logicalLocations"][0]["fullyQualifiedName"], "instruction 2")
        self.assertEqual(other["physicalLocation"]["region"]["startLine"], 9)
        self.assertTrue(other["message"]["text"])
        self.assertEqual(race["properties"]["register"], "g0")

    def test_places_of_a_container(self):
        self.write("wrong.asm", WRONG)
        self.sm5("asm", "wrong.asm", "-o", "wrong.dxbc")
        for result in self.sarif(name="wrong.dxbc")["runs"][0]["results"]:
            self.assertNotIn("region", result["locations"][0]["physicalLocation"])
            self.assertRegex(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], r"^instruction \d$")

    def test_paths_are_escaped(self):
        name = "a b#%ü/wrong.asm"
        self.write(name, WRONG)
        uri = self.sarif(name=name)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertRegex(uri, r"^[A-Za-z0-9._~/%-]+$")
        self.assertEqual(urllib.parse.unquote(uri), name)

    def test_standard_input_has_no_place(self):
        run = self.sm5("check", "-", *BINDINGS, "--sarif", "-", stdin=WRONG.encode(), expect=WRONG_PROGRAM)
        for result in json.loads(run.text)["runs"][0]["results"]:
            self.assertNotIn("physicalLocation", result["locations"][0])

    # ---- colour ----

    def on_a_terminal(self, **variables):
        self.write("wrong.asm", WRONG)
        reader, writer = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        with subprocess.Popen([COMMAND, "check", "wrong.asm", *BINDINGS], stdout=writer, stderr=subprocess.DEVNULL,
                              cwd=self.path, env={**environment, "TERM": "xterm", **variables}) as process:
            os.close(writer)
            text = b""
            try:
                while more := os.read(reader, 4096):
                    text += more
            except OSError: # the other end is closed
                pass
            process.wait()
        os.close(reader)
        self.assertIn(b"race", text)
        return text

    def test_colour_on_a_terminal_alone(self):
        self.assertNotIn(b"\033", self.check().bytes)
        self.assertIn(b"\033[1;31mrace\033[0m:", self.on_a_terminal())

    def test_no_colour(self):
        self.assertNotIn(b"\033", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\033", self.on_a_terminal(TERM="dumb"))
        self.assertIn(b"\033", self.on_a_terminal(NO_COLOR=""))


main()
