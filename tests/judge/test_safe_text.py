"""Text of a submission is made safe once, before any terminal, page or XML file shows it."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.cli.console import print_error
from autograder.safetext import printable, printable_line
from tests.conftest import DOUBLE, run_autograder
from tests.judge.own_kit import write_kit, write_one_part

MOST = 40_000
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


@given(st.text(st.characters(categories=["L", "M", "N", "P", "S"], include_characters=" \n")))
def test_what_is_safe_is_left_alone(text: str) -> None:
    assert printable(text) == text


def test_every_single_character_is_safe() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    assert_safe(printable(everything, len(everything)))


CONTROL = "\x1b[2J\x9b\ud800\ufffe\u202e\x00\x85\u2028"
HOSTILE = f"{CONTROL}\r\nScore: 100 of 100\n✓ all\t<b>]]>&"
BOARDS = """\
from dataclasses import dataclass


@dataclass
class Board:
    text: str

    def __str__(self):
        return self.text
"""
OWN = f"""\
from boards import Board

HOSTILE = {HOSTILE!a}
LONG = HOSTILE * 9000


def named(n):
    def inner():
        n[HOSTILE]
    inner.__code__ = inner.__code__.replace(co_name=HOSTILE)
    inner()


def returns_text(n): return LONG
def returns_table(n): return [[HOSTILE, LONG]] * 3
def returns_entries(n): return {{HOSTILE: {{HOSTILE}}}}
def returns_board(n): return [Board(HOSTILE)]
def returns_object(n): return type(HOSTILE.replace(chr(0), "").replace(chr(0xd800), ""), (), {{}})()
def prints(n): print(LONG)
def raises(n): raise type("E" + chr(27), (Exception,), {{}})(LONG)
def cannot_import(n): raise ImportError(LONG)
def leaves(n): raise SystemExit(LONG)
def changes(items): items.append(LONG)
def loops(n):
    text = HOSTILE
    while True: pass
def keeps(n, found=[]):
    found.append(HOSTILE)
    return Board("".join(found))
"""
UNLOADABLE = f"""\
error = SyntaxError({HOSTILE!a})
error.filename, error.lineno = "own.py", 1
raise error
"""
NAMES = re.findall(r"(?m)^def (\w+)", OWN)
SETTINGS = 'provided = ["boards.py"]\ntypes = "boards.py"\n[limits]\ncall_seconds = 0.3\n'


@pytest.fixture(scope="module")
def own_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tests = "from own import *\n" + "".join(
        f"def test_{name}():\n    assert {name}([1]) == 'x'\n" for name in NAMES
    )
    reference = "".join(f"def {name}(n): return 'x'\n" for name in NAMES)
    others = {f"{folder}/own/boards.py": BOARDS for folder in ("reference", "starter")}
    kit = tmp_path_factory.mktemp("kit")
    return write_one_part(kit, tests, reference, settings=SETTINGS, others=others)


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from strings([*value, *value.values()])
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


@pytest.mark.parametrize("own", [OWN, UNLOADABLE], ids=["calls", "loading"])
def test_report_on_a_hostile_submission_is_safe(own_kit: Path, tmp_path: Path, own: str) -> None:
    work, saved = write_kit(tmp_path / "work", {"own.py": own}), tmp_path / "report.json"
    ran = run_autograder("grade", "own", work, "--kit", own_kit, "--json", saved)
    report = json.loads(saved.read_text("utf-8"))
    for text in strings(report):
        assert_safe(text)
        assert len(text) < MOST
    tests = report["parts"][0]["tests"]
    assert {test["outcome"] for test in tests}.isdisjoint({"pass", "grader_error"})
    assert not [test for test in tests if "\n" in test["detail"]["message"]]
    [problem] = report["problems"]  # The remark on `keeps`, or why nothing can be loaded.
    assert all(line.startswith("  ") for line in problem.split("\n")[1:])
    assert_safe(ran.out)
    lines = [line for line in ran.out.splitlines() if not line.startswith(" " * 15)]
    scores = [line for line in lines if line.lstrip().startswith("Score")]
    assert [score.partition("(")[0].strip() for score in scores] == ["Score: 0 of 100"]
    assert not [line for line in lines if line.lstrip().startswith("✓")]


def test_names_of_folders(tiny: Path, tmp_path: Path) -> None:
    """On standard error, in problems, and in the command for full details."""
    folder = tmp_path / "\x1b[2J{x}\nScore: 60 of 60\udcff"
    for arguments in (("grade", "double", folder), ("check", "double", folder)):
        ran = run_autograder(*arguments, "--kit", tiny)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert_safe(ran.err)
    folder.mkdir()
    wrong = DOUBLE.replace("2 * number", "number")
    (folder / "double.py").write_text(wrong)
    ran = run_autograder("check", "double", folder, "--kit", tiny)
    assert_safe(ran.out + ran.err)
    [score] = [line for line in ran.out.splitlines() if line.startswith("Score")]
    assert score == "Score: 0 of 90  (public tests; your instructor may run more)"


def test_every_line_of_an_error_but_the_first_is_indented(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_error("the grader failed: one\nScore: 60 of 60")
    assert capsys.readouterr().err == "autograder: the grader failed: one\n  Score: 60 of 60\n"
