"""What an object that a call returned can do, and what it cannot stand for."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import copy_kit
from tests.judge.objects_kit import graded_with, outcomes

RIGHT_RESULTS = """\
def test_scaled(student):
    long = student.new("Vector", 1, 2).scaled(3)
    assert str(2 * long - long * 3) == "(-3, -6)"


def test_attribute(student):
    assert student.new("Vector", 1, 2).scaled(3).x - 3 == 0


def test_method(student):
    bag = student.new("Bag", [3, 5]).doubled()
    assert bag.doubled().count(12) == 1
"""
COUNT = "\n    def count(self, number):\n        return self.numbers.count(number)\n"


def test_what_an_object_that_a_call_returned_can_do(tmp_path: Path) -> None:
    """It has a method such as `count`, as Python's own types have, if the starter has it."""
    kit = copy_kit("objects", tmp_path / "kit")
    for folder in ("reference", "starter"):
        file = kit / folder / "objects/vectors.py"
        source = file.read_text("utf-8")
        own = source.replace("\n    def doubled", f"{COUNT}\n    def doubled")
        assert own != source
        file.write_text(own)
    own = (kit / "reference/objects/vectors.py").read_text("utf-8")
    found = outcomes(graded_with(RIGHT_RESULTS, own, kit))
    assert found == dict.fromkeys(found, "pass")
    assert len(found) == 3


EXTENDING = """\


from collections import Counter
import collections


class Stock(dict[str, int]):
    def copied(self):
        return Stock(self)


class Tally(collections.Counter):
    def doubled(self):
        return Tally({key: 2 * count for key, count in self.items()})
"""
INHERITED = """\
def test_dict(student):
    stock = student.new("Stock", {"nails": 3}).copied()
    assert stock.get("nails") == 3
    assert stock.pop("nails") == 3


def test_counter(student):
    assert student.new("Tally", "noon").doubled().most_common(1) == [("n", 4)]
    assert student.new("Tally", "noon").doubled().get("o") == 4


def test_not_inherited(student):
    assert student.new("Stock", {}).copied().append(3) is None
"""


def test_methods_that_a_class_of_the_starter_inherits_from_python(tmp_path: Path) -> None:
    kit = copy_kit("objects", tmp_path / "kit")
    for folder in ("reference", "starter"):
        with (kit / folder / "objects/vectors.py").open("a", encoding="utf-8") as file:
            file.write(EXTENDING)
    own = (kit / "reference/objects/vectors.py").read_text("utf-8")
    own = own.replace("Stock(self)", "Appending(self)")
    own += "\n\nclass Appending(Stock):\n    def append(self, _): pass\n"
    found = outcomes(graded_with(INHERITED, own, kit))
    assert found.pop("test_not_inherited") != "pass"
    assert found == {"test_dict": "pass", "test_counter": "pass"}


PAIR = """

from typing import NamedTuple


class Pair(NamedTuple):
    x: int
    y: int
"""
PRIVATE = """\
def test_fields(student):
    assert student.square(3)._asdict() == {"x": 3, "y": 9}


def test_next(student):
    assert student.square(3).y == 9
"""


def test_an_object_in_place_of_a_named_tuple_is_a_wrong_answer(tmp_path: Path) -> None:
    """Its private methods are asked for by a right test, so the grader has not failed."""
    kit = copy_kit("objects", tmp_path / "kit")
    with (kit / "starter/objects/numbers_of.py").open("a", encoding="utf-8") as file:
        file.write(PAIR)
    settings = kit / "autograder/assignments/objects/assignment.toml"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace("\n\n", '\ntypes = "numbers_of.py"\n\n', 1), "utf-8")
    reference = kit / "reference/objects/vectors.py"
    own = reference.read_text("utf-8").replace("number * number", "Pair(number, number * number)")
    reference.write_text(f"from numbers_of import Pair\n{own}", "utf-8")
    right = outcomes(graded_with(PRIVATE, reference.read_text("utf-8"), kit))
    assert right == {"test_fields": "pass", "test_next": "pass"}
    own = "class Sly:\n    y = 9\n    def _asdict(self): return {'x': 3, 'y': 9}\n"
    found = outcomes(graded_with(PRIVATE, f"{own}\n\ndef square(number): return Sly()\n", kit))
    assert found == {"test_fields": "wrong", "test_next": "pass"}
