"""A client of `sm5 lsp`: frames, requests, open documents, and positions in UTF-16 or UTF-8."""
import json
import os
import re
import select
import subprocess
import unittest

COMMAND = os.environ["SM5_COMMAND"]
URI = "file:///a.asm"
WAIT = 120 # seconds; only a server that hangs reaches it


def units(text, encoding):
    """Characters of a text as positions count them."""
    return len(text.encode("utf-16-le")) // 2 if encoding == "utf-16" else len(text.encode())


def position(text, index, encoding="utf-16"):
    """The position of a character of the text; lines end with \\n, \\r\\n or \\r."""
    starts = [0, *(match.end() for match in re.finditer("\r\n|\n|\r", text) if match.end() <= index)]
    return {"line": len(starts) - 1, "character": units(text[starts[-1]:index], encoding)}


def index_of(text, where, encoding="utf-16"):
    """The character at a position."""
    starts = [0, *(match.end() for match in re.finditer("\r\n|\n|\r", text))]
    at, column = starts[where["line"]], 0
    while column < where["character"]:
        column += units(text[at], encoding)
        at += 1
    return at


def apply_edits(text, edits, encoding="utf-16"):
    """The text after TextEdits, which do not overlap."""
    places = [(index_of(text, e["range"]["start"], encoding), index_of(text, e["range"]["end"], encoding), e["newText"])
              for e in edits]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


class Client:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([COMMAND, "lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.bytes, self.last_id, self.notifications = b"", 0, []

    # ---- bytes ----

    def write(self, data):
        self.process.stdin.write(data)

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def more(self):
        if not select.select([self.process.stdout], [], [], WAIT)[0]:
            raise TimeoutError("no message from the server")
        data = self.process.stdout.read(1 << 16)
        self.bytes += data
        return bool(data)

    def receive(self):
        """The next message; None when the server has ended."""
        while b"\r\n\r\n" not in self.bytes:
            if not self.more():
                return None
        header, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        size = int(header.removeprefix(b"Content-Length: "))
        while len(self.bytes) < size:
            if not self.more():
                return None
        body, self.bytes = self.bytes[:size], self.bytes[size:]
        return json.loads(body)

    # ---- JSON-RPC ----

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))

    def response(self):
        """The next message that is not a notification."""
        while (message := self.receive()) is not None and "method" in message:
            self.notifications.append(message)
        return message

    def ask(self, method, params=None):
        """The whole response to a request."""
        self.last_id += 1
        self.send({"jsonrpc": "2.0", "id": self.last_id, "method": method} | ({} if params is None else {"params": params}))
        message = self.response()
        assert message["id"] == self.last_id, message
        return message

    def result(self, method, params=None):
        message = self.ask(method, params)
        assert "result" in message, message
        return message["result"]

    # ---- the session ----

    def initialize(self, encodings=None):
        general = {"positionEncodings": encodings} if encodings else {}
        result = self.result("initialize", {"processId": None, "rootUri": None, "capabilities": {"general": general}})
        self.encoding = result["capabilities"]["positionEncoding"]
        self.notify("initialized", {})
        return result

    def end(self):
        """The exit code after the input is closed."""
        self.process.stdin.close()
        while self.process.stdout.read(1 << 16):
            pass
        code = self.process.wait(WAIT)
        self.error = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    # ---- documents ----

    def open(self, text, uri=URI):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "sm5", "version": 1, "text": text}})

    def change(self, version, *changes, uri=URI):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)})

    def published(self):
        """The parameters of the next publishDiagnostics."""
        while not self.notifications:
            message = self.receive()
            assert "method" in message, message
            self.notifications.append(message)
        message = self.notifications.pop(0)
        assert message["method"] == "textDocument/publishDiagnostics", message
        return message["params"]

    def document(self, method, uri=URI, **more):
        return self.result(f"textDocument/{method}", {"textDocument": {"uri": uri}} | more)


class ServerTest(unittest.TestCase):
    """self.client is initialised."""

    encodings = None

    def setUp(self):
        self.client = Client()
        self.initialized = self.client.initialize(self.encodings)
        self.addCleanup(self.stop)

    def stop(self):
        if self.client.process.stdin.closed:
            return
        self.assertIsNone(self.client.result("shutdown"))
        self.client.notify("exit")
        self.assertEqual((self.client.end(), self.client.error), (0, ""))

    def open(self, text):
        """Opens a document; its diagnostics."""
        self.text = text
        self.client.open(text)
        return self.client.published()["diagnostics"]

    def place(self, needle, offset=0, occurrence=0):
        """The position of the n-th occurrence of a text."""
        at = -1
        for _ in range(occurrence + 1):
            at = self.text.index(needle, at + 1)
        return position(self.text, at + offset, self.client.encoding)

    def at(self, method, needle, offset=0, occurrence=0, **more):
        return self.client.document(method, position=self.place(needle, offset, occurrence), **more)

    def slice(self, where):
        """The text of a range."""
        return self.text[index_of(self.text, where["start"], self.client.encoding):
                         index_of(self.text, where["end"], self.client.encoding)]

    def slice_with_line(self, where):
        return where["start"]["line"], self.slice(where)
