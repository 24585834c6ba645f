"""What students read about their mistakes: each with the sentence that explains it.

All mistakes are functions of one submission, which is graded once.
"""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

import pytest

from autograder.judge.grading_python import PYTHON
from tests.judge.own_kit import failed

SHAPES = """\
from dataclasses import dataclass


@dataclass(frozen=True)
class Posn:
    x: int
    y: int


@dataclass(frozen=True)
class Arc:
    first: tuple[int, int]
    target: int


@dataclass(frozen=True)
class Cell:
    letter: str
    number: int

    def __str__(self):
        return str(self.number or self.letter)


@dataclass(frozen=True)
class Lamps:
    rows: list[int]


SIZE = 6
"""
SETTINGS = """\
provided = ["shapes.py"]
arguments = "may change"
types = "shapes.py"
[limits]
call_seconds = 0.3
"""

VALUES = """\
(1, 2) != [1, 2]
    the right value, but it is a tuple instead of a list
'3' != 3
    the right value, but it is a string instead of a number
[[1, '2'], ['2', 1]] != [[1, 2], [2, 1]]
    a list with 2 parts of the wrong type; the first: [0][1] is a string instead of a number
{7: Arc([0, 1], 3)} != {7: Arc((0, 1), 3)}
    the right value, but its part [7].first is a list instead of a tuple
3 != [3, 4]
    a number instead of a list
3 != True
    a number instead of True or False
[1] != None
    a list instead of None
Decimal('0.5') != 0.25
    a Decimal instead of a number
[(1, 2), (0, 0)] != [Posn(0, 0), Posn(1, 2)]
    a list in which each value is a tuple instead of a Posn
[].index != 3
    a function instead of a number; is a call missing its ()?
map(str, [1]) != ['1']
    a map instead of a list; list(…) makes one
['A', 'B'] != 'A B'
    a list instead of a string; `' '.join(…)` makes the right one
['A', 'C'] != 'A B'
    a list instead of a string
range(2) != [0, 1]
    a range instead of a list; list(…) makes one
[[1, 2]] != [1, 2]
    the right list, but inside a list
([], []) != []
    a tuple instead of a list
4 != [4]
    the right number, but not inside a list
[[1, 2], ['3']] != [1, 2, '3']
    the right items, but nested in another way
[(1, 1), (3, 2)] != [(1, 1), (2, 3)]
    a list with 1 of 2 items wrong: item [1][0] is 3 instead of 2
3 != 4
    one less than expected
5 != 3
    5 instead of 3
-3.5 != 3.5
    the expected number with the other sign
-7 != 9
    -7 instead of 9
2.718 != 2.72
    2.718 instead of 2.72
'1 2' != '1  2\\n'
    the right string, but with different spaces or line endings
'AdaLovelace' != 'Ada Lovelace'
    the right string, but with different spaces or line endings
'ab\\n' != 'ab'
    the right string, but with one more newline at the end
'ab' != 'ab\\n\\n'
    the right string, but without its newlines at the end
'no' != 'No'
    a string that differs only in upper and lower case
'cba' != 'abc'
    the right string in reverse
'' != 'ab'
    '' instead of 'ab'
'a quick brown fox' != 'a quick red fox'
    a string that differs after 'a quick '
'The quick brown fox' != 'A quick brown fox'
    a string that differs before ' quick brown fox'
'nothing alike in it' != 'what is so different?'
'12\\n34' != '12\\n43'
    '34' instead of '43' in line 2
[3, 2, 1] != [1, 2, 3]
    the right items in reverse order
[2, 1, 3] != [1, 2, 3]
    the right items in another order
[1, 2, 1, 3] != [1, 2, 3]
    a list with 1 item too many (1)
(1, 2) != (1, 2, 1)
    only the first 2 of 3 items
[n * n for n in range(6, 12)] != [n * n for n in range(12)]
    only the last 6 of 12 items
[1] != [1, 2]
    only the first of 2 items
[] != [1, 2]
    an empty list instead of 2 items
[1, 2, 0] != [1, 2]
    1 item too many after the right ones
[0, 9, 1, 2] != [1, 2]
    2 items too many before the right ones
[2, 3, 4] != [1, 2, 3]
    a list in which each value is one more than expected
[[1, 2], []] != [[1, 2], [3, 4]]
    a list with 1 of 2 items wrong: item [1] is [] instead of [3, 4]
[[2, 3], [3, 9]] != [[1, 2], [3, 8]]
    a table with 3 of 4 cells wrong; the first: cell [0][0] is 2 instead of 1
(0, 0) != (1, 1)
    (0, 0) instead of (1, 1)
(1, 0) != (0, 1)
    (1, 0) instead of (0, 1)
Posn(-1, -1) != Posn(0, 0)
    Posn(x=-1, y=-1) instead of Posn(x=0, y=0)
0.1 + 0.2 != 0.3
    0.30000000000000004 instead of 0.3: only the rounding of floats differs
[0.1 + 0.2, 1.1 + 2.2] != [0.3, 3.4]
    a list with 2 of 2 items wrong; the first: item [0] is 0.30000000000000004 instead of 0.3
Posn(2, 1) != Posn(1, 2)
    a Posn with x and y swapped
[Posn(2, 1), Posn(1, 1), Posn(0, 3)] != [Posn(1, 2), Posn(1, 1), Posn(3, 0)]
    a list in which each value is a Posn with x and y swapped
[Posn(2, 1), Posn(1, 3)] != [Posn(1, 2), Posn(1, 3)]
    a list with 1 of 2 items wrong: item [0] is Posn(x=2, y=1) instead of Posn(x=1, y=2)
10 ** 13 != 10 ** 13 + 7
    10000000000000 instead of 10000000000007
[Posn(2, 1), Posn(1, 2)] != [Posn(1, 2), Posn(2, 2)]
    [Posn(x=2, y=1), Posn(x=1, y=2)] instead of [Posn(x=1, y=2), Posn(x=2, y=2)]
[[1, 4], [2, 5], [3, 6]] != [[1, 2, 3], [4, 5, 6]]
    the right table, but with rows and columns swapped
[[1, 2], [3, 4], [5]] != [[1, 3], [2, 4], [5]]
    a table with 2 of 5 cells wrong; the first: cell [0][1] is 2 instead of 3
'a' * 150 + 'b' != 'a' * 150 + 'c'
    a string that differs after '…aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
[1, 4, 3, 3, 7] != [2, 1, 4, 3]
    a list with 1 item missing (2) and 2 items too many (such as 3)
[5, 6, 1, 7, 8, 9, 2] != [1, 2, 3]
    7 items instead of 3
[7] * 9 != [1, 2, 3]
    9 items instead of 3
[[1, 2, 3], [2, 3, 1], [3, 1, 3]] != [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    a table with 1 of 9 cells wrong: cell [2][2] is 3 instead of 2
[Cell('a', 0), Cell('2', 0)] != [Cell('a', 0), Cell('', 2)]
    a list with 1 of 2 items wrong: item [1] looks right, but differs
{1: 1, 2: 2, 3: 3, 4: [5, 6]} != {1: 1, 2: 2, 3: 4, 4: [4]}
    a dict with 2 of 4 values wrong; the first: value [3] is 3 instead of 4
{'a': 5} != {'a': 9}
    a dict in which value ['a'] is 5 instead of 9
{1: 1} != {1: 1, 2: 2, 3: 3}
    a dict with 2 keys missing (such as 2)
{1: 1, 2: 2} != {1: 1}
    a dict with 1 key too many (2)
{1, 2} != {1, 3}
    a set with 1 item missing (3) and 1 item too many (2)
Arc((0, 1), 3) != Arc((0, 1), 4)
    an Arc with 1 of 2 parts wrong: part .target is 3 instead of 4
[Posn(0, 0), Posn(1, 0), Posn(7, 1)] != [Posn(0, 0), Posn(1, 0), Posn(1, 2)]
    a list with 1 of 3 items wrong: item [2] is Posn(x=7, y=1) instead of Posn(x=1, y=2)
[5, 9, 12] != [6, 8, 14]
    a list with 3 of 3 items wrong; the first: item [0] is 5 instead of 6
194.5 != 100
    194.5 instead of 100
[0] * 9000 != [0] * 9001
    9,000 items instead of 9,001 items
True != False
    True instead of False
[0] * 9000 != [1] * 9000
"""
"""What a function returns and what it should return, with the rest of "NAME returned …"."""

RAISING = """\
[n for n in 3]
    to count, loop over `range(…)`
[[1]][0, 0]
    a list takes one index: write `[row][column]`, not `[row, column]`
[[1]][tuple([0, 0])]
    a list takes one index: write `[row][column]` for a table
[1]['0']
    an index is a number; other keys need a dict
[1, 2][2 / 2]
    `/` gives a float, `//` an integer
{[1]: 1}
    a list cannot be a key or an element of a set; a tuple can: `tuple(…)`
'checks: ' + 1
    `str(…)` converts a number to a string, `int(…)` a string to a number
1 + '4'
    `str(…)` converts a number to a string, `int(…)` a string to a number
[1].pop[0]
    write `[1].pop(0)`
''.upper + ''
    is a call missing its ()?
[].add(1)
    `add` is a method of sets
[].split()
    `split` is a method of strings
'a' + 'b'.upper
    is a call missing its ()?
''.lower[::-1]
    write `''.lower()[::-1]`
[1].copy[0]
    write `[1].copy()[0]`
[1](0)
    `( )` calls a function, `[ ]` picks an item
"""
"""What raises an exception of Python's own, with what follows it."""

MISTAKES: dict[str, tuple[str, str, str]] = {
    # Arguments returned.
    "unchanged": (
        "def unchanged(rows):\n    return rows",
        "unchanged([[1, 2], [3, 4]]) == [[1, 2], [3, 5]]",
        "unchanged returned the same as its argument `rows`",
    ),
    "turned": (
        "def turned(text):\n    return text[::-1]",
        "turned('abc') == 'ab'",
        "turned returned its argument `text` in reverse",
    ),
    "same_number": (
        "def same_number(price, percent):\n    return price",
        "same_number(80, 5) == 76",
        "same_number returned the value of its argument `price`",
    ),
    # What the code shows.
    "one_pass": (
        "def one_pass(ns):\n    for n in ns:\n        if n > 3:\n            return True\n"
        "        else:\n            return False",
        "one_pass([1, 4]) is True",
        "one_pass returned False instead of True; the loop in line LINE+1 returns in its first"
        " pass",
    ),
    "broken_off": (
        "def broken_off(ns):\n    for n in ns:\n        if n > 3:\n            return True\n"
        "        break\n    return False",
        "broken_off([1, 4]) is True",
        "broken_off returned False instead of True; the loop in line LINE+1 ends in its first pass",
    ),
    "no_pass": (
        "def no_pass(ns):\n    for n in ns:\n        return n > 1",
        "no_pass([]) is True",
        "no_pass returned None; not every path through it ends with a `return`",
    ),
    "two_passes": (
        "def two_passes(ns):\n    for n in ns:\n        if n > 3:\n            continue\n"
        "        return not n",
        "two_passes([4, 1]) is True",
        "two_passes returned False instead of True",
    ),
    "second_half": (
        "def second_half(xs):\n    if xs == () or []:\n        return 0\n    return xs[0]",
        "second_half([]) == 0",
        "`xs` is empty, so there is no `xs[0]`; in line LINE+1, `or []` is never true: write"
        " `or xs == []`",
    ),
    "in_either": (
        "def in_either(xs):\n    return 1.5 if 1 in xs or 2 else 0.25",
        "in_either([]) == 0.75",
        "in_either returned 1.5 instead of 0.75",
    ),
    "or_true": (
        "def or_true(word):\n    return 1.5 if word == 'a' or True else 0.25",
        "or_true('b') == 0.75",
        "or_true returned 1.5 instead of 0.75",
    ),
    "always": (
        "def always(word):\n    return 1.5 if word == 'a' or 'b' else 0.25",
        "always('c') == 0.75",
        "always returned 1.5 instead of 0.75; in line LINE+1, `or 'b'` is always true: write `or"
        " word == 'b'`",
    ),
    "with_default": (
        "def with_default(word):\n    return word == (word or 'b')",
        "with_default('c') is False",
        "with_default returned True instead of False",
    ),
    "skipped": (
        "def skipped(xs):\n    found = list(xs)\n    for x in found:\n        if x == 1:\n"
        "            found.remove(x)\n    return found",
        "skipped([1, 1, 2]) == [2]",
        "skipped returned 1 item too many before the right ones; line LINE+4 removes items from"
        " `found` while the loop in line LINE+2 goes through them: it skips some",
    ),
    "searched": (
        "def searched(xs: list[int]) -> int | None:\n    for x in xs:\n        if x > 9:\n"
        "            return x",
        "searched([1, 9]) == 9",
        "searched returned None instead of a number",
    ),
    "backwards": (
        "def backwards(xs):\n    for i in range(len(xs) - 1, -1, -1):\n        if xs[i] == 2:\n"
        "            xs.pop(i)\n    return xs[0] > 1",
        "backwards([1, 2]) is True",
        "backwards returned False instead of True",
    ),
    "all_popped": (
        "def all_popped(xs):\n    for i in range(len(xs)):\n        xs.pop()\n    return i > 1",
        "all_popped([1, 2]) is True",
        "all_popped returned False instead of True",
    ),
    "removed_once": (
        "def removed_once(xs):\n    found = list(xs)\n    for x in found:\n        if x == 1:\n"
        "            found.remove(x)\n            return found",
        "removed_once([1, 1, 2]) == [2]",
        "removed_once returned 1 item too many before the right ones",
    ),
    "one_list": (
        "def one_list(n):\n    rows = [[0] * n] * n\n    rows[0][0] = 1\n    return rows",
        "one_list(2) == [[1, 0], [0, 0]]",
        "all rows of `[[0] * n] * n` (line LINE+1) are one list: write `[[0] * n for _ in"
        " range(n)]`",
    ),
    "one_row": (
        "def one_row(n):\n    return [[0] * n]",
        "one_row(2) == [[0, 1]]",
        "one_row returned a list in which item [0][1] is 0 instead of 1",
    ),
    "dropped": (
        "def found_in(n):\n    return n + 1\n\ndef dropped(n):\n    found_in(n)\n    return n * 7",
        "dropped(1) == 2",
        "line LINE+4 drops what found_in returns",
    ),
    "called_for_its_effect": (
        "def put_into(xs):\n    xs.append(1)\n\ndef called_for_its_effect(n):\n    xs = []\n"
        "    put_into(xs)\n    return xs * 3",
        "called_for_its_effect(1) == [2]",
        "called_for_its_effect returned 3 items instead of 1",
    ),
    "hidden_builtin": (
        "def hidden_builtin(xs):\n    list = []\n    return list(xs)",
        "hidden_builtin([1]) == [1]",
        "`list` is a variable here, which hides Python's `list`: rename it",
    ),
    "Robot": (
        "class Robot:\n    def walk(self):\n        return ready()\n    def ready(self):\n"
        "        return 1",
        "Robot().walk() == 1",
        "it is a method: write `self.ready`",
    ),
    "copied_and_changed": (
        "def copied_and_changed(xs):\n    found = xs.copy()\n    xs.clear()\n    return found",
        "copied_and_changed([1, 2]) == []",
        "copied_and_changed returned 2 items instead of an empty list",
    ),
    "sentinel": (
        "def sentinel(n):\n    return -1",
        "sentinel(3) == 0",
        "sentinel returned -1 instead of 0",
    ),
    "Purse": (
        "class Purse:\n    def __init__(self):\n        self.coins = 0\n    def put(self, n):\n"
        "        coins = n + 5\n        return self.coins",
        "Purse().put(2) == 2",
        "`coins` (line LINE+4) is a local variable: write `self.coins`",
    ),
    "Chest": (
        "class Chest:\n    def __init__(self):\n        self.coins = 5\n    def put(self, n):\n"
        "        coins = self.coins + n\n        return coins",
        "Chest().put(2) == 2",
        "Chest.put returned 7 instead of 2",
    ),
    "Safe": (
        "class Safe:\n    def __init__(self):\n        self.coins = 5\n    def put(self, n):\n"
        "        for coins in [n]:\n            self.coins += 1\n        return self.coins",
        "Safe().put(2) == 2",
        "Safe.put returned 6 instead of 2",
    ),
    "Sack": (
        "class Sack:\n    def __init__(self):\n        self.coins = 5\n    def put(self, n):\n"
        "        coins += n",
        "Sack().put(2) == 2",
        "did you mean `self.coins`?",
    ),
    "Pouch": (
        "class Pouch:\n    def __init__(self):\n        self.coins = 5\n    def count(self):\n"
        "        return coins",
        "Pouch().count() == 2",
        "did you mean `self.coins`?",
    ),
    "not_called": (
        "def is_odd(n):\n    return n % 2 == 1\n\ndef not_called(n):\n"
        "    return n > 1 and not is_odd",
        "not_called(4) is True",
        "not_called returned False instead of True; `is_odd` in line LINE+4 is the function itself,"
        " not its result: write `is_odd(…)`",
    ),
    "handed_on": (
        "def is_even(n):\n    return n % 2 == 0\n\ndef handed_on(n):\n"
        "    return 4 > max([n], key=is_even)",
        "handed_on(4) is True",
        "handed_on returned False instead of True",
    ),
    "condition_given": (
        "def condition_given(is_odd):\n    return 1.5 if is_odd else 0.25",
        "condition_given(1) == 0.75",
        "condition_given returned 1.5 instead of 0.75",
    ),
    "identity": (
        "def identity(f):\n    return 1.5 if f is is_odd else 0.25",
        "identity(1) == 0.75",
        "identity returned 0.25 instead of 0.75",
    ),
    "three_letters": (
        "def three_letters(word):\n    return 1.5 if word == 'a' or 'b' or 'c' else 0.25",
        "three_letters('d') == 0.75",
        "in line LINE+1, `or 'b' or 'c'` is always true: write `or word in ('b', 'c')`",
    ),
    "dropped_text": (
        "def dropped_text(word):\n    word.upper()\n    return word + '!'",
        "dropped_text('a') == 'A!'",
        "`word.upper()` (line LINE+1) does not change `word`: it returns a new string, which is"
        " dropped",
    ),
    "compared": (
        "def compared(n):\n    best = 0\n    best == n * 2\n    return best",
        "compared(3) == 6",
        "compared returned 0 instead of 6; `best == n * 2` (line LINE+2) only compares:"
        " `=` assigns",
    ),
    "in_vain": (
        "def in_vain(n):\n    m = n + 1\n    m == 3",
        "in_vain(2) is True",
        "in_vain returned None; it ended without a `return`; `m == 3` (line LINE+2) is computed and"
        " dropped: is `return` missing before it?",
    ),
    "tried": (
        "def tried(n):\n    try:\n        n + 1\n    except TypeError:\n        return 0.25\n"
        "    return 1.5",
        "tried(2) == 0.75",
        "tried returned 1.5 instead of 0.75",
    ),
    "sum_in_vain": (
        "def sum_in_vain(n):\n    if n:\n        n + 1\n    return 0",
        "sum_in_vain(2) == 3",
        "sum_in_vain returned 0 instead of 3; `n + 1` (line LINE+2) is computed and dropped: is"
        " `return` missing before it?",
    ),
    "Wallet": (
        "class Wallet:\n    def __init__(self, notes):\n        notes = notes\n"
        "    def count(self):\n        return self.notes",
        "Wallet(2).count() == 2",
        "Wallet.count raised AttributeError: 'Wallet' object has no attribute 'notes'; __init__"
        " (line LINE+2) assigns to a local variable `notes`: write `self.notes`",
    ),
    "Bank": (
        "class Bank:\n    def __init__(self, money):\n        pass\n    def show(self):\n"
        "        money = self.money\n        return money",
        "Bank(2).show() == 2",
        "Bank.show raised AttributeError: 'Bank' object has no attribute 'money'",
    ),
    "Finder": (
        "class Finder:\n    def find(self, n):\n        if n:\n            self.find(n - 1)\n"
        "        else:\n            return [n]\n    def first(self, n):\n"
        "        found = self.find(n)\n        return found[0]",
        "Finder().first(2) == 0",
        "find returned None: line LINE+3 drops what find returns",
    ),
    "deeper": (
        "def is_small(n):\n    return any(n < i for i in [n])\n\ndef deeper(n):\n"
        "    return is_small(n) or deeper(n)",
        "deeper(2) == 0",
        "deeper called itself more than 900 times",
    ),
    "never_equal": (
        "def never_equal(word):\n    return word == reversed(word)",
        "never_equal('aba') is True",
        "`reversed(word)` (line LINE+1) is an iterator, which equals nothing else: compare"
        " `list(reversed(word))`",
    ),
    "Band": (
        "class Band:\n    songs = []\n    def add(self, song):\n"
        "        self.songs.append(song)\n        return len(self.songs)",
        "Band().add('a') == 2",
        "Band.add returned one less than expected; `songs` (line LINE+1) is one list that all"
        " objects share: set `self.songs = []` in `__init__`",
    ),
    "Scale": (
        "class Scale:\n    NOTES = ['c', 'd']\n    def count(self):\n"
        "        return len(self.NOTES)",
        "Scale().count() == 3",
        "Scale.count returned one less than expected",
    ),
    "Choir": (
        "class Choir:\n    songs = []\n    def __init__(self):\n        self.songs = []\n"
        "    def add(self, song):\n        self.songs.append(song)\n"
        "        return len(self.songs)",
        "Choir().add('a') == 2",
        "Choir.add returned one less than expected",
    ),
    "library_not_imported": (
        "def library_not_imported(xs):\n    return copy.deepcopy(xs)",
        "library_not_imported([]) == []",
        "write `import copy` at the top of own.py"
        if sys.version_info < (3, 12)
        else "library_not_imported raised NameError: name 'copy' is not defined. Did you forget to"
        " import 'copy'?",
    ),
    # None.
    "ends": (
        "def ends(numbers):\n    def inner():\n        return 1\n    numbers.append(inner())",
        "ends([]) == [1]",
        "ends returned None; it ended without a `return`",
    ),
    "alone": (
        "def alone(number):\n    if number:\n        return",
        "alone(1) == 1",
        "alone returned None; `return` alone returns None; write the value after it",
    ),
    "empty": (
        'def empty(n):\n    """Return n."""\n    return',
        "empty(1) == 1",
        "empty is not written yet",
    ),
    "in_place": (
        "def in_place(numbers):\n    return numbers.sort()",
        "in_place([1]) == [1]",
        "in_place returned None; `return numbers.sort()` (line LINE+1) returns None: sort changes"
        " `numbers` itself",
    ),
    "assigned": (
        "def assigned(n):\n    n = n.append(1)\n    return n",
        "assigned([]) == [1]",
        "assigned returned None; `n = n.append(1)` (line LINE+1) assigns None: append changes `n`"
        " itself",
    ),
    "some_paths": (
        "def some_paths(n):\n    for i in range(n):\n        if i == n:\n            return i",
        "some_paths(3) == 3",
        "some_paths returned None; not every path through it ends with a `return`",
    ),
    "printed": (
        "def printed(n):\n    print(n)",
        "printed(3) == 3",
        "printed printed 3 and returned None; `return` gives a value back; `print` only shows it",
    ),
    "of_a_helper": (
        "def of_a_helper(n):\n    return some_paths(n)",
        "of_a_helper(1) == 1",
        "of_a_helper returned None instead of a number",
    ),
    # Indices.
    "first_of": (
        "def first_of(seq):\n    return seq[0]",
        "first_of([]) == 1",
        "`seq` is empty, so there is no `seq[0]`",
    ),
    "of_items": (
        "def of_items(xs):\n    return len(x for x in xs)",
        "of_items([1]) == 1",
        "of_items raised TypeError: object of type 'generator' has no len(); `xs` is [1]",
    ),
    "too_far": (
        "def too_far(row):\n    i = 0\n    while row[i] != row[i + 1]:\n        i += 1",
        "too_far([3, 4, 5]) == 1",
        "`row` has 3 items, `row[0]` to `row[2]`, so there is no `row[3]`; `i + 1` is 3",
    ),
    "long_row": (
        "def long_row(row):\n    return row[len(row)]",
        "long_row([7] * 90) == 1",
        "`row` has 90 items, `row[0]` to `row[89]`, so there is no `row[90]`; `len(row)` is 90",
    ),
    "in_table": (
        "def in_table(rows):\n    for i in range(3):\n        rows[1][i] += rows[0][1]",
        "in_table(((1, 2), [3, 4])) == 1",
        "`rows[1]` has 2 items, `rows[1][0]` to `rows[1][1]`, so there is no `rows[1][2]`;"
        " `i` is 2",
    ),
    "below_table": (
        "def below_table(rows):\n    return rows[2][0]",
        "below_table([[1], [2]]) == 1",
        "`rows` has 2 items, `rows[0]` to `rows[1]`, so there is no `rows[2]`",
    ),
    "of_object": (
        "def of_object(lamp):\n    return lamp.rows[0]",
        "of_object(Lamps([])) == 1",
        "`lamp.rows` has no items",
    ),
    "of_attribute": (
        "def of_attribute(board):\n    return Lamp.__bases__[len(board)]",
        "of_attribute([1]) == 1",
        "`Lamp.__bases__` has at most 1 item; `len(board)` is 1",
    ),
    "taken_out": (
        "def taken_out(xs):\n    for i in range(len(xs)):\n        if xs[i] == 0:\n"
        "            xs.pop(i)",
        "taken_out([0, 0, 1]) == [1]",
        "`xs` has 2 items, `xs[0]` to `xs[1]`, so there is no `xs[2]`; `i` is 2; line LINE+3"
        " removes items from `xs` while the loop in line LINE+1 counts to the old length",
    ),
    "changed_dict": (
        "def changed_dict(counts):\n    for key in counts:\n        counts.pop(key)",
        "changed_dict({'a': 1, 'b': 2}) == 1",
        "changed_dict raised RuntimeError: dictionary changed size during iteration; a loop cannot"
        " change what it goes through: build a new one",
    ),
    "drained": (
        "def drained(xs):\n    while xs:\n        xs.pop()\n    return xs.pop()",
        "drained([1]) == 1",
        "`xs` is empty, so there is no `xs[-1]`",
    ),
    # Values in the expression that raised.
    "two_kinds": (
        "def two_kinds(row, n):\n    return row[1:] + row[0] * n",
        "two_kinds([1, 2], 3) == 1",
        "`row[1:]` is [2], `row[0] * n` is 3",
    ),
    "subtracted": (
        "def subtracted(first, last):\n    return first.title() - ' ' + last",
        "subtracted('ada', 'lovelace') == 1",
        "subtracted raised TypeError: unsupported operand type(s) for -: 'str' and 'str'; `-` takes"
        " numbers or sets; `+` joins these",
    ),
    "no_key": (
        "def no_key(counts, word):\n    counts[word] += 1",
        "no_key({'a': 1, 'b': 2}, 'c') == 1",
        "`counts` is {'a': 1, 'b': 2}, `word` is 'c'",
    ),
    "no_items": (
        "def no_items(xs):\n    return sum(xs) / len(xs)",
        "no_items([]) == 0",
        "`len(xs)` is 0, `xs` is []",
    ),
    "eight_words": (
        "def eight_words(words):\n    return words.index('x')",
        "eight_words(['December', 'January', 'February', 'March', 'April', 'May', 'June', 'July'])"
        " == 1",
        "`words` is ['December', 'January', 'February', 'March', 'April', 'May', 'June', 'July']",
    ),
    "counting": (
        "def counting(n):\n    for i in n:\n        return i",
        "counting(3) == 3",
        "`n` is 3; to count, loop over `range(…)`",
    ),
    "numbered": (
        "def numbered(n):\n    for i, item in enumerate(n):\n        return item",
        "numbered(3) == 3",
        "`n` is 3",
    ),
    "looping": (
        "def looping(counts):\n    for pair in counts.items:\n        return pair",
        "looping({}) == 3",
        "write `counts.items()`",
    ),
    "other_object": (
        "def other_object(lamp):\n    return lamp.brightness",
        "other_object(Posn(1, 2)) == 3",
        "other_object raised AttributeError: 'Posn' object has no attribute 'brightness'",
    ),
    "pairs_of": (
        "def pairs_of(counts):\n    for key, value in counts:\n        return value",
        "pairs_of({'word': 1}) == 1",
        "`counts` is {'word': 1}; `counts.items()` gives keys with their values",
    ),
    "added": (
        "def added(xs):\n    found = []\n    for x in xs:\n        found += x",
        "added([1]) == [1]",
        "`found` is [], `x` is 1; `+=` adds the items of another list; `append` adds one",
    ),
    "tuple_key": (
        "def tuple_key(cells):\n    return cells[1, 2]",
        "tuple_key({}) == 1",
        "`cells` is {}",
    ),
    "of_function": (
        "def of_function(n):\n    return some_paths.real",
        "of_function(1) == 1",
        "write `some_paths()`",
    ),
    "by_hand": (
        "def by_hand(n):\n    if n > 0:\n        raise ValueError(n)",
        "by_hand(1) == 1",
        "by_hand raised ValueError: 1",
    ),  # Calls.
    "parameters": (
        "def parameters(a):\n    return a",
        "parameters(1, 2) == 3",
        "parameters takes 1 parameter: a; it should take 2: a, b",
    ),
    "Dial": (
        "class Dial:\n    def turn():\n        return 1\n    def twice(self):\n"
        "        return self.turn()",
        "Dial().twice() == 1",
        "turn lacks `self` as its first parameter (own.py, line LINE+1)",
    ),
    "itself": (
        "def itself(n):\n    return itself(n + 1)",
        "itself(1) == 1",
        "itself called itself more than 900 times",
    ),
    "Echo": (
        "class Echo:\n    def __str__(self):\n        return '%s' % self",
        "str(Echo()) == ''",
        "str of Echo did not finish: __str__ (own.py, line LINE+2) called itself too many times",
    ),
    "each_other": (
        "def each_other(n):\n    return helper(n)\n\ndef helper(n):\n    return helper_2(n)\n\n"
        "def helper_2(n):\n    return helper(n)",
        "each_other(1) == 1",
        "each_other did not finish: helper (own.py, line LINE+4) and helper_2 (own.py, line LINE+7)"
        " called each other more than 400 times",
    ),
    "unwritten": (
        'def unwritten(n):\n    """Return n."""\n    raise NotImplementedError',
        "unwritten(1) == 1",
        "unwritten is not written yet",
    ),
    "left_over": (
        "def left_over(n):\n    for i in ():\n        return i\n    raise NotImplementedError",
        "left_over(1) == 1",
        "left_over reached its `raise NotImplementedError`; replace that line, or remove it",
    ),
    "leaves": ("def leaves(n):\n    exit()", "leaves(1) == 1", "leaves called exit()"),
    # Names.
    "misspelt": (
        "def misspelt(lenght):\n    return length",
        "misspelt(1) == 1",
        "Did you mean: 'lenght'?",
    ),
    "Board": (
        "class Board:\n    def __init__(self):\n        self.rows = []\n    def size(self):\n"
        "        return self.row",
        "Board().size() == 1",
        "Did you mean: 'rows'?",
    ),
    "not_imported": (
        "def not_imported(n):\n    return SIZE",
        "not_imported(1) == 1",
        "shapes.py defines it; import it from there",
    ),
    "no_self": (
        "class Lamp:\n    def light(this):\n        return self",
        "Lamp().light() == 1",
        "light lacks `self` as its first parameter",
    ),
    "unknown": ("def unknown(n):\n    return quux_zyx", "unknown(1) == 1", ""),
    "not_global": (
        "calls = 0\ndef not_global(n):\n    calls += 1",
        "not_global(1) == 1",
        "not_global assigns `calls`, so it is a local variable there: write `global calls` first",
    ),
    "not_nonlocal": (
        "def not_nonlocal(n):\n    count = 0\n    def step():\n        count += 1\n    step()",
        "not_nonlocal(1) == 1",
        "step assigns `count`, so it is a local variable there: write `nonlocal count` first",
    ),
    "like_a_class": (
        "class meter:\n    pass\ndef like_a_class(n):\n    meter = meter()",
        "like_a_class(1) == 1",
        "like_a_class assigns `meter`, so it is a local variable there: rename the variable",
    ),
    "own_sum": (
        "def own_sum(n):\n    sum = sum(n)",
        "own_sum([1]) == 1",
        "own_sum assigns `sum`, so it is a local variable there: rename the variable",
    ),
    "counter": (
        "def counter(n):\n    counted = 0\n    countde += 1",
        "counter(1) == 1",
        "did you mean `counted`?",
    ),
    "of_none": (
        "def of_none(n):\n    return ends([])[0]",
        "of_none(1) == 1",
        "ends returned None: it ended without a `return`",
    ),
    "none_of_append": (
        "def none_of_append(xs):\n    xs = xs.append(3)\n    return len(xs)",
        "none_of_append([]) == 1",
        "`xs = xs.append(3)` (line LINE+1) assigns None: append changes `xs` itself",
    ),
    "unpacked": (
        "def unpacked(n):\n    a, b = ends([])",
        "unpacked(1) == 1",
        "ends returned None: it ended without a `return`",
    ),
    "right_operand": (
        "def right_operand(n):\n    return [n] + ends([])",
        "right_operand(1) == 1",
        "ends returned None: it ended without a `return`",
    ),
    "first_none": (
        "def first_none(xs):\n    best = None\n    for x in xs:\n        if x > best:\n"
        "            best = x",
        "first_none([1]) == 1",
        "`x` is 1, `best` is None",
    ),
    "begun": (
        "def begun(n):\n    result_so_far = n\n    return result",
        "begun(1) == 2",
        "did you mean `result_so_far`?",
    ),
    "renamed": (
        "def renamed(date):\n    return day",
        "renamed(1) == 2",
        "the handout's parameter `day` is called `date` here",
    ),
    "both_renamed": (
        "def both_renamed(w, h):\n    return weight / height ** 2",
        "both_renamed(70, 1.75) == 'normal'",
        "the handout's parameter `weight` is called `w` here, and `height` is called `h` here",
    ),
    "module": (
        "def module(n):\n    import numpy.linalg",
        "module(1) == 1",
        f"there are only own.py, shapes.py and the standard library of {PYTHON}",
    ),
    "name_of_library": (
        "def name_of_library(n):\n    from random import zyx",
        "name_of_library(1) == 1",
        "name_of_library raised ImportError: cannot import name 'zyx' from 'random' (random.py)",
    ),
    "attribute_of_library": (
        "def attribute_of_library(n):\n    import math\n    return math.zyx",
        "attribute_of_library(1) == 1",
        "attribute_of_library raised AttributeError: module 'math' has no attribute 'zyx'",
    ),
    "provided_name": (
        "def provided_name(n):\n    from shapes import Poss",
        "provided_name(1) == 1",
        "shapes.py does not define Poss; did you mean `Posn`?",
    ),
    "added_to_provided": (
        "def added_to_provided(n):\n    from shapes import product",
        "added_to_provided(1) == 1",
        "shapes.py does not define product: the original shapes.py is used, so put your own code"
        " into own.py",
    ),
}
"""Definitions with an `assert` that fails, and the sentence: all of the message, or its end."""

PARAMETERS = {"parameters": "a, b", "renamed": "day", "both_renamed": "weight, height"}
"""Of the reference, where it has others."""


def reference(source: str) -> str:
    """Return a file that defines the same, and does nothing."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [ast.Pass()]
            if parameters := PARAMETERS.get(node.name):
                node.args = ast.parse(f"def f({parameters}): pass").body[0].args  # type: ignore[attr-defined]
    return ast.unparse(ast.fix_missing_locations(tree))


def mistakes() -> dict[str, tuple[str, str, str]]:
    rows = re.findall(r"(?m)^(\S.*) != (.*)\n(?: {4}(.*)\n)?", VALUES)
    returned = {
        f"value_{number}": (
            f"def value_{number}():\n    return {value}",
            f"value_{number}() == {expected}",
            says and f"value_{number} returned {says}",
        )
        for number, (value, expected, says) in enumerate(rows)
    }
    pairs = re.findall(r"(.+)\n {4}(.+)\n", RAISING)
    raised = {
        f"raised_{number}": (
            f"def raised_{number}():\n    return {code}",
            f"raised_{number}() == 1",
            says,
        )
        for number, (code, says) in enumerate(pairs)
    }
    return returned | raised | MISTAKES


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, dict[str, Any]]]:
    """Return, for each mistake, the line where it begins, and the report's detail."""
    own, tests, lines = (
        "from decimal import Decimal\nfrom shapes import Arc, Cell, Lamps, Posn\n",
        "from pytest import approx\nfrom own import *\nfrom shapes import *\n",
        {},
    )
    for name, (source, assertion, _) in mistakes().items():
        lines[name] = own.count("\n") + 1
        own += f"{source}\n\n"
        tests += f"def test_{name}():\n    assert {assertion}\n"
    others = {f"{folder}/own/shapes.py": SHAPES for folder in ("reference", "starter")}
    folder = tmp_path_factory.mktemp("sentences")
    details = failed(folder, tests, reference(own), own, settings=SETTINGS, others=others)
    return {name: (line, details[f"test_{name}"]) for name, line in lines.items()}


@pytest.mark.parametrize("name", mistakes())
def test_sentence(graded: dict[str, tuple[int, dict[str, Any]]], name: str) -> None:
    first, detail = graded[name]
    says = mistakes()[name][2]
    for further in range(9, 0, -1):
        says = says.replace(f"LINE+{further}", str(first + further))
    says = says.replace("LINE", str(first))
    message = detail["message"]
    if says:
        assert message == says or message.endswith((f"; {says}", f". {says}"))
    else:
        assert message.endswith("gave the wrong answer") or " raised " in message
        assert ";" not in message
