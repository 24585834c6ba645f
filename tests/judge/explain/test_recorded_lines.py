"""What students read about how a function got to a wrong value, or into a loop without end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from autograder.judge import submission
from tests.judge.explain.test_sentences import reference
from tests.judge.own_kit import failed

TRACES = """\
def count_vowels(text):
    total = 0
    for letter in text:
        if letter in 'aeiou':
            total = 1
    return total
assert count_vowels('abcde') == 2
  line 2: `total` was 0
  line 3: `letter` was 'a', 'b', 'c', 'd', 'e'
  line 4: `letter in 'aeiou'` was True, False, False, False, True
  line 5: `total` was 1, 1

def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 300 == 0)
assert leap(2000) is True
  line 2: `year % 4 == 0` was True; `year % 100 != 0` was False; `year % 300 == 0` was False; \
`year % 100 != 0 or year % 300 == 0` was False

def is_sorted(items):
    return all(a < b for a, b in zip(items, items[1:]))
assert is_sorted([1, 2, 2, 5]) is True
  line 2: `a` was 1, 2; `b` was 2, 2; `a < b` was True, False

def squares(n):
    return [i * i for i in range(n + 1, 1)]
assert squares(1) == [1]
  line 2: `range(n + 1, 1)` was empty

def remaining(price, percent):
    if not price > 100:
        return price * (1 - percent)
    return -1
assert remaining(80, 20) == 64
  line 2: `not price > 100` was True
  line 3: `1 - percent` was -19

def stripped(name):
    while True:
        name.strip()
        name == name[1:]
        if name[0] == ' ':
            break
    return name
assert stripped(' x') == 'x'
  line 3: `name` was ' x'
  line 4: `name == name[1:]` was False
  line 5: `name[0] == ' '` was True

def hailstones(n):
    steps = 0
    while n != 1:
        n = n + 2
        steps += 1
    return steps
assert hailstones(2) == 1
  line 2: `steps` was 0
  line 3: `n != 1` was True, True, True, True, …
  line 4: `n` was 4, 6, 8, 10, …
  line 5: `steps` was 1, 2, 3, 4, …

def last_positive(numbers):
    for i, n in enumerate(numbers):
        if n < 0:
            numbers = numbers[:1]
    return n
assert last_positive([1, -1]) == 1
  line 2: `i` was 0, 1; `n` was 1, -1
  line 3: `n < 0` was False, True
  line 4: `numbers` was [1]

def kept_in_the_module(n):
    while len(SEEN) < 2:
        SEEN.append(n)
    return n
assert kept_in_the_module(3) == 7
  line 2: `len(SEEN)` was 0, 1, 2; `len(SEEN) < 2` was True, True, False
  line 3: `SEEN` was [3], [3, 3]

def counted(numbers):
    counts = [0, 0]
    for n in numbers:
        counts[n] = 1 + counts[n]
    return counts[1]
assert counted([0, 0, 1]) == 7
  line 2: `counts` was [0, 0]
  line 3: `n` was 0, 0, 1
  line 4: `counts[n]` was 1, 2, 1

def lengthened(rows):
    for row in rows:
        row += [0]
    return [*rows]
assert lengthened([[1]]) == 7
  line 2: `row` was [1]
  line 3: `row` was [1, 0]

def swapped(a, b):
    return a - b
assert swapped(b=5, a=3) == 2

def shared(first, second):
    first.append(2)
    return len(second)
assert shared(TWICE[0], TWICE[1]) == 1

def over_a_range_that_never_ends(n):
    while n:
        for i in range(4000):
            pass
assert over_a_range_that_never_ends(1) == 1
  line 3: `i` was 0, 1, 2, 3, …

def unordered(words):
    for word in {*words, 'a'}:
        return word + 'x'
assert unordered(['b']) == 'c'
  line 2: `word` was 'a'

def other_sum(ns):
    return sum(ns) + 1
assert other_sum([1]) == 1
  line 2: `sum(ns)` was 1

def identical(ns):
    return [ns[0] is ns[1], ns[0] > 1]
assert identical([1000, 1000]) == 1
  line 2: `ns[0] is ns[1]` was False; `ns[0] > 1` was True

def sign(kind, n):
    match kind.lower():
        case 'add':
            return n
        case _ if n:
            return n * 2
assert sign('Sub', 3) == 7
  line 2: `kind.lower()` was 'sub'
  line 5: `case _`

def never_begun(xs):
    return (x for x in xs)
assert never_begun([1]) == 7

def early(n):
    return [n, n + 1]
def late(n):
    for i in n:
        return i * 3
def order(n):
    found = late(early(n))
    return found
assert order(2) == 7
  line 7: `early(n)` was [2, 3]; `found` was 6
  line 4 in late: `i` was 2
  line 5 in late: `i * 3` was 6
  line 2 in early: `n + 1` was 3; `[n, n + 1]` was [2, 3]

def nothing_to_say_of_a_part(n):
    return len(set()) + n
assert nothing_to_say_of_a_part(-1) == 7
  line 2: `len(set())` was 0

def long_row(words):
    found = []
    for word in words:
        found.append(word * 9 if word > 'b' and word * 9 > 'e' and word + 'x' > 'c' else word)
    return found
assert long_row(['long', 'word', 'long']) == 7
  line 2: `found` was []
  line 3: `word` was 'long', 'word', 'long'
  line 4: `word > 'b'` was True, True, True; `word * 9 > 'e'` was True, True, True; \
`word + 'x' > 'c'` was True, True, True; \
`found` was ['longlonglonglonglonglonglonglonglong'], …, ['longlonglonglonglonglonglonglonglong'…

def caught(n):
    try:
        return n + n
    finally:
        n = 1
assert caught(3) == 7
  line 5: `n` was 1

def growing(n):
    while n:
        n *= n
assert growing(3) == 7
  line 3: `n` was 9, 81, 6561, 43046721, …

def cell(board, row, column):
    return board[row][column]
def total(cells, board):
    seen = set()
    result = 0
    for row, column in cells:
        value = cell(board, row, column)
        if value in seen:
            continue
        seen.add(value)
        result += value
    return result
assert total([(0, 0), (0, 1), (1, 1)], [[1, 2], [3, 2]]) == 5
  line 4: `seen` was set()
  line 5: `result` was 0
  line 6: `row` was 0, 0, 1; `column` was 0, 1, 1
  line 7: `value` was 1, 2, 2
  line 8: `value in seen` was False, False, True
  line 10: `seen` was {1}, {1, 2}
  line 11: `result` was 1, 3
  line 2 in cell: `board[row][column]` was 1, 2, 2

def column_sums(rows):
    sums = []
    for x in range(2):
        s = 0
        for row in rows:
            s += row[0]
        sums.append(s)
    return sums
assert column_sums([[1, 2], [3, 4]]) == [4, 6]
  line 2: `sums` was []
  line 3: `x` was 0, 1
  line 4: `s` was 0, 0
  line 5: `row` was [1, 2], [3, 4] | [1, 2], [3, 4]
  line 6: `row[0]` was 1, 3 | 1, 3; `s` was 1, 4 | 1, 4
  line 7: `sums` was [4], [4, 4]

def evens(numbers):
    for n in numbers:
        if n % 2:
            yield n
assert list(evens([1, 2, 3])) == [2]
  line 2: `n` was 1, 2, 3
  line 3: `n % 2` was 1, 0, 1
  line 4: `n` was 1, 3

def steps(n):
    count = 0
    while n > 1 and count < 9:
        n, count = n // 3, count + 1
    if count == 0:
        return -1
    return count
assert steps(1) == 0
  line 2: `count` was 0
  line 3: `n > 1` was False
  line 5: `count == 0` was True
  line 6: `return -1`

def halves(n):
    found = 1
    for i in range(n):
        found = i // 2
    return found
assert halves(9) == 9
  line 2: `found` was 1
  line 3: `i` was 0, 1, 2, 3, …, 8
  line 4: `found` was 0, 0, 1, 1, …, 4

def many(n):
    found = 1
    for i in range(n):
        if i < 3:
            early = i
        if i > n - 3:
            late = i
    return found
assert many(3000) == 9
  line 2: `found` was 1
  line 3: `i` was 0, 1, 2, 3, …, 2999
  line 4: `i < 3` was True, True, True, False, …, False
  line 5: `early` was 0, 1, 2, …
  line 6: `i > n - 3` was False, False, False, False, …, True
  line 7: `late` was …, 2999

def month(text):
    from datetime import date
    day = date.fromisoformat(text)
    return [day.day]
assert month('2024-03-01') == [3]
  line 4: `day.day` was 1

def own_places(numbers):
    import inspect
    seen = sorted(locals())
    return seen, len(inspect.getsource(own_places).split())
assert own_places([1]) == 7
  line 3: `seen` was ['inspect', 'numbers']
  line 4: `len(inspect.getsource(own_places).split())` was 10
"""
"""Definitions with an `assert` that fails, and the lines that are told, if any are."""
BEFORE = """\
from random import choice as sum
SEEN = []
"""


def traces() -> dict[str, tuple[str, str, str]]:
    rows = re.findall(r"(def (\w+)[^\0]*?)\nassert (.*)\n((?:  .*\n)*)", TRACES)
    return {name: (source, assertion, lines) for source, name, assertion, lines in rows}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, dict[str, Any]]]:
    """Return, for each definition, the number of lines before it, and the report's detail."""
    own, tests, before = BEFORE, "from own import *\nTWICE = [[1]] * 2\n", {}
    for name, (source, assertion, _) in traces().items():
        before[name] = own.count("\n")
        own += f"{source}\n\n\n"
        tests += f"def test_{name}():\n    assert {assertion}\n"
    folder = tmp_path_factory.mktemp("traces")
    settings = "[limits]\ncall_seconds = 0.3\n"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(submission, "MAX_RECORDED", 99)
        patch.setattr(submission, "MAX_WITHOUT_END", 99)
        details = failed(folder, tests, reference(own), own, settings=settings)
    return {name: (lines, details[f"test_{name}"]) for name, lines in before.items()}


@pytest.mark.parametrize("name", traces())
def test_how_it_got_there(graded: dict[str, tuple[int, dict[str, Any]]], name: str) -> None:
    before, detail = graded[name]
    told = detail.get("lines", "").partition("How your code got there:\n")[2]
    told = told.partition("\nIt also changed")[0]
    told = re.sub(r"line (\d+)", lambda match: f"line {int(match[1]) - before}", told)
    assert told.splitlines() == traces()[name][2].splitlines()


def test_only_the_first_failures_of_a_part_are_repeated(tmp_path: Path) -> None:
    tests = "import pytest\nfrom own import half\n"
    tests += "@pytest.mark.parametrize('n', range(15))\n"
    tests += "def test_half(n): assert half(n) == n / 2\n"
    own = "def half(n):\n    third = n / 3 + 100\n    return third\n"
    details = failed(tmp_path, tests, "def half(n): return n / 2\n", own).values()
    told = ["line 2: `n / 3` was" in each.get("lines", "") for each in details]
    assert told == [True] * submission.MAX_RECORDED + [False] * 3


def test_branch_that_was_never_taken_is_no_cause(tmp_path: Path) -> None:
    own = (
        "def kept(xs):\n    found = xs[:-1]\n    for x in found:\n        if x == 1:\n"
        "            found.remove(x)\n    return found\n"
    )
    tests = "from own import kept\ndef test_{}(): assert kept({}) == {}\n"
    never = tests.format("never", "[2, 3, 4]", "[2, 3, 4]")
    taken = tests.format("taken", "[1, 1, 3, 4]", "[3, 4]")
    details = failed(tmp_path, never + taken, "def kept(xs): return [x for x in xs if x != 1]", own)
    causes = {name: detail.get("cause", "") for name, detail in details.items()}
    assert causes["test_never"] == ""
    assert causes["test_taken"].startswith("line 5 removes items from `found`")
