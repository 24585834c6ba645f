"""Arguments of calls: whether calls may change them, and whether results share parts with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed

CHANGING = """\
from own import Box, grow, put

def test_value(): assert grow([1]) == [1, 0]
def test_wrong_value(): assert grow([1]) == [1, 2]
def test_nothing_returned(): assert put({"a": [1]}, "b") is None
def test_method(): assert Box([1]).add([2]) == 1
def test_made(): assert Box([1], clear=True).size() == 0
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


def test_changed_argument_fails_its_test_by_default(tmp_path: Path) -> None:
    """At its end: a wrong value comes first."""
    found = failed(tmp_path, CHANGING, CHANGES)
    changed = "returned the right value, but changed its argument items"
    copied = "work on a copy, `items = list(items)`"
    assert {name: detail["message"] for name, detail in found.items()} == {
        "test_value": f"grow {changed}; {copied}",
        "test_wrong_value": "grow returned a list with 1 of 2 items wrong: item [1] is 0 instead"
        " of 2",
        "test_nothing_returned": "put changed its argument mapping; work on a copy, "
        "`mapping = copy.deepcopy(mapping)`",
        "test_method": f"Box.add {changed}; {copied}",
        "test_made": f"Box {changed}; {copied}",
        "test_after_an_exception": f"grow {changed}; {copied}",
        "test_argument_stays": f"grow {changed}; {copied}",
    }
    lines = "How your code got there:\n  line 2: `items` was [1, 0]"
    value = found["test_value"]
    assert (value["after"], value["lines"]) == ({"items": "[1, 0]"}, lines)
    wrong = found["test_wrong_value"]
    assert (wrong["returned"], wrong["expected"]) == ("[1, 0]", "[1, 2]")
    also = f"It also changed its argument items; {copied}"
    assert (wrong["difference"], wrong["after"]) == (also, {"items": "[1, 0]"})


MAY_CHANGE = """\
from collections import deque

from own import grow, make, nested, same
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

def test_dataclass():
    cell = Cell(1)
    cell.parent = cell
    grow(cell.candidates)
    assert same(cell) is cell
    assert cell.candidates == [0]

def test_shared_by_tests(items=[]):
    grow(items)
    assert items == [0]

def test_shared_by_tests_is_as_before(items=test_shared_by_tests.__defaults__[0]):
    assert items == []
"""
MAY = """\
def grow(items): items.append(0)
def same(value): return value
def make(items): return list(items)
def nested(rows):
    rows["a"].append(0)
    rows["b"].add(0)
    rows["c"].append(0)
    rows["d"] += b"x"
    rows["e"] = rows["a"]
"""
CELL = """\
from dataclasses import dataclass, field

@dataclass
class Cell:
    value: int
    candidates: list = field(default_factory=list)
    parent: object = None
"""
TYPES = 'provided = ["provided.py"]\ntypes = "provided.py"\n'
ALLOWED = {
    "for all": {"settings": f'{TYPES}arguments = "may change"\n'},
    "for some": {"settings": TYPES, "part": 'mutates = ["grow", "nested"]\n'},
}


@pytest.mark.parametrize("keys", ALLOWED.values(), ids=ALLOWED)
def test_changes_reach_the_test_where_they_are_allowed(
    tmp_path: Path, keys: dict[str, str]
) -> None:
    others = {f"{folder}/own/provided.py": CELL for folder in ("reference", "starter")}
    assert failed(tmp_path, MAY_CHANGE, MAY, others=others, **keys) == {}


COPIES = """\
from own import Box, copied

def test_deep(): assert copied([[1]]) == [[1]]
def test_method(): assert Box().add([1]) == {"a": [1]}
def test_flat(): assert copied([1]) == [1]
"""
COPYING = """\
import copy
def copied(rows): return copy.deepcopy(rows)
class Box:
    def add(self, items): return {"a": list(items)}
"""


def test_results_that_share_parts_with_arguments(tmp_path: Path) -> None:
    own = COPYING.replace("copy.deepcopy(rows)", "list(rows)").replace("list(items)}", "items}")
    part = 'copies = ["copied", "Box.add"]\n'
    assert failed(tmp_path, COPIES, COPYING, part=part) == {}
    found = failed(tmp_path, COPIES, COPYING, own, part=part)
    says = "did not copy all of its argument"
    where = "is an object from the argument, not a copy"
    assert {name: (each["message"], each["difference"]) for name, each in found.items()} == {
        "test_deep": (f"copied {says}", f"result[0] {where}"),
        "test_method": (f"Box.add {says}", f"result['a'] {where}"),
    }


KEPT = """\
import pytest
from own import Playlist, cached, count, history

def test_object_keeps_the_list():
    songs = ["a"]
    playlist = Playlist(songs)
    assert playlist.songs is songs
    playlist.add("b")
    assert songs == ["a", "b"]
    songs.append("c")
    assert len(playlist) == 3

def test_inner_lists():
    rows = [[1], [2]]
    playlist = Playlist(rows)
    rows[0].append(0)
    rows.append([3])
    assert playlist.songs == [[1, 0], [2], [3]]
    playlist.songs[2].append(4)
    assert rows[2] == [3, 4]
    playlist.add(5)
    assert rows.pop() == 5 and len(playlist) == 3

def test_result_is_the_list_that_a_module_keeps():
    assert cached() is cached()
    cached()["a"] = 1
    assert cached() == {"a": 1}
    history.append(2)
    assert count() == 1

def test_call_that_raises_changes_it():
    songs = []
    playlist = Playlist(songs)
    with pytest.raises(ValueError):
        playlist.fail()
    assert songs == ["before"]
"""
KEEPING = """\
history = []
cache = {}
class Playlist:
    def __init__(self, songs): self.songs = songs
    def __len__(self): return len(self.songs)
    def add(self, song): self.songs.append(song)
    def fail(self):
        self.songs.append("before")
        raise ValueError
def cached(): return cache
def count(): return len(history)
"""


MAY_SETTINGS = 'arguments = "may change"\n'


def test_what_the_submission_keeps_stays_the_tests_own(tmp_path: Path) -> None:
    assert failed(tmp_path, KEPT, KEEPING, settings=MAY_SETTINGS) == {}


LATER = """\
from own import Playlist, cached, count, doubled, empty, history

def test_later_call():
    one = [1, 2]
    assert doubled(one) == [2, 4]
    assert doubled([3]) == [6]
    assert len(one) == 2
def test_method():
    songs = ["a"]
    playlist = Playlist(songs)
    playlist.add("b")
    assert songs == ["a"]
def test_operator():
    other = [1, 2]
    assert Playlist([]) + other == []
def test_its_own_list():
    playlist = Playlist([])
    songs = playlist.songs
    assert count() == len(history)
    cached()["a"] = 1
    empty(songs)
    assert cached() == {"a": 1}
"""
ALIASES = """\
history = []
cache = {}
kept = []
class Playlist:
    def __init__(self, songs): self.songs = songs
    def add(self, song): self.songs.append(song)
    def __add__(self, other):
        other.clear()
        return []
def cached(): return cache
def count(): return len(history)
def empty(songs): return not songs
def doubled(numbers):
    result = [2 * n for n in numbers]
    for each in kept: each.clear()
    kept.append(numbers)
    return result
"""


def test_what_was_given_may_not_change_later(tmp_path: Path) -> None:
    """Nor by an operator. A list that the submission has made is its own."""
    copies = ALIASES.replace("self.songs = songs", "self.songs = list(songs)")
    right = copies.replace("kept.append(numbers)", "").replace("        other.clear()\n", "")
    assert failed(tmp_path, LATER, right) == {}
    found = failed(tmp_path, LATER, right, ALIASES)
    assert {name: each["message"] for name, each in found.items()} == {
        "test_later_call": "doubled returned the right value, but changed what an earlier call was "
        "given; work on a copy",
        "test_method": "Playlist.add changed what an earlier call was given; work on a copy",
        "test_operator": "+ of Playlist returned the right value, but changed its argument; "
        "work on a copy",
    }


DEEP = "is a shallow copy: `copy.deepcopy(board)` copies what is in it, too"


def test_shallow_copy_of_a_dict(tmp_path: Path) -> None:
    right = "import copy\ndef put(domains):\n    new = copy.deepcopy(domains)\n"
    right += "    new[1].append(5)\n    return new\n"
    tests = "from own import put\n\ndef test_put(): assert put({1: [2]}) == {1: [2, 5]}\n"
    own = right.replace("copy.deepcopy(domains)", "domains.copy()")
    cause = failed(tmp_path, tests, right, own)["test_put"]["cause"]
    deep = "`copy.deepcopy(domains)` copies what is in it, too"
    assert cause == f"`domains.copy()` (line 3) is a shallow copy: {deep}"


@pytest.mark.parametrize(
    ("copied", "why"),
    [
        ("board.copy()", f"`board.copy()` (line 3) {DEEP}"),
        ("board[:]", f"`board[:]` (line 3) {DEEP}"),
        ("list(board)", f"`list(board)` (line 3) {DEEP}"),
        ("copy.copy(board)", f"`copy.copy(board)` (line 3) {DEEP}"),
        ("board", "work on a copy, `board = copy.deepcopy(board)`"),
        ("list(other) and board", "work on a copy, `board = copy.deepcopy(board)`"),
        (
            "[list(row) for row in board] and board",
            "work on a copy, `board = copy.deepcopy(board)`",
        ),
    ],
)
def test_copy_that_shares_its_rows(tmp_path: Path, copied: str, why: str) -> None:
    right = (
        "import copy\ndef put(board, other):\n    new = copy.deepcopy(board)\n"
        "    row = new[0]\n    row[1] = 5\n    return new\n"
    )
    tests = "from own import put\n\ndef test_put(): assert put([[1, 2]], [3]) == [[1, 5]]\n"
    own = right.replace("copy.deepcopy(board)", copied)
    detail = failed(tmp_path, tests, right, own)["test_put"]
    said = "returned the right value, but changed its argument board"
    assert detail["message"] == f"put {said}; {why}"
