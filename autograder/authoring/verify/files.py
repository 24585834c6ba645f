"""Checks of files: generated ones, cases, the handout and settings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.expected import expected_files
from autograder.authoring.figures import figure_files
from autograder.authoring.folder import differences
from autograder.authoring.limits import MIN_TIMES, written_seconds
from autograder.authoring.needs import source_of
from autograder.authoring.release.kit_files import helper_modules
from autograder.authoring.starter import starter_files
from autograder.authoring.verify.finding import (
    AssignmentFinding,
    finding,
    from_message,
    named,
)
from autograder.judge.forbidden import is_searchable
from autograder.judge.part_limits import part_limit
from autograder.text_files import decoded, kit_text

GENERATED: dict[str, Callable[[Assignment], dict[str, bytes]]] = {
    "starter": starter_files,
    "expected": expected_files,
    "figures": figure_files,
}
"""The commands that generate files, which are never edited by hand."""
_ROW = re.compile(r"(?m)^\| *`(?P<part>\w+)` *\| *(?P<points>\d+\.?\d*) *\|$")
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def check_generated(assignment: Assignment, kind: str) -> list[AssignmentFinding]:
    """Check that generated files are those that would be generated now."""
    remedy = assignment.command(kind)
    try:
        contents = GENERATED[kind](assignment)
    except AssignmentError as error:
        return [from_message(assignment, str(error), "correct what they are made from")]
    above = assignment.kit / ("handout/figures" if kind == "figures" else kind)
    remedy += " and read what changed" if kind == "expected" else ""
    lines = differences(above / assignment.name, contents)
    return [from_message(assignment, line, remedy) for line in lines]


def check_secrecy(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no secret case is also a sample case, but for blanks and the lines' ends."""
    contents = {
        kind: {
            case: (
                case.program,
                tuple(decoded(case.input.read_bytes(), "replace").split()),
                case.arguments,
                frozenset(case.files.items()),
            )
            for case in assignment.cases(kind)
        }
        for kind in ("sample", "secret")
    }
    sample = {content: case for case, content in contents["sample"].items()}
    for case, content in contents["secret"].items():
        if content in sample:
            name = sample[content].input.relative_to(assignment.kit).as_posix()
            fault = f"it is not secret: {name} is the same case"
            yield finding(assignment, case.input, fault, "write another case")


def check_helpers(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Find what students get beside the tests although only hidden tests mention it."""
    helpers = [assignment.folder / file for file in helper_modules(assignment)]
    fixtures = assignment.public_tests / "conftest.py"
    folders = (assignment.public_tests, assignment.hidden_tests)
    public, hidden = ([path.read_bytes() for path in each.rglob("*.py")] for each in folders)
    texts = b"\n".join([*public, *(path.read_bytes() for path in helpers)])
    mentioned = Counter(re.findall(rb"\w+", texts))
    for path in [*helpers, fixtures]:
        once = [name for name in source_of(path).bindings if mentioned[name.encode()] == 1]
        if only := [n for n in once if re.search(rf"\b{n}\b".encode(), b"\n".join(hidden))]:
            fault = f"students get {named(only)}, which only hidden tests use"
            place = "a module that no public test imports"
            place = "hidden/conftest.py" if path == fixtures else place
            yield finding(assignment, path, fault, f"move it into {place}")


def check_handout(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check what the handout says about parts, points and what is forbidden, and its links."""
    path = assignment.handout
    if not path.is_file():
        yield finding(assignment, path, "missing: students have no handout", "write it")
        return
    text = kit_text(path)
    points = {part.name: part.points for part in assignment.parts}
    for row in _ROW.finditer(text):
        name = row["part"]
        if points.get(name) != float(row["points"]):
            right = f"is worth {points[name]:g}" if name in points else "is not a part"
            fault = f"{row['points']} points for {name}, but it {right} in assignment.toml"
            yield finding(assignment, path, fault, "correct it")
    described = _ROW.sub("", text)

    def unsaid(names: Iterable[str]) -> list[str]:
        forms = {name: rf"`[\w.]*\b{re.escape(name)}\b" for name in names}
        return [name for name, form in forms.items() if not re.search(form, described)]

    if lacking := unsaid(points):
        fault = f"no description of {named(lacking)}"
        remedy = f"describe each part, with its name in code font: `{lacking[0]}`"
        yield finding(assignment, path, fault, remedy, advice=True)
    if forbidden := unsaid(w for part in assignment.parts for w in assignment.forbidden_in(part)):
        fault = f"does not say that {named(forbidden)} may not be used, as `forbidden` demands"
        remedy = f"say it, with the name in code font: `{forbidden[0]}`"
        yield finding(assignment, path, fault, remedy)
    for target in dict.fromkeys(_LINK.findall(text)):
        if not (path.parent / target).exists():
            figures = assignment.command("figures")
            remedy = f"{figures} if it is a figure, or correct the link"
            yield finding(assignment, path, f"links to {target}, which is missing", remedy)


def check_settings(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check the limits, hints, given functions and forbidden words in assignment.toml.

    A limit has to be at least five times what the reference needs. Parts of the program share its
    runs, which count for the first of them.
    """
    toml, parts = assignment.toml, assignment.parts
    measure = assignment.command("limits", "--measure")
    for part in parts:
        needed = part.reference_seconds
        limit = part_limit(part, written_seconds(assignment, part))
        if limit < MIN_TIMES * needed:
            fault = f"the limit on the part {part.name}, {limit:g} s, is less than {MIN_TIMES} "
            fault += f"times what the reference needs, {needed:g} s"
            remedy = f"raise the limit, or make the reference faster and {measure}"
            yield finding(assignment, toml, fault, remedy)
    shared = any(part.reference_seconds for part in parts if not part.file)
    unmeasured = [p.name for p in parts if not (p.reference_seconds or (shared and not p.file))]
    if unmeasured:
        fault = f"what the reference needs for {named(unmeasured)} has not been measured"
        yield finding(assignment, toml, fault, measure, advice=True)
    if lacking := [p.name for p in parts if not any(hint.strip() for hint in p.all_hints)]:
        remedy = "add the key `hint` to the part"
        yield finding(assignment, toml, f"no hint for {named(lacking)}", remedy, advice=True)
    try:
        _ = assignment.late and assignment.late.time_zone
    except AssignmentError as error:
        yield finding(assignment, toml, str(error), "correct it")
    sources = {file: source_of(assignment.reference / file) for file in assignment.files}
    for name in assignment.given:
        file, _, function = name.rpartition(":")
        if not any(function in sources[key].uses for key in sources if file in ("", key)):
            fault = f"`given` names {name}, which the reference does not define"
            yield finding(assignment, toml, fault, "correct the name")
    for word in {word for part in parts for word in assignment.forbidden_in(part)}:
        if not is_searchable(word):
            remedy = "write a name, method or module without (), or a statement such as while"
            yield finding(
                assignment, toml, f"`forbidden` names {word}, which finds nothing", remedy
            )
