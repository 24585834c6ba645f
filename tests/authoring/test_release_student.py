"""NAME-student.zip: its files, the handout as a page, and the start page."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load, names
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.handout_page import handout_page
from autograder.authoring.release.student_bundle import student_bundle
from autograder.authoring.release.trial import try_check_pyz
from autograder.intake.packing import packed
from tests.authoring.sound_kit import change, make_sound_kit, put
from tests.conftest import ROOT

TESTS = "autograder/assignments/double/tests"
READS = """\
from pathlib import Path

DATA = Path(__file__).parent.parent / "hidden/data.txt"


def test_data():
    \"\"\"double doubles what is in a file\"\"\"
    assert double(int(DATA.read_text())) == 2


"""
HANDOUT = """\
# Doubling & more

![A figure](figures/double/a%20b.svg) [other](other.md) [trace](traces/double.html#top)
[up](../README.md) [web](https://example.org) [below](#the-program-in-short)

| a | b |
|---|---|
| 1 | 2 |

| `f` | returns | example |
|---|---|---|
| one | a sentence that is longer than a line of a phone, though not by much | `f(1)` is `1` |

<details><summary>More</summary></details>

## The `program`, in short

```sh
python double.py < inputs/two.in | diff - expected/two.out
```
Try hard. ([All of them](README.md))

Call `f(1)`, `doubled_by_addition(1234)`.
"""


def test_files_of_the_bundle(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    files = student_bundle(assignment, check_pyz(assignment))
    assert set(files) == {
        *("double.py", "inputs/two.in", "expected/two.out", "check.pyz"),
        *("tests/test_double.py", "tests/test_program.py", "conftest.py", "pytest.ini"),
        *("handout.html", "START.html", ".vscode/tasks.json", ".vscode/settings.json"),
    }
    assert files["double.py"] == (tmp_path / "starter/double/double.py").read_bytes()
    assert len(packed(files)) < 6_000_000
    start = html.unescape(files["START.html"].decode())
    assert '<pre tabindex="0">double: double\n\n' in start
    assert "double is not written yet" in start
    assert "write <code>double.py</code>, and run" in start
    assert "skips.\nIt checks that your functions do not change their arguments, too.</p>" in start


def test_handout_as_a_page(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / "handout/double.md", HANDOUT)
    put(tmp_path / "handout/other.md", "")
    put(tmp_path / "handout/traces/double.html", "<p>")
    put(tmp_path / "handout/figures/double/a b.svg", "<svg/>")
    page = handout_page(assignment)
    assert page.attachments == {"traces/double.html": b"<p>"}
    body = page.html.partition("<main>\n")[2]
    assert body.startswith(
        '<h1 id="doubling--more">Doubling &amp; more</h1>\n'
        '<p><img src="data:image/svg+xml;base64,PHN2Zy8+" alt="A figure" /> other '
        '<a href="traces/double.html#top">trace</a>\nup <a href="https://example.org">web</a> '
        '<a href="#the-program-in-short">below</a></p>\n<table tabindex="0">'
    )
    assert "<details><summary>More</summary></details>" in body
    assert '<h2 id="the-program-in-short">' in body
    assert "\npython double.py &lt; inputs/two.in | diff - expected/two.out\n" in body.replace(
        '<code class="language-sh">', "\n"
    )
    assert "<p>Try hard.</p>" in body
    assert '<table tabindex="0" class="wide">\n<thead>\n<tr>\n<th>' in body
    assert '<td data-heading="f">one</td>\n<td data-heading="returns">a sentence' in body
    assert '<table tabindex="0">\n<thead>\n<tr>\n<th>a</th>' in body
    assert '<code>f(1)</code>, <code class="long">doubled_by_addition(1234)</code>' in body


def test_missing_handout_or_figure(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    handout = tmp_path / "handout/double.md"
    put(handout, "![x](figures/x.svg)")
    with pytest.raises(AssignmentError) as raised:
        handout_page(assignment)
    missing = f"{handout}: its figure figures/x.svg is missing, or not SVG or PNG"
    assert str(raised.value) == missing
    handout.unlink()
    with pytest.raises(AssignmentError) as raised:
        handout_page(assignment)
    assert str(raised.value) == f"{handout}: missing; students need a handout"


@pytest.mark.parametrize("name", names(ROOT))
def test_handouts_name_no_path_that_students_lack(name: str) -> None:
    page = handout_page(load(name, ROOT))
    assert re.findall(r"\.\./|starter/|\bautograder\b", page.html) == []
    links = set(re.findall(r'<a href="(?!https?:|#)([^"#]*)', page.html))
    assert links == set(page.attachments)


def test_check_pyz_is_tried_with_the_same_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's may have no room."""
    assignment, place = make_sound_kit(tmp_path / "kit"), tmp_path / "place"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    asks = f"    import tempfile\n    assert tempfile.gettempdir() == {str(place)!r}\n"
    test = f"def test_place():\n{asks}    assert double(1) == 2\n\n\n"
    change(tmp_path / "kit" / TESTS / "test_double.py", "def test", f"{test}def test")
    files = {name: (assignment.starter / name).read_bytes() for name in assignment.files}
    assert "double" in try_check_pyz(assignment, check_pyz(assignment), files)


FAULTS = {
    "hidden file": (
        READS,
        "test_data: the grader failed: FileNotFoundError: [Errno 2] No such file or directory: "
        "'autograder/assignments/double/hidden/data.txt'",
    ),
    "no report": (
        "def test_data(nothing):\n    pass\n\n\n",
        "the grader failed, not the submission: tests/test_double.py::test_data: "
        "fixture 'nothing' not found",
    ),
}


@pytest.mark.parametrize(("test", "fault"), FAULTS.values(), ids=FAULTS)
def test_reference_must_pass_with_what_students_get(test: str, fault: str, tmp_path: Path) -> None:
    """A test that reads a hidden file would fail for every student."""
    assignment = make_sound_kit(tmp_path)
    change(tmp_path / TESTS / "test_double.py", "def test", f"{test}def test")
    put(tmp_path / "autograder/assignments/double/hidden/data.txt", "1")
    with pytest.raises(AssignmentError) as raised:
        try_check_pyz(assignment, check_pyz(assignment), {})
    assert str(raised.value) == (
        f"{tmp_path / TESTS}: the reference fails with what students get ({fault}); "
        "put files that tests read into this folder"
    )
