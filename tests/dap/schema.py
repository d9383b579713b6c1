"""docs/launch.schema.json has the options of sm5 debug that a launch can have, and no others."""
import json
import os
import pathlib
import re
import subprocess
import unittest

# Of the terminal; of engines that do not debug; and second names.
NOT_OF_LAUNCHES = {"x", "batch", "help", "max-memory", "engine", "lanes", "device", "descriptors", "plain-bounds",
                   "validation-layer", "no-cache", "threads", "max-seconds", "E", "T", "b", "o"}
OF_SESSIONS = {"program", "cwd", "stopOnEntry", "stopAtEnd", "steps", "bind", "output"}


class Schema(unittest.TestCase):
    def test_options(self):
        schema = json.loads((pathlib.Path(os.environ["SM5_SOURCE_ROOT"]) / "docs/launch.schema.json").read_text())
        text = subprocess.run([os.environ["SM5_COMMAND"], "debug", "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"^  -{1,2}([-\w]+)", text, re.M))
        self.assertEqual(set(schema["properties"]), options - NOT_OF_LAUNCHES | OF_SESSIONS)
        self.assertTrue(all("description" in p for p in schema["properties"].values()))


if __name__ == "__main__":
    unittest.main()
