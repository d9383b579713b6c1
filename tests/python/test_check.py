"""Checked runs: findings as objects, and their pages."""
import html.parser

import numpy as np
import pytest

import sm5

RACE = """cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_thread_group 4, 1, 1
store_structured u0.x, l(0), l(0), vThreadID.x
store_structured u0.x, vThreadID.x, l(0), vThreadID.x
ret
"""


@pytest.fixture
def race():
    return sm5.assemble(RACE, name="<race>.asm")


def test_findings(race):
    u0 = np.zeros(4, "<u4")
    report = race.check((2, 1, 1), u0=u0)
    assert u0.tolist() == [0, 1, 2, 3] or u0[1] == 1
    kinds = {f.kind for f in report}
    assert "race" in kinds and "oob-address" in kinds and kinds <= set(sm5.finding_kinds)
    found = next(f for f in report if f.kind == "oob-address")
    assert (found.instruction, found.line, found.file, found.register, found.element) == (1, 7, "<race>.asm", "u0", 4)
    assert found.thread == (0, 0, 0) and found.group == (1, 0, 0) and found.count == 4
    assert len(report) == len(report.findings) and not report.ok and report[0] is report.findings[0]
    assert "<race>.asm:7: oob-address: instruction 1: store_structured" in str(report)
    with pytest.raises(AssertionError, match="oob-address"):
        report.raise_if_any()


def test_options(race):
    report = race.check(1, u0=np.zeros(4, "<u4"), allowed_races=["u0"])
    assert report.ok and not len(report) and str(report) == "no findings"
    report.raise_if_any()
    assert race.check(1, u0=np.zeros(4, "<u4"), allowed_races=[0, 1]).ok
    ordered = race.check(1, u0=np.zeros(4, "<u4"), allowed_races=["u0"], orders=8)
    assert [f.kind for f in ordered] == ["order"] and ordered[0].seed and len(ordered[0].values) == 2
    with pytest.raises(TypeError):
        race.check(1, u0=np.zeros(4, "<u4"), number=True)


def test_a_stopped_run_has_a_report(endless):
    report = endless.check(1, u0=np.zeros(1, "<u4"), max_steps=100)
    assert [f.kind for f in report] == ["budget"] and report.stopped and not report.ok


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("br", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_pages(race, tmp_path):
    report = race.check((2, 1, 1), u0=np.zeros(4, "<u4"))
    page = report.html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text() == page
    tags = Tags()
    tags.feed(page)
    text = "".join(tags.text)
    assert not tags.open and "oob-address" in text and "<race>.asm" in text and "<race>.asm" not in page
    assert "<table>" in report._repr_html_() and report.summary() in repr(report)
