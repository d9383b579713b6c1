"""Textures from arrays and images."""
from typing import NamedTuple

from . import _layout, _sm5
from ._stage import _array

AXES = {"texture1d": 1, "texture1darray": 2, "texture2d": 2, "texture2darray": 3, "texture3d": 3, "texturecube": 3,
        "texturecubearray": 3, "texture2dms": 3, "texture2dmsarray": 4}
MODES = {"L": ("u", 1, 1), "LA": ("u", 1, 2), "RGBA": ("u", 1, 4), "RGBX": ("u", 1, 4), "I;16": ("u", 2, 1),
         "F": ("f", 4, 1), "I": ("i", 4, 1)}


class Subresource(NamedTuple):
    """One mip of one layer: its place in the memory in bytes, the pitch of rows and of slices, its size in texels."""

    offset: int
    bytes: int
    row_bytes: int
    slice_bytes: int
    width: int
    height: int
    depth: int


class Texture(_sm5.View):
    """A texture over the memory of an array of H x W x C, or H x W; L x H x W x C is an array of layers or a volume. A
    list of arrays has the mips of one layer, largest first. `format` is a DXGI name; without it, it follows from the
    array's type, and `srgb` makes 8 bits sRGB. Arrays of a format that Direct3D has, in C order, are not copied. The layouts
    texture2dms and texture2dmsarray have an axis of samples after the width."""

    def __new__(cls, array, *, format=None, layout="texture2d", srgb=False, declared="float", first_mip=0, mips=0,
                first_layer=0, layers=0, min_lod=0.0):
        if layout not in AXES:
            raise ValueError(f"layout {layout!r}; expected one of {', '.join(AXES)}")
        memory, shape, kind, count = _pixels(array, AXES[layout], format)
        if layout.startswith("texture2dms") and count > 1:
            raise ValueError("a list of mips; expected an array, because multisampled textures have one mip")
        number = _sm5.format_find(format) if format else 0
        if format and not number:
            raise ValueError(f"unknown format {format!r}; expected a DXGI_FORMAT name such as 'R8G8B8A8_UNORM'")
        if not number:
            scalar, size, channels = kind
            name = _layout.texel_format(scalar, size, channels, declared) if scalar else None
            number = _sm5.format_find(name + "_SRGB" * srgb) if name else 0
            if not number:
                if not scalar:
                    raise TypeError("no format for texels of this type; pass format")
                raise TypeError(f"no format for texels of {channels} x {size * 8} bits{' in sRGB' * srgb}; pass format")
        texture = _describe(layout, number, shape, count)
        self = super().__new__(cls, memory, texture=texture, first_mip=first_mip, mips=mips, first_layer=first_layer,
                               layers=layers, min_lod=min_lod)
        self.shape, self.layout = tuple(shape), layout
        return self

    @classmethod
    def from_dds(cls, data, **options):
        """A texture of a DDS file, with its mips, layers or faces: bytes, and the options of views."""
        memory, texture = _sm5.read_dds(data)
        dimensions, _, width, height, depth, layers, _, _ = texture
        self = super().__new__(cls, memory, texture=texture, **options)
        self.layout = {1: "texture1d", 2: "texture2d", 3: "texture3d"}[dimensions] + ("array" if layers > 1 else "")
        lengths = {1: (width,), 2: (height, width), 3: (depth, height, width)}[dimensions]
        self.shape = (*((layers,) if layers > 1 else ()), *lengths)
        return self

    def subresource(self, mip=0, layer=0):
        """The place of a mip of a layer in the memory, a Subresource."""
        return Subresource(*self._subresource(mip, layer))

    def texels(self, mip=0, layer=0):
        """A mip of a layer as shaders load it, block compression decoded: an array of H x W x 4 (volumes: D x H x W x 4, 1D: W x
        4, multisampled: H x W x samples x 4) of float32, uint32 or int32. Missing channels are 0, alpha 1."""
        place, (kind, data) = self.subresource(mip, layer), self._texels(mip, layer)
        dimensions = {"1": 1, "3": 3}.get(self.layout[7], 2)
        shape = (place.depth, place.height, place.width)[-dimensions:]
        if self.layout.startswith("texture2dms"):
            shape += (self.shape[-1],)
        return _array(data, kind, (*shape, 4))

    def __repr__(self):
        return f"<sm5.Texture {self.layout} {'x'.join(map(str, self.shape))} {self.format}>"


def _describe(layout, number, shape, mips):
    """The tuple that View takes."""
    if layout.startswith("texture1d"):
        layers, width = shape if layout.endswith("array") else (1, shape[0])
        return (1, number, width, 1, 1, layers, mips, 1)
    if layout == "texture3d":
        return (3, number, shape[2], shape[1], shape[0], 1, mips, 1)
    if layout.startswith("texture2dms"):
        *layers, height, width, samples = shape
        return (2, number, width, height, 1, *(layers or [1]), mips, samples)
    layers = shape[0] if len(shape) == 3 else 1
    return (2, number, shape[-1], shape[-2], 1, layers, mips, 1)


def _pixels(array, axes, format):
    """(memory, lengths of the axes without channels, (kind, bytes, channels), number of mips)."""
    if isinstance(array, (list, tuple)):
        return _mips(array, axes, format)
    if hasattr(array, "getbands") and hasattr(array, "tobytes"):
        if axes != 2:
            raise ValueError(f"an image; expected an array of {axes} axes, and one of 1 to 4 channels")
        return _image(array)
    try:
        view = memoryview(array)
    except TypeError:
        raise TypeError(f"expected an array or an image, not {type(array)}") from None
    try:
        kind = _layout.scalar_of(getattr(array, "dtype", None) or view.format)
    except TypeError as error:
        raise TypeError(f"arrays of {error} cannot be bound") from None
    if 0 in view.shape:
        raise ValueError(f"an array of {'x'.join(map(str, view.shape))} has no texels")
    if view.ndim not in (axes, axes + 1) or (view.ndim == axes + 1 and view.shape[-1] > 4):
        raise ValueError(f"an array of {'x'.join(map(str, view.shape))}; expected {axes} axes, and one of 1 to 4 channels")
    channels = view.shape[-1] if view.ndim == axes + 1 else 1
    if channels == 3 and not format and kind != ("f", 4) and kind[1] < 4:
        array = _expand(view, kind)
        channels = 4
    return array, view.shape[:axes], (*kind, channels), 1


def _mips(arrays, axes, format):
    parts = [_pixels(array, axes, format) for array in arrays]
    for (_, shape, kind, _), (_, after, other, _) in zip(parts, parts[1:]):
        if kind != other or tuple(after) != tuple(max(1, length // 2) for length in shape):
            raise ValueError(f"a mip of {'x'.join(map(str, after))} after one of {'x'.join(map(str, shape))}")
    return b"".join(bytes(memoryview(part[0])) for part in parts), parts[0][1], parts[0][2], len(parts)


def _image(image):
    """An image of PIL: rows from the top."""
    if image.mode not in MODES:
        image = image.convert("RGBA" if image.mode != "1" else "L")
    width, height = image.size
    return image.tobytes(), (height, width), MODES[image.mode], 1


def _expand(view, kind):
    """Three channels as four, the last one opaque. Direct3D has no such formats of 8 and 16 bits."""
    code, size = kind
    opaque = {("u", 1): b"\xff", ("i", 1): b"\x7f", ("u", 2): b"\xff\xff", ("i", 2): b"\xff\x7f", ("f", 2): b"\x00\x3c"}[kind]
    data = view.tobytes()
    out = bytearray(opaque * (len(data) // size // 3 * 4))
    for channel in range(3):
        for byte in range(size):
            out[channel * size + byte::4 * size] = data[channel * size + byte::3 * size]
    return bytes(out)


def adapt(shader, index, value, name):
    """The Texture of an array that is bound to a texture of the shader."""
    resource = shader.resources._list[index]
    if resource.layout not in AXES:
        raise TypeError(f"{name}: {resource.layout} is not bound from an array; pass a View")
    declared = resource.return_type
    try:
        made = Texture(value, layout=resource.layout, declared=declared, format=resource.format)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    if resource.kind == "u" and made.object is not value:
        raise TypeError(f"{name}: an image or array of three channels cannot be written in place; pass one of 1, 2 or 4")
    return made
