"""The order of a session, messages that are malformed, and clients that vanish."""
import json
import os
import subprocess
import unittest

from client import COMMAND, URI, Client, ServerTest

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, NOT_INITIALIZED = -32700, -32600, -32601, -32602, -32002

# What the server claims; features.py, positions.py and tokens.py test each.
CLAIMED = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2},
    "hoverProvider": True,
    "declarationProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentHighlightProvider": True,
    "documentSymbolProvider": True,
    "foldingRangeProvider": True,
    "documentFormattingProvider": True,
    "completionProvider": {"triggerCharacters": ["."]},
    "signatureHelpProvider": {"triggerCharacters": [" ", ","]},
    "semanticTokensProvider": {
        "legend": {"tokenTypes": ["keyword", "function", "macro", "variable", "parameter", "property", "number", "enumMember",
                                  "string", "comment"],
                   "tokenModifiers": ["declaration", "modification"]},
        "full": {"delta": True},
        "range": True,
    },
}

METHODS = ["hover", "declaration", "definition", "references", "documentHighlight", "completion", "signatureHelp", "documentSymbol",
           "foldingRange", "formatting", "semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range"]
WITH_POSITION = METHODS[:7]

WRONG = "cs_5_0\nfrob r0.x, l(1)\nret\n"


class Session(unittest.TestCase):
    def start(self, *arguments):
        client = Client(*arguments)
        self.addCleanup(lambda: client.process.stdin.closed or client.process.kill() or client.end())
        return client

    def refused(self, message, code, says=""):
        self.assertEqual(message["error"]["code"], code, message)
        self.assertIn(says, message["error"]["message"])

    # ---- states ----

    def test_capabilities(self):
        result = self.start().initialize()
        self.assertEqual(result["capabilities"], CLAIMED)
        self.assertEqual(result["serverInfo"]["name"], "sm5")

    def test_stdio_is_the_default(self):
        self.assertEqual(self.start("--stdio").initialize()["capabilities"], CLAIMED)

    def test_utf8_when_the_client_offers_it(self):
        for offered, chosen in ((["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-16"], "utf-16"), ([1, None], "utf-16")):
            self.assertEqual(self.start().initialize(offered)["capabilities"]["positionEncoding"], chosen)

    def test_requests_before_initialize(self):
        client = self.start()
        self.refused(client.ask("textDocument/hover", {}), NOT_INITIALIZED)
        self.refused(client.ask("shutdown"), NOT_INITIALIZED)
        client.open(WRONG) # no notification counts, either
        client.initialize()
        self.assertEqual(client.notifications, [])

    def test_a_second_initialize(self):
        client = self.start()
        client.initialize()
        self.refused(client.ask("initialize", {}), INVALID_REQUEST, "received before")

    def test_null_parameters_are_none(self):
        client = self.start()
        client.initialize()
        client.send({"jsonrpc": "2.0", "id": 7, "method": "shutdown", "params": None})
        self.assertEqual(client.response(), {"jsonrpc": "2.0", "id": 7, "result": None})

    def test_shutdown_and_exit(self):
        client = self.start()
        client.initialize()
        self.assertIsNone(client.result("shutdown"))
        self.refused(client.ask("textDocument/hover", {}), INVALID_REQUEST, "after shutdown")
        client.notify("exit")
        self.assertEqual((client.end(), client.error), (0, ""))

    def test_exit_without_shutdown(self):
        client = self.start()
        client.initialize()
        client.notify("exit")
        self.assertEqual((client.end(), client.error), (2, ""))

    def test_exit_before_initialize(self):
        client = self.start()
        client.notify("exit")
        self.assertEqual(client.end(), 2)

    # ---- clients that vanish ----

    def test_input_that_ends(self):
        client = self.start()
        client.initialize()
        client.open(WRONG)
        self.assertEqual((client.end(), client.error), (2, ""))

    def test_a_script_of_requests(self):
        """All requests before the end of the input are answered, also more than the queue holds."""
        messages = [{"jsonrpc": "2.0", "id": i, "method": "textDocument/hover", "params": {}} for i in range(1000)]
        bodies = [json.dumps(message).encode() for message in messages]
        data = b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies)
        done = subprocess.run([COMMAND, "lsp"], input=data, capture_output=True, timeout=60)
        self.assertEqual(done.stdout.count(b"Content-Length: "), len(messages))

    def test_input_that_ends_inside_a_message(self):
        client = self.start()
        client.initialize()
        client.write(b"Content-Length: 100\r\n\r\n{")
        self.assertEqual((client.end(), client.error), (2, "sm5: input ends inside a message\n"))

    def test_nobody_reads(self):
        """The server writes to a pipe without a reader."""
        from_client, to_server = os.pipe()
        from_server, to_client = os.pipe()
        process = subprocess.Popen([COMMAND, "lsp"], stdin=from_client, stdout=to_client, stderr=subprocess.PIPE)
        for end in (from_client, to_client, from_server):
            os.close(end)
        body = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}'
        os.write(to_server, b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.assertEqual(process.communicate(timeout=120)[1], b"")
        self.assertEqual(process.returncode, 2)
        os.close(to_server)

    # ---- malformed messages ----

    def test_what_is_no_request(self):
        client = self.start()
        client.initialize()
        for body, code, says in ((b"{", PARSE_ERROR, "invalid JSON"), (b"[]", PARSE_ERROR, "expected an object"),
                                 (b"", PARSE_ERROR, "invalid JSON"), (b'{"a": "\xff"}', PARSE_ERROR, "unable to decode"),
                                 (b'{"a": "\\u0000"}', PARSE_ERROR, "invalid JSON"), (b"[" * 100000, PARSE_ERROR, "invalid JSON"),
                                 (b"{}", INVALID_REQUEST, "jsonrpc"), (b'{"jsonrpc": "1.0", "id": 1, "method": "x"}', INVALID_REQUEST, "jsonrpc"),
                                 (b'{"jsonrpc": "2.0", "id": 1}', INVALID_REQUEST, "method"),
                                 (b'{"jsonrpc": "2.0", "id": [], "method": "x"}', INVALID_REQUEST, "id"),
                                 (b'{"jsonrpc": "2.0", "id": 1, "method": "x", "params": 1}', INVALID_REQUEST, "params")):
            client.send(body)
            message = client.response()
            self.refused(message, code, says)
            self.assertIsNone(message["id"])

    def test_a_header_that_is_malformed_ends_the_session(self):
        client = self.start()
        client.initialize()
        client.write(b"Content-Length: x\r\n\r\n{}")
        self.assertEqual(client.end(), 2)
        self.assertEqual(client.error.count("\n"), 1)

    def test_unknown_methods(self):
        client = self.start()
        client.initialize()
        self.refused(client.ask("textDocument/rename", {}), UNKNOWN_METHOD)
        self.refused(client.ask("$/x"), UNKNOWN_METHOD)
        client.notify("$/cancelRequest", {"id": 7})
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.send({"jsonrpc": "2.0", "id": "a", "method": "shutdown"})
        self.assertEqual(client.response(), {"jsonrpc": "2.0", "id": "a", "result": None})

    def test_documents_that_are_not_open(self):
        client = self.start()
        client.initialize()
        for method in METHODS:
            for params in (None, [], {}, {"textDocument": 1}, {"textDocument": {"uri": 1}}, {"textDocument": {"uri": URI}}):
                self.refused(client.ask(f"textDocument/{method}", params), INVALID_PARAMS, "open document")

    def test_positions_that_are_none(self):
        client = self.start()
        client.initialize()
        client.open(WRONG)
        for method in WITH_POSITION:
            for place in (None, 1, {}, {"line": 0}, {"line": "0", "character": 0}, {"line": -1, "character": 0}, {"line": 0, "character": 1.5}):
                params = {"textDocument": {"uri": URI}, "position": place}
                self.refused(client.ask(f"textDocument/{method}", params), INVALID_PARAMS, "position")

    def test_notifications_that_are_malformed_change_nothing(self):
        client = self.start()
        client.initialize()
        client.open(WRONG)
        before = client.published()["diagnostics"]
        name = {"uri": URI, "version": 2}
        for method, params in (("didOpen", None), ("didOpen", {"textDocument": {"uri": URI}}), ("didOpen", {"textDocument": {"uri": 1, "text": ""}}),
                               ("didChange", None), ("didChange", {"textDocument": {"uri": "file:///b"}, "contentChanges": [{"text": ""}]}),
                               ("didClose", {}), ("didClose", {"textDocument": {"uri": "file:///b"}})):
            client.notify(f"textDocument/{method}", params)
        for change in ({}, {"text": 1}, {"range": {}, "text": ""}, {"range": {"start": {"line": 0}, "end": {}}, "text": "x"},
                       {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}, 1, None):
            client.notify("textDocument/didChange", {"textDocument": name, "contentChanges": [change]})
            self.assertEqual(client.published()["diagnostics"], before)
        self.assertEqual(client.notifications, [])

    # ---- documents ----

    def test_closing_removes_the_diagnostics(self):
        client = self.start()
        client.initialize()
        client.open(WRONG)
        self.assertEqual(len(client.published()["diagnostics"]), 1)
        client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        self.assertEqual(client.published(), {"uri": URI, "diagnostics": []})
        self.refused(client.ask("textDocument/hover", {"textDocument": {"uri": URI}}), INVALID_PARAMS)

    def test_documents_are_separate(self):
        client = self.start()
        client.initialize()
        other = "file:///b.asm"
        client.open(WRONG)
        client.open("cs_5_0\ndcl_thread_group 1, 1, 1\nret\n", other)
        first, second = client.published(), client.published()
        self.assertEqual((first["uri"], len(first["diagnostics"])), (URI, 1))
        self.assertEqual(second, {"uri": other, "version": 1, "diagnostics": []})
        client.open("", URI) # again: replaces the text
        self.assertEqual(client.published()["uri"], URI)
        client.change(7, {"text": WRONG}, uri=other)
        third = client.published()
        self.assertEqual((third["uri"], third["version"], len(third["diagnostics"])), (other, 7, 1))


class EmptyDocument(ServerTest):
    """A document without text, and one without a line end."""

    def test_every_method(self):
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 9}}
        for text in ("", "cs_5_0", "\n", "\r", " ", "//"):
            self.open(text)
            for method in METHODS:
                for line in (0, 5):
                    self.client.document(method, position={"line": line, "character": 3}, range=whole)


if __name__ == "__main__":
    unittest.main()
