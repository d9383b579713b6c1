"""Exceptions, one class for each status of the library, and diagnostics."""
import dataclasses
import sys
import warnings


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """One error, warning or note with its place. What does not apply is None."""

    severity: str
    code: str
    message: str
    file: "str | None" = None
    line: "int | None" = None
    column: "int | None" = None
    chunk: "str | None" = None
    offset: "int | None" = None
    instruction: "int | None" = None
    origin_file: "str | None" = None
    origin_line: "int | None" = None
    text: str = ""
    length: "int | None" = None
    source_line: "str | None" = None
    rule_class: "str | None" = None

    def __str__(self):
        return self.text or self.message


class Error(Exception):
    """Base of all errors of sm5. `diagnostics` has all that was reported; the first error among them gives `code`,
    `message`, `file`, `line`, `column`, `chunk`, `offset` and `instruction`."""

    status = "error"

    def __init__(self, message="", diagnostics=()):
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        first = next((d for d in self.diagnostics if d.severity == "error"), None)
        first = first or Diagnostic("error", self.status, message)
        self.code, self.message = first.code, first.message
        self.file, self.line, self.column = first.file, first.line, first.column
        self.chunk, self.offset, self.instruction = first.chunk, first.offset, first.instruction

    def __reduce__(self):
        return type(self), (self.args[0], self.diagnostics)


class ArgumentError(Error, ValueError):
    """An argument is not valid."""

    status = "argument"


class InputError(Error, ValueError):
    """A container, bytecode, text or HLSL is malformed, or the program is invalid."""

    status = "input"


class BindingError(Error, ValueError):
    """What is bound does not match the declarations of the program."""

    status = "binding"


class SupportError(Error, NotImplementedError):
    """Valid, but not supported by this build or engine."""

    status = "support"


class ProgramError(Error, RuntimeError):
    """The program failed while it ran."""

    status = "program"


class LimitError(Error, RuntimeError):
    """A limit was exceeded, such as max_steps or max_seconds."""

    status = "limit"


class CancelledError(Error, RuntimeError):
    """The progress function cancelled the run."""

    status = "cancelled"


class InternalError(Error, RuntimeError):
    """A defect of sm5: LLVM rejects the code that the JIT generated."""

    status = "internal"


class Sm5Warning(UserWarning):
    """A warning of the library. `diagnostic` has its place."""

    def __init__(self, message, diagnostic=None):
        super().__init__(message)
        self.diagnostic = diagnostic


CLASSES = {c.status: c for c in (ArgumentError, InputError, BindingError, SupportError, ProgramError, LimitError,
                                 CancelledError, InternalError)}


def diagnostic(values):
    """A Diagnostic of what the module reports, without the zeros of places that do not apply."""
    return Diagnostic(**{key: value or None if key in ("line", "column", "length", "origin_line", "chunk") else value
                         for key, value in values.items()})


def make(status, values):
    """The exception of a failed call."""
    found = [diagnostic(value) for value in values]
    text = "\n".join(d.text for d in found if d.severity == "error")
    return CLASSES.get(status, Error)(text or status, found)


def binding(message):
    return BindingError(message)


def warn(values):
    """Issues warnings at the caller of the package."""
    level, frame = 2, sys._getframe(1)
    while frame and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    for value in values:
        found = diagnostic(value)
        if found.severity != "note":
            warnings.warn(Sm5Warning(found.text, found), stacklevel=level)
