"""Mistakes in the reference, the starter, chaffs and wheats."""

from __future__ import annotations

from tests.authoring.mistakes.edits import (
    CHAFFS,
    REFERENCE,
    STARTER,
    WHEATS,
    Edit,
    append,
    both,
    new_chaff,
    new_wheat,
    remove,
    swap,
    toml,
    write,
)

TOO_FEW = (
    f"{CHAFFS}: fewer than 3 chaffs for double (2), to show what its tests notice; "
    "write wrong solutions whose docstrings end with: caught by: PART"
)


def chaff(old: str, new: str) -> Edit:
    return swap(f"{CHAFFS}/double_squares.py", old, new)


IN_SOLUTIONS: dict[str, tuple[Edit, list[str]]] = {
    "a file that the reference lacks": (
        toml('["double.py"]', '["double.py", "more.py"]'),
        ["reference/double/more.py: the reference has no such file; correct the reference"],
    ),
    "a chaff that names no part": (
        chaff("caught by: double\n", ""),
        [
            f"{CHAFFS}/double_squares.py: its docstring does "
            "not end with `caught by: PART`; correct the chaff",
            TOO_FEW,
        ],
    ),
    "a chaff of an unknown part": (
        chaff("by: double", "by: duoble"),
        [
            f"{CHAFFS}/double_squares.py: double has no part "
            "'duoble'; its parts are: double, program; correct the chaff",
            TOO_FEW,
        ],
    ),
    "a chaff with a typo of the function": (
        chaff("def double", "def duoble"),
        [
            f"{CHAFFS}/double_squares.py: it defines no "
            "function of the reference; correct the chaff",
            TOO_FEW,
        ],
    ),
    "a chaff with a typo of a variable": (
        chaff("return number", "return nubmer"),
        [
            f"{CHAFFS}/double_squares.py: it uses the name "
            "nubmer, which nothing defines; correct the chaff",
            TOO_FEW,
        ],
    ),
    "a chaff that repeats another": (
        new_chaff("return number**2  # again"),
        [
            f"{CHAFFS}/double_x.py: its code is that of "
            "double_squares.py; remove it, or make it differ"
        ],
    ),
    "a chaff that is the reference": (
        new_chaff("return 2 * number"),
        [f"{CHAFFS}/double_x.py: its code is that of the reference; remove it, or make it differ"],
    ),
    "too few chaffs": (
        remove(f"{CHAFFS}/double_squares.py"),
        [TOO_FEW],
    ),
    "a wheat that defines nothing": (
        write(f"{WHEATS}/x.py", '"""Nothing."""\n'),
        [f"{WHEATS}/x.py: it defines no function of the reference; correct the wheat"],
    ),
    "a chaff that is not Python": (
        chaff("(number):", "(number)"),
        [
            f"{CHAFFS}/double_squares.py: not Python: expected ':' (double_squares.py, line 7); "
            "correct the chaff",
            TOO_FEW,
        ],
    ),
    "a wheat with a typo of a variable": (
        new_wheat("return number + nubmer"),
        [f"{WHEATS}/x.py: it uses the name nubmer, which nothing defines; correct the wheat"],
    ),
    "a starter that holds an answer": (
        write(STARTER, "def double(number):\n    return 2 * number\n"),
        [f"{STARTER}: differs from what would be written; run autograder starter double"],
    ),
    "a starter that is missing": (
        remove(STARTER),
        [f"{STARTER}: missing; run autograder starter double"],
    ),
    "a statement that would stay in the starter": (
        append(REFERENCE, "\nprint(double(3))\n"),
        [
            f"{REFERENCE}, line 9: this would stay in the starter; move it into a function, or "
            "the file into `provided`; correct the reference"
        ],
    ),
    "a reference that is not Python": (
        append(REFERENCE, "\ndef half(:\n"),
        [f"{REFERENCE}, line 9: invalid syntax; correct the reference"],
    ),
    "a reference that is not Python, and needs": (
        both(
            append(REFERENCE, "\ndef half(:\n"),
            toml("points = 30", 'points = 30\nneeds = ["double"]'),
        ),
        [f"{REFERENCE}, line 9: invalid syntax; correct the reference"],
    ),
    "a file beside the reference": (
        write("reference/double/old.py", ""),
        [
            "reference/double/old.py: is neither in `files` nor in `provided` of "
            "assignment.toml; remove it, or rename it"
        ],
    ),
}
