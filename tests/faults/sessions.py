"""What the clients of the servers send: sm5 lsp and sm5 dap read it from a file."""
import json


def frames(messages):
    texts = (json.dumps(message).encode() for message in messages)
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(text) + text for text in texts)


def language(wrong, right):
    """A session of sm5 lsp: a document with errors that is replaced, edited and asked about."""
    name = {"uri": "a", "version": 1}
    place = {"line": 4, "character": 0}
    methods = ["hover", "definition", "references", "documentHighlight", "completion", "signatureHelp", "documentSymbol", "foldingRange",
               "formatting", "semanticTokens/full", "semanticTokens/full/delta"]
    change = {"range": {"start": place, "end": place}, "text": "\n  mov r0.x, r0.y"}
    bodies = [{"id": 0, "method": "initialize", "params": {}},
              {"method": "textDocument/didOpen", "params": {"textDocument": {**name, "text": wrong}}},
              {"method": "textDocument/didOpen", "params": {"textDocument": {**name, "text": right}}},
              {"method": "textDocument/didChange", "params": {"textDocument": name, "contentChanges": [change]}},
              *({"id": i, "method": f"textDocument/{method}", "params": {"textDocument": name, "position": {"line": 5, "character": 8},
                                                                         "previousResultId": "1"}} for i, method in enumerate(methods)),
              {"id": 99, "method": "shutdown"}, {"method": "exit"}]
    return frames({"jsonrpc": "2.0", **body} for body in bodies)


def requests(*list_of):
    """Requests of the Debug Adapter Protocol from pairs of command and arguments."""
    return frames({"seq": seq, "type": "request", "command": command, "arguments": arguments}
                  for seq, (command, arguments) in enumerate(list_of, 1))


THREAD, FRAME = {"threadId": 1}, {"frameId": 1} # of the first thread


def variables(*references):
    """References count from 1 after each move, in the order in which the server gives them out."""
    return [("variables", {"variablesReference": reference}) for reference in references]


def debug():
    """A session of sm5 dap on the program RICH, whose first launch fails."""
    source = {"source": {"path": "rich.asm"}}
    u0 = {"memoryReference": "0x500040000000000"}
    launch = {"program": "rich.asm", "groups": 2, "bind": {"t0": "rows.csv", "u0": "zero,size=16", "u1": "zero,size=1",
                                                           "u2": "zero,size=16", "cb0": "zero,size=1"},
              "set": {"scale": 2}, "output": {"u0": "out.csv"}, "print": ["u0:2"], "stopOnEntry": True, "steps": "group"}
    return requests(
        ("initialize", {"adapterID": "sm5"}),
        ("launch", {**launch, "bind": {"t0": "none.csv"}}),
        ("launch", launch),
        ("setBreakpoints", {**source, "breakpoints": [{"line": 26, "condition": "r2.x == 2", "hitCondition": "1"},
                                                      {"line": 33, "logMessage": "{r0.x} of {vThreadID.x}"}, {"line": 2}]}),
        ("configurationDone", {}),
        ("threads", {}),
        ("stackTrace", THREAD),
        ("scopes", FRAME),
        *variables(1, 2, 3, 4, 5, 6), # registers, inputs, constants, shared memory, resources, lanes
        *variables(7, 15, 16, 17, 22), # r0, icb, g0, t0, r0 of all threads
        ("dataBreakpointInfo", {"name": "g0[3]"}),
        ("setDataBreakpoints", {"breakpoints": [{"dataId": "0:g0[3]", "accessType": "write"}]}),
        ("continue", THREAD),
        ("setDataBreakpoints", {"breakpoints": []}),
        ("continue", THREAD), # to line 26
        ("scopes", FRAME),
        *variables(1),
        ("setVariable", {"variablesReference": 7, "name": "x", "value": "r1.x + 1"}),
        ("evaluate", {**FRAME, "expression": "r0"}),
        ("evaluate", {**FRAME, "expression": "u0[1].at.x + 0.5"}),
        ("evaluate", {**FRAME, "expression": "r9.x"}),
        ("setExpression", {**FRAME, "expression": "r2.y", "value": "1.5"}),
        ("writeMemory", {**u0, "offset": 4, "data": "AQIDBA=="}),
        ("readMemory", {**u0, "count": 8}),
        ("next", THREAD),
        ("stepBack", THREAD),
        ("reverseContinue", THREAD),
        ("disassemble", {"memoryReference": "0x1000000", "instructionCount": 4}),
        ("source", {"sourceReference": 1}),
        ("loadedSources", {}),
        ("setBreakpoints", {**source, "breakpoints": [{"line": 33, "logMessage": "{r0.x} of {vThreadID.x}"}]}),
        ("continue", THREAD), # to the end
        ("disconnect", {}))


def debug_stage():
    """A session of sm5 dap on a geometry shader, which is restarted and ended."""
    launch = {"program": "geometry.asm", "i": "points.csv", "out": "out.csv", "stopOnEntry": True, "stopAtEnd": True}
    return requests(
        ("initialize", {"adapterID": "sm5", "linesStartAt1": False}),
        ("launch", launch),
        ("setInstructionBreakpoints", {"breakpoints": [{"instructionReference": "0x1000002"}]}),
        ("configurationDone", {}),
        ("continue", THREAD),
        ("stackTrace", THREAD),
        ("scopes", FRAME),
        *variables(1, 2, 3),
        ("stepIn", THREAD),
        ("stepOut", THREAD),
        ("restart", {"arguments": launch}),
        ("pause", THREAD),
        ("terminate", {}),
        ("disconnect", {}))


def debug_race():
    """A session of sm5 dap that stops at a race."""
    return requests(
        ("initialize", {"adapterID": "sm5"}),
        ("launch", {"program": "race.asm", "groups": 4, "bind": {"t0": "iota,size=128", "u0": "zero,size=16"}, "stopOnEntry": True}),
        ("setExceptionBreakpoints", {"filters": ["race", "out-of-bounds"]}),
        ("configurationDone", {}),
        ("continue", THREAD),
        ("exceptionInfo", THREAD),
        ("disconnect", {}))
