"""sm5 dap: messages that are malformed, and clients that vanish."""
import json
import os
import signal
import unittest

from client import SPIN, SQUARES, SQUARES_ARGUMENTS, Client, DapTest

TYPES = [None, True, -1, 1 << 40, 1.5, "", "x", [], [1], {}, {"path": 1}]


class Malformed(DapTest):
    def test_streams_that_end_the_session(self):
        for data, why in {
            b"Content-Length: x\r\n\r\n{}": "invalid Content-Length",
            b"Content-Length: -5\r\n\r\n{}": "invalid Content-Length",
            b"Content-Length: 99999999999999999999\r\n\r\n{}": "above the limit",
            b"Content-Length: 8388609\r\n\r\n": "above the limit",
            b"{\"seq\": 1}\r\n\r\n": "unknown header field",
            b"hello\r\n\r\n": "malformed header",
            b"GET / HTTP/1.1\r\n\r\n": "malformed header",
            b"Content-Type: x\r\n\r\n": "without Content-Length",
            b"x" * 2000: "header too long",
            b"Content-Length: 10\r\n\r\n{": "inside a message",
        }.items():
            client = Client(self.folder)
            self.addCleanup(client.kill)
            client.send_bytes(data)
            code, error = client.end()
            self.assertEqual(code, 2, data)
            self.assertIn(why, error)

    def test_bodies_that_are_skipped(self):
        client = self.client()
        for body, why in {
            b"": "invalid JSON", b"{": "invalid JSON", b"[]": "expected an object", b"\xff\xfe": "invalid JSON",
            b"[" * 100000: "invalid JSON", b'{"a":' * 3000 + b"1" + b"}" * 3000: "invalid JSON",
            b"{}": "'type' is missing", b'{"type": "request"}': "'seq' is missing",
            b'{"type": 1, "seq": 1}': "'type' is not a string",
            b'{"type": "request", "seq": "1"}': "'seq' is not a whole number",
            b'{"type": "request", "seq": 99999999999}': "'seq' is 99999999999",
            b'{"type": "request", "seq": 1, "command": []}': "'command' is not a string",
        }.items():
            client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            while not client.output().endswith("\n"):
                client.sort_next()
            self.assertIn(why, client.output())
            client.events.clear()
        # Not requests: nothing is answered.
        client.send({"type": "response", "seq": 2})
        client.send({"type": "event", "seq": 2, "event": "x"})
        for arguments in (1, "x", []):
            with self.assertRaises(Exception) as caught:
                client.wait_response(client.send_request("threads", arguments))
            self.assertIn("'arguments' is not an object", caught.exception.message)
        self.assertEqual(client.finish(), (0, ""))

    def test_members_of_wrong_types(self):
        """Every member of every request with every type: an answer, and the session goes on."""
        client = self.client()
        program = self.write("squares.asm", SQUARES)
        client.launch(program, stopAtEnd=True, **SQUARES_ARGUMENTS)
        members = {
            "setBreakpoints": ["source", "breakpoints"], "setInstructionBreakpoints": ["breakpoints"],
            "setDataBreakpoints": ["breakpoints"], "setExceptionBreakpoints": ["filters"],
            "dataBreakpointInfo": ["name", "variablesReference", "frameId"], "exceptionInfo": ["threadId"],
            "stackTrace": ["threadId", "startFrame", "levels"], "scopes": ["frameId"],
            "variables": ["variablesReference", "start", "count", "format"],
            "setVariable": ["variablesReference", "name", "value", "format"],
            "setExpression": ["expression", "value", "frameId"], "evaluate": ["expression", "frameId", "context", "format"],
            "next": ["threadId", "granularity"], "stepBack": ["threadId", "granularity"], "pause": ["threadId"],
            "source": ["sourceReference", "source"], "loadedSources": [],
            "disassemble": ["memoryReference", "offset", "instructionOffset", "instructionCount"],
            "readMemory": ["memoryReference", "offset", "count"], "writeMemory": ["memoryReference", "offset", "data"],
            "cancel": ["requestId", "progressId"], "launch": ["program"], "initialize": ["linesStartAt1"],
        }
        valid = {"threadId": 1, "frameId": 1, "variablesReference": 1, "expression": "r0", "name": "x", "value": "1",
                 "memoryReference": "0x500000000000000", "count": 4, "instructionCount": 1, "source": {"path": str(program)}}
        steps = 0
        for command, names in members.items():
            for name in names:
                for value in TYPES:
                    arguments = {key: valid[key] for key in names if key in valid and key != name}
                    arguments[name] = value
                    seq = client.send_request(command, arguments)
                    while seq not in client.responses:
                        client.sort_next()
                    answer = client.responses.pop(seq)
                    self.assertEqual(answer["command"], command)
                    if not answer["success"]:
                        self.assertTrue(answer["body"]["error"]["format"], (command, name, value))
                    elif command in ("next", "stepBack"):
                        client.wait_event("stopped")
                        steps += 1
        self.assertGreater(steps, 0)
        self.assertEqual(client.finish(), (0, ""))

    def test_launches_of_wrong_types(self):
        client = self.client()
        program = str(self.write("squares.asm", SQUARES))
        for key in ("groups", "bind", "set", "struct", "output", "cwd", "steps", "stopOnEntry", "no-cache", "max-steps"):
            for value in TYPES[1:]:
                try:
                    client.request("launch", program=program, **{key: value})
                except Exception as refused:
                    self.assertTrue(refused.message, (key, value))
                else:
                    client.request("terminate")
                    client.wait_event("terminated")
                    client.finish()
                    client = self.client()

    def test_clients_that_vanish(self):
        for text in (SQUARES, SPIN):
            client = self.client()
            client.launch(self.write("program.asm", text), groups=1, bind={"u0": "zero,size=64"})
            if text == SPIN:
                client.request("continue", threadId=1)
            self.assertEqual(client.end(), (0, ""))
        client = self.client()
        self.assertEqual(client.end(), (0, ""))

    def test_a_client_that_does_not_read(self):
        client = self.client()
        client.launch(self.write("program.asm", SQUARES), **SQUARES_ARGUMENTS)
        client.process.stdout.close()
        client.send_request("threads")
        client.process.stdin.close()
        error = client.process.stderr.read()
        self.assertEqual((client.process.wait(60), error), (0, b""))


if __name__ == "__main__":
    unittest.main()
