"""Code that notes values does what it did without; a debugger sees the same values."""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import re
import sys
import traceback
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from autograder.sandbox.messages import MAX_NOTE, MAX_NOTES
from autograder.sandbox.rewriting import Noted, rewritten
from autograder.sandbox.worker.importer import BoxImporter
from autograder.sandbox.worker.line_recorder import LineRecorder

FUNCTIONS = '''\
def loops(n):
    total = 0
    for i, (a, b) in enumerate(zip(range(n), "abc")):
        total += i
        if a % 2 and b != "b" or not i:
            continue
        else:
            last = b
    else:
        total = -total
    while total < 0:
        total += 2
    return total, last
loops(3)

def unpacked(pairs):
    found = {}
    for key, *rest in pairs:
        [first, second] = rest
        found[key] = first
        found[key] += second
        x = y = found[key]
    return found, x, y
unpacked([("a", 1, 2), ("b", 3, 4)])

def comprehensions(rows):
    flat = [x for row in rows if row for x in row if x > 1]
    table = {x: [x * y for y in range(x)] for x in flat}
    odd = {x for x in flat if x % 2}
    return sum(x for x in flat if x), table, odd
comprehensions([[1, 2], [], [3]])

def generated(n):
    while n:
        got = yield n
        n = got if got else n - 1
    yield from (i for i in range(2))
    return n
list(generated(3))

class Account:
    rate = 2 if len("ab") == 2 else 3
    def __init__(self, balance: int = 0) -> None:
        self.balance = balance
        self.log: list[str] = []
    @property
    def double(self):
        return self.balance * 2
    def deposit(self, amount):
        self.balance += amount
        self.log.append(str(amount))
        if self.double > 10:
            raise ValueError(f"{self.double if amount else 0} is too much")
        return self
    def __lt__(self, other):
        return self.balance < other.balance
    __private = 1
    def hidden(self):
        value = self.__private + super().__sizeof__() * 0
        self.__private = value + 1
        self.__private += 1
        return self.__private
Account(1).deposit(2).deposit(9)

def compared(a):
    one, two = Account(a), Account(a + 1)
    return one < two and two < one, one.hidden(), sorted([two, one])[0] is one
compared(1)

def recursive(n):
    if n == 0:
        return 1
    smaller = recursive(n - 1)
    return n * smaller
recursive(5)

def deep(n):
    return deep(n + 1)
deep(0)

def nested(n):
    count = 0
    def inner(k):
        nonlocal count
        count += k
        return [count, k]
    pairs = [inner(k) for k in range(n)]
    return pairs, count, (lambda k: k + count)(1)
nested(3)

def handled(text):
    try:
        number = int(text)
    except ValueError as error:
        number = len(str(error)) > 3
    finally:
        done = True
    with open("/dev/null") as file:
        size = file.read()
    return number, done, size
handled("x")

def walrus(items):
    while (item := items.pop()) and item > 1:
        rest = [y for x in items if (y := x + 1) > 2]
    assert item == 1, "the last"
    return item, rest
walrus([1, 2, 3])

def matched(value):
    match value:
        case [x, y] if x > y:
            return x - y
        case {"a": z}:
            total = z
        case _:
            total = None
    return total
matched([3, 1]), matched({"a": 2}), matched(1)

SEEN = 0
def changed_globals(n):
    global SEEN
    SEEN = SEEN + n
    SEEN += 1
    return SEEN
changed_globals(3)

def looked_at(n):
    names = sorted(locals())
    print("seen", n, names)
    return names, looked_at.__code__.co_varnames, looked_at.__code__.co_freevars
looked_at(1)

async def coroutine(n):
    doubled = n * 2
    async def later():
        return doubled
    return await later() + 1
coroutine(2).send(None)

def decorated(function):
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper
@decorated
def twice(n, *, by=2 if SEEN else 3):
    """Twice."""
    result = n * by
    return result if result > 0 else -result
twice(4), twice(-4, by=1), twice.calls

def wrong(items):
    total = 0
    for item in items:
        total += 10 / item
    return total
wrong([1, 0])

def empty(items):
    for item in items: pass
    del items
    return
empty([])

def of_objects(n):
    class Local:
        if n: size = n
        def __eq__(self, other): raise RuntimeError
        def __repr__(self): raise RuntimeError
    thing = Local()
    things = [thing, Local]
    return thing.size, thing is things[0]
of_objects(2)
'''


def sources() -> list[tuple[str, str]]:
    """Return pieces of code, each with an expression to evaluate after it."""
    pieces = [piece.strip().rpartition("\n") for piece in re.split(r"\n\n(?=\S)", FUNCTIONS)]
    return [(code, expression) for code, _, expression in pieces]


EVERY = "\n".join(code for code, _ in sources())


class Run:
    """What an expression does after code that has run, with notes or without."""

    def __init__(self, folder: Path, expression: str, *, noting: bool = False) -> None:
        path = folder / "own.py"
        path.write_text(EVERY, encoding="utf-8")
        self.box = BoxImporter(str(folder))
        self.box.builtins = dict(vars(builtins))
        self.recorder = LineRecorder(self.box, set(), lambda: None)
        code = compile(EVERY, path, "exec", dont_inherit=True)
        if noting:
            code = self.recorder.compile(0, EVERY.encode(), str(path))
        names: dict[str, Any] = {"__name__": "own", "__builtins__": self.box.builtins}
        exec(code, names)
        self.recorder.is_noting = True
        printed = io.StringIO()
        self.raised: list[Any] = []
        self.value = ""
        with contextlib.redirect_stdout(printed):
            try:
                self.value = repr(eval(expression, names))
            except BaseException as error:
                every = traceback.extract_tb(error.__traceback__)
                stack = [each for each in every if each.filename == str(path)][:20]
                places = [(each.lineno, each.name, each.colno, each.end_colno) for each in stack]
                # Python's words for that depend on which of the two ends it.
                text = "" if isinstance(error, RecursionError) else str(error)
                self.raised = [type(error), text, places]
        self.printed = printed.getvalue()


@pytest.mark.parametrize("expression", [expression for _, expression in sources()])
def test_does_what_it_did(tmp_path: Path, expression: str) -> None:
    before, noting = Run(tmp_path, expression), Run(tmp_path, expression, noting=True)
    assert noting.value == before.value
    assert noting.raised == before.raised
    assert noting.printed == before.printed
    assert noting.recorder.taken()


def traced(folder: Path, expression: str, text: Any) -> dict[tuple[int, str], list[str]]:
    """Return what each variable is after each line, whenever that has run."""
    seen: dict[tuple[int, str], list[str]] = defaultdict(list)
    last: dict[int, int] = {}

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if not frame.f_code.co_filename.endswith("own.py"):
            return None
        line = last.get(id(frame), 0)
        for name, value in {**frame.f_globals, **frame.f_locals}.items():
            seen[line, name].append(text(value))
        last[id(frame)] = frame.f_lineno
        if event == "return":
            del last[id(frame)]
        return trace

    sys.settrace(trace)
    try:
        Run(folder, expression)
    finally:
        sys.settrace(None)
    return seen


@pytest.mark.parametrize("expression", [expression for _, expression in sources()])
def test_notes_are_what_a_debugger_sees(tmp_path: Path, expression: str) -> None:
    noting = Run(tmp_path, expression, noting=True)
    _, places = rewritten(ast.parse(EVERY))
    seen = traced(tmp_path, expression, noting.recorder.text)
    noted: dict[tuple[int, str], list[str]] = defaultdict(list)
    for _, number, text, _ in noting.recorder.first:
        place = places[number]
        name = EVERY.splitlines()[place.line - 1][place.start[1] : place.end[1]]
        is_comprehension = place.function.startswith(("comprehensions", "walrus", "nested"))
        if place.noted is Noted.VALUE and name.isidentifier() and not is_comprehension:
            noted[place.line, name].append(text)
        elif place.noted is Noted.PARAMETER:
            noted[0, name].append(text)
    for where, texts in noted.items():
        rest = iter(seen[where])
        assert all(text in rest for text in texts), (where, texts, seen[where])


def test_notes_are_few_and_short(tmp_path: Path) -> None:
    run = Run(
        tmp_path, "sum(len(str(loops(3))) + len(nested(90)[0]) for _ in range(300))", noting=True
    )
    taken = run.recorder.taken()
    assert len(taken) <= MAX_NOTES
    assert max(len(text) for _, _, text, _ in taken) <= MAX_NOTE
