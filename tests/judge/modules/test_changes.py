"""Arguments of calls: whether calls may change them, and whether results share parts with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed

CHANGING = """\
from own import Box, grow, put


def test_value():
    assert grow([1]) == [1, 0]


def test_wrong_value():
    assert grow([1]) == [1, 2]


def test_nothing_returned():
    assert put({"a": [1]}, "b") is None


def test_method():
    assert Box([1]).add([2]) == 1


def test_made():
    assert Box([1], clear=True).size() == 0


def test_after_an_exception():
    try:
        put(None, "b")
    except TypeError:
        pass
    grow([1])


def test_argument_stays():
    items = [1]
    grow(items)
    assert items == [1]
"""
CHANGES = """\
def grow(items):
    items.append(0)
    return items


def put(mapping, key): mapping[key] = []


class Box:
    def __init__(self, items, clear=False):
        self.items = items
        if clear:
            items.clear()
    def add(self, items):
        items.clear()
        return len(self.items)
    def size(self): return len(self.items)
"""
RETURNED = "returned the right value, but changed its argument"


def test_changed_argument_fails_its_test_by_default(tmp_path: Path) -> None:
    found = failed(tmp_path, CHANGING, CHANGES)
    grown = f"grow {RETURNED} items: work on a copy, `items = list(items)`"
    assert {name: detail["message"] for name, detail in found.items()} == {
        "test_value": grown,
        "test_wrong_value": "grow gave the wrong answer",
        "test_nothing_returned": "put changed its argument mapping: work on a copy, "
        "`mapping = copy.deepcopy(mapping)`",
        "test_method": f"Box.add {RETURNED} items: work on a copy, `items = list(items)`",
        "test_made": f"Box {RETURNED} items: work on a copy, `items = list(items)`",
        "test_after_an_exception": grown,
        "test_argument_stays": grown,
    }
    assert found["test_value"]["difference"] == "items after the call: [1, 0]"
    wrong = found["test_wrong_value"]
    assert (wrong["returned"], wrong["expected"]) == ("[1, 0]", "[1, 2]")
    assert wrong["difference"].endswith(
        "It also changed its argument items: work on a copy, `items = list(items)`\n"
        "items after the call: [1, 0]"
    )


MAY_CHANGE = """\
import io
from collections import deque

from own import grow, make, nested, same, swap, write
from provided import Cell


def test_in_place():
    items = [1]
    grow(items)
    grow(items)
    assert items == [1, 0, 0]


def test_result_is_the_argument():
    items, other = [1], [2]
    assert same(items) is items
    assert same([items, other])[0] is items
    assert make(items) is not items


def test_parts():
    row = [1]
    rows = {"a": row, "b": {2}, "c": deque([3]), "d": bytearray(b"x")}
    nested(rows)
    assert row == [1, 0]
    assert rows == {"a": row, "b": {2, 0}, "c": deque([3, 0]), "d": bytearray(b"xx"), "e": row}
    assert rows["e"] is row


def test_aliases():
    row = [0]
    rows = [row, row]
    swap(rows)
    assert rows == [[0, 0], [0, 0]]
    assert rows[0] is rows[1] is row


def test_in_itself():
    items = []
    items.append(items)
    assert same(items) is items


def test_dataclass():
    cell = Cell(1)
    grow(cell.candidates)
    cell.parent = cell
    assert same(cell) is cell
    assert cell.candidates == [0]


def test_default_of_a_test(items=[]):
    grow(items)
    assert items == [0]


def test_values_of_one_test_only(items=test_default_of_a_test.__defaults__[0]):
    assert items == []
"""
MAY = """\
from collections import deque


def grow(items): items.append(0)
def same(value): return value
def make(items): return list(items)


def nested(rows):
    rows["a"].append(0)
    rows["b"].add(0)
    rows["c"].append(0)
    rows["d"] += b"x"
    rows["e"] = rows["a"]


def swap(rows): rows[0].append(0)
def write(stream): stream.write("text")
"""
CELL = """\
from dataclasses import dataclass, field


@dataclass
class Cell:
    value: int
    candidates: list = field(default_factory=list)
    parent: object = None
"""
WITH_CELLS = {
    "reference/own/provided.py": CELL,
    "starter/own/provided.py": CELL,
}
SETTINGS = 'provided = ["provided.py"]\ntypes = "provided.py"\n'
ALLOWED = {
    "for all": {"settings": f'{SETTINGS}arguments = "may change"\n'},
    "for some": {"settings": SETTINGS, "part": 'mutates = ["grow", "nested", "swap"]\n'},
}


@pytest.mark.parametrize("keys", ALLOWED.values(), ids=ALLOWED)
def test_changes_arrive_where_they_are_allowed(tmp_path: Path, keys: dict[str, str]) -> None:
    assert failed(tmp_path, MAY_CHANGE, MAY, others=WITH_CELLS, **keys) == {}


def test_change_of_another_function_is_not_allowed(tmp_path: Path) -> None:
    tests = "from own import add, grow\n\n\ndef test_it():\n    grow([1])\n    add([2])\n"
    own = "def grow(items): items.append(0)\ndef add(items): items.append(0)\n"
    [detail] = failed(tmp_path, tests, own, part='mutates = ["grow"]\n').values()
    assert detail["message"] == "add changed its argument items: work on a copy, `items = list(items)`"


COPIES = """\
from own import Box, copied


def test_deep():
    assert copied([[1]]) == [[1]]


def test_method():
    assert Box().add([1]) == {"a": [1]}


def test_flat():
    assert copied([1]) == [1]
"""
COPYING = """\
import copy


def copied(rows): return copy.deepcopy(rows)


class Box:
    def add(self, items): return {"a": list(items)}
"""


def test_results_that_share_parts_with_arguments(tmp_path: Path) -> None:
    own = COPYING.replace("copy.deepcopy(rows)", "list(rows)").replace("list(items)}", "items}")
    keys = {"part": 'copies = ["copied", "Box.add"]\n'}
    assert failed(tmp_path, COPIES, COPYING, **keys) == {}
    found = failed(tmp_path, COPIES, COPYING, own, **keys)
    assert {name: (each["message"], each["difference"]) for name, each in found.items()} == {
        "test_deep": (
            "copied returned its argument, or a part of it, instead of a copy",
            "result[0] is an object from the argument, not a copy",
        ),
        "test_method": (
            "Box.add returned its argument, or a part of it, instead of a copy",
            "result['a'] is an object from the argument, not a copy",
        ),
    }


STREAM = """\
import io

from own import write


def test_written():
    stream = io.StringIO("before")
    stream.read()
    write(stream)
    assert stream.getvalue() == "before, after"
"""


def test_streams_are_there_to_be_changed(tmp_path: Path) -> None:
    assert failed(tmp_path, STREAM, "def write(stream): stream.write(', after')\n") == {}
