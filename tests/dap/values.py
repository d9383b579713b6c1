"""sm5 dap: values, memory, sources and disassembly."""
import base64
import pathlib
import struct
import sys
import unittest

from client import SQUARES, SQUARES_ARGUMENTS, DapTest

LARGE = """cs_5_0
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 32, 32, 1
store_structured u0.x, vThreadID.x, l(0), vThreadID.x
ret
"""
TEXTURE = """cs_5_0
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_buffer (uint,uint,uint,uint) u0
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 1, 1, 1
ld r0.xyzw, vThreadID.xxxx, t0.xyzw
ftou r0.xyzw, r0.xyzw
store_uav_typed u0.xyzw, vThreadID.xxxx, r0.xyzw
ret
"""


class Values(DapTest):
    def start(self, text=SQUARES, **more):
        client = self.client()
        self.program = self.write("program.asm", text)
        client.launch(self.program, **(more or SQUARES_ARGUMENTS))
        return client

    def run_to(self, client, line):
        client.request("setBreakpoints", source={"path": str(self.program)}, breakpoints=[{"line": line}])
        client.resume("continue")

    def test_scopes(self):
        client = self.start()
        self.run_to(client, 17)
        scopes = client.scopes(thread=3)
        self.assertEqual(list(scopes), ["Registers", "Inputs", "Constants", "Shared memory", "Resources", "Lanes"])
        children = {name: client.children(scope["variablesReference"]) for name, scope in scopes.items()}
        for name, scope in scopes.items():
            self.assertEqual(scope["namedVariables"], len(children[name]), name)
        r0 = client.children(children["Registers"]["r0"]["variablesReference"])
        self.assertEqual([r0[c]["value"] for c in "xy"], ["4", "9"])
        self.assertEqual(children["Registers"]["x0"]["indexedVariables"], 4)
        x0 = client.children(children["Registers"]["x0"]["variablesReference"])
        self.assertIn("(4, 9, ", x0["[1]"]["value"])
        self.assertEqual(children["Inputs"]["vThreadID"]["value"], "(2, 0, 0)")
        cb0 = client.children(children["Constants"]["cb0"]["variablesReference"])
        self.assertIn("0x00000005", cb0["[0]"]["value"])
        icb = client.children(children["Constants"]["icb"]["variablesReference"])
        self.assertIn("0x40800000", icb["[0]"]["value"])
        self.assertEqual(children["Shared memory"]["g0"]["indexedVariables"], 8)
        u0 = client.children(children["Resources"]["u0"]["variablesReference"], start=3, count=2)
        self.assertEqual(list(u0), ["[3]", "[4]"])
        self.assertEqual(list(client.children(u0["[3]"]["variablesReference"])), ["square", "twice"])

    def test_lanes(self):
        client = self.start()
        self.run_to(client, 17)
        lanes = client.children(client.scopes()["Lanes"]["variablesReference"])
        states = client.children(lanes["state"]["variablesReference"])
        self.assertEqual({v["value"] for v in states.values()}, {"active"})
        r0 = client.children(lanes["r0"]["variablesReference"], start=5, count=2)
        self.assertEqual(list(r0), ["[5]", "[6]"])
        self.assertEqual(client.children(r0["[6]"]["variablesReference"])["x"]["value"], "36")

    def test_large_groups_and_resources(self):
        client = self.start(LARGE, groups=1, bind={"u0": "zero,size=1000000"})
        self.assertEqual(len(client.request("threads")["threads"]), 1024)
        self.assertEqual(client.request("threads")["threads"][1023]["name"], "(31,31,0)")
        u0 = client.evaluate("u0")
        self.assertEqual(u0["indexedVariables"], 1000000)
        page = client.children(u0["variablesReference"], start=999999, count=10)
        self.assertEqual(list(page), ["[999999]"])
        self.assertEqual(len(client.children(u0["variablesReference"])), 10000)  # the most of one reply
        self.assertEqual(client.evaluate("vThreadID.y", thread=1024)["result"], "31")

    def test_unbound_resources(self):
        client = self.start(SQUARES, groups=1, bind={"u1": "zero,size=4"})
        for name in ("cb0", "u0"):
            self.assertIn(", 0 elements", client.children(
                client.scopes()["Constants" if name == "cb0" else "Resources"]["variablesReference"])[name]["value"])

    def test_textures(self):
        client = self.start(TEXTURE, groups=1, bind={
            "t0": "f32:0/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31,width=4,height=2,format=r32g32b32a32_float", "u0": "zero,size=2,format=r32g32b32a32_uint"})
        t0 = client.evaluate("t0")
        self.assertEqual((t0["result"], t0["indexedVariables"]), ("texture2d, 4 x 2 x 1", 8))
        texels = client.children(t0["variablesReference"])
        self.assertEqual(texels["[1,1]"]["value"], "(20, 21, 22, 23)")
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_evaluate(self):
        client = self.start()
        self.run_to(client, 17)
        for context in ("hover", "watch", "repl", "variables", "clipboard"):
            self.assertEqual(client.evaluate("r0.x + 1", thread=4, context=context)["result"], "10")
        r0 = client.evaluate("r0.xy", thread=4)
        self.assertEqual((r0["result"], r0["type"]), ("(9, 14)", "int"))
        self.assertEqual(client.children(r0["variablesReference"])["r0.y"]["value"], "14")
        self.assertEqual(client.evaluate("r0.x == 9", thread=4, context="repl")["result"], "1")
        self.assertEqual(client.evaluate("r0.x = 2 + 3", thread=4, context="repl")["result"], "5")
        self.assertEqual(client.evaluate("r0.x", thread=4)["result"], "5")
        self.assertFails("unknown name", client, "evaluate", expression="nothing")
        self.assertFails("= 1", client, "evaluate", expression="r0.x = 1", context="hover")
        self.assertFails("no frame", client, "evaluate", expression="1", frameId=1 << 30)
        self.assertFails("'expression' is missing", client, "evaluate")

    def test_hexadecimal(self):
        client = self.start()
        self.run_to(client, 17)
        self.assertEqual(client.evaluate("r0.x", thread=5, format={"hex": True})["result"], "0x00000010")
        r0 = client.children(client.scopes(thread=5)["Registers"]["variablesReference"], format={"hex": True})["r0"]
        self.assertTrue(r0["value"].startswith("(0x00000010, 0x00000015"), r0)
        self.assertFails("'hex' is not true or false", client, "evaluate", expression="1", format={"hex": 1})

    def test_set_variable(self):
        client = self.start()
        self.run_to(client, 17)
        registers = client.children(client.scopes(thread=2)["Registers"]["variablesReference"])
        reference = registers["r0"]["variablesReference"]
        answer = client.request("setVariable", variablesReference=reference, name="x", value="100")
        self.assertEqual(answer["value"], "100")
        client.resume("stepBack")
        client.resume("next")
        self.assertEqual(client.evaluate("r0.x", thread=2)["result"], "100")  # assigned again on the way forwards
        self.assertFails("no variables", client, "setVariable", variablesReference=9999, name="x", value="1")
        lanes = client.children(client.scopes()["Lanes"]["variablesReference"])["r1"]["variablesReference"]
        self.assertFails("4 values", client, "setVariable", variablesReference=lanes, name="[3]", value="1")
        u1 = client.evaluate("u1")["variablesReference"]
        client.request("setVariable", variablesReference=u1, name="[8]", value="7", format={"hex": True})
        self.assertEqual(client.evaluate("u1[8]")["result"], "0x00000007")
        inputs = client.scopes()["Inputs"]["variablesReference"]
        self.assertFails("cannot be assigned", client, "setVariable", variablesReference=inputs,
                         name="vThreadIDInGroupFlattened", value="1")
        client.request("setBreakpoints", source={"path": str(self.program)}, breakpoints=[])
        client.request("continue", threadId=1)
        client.wait_event("terminated")

    def test_set_expression(self):
        client = self.start()
        answer = client.request("setExpression", expression="u0[3].twice", value="5 * 5")
        self.assertEqual(answer["value"], "25")
        self.assertFails("cannot be assigned", client, "setExpression", expression="1 + 2", value="1")

    def test_memory(self):
        client = self.start()
        u0 = client.evaluate("u0")["memoryReference"]
        client.request("writeMemory", memoryReference=u0, offset=5, data=base64.b64encode(b"\1\2\3\4\5").decode())
        data = client.request("readMemory", memoryReference=u0, offset=4, count=8)
        self.assertEqual(base64.b64decode(data["data"]), b"\0\1\2\3\4\5\0\0")
        self.assertEqual(int(data["address"], 16), int(u0, 16) + 4)
        self.assertEqual(client.evaluate("u0[0].twice")["result"], str(0x03020100))
        end = client.request("readMemory", memoryReference=u0, offset=120, count=100)
        self.assertEqual((len(base64.b64decode(end["data"])), end["unreadableBytes"]), (8, 92))
        past = client.request("readMemory", memoryReference=u0, offset=1000, count=4)
        self.assertNotIn("data", past)
        four = base64.b64encode(bytes(4)).decode()
        self.assertFails("exceed u0", client, "writeMemory", memoryReference=u0, offset=126, data=four)
        answer = client.request("writeMemory", memoryReference=u0, offset=126, data=four, allowPartial=True)
        self.assertEqual(answer["bytesWritten"], 2)
        element = client.children(client.evaluate("g0")["variablesReference"])["[3]"]["memoryReference"]
        client.request("writeMemory", memoryReference=element, data=base64.b64encode(struct.pack("<I", 77)).decode())
        self.assertEqual(client.evaluate("g0[3]")["result"], "77")
        client.resume("next")
        client.resume("stepBack")
        self.assertEqual(client.evaluate("g0[3]")["result"], "77")
        self.assertFails("not base64", client, "writeMemory", memoryReference=u0, data="?")
        self.assertFails("memoryReference of a variable", client, "readMemory", memoryReference="0x1000000", count=4)
        self.assertFails("memoryReference of a variable", client, "readMemory", memoryReference="u0", count=4)
        self.assertFails("before the start", client, "readMemory", memoryReference=u0, offset=-1, count=4)
        self.assertFails("'count' is", client, "readMemory", memoryReference=u0, count=1 << 40)

    def test_sources(self):
        client = self.start()
        sources = client.request("loadedSources")["sources"]
        self.assertEqual(sources[1]["path"], str(self.program))
        listing = client.request("source", sourceReference=sources[0]["sourceReference"])
        self.assertEqual(listing["content"].splitlines()[4], "sync_g_t")
        self.assertFails("no source with reference 2", client, "source", sourceReference=2)

    def test_hlsl_lines(self):
        import os, subprocess
        sys.path.insert(0, str(pathlib.Path(os.environ["SM5_SOURCE_ROOT"]) / "tests/cli"))
        import debug_info
        self.write("code.asm", "cs_5_0\ndcl_uav_raw u0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\n"
                   "mov r0.x, l(1)\niadd r0.x, r0.x, l(1)\nstore_raw u0.x, l(0), r0.x\nret\n")
        subprocess.run([os.environ["SM5_COMMAND"], "asm", "code.asm", "-o", "code.dxbc"], cwd=self.folder, check=True)
        container = (self.folder / "code.dxbc").read_bytes()
        lines = debug_info.sdbg(["C:\\game\\code.hlsl"], [(0, 3), (0, 3), (0, 4), (0, 5)])
        program = self.write("code.dxbc", debug_info.with_chunk(container, b"SDBG", lines))
        client = self.client()
        arguments = {"groups": 1, "bind": {"u0": "zero,size=1"}, "no-validate": True}
        client.launch(program, **arguments)
        self.assertEqual(client.top()["source"]["sourceReference"], 1)  # the file is not there
        client.finish()
        source = self.write("code.hlsl", "// five\n// lines\na\nb\nc\n")
        client = self.client()
        client.launch(program, **arguments)
        self.assertEqual((client.top()["source"]["path"], client.top()["line"]), (str(source), 3))
        self.assertEqual([s["name"] for s in client.request("loadedSources")["sources"]], ["code.dxbc (listing)", "code.hlsl"])
        client.request("setBreakpoints", source={"path": str(source)}, breakpoints=[{"line": 4}])
        client.resume("continue")
        self.assertIn("instruction 2", client.top()["name"])

    def test_disassemble(self):
        client = self.start()
        reference = client.top()["instructionPointerReference"]
        code = client.request("disassemble", memoryReference=reference, instructionOffset=-2, instructionCount=30)["instructions"]
        self.assertEqual(len(code), 30)
        self.assertEqual([i.get("presentationHint") for i in code[:3]], ["invalid", "invalid", None])
        self.assertEqual(code[2]["address"], reference)
        self.assertEqual((code[6]["instruction"], code[6]["line"]), ("sync_g_t", 18))
        self.assertEqual(code[-1]["presentationHint"], "invalid")
        addresses = [int(i["address"], 16) for i in code]
        self.assertEqual(addresses, sorted(set(addresses)))
        offset = client.request("disassemble", memoryReference=reference, offset=4, instructionCount=1)["instructions"]
        self.assertEqual(offset, [code[6]])
        self.assertFails("address of an instruction", client, "disassemble", memoryReference="x", instructionCount=1)
        self.assertFails("'instructionCount' is", client, "disassemble", memoryReference=reference, instructionCount=1 << 30)


if __name__ == "__main__":
    unittest.main()
