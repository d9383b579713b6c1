"""Reports of checked runs: findings as objects, text and HTML."""
import collections
import dataclasses
import html

CSS = """body{font:14px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}
table{border-collapse:collapse}td,th{border:1px solid #8884;padding:.25em .6em;text-align:left;vertical-align:top}
th{background:#8882}code{font-family:ui-monospace,monospace}.kind{font-weight:600;color:#b00}.ok{color:#070}"""


def escape(text):
    return html.escape(str(text))


def table(head, rows):
    """An HTML table of texts."""
    def line(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


@dataclasses.dataclass(frozen=True)
class Finding:
    """One defect at one instruction, where it first occurred (docs/check.md). What does not apply is None."""

    kind: str
    count: int
    message: str
    clause: "str | None"
    instruction: "int | None"
    text: "str | None"
    line: "int | None"
    file: "str | None"
    register: "str | None"
    element: "int | None"
    byte_offset: "int | None"
    thread: "tuple[int, int, int] | None"
    group: "tuple[int, int, int] | None"
    other_instruction: "int | None"
    other_text: "str | None"
    other_line: "int | None"
    other_file: "str | None"
    other_thread: "tuple[int, int, int] | None"
    other_group: "tuple[int, int, int] | None"
    seed: "int | None"
    values: "tuple[int, int] | None"

    @property
    def place(self):
        """"file:line", as far as it is known."""
        return ":".join(str(part) for part in (self.file, self.line) if part is not None)

    def detail(self):
        """Register, element and thread as a text."""
        parts = [self.register, self.element is not None and f"element {self.element}",
                 self.byte_offset is not None and f"byte offset {self.byte_offset}",
                 self.thread and f"thread {self.thread} of group {self.group}",
                 self.other_thread and f"with thread {self.other_thread} of group {self.other_group}"]
        return ", ".join(part for part in parts if part)

    def __str__(self):
        head = f"{self.place}: " if self.place else ""
        code = f": instruction {self.instruction}: {self.text}" if self.text else ""
        other = f"\n    with instruction {self.other_instruction}: {self.other_text}" if self.other_text else ""
        return f"{head}{self.kind}{code}\n    {self.detail()}; {self.count} times{other}\n    {self.message}"


class Report(collections.abc.Sequence):
    """Findings of a checked run, sorted by instruction. `stopped` has the diagnostics of a run that was stopped."""

    def __init__(self, shader, findings, stopped=(), counters=None, outputs=None):
        self.shader, self.stopped = shader, tuple(stopped)
        self.counters, self.outputs = counters or {}, outputs
        self.findings = tuple(Finding(**dict(f, file=f["file"] or (shader.file if f["line"] else None))) for f in findings)

    def __getitem__(self, index):
        return self.findings[index]

    def __len__(self):
        return len(self.findings)

    @property
    def ok(self):
        """Whether the run has no findings and was not stopped."""
        return not self.findings and not self.stopped

    def __repr__(self):
        return f"<sm5.Report: {self.summary()}>"

    def __str__(self):
        return "\n".join([*map(str, self.findings), *map(str, self.stopped), self.summary()])

    def summary(self):
        """"2 findings: 1 race, 1 oob-address"."""
        if not self.findings:
            return "stopped" if self.stopped else "no findings"
        kinds = collections.Counter(f.kind for f in self.findings)
        return f"{len(self)} finding{'s' * (len(self) > 1)}: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items())

    def raise_if_any(self):
        """Raises AssertionError with the text of the report unless it is empty."""
        if not self.ok:
            raise AssertionError(str(self))

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td class=kind>{escape(f.kind)}</td><td>{escape(f.place)}</td><td><code>{escape(f.text or '')}</code>"
            + (f"<br>with <code>{escape(f.other_text)}</code>" if f.other_text else "")
            + f"</td><td>{escape(f.detail())}</td><td>{f.count}</td><td>{escape(f.message)}"
            + (f" (D3D11.3 {escape(f.clause)})" if f.clause else "") + "</td></tr>" for f in self.findings)
        stopped = "".join(f"<p class=kind>{escape(d)}</p>" for d in self.stopped)
        head = "<tr><th>kind</th><th>place</th><th>instruction</th><th>access</th><th>count</th><th>message</th></tr>"
        style = "ok" if self.ok else "kind"
        return f"<p class={style}>{escape(self.summary())}</p>{stopped}" + (f"<table>{head}{rows}</table>" if rows else "")

    def html(self, path=None):
        """The report as an HTML document, also written to a file if one is named."""
        listing = "".join(f"<tr><td>{i}</td><td><code>{escape(line)}</code></td></tr>" for i, line in
                          enumerate(self.shader.disassemble(fxc=True).splitlines(), 1))
        text = (f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(self.shader.file or 'sm5')}: "
                f"{escape(self.summary())}</title><style>{CSS}</style><h1>{escape(self.shader.file or 'shader')}</h1>"
                f"{self._repr_html_()}<h2>Resources</h2>{self.shader.resources._repr_html_()}"
                f"<h2>Program</h2><table>{listing}</table></html>\n")
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text
