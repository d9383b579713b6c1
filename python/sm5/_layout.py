"""Members of resources: trees for constants, NumPy types, and what arrays may be bound to a slot."""
import difflib
import re

TYPES = {"f": "<f4", "d": "<f8", "i": "<i4", "u": "<u4", "b": "<u4", "h": "<f2", "c": "<u1"}
BYTES = {"d": 8, "h": 2, "c": 1}
PART = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
VECTOR = ("x", "y", "z", "w")


# ---- trees ----

def parts(path):
    """The steps of "lights[2].color.x": names and indices."""
    return [int(index) if index else name for name, index in PART.findall(path)]


def tree(fields):
    """Members in the order of the declaration: dictionaries, lists, and tuples (offset, type) of scalars."""
    root = {}
    for name, offset, kind, _ in sorted(fields, key=lambda field: field[3]):
        steps, node = parts(name), root
        if isinstance(steps[0], int): # of an array or matrix that the whole element is
            steps.insert(0, "$Element")
        for step, after in zip(steps, steps[1:] + [None]):
            new = (offset, ord(kind)) if after is None else [] if isinstance(after, int) else {}
            if isinstance(step, int):
                if step == len(node):
                    node.append(new)
                node = node[step]
            else:
                node = node.setdefault(step, new)
    return root


def find(node, key, name):
    """The node of a member, which may be a path or an index."""
    from ._errors import BindingError
    steps = [key] if isinstance(key, int) else parts(key) if isinstance(key, str) else [key]
    for step in steps:
        if isinstance(step, int) and isinstance(node, list) and 0 <= step < len(node):
            node = node[step]
        elif isinstance(step, str) and isinstance(node, dict) and step in node:
            node = node[step]
        else:
            known = ", ".join(node) if isinstance(node, dict) else f"{len(node)} items" if isinstance(node, list) else ""
            raise BindingError(f"{name}: no member {key!r}" + (f"; expected one of {known}" if known else ""))
    return node


def classes(given):
    """(interface, element, table, (cb, offset, texture, sampler)) of {"fp0[0]": "ft1"}."""
    found = []
    for key, value in given.items():
        at = re.fullmatch(r"fp(\d+)(?:\[(\d+)\])?", key)
        table, *sources = value if isinstance(value, tuple) else (value,)
        number = re.fullmatch(r"(?:ft)?(\d+)", str(table))
        if not at or not number:
            raise ValueError(f"classes: {key!r}: {value!r}; expected 'fp0[0]': 'ft1' or ('ft1', cb, offset, texture, sampler)")
        found.append((int(at[1]), int(at[2] or 0), int(number[1]), tuple((*sources, 0, 0, 0, 0)[:4])))
    return found


# ---- NumPy types ----

def _scalars(node):
    """(offset, type) of all scalars, in order."""
    if isinstance(node, tuple):
        return [node]
    children = node.values() if isinstance(node, dict) else node
    return [scalar for child in children for scalar in _scalars(child)]


def _is_vector(node):
    return isinstance(node, dict) and tuple(node) == VECTOR[:len(node)]


def _shape(node):
    """Lengths of nested arrays and vectors of scalars; None when the node has structures."""
    if isinstance(node, tuple):
        return ()
    if isinstance(node, dict) and not _is_vector(node):
        return None
    children = list(node.values() if isinstance(node, dict) else node)
    first = _shape(children[0])
    return None if first is None or any(_shape(child) != first for child in children) else (len(children), *first)


def _dense(offsets, size):
    return all(offset == offsets[0] + i * size for i, offset in enumerate(offsets))


def _entries(name, node):
    """(name, format, offset) of NumPy fields that cover a member. An array whose items are not adjacent, as in
    constant buffers, is one field each item; a matrix in columns is the array of its columns."""
    shape = _shape(node)
    if shape is not None:
        scalars = _scalars(node)
        base, size = TYPES[chr(scalars[0][1])], BYTES.get(chr(scalars[0][1]), 4)
        offsets = [offset for offset, _ in scalars]
        if _dense(offsets, size):
            return [(name, (base, shape) if shape else base, offsets[0])]
        if len(shape) >= 2:
            rows, columns = shape[-2:]
            turned = [offsets[m * rows * columns + r * columns + c] for m in range(len(offsets) // (rows * columns))
                      for c in range(columns) for r in range(rows)]
            if _dense(turned, size):
                return [(name, (base, (*shape[:-2], columns, rows)), turned[0])]
    if isinstance(node, dict):
        start, inner = _structure(node)
        return [(name, inner, start)]
    items = [_structure(child) if isinstance(child, dict) else None for child in node]
    if all(items):
        step = items[1][0] - items[0][0] if len(items) > 1 else 0
        inner = dict(items[0][1], itemsize=step or items[0][1]["itemsize"])
        same = all(dict(item[1], itemsize=0) == dict(inner, itemsize=0) for item in items)
        regular = all(item[0] == items[0][0] + i * step for i, item in enumerate(items))
        if same and regular and step in (0, items[0][1]["itemsize"]):
            return [(name, (inner, (len(items),)), items[0][0])]
    return [entry for i, child in enumerate(node) for entry in _entries(f"{name}[{i}]", child)]


def _structure(node, itemsize=None):
    """(offset, specification of numpy.dtype) of a structure."""
    entries = [entry for name, child in node.items() for entry in _entries(name, child)]
    scalars = _scalars(node)
    start = 0 if itemsize else min(offset for offset, _ in scalars)
    end = max(offset + BYTES.get(chr(kind), 4) for offset, kind in scalars)
    return start, {"names": [e[0] for e in entries], "formats": [e[1] for e in entries],
                   "offsets": [e[2] - start for e in entries], "itemsize": itemsize or end - start}


def _dtype(numpy, spec):
    """numpy.dtype of a specification whose formats may be specifications."""
    def make(form):
        if isinstance(form, tuple) and isinstance(form[0], dict):
            return (_dtype(numpy, form[0]), form[1])
        return _dtype(numpy, form) if isinstance(form, dict) else form
    return numpy.dtype(dict(spec, formats=[make(form) for form in spec["formats"]]))


def dtype_of(fields, row_bytes):
    """The NumPy type of a row. A structure of one unnamed value is the type of that value."""
    import numpy
    root = tree(fields)
    only = next(iter(root.values())) if len(root) == 1 else None
    if only is not None and next(iter(root)) in ("value", "x", "$Element"):
        root = {"value": only}
        entries = _entries("value", only)
        if len(entries) == 1 and isinstance(entries[0][1], (str, tuple)) and not isinstance(entries[0][1][0], dict):
            made = numpy.dtype(entries[0][1])
            if made.itemsize == row_bytes:
                return made
    return _dtype(numpy, _structure(root, row_bytes)[1])


def scalars_of(dtype, base=0):
    """{offset: type} of the scalars of a NumPy type."""
    if dtype.subdtype:
        inner, shape = dtype.subdtype
        count = 1
        for length in shape:
            count *= length
        found = {}
        for i in range(count):
            found.update(scalars_of(inner, base + i * inner.itemsize))
        return found
    if dtype.names is None:
        return {base: dtype.str}
    found = {}
    for field in dtype.names:
        inner, offset = dtype.fields[field][:2]
        found.update(scalars_of(inner, base + offset))
    return found


# ---- what may be bound ----

# Kind and bytes of a scalar, from a NumPy type's string or a format of the buffer protocol.
SIMPLE = {"f": ("f", 4), "d": ("f", 8), "e": ("f", 2), "b": ("i", 1), "B": ("u", 1), "c": ("u", 1), "?": ("b", 1),
          "h": ("i", 2), "H": ("u", 2), "i": ("i", 4), "I": ("u", 4), "l": ("i", 8), "L": ("u", 8), "q": ("i", 8),
          "Q": ("u", 8), "n": ("i", 8), "N": ("u", 8), "Zf": ("c", 8), "Zd": ("c", 16)}


def scalar_of(kind):
    """(kind, bytes) of a plain type; (None, 0) of a structure."""
    if not isinstance(kind, str):
        text = kind.str if kind.names is None else ""
        if kind.hasobject:
            raise TypeError("objects")
        if text[:1] == ">":
            raise TypeError("big-endian values")
        if text and text[1] not in "fiubcV":
            raise TypeError({"M": "dates", "m": "time differences"}.get(text[1], "text"))
        return (text[1], int(text[2:])) if text and text[1] in "fiubc" else (None, 0)
    if kind[:1] in (">", "!") or "O" in kind:
        raise TypeError("objects" if "O" in kind else "big-endian values")
    if kind[:1] in ("<", "=") and kind[1:] in ("l", "L"):
        return {"l": ("i", 4), "L": ("u", 4)}[kind[1:]]
    return SIMPLE.get(kind.lstrip("<=@"), (None, 0))


# Formats of texels: (kind, bytes, channels) by what the program declares. 8- and 16-bit integers are normalised when the
# program reads floats.
def texel_format(kind, size, channels, declared):
    """Name of the DXGI format, or None."""
    suffix = {"f": "FLOAT"}.get(kind)
    if kind in "ui":
        wanted = {"uint": "UINT", "sint": "SINT"}.get(declared)
        normal = {"u": "UNORM", "i": "SNORM"}[kind] if size <= 2 else None
        suffix = wanted or normal or {"u": "UINT", "i": "SINT"}[kind]
    if not suffix or size > 4 or (kind == "f" and size == 1):
        return None
    name = "".join(f"{letter}{size * 8}" for letter in "RGBA"[:channels])
    return f"{name}_{suffix}"


RETURN_TYPES = {1: "unorm", 2: "snorm", 3: "sint", 4: "uint", 5: "float", 6: "mixed", 7: "double"}


def refuse(name, found, expected):
    raise TypeError(f"{name}: the array has {found}; expected {expected}")


def describe(kind):
    return f"dtype {kind}" if not isinstance(kind, str) else f"items of format '{kind}'"


def accept(shader, index, channels, kind, name, itemsize):
    """Raises TypeError unless arrays of this type may be bound; else the format of texels, or 0."""
    resource = shader.resources._list[index]
    try:
        scalar, size = scalar_of(kind)
    except TypeError as error:
        raise TypeError(f"{name}: arrays of {error} cannot be bound") from None
    if resource.layout == "buffer":
        return accept_texels(resource, channels, scalar, size, kind, name)
    if scalar == "b":
        refuse(name, describe(kind), "32-bit values, such as uint32")
    if size == 1 or not resource.fields:
        return 0
    types = {field.type for field in resource.fields}
    if scalar is None:
        if not isinstance(kind, str) and kind.names and resource.layout == "structured":
            accept_structure(resource, kind, name)
        return 0
    allowed = {("f", 4): {"f"}, ("f", 8): {"d"}, ("i", 4): {"i", "u", "b"}, ("u", 4): set("fiubd"), ("f", 2): {"h"},
               ("c", 8): {"f"}, ("c", 16): {"d"}, ("i", 2): {"h"}, ("u", 2): {"h"}}.get((scalar, size), set())
    if not types <= allowed:
        expected = " and ".join(sorted({TYPES[t] for t in types}))
        refuse(name, describe(kind), f"the dtype of resources['{resource.slot}'], which has {expected}")
    return 0


def accept_texels(resource, channels, scalar, size, kind, name):
    from . import _sm5
    if resource.format and _sm5.format_bytes(resource._format) == channels * size:
        return resource._format
    format_name = texel_format(scalar, size, channels, resource.return_type) if scalar else None
    found = _sm5.format_find(format_name) if format_name else 0
    if not found:
        refuse(name, describe(kind), f"texels of {resource.return_type}, or a View with a format")
    return found


def accept_structure(resource, kind, name):
    wanted = {field.offset: TYPES[field.type] for field in resource.fields}
    given = scalars_of(kind)
    if kind.itemsize != resource.row_bytes:
        return  # the stride is compared by the caller
    for offset, text in sorted(wanted.items()):
        got = given.get(offset)
        same = got is not None and (got == text or {got, text} <= {"<i4", "<u4"})
        if not same and not (got or "").startswith("|"):
            member = next(field.name for field in resource.fields if field.offset == offset)
            refuse(name, f"{got or 'no member'} at byte {offset}", f"{text}, member {member}")


def unknown_struct(shader, name):
    from ._errors import BindingError
    known = [r.slot for r in shader.resources.values() if r.kind not in "gs"]
    raise BindingError(f"structs: no resource {name!r}; the shader declares {', '.join(known) or 'none'}")


def unknown_name(shader, name):
    known = [r.slot for r in shader.resources.values() if r.kind != "g"]
    close = difflib.get_close_matches(str(name), [*known, *(r.name for r in shader.resources.values() if r.name)], 1)
    raise TypeError(f"unexpected argument {name!r}; the shader declares {', '.join(known) or 'no resources'}"
                    + (f"; did you mean {close[0]!r}?" if close else ""))
