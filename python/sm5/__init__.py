"""sm5: Direct3D Shader Model 4 and 5 programs on the CPU.

    shader = sm5.load("particles.dxbc")
    u0 = numpy.zeros(1024, shader.resources["u0"].dtype)
    shader.dispatch((16, 1, 1), u0=u0, cb0={"dt": 0.016})

docs/python.md describes the package.
"""
import os as _os

from . import _sm5
from ._check import Finding, Report
from ._errors import (ArgumentError, BindingError, CancelledError, Diagnostic, Error, InputError, InternalError, LimitError,
                      ProgramError, Sm5Warning, SupportError)
from ._hlsl import compile_hlsl
from ._shader import Chunk, Element, Field, Info, Resource, Resources, Shader, assemble, disassemble, load, validate
from ._sm5 import DispatchResult, Sampler, View
from ._stage import StageResult, Stream, Tessellated, tessellate
from ._texture import Subresource, Texture
from ._writers import Writer


def devices():
    """Vulkan devices for engine="vulkan", each a dictionary. Raises SupportError without a loader or driver."""
    return _sm5.devices()


__version__ = _sm5.version()
_os.register_at_fork(after_in_child=_sm5.forked)
finding_kinds = tuple(_sm5.finding_kinds())

__all__ = ["ArgumentError", "BindingError", "CancelledError", "Chunk", "Diagnostic", "DispatchResult", "Element", "Error",
           "Field", "Finding", "Info", "InputError", "InternalError", "LimitError", "ProgramError", "Report", "Resource", "Resources",
           "Sampler", "Shader", "Sm5Warning", "StageResult", "Stream", "Subresource", "SupportError", "Tessellated", "Texture", "View",
           "Writer", "assemble", "compile_hlsl", "devices", "disassemble", "finding_kinds", "load", "tessellate", "validate"]
