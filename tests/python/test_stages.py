"""Stages other than compute."""
import pathlib

import numpy as np
import pytest

import sm5

VERTEX = """vs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_input v0.xyz
dcl_input_sgv v1.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.x
dcl_temps 1
add o0.xyz, v0.xyzx, cb0[0].xxxx
mov o0.w, l(1.0)
utof o1.x, v1.x
ret
"""
PIXEL = """ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_temps 1
mov o0.xy, v0.xyxx
deriv_rtx o0.z, v0.x
mov o0.w, l(1.0)
ret
"""
GEOMETRY = """gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v[2][0].x
dcl_inputprimitive line
dcl_stream m0
dcl_outputtopology linestrip
dcl_output o0.x
dcl_maxout 4
mov o0.x, v[1][0].x
emit_stream m0
mov o0.x, v[0][0].x
emit_stream m0
cut_stream m0
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
dcl_input v[2][0].xy
dcl_output o0.xy
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.xy, v[r0.x + 0][0].yxyy
ret
hs_fork_phase
dcl_output_siv o0.x, finalLineDensityTessFactor
dcl_output_siv o1.x, finalLineDetailTessFactor
mov o0.x, l(1.0)
mov o1.x, l(5.0)
ret
"""
DOMAIN = """ds_5_0
dcl_input_control_point_count 2
dcl_tessellator_domain domain_isoline
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xy
dcl_input vicp[2][0].x
dcl_output_siv o0.xyzw, position
mad o0.xyzw, vDomain.xxxx, l(10.0, 10.0, 10.0, 10.0), vicp[1][0].xxxx
ret
"""


def test_vertices():
    shader = sm5.assemble(VERTEX)
    points = np.arange(9, dtype="f4").reshape(3, 3)
    result = shader.run(inputs={"v0": points}, cb0=np.array([10, 0, 0, 0], "f4"))
    np.testing.assert_array_equal(result.outputs["SV_Position"][:, :3], points + 10)
    assert result.outputs["o1"].ravel().tolist() == [0, 1, 2] and result.seconds >= 0
    assert result.outputs["sv_position0"] is result.outputs["SV_Position"]
    given = shader.run(inputs={"v0": points, "SV_VertexID": [[7], [8], [9]]}, cb0=np.zeros(4, "f4"))
    assert given.outputs["o1"].ravel().tolist() == [7, 8, 9]
    assert shader.run(2, cb0=np.zeros(4, "f4")).outputs["o1"].ravel().tolist() == [0, 1]


@pytest.mark.parametrize("inputs, error, text", [
    ({"v7": [[1]]}, sm5.ArgumentError, "no element 'v7'; expected one of v0"), ({"v0": np.zeros((2, 4))}, sm5.ArgumentError, "4 components"),
    ({"v0": np.zeros((2, 3)), "v1": [1]}, sm5.ArgumentError, "1 records; expected 2"), ({"v1": [1.5]}, TypeError, "expected integers")])
def test_wrong_inputs_are_refused(inputs, error, text):
    with pytest.raises(error, match=text):
        sm5.assemble(VERTEX).run(inputs=inputs, cb0=np.zeros(4, "f4"))


def test_pixels():
    result = sm5.assemble(PIXEL).run(rect=(10, 20, 5, 3))
    image = result.image("SV_Target" if "SV_Target" in result.outputs else "o0")
    assert image.shape == (3, 5, 4)
    np.testing.assert_array_equal(image[2, 4], [14.5, 22.5, 1, 1])
    np.testing.assert_array_equal(image[..., 0], np.arange(5)[None, :] + np.full((3, 1), 10.5))
    assert int(result.written.sum()) == 15


def test_primitives():
    result = sm5.assemble(GEOMETRY).run(inputs={"v0": np.arange(4, dtype="f4")})
    stream = result.streams[0]
    assert stream.vertices["o0"].ravel().tolist() == [1, 0, 3, 2] and stream.strips.tolist() == [2, 2]


def test_patches():
    hull = sm5.assemble(HULL).run(inputs={"v0": np.arange(8, dtype="f4").reshape(2, 2, 2)})
    assert hull.outputs["o0"].tolist() == [[[1, 0], [3, 2]], [[5, 4], [7, 6]]]
    assert [v.ravel().tolist() for v in hull.constants.values()] == [[1, 1], [5, 5]]
    domain = sm5.assemble(DOMAIN).run(inputs={"vicp0": np.array([[1.], [2.]])}, locations=[[0, 0, 0], [0.5, 0, 0]])
    assert domain.outputs["SV_Position"][:, 0].tolist() == [2, 7]


def test_checked_runs():
    result = sm5.assemble(VERTEX).run(2, check=True)
    assert {f.kind for f in result.report} >= {"unbound"} and result.outputs["o1"].ravel().tolist() == [0, 1]
    with pytest.raises(TypeError):
        sm5.assemble(VERTEX).run(2, check={"number": 1})


def test_wrong_runs_are_refused(scale):
    shader = sm5.assemble(VERTEX)
    for arguments in ({}, {"rect": (0, 0, 2, 2)}, {"count": 3, "inputs": {"v0": np.zeros((2, 3))}}):
        with pytest.raises(sm5.ArgumentError):
            shader.run(arguments.pop("count", None), **arguments)
    with pytest.raises(TypeError, match="expected dispatch"):
        scale.run(1)
    with pytest.raises(sm5.SupportError):
        shader.dispatch(1)


def test_the_example():
    shader = sm5.load(pathlib.Path(__file__).parents[2] / "examples" / "stages" / "pull.asm")
    assert shader.stage == "vs" and shader.stage_info["outputs"] == 2


def test_the_tessellator():
    made = sm5.tessellate("tri", [1, 1, 1], [1])
    assert sorted(map(tuple, made.locations.tolist())) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)] and made.indices.shape == (1, 3)
    lines = sm5.tessellate("isoline", [2, 3], partitioning="fractional_even")
    assert lines.indices.shape[1] == 2 and len(lines.locations) == len({*map(tuple, lines.locations.tolist())})
    assert len(sm5.tessellate("quad", [0, 1, 1, 1], [1, 1]).locations) == 0
    for wrong in (("disc", [1]), ("tri", [1, 1]), ("quad", [1] * 4, [1])):
        with pytest.raises(ValueError):
            sm5.tessellate(*wrong)
    points = sm5.tessellate("isoline", [1, 4])
    vicp = np.array([[1.0], [2.0]])
    assert len(sm5.assemble(DOMAIN).run(inputs={"vicp0": vicp}, locations=points.locations).outputs["SV_Position"]) == 5
