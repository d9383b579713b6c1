"""Loading, writing, reflection, errors."""
import pickle

import pytest

import sm5


def test_text_becomes_a_container_and_text_again(scale):
    data = scale.to_bytes()
    again = sm5.Shader(data)
    assert data[:4] == b"DXBC" and again.to_bytes() == data
    assert "mul r0.xyz, r0.xyzx, cb0[0].xxxx" in again.disassemble(fxc=True)
    assert sm5.disassemble(data) == again.disassemble()


def test_files(tmp_path, scale):
    path = tmp_path / "scale.dxbc"
    scale.save(path)
    assert sm5.load(path).file == str(path) and sm5.load(str(path)).to_bytes() == scale.to_bytes()
    with pytest.raises(FileNotFoundError):
        sm5.load(tmp_path / "nothing")


def test_an_error_has_its_place():
    with pytest.raises(sm5.InputError) as caught:
        sm5.assemble("cs_5_0\ndcl_thread_group 1, 1, 1\nfoo r0.x\nret\n", name="x.asm")
    error = caught.value
    assert (error.file, error.line, error.column, error.code) == ("x.asm", 3, 1, "text-mnemonic")
    assert isinstance(error, sm5.Error) and isinstance(error, ValueError)
    assert error.diagnostics[0].severity == "error" and "x.asm:3:1: error: unknown instruction 'foo'" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is sm5.InputError and again.line == 3 and str(again) == str(error)


@pytest.mark.parametrize("data", [b"", b"DXBC", b"DXBC" + bytes(40), b"\x7fELF" + bytes(60), b"MZ", bytes(range(256))])
def test_other_data_is_refused(data):
    with pytest.raises(sm5.InputError):
        sm5.Shader(data, "data")


@pytest.mark.parametrize("data", [None, 3, "cs_5_0", object()])
def test_other_types_are_refused(data):
    with pytest.raises(TypeError):
        sm5.Shader(data)


def test_warnings_have_a_category(scale):
    data = bytearray(scale.to_bytes())
    data[4] ^= 1
    with pytest.warns(sm5.Sm5Warning, match="checksum") as caught:
        sm5.Shader(data, "x.dxbc")
    assert caught[0].message.diagnostic.code == "dxbc-checksum"


def test_information(scale):
    info = scale.info
    assert (info.stage, info.major, info.minor, info.thread_group, info.instructions) == ("cs", 5, 0, (4, 1, 1), 5)
    assert scale.instruction(1) == "mul r0.xyz, r0.xyzx, cb0[0].xxxx"
    with pytest.raises(IndexError):
        scale.instruction(5)
    assert [chunk.fourcc for chunk in sm5.Shader(scale.to_bytes()).chunks][-1] in ("SHEX", "STAT", "SFI0")


def test_resources(scale, reflected):
    assert list(scale.resources) == ["cb0", "t0", "u0"]
    u0 = scale.resources["u0"]
    assert (u0.kind, u0.layout, u0.stride, u0.counter) == ("u", "structured", 16, False)
    assert [(f.name, f.offset, f.type) for f in u0.fields][3] == ("flags", 12, "u")
    assert reflected.resources["particles"] is reflected.resources["u0"]
    with pytest.raises(KeyError, match="the shader declares"):
        scale.resources["u1"]


def test_signatures():
    shader = sm5.assemble("vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xy\ndcl_output_siv o0.xyzw, position\n"
                          "mov o0.xyzw, v0.xyxy\nret\n")
    outputs = sm5.Shader(shader.to_bytes()).outputs
    assert [(e.semantic, e.mask) for e in outputs] == [("SV_Position", 15)]


def test_validation(scale):
    assert scale.validate() == []
    broken = sm5.assemble("cs_5_0\ndcl_thread_group 1, 1, 1\nmov r0.x, l(1)\nret\n", name="b.asm")
    found = broken.validate()
    assert any(d.severity == "error" and d.code.startswith("validate-") and d.line == 3 for d in found)
    assert sm5.validate("cs_5_0\ndcl_thread_group 1, 1, 1\nmov r0.x, l(1)\nret\n")
    with pytest.raises(sm5.InputError):
        sm5.assemble("cs_5_0\ndcl_thread_group 2000, 2, 1\nendif\nret\n").dispatch(1)


def test_structs_are_given_at_load():
    text = "cs_5_0\ndcl_uav_structured u0, 16\ndcl_thread_group 1, 1, 1\nret\n"
    shader = sm5.assemble(text, structs={"u0": "float3 position; uint flags"})
    assert [f.name for f in shader.resources["u0"].fields] == ["position.x", "position.y", "position.z", "flags"]
    with pytest.raises(sm5.BindingError, match="12 bytes; the declared stride is 16"):
        sm5.assemble(text, structs={"u0": "float3 position"})
    with pytest.raises(sm5.InputError):
        sm5.assemble(text, structs={"u0": "floot x"})
    with pytest.raises(TypeError):
        sm5.assemble(text, structs=["u0"])


def test_reprs(scale, reflected):
    assert repr(scale) == "<sm5.Shader cs_5_0 scale.asm [4x1x1], 5 instructions: cb0, t0, u0>"
    assert "particles" in repr(reflected.resources) and "position, age" in repr(reflected.resources)
    page = reflected._repr_html_()
    assert "<table>" in page and "particles" in page and "&lt;sm5.Shader" in page


def test_subclasses_and_pickles(scale):
    class Mine(sm5.Shader):
        def __init__(self, data, name=None, structs=None):
            self.extra = len(data)

        def dispatch(self, groups, **arguments):
            return super().dispatch(groups, **arguments)

    mine = Mine(scale.to_bytes(), "mine")
    assert mine.extra and mine.info.stage == "cs" and 0 in mine.dispatch(0).groups
    again = pickle.loads(pickle.dumps(scale))
    assert again.to_bytes() == scale.to_bytes()


def test_a_part_of_the_module_cannot_be_made():
    with pytest.raises(TypeError):
        type("Other", (sm5.Sampler,), {})
    with pytest.raises(TypeError):
        sm5.Shader()
