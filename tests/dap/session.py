"""sm5 dap: sessions, from initialize to disconnect."""
import json
import os
import socket
import subprocess
import unittest

from client import COMMAND, SPIN, SQUARES, SQUARES_ARGUMENTS, Client, DapTest

# What initialize claims, and the method of these tests that shows it.
CLAIMS = {
    "supportsConfigurationDoneRequest": "Session.test_a_whole_session",
    "supportsConditionalBreakpoints": "Breaks.test_conditions",
    "supportsHitConditionalBreakpoints": "Breaks.test_hit_conditions",
    "supportsLogPoints": "Breaks.test_log_points",
    "supportsEvaluateForHovers": "Values.test_evaluate",
    "supportsStepBack": "Moves.test_backwards",
    "supportsSetVariable": "Values.test_set_variable",
    "supportsSetExpression": "Values.test_set_expression",
    "supportsRestartRequest": "Session.test_restart",
    "supportsTerminateRequest": "Session.test_terminate",
    "supportsCancelRequest": "Moves.test_cancel",
    "supportsDataBreakpoints": "Breaks.test_data",
    "supportsInstructionBreakpoints": "Breaks.test_instructions",
    "supportsSteppingGranularity": "Moves.test_granularity",
    "supportsDisassembleRequest": "Values.test_disassemble",
    "supportsReadMemoryRequest": "Values.test_memory",
    "supportsWriteMemoryRequest": "Values.test_memory",
    "supportsLoadedSourcesRequest": "Values.test_sources",
    "supportsExceptionInfoRequest": "Breaks.test_exceptions",
    "supportsValueFormattingOptions": "Values.test_hexadecimal",
}


class Session(DapTest):
    def test_claims(self):
        client = Client(self.folder)
        self.addCleanup(client.kill)
        body = client.initialize()
        filters = body.pop("exceptionBreakpointFilters")
        self.assertEqual(body, dict.fromkeys(CLAIMS, True))
        self.assertIn("race", [f["filter"] for f in filters])
        import breaks, moves, values
        for test in CLAIMS.values():
            case, method = test.split(".")
            holder = {"Session": Session, "Breaks": breaks.Breaks, "Moves": moves.Moves, "Values": values.Values}[case]
            self.assertTrue(hasattr(holder, method), test)
        self.assertFails("already called", client, "initialize", adapterID="sm5")
        self.assertEqual(client.finish(), (0, ""))

    def test_a_whole_session(self):
        client = self.client()
        program = self.write("squares.asm", SQUARES)
        stop = client.launch(program, **SQUARES_ARGUMENTS, print="u0:2", output={"u0": "out.csv"})
        self.assertEqual((stop["reason"], stop["threadId"]), ("entry", 1))
        client.request("continue", threadId=1)
        self.assertEqual(client.wait_event("exited"), {"exitCode": 0})
        client.wait_event("terminated")
        self.assertIn("u0: 16 elements", client.output())
        self.assertEqual((self.folder / "out.csv").read_text().splitlines()[1:3], ["0,0,0", "1,1,2"])
        self.assertFails("no program is running", client, "threads")
        self.assertEqual(client.finish(), (0, ""))

    def piped(self, requests):
        """What the server answers to requests in one piece, after which its input ends; its exit code and standard error."""
        bodies = [json.dumps({"seq": i + 1, "type": "request", "command": command, "arguments": arguments}).encode()
                  for i, (command, arguments) in enumerate(requests)]
        data = b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
        done = subprocess.run([COMMAND, "dap"], input=data, capture_output=True, cwd=self.folder, timeout=60)
        messages, rest = [], done.stdout
        while rest:
            head, _, rest = rest.partition(b"\r\n\r\n")
            size = int(head.split(b":")[1])
            messages.append(json.loads(rest[:size]))
            rest = rest[size:]
        return messages, (done.returncode, done.stderr.decode())

    def assertAllAnswered(self, messages, requests, refused=()):
        answers = [m for m in messages if m["type"] == "response"]
        self.assertEqual([a["request_seq"] for a in answers], list(range(1, len(requests) + 1)))
        self.assertEqual([a["command"] for a in answers], [command for command, _ in requests])
        self.assertEqual([i for i, a in enumerate(answers) if not a["success"]], list(refused))

    def test_a_script_of_requests(self):
        """All requests before the end of the input are answered, in order: also more than the queue holds."""
        launch = {"program": str(self.write("squares.asm", SQUARES)), **SQUARES_ARGUMENTS, "stopOnEntry": True}
        start = [("initialize", {"adapterID": "sm5"}), ("launch", launch), ("configurationDone", {})]
        for more in ([("next", {"threadId": 1}), ("stackTrace", {"threadId": 1})], [("threads", {})] * 1000,
                     [("restart", {})], [("setExceptionBreakpoints", {"filters": ["race"]})], []):
            requests = start + more
            messages, end = self.piped(requests)
            self.assertAllAnswered(messages, requests)
            self.assertEqual(end, (0, ""))
        messages, end = self.piped(start[:2])
        self.assertAllAnswered(messages, start[:2])
        self.assertIn("initialized", [m.get("event") for m in messages])
        messages, _ = self.piped([("threads", {})])
        self.assertAllAnswered(messages, [("threads", {})], refused=[0])

    def test_a_script_that_runs_to_the_end(self):
        launch = {"program": str(self.write("squares.asm", SQUARES)), **SQUARES_ARGUMENTS, "stopOnEntry": True}
        requests = [("initialize", {"adapterID": "sm5"}), ("launch", launch), ("configurationDone", {}),
                    ("continue", {"threadId": 1}), ("disconnect", {})]
        messages, end = self.piped(requests)
        self.assertAllAnswered(messages, requests)
        self.assertEqual(end, (0, ""))

    def test_a_script_whose_step_does_not_end(self):
        """The step is interrupted, and what follows it is answered."""
        launch = {"program": str(self.write("spin.asm", SPIN)), "groups": 1, "bind": {"u0": "zero,size=64"}, "stopOnEntry": True}
        requests = [("initialize", {"adapterID": "sm5"}), ("launch", launch), ("configurationDone", {}),
                    ("stepOut", {"threadId": 1}), ("stackTrace", {"threadId": 1}), ("threads", {})]
        messages, end = self.piped(requests)
        self.assertAllAnswered(messages, requests)
        self.assertEqual(end, (0, ""))

    def test_a_program_that_does_not_stop_at_its_entry(self):
        client = self.client()
        client.launch(self.write("squares.asm", SQUARES), stop=False, **SQUARES_ARGUMENTS)
        client.wait_event("terminated")
        self.assertEqual(client.finish(), (0, ""))

    def test_stop_at_the_end(self):
        client = self.client()
        client.launch(self.write("squares.asm", SQUARES), stopAtEnd=True, **SQUARES_ARGUMENTS)
        stop = client.resume("continue")
        self.assertEqual(stop["description"], "The dispatch has ended.")
        self.assertEqual(client.top()["name"], "end of the dispatch")
        self.assertEqual(client.resume("stepBack", granularity="instruction")["reason"], "step")
        self.assertIn("instruction 12: ret", client.top()["name"])
        client.resume("continue")
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_wrong_launches(self):
        client = self.client()
        program = str(self.write("squares.asm", SQUARES))
        for text, arguments in {
            "'program' is missing": {},
            "'program' is not a string": {"program": 1},
            "no-file.asm": {"program": "no-file.asm", "groups": 1},
            "expected one of --groups": {"program": program},
            "expected X, X,Y or X,Y,Z": {"program": program, "groups": [1, 2, 3, 4]},
            "none.bin": {"program": program, "groups": 1, "bind": {"u0": "none.bin"}},
            "'steps' is 'both'; expected thread or group": {"program": program, "groups": 1, "steps": "both"},
            "'stopOnEntry' is not true or false": {"program": program, "groups": 1, "stopOnEntry": 1},
            "'no-cache': expected true or false": {"program": program, "groups": 1, "no-cache": 3},
            "cannot be entered": {"program": program, "groups": 1, "cwd": "none"},
            "expected a file": {"program": "-", "groups": 1},
        }.items():
            self.assertFails(text, client, "launch", **arguments)
        client.launch(program, **SQUARES_ARGUMENTS)  # the next one may be right
        self.assertFails("already launched", client, "launch", program=program, groups=1)
        self.assertEqual(client.finish(), (0, ""))

    def test_arguments(self):
        self.write("squares.asm", SQUARES)
        client = self.client()
        client.launch("squares.asm", cwd=str(self.folder), groups=[2, 1], group=3, **{"__restart": 1, "type": "sm5"},
                      b=["u0=zero,size=16"], oob="spec", sarif=None, snapshots=16)
        self.assertIn("unknown argument 'group'", client.output())
        self.assertNotIn("__restart", client.output())
        self.assertEqual(client.evaluate("u0")["indexedVariables"], 16)

    def test_restart(self):
        client = self.client()
        program = self.write("squares.asm", SQUARES)
        stop = client.launch(program, **SQUARES_ARGUMENTS)
        client.request("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": 29}])
        client.resume("continue")
        client.request("restart")
        self.assertEqual(client.wait_event("stopped")["reason"], "entry")
        self.assertEqual(client.resume("continue")["hitBreakpointIds"], [1])
        # The file is read again, and other arguments may be given. The line is not one of the new program.
        program.write_text(SPIN)
        self.assertFails("none.bin", client, "restart",
                         arguments={"program": str(program), "groups": 1, "bind": {"u0": "none.bin"}})
        client.wait_event("terminated")
        client.request("restart", arguments={"program": str(program), "groups": 1, "stopOnEntry": True,
                                             "bind": {"u0": "zero,size=2"}})
        self.assertFalse(client.wait_event("breakpoint")["breakpoint"]["verified"])
        client.wait_event("stopped")
        self.assertFails("'program' is missing", client, "restart", arguments={})
        self.assertEqual(client.finish(), (0, ""))

    def test_terminate(self):
        client = self.client()
        client.launch(self.write("spin.asm", SPIN), groups=1, bind={"u0": "zero,size=2"}, print=["u0"])
        client.request("continue", threadId=1)
        client.request("terminate")
        client.wait_event("terminated")
        self.assertIn("u0: 2 elements", client.output())
        self.assertEqual(client.finish(), (0, ""))

    def test_disconnect_while_the_program_runs(self):
        client = self.client()
        client.launch(self.write("spin.asm", SPIN), groups=1, bind={"u0": "zero,size=2"})
        client.request("continue", threadId=1)
        self.assertEqual(client.finish(), (0, ""))

    def test_order_of_requests(self):
        client = Client(self.folder)
        self.addCleanup(client.kill)
        self.assertFails("expected initialize", client, "threads")
        self.assertFails("expected initialize", client, "launch", program="x")
        client.initialize()
        self.assertFails("no program", client, "threads")
        self.assertFails("no program", client, "restart")
        self.assertFails("unknown request 'fly'", client, "fly")
        client.request("launch", program=str(self.write("squares.asm", SQUARES)), stopOnEntry=True, **SQUARES_ARGUMENTS)
        self.assertFails("configurationDone", client, "stackTrace", threadId=1)
        client.request("configurationDone")
        self.assertFails("already called", client, "configurationDone")
        client.wait_event("stopped")
        self.assertEqual(client.finish(), (0, ""))

    def test_lines_from_0(self):
        client = self.client(linesStartAt1=False)
        program = self.write("squares.asm", SQUARES)
        client.launch(program, **SQUARES_ARGUMENTS)
        self.assertEqual(client.top()["line"], 13)
        answer = client.request("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": 28}])
        self.assertEqual(answer["breakpoints"], [{"id": 1, "verified": True, "line": 28}])
        self.assertEqual(client.resume("continue")["hitBreakpointIds"], [1])
        self.assertEqual(client.top()["line"], 28)

    def test_usage(self):
        for arguments in (["file.asm"], ["--listen", "70000"], ["--listen", "x"], ["--unknown"]):
            done = subprocess.run([COMMAND, "dap", *arguments], capture_output=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2, arguments)
        self.assertFails("not supported", (c := Client(self.folder)), "initialize", adapterID="sm5", pathFormat="uri")
        c.kill()

    def test_a_port(self):
        server = subprocess.Popen([COMMAND, "dap", "--listen", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(lambda: (server.kill(), server.wait(), server.stdout.close(), server.stderr.close()))
        port = int(server.stdout.readline().split(b":")[1])
        program = self.write("squares.asm", SQUARES)
        with socket.create_connection(("127.0.0.1", port)) as web:  # a browser is not a client
            web.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}")
            self.assertEqual(web.recv(100), b"")
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                client = Client(self.folder, connection)
                client.initialize()
                client.launch(program, **SQUARES_ARGUMENTS)
                client.request("continue", threadId=1)
                client.wait_event("terminated")
                client.request("disconnect")
                self.assertIsNone(client.receive())


if __name__ == "__main__":
    unittest.main()
