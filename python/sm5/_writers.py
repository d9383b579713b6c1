"""The instructions that wrote parts of memory."""
import re
from typing import NamedTuple

PLACE = re.compile(r"\s*([^\[\].]+(?:@\d+)?)\[(\d+)\]\.?(.*)")


class Writer(NamedTuple):
    """The last write of a byte. `thread` and `group` are those of findings."""

    instruction: int
    text: str
    line: "int | None"
    file: "str | None"
    thread: "tuple[int, int, int]"
    group: "tuple[int, int, int]"


def _member(resource, path, place):
    """Byte offset of the first scalar of a member."""
    offsets = [f.offset for f in resource.fields
               if f.name == path or f.name.startswith((path + ".", path + "[")) or not path]
    if offsets or not path:
        return min(offsets, default=0)
    raise ValueError(f"{place!r}: no member {path!r} in {resource.slot}")


def _offset(shader, place):
    """(slot, byte offset in its view) of "u0[3].position.y", or of a pair."""
    if not isinstance(place, str):
        slot, offset = place
        return slot, offset
    at = PLACE.fullmatch(place)
    resource = shader.resources[at[1]] if at else None
    if resource is None or resource.layout not in ("structured", "raw"):
        raise ValueError(f"{place!r}; expected an element of a structured or raw buffer, such as 'u0[3].position.y', or "
                         "(slot, byte offset)")
    if resource.layout == "raw" and at[3]:
        raise ValueError(f"{place!r}: no members in {resource.slot}, which is raw")
    return resource.slot, int(at[2]) * (resource.stride or 4) + _member(resource, at[3], place)


def find(shader, groups, places, arguments):
    places = [places] if isinstance(places, str) else list(places)
    found = shader._find_writers(groups, _places=[_offset(shader, place) for place in places], **arguments)
    return [None if w is None else Writer(w[0], shader.instruction(w[0]), w[1] or None, w[2], w[3], w[4]) for w in found]
