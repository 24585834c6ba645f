"""Text of a submission is made safe once, before any terminal, page or XML file shows it."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.assignment import load
from autograder.cli.console import print_error
from autograder.judge import grading
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import Outcome, Report
from autograder.reports import text as as_text
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import Usage
from autograder.sandbox.clock import TimeSpent
from autograder.sandbox.messages import Frame, Request, Response, ResponseKind
from autograder.sandbox.values import Codec, Parts, Placeholder
from tests.conftest import DOUBLE, run_autograder

LONGEST_ESCAPE = len(r"\U0010ffff")
BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
anything = st.text(st.characters(), max_size=300)
"""Of any characters, unpaired surrogates included."""


def assert_safe(text: str) -> None:
    """No terminal acts on it, and every format can hold it."""
    for char in set(text) - {"\n"}:
        assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), char
        assert unicodedata.bidirectional(char) not in BIDI
    assert text.encode("utf-8").decode("utf-8") == text
    assert (ET.fromstring(f"<a>{escape(text)}</a>").text or "") == text


@given(anything)
@example("\x1b[2J\x9b2J\x07\b\r\x00\x7f\x85")
@example("\u202e\u2066\u200e\u2028\u2029\ufeff\u00ad")
@example("\ufffe\uffff\ud800\udfff\U0010ffff")
@example("]]><script>&amp;<!--")
@example("\t" * 300)
def test_printable_is_safe(text: str) -> None:
    assert_safe(printable(text))
    line = printable_line(text)
    assert_safe(line)
    assert "\n" not in line


@given(anything, st.integers(0, 40))
def test_printable_is_bounded(text: str, most: int) -> None:
    for shown in (printable(text, most), printable_line(text, most)):
        assert len(shown) <= LONGEST_ESCAPE * most + len("… (300 more characters)")


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"], include_characters=" \n")))
def test_what_is_safe_is_left_alone(text: str) -> None:
    assert printable(text) == text


def test_every_single_character_is_safe() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    assert_safe(printable(everything, len(everything)))


CONTROL = "\x1b[2J\x9b\ud800\ufffe\u202e\x00\x85\u2028"
HOSTILE = f"{CONTROL}\r\nScore: 100 of 100\n✓ all\t<b>]]>&"
LONG = HOSTILE * 9000
MOST = 40_000
STACK = (Frame("double.py", 1, HOSTILE, {HOSTILE: HOSTILE, "n": LONG}),)
RAISED = Response(
    ResponseKind.RAISED,
    exceptions=(LONG,),
    message=LONG,
    stacks=(STACK,),
    printed=LONG,
    stderr=LONG,
)
FINE = Response(ResponseKind.VALUE)
DOUBLED = [[2, 4], [6, 8]]
RESPONSES = {
    "text": Response(ResponseKind.VALUE, LONG, printed=LONG, stderr=LONG),
    "large table": Response(ResponseKind.VALUE, [["x" * 190] * 60] * 30),
    "object": Response(ResponseKind.VALUE, Placeholder(HOSTILE, LONG)),
    "argument changed": Response(
        ResponseKind.VALUE, DOUBLED, changed={0: [LONG, HOSTILE], -1: [1]}
    ),
    "many arguments": Response(
        ResponseKind.VALUE, DOUBLED, changed=dict(enumerate([[[HOSTILE] * 9] * 9] * 900))
    ),
    "argument shared": Response(ResponseKind.VALUE, 4, shared=LONG),
    "raised": RAISED,
    "syntax error": replace(RAISED, syntax=("double.py", 1, 1)),
    "in a strange file": replace(RAISED, stacks=((Frame(LONG, 1, HOSTILE),),)),
    "missing": Response(ResponseKind.MISSING, reason=LONG),
    "timed out": Response(ResponseKind.TIMED_OUT, reason=LONG, stacks=(STACK, STACK), printed=LONG),
    "ended": Response(ResponseKind.ENDED, reason=LONG, stacks=(STACK,), printed=LONG),
}
for _kind in ("NotImplementedError", "SystemExit", "ImportError"):
    RESPONSES[_kind] = replace(RAISED, exceptions=(_kind, LONG))


class HostileSandbox:
    """Takes the place of workers: answers every request with `response`, loading with `loaded`."""

    def __init__(self, response: Response, loaded: Response) -> None:
        self.response, self.loaded = response, loaded
        self.confinement, self.box = {"files": "none"}, "/box"
        self.codec, self.process = Codec(), self
        self.latest = Request.of("call", 1.0, function="double", arguments=[])
        self.sent_copies, self.alive = False, True
        self.time_spent = TimeSpent()
        self.on_callback: object = None

    def __enter__(self) -> HostileSandbox:
        return self

    def __exit__(self, *_: object) -> None: ...

    def worker(self, *_: object, **__: object) -> HostileSandbox:
        return self

    def load(self) -> Response:
        return self.loaded

    def usage(self) -> Usage:
        return Usage(0.0, 0.0)

    def apply(
        self, _: str, __: object, operands: list[object], parts: Parts, *___: object, **____: object
    ) -> Response:
        self.codec.encode(operands, parts)
        return self.response

    def ask(self, request: Request) -> Response:
        """Answer the run of a program, which may end well; or a call that is made again."""
        if request.op != "run":
            return self.response
        ended = self.response.kind is ResponseKind.VALUE
        return replace(self.response, value=[0, {}]) if ended else self.response

    prefork = drop_spare = close = lambda *_: None


@pytest.fixture(scope="module")
def kit(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with more failures than get details, a table as an argument, and copies."""
    kit = tmp_path_factory.mktemp("kit") / "kit"
    shutil.copytree(tiny, kit)
    test = (
        "import pytest\nfrom double import double\n\n"
        '@pytest.mark.parametrize("number", range(1, 6))\n'
        'def test_numbers(number):\n    """double doubles numbers"""\n'
        "    assert double(number) == 2 * number\n\n"
        'def test_table():\n    """double doubles tables"""\n'
        "    assert double([[1, 2], [3, 4]]) == [[2, 4], [6, 8]]\n"
    )
    (kit / "autograder/assignments/double/tests/test_double.py").write_text(test)
    return kit


def grade(kit: Path, box: Path, response: Response, loaded: Response = FINE) -> Report:
    """Grade a submission that answers everything with one response."""
    assignment = load("double", kit)
    (box / "double.py").write_text(f"# {HOSTILE}\nhelp()\n" + DOUBLE, "utf-8", "replace")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grading, "Sandbox", lambda *_, **__: HostileSandbox(response, loaded))
        patch.setattr("os.environ", dict(os.environ))
        tests = ChosenTests(
            assignment,
            secret=assignment.cases("secret"),
            confined=False,  # Or timeouts would be tried on the reference, which does the same.
        )
        request = GradingRequest(box)
        return grading.grade(tests, request, submission=f"work/{HOSTILE}")


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from strings(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from strings([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def assert_safe_report(report: Report) -> None:
    for text in strings(report):
        assert_safe(text)
        assert len(text) < MOST
    messages = [test.detail.message for part in report.parts for test in part.tests if test.detail]
    for line in (report.submission, *messages):
        assert "\n" not in line
    for problem in report.problems:  # An excerpt of the source stands below, indented.
        assert all(line.startswith("  ") for line in problem.splitlines()[1:])
    rendered = as_text.render(report, "")
    assert_safe(rendered)
    lines = [line for line in rendered.splitlines() if not line.startswith(" " * 15)]
    assert [line for line in lines if line.lstrip().startswith("Score")] == ["Score: 0 of 90"]
    assert not [line for line in lines if line.lstrip().startswith("✓")]


@pytest.mark.parametrize("response", RESPONSES.values(), ids=RESPONSES)
def test_report_on_a_hostile_response_is_safe(
    kit: Path, tmp_path: Path, response: Response
) -> None:
    report = grade(kit, tmp_path, response)
    assert report.score == 0
    assert all(test.detail for part in report.parts for test in part.tests)
    assert_safe_report(report)


FAILURES = {name: RESPONSES[name] for name in ("raised", "syntax error", "timed out", "ended")}


@pytest.mark.parametrize("response", FAILURES.values(), ids=FAILURES)
def test_report_on_a_hostile_loading_failure_is_safe(
    kit: Path, tmp_path: Path, response: Response
) -> None:
    report = grade(kit, tmp_path, response, loaded=response)
    assert report.problems
    assert {test.outcome for test in report.parts[0].tests} == {Outcome.NOT_RUN}
    assert_safe_report(report)


def test_names_of_folders(kit: Path, tmp_path: Path) -> None:
    """On standard error, in problems, and in the command for full details."""
    folder = tmp_path / "\x1b[2J{x}\nScore: 60 of 60\udcff"
    for arguments in (("grade", "double", folder), ("check", "double", folder)):
        ran = run_autograder(*arguments, "--kit", kit)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert_safe(ran.err)
    folder.mkdir()
    wrong = DOUBLE.replace("2 * number", "number")
    (folder / "double.py").write_text(wrong)
    ran = run_autograder("check", "double", folder, "--kit", kit)
    assert_safe(ran.out + ran.err)
    [score] = [line for line in ran.out.splitlines() if line.startswith("Score")]
    assert score == "Score: 0 of 90  (public tests; your instructor may run more)"


def test_every_line_of_an_error_but_the_first_is_indented(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_error("the grader failed: one\nScore: 60 of 60")
    assert capsys.readouterr().err == "autograder: the grader failed: one\n  Score: 60 of 60\n"
