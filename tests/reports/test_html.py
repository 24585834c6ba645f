"""The page of a report: what it shows, what it hides, and that a submission's text stays text."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from autograder.assignment import KIT, load
from autograder.report import Compared, Detail, Kind, Outcome, PartResult, Place, Report, TestResult
from autograder.reports.html import page
from autograder.reports.html_differences import mark_differences
from autograder.safetext import escape

PAYLOADS = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "<style>*{display:none}</style>",
    "</style></title></pre></bdi></mark></details><h1>",
    "<meta http-equiv=refresh content=0;url=//example.org>",
    "<!-- ",
    "<![CDATA[ x ]]>",
    '"><h1 onmouseover="alert(1)',
    "'><h1 onmouseover='alert(1)",
    "&lt;b&gt; &#60;b&#62; &amp;amp; & <",
    "{{ report.__class__.__mro__ }}{% for x in range(9) %}x{% endfor %}{# note #}",
    "\x00\x01\x07\x08\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\u202eright to left\u202c\u2066isolate\u2069\u200f",
    "\ud800 alone \u2028 and \x85 \ufeff\u00ad\u200b",
]


class Structure(HTMLParser):
    """The tags with their attributes, and the text between them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.text: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.text += [value for _, value in attrs if value]

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, _data: str) -> None:
        self.tags.append(("comment", ()))


def with_text(text: str) -> Report:
    """A report that holds a text wherever a submission can put one."""
    place = Place(text, 7, "double", text, {text: text})
    detail = Detail(
        Kind.RETURNED, text, text, text, text, text, {text: text}, f"1 {text}", f"2 {text}"
    )
    detail = replace(
        detail,
        compared=Compared(f"1 {text}", f"2 {text}"),
        difference=text,
        lines=f"{text}\n{text}",
        line_places=((text, 7),),
        place=place,
        printed=text,
    )
    tests = [
        TestResult("t", "double works", outcome, False, 0.1, replace(detail, fact=text + rest))
        for outcome, rest in [
            (Outcome.WRONG, ""),
            (Outcome.CRASHED, "2"),
            (Outcome.TIMED_OUT, "3"),
            (Outcome.OUT_OF_MEMORY, "4"),
            (Outcome.NOT_RUN, "5"),
        ]
    ]
    part = PartResult("double", "double", 10, tuple(tests))
    confinement = {"files": "landlock 4"}
    return Report("double", text, (part,), (), (text,), confinement)


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_text_of_a_submission_is_never_markup(payload: str) -> None:
    found, harmless = (Structure(page(with_text(f"a{text}a"))) for text in (payload, ""))
    assert found.tags == harmless.tags
    assert "script" not in dict(found.tags)
    shown = "\x1f".join(found.text)
    times = shown.count(escape(payload))
    assert times >= 40
    assert shown.isprintable() or set(shown) <= {"\n", "\x1f"} | set(filter(str.isprintable, shown))


@pytest.mark.parametrize(
    ("fact", "shown"),
    [
        ("`lst` is empty; `a<b>`", "<code>lst</code> is empty; <code>a&lt;b&gt;</code>"),
        ("`lst` has a `", "`lst` has a `"),
    ],
)
def test_code_in_messages_has_no_backticks(fact: str, shown: str) -> None:
    detail = Detail(Kind.RAISED, "f", fact)
    test = TestResult("test_f", "f works", Outcome.CRASHED, False, 0.1, detail)
    part = PartResult("f", "f", 10, (test,))
    report = Report("f", "f.py", (part,), (), (), {"files": "none"})
    assert f'<p class="message"><bdi>f {shown}</bdi></p>' in page(report)


def test_part_that_was_not_tried_is_no_failure() -> None:
    def part(name: str, outcome: Outcome) -> PartResult:
        detail = Detail(Kind.NOT_WRITTEN, name, "is not written yet")
        return PartResult(name, name, 10, (TestResult("test_it", name, outcome, False, 0, detail),))

    outcomes = {"first": Outcome.NOT_DEFINED, "second": Outcome.WRONG, "third": Outcome.PASS}
    parts = tuple(part(*each) for each in outcomes.items())
    shown = page(Report("double", "ada", parts, (), (), {"files": "landlock 4"}))
    rows = re.findall(r'<li class="(\w+)"><a href="#part.*?aria-hidden="true">(.)<', shown)
    assert rows == [("untried", "·"), ("wrong", "✗"), ("right", "✓")]


def test_points_that_depend_on_what_is_hidden() -> None:
    part = PartResult("own", "own", 10, (TestResult("test_it", "it", Outcome.PASS, False, 0),))
    report = Report("double", "ada", (part,), (), (), {"files": "landlock 4"})
    says = "The points for own may depend on wrong functions that are not public."
    assert says not in page(report)
    assert says in page(replace(report, parts=(replace(part, is_provisional=True),)))


MARKED = {
    "one word": ("P(x=3, y=2)", "P(x=2, y=2)", "P(x=<3>, y=2)", "P(x=<2>, y=2)"),
    "a line too much": ("1 2\n3 4\n1 2", "1 2\n1 2", "1 2\n<3 4\n>1 2", "1 2\n1 2"),
    "a row without spaces": ("326154", "326514", "326<15>4", "326<51>4"),
    "nothing alike": ("True", "False", "True", "False"),
}


@pytest.mark.parametrize(("one", "other", "left", "right"), MARKED.values(), ids=MARKED)
def test_differences_are_marked(one: str, other: str, left: str, right: str) -> None:
    sides = mark_differences(one, other)
    assert tuple("".join(text for text, _ in side) for side in sides) == (one, other)
    shown = ["".join(f"<{text}>" if differs else text for text, differs in s) for s in sides]
    assert shown == [left, right]


STAGED = "a  a\nGuess(b,2)  1\nconstraints: a 3 +, b 2 ="
SQUARE = "aab\nccb\nddb\na 3 +\nb 6 +\nc 2 -\nd 2 -\n"
DRAWN = {
    "guesses and numbers": ("kenken", Detail(Kind.RETURNED, arguments={"puzzle": STAGED}), 1),
    "the board returned": (
        "kenken",
        Detail(
            Kind.RETURNED,
            arguments={"puzzle": STAGED},
            returned="1  2\nGuess(b,2)  1\nconstraints: b 2 =",
            expected="2  1\nGuess(b,2)  1\nconstraints: b 2 =",
        ),
        2,
    ),
    "rows and lists of cells": (
        "calcudoku",
        Detail(
            Kind.RETURNED, arguments={"puzzle": "0  0\n0  2", "cages": "[3, 2, 0, 1]\n[3, 2, 2, 3]"}
        ),
        1,
    ),
    "an input": ("mathdoku", Detail(Kind.RETURNED, arguments={"stream": SQUARE}), 1),
    "no board": ("mathdoku", Detail(Kind.RETURNED, arguments={"stream": "aab\nccb\n"}), 0),
    "a sample case": ("kenken", Detail(Kind.PRINTED, case="figure"), 2),
}


@pytest.mark.parametrize(("name", "detail", "count"), DRAWN.values(), ids=DRAWN)
def test_boards_are_drawn(name: str, detail: Detail, count: int) -> None:
    test = TestResult("test_a[figure]", "works: figure", Outcome.WRONG, False, 0.1, detail)
    part = PartResult("a", "a", 10, (test, replace(test, detail=replace(detail, fact="2"))))
    report = Report(name, "ada", (part,), (), (), {"files": "landlock 4"})
    source = page(report, load(name, KIT))
    ids = re.findall(r'<svg [^>]*id="([^"]+)"', source)
    assert len(ids) == len(set(ids)) == 2 * count
    assert page(report).count("<svg") == 0
