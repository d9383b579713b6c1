#!/usr/bin/env python3
"""Fails when code outside src/isa/ lists opcodes by a property: a function or table that names more than LIMIT opcodes.

properties.py ROOT

Such a property belongs in a column or flag of src/isa/isa.def, where a new instruction states it in its own row. What
remains are the bodies of instructions: code that does something different for each opcode it names. src/random/ selects
instructions to generate, which is no property of them.
"""
import pathlib
import re
import sys

LIMIT = 5

# ROOM/NAME: what its cases do.
BODIES = {
    "check/divides_by_zero": "finds the divisor of each division",
    "check/undef_bits": "undefined bits of each result, from those of the sources",
    "ir/bits_stride": "stride of each result's bits, from those of the sources",
    "ir/collect_operands": "fields that each operation joins",
    "ir/flush_cost": "cost of flushing the denormals of each operation's sources",
    "ir/ir_lane_range": "range of each result, from those of the sources",
    "ir/ir_linear": "stride of each result, from those of the sources",
    "ir/ir_real_range": "range of each result on floats, from those of the sources",
    "ir/lane": "interval of each result, from those of the sources",
    "ir/lane_aligned": "alignment of each result, from that of the sources",
    "ir/lane_stride": "speculated stride of each result",
    "ir/outcome_of": "what the ranges of each operation's sources decide",
    "ir/pack_operations": "each operation on numbers packed in a word",
    "ir/simplify": "algebraic identities of each operation",
    "jit/arithmetic": "LLVM instructions of each operation on doubles",
    "jit/speculate": "speculated strides of each operation",
    "jit/is_arithmetic": "operations that the function above emits",
    "jit/is_linear": "operations whose stride is computed here",
    "jit/make_comparison": "LLVM instructions of each operation",
    "jit/make_float": "LLVM instructions of each operation",
    "jit/make_integer": "LLVM instructions of each operation",
    "program/collect_one": "collects each kind of declaration",
    "program/read_controls": "stores the field of each declaration",
    "program/read_declaration": "collects each kind of declaration",
    "text/parse_dcl": "parses the operands of each declaration",
    "text/text_print_dcl": "prints the operands of each declaration",
    "validate/check_kind": "calls the rules of each declaration",
}


def strip(text):
    """Without comments and strings; lines stay."""
    return re.sub(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", lambda m: re.sub(r"[^\n]", "", m[0]) or " ", text, flags=re.S)


def blocks(text):
    """(line, head, body) of each function and initialised table."""
    start = depth = opened = 0
    for at, char in enumerate(text):
        if char == "{":
            opened = opened if depth else at
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                head = text[start:opened].rsplit(";", 1)[-1]
                head = "\n".join(line for line in head.split("\n") if not line.startswith("#"))
                yield text.count("\n", 0, opened) + 1, head, text[opened:at]
                start = at + 1


def name_of(head):
    found = re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*(?:\(|=|$)", head.strip())
    return found[1] if found else "?"


def main():
    root = pathlib.Path(sys.argv[1])
    opcodes = set(re.findall(r"^OP\(\d+, (\w+)", (root / "src/isa/isa.def").read_text(), re.M))
    unused, failed = set(BODIES), False
    for path in sorted((root / "src").rglob("*.[ch]")):
        room = path.relative_to(root / "src").parts[0]
        if room in ("isa", "random"):
            continue
        for line, head, body in blocks(strip(path.read_text())):
            count = len({name for name in re.findall(r"\bISA_(\w+)", body) if name in opcodes})
            key = f"{room}/{name_of(head)}"
            if count > LIMIT and key not in BODIES:
                print(f"{path.relative_to(root)}:{line}: {name_of(head)} names {count} opcodes; "
                      f"expected at most {LIMIT}: state the property in src/isa/isa.def")
                failed = True
            if count > LIMIT:
                unused.discard(key)
    for key in sorted(unused):
        print(f"{key}: no longer names more than {LIMIT} opcodes; remove it from the list of bodies")
    return failed or bool(unused)


sys.exit(main())
