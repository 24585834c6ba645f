"""Names that a part's tests use, and that another of the student's files defines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failures, write_kit

SETTINGS = """\
title = "Bank"
files = ["bank.py", "money.py"]

[[part]]
name = "own"
points = 100
file = "bank.py"
"""
MONEY = """\
START = 10


class Money:
    def __init__(self, cents):
        self.cents = cents

    @classmethod
    def zero(cls):
        return cls(0)


def double(cents):
    return 2 * cents
"""
BANK = """\
from money import START, Money, double


def total(amounts):
    return Money(sum(amount.cents for amount in amounts))


def applied(function, number):
    return function(number)
"""
TESTS = """\
def test_object(student):
    assert student.total([student.new("Money", 5), student.new("Money", 6)]).cents == 11


def test_class(student):
    assert student.Money.zero().cents == 0
    assert student.total([student.Money.zero()]).cents == 0


def test_function(student):
    assert student.double(4) == 8
    assert student.applied(student.ref("double"), 3) == 6
    assert student.applied(student.double, 3) == 6


def test_constant(student):
    assert student.START == 10


def test_own(student):
    assert student.applied(student.total, []).cents == 0
"""
TOTAL_ELSEWHERE = {
    "bank.py": "def applied(function, number):\n    return function(number)\n",
    "money.py": f"{MONEY}\n\ndef total(amounts):\n    return Money(0)\n",
}
NOT_WRITTEN = {"bank.py": "import money\n", "money.py": ""}
BROKEN = {"bank.py": "", "money.py": "raise LookupError('not yet')\n"}


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    place = "autograder/assignments/own"
    files = {f"{place}/assignment.toml": SETTINGS, f"{place}/tests/test_own.py": TESTS}
    for folder in ("reference", "starter"):
        files |= {f"{folder}/own/bank.py": BANK, f"{folder}/own/money.py": MONEY}
    return write_kit(tmp_path / "kit", files)


def work(tmp_path: Path, files: dict[str, str]) -> Path:
    return write_kit(tmp_path / "work", files)


def test_file_need_not_import_names_in_the_same_way(kit: Path, tmp_path: Path) -> None:
    """`import money` is as right as `from money import Money`."""
    bank = BANK.partition("\n")[2].replace("Money", "money.Money")
    files = {"bank.py": f"import money\n{bank}", "money.py": MONEY}
    assert failures(kit, work(tmp_path, files)) == {}


def test_missing_name_belongs_to_the_file_whose_starter_has_it(kit: Path, tmp_path: Path) -> None:
    found = failures(kit, work(tmp_path, NOT_WRITTEN))
    assert {name: detail["message"] for name, detail in found.items()} == {
        "test_object": "money.py does not define Money",
        "test_class": "money.py does not define Money",
        "test_function": "money.py does not define double",
        "test_constant": "money.py does not define START",
        "test_own": "bank.py does not define applied",
    }


def test_name_of_the_parts_file_is_not_found_elsewhere(kit: Path, tmp_path: Path) -> None:
    found = failures(kit, work(tmp_path, TOTAL_ELSEWHERE))
    assert found["test_own"]["message"] == "bank.py does not define total"


def test_other_file_that_cannot_be_loaded(kit: Path, tmp_path: Path) -> None:
    found = failures(kit, work(tmp_path, BROKEN))
    assert found["test_object"]["message"] == "Money raised LookupError: not yet"
