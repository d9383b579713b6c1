"""Shaders: programs with their reflection."""
import functools
import os
from collections.abc import Mapping
from typing import NamedTuple

from . import _check, _layout, _sm5, _stage, _writers
from ._errors import Diagnostic, InputError, diagnostic


class Field(NamedTuple):
    """One scalar of a resource: its name ("position.x"), its offset in bytes, and its type: f, i, u, b or d."""

    name: str
    offset: int
    type: str
    position: int


class Element(NamedTuple):
    """One element of a signature."""

    semantic: str
    index: int
    system_value: int
    type: str
    reg: int
    mask: int
    used_mask: int
    stream: int


class Chunk(NamedTuple):
    """One chunk of the container."""

    fourcc: str
    offset: int
    size: int


class Info(NamedTuple):
    """Counts and properties of a program, as struct sm5_info."""

    stage: str
    major: int
    minor: int
    code_chunk: str
    instructions: int
    declarations: int
    temps: int
    thread_group: "tuple[int, int, int]"
    tgsm_bytes: int
    global_flags: int
    features: int
    resources: int
    chunks: int
    inputs: int
    outputs: int
    patch_constants: int
    slots_used: int
    from_container: bool
    checksum_ok: bool

    @property
    def global_flag_names(self):
        """Keywords of dcl_globalFlags."""
        return _sm5.bit_names(self.global_flags, 0)

    @property
    def feature_names(self):
        """Descriptions of the features that the program requires (SFI0)."""
        return _sm5.bit_names(self.features, 1)


class Resource:
    """A declared resource. `slot` is the keyword that binds it, `fields` its scalars if they are known."""

    __slots__ = ("slot", "kind", "layout", "name", "reg", "last", "space", "stride", "count", "return_type", "counter",
                 "coherent", "ordered", "fields", "row_bytes", "_format", "_dtype")

    def __init__(self, values):
        codes = values.pop("return_types")
        self._format = values.pop("format")
        for key, value in values.items():
            setattr(self, key, value)
        self.fields = tuple(Field(*field) for field in self.fields)
        self.return_type = _layout.RETURN_TYPES.get(codes & 15)
        self._dtype = None

    @property
    def format(self):
        """Name of the only format that the program permits, or None."""
        return _sm5.format_name(self._format)

    @property
    def dtype(self):
        """numpy.dtype of an item: a structure with its members where their names are known. Needs NumPy."""
        if self._dtype is None:
            import numpy
            if self.fields:
                self._dtype = _layout.dtype_of(self.fields, self.row_bytes)
            elif self.layout == "structured":
                self._dtype = numpy.dtype(("<u4", (self.stride // 4,))) if self.stride > 4 else numpy.dtype("<u4")
            elif self.layout in ("raw", "cbuffer") or self.kind == "g":
                self._dtype = numpy.dtype("<u4")
            else:
                self._dtype = numpy.dtype({"sint": "<i4", "uint": "<u4", "double": "<f8"}.get(self.return_type, "<f4"))
        return self._dtype

    def __repr__(self):
        name = f" {self.name}" if self.name else ""
        stride = f", stride {self.stride}" if self.stride else ""
        return f"<{self.slot}{name}: {self.layout}{stride}>"

    def row(self):
        """Texts of a table's row."""
        detail = f"stride {self.stride}" if self.stride else self.return_type or (f"{self.count} rows" if self.count else "")
        members = ", ".join(dict.fromkeys(str(_layout.parts(field.name)[0]) for field in self.fields))
        return self.slot, self.name or "", self.layout, detail, members


class Resources(Mapping):
    """The declared resources by slot; names from RDEF find them too."""

    def __init__(self, values):
        self._list = [Resource(value) for value in values]
        self._slots = {r.slot: r for r in self._list}
        self._names = {r.name: r for r in reversed(self._list) if r.name}

    def __getitem__(self, key):
        found = self._slots.get(key) or self._names.get(key)
        if found is None:
            raise KeyError(f"{key!r}; the shader declares {', '.join(self._slots) or 'no resources'}")
        return found

    def __iter__(self):
        return iter(self._slots)

    def __len__(self):
        return len(self._slots)

    def __repr__(self):
        lines = [("slot", "name", "layout", "", "members"), *(r.row() for r in self._list)]
        widths = [max(len(line[i]) for line in lines) for i in range(5)]
        return "\n".join("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip() for line in lines)

    def _repr_html_(self):
        return _check.table(("slot", "name", "layout", "", "members"), [r.row() for r in self._list])


class Shader(_sm5.Program):
    """A Shader Model 4 or 5 program: Shader(bytes, name=None, structs=None). `bytes` is a DXBC container or assembly
    text, `structs` has members of resources without names: {"u0": "float3 position; uint flags"}. Immutable; threads
    may use one shader at once. Reading ends with LimitError beyond `max_memory` bytes."""

    @functools.cached_property
    def info(self):
        """Counts and properties."""
        return Info(**self._info())

    @functools.cached_property
    def resources(self):
        """The declared resources."""
        return Resources(self._resources())

    @property
    def stage(self):
        """"cs", "vs", "hs", "ds", "gs" or "ps"."""
        return self.info.stage

    def _signature(self, which):
        types = (None, "uint", "int", "float")
        return tuple(Element(**dict(e, type=types[e["type"]] if e["type"] < 4 else None)) for e in self._elements(which))

    @functools.cached_property
    def inputs(self):
        """Elements of the input signature."""
        return self._signature(0)

    @functools.cached_property
    def outputs(self):
        """Elements of the output signature."""
        return self._signature(1)

    @functools.cached_property
    def patch_constants(self):
        """Elements of the patch constant signature."""
        return self._signature(2)

    @functools.cached_property
    def chunks(self):
        """Chunks of the container."""
        return tuple(Chunk(*chunk) for chunk in self._chunks())

    def validate(self, *, errors_only=False):
        """Diagnostics of broken rules, a list; empty when the program is valid."""
        return [diagnostic(values) for values in self._validate(errors_only=errors_only)]

    def check(self, groups=None, /, *, allowed_races=(), atomic_ordered=False, numbers=False, orders=0, seed=0,
              strict=False, validation=None, **arguments):
        """Runs the compute shader under the checker, with the arguments of dispatch, and returns a Report of
        findings. Memory has the results afterwards."""
        options = (tuple(str(race).encode() for race in allowed_races), atomic_ordered, numbers, orders, seed,
                   validation or ("strict" if strict else "run"))
        findings, stop, counters = self._check(groups, _check=options, **arguments)
        return _check.Report(self, findings, [diagnostic(values) for values in stop], counters)

    def run(self, count=None, /, **arguments):
        """Runs a vertex, hull, domain, geometry or pixel shader; docs/python.md describes the arguments."""
        return _stage.run(self, count, **arguments)

    def find_writers(self, groups, places, /, **arguments):
        """Runs the compute shader on the interpreter, with the arguments of dispatch, and returns a Writer or None for each
        of the places: "u0[3].position.y", or (slot, byte offset in the view). Memory has the results afterwards."""
        return _writers.find(self, groups, places, arguments)

    @functools.cached_property
    def stage_info(self):
        """Registers and properties of a stage other than compute, a dictionary."""
        return self._stage_info()

    def save(self, path, *, base=None):
        """Writes the program as a DXBC container."""
        with open(path, "wb") as file:
            file.write(self.to_bytes(base=base))

    def __repr__(self):
        i = self.info
        size = " [" + "x".join(map(str, i.thread_group)) + "]" if i.stage == "cs" else ""
        name = f" {self.file}" if self.file else ""
        return f"<sm5.Shader {i.stage}_{i.major}_{i.minor}{name}{size}, {i.instructions} instructions: {', '.join(self.resources)}>"

    def _repr_html_(self):
        return f"<p><code>{_check.escape(repr(self))}</code></p>{self.resources._repr_html_()}"

    def __reduce__(self):
        # The comments of text name members.
        data = self.to_bytes() if self.info.from_container else self.disassemble().encode()
        return type(self), (data, self.file, self._structs)


def load(path, *, structs=None, max_memory=0):
    """Reads a DXBC container or assembly text from a file."""
    with open(path, "rb") as file:
        return Shader(file.read(), os.fspath(path), structs, max_memory=max_memory)


def assemble(text, *, name="<text>", structs=None, max_memory=0):
    """Assembles text (docs/assembly.md)."""
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected assembly text, not {type(text)}")
    data = text.encode() if isinstance(text, str) else text
    if bytes(data[:4]) == b"DXBC":
        raise InputError("expected assembly text, not a container")
    return Shader(data, name, structs, max_memory=max_memory)


def validate(data, **options):
    """Diagnostics of a program: a Shader, bytes or text."""
    shader = data if isinstance(data, _sm5.Program) else Shader(data.encode() if isinstance(data, str) else data)
    return shader.validate(**options)


def disassemble(data, **options):
    """Assembly text of a container."""
    return Shader(data).disassemble(**options)


__all__ = ["Chunk", "Diagnostic", "Element", "Field", "Info", "Resource", "Resources", "Shader", "assemble", "disassemble",
           "load", "validate"]
