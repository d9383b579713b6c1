"""sm5 dap: breakpoints of every kind."""
import unittest

from client import SQUARES, SQUARES_ARGUMENTS, DapTest

# Threads of two groups store to the same four elements: a race, and one store is outside the view.
RACE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
and r0.x, vThreadID.x, l(3)
store_structured u0.x, r0.x, l(0), vThreadID.x
iadd r0.y, r0.x, l(1)
store_structured u0.x, r0.y, l(0), vThreadID.x
ret
"""


class Breaks(DapTest):
    def start(self, text=SQUARES, **more):
        client = self.client()
        self.program = self.write("program.asm", text)
        client.launch(self.program, **(more or SQUARES_ARGUMENTS))
        return client

    def set_lines(self, client, *items, **source):
        return client.request("setBreakpoints", source=source or {"path": str(self.program)},
                              breakpoints=list(items))["breakpoints"]

    def test_lines(self):
        client = self.start()
        answer = self.set_lines(client, {"line": 17}, {"line": 3})
        self.assertTrue(answer[0]["verified"])
        self.assertFalse(answer[1]["verified"])
        self.assertIn("no instruction of line 3", answer[1]["message"])
        for group in ("(0,0,0)", "(1,0,0)"):
            stop = client.resume("continue")
            self.assertEqual((stop["reason"], stop["hitBreakpointIds"]), ("breakpoint", [answer[0]["id"]]))
            self.assertIn("group " + group, client.top()["name"])
        self.assertEqual(self.set_lines(client), [])  # replaces those of the file
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_the_listing(self):
        client = self.start()
        answer = self.set_lines(client, {"line": 4}, {"line": 99}, sourceReference=1)
        self.assertEqual([b["verified"] for b in answer], [True, False])
        client.resume("continue")
        self.assertIn("instruction 3:", client.top()["name"])

    def test_conditions(self):
        client = self.start()
        self.set_lines(client, {"line": 15, "condition": "vThreadID.x == 13"})
        self.assertEqual(client.resume("continue")["threadId"], 6)
        self.assertEqual(client.evaluate("r0.x", thread=6)["result"], "169")
        (answer,) = self.set_lines(client, {"line": 15, "condition": "r9.x"})
        self.assertFalse(answer["verified"])
        self.assertIn("not declared", answer["message"])

    def test_hit_conditions(self):
        client = self.start()
        self.set_lines(client, {"line": 15, "hitCondition": "2"})
        client.resume("continue")
        self.assertIn("group (1,0,0)", client.top()["name"])
        for wrong in ("0", "x", "-1", "> 3"):
            (answer,) = self.set_lines(client, {"line": 15, "hitCondition": wrong})
            self.assertIn("expected a whole number above 0", answer["message"])

    def test_log_points(self):
        client = self.start()
        self.set_lines(client, {"line": 15, "condition": "vThreadID.x % 8 == 3",
                                "logMessage": "square of {vThreadID.x}: {r0.x}"})
        client.request("continue", threadId=1)
        client.wait_event("terminated")
        self.assertEqual(client.output(), "square of 3: 9\nsquare of 11: 121\n")

    def test_instructions(self):
        client = self.start()
        reference = client.top()["instructionPointerReference"]
        answer = client.request("setInstructionBreakpoints", breakpoints=[
            {"instructionReference": reference, "offset": 3}, {"instructionReference": reference, "offset": 1000},
            {"instructionReference": "here"},
            {"instructionReference": reference, "offset": 5, "condition": "vThreadID.x == 2", "hitCondition": "1"}])
        self.assertEqual([b["verified"] for b in answer["breakpoints"]], [True, False, False, True])
        self.assertEqual(client.resume("continue")["reason"], "instruction breakpoint")
        self.assertIn("instruction 3:", client.top()["name"])
        self.assertEqual(client.resume("continue")["threadId"], 3)

    def test_data(self):
        client = self.start()
        info = client.request("dataBreakpointInfo", name="u0[2].square")
        self.assertEqual(info["accessTypes"], ["read", "write", "readWrite"])
        watch = {"dataId": info["dataId"]}
        answer = client.request("setDataBreakpoints", breakpoints=[watch, {"dataId": "x"}, {"dataId": "99:r0.x"}])
        self.assertEqual([b["verified"] for b in answer["breakpoints"]], [True, False, False])
        stop = client.resume("continue")
        self.assertEqual((stop["reason"], stop["threadId"]), ("data breakpoint", 3))
        self.assertEqual(stop["description"], "u0[2].square: 0 -> 4")
        stop = client.resume("reverseContinue")  # to before the store
        self.assertEqual(stop["reason"], "data breakpoint")
        self.assertEqual(client.evaluate("u0[2].square")["result"], "0")
        # a register of a thread, by its variable
        scopes = client.scopes(thread=5)
        r1 = client.children(scopes["Registers"]["variablesReference"])["r1"]
        info = client.request("dataBreakpointInfo", name="x", variablesReference=r1["variablesReference"])
        self.assertEqual(info["accessTypes"], ["write"])
        client.request("setDataBreakpoints", breakpoints=[dict(dataId=info["dataId"], accessType="write")])
        info = client.request("dataBreakpointInfo", name="g0[5]")
        client.request("setDataBreakpoints", breakpoints=[dict(dataId=info["dataId"], accessType="read")])
        client.resume("reverseContinue")
        self.assertEqual(client.resume("continue")["reason"], "data breakpoint")
        self.assertIn("instruction 6:", client.top()["name"])  # after the ld_structured
        self.assertIsNone(client.request("dataBreakpointInfo", name="vThreadID.x")["dataId"])
        self.assertIsNone(client.request("dataBreakpointInfo", name="r0.x +")["dataId"])
        self.assertFails("unknown accessType", client, "setDataBreakpoints",
                         breakpoints=[{"dataId": "0:g0[5]", "accessType": "change"}])

    def test_exceptions(self):
        client = self.start(RACE, groups=2, bind={"u0": "zero,size=4"})
        self.assertFails("did not stop at an exception", client, "exceptionInfo", threadId=1)
        client.request("setExceptionBreakpoints", filters=["oob-address"])
        stop = client.resume("continue")
        self.assertEqual((stop["reason"], stop["threadId"]), ("exception", 4))
        self.assertIn("instruction 3:", client.top(4)["name"])
        info = client.request("exceptionInfo", threadId=4)
        self.assertEqual((info["exceptionId"], info["breakMode"]), ("oob-address", "always"))
        self.assertIn("u0", info["description"])
        client.resume("reverseContinue")
        client.request("setExceptionBreakpoints", filters=["race", "number"])
        client.resume("continue")
        self.assertEqual(client.request("exceptionInfo", threadId=1)["exceptionId"], "race")
        self.assertFails("unknown filter 'all'", client, "setExceptionBreakpoints", filters=["all"])
        client.request("restart")
        client.wait_event("stopped")
        self.assertEqual(client.resume("continue")["reason"], "exception")
        client.request("setExceptionBreakpoints", filters=[])
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_a_fault(self):
        client = self.start("cs_5_0\ndcl_thread_group 1, 1, 1\nloop\nendloop\nret\n", groups=1, **{"max-steps": 1000})
        stop = client.resume("continue")
        self.assertEqual(stop["reason"], "exception")
        self.assertEqual(client.request("exceptionInfo", threadId=1)["exceptionId"], "fault")
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_wrong_requests(self):
        client = self.start()
        self.assertFails("'source' is missing", client, "setBreakpoints")
        self.assertFails("neither a path", client, "setBreakpoints", source={"name": "x"})
        self.assertFails("'line' is missing", client, "setBreakpoints", source={"path": "x"}, breakpoints=[{}])
        self.assertFails("'line' is not a whole number", client, "setBreakpoints", source={"path": "x"},
                         breakpoints=[{"line": "1"}])
        self.assertFails("'breakpoints' is not an array", client, "setBreakpoints", source={"path": "x"}, breakpoints={})
        self.assertFails("'breakpoints' is missing", client, "setInstructionBreakpoints")
        self.assertFails("'dataId' is missing", client, "setDataBreakpoints", breakpoints=[{}])
        self.assertFails("'filters' is missing", client, "setExceptionBreakpoints")
        self.assertFails("no variables with reference 77", client, "dataBreakpointInfo", name="x", variablesReference=77)


if __name__ == "__main__":
    unittest.main()
