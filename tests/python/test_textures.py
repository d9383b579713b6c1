"""Textures from arrays and images, samplers."""
import numpy as np
import pytest

import sm5

LOAD = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_%s (%s,%s,%s,%s) t0
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 2
dcl_thread_group 4, 2, 2
mov r0.xyzw, vThreadID.xyzz
%s
ld r1.xyzw, r0.xyzw, t0.xyzw
imad r0.x, vThreadID.y, l(4), vThreadID.x
imad r0.x, vThreadID.z, l(8), r0.x
store_structured u0.xyzw, r0.x, l(0), r1.xyzw
ret
"""


def load(value, layout="texture2d", kind="float", setup="mov r0.zw, l(0, 0, 0, 0)", dtype="<f4"):
    shader = sm5.assemble(LOAD % (layout, kind, kind, kind, kind, setup))
    u0 = np.zeros((2, 2, 4, 4), dtype)
    shader.dispatch(1, t0=value, u0=u0.reshape(16, 4))
    return u0


def test_formats_follow_the_array():
    image = np.arange(2 * 4 * 4, dtype="u1").reshape(2, 4, 4)
    np.testing.assert_allclose(load(image)[0], image / np.float32(255))
    np.testing.assert_array_equal(load(image, kind="uint", dtype="<u4")[0], image)
    floats = np.arange(8, dtype="f4").reshape(2, 4)
    np.testing.assert_array_equal(load(floats)[0, ..., 0], floats)
    np.testing.assert_array_equal(load(floats.astype("f2")[..., None])[0, ..., 0], floats)
    signed = np.array([[[-127, 127]] * 4] * 2, "i1")
    np.testing.assert_array_equal(load(signed)[0, ..., :2], signed / 127)


def test_three_channels_become_four():
    image = np.arange(24, dtype="u1").reshape(2, 4, 3)
    out = load(image)[0]
    np.testing.assert_allclose(out[..., :3], image / np.float32(255))
    assert (out[..., 3] == 1).all()
    np.testing.assert_array_equal(load(image.astype("f4"))[0][..., :3], image)
    np.testing.assert_allclose(load(image.astype("u2"))[0][..., :3], image / np.float32(65535))


def test_layers_and_volumes():
    layers = np.arange(16, dtype="f4").reshape(2, 2, 4)
    np.testing.assert_array_equal(load(layers, "texture2darray", setup="mov r0.w, l(0)")[..., 0], layers)
    np.testing.assert_array_equal(load(layers, "texture3d", setup="mov r0.w, l(0)")[..., 0], layers)


def test_mips():
    mips = [np.full((4, 4), 1, "f4"), np.full((2, 2), 2, "f4"), np.full((1, 1), 3, "f4")]
    assert load(mips, setup="mov r0.zw, l(0, 0, 1, 1)")[0, :2, :2, 0].tolist() == [[2, 2], [2, 2]]
    with pytest.raises(ValueError, match="a mip of 3x3 after one of 4x4"):
        sm5.Texture([np.zeros((4, 4), "f4"), np.zeros((3, 3), "f4")])


STORE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0
dcl_input vThreadID.xy
dcl_thread_group 4, 2, 1
store_uav_typed u0.xyzw, vThreadID.xyyy, l(1.0, 0.0, 1.0, 0.0)
ret
"""


def test_textures_are_written_in_place():
    shader = sm5.assemble(STORE)
    u0 = np.zeros((2, 4, 4), "u1")
    shader.dispatch(1, u0=u0)
    assert (u0 == [255, 0, 255, 0]).all()
    part = np.zeros((2, 2, 4), "u1")
    shader.dispatch(1, u0=sm5.Texture(part, format="r8g8b8a8_unorm"))
    assert part[1, 1].tolist() == [255, 0, 255, 0]
    with pytest.raises(TypeError, match="cannot be written in place"):
        shader.dispatch(1, u0=np.zeros((2, 4, 3), "u1"))
    with pytest.raises(sm5.BindingError, match="not contiguous"):
        shader.dispatch(1, u0=np.zeros((4, 4, 4), "u1")[::2])


class Image:
    """What a PIL image offers of itself."""

    def __init__(self, mode, size, data):
        self.mode, self.size, self.data = mode, size, data

    def getbands(self):
        return tuple(self.mode)

    def tobytes(self):
        return self.data

    def convert(self, mode):
        assert (self.mode, mode) == ("RGB", "RGBA")
        parts = [self.data[i:i + 3] + b"\xff" for i in range(0, len(self.data), 3)]
        return Image("RGBA", self.size, b"".join(parts))


def test_images():
    out = load(Image("L", (4, 2), bytes(range(8))))[0]
    np.testing.assert_allclose(out[..., 0].ravel(), np.arange(8) / np.float32(255))
    out = load(Image("RGB", (4, 2), bytes(range(24))))[0]
    np.testing.assert_allclose(out[..., :3].ravel(), np.arange(24) / np.float32(255))
    assert "R8G8B8A8_UNORM_SRGB" == sm5.Texture(Image("RGB", (4, 2), bytes(24)), srgb=True).format


def test_pil_images():
    pil = pytest.importorskip("PIL.Image")
    image = np.arange(24, dtype="u1").reshape(2, 4, 3)
    np.testing.assert_allclose(load(pil.fromarray(image))[0][..., :3], image / np.float32(255))


@pytest.mark.parametrize("value, error", [
    (np.zeros(4, "f4"), ValueError), (np.zeros((2, 4, 5), "f4"), ValueError), (np.zeros((2, 4)), TypeError),
    (np.zeros((2, 4), "i8"), TypeError), (np.zeros((0, 4), "f4"), ValueError), (3, TypeError), ({}, TypeError), ([], (IndexError, ValueError)),
    (np.zeros((2, 4), ">f4"), TypeError), (np.zeros((2, 4), "O"), (TypeError, ValueError))])
def test_wrong_images_are_refused(value, error):
    with pytest.raises(error):
        load(value)


SAMPLE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_structured u0, 4
dcl_temps 1
dcl_thread_group 1, 1, 1
sample_l r0.x, l(%s, 0, 0), t0.xyzw, s0, l(0)
store_structured u0.x, l(0), l(0), r0.x
ret
"""


def sample(at, **state):
    u0 = np.zeros(1, "f4")
    image = np.array([[0, 1]], "f4")
    sm5.assemble(SAMPLE % at).dispatch(1, t0=image, u0=u0, s0=sm5.Sampler(**state))
    return float(u0[0])


def test_samplers():
    assert sample("0.5, 0.5") == 0.5 and sample("0.6, 0.5", filter="point") == 1
    assert sample("1.1, 0.5", filter="point", address="wrap") == 0 and sample("1.1, 0.5", filter="point", address="clamp") == 1
    assert sample("1.1, 0.5", filter="point", address=("border", "clamp", "clamp"), border=(7, 0, 0, 0)) == 7
    assert "mag='point'" in repr(sm5.Sampler(mag="point"))


@pytest.mark.parametrize("state", [{"filter": "cubic"}, {"address": "none"}, {"address": ("wrap", "wrap", "x")}, {"comparison": "="}])
def test_wrong_samplers_are_refused(state):
    with pytest.raises(ValueError, match="expected one of"):
        sm5.Sampler(**state)


def test_what_a_sampler_slot_takes():
    shader = sm5.assemble(SAMPLE % "0, 0")
    with pytest.raises(TypeError, match="s0: expected a Sampler"):
        shader.dispatch(1, s0="linear")
    with pytest.raises(sm5.BindingError):
        shader.dispatch(1, s0=sm5.Sampler(max_anisotropy=99))


def test_dds_files():
    pixels = np.arange(2 * 4 * 4, dtype="u1").reshape(2, 4, 4)
    head = np.zeros(31, "<u4")
    head[:5], head[18:26] = [124, 0x1007, 2, 4, 16], [32, 0x41, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000]
    head[26] = 0x1000
    made = sm5.Texture.from_dds(b"DDS " + head.tobytes() + pixels.tobytes())
    assert (made.shape, made.layout, made.format) == ((2, 4), "texture2d", "R8G8B8A8_UNORM")
    np.testing.assert_allclose(load(made)[0], pixels / np.float32(255))
    with pytest.raises(sm5.InputError):
        sm5.Texture.from_dds(b"DDS " + head.tobytes())


MULTISAMPLED = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_%s(4) (float,float,float,float) t0
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 2
dcl_thread_group 3, 2, 4
mov r0.xyzw, vThreadID.xyzz
mov r0.z, l(%d)
ldms_indexable(%s)(float,float,float,float) r1.xyzw, r0.xyzw, t0.xyzw, vThreadID.z
imad r0.x, vThreadID.y, l(3), vThreadID.x
imad r0.x, r0.x, l(4), vThreadID.z
store_structured u0.xyzw, r0.x, l(0), r1.xyzw
ret
"""


def load_samples(value, layout="texture2dms", layer=0):
    shader = sm5.assemble(MULTISAMPLED % (layout, layer, layout))
    u0 = np.zeros((2, 3, 4, 4), "<f4")
    shader.dispatch(1, t0=value, u0=u0.reshape(24, 4))
    return u0


def test_multisampled_textures():
    image = np.arange(2 * 3 * 4 * 4, dtype="u1").reshape(2, 3, 4, 4)
    np.testing.assert_allclose(load_samples(image), image / np.float32(255))
    floats = np.arange(24, dtype="f4").reshape(2, 3, 4)
    np.testing.assert_array_equal(load_samples(floats)[..., 0], floats)
    np.testing.assert_array_equal(load_samples(sm5.Texture(floats, layout="texture2dms"))[..., 0], floats)
    layers = np.arange(48, dtype="f4").reshape(2, 2, 3, 4)
    np.testing.assert_array_equal(load_samples(layers, "texture2dmsarray", 1)[..., 0], layers[1])


def test_multisampled_textures_of_wrong_shapes():
    with pytest.raises(ValueError, match="2x3; expected 3 axes"):
        load_samples(np.zeros((2, 3), "f4"))
    with pytest.raises(ValueError, match="multisampled textures have one mip"):
        load_samples([np.zeros((2, 4, 4), "f4"), np.zeros((1, 2, 2), "f4")])
    with pytest.raises(sm5.BindingError):
        load_samples(np.zeros((2, 3, 3), "f4"))


def test_places_of_mips():
    texture = sm5.Texture([np.zeros((4, 8), "f4"), np.zeros((2, 4), "f4")])
    assert texture.subresource(1) == (128, 32, 16, 32, 4, 2, 1)
    assert texture.subresource().bytes == 128
    with pytest.raises(IndexError, match="mip 2 of layer 0"):
        texture.subresource(2)


def test_texels():
    block = np.array([0xf800, 0x001f, 0x5500, 0xffaa], "<u2").view("u1")
    texture = sm5.Texture.from_dds(b"DDS " + np.array([124, 0x1007, 4, 4, 0, 0, 1, *[0] * 11, 32, 4, 0x30315844, *[0] * 5, 0x1000, 0, 0, 0, 0,
                                                       71, 3, 0, 1, 0], "<u4").tobytes() + block.tobytes())
    texels = texture.texels()
    assert texels.dtype == "f4" and texels.shape == (4, 4, 4)
    assert texels[0, 3].tolist() == [1, 0, 0, 1] and texels[1, 0].tolist() == [0, 0, 1, 1]
    image = np.arange(24, dtype="u1").reshape(2, 3, 4)
    np.testing.assert_allclose(sm5.Texture(image).texels(), image / np.float32(255))
    signed = np.arange(-4, 4, dtype="i4").reshape(2, 4)
    np.testing.assert_array_equal(sm5.Texture(signed, declared="sint").texels()[..., 0], signed)
    layers = np.arange(16, dtype="f4").reshape(2, 2, 4)
    np.testing.assert_array_equal(sm5.Texture(layers, layout="texture2darray").texels(0, 1)[..., 0], layers[1])
    np.testing.assert_array_equal(sm5.Texture(layers, layout="texture3d").texels()[..., 0], layers)
    np.testing.assert_array_equal(sm5.Texture(layers, layout="texture2dms").texels()[..., 0], layers)
    np.testing.assert_array_equal(sm5.Texture(layers[0, 0], layout="texture1d").texels()[..., 0], layers[0, 0])
    with pytest.raises(IndexError):
        sm5.Texture(image).texels(1)
    with pytest.raises(TypeError, match="has no texels"):
        sm5.Texture(image, format="R8G8B8A8_TYPELESS").texels()
