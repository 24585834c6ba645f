"""Mistakes in the folders of an assignment: cases, stray files, notes on mutants."""

from __future__ import annotations

from tests.authoring.mistakes.edits import FOLDER, SAMPLE, SECRET, Edit, write

IN_FOLDERS: dict[str, tuple[Edit, list[str]]] = {
    "notes on mutants with an unknown key": (
        write(f"{FOLDER}/equivalent.toml", "equal = 1"),
        [
            f"{FOLDER}/equivalent.toml: unknown key 'equal'; the nearest is 'equivalent'; "
            "correct the file"
        ],
    ),
    "an input with another suffix": (
        write(f"{SAMPLE}/three.txt", "3\n"),
        [f"{SAMPLE}/three.txt: an input has to be called CASE.in"],
    ),
    "an input in another folder": (
        write("inputs/double/secrets/three.in", "3\n"),
        [
            "inputs/double/secrets/three.in: is in neither of the folders sample and "
            "secret; remove it, or rename it"
        ],
    ),
    "a sample case that is secret, too": (
        write(f"{SECRET}/more.in", " 2\n"),
        [
            f"{SECRET}/more.in: it is not secret: {SAMPLE}/two.in "
            "is the same case; write another case"
        ],
    ),
    "a stray file": (
        write(f"{FOLDER}/notes.txt", "To do\n"),
        [
            f"{FOLDER}/notes.txt: neither a test nor a module next to the tests uses it; remove "
            "it, or rename it"
        ],
    ),
    "a helper that is not Python": (
        write(f"{FOLDER}/fuzz.py", "def calls(part)\n"),
        [f"{FOLDER}/fuzz.py: not Python: expected ':' (fuzz.py, line 1); correct the file"],
    ),
    "notes on mutants with a typo": (
        write(f"{FOLDER}/equivalent.toml", "[[equivalents]]\n"),
        [
            f"{FOLDER}/equivalent.toml: unknown key 'equivalents'; the nearest is 'equivalent'; "
            "correct the file"
        ],
    ),
    "a note on a mutant of an unknown function": (
        write(
            f"{FOLDER}/equivalent.toml",
            "[[equivalent]]\nfunction = 'duoble'\nold = 'a'\nnew = 'b'\nreason = 'c'\n",
        ),
        [
            f"{FOLDER}/equivalent.toml: no function or constant of the reference is called "
            "'duoble'; correct the name"
        ],
    ),
}
