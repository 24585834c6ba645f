"""The cages assignment: its reader, and the examples of its handout."""

from __future__ import annotations

import json
import re

from autograder.assignment import load
from tests.assignments.references import handout, messages, printed, sample

HANDOUT = handout("cages")
FIGURE, SOLUTION = sample("cages", "figure")
READ = "import json, provided, sys\n"
READ += "for text in json.load(sys.stdin):\n    print(*provided.read_cages(text), sep='\\n')"

ONE, TWO = "cage(id, 4, [[0, 3]])", "cage(add, 6, [[0, 4], [0, 5]])"

GOOD = {
    "as the specification writes them": f"{ONE}.\n{TWO}.\n",
    "no whitespace": "cage(id,4,[[0,3]]).\ncage(add,6,[[0,4],[0,5]]).",
    "whitespace everywhere": (
        "\r\n\tcage( id , 4 , [ [ 0 , 3 ] ] ) .\n\fcage(\nadd\n,\n6,[[0\n,4],\n[0,5]]\n)\n.\n"
    ),
    "comments over lines": f"/* one\n {TWO}. */{ONE}./**/".replace("./", ". /")
    + "cage(add/**/,/* , */6,[[0,4],[0,/***/5]]). /* * / */",
}


EVERY_OPERATION = """\
cage(add, 0, [[0, 0]]).
cage(mult, 999999999, [[5, 5], [5, 4], [5, 3]]).
cage(sub, 1, [[1, 0], [2, 0]]).
cage(div, 2, [[1, 1], [1, 2]]).
cage(id, 6, [[3, 3]]).
"""


def test_layouts() -> None:
    read = printed("cages", READ, json.dumps([*GOOD.values(), EVERY_OPERATION]))
    assert read == f"{ONE}\n{TWO}\n" * len(GOOD) + EVERY_OPERATION.replace(").", ")")


EXAMPLES = re.findall(r"\| `(\w+\([^`]+)` is `([^`]+)` \|", HANDOUT)


def test_examples_of_the_handout() -> None:
    functions = [part.name for part in load("cages").parts if part.file]
    assert [call.partition("(")[0] for call, _ in EXAMPLES] == functions
    assert "```python\ngrid = [[2, 1], [1, 2]]\n```" in HANDOUT
    code = "from cages import *\nfrom provided import *\ngrid = [[2, 1], [1, 2]]\n"
    code += "".join(f"print({call} == {value})\n" for call, value in EXAMPLES)
    assert printed("cages", code) == "True\n" * len(functions)


def test_handout_shows_files_as_they_are() -> None:
    first = "".join(FIGURE.splitlines(keepends=True)[:3])
    assert f"```text\n{first}```" in HANDOUT
    assert f"```text\n{SOLUTION}```" in HANDOUT


def test_handout_s_cage_and_message() -> None:
    examples = re.findall(r"`(Cage\(.+?\))`\.", HANDOUT)
    assert examples == ['Cage("mult", 120, ((0, 0), (0, 1), (1, 0), (2, 0)))']
    first = FIGURE.splitlines()[0]
    assert printed("cages", f"from provided import *\nprint(f'{{{examples[0]}}}.')") == f"{first}\n"
    message = "line 3, column 6: expected add, mult, sub, div or id, found minus"
    assert f"`solve.py: {message}`" in HANDOUT
    assert messages("cages", "read_cages", ["\n\ncage(minus, 1, [[0, 0]])."]) == [message]
