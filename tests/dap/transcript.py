"""The transcripts in docs/debugging.md: each message of the editor gets the answers that it shows."""
import json
import os
import pathlib
import re
import unittest

from client import DapTest

TEXT = (pathlib.Path(os.environ["SM5_SOURCE_ROOT"]) / "docs/debugging.md").read_text()


def is_part(expected, actual):
    """Objects may have more members than are shown."""
    if isinstance(expected, dict):
        return all(key in actual and is_part(value, actual[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(is_part, expected, actual))
    return expected == actual


class Transcript(DapTest):
    def test_all(self):
        for name, program in re.findall(r"\$ cat > (\w+\.asm) <<'END'\n(.*?)END\n", TEXT, re.S):
            self.write(name, program)
        for text, name in re.findall(r"\$ printf '(.*)' > (\w+\.csv)\n", TEXT):
            self.write(name, text.replace("\\n", "\n"))
        transcripts = re.findall(r"```dap\n(.*?)```", TEXT, re.S)
        self.assertEqual(len(transcripts), 3)
        for lines in transcripts:
            with self.subTest(lines.splitlines()[0]):
                self.replay(lines)

    def replay(self, lines):
        client = self.client()
        seen = 0
        for line in lines.splitlines():
            side, name, body = line.split(" ", 2)
            if side == ">":
                answer, command = client.request(name, **json.loads(body)), name
                continue
            actual = answer if name == command else client.wait_event(name)
            self.assertTrue(is_part(json.loads(body), actual), (line, actual))
            seen += 1
        self.assertGreater(seen, 5)
        self.assertEqual(client.end(), (0, ""))

    def test_launch_configuration(self):
        (text,) = re.findall(r"```json\n(.*?)```", TEXT, re.S)
        schema = json.loads((pathlib.Path(os.environ["SM5_SOURCE_ROOT"]) / "docs/launch.schema.json").read_text())
        (launch,) = json.loads(text)["configurations"]
        self.assertLessEqual(set(launch) - {"type", "request", "name"}, set(schema["properties"]))


if __name__ == "__main__":
    unittest.main()
