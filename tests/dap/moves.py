"""sm5 dap: moves of the program, and what ends them."""
import time
import unittest

from client import SPIN, SQUARES, SQUARES_ARGUMENTS, DapTest

# Two groups of one thread, each a loop of 200,000 rounds: long enough to be cancelled on any machine.
LONG = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadGroupID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
mov r0.x, l(0)
loop
  uge r0.y, r0.x, l(20000000)
  breakc_nz r0.y
  iadd r0.x, r0.x, l(1)
endloop
store_structured u0.x, vThreadGroupID.x, l(0), r0.x
ret
"""
LONG_ARGUMENTS = {"groups": 2, "bind": {"u0": "zero,size=2"}}


def number(frame):
    """The instruction of a frame."""
    return int(frame["name"].split("instruction ")[1].split(":")[0])


class Moves(DapTest):
    def start(self, **more):
        client = self.client()
        self.program = self.write("squares.asm", SQUARES)
        client.launch(self.program, **SQUARES_ARGUMENTS, **more)
        return client

    def test_steps(self):
        client = self.start()
        for line in (15, 16, 17, 18, 19, 20, 21, 22):
            self.assertEqual(client.resume("next")["reason"], "step")
            self.assertEqual(client.top()["line"], line)
        client.resume("next")  # over the call
        self.assertEqual(client.top()["line"], 23)
        client.resume("stepBack")
        self.assertEqual(client.top()["line"], 22)
        client.resume("stepIn")
        self.assertIn(client.top()["line"], (27, 28))
        frames = client.request("stackTrace", threadId=1)
        self.assertEqual(frames["totalFrames"], 2)
        self.assertEqual(frames["stackFrames"][1]["line"], 22)
        page = client.request("stackTrace", threadId=1, startFrame=1, levels=1)["stackFrames"]
        self.assertEqual(page, frames["stackFrames"][1:])
        client.resume("stepOut")
        self.assertEqual(client.request("stackTrace", threadId=1)["totalFrames"], 1)

    def test_steps_of_a_thread(self):
        client = self.start()
        for _ in range(7):
            client.resume("next", thread=7)
        self.assertEqual(client.top(7)["line"], 21)
        stop = client.resume("next", thread=7)  # thread 6 takes the other side of the branch
        self.assertEqual((stop["threadId"], client.top(7)["line"]), (7, 24))
        names = [thread["name"] for thread in client.request("threads")["threads"]]
        self.assertEqual(names[:5], ["(0,0,0) waiting", "(1,0,0) waiting", "(2,0,0) waiting", "(3,0,0) waiting", "(4,0,0)"])
        self.assertEqual(client.top(1)["presentationHint"], "subtle")

    def test_steps_of_the_group(self):
        client = self.start(steps="group")
        for _ in range(7):
            client.resume("next", thread=7)
        client.resume("next", thread=7)
        self.assertEqual(client.top()["line"], 22)  # the first side of the branch

    def test_granularity(self):
        client = self.start()
        client.resume("next", granularity="instruction")
        self.assertEqual(number(client.top()), 1)
        client.resume("stepIn", granularity="line")
        self.assertEqual(number(client.top()), 2)
        client.resume("stepIn", granularity="statement")
        self.assertEqual(number(client.top()), 3)
        client.resume("stepBack", granularity="instruction")
        self.assertEqual(number(client.top()), 2)
        self.assertFails("unknown granularity", client, "next", threadId=1, granularity="word")

    def test_backwards(self):
        client = self.start(stopAtEnd=True)
        seen = []
        while "end of" not in client.top()["name"]:
            client.resume("stepIn", granularity="instruction")
            seen.append((client.top(), client.evaluate("u0[1]")["result"]))
        for expected in reversed(seen[:-1]):
            client.resume("stepBack", granularity="instruction")
            self.assertEqual((client.top(), client.evaluate("u0[1]")["result"]), expected)
        stop = client.resume("reverseContinue")
        self.assertEqual((stop["reason"], number(client.top())), ("entry", 0))
        client.request("setBreakpoints", source={"path": str(self.program)}, breakpoints=[{"line": 17}])
        client.resume("continue")
        client.resume("continue")
        self.assertIn("group (1,0,0)", client.top()["name"])
        self.assertEqual(client.resume("reverseContinue")["reason"], "breakpoint")
        self.assertIn("group (0,0,0)", client.top()["name"])

    def test_wrong_moves(self):
        client = self.start()
        self.assertFails("'threadId' is missing", client, "next")
        self.assertFails("'threadId' is 9; expected 1 to 8", client, "continue", threadId=9)
        self.assertFails("'threadId' is not a whole number", client, "stepIn", threadId="1")

    def spin(self, **more):
        client = self.client(**more)
        client.launch(self.write("spin.asm", SPIN), groups=1, bind={"u0": "zero,size=2"})
        client.request("continue", threadId=1)
        return client

    def test_pause(self):
        client = self.spin()
        client.request("pause", threadId=1)
        self.assertEqual(client.wait_event("stopped")["reason"], "pause")
        count = int(client.evaluate("r0.x")["result"])
        client.request("continue", threadId=1)
        client.request("pause", threadId=1)
        client.wait_event("stopped")
        self.assertGreater(int(client.evaluate("r0.x")["result"]), count)
        client.request("pause", threadId=1)  # it does not run: nothing happens
        self.assertEqual(client.finish(), (0, ""))

    def test_requests_while_the_program_runs(self):
        client = self.spin()
        self.assertEqual(len(client.request("threads")["threads"]), 2)
        self.assertFails("the program is running", client, "stackTrace", threadId=1)
        self.assertFails("the program is running", client, "evaluate", expression="r0.x")
        answer = client.request("setBreakpoints", source={"path": str(self.folder / "spin.asm")}, breakpoints=[{"line": 8}])
        self.assertTrue(answer["breakpoints"][0]["verified"])
        self.assertEqual(client.wait_event("stopped")["hitBreakpointIds"], [1])
        self.assertEqual(client.finish(), (0, ""))

    def test_a_flood_of_requests(self):
        client = self.spin()
        numbers = [client.send_request("threads") for _ in range(1000)]
        for seq in numbers:
            client.wait_response(seq)
        client.request("pause", threadId=1)
        client.wait_event("stopped")
        self.assertEqual(client.finish(), (0, ""))

    def test_cancel(self):
        client = self.client(supportsProgressReporting=True)
        client.launch(self.write("long.asm", LONG), **LONG_ARGUMENTS)
        client.send_request("stepOut", {"threadId": 1})
        seq = client.seq
        client.wait_response(seq)
        client.request("cancel", requestId=seq)
        self.assertEqual(client.wait_event("stopped")["reason"], "pause")
        # A request that waits is not executed.
        client.request("continue", threadId=1)
        seq = client.send_request("setExceptionBreakpoints", {"filters": ["race"]})
        client.request("cancel", requestId=seq)
        with self.assertRaises(Exception) as caught:
            client.wait_response(seq)
        self.assertEqual(caught.exception.response["message"], "cancelled")
        client.request("cancel")
        client.request("terminate")
        client.wait_event("terminated")
        self.assertEqual(client.finish(), (0, ""))

    def test_progress(self):
        client = self.client(supportsProgressReporting=True)
        client.launch(self.write("long.asm", LONG), **LONG_ARGUMENTS)
        seq = client.send_request("setExceptionBreakpoints", {"filters": ["number"]})
        start = client.wait_event("progressStart")
        self.assertEqual((start["title"], start["cancellable"], start["requestId"]), ("Checking the program", True, seq))
        self.assertEqual(client.wait_event("progressUpdate")["progressId"], start["progressId"])
        client.request("cancel", progressId=start["progressId"])
        with self.assertRaises(Exception) as caught:
            client.wait_response(seq)
        self.assertEqual(caught.exception.response["message"], "cancelled")
        self.assertEqual(client.wait_event("progressEnd"), {"progressId": start["progressId"]})
        self.assertEqual(client.finish(), (0, ""))


if __name__ == "__main__":
    unittest.main()
