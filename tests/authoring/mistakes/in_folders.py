"""Mistakes in the folders of an assignment: cases, stray files."""

from __future__ import annotations

from tests.authoring.mistakes.edits import FOLDER, SAMPLE, SECRET, Edit, write

IN_FOLDERS: dict[str, tuple[Edit, list[str]]] = {
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
}
