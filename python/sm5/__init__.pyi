# Types of the package, for type checkers. tests/python/test_types.py compares them with the package.
import os
import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, SupportsFloat, SupportsIndex, overload

from numpy import dtype as _dtype
from numpy.typing import NDArray
from typing_extensions import Buffer

__version__: str
finding_kinds: tuple[str, ...]

_Engine = Literal["auto", "interp", "jit", "vulkan"]
_Oob = Literal["spec", "element", "byte", "robust2"]
_Validation = Literal["run", "strict", "none"]
_Device = str | int | dict[str, Any]
_Groups = SupportsIndex | Sequence[int]
_Progress = Callable[[int, int], Any]
_Path = str | os.PathLike[str]
_Constant = SupportsFloat | SupportsIndex | Sequence[Any] | Mapping[str, Any]
# An array, a View, a Sampler, a list of them for a range of registers, an image of PIL, or constants.
_Bound = Buffer | View | Sampler | _Constant | None | Any

class Diagnostic:
    severity: str
    code: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    chunk: str | None
    offset: int | None
    instruction: int | None
    origin_file: str | None
    origin_line: int | None
    text: str
    length: int | None
    source_line: str | None
    rule_class: Literal["malformed", "nonconforming"] | None

class Error(Exception):
    status: str
    diagnostics: tuple[Diagnostic, ...]
    code: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    chunk: str | None
    offset: int | None
    instruction: int | None
    def __init__(self, message: str = "", diagnostics: Sequence[Diagnostic] = ()) -> None: ...

class ArgumentError(Error, ValueError): ...
class InputError(Error, ValueError): ...
class BindingError(Error, ValueError): ...
class SupportError(Error, NotImplementedError): ...
class ProgramError(Error, RuntimeError): ...
class LimitError(Error, RuntimeError): ...
class CancelledError(Error, RuntimeError): ...
class InternalError(Error, RuntimeError): ...

class Sm5Warning(UserWarning):
    diagnostic: Diagnostic | None
    def __init__(self, message: str, diagnostic: Diagnostic | None = None) -> None: ...

class Field(NamedTuple):
    name: str
    offset: int
    type: str
    position: int

class Element(NamedTuple):
    semantic: str
    index: int
    system_value: int
    type: str
    reg: int
    mask: int
    used_mask: int
    stream: int

class Chunk(NamedTuple):
    fourcc: str
    offset: int
    size: int

class Info(NamedTuple):
    stage: str
    major: int
    minor: int
    code_chunk: str
    instructions: int
    declarations: int
    temps: int
    thread_group: tuple[int, int, int]
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
    def global_flag_names(self) -> tuple[str, ...]: ...
    @property
    def feature_names(self) -> tuple[str, ...]: ...

class Resource:
    slot: str
    kind: str
    layout: str
    name: str | None
    reg: int
    last: int
    space: int
    stride: int
    count: int
    return_type: str | None
    counter: bool
    coherent: bool
    ordered: bool
    fields: tuple[Field, ...]
    row_bytes: int
    @property
    def format(self) -> str | None: ...
    @property
    def dtype(self) -> _dtype[Any]: ...
    def row(self) -> tuple[str, ...]: ...

class Resources(Mapping[str, Resource]):
    def __getitem__(self, key: str) -> Resource: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class DispatchResult(tuple[Any, ...]):
    groups: tuple[int, int, int]
    threads: int
    seconds: float
    engine: str
    counters: dict[str, int]
    is_device_time: bool

class Finding:
    kind: str
    count: int
    message: str
    clause: str | None
    instruction: int | None
    text: str | None
    line: int | None
    file: str | None
    register: str | None
    element: int | None
    byte_offset: int | None
    thread: tuple[int, int, int] | None
    group: tuple[int, int, int] | None
    other_instruction: int | None
    other_text: str | None
    other_line: int | None
    other_file: str | None
    other_thread: tuple[int, int, int] | None
    other_group: tuple[int, int, int] | None
    seed: int | None
    values: tuple[int, int] | None
    @property
    def place(self) -> str: ...
    def detail(self) -> str: ...

class Report(Sequence[Finding]):
    shader: Shader
    findings: tuple[Finding, ...]
    stopped: tuple[Diagnostic, ...]
    counters: dict[str, int]
    outputs: StageResult | None
    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __len__(self) -> int: ...
    @property
    def ok(self) -> bool: ...
    def summary(self) -> str: ...
    def raise_if_any(self) -> None: ...
    def html(self, path: _Path | None = None) -> str: ...
    def _repr_html_(self) -> str: ...

class Stream(NamedTuple):
    vertices: dict[str, NDArray[Any]]
    strips: NDArray[Any]

class Tessellated(NamedTuple):
    locations: NDArray[Any]
    indices: NDArray[Any]

class StageResult:
    outputs: dict[str, NDArray[Any]]
    constants: dict[str, NDArray[Any]]
    written: NDArray[Any] | None
    streams: tuple[Stream, ...]
    threads: int
    seconds: float
    counters: dict[str, int]
    report: Report | None
    rect: tuple[int, int] | None
    def image(self, name: str) -> NDArray[Any]: ...

class Writer(NamedTuple):
    instruction: int
    text: str
    line: int | None
    file: str | None
    thread: tuple[int, int, int]
    group: tuple[int, int, int]

class View:
    def __new__(cls, object: Buffer, *, format: str | int | None = None, first: int = 0, count: int = 0, stride: int = 0,
                texture: tuple[int, int, int, int, int, int, int, int] | None = None, first_mip: int = 0, mips: int = 0,
                first_layer: int = 0, layers: int = 0, min_lod: float = 0.0,
                kind: Literal["declared", "structured", "raw", "typed", "cbuffer", "texture"] | None = None,
                counter: tuple[Buffer, int] | None = None) -> View: ...
    @property
    def object(self) -> Any: ...
    @property
    def format(self) -> str | None: ...

class Subresource(NamedTuple):
    offset: int
    bytes: int
    row_bytes: int
    slice_bytes: int
    width: int
    height: int
    depth: int

class Texture(View):
    shape: tuple[int, ...]
    layout: str
    def __new__(cls, array: Any, *, format: str | None = None, layout: str = "texture2d", srgb: bool = False,
                declared: str = "float", first_mip: int = 0, mips: int = 0, first_layer: int = 0, layers: int = 0,
                min_lod: float = 0.0) -> Texture: ...
    @classmethod
    def from_dds(cls, data: Buffer, **options: Any) -> Texture: ...
    def texels(self, mip: int = 0, layer: int = 0) -> NDArray[Any]: ...
    def subresource(self, mip: int = 0, layer: int = 0) -> Subresource: ...

class Sampler:
    def __new__(cls, filter: str | None = None, *, min: str | None = None, mag: str | None = None, mip: str | None = None,
                address: str | Sequence[str] | None = None, reduction: str | None = None, comparison: str | None = None,
                max_anisotropy: int = 0, lod_bias: float = 0.0, min_lod: float = ..., max_lod: float = ...,
                border: tuple[float, float, float, float] = ...) -> Sampler: ...

class Shader:
    def __new__(cls, data: Buffer, name: str | None = None, structs: dict[str, str] | None = None, *,
                max_memory: int = 0) -> Shader: ...
    @property
    def file(self) -> str | None: ...
    @property
    def stage(self) -> str: ...
    @property
    def info(self) -> Info: ...
    @property
    def resources(self) -> Resources: ...
    @property
    def inputs(self) -> tuple[Element, ...]: ...
    @property
    def outputs(self) -> tuple[Element, ...]: ...
    @property
    def patch_constants(self) -> tuple[Element, ...]: ...
    @property
    def chunks(self) -> tuple[Chunk, ...]: ...
    @property
    def stage_info(self) -> dict[str, Any]: ...
    def dispatch(self, groups: _Groups | None = None, /, *, bindings: Mapping[str, _Bound] | None = None,
                 counters: dict[str, int] | None = None, threads: int = 0, engine: _Engine = "auto", max_steps: int = 0,
                 max_seconds: float = 0.0, max_memory: int = 0, oob: _Oob = "spec", order: int = 0,
                 group_range: tuple[int, int] | None = None, progress: _Progress | None = None,
                 indirect: Buffer | tuple[Buffer, int] | None = None, classes: dict[str, Any] | None = None,
                 lanes: Literal[0, 8, 16] = 0, cache: bool = True, validation: _Validation = "run",
                 device: _Device | None = None, accept_mismatch: bool = False, exclusive: bool = False,
                 **slots: _Bound) -> DispatchResult: ...
    def check(self, groups: _Groups | None = None, /, *, allowed_races: Sequence[str | int] = (), atomic_ordered: bool = False,
              numbers: bool = False, orders: int = 0, seed: int = 0, strict: bool = False,
              validation: _Validation | None = None, **arguments: _Bound) -> Report: ...
    def find_writers(self, groups: _Groups | None, places: str | Sequence[str | tuple[str, int]], /,
                     **arguments: Any) -> list[Writer | None]: ...
    def run(self, count: int | None = None, /, **arguments: Any) -> StageResult: ...
    def disassemble(self, *, fxc: bool = False, lines: bool = False) -> str: ...
    def to_bytes(self, *, base: Shader | None = None) -> bytes: ...
    def save(self, path: _Path, *, base: Shader | None = None) -> None: ...
    def validate(self, *, errors_only: bool = False) -> list[Diagnostic]: ...
    def instruction(self, index: int, /) -> str: ...
    def kernel_info(self, engine: _Engine = "auto", *, lanes: Literal[0, 8, 16] = 0, cache: bool = True,
                    validation: _Validation = "run", device: _Device | None = None) -> dict[str, Any]: ...
    def dump(self, form: Literal["ir", "llvm", "asm"], *, lanes: Literal[0, 8, 16] = 0, validation: _Validation = "run") -> str: ...
    def _repr_html_(self) -> str: ...

def load(path: _Path, *, structs: dict[str, str] | None = None, max_memory: int = 0) -> Shader: ...
def assemble(text: str | bytes, *, name: str = "<text>", structs: dict[str, str] | None = None, max_memory: int = 0) -> Shader: ...
def compile_hlsl(source: str | pathlib.PurePath, entry: str = "main", profile: str = "cs_5_0", *,
                 defines: Mapping[str, Any] | None = None, includes: Sequence[_Path] = (), compiler: _Path | None = None,
                 timeout: float = 60, structs: dict[str, str] | None = None) -> Shader: ...
def disassemble(data: Buffer, **options: Any) -> str: ...
def validate(data: Shader | Buffer | str, **options: Any) -> list[Diagnostic]: ...
def devices() -> list[dict[str, Any]]: ...
def tessellate(domain: str, edges: Sequence[float], inside: Sequence[float] = (), *, partitioning: str = "integer",
               counter_clockwise: bool = False) -> Tessellated: ...
