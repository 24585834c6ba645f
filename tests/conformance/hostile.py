"""Answers that claim to be right, as Hypothesis strategies: none of their tests may pass."""

from __future__ import annotations

import textwrap

from hypothesis import strategies as st

from tests.conformance.compose import IMPORTS
from tests.conformance.grading import Small
from tests.conformance.texts import items, sections

TEXTS = dict(sections("hostile.txt"))
RIGHT = ("11", "2.5", "'abc'", "[1, 2]", "{'a': 1}", "{1, 2}")
WRONG = {"object": "", "int": "5", "float": "1.5", "str": "'z'", "list": "[9]", "dict": "{'z': 9}"}
"""Bases of a class whose objects answer as they like, and what makes a wrong one."""
SPECIAL = (
    *("eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "len", "contains", "iter", "getitem"),
    *("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv", "mod", "rmod", "pow"),
    *("xor", "or", "ror", "and", "rand", "neg", "abs", "int", "float", "index", "round", "divmod"),
    *("str", "repr", "format", "floor", "trunc", "next", "rfloordiv", "complex", "reversed"),
)
ANSWERS = (
    "lambda self, *more: getattr(TRUTH, NAME)(*more)",
    "lambda self, *more: True",
    "lambda self, *more: self",
    "lambda self, *more: 0",
    "lambda self, *more: more[0] if more else TRUTH",
)


def written(number: int, body: str) -> str:
    """Return a test, as a method if its body needs one."""
    if "self." not in body:
        return f"def test_{number}(monkeypatch):\n{textwrap.indent(body, ' ' * 4)}\n"
    body = textwrap.indent(body.replace("monkeypatch.", "self.patch."), " " * 8)
    asks = "    @pytest.fixture(autouse=True)\n    def ask(self, monkeypatch):\n"
    asks += "        self.patch = monkeypatch\n\n"
    return f"class Test{number}(TestCase):\n{asks}    def test_{number}(self):\n{body}\n"


@st.composite
def values(draw: st.DrawFn) -> Small:
    """A wrong value that answers what the test wants to hear, wherever it comes from."""
    right = draw(st.sampled_from(RIGHT))
    evil = draw(st.sampled_from(items(TEXTS["others"])) if draw(st.booleans()) else liars(right))
    sources = draw(st.lists(st.sampled_from(items(TEXTS["sources"])), min_size=3, max_size=6))
    forms = st.sampled_from(items(TEXTS["any"])) | st.sampled_from(items(TEXTS[right]))
    tests = []
    for number, source in enumerate(sources):
        value, _, before = source.partition(" <== ")
        body = before + draw(forms).replace("$e", value).replace("$v", right)
        tests.append(written(number, body))
    solution = TEXTS["solution"].replace("$v", right).replace("$base", "")
    hostile = TEXTS["solution"].replace("$v", "EVIL")
    hostile = hostile.replace("$base", "(Holder)" if "class Holder" in evil else "")
    imports = IMPORTS + "import math, operator, re, statistics\n\n\n"
    return Small(solution, f"{evil}\n{hostile}", imports + "\n\n".join(tests), may_change=True)


@st.composite
def liars(draw: st.DrawFn, right: str) -> str:
    """A class that the solution has, too, or another one, and an object of it."""
    name, base = draw(st.sampled_from(["Holder", "Evil"])), draw(st.sampled_from([*WRONG]))
    answers = {each: draw(st.sampled_from(ANSWERS)) for each in SPECIAL}
    holes = {"truth": right, "name": name, "base": base, "answers": answers}
    lie, every = draw(st.sampled_from(items(TEXTS["lies"]))), draw(st.booleans())
    return TEXTS["class"].format(**holes, lie=lie, all=every) + f"EVIL = {name}({WRONG[base]})\n"


@st.composite
def escapes(draw: st.DrawFn) -> Small:
    """An exception that would end a loop, a test or all of pytest without a failure."""
    wrong = draw(st.sampled_from(items(TEXTS[draw(st.sampled_from(["stops", "escapes"]))])))
    loops = draw(st.lists(st.sampled_from(items(TEXTS["loops"])), min_size=2, max_size=5))
    patch = draw(st.sampled_from(["", *items(TEXTS["patches"])]))
    tests = [written(number, f"{patch}\n{loop}") for number, loop in enumerate(loops)]
    hostile = f"def double(n):\n{textwrap.indent(wrong, ' ' * 4)}\n\n\nclass Numbers:\n"
    hostile += f"    def __iter__(self):\n{textwrap.indent(wrong, ' ' * 8)}\n        yield 3\n"
    solution = TEXTS["gentle"]
    return Small(solution, hostile, IMPORTS + "\n\n" + "\n\n".join(tests), may_change=True)
