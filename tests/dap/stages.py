"""sm5 dap: a vertex and a pixel shader, with their inputs and outputs by semantic, and the phases of a hull shader."""
import unittest

from client import DapTest

VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyz
dcl_input_sgv v1.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.x
dcl_temps 1
mul r0.xyz, v0.xyzx, l(2.0, 2.0, 2.0, 0)
mov o0.xyz, r0.xyzx
mov o0.w, l(1.0)
utof o1.x, v1.x
ret
"""
PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v1.x
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input vCoverage
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 1
mov r0.x, v1.x
lt r0.y, r0.x, l(0.2)
discard_nz r0.y
deriv_rtx_coarse r0.z, r0.x
mov o0.xyzw, r0.zzzz
mov oDepth, l(0.5)
ret
"""
HULL = """hs_5_0
hs_decls
dcl_input_control_point_count 2
dcl_output_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_line
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[2][0].x
dcl_output o0.x
mov o0.x, v[0][0].x
ret
hs_fork_phase
dcl_input vocp[2][0].x
dcl_output_siv o0.x, finalLineDensityTessFactor
dcl_output_siv o1.x, finalLineDetailTessFactor
mov o0.x, vocp[1][0].x
mov o1.x, vocp[0][0].x
ret
"""


class Stages(DapTest):
    def start(self, text, table, **more):
        client = self.client()
        self.program = self.write("program.asm", text)
        self.write("in.csv", table)
        client.launch(self.program, i="in.csv", **more)
        return client

    def run_to(self, client, line, thread=1):
        client.request("setBreakpoints", source={"path": str(self.program)}, breakpoints=[{"line": line}])
        return client.resume("continue", thread=thread)

    def values(self, client, scope, thread):
        """{name: value} of a scope, with the components of those that have several."""
        return {name: v["value"] for name, v in self.children(client, scope, thread).items()}

    def children(self, client, scope, thread):
        return client.children(client.scopes(thread=thread)[scope]["variablesReference"])

    def test_vertex(self):
        client = self.start(VERTEX, "v0.x,v0.y,v0.z\n1,2,3\n4,5,6\n7,8,9\n", count=3)
        self.assertEqual([t["name"] for t in client.request("threads")["threads"]], ["vertex 0", "vertex 1", "vertex 2"])
        self.run_to(client, 10)
        self.assertEqual(list(client.scopes(thread=2)), ["Registers", "Inputs", "Outputs", "Lanes"])
        self.assertEqual(self.values(client, "Inputs", 2), {"v0.xyz": "(4, 5, 6)", "v.SV_VertexID": "1"})
        self.assertEqual(self.values(client, "Outputs", 2), {"o.SV_Position": "(8, 10, 12, 0)", "o1.x": "0"})
        position = self.children(client, "Outputs", 3)["o.SV_Position"]
        self.assertEqual({n: v["value"] for n, v in client.children(position["variablesReference"]).items()},
                         {"x": "14", "y": "16", "z": "18", "w": "0"})
        self.assertEqual(client.evaluate("v.SV_VertexID", thread=3)["result"], "2")
        frame = client.request("stackTrace", threadId=2)["stackFrames"][0]
        self.assertTrue(frame["name"].startswith("batch 0, instruction 2: mov o0.w"), frame)
        client.resume("next", thread=2)
        self.assertEqual(client.evaluate("o.SV_Position.w", thread=2)["result"], "1")
        client.resume("stepBack", thread=2)
        self.assertEqual(client.evaluate("o.SV_Position.w", thread=2)["result"], "0")

    def test_assigned_output(self):
        client = self.start(VERTEX, "v0.x,v0.y,v0.z\n1,2,3\n", count=1, out=["result.csv"])
        self.run_to(client, 10)
        reference = self.children(client, "Outputs", 1)["o.SV_Position"]["variablesReference"]
        client.request("setVariable", variablesReference=reference, name="y", value="77")
        client.request("setBreakpoints", source={"path": str(self.program)}, breakpoints=[])
        client.request("continue", threadId=1)
        client.wait_event("terminated")
        header, row = (self.program.parent / "result.csv").read_text().splitlines()
        result = dict(zip(header.split(","), row.split(",")))
        self.assertEqual([result[f"SV_Position.{c}"] for c in "xyzw"], ["2", "77", "6", "1"])

    def test_pixel(self):
        client = self.start(PIXEL, "v1.x\n" + "0\n0.25\n0.5\n1\n" * 2, count=8, missing="zero")
        self.assertEqual(client.request("threads")["threads"][6]["name"], "quad 1, pixel 2")
        self.run_to(client, 13)
        self.assertEqual(client.request("threads")["threads"][4]["name"], "quad 1, pixel 0 helper")
        inputs = self.values(client, "Inputs", 6)
        self.assertEqual((inputs["v1.x"], inputs["v.SV_Position"], inputs["vCoverage"]), ("0.25", "(3.5, 0.5)", "1"))
        self.assertEqual(client.evaluate("r0.z", thread=8)["result"], "0.25")
        client.resume("next", thread=6)
        client.resume("next", thread=6)
        outputs = self.values(client, "Outputs", 6)
        self.assertEqual((outputs["o0.xyzw"], outputs["o.SV_Depth"]), ("(0.25, 0.25, 0.25, 0.25)", "0.5"))
        self.assertEqual(client.evaluate("out[5].SV_Depth", thread=1)["result"], "0.5")

    def test_hull_phases(self):
        """Inputs and outputs are those of the phase."""
        client = self.start(HULL, "v0.x\n1\n2\n", count=1)
        self.assertEqual(self.values(client, "Inputs", 2), {"v[0]": "1", "v[1]": "2", "vPrim": "0", "vOutputControlPointID": "1"})
        self.assertEqual(list(self.values(client, "Outputs", 2)), ["o0.x"])
        self.run_to(client, 20)
        self.assertEqual(client.request("threads")["threads"][0]["name"], "patch 0, instance 0")
        inputs = self.values(client, "Inputs", 1)
        self.assertEqual([inputs["vocp[0]"], inputs["vocp[1]"], inputs["vForkInstanceID"]], ["1", "1", "0"])
        self.assertEqual(self.values(client, "Outputs", 1), {"o.SV_TessFactor": "1", "o.SV_TessFactor1": "0"})


if __name__ == "__main__":
    unittest.main()
