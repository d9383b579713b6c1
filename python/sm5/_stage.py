"""Runs of vertex, hull, domain, geometry and pixel shaders, with inputs and outputs by semantic."""
import array
import operator
import re
from typing import NamedTuple

from . import _check, _sm5
from ._errors import ArgumentError, diagnostic

CODES = {"f": "f", "i": "i", "u": "I"}


def _numpy():
    try:
        import numpy
        return numpy
    except ImportError:
        return None


class Element(NamedTuple):
    """One input or output of a stage."""

    semantic: "str | None"
    index: int
    file: str
    reg: int
    mask: int
    stream: int
    type: str
    generated: bool

    @property
    def name(self):
        """"TEXCOORD1"; an index of 0 is not written. The register when there is no semantic."""
        if not self.semantic:
            return self.file if self.file.startswith("oD") or self.file == "oMask" else f"{self.file}{self.reg}"
        return f"{self.semantic}{self.index or ''}"

    @property
    def components(self):
        return [c for c in range(4) if self.mask >> c & 1]


class Records(dict):
    """Arrays by semantic. Names are found in any letter case, with or without an index of 0."""

    def __missing__(self, key):
        for name, value in self.items():
            if _same(name, key):
                return value
        raise KeyError(f"{key!r}; expected one of {', '.join(self)}")


class Stream(NamedTuple):
    """Output of a geometry shader on one stream."""

    vertices: Records
    strips: object


class Tessellated(NamedTuple):
    """Domain points of a patch, and the lines or triangles of their indices."""

    locations: object
    indices: object


def tessellate(domain, edges, inside=(), *, partitioning="integer", counter_clockwise=False):
    """The fixed-function tessellator (D3D11.3 chapter 11). `domain` is isoline, tri or quad, `partitioning` integer, pow2,
    fractional_odd or fractional_even; factors are in the order of SV_TessFactor and SV_InsideTessFactor."""
    locations, indices, corners = _sm5.tessellate(domain, partitioning, tuple(edges), tuple(inside), counter_clockwise)
    return Tessellated(_array(locations, "f", (len(locations) // 12, 3)), _array(indices, "u", (len(indices) // 4 // corners, corners)))


class StageResult:
    """Outputs of a run: `outputs`, `constants` of patches, `written` pixels, `streams`, `counters`, the time in
    `seconds`, and the `report` of a checked run."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def image(self, name):
        """An output of a pixel shader that ran on a rect, as an array of H x W x C. Needs NumPy."""
        if not self.rect:
            raise ArgumentError("the shader did not run on a rect")
        width, height = self.rect
        values = self.outputs[name]
        wide, high = (width + 1) // 2, (height + 1) // 2
        return values.reshape(high, wide, 2, 2, -1).transpose(0, 2, 1, 3, 4).reshape(2 * high, 2 * wide, -1)[:height, :width]

    def __repr__(self):
        names = [*self.outputs, *(name for stream in self.streams for name in stream.vertices)]
        return f"<sm5.StageResult: {', '.join(names)}; {self.seconds:.6f} s>"


def _plain(name):
    return re.sub(r"(?<=\D)0$", "", name.lower())


def _same(name, key):
    return isinstance(key, str) and _plain(name) == _plain(key)


# ---- values ----

def _flatten(value):
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _flatten(item)
    else:
        yield value


def _words(value, kind):
    """(values as a memoryview of 32-bit words, items of the last axis)."""
    numpy = _numpy()
    if numpy:
        values = numpy.asarray(value)
        if kind != "f" and values.dtype.kind not in "iub":
            raise TypeError(f"expected integers, not {values.dtype}")
        data = numpy.ascontiguousarray(values, {"f": "<f4", "i": "<i4", "u": "<u4"}[kind])
        return memoryview(data.tobytes()).cast("I"), data.shape[-1] if data.ndim > 1 else 1
    if isinstance(value, (list, tuple)):
        data = array.array(CODES[kind], _flatten(value))
        return memoryview(data.tobytes()).cast("I"), len(value[0]) if value and isinstance(value[0], (list, tuple)) else 1
    view = memoryview(value)
    if view.itemsize != 4:
        raise TypeError(f"expected items of 4 bytes, not '{view.format}'")
    return memoryview(view.tobytes()).cast("I"), view.shape[-1] if view.ndim > 1 else 1


def _array(words, kind, shape):
    """Words as a NumPy array, or a memoryview."""
    numpy = _numpy()
    if numpy:
        return numpy.frombuffer(words, {"f": "<f4", "i": "<i4", "u": "<u4"}[kind]).reshape(shape)
    view = memoryview(words)
    return view.cast("B").cast(CODES[kind], shape) if len(view) and 0 not in shape else view.cast(CODES[kind])


def _column(words, registers, element):
    """The components of one element, record after record."""
    components, step = element.components, registers * 4
    out = bytearray(len(words) // step * len(components) * 4)
    to = memoryview(out).cast("I")
    for i, component in enumerate(components):
        to[i::len(components)] = words[element.reg * 4 + component::step]
    return out


def _records(raw, elements, points=0):
    data, count, registers = raw
    found = Records()
    words = memoryview(data).cast("I")
    for e in elements:
        if not registers or not len(words):
            break
        width = len(e.components)
        shape = (count // points, points, width) if points else (count, width)
        found[e.name] = _array(_column(words, registers, e), e.type, shape)
    return found


def _columns(elements, given, what):
    """(columns of values, number of records or None)."""
    columns, count = [], None
    if given is not None and not hasattr(given, "items"):
        raise TypeError(f"{what}: expected a dictionary of semantics and values, not {type(given)}")
    for name, value in (given or {}).items():
        element = next((e for e in elements if _same(e.name, name) or f"{e.file}{e.reg}" == name), None)
        if element is None:
            raise ArgumentError(f"{what}: no element {name!r}; expected one of {', '.join(e.name for e in elements)}")
        try:
            words, width = _words(value, element.type)
        except TypeError as error:
            raise TypeError(f"{what}: {name}: {error}") from None
        if width > len(element.components):
            raise ArgumentError(f"{what}: {name}: {width} components; expected at most {len(element.components)}")
        records = len(words) // width
        if count not in (None, records):
            raise ArgumentError(f"{what}: {name}: {records} records; expected {count}, as of the other elements")
        count = records
        columns.append((element, words, width))
    return columns, count


def _store(columns, data, registers):
    words = memoryview(data).cast("I") if data else None
    for element, values, width in columns:
        for i, component in enumerate(element.components[:width]):
            words[element.reg * 4 + component::registers * 4] = values[i::width]
    return data


def _optional(value, kind, width=1):
    if value is None:
        return None
    words, found = _words(value, kind)
    if width > 1 and found != width:
        raise ArgumentError(f"expected {width} values each")
    return words.tobytes()


# ---- runs ----

def _quads(rect, coverage, samples):
    """(invocations, quads in a row, coverage) of a rectangle of pixels: those outside are helpers."""
    _, _, width, height = rect
    wide, high = (width + 1) // 2, (height + 1) // 2
    if coverage is None and (width % 2 or height % 2):
        coverage = [(1 << samples) - 1 if 2 * qx + x < width and 2 * qy + y < height else 0
                    for qy in range(high) for qx in range(wide) for y in range(2) for x in range(2)]
    return wide * high * 4, wide, coverage


def _count_of(count, records, points, what):
    """Invocations, by the number of records."""
    if count is not None:
        count = operator.index(count)
        if not 0 <= count < 1 << 32:
            raise ArgumentError(f"{count} {what}; expected 0 to {(1 << 32) - 1}")
    if count is None:
        if records is None:
            raise ArgumentError(f"expected the number of {what}, or inputs")
        if records % points:
            raise ArgumentError(f"{records} records; expected a multiple of {points}, the points of a {what}")
        return records // points
    if records is not None and records != count * points:
        raise ArgumentError(f"{records} records for {count} {what}; expected {count * points}")
    return count


def run(shader, count=None, *, inputs=None, patch_constants=None, points_per_patch=0, patches=None, locations=None,
        primitive_ids=None, samples=1, coverage=None, rect=None, generate=True, check=None, **arguments):
    info = shader.stage_info
    parts = [[Element(*e) for e in shader._stage_elements(part)] for part in range(3)]
    columns, records = _columns(parts[0], inputs, "inputs")
    constants, patch_count = _columns(parts[2], patch_constants, "patch_constants")
    left = top = wide = 0
    if rect is not None:
        if shader.stage != "ps" or info["sample_frequency"]:
            raise ArgumentError("rect is for pixel shaders that run once a pixel")
        left, top = rect[:2]
        count, wide, coverage = _quads(rect, coverage, samples)
    if shader.stage == "ds":
        if locations is None:
            raise ArgumentError("expected the locations of the domain points")
        points = _optional(locations, "f", 3)
        count = len(points) // 12 if count is None else count
        records = 0 if records is None else records
    else:
        points = None
        count = _count_of(count, records, info["points_in"], {"vs": "vertices", "ps": "pixels"}.get(shader.stage, "primitives"))
        records = count * info["points_in"]
    data = bytearray(records * info["inputs"] * 16)
    options = None
    if check is not None and check is not False:
        if check is not True and not hasattr(check, "items"):
            raise TypeError(f"check: expected True or a dictionary of options, not {check!r}")
        how = {} if check is True else dict(check)
        options = (tuple(str(r).encode() for r in how.pop("allowed_races", ())), how.pop("atomic_ordered", False),
                   how.pop("numbers", False), 0, 0, "strict" if how.pop("strict", False) else arguments.pop("validation", "run"))
        if how:
            raise TypeError(f"check: unexpected {', '.join(how)}")
    stage = [count, data or None, records, info["inputs"],
             _store(constants, bytearray(patch_count * info["constants"] * 16), info["constants"]) if constants else None,
             patch_count or 0, info["constants"] if shader.stage == "ds" else 0, points_per_patch, _optional(patches, "u"),
             points, _optional(primitive_ids, "u"), samples, _optional(coverage, "u"), generate, left, top, wide, options]
    if data and generate and any(e.generated for e in parts[0]):
        shader._run(_stage=tuple(stage))
    stage[13] = False
    _store(columns, data, info["inputs"])
    out, patch, written, streams, threads, seconds, counters, findings, stop = shader._run(_stage=tuple(stage), **arguments)
    return _result(shader, info, parts, out, patch, written, streams, threads, seconds, counters, findings, stop, rect)


def _result(shader, info, parts, out, patch, written, streams, threads, seconds, counters, findings, stop, rect):
    report = None
    if findings is not None:
        report = _check.Report(shader, findings, [diagnostic(values) for values in stop], counters)
    is_geometry = shader.stage == "gs"
    result = StageResult(
        outputs=Records() if is_geometry else _records(out, parts[1], info["points_out"] if shader.stage == "hs" else 0),
        constants=_records(patch, parts[2]) if shader.stage == "hs" else Records(),
        written=None if written is None else _bools(written),
        streams=tuple(Stream(_records(vertices, [e for e in parts[1] if e.stream == i]), _array(strips, "u", (len(strips) // 4,)))
                      for i, (vertices, strips) in enumerate(streams)) if is_geometry else (),
        threads=threads, seconds=seconds, counters=counters, report=report, rect=tuple(rect[2:]) if rect else None)
    if report:
        report.outputs = result
    return result


def _bools(data):
    numpy = _numpy()
    return numpy.frombuffer(data, "?") if numpy else memoryview(data).cast("?")
