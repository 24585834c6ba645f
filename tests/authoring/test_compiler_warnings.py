"""What Python warns about in a reference: `verify` reports it, other commands do not repeat it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.verify.compiler_warnings import check_compiler_warnings
from tests.authoring.sound_kit import change
from tests.conftest import run_autograder

REFERENCE = "reference/double/double.py"


def findings(kit: Path) -> list[str]:
    return [str(finding) for finding in check_compiler_warnings(load("double", kit))]


def test_sound_reference(kit: Path) -> None:
    assert findings(kit) == []


def test_comparison_with_a_literal(kit: Path) -> None:
    path = kit / REFERENCE
    path.write_text(f"{path.read_text()}\n\nSAME = __name__ is 'main'\n")
    line = len(path.read_text().splitlines())
    literal = "a literal" if sys.version_info < (3, 12) else "'str' literal"
    assert findings(kit) == [
        f'{REFERENCE}: line {line}: Python warns: "is" with {literal}. Did you mean "=="?; '
        "correct the line, since students would see the warning"
    ]


def test_escape_sequence_that_later_versions_refuse(kit: Path) -> None:
    path = kit / REFERENCE
    path.write_text(f"{path.read_text()}\n\nDIGIT = '\\d'\n")
    [finding] = findings(kit)
    assert "Python warns" in finding
    assert "\\d" in finding


def test_file_that_is_not_python_is_left_to_other_checks(kit: Path) -> None:
    change(kit / REFERENCE, "def ", "def def ")
    assert findings(kit) == []


@pytest.mark.parametrize("command", ["starter", "expected", "verify", "mutants"])
def test_commands_do_not_repeat_the_warning(command: str, kit: Path) -> None:
    path = kit / REFERENCE
    path.write_text(f"{path.read_text()}\n\nSAME = __name__ is 'main'\n")
    assert "SyntaxWarning" not in run_autograder(command, "double", "--kit", kit).err
