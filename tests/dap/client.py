"""A client of the Debug Adapter Protocol, for tests of sm5 dap."""
import json
import os
import pathlib
import select
import socket
import subprocess
import tempfile
import time
import unittest

COMMAND = os.environ["SM5_COMMAND"]
LIMIT = 60  # seconds for any reply: a failure, not a measurement


class Failed(Exception):
    """A request that the server refused; `message` is its reason."""

    def __init__(self, response):
        self.response = response
        self.message = response["body"]["error"]["format"]
        super().__init__(self.message)


class Client:
    """A server and what it sent. Events are kept in order until they are waited for."""

    def __init__(self, folder, connection=None):
        self.process = None
        if connection is None:
            self.process = subprocess.Popen([COMMAND, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, cwd=folder)
            self.read_file, self.write_file = self.process.stdout.fileno(), self.process.stdin.fileno()
        else:
            self.connection = connection
            self.read_file = self.write_file = connection.fileno()
        self.buffer = b""
        self.seq = 0
        self.events, self.responses = [], {}

    # ---- messages ----

    def send_bytes(self, data):
        while data:
            data = data[os.write(self.write_file, data):]

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def send_request(self, command, arguments=None, **more):
        self.seq += 1
        message = {"seq": self.seq, "type": "request", "command": command, **more}
        if arguments is not None:
            message["arguments"] = arguments
        self.send(message)
        return self.seq

    def receive(self):
        """The next message, or None at the end of the stream."""
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                size = int(head.split(b":")[1])
                if len(rest) >= size:
                    self.buffer = rest[size:]
                    return json.loads(rest[:size])
            if not select.select([self.read_file], [], [], LIMIT)[0]:
                raise AssertionError("no reply")
            data = os.read(self.read_file, 1 << 20)
            if not data:
                return None
            self.buffer += data

    def sort_next(self):
        message = self.receive()
        if message is None:
            raise AssertionError("the server has ended")
        if message["type"] == "response":
            self.responses[message["request_seq"]] = message
        else:
            self.events.append(message)

    def wait_response(self, seq):
        while seq not in self.responses:
            self.sort_next()
        response = self.responses.pop(seq)
        if not response["success"]:
            raise Failed(response)
        return response.get("body", {})

    def request(self, command, **arguments):
        return self.wait_response(self.send_request(command, arguments or None))

    def wait_event(self, name):
        """The next event of that name; those before it are kept."""
        while True:
            for i, event in enumerate(self.events):
                if event["event"] == name:
                    return self.events.pop(i).get("body", {})
            self.sort_next()

    def output(self):
        return "".join(e["body"]["output"] for e in self.events if e["event"] == "output")

    # ---- sessions ----

    def initialize(self, **more):
        return self.request("initialize", adapterID="sm5", **more)

    def launch(self, program, stop=True, configure=None, **arguments):
        """Launches and returns the first stop's body, or None with stop=False."""
        self.request("launch", program=str(program), stopOnEntry=stop, **arguments)
        self.wait_event("initialized")
        if configure:
            configure()
        self.request("configurationDone")
        return self.wait_event("stopped") if stop else None

    def resume(self, command, thread=1, **more):
        self.request(command, threadId=thread, **more)
        return self.wait_event("stopped")

    def top(self, thread=1):
        return self.request("stackTrace", threadId=thread)["stackFrames"][0]

    def scopes(self, thread=1):
        frame = self.top(thread)["id"]
        return {scope["name"]: scope for scope in self.request("scopes", frameId=frame)["scopes"]}

    def children(self, reference, **more):
        return {v["name"]: v for v in self.request("variables", variablesReference=reference, **more)["variables"]}

    def evaluate(self, expression, thread=1, **more):
        frame = self.top(thread)["id"]
        return self.request("evaluate", expression=expression, frameId=frame, **more)

    def finish(self):
        """Disconnects; the server's exit code and standard error."""
        self.request("disconnect")
        return self.end()

    def end(self):
        os.close(os.dup(self.write_file))
        self.process.stdin.close()
        error = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(LIMIT), error.decode()

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            for file in (self.process.stdin, self.process.stdout, self.process.stderr):
                try:
                    file.close()
                except OSError:
                    pass
            self.process.wait()


class DapTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text) if isinstance(text, str) else path.write_bytes(text)
        return path

    def client(self, **more):
        client = Client(self.folder)
        self.addCleanup(client.kill)
        client.initialize(**more)
        return client

    def assertFails(self, text, client, command, **arguments):
        with self.assertRaises(Failed) as caught:
            client.request(command, **arguments)
        self.assertIn(text, caught.exception.message)


# Eight threads of a group add their squares to g0 and copy it to u0, in two groups; a routine stores.
SQUARES = """cs_5_0
// sm5: struct u0 uint square; uint twice
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0} }
dcl_constantbuffer CB0[2], immediateIndexed
dcl_uav_structured u0, 8
dcl_uav_raw u1
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadID.x
dcl_temps 2
dcl_indexableTemp x0[4], 4
dcl_tgsm_structured g0, 4, 8
dcl_thread_group 8, 1, 1
imul null, r0.x, vThreadID.x, vThreadID.x
iadd r0.y, r0.x, cb0[0].x
mov x0[1].xy, r0.xyxx
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
ult r1.y, vThreadID.x, l(4)
if_nz r1.y
  call l0
else
  store_structured u0.x, vThreadID.x, l(4), r1.x
endif
ret
label l0
store_structured u0.x, vThreadID.x, l(0), r1.x
iadd r1.x, r1.x, r1.x
store_structured u0.x, vThreadID.x, l(4), r1.x
ret
"""
SQUARES_ARGUMENTS = {"groups": 2, "bind": {"u0": "zero,size=16", "u1": "zero,size=64", "cb0": "u32:5/6/7/8/9/10/11/12"}}

# Never ends.
SPIN = """cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 2, 1, 1
loop
  iadd r0.x, r0.x, l(1)
  store_structured u0.x, vThreadID.x, l(0), r0.x
endloop
ret
"""
