"""The pages for students: the handout, from Markdown, and START.html.

Each is one file that loads nothing from anywhere, readable on a phone and in print.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from autograder.assignment import MAY_CHANGE, Assignment, AssignmentError
from autograder.authoring.figures import figure_files
from autograder.authoring.folder import TEMPLATES
from autograder.judge.grading_python import PYTHON
from autograder.sentences import joined
from autograder.text_files import kit_text

_MEDIA_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}
_ELSEWHERE = re.compile(r"[a-z]+:|#")
"""Links that do not lead to a file of the kit."""
_SCROLLING = re.compile(r"<(pre|table)\b")
"""What scrolls where it is wider than the screen; keys scroll only what can have the focus."""
_PART = re.compile(r"\S \S+ +[\d.]+/[\d.]+")
"""A part and its points in a report: on a phone, one line has a part or two."""
MAX_SAMPLE_LINES = 20

_ARGUMENTS = " Your functions may not change their arguments, which is tested, too."


def start_page(assignment: Assignment, report: str) -> str:
    """Return START.html; `report` is the grader's report on the starter, as text."""
    lines = report.splitlines()
    if len(lines) > MAX_SAMPLE_LINES:
        lines[MAX_SAMPLE_LINES:] = ["..."]
    sample = _PART.sub(lambda part: part[0].replace(" ", "\N{NO-BREAK SPACE}"), "\n".join(lines))
    body = _template("start.html").substitute(
        title=escape(assignment.title),
        python=PYTHON,
        sample=escape(sample),
        files=joined([f"<code>{escape(name)}</code>" for name in assignment.files]),
        commands="".join(_commands(assignment)),
        program=_program(assignment),
        arguments="" if assignment.arguments == MAY_CHANGE else _ARGUMENTS,
    )
    return _page(f"{assignment.title}: start here", body)


def _commands(assignment: Assignment) -> Iterator[str]:
    """Yield a row for each command that students of this assignment need."""
    commands = {
        "": "run all tests; the report begins with the part to work on next",
        "--part NAME": "run the tests of one part",
        "--watch": "run them whenever you save a file, until Ctrl-C",
        "--hint": "get a hint; with --hint 2, the next one",
        "step": "go through the first failing call, line by line",
    }
    if assignment.programs:
        commands["diff CASE"] = (
            "compare your program's output for inputs/CASE.in with what is expected"
        )
    if assignment.played_cases:
        commands["play CASE"] = "play this run step by step, beside what the algorithm does"
    if (assignment.folder / "format.py").is_file():
        commands["puzzle show INPUT"] = "draw the puzzle in an input file"
    commands |= {
        "--html report.html": "write the report as a page",
        "pytest FILE": "run tests of your own",
        "--hand-in": "see what is missing, and write the zip to hand in",
        "--help": "see all commands and options",
    }
    for words, purpose in commands.items():
        command = escape(f"python check.pyz {words}".rstrip())
        yield f"<tr><td><code>{command}</code></td><td>{purpose}</td></tr>\n"


def _program(assignment: Assignment) -> str:
    """Return how the program is run on each system, with a case that is only an input file."""
    cases = [
        case
        for case in assignment.cases("sample")
        if assignment.programs and not case.companions and not case.output_companions
    ]
    if not cases:
        return ""
    [program] = [each for each in assignment.programs if each.name == cases[0].program]
    words = " ".join([program.file, *program.args])
    values = {"run": f"python {words}", "windows": f"py {words}", "case": cases[0].name}
    values["windows_case"] = cases[0].name.replace("/", "\\")
    escaped = {name: escape(value) for name, value in values.items()}
    return _template("start_program.html").substitute(escaped)


def _template(name: str) -> Template:
    return Template((TEMPLATES / name).read_text(encoding="utf-8"))


def _page(title: str, body: str) -> str:
    body = _SCROLLING.sub(r'\g<0> tabindex="0"', body)
    return _template("page.html").substitute(title=escape(title), body=body)


def handout_page(assignment: Assignment) -> tuple[str, dict[str, bytes]]:
    """Return the page of an assignment's handout, and the pages that it links to by their paths.

    Images are inside the page. A page that is a figure is linked where its path is written as code:
    `figures/...`.

    Raises:
        AssignmentError: the handout is missing, or a figure, or it links to a file.
    """
    path = assignment.handout
    try:
        text = kit_text(path)
    except FileNotFoundError:
        raise AssignmentError(f"{path}: missing; students need a handout") from None
    place = f"figures/{assignment.name}"
    drawn = figure_files(assignment, with_pages=True)
    figures = {f"{place}/{file}": content for file, content in drawn.items()}
    markdown = MarkdownIt("commonmark").enable("table")
    attachments = dict[str, bytes]()
    tokens = markdown.parse(text)
    for before, token in pairwise(tokens):
        if before.type == "heading_open":  # As links in Markdown call it.
            anchor = re.sub(r"[^\w\- ]", "", token.content.lower()).replace(" ", "-")
            before.attrSet("id", anchor)
        for child in token.children or ():
            target = str(child.attrGet("href") or "#")
            if child.type == "image":
                _inline_image(child, path)
            elif child.type == "code_inline" and child.content in figures:
                attachments[child.content] = figures[child.content]
                child.type, child.content = "html_inline", _linked(child.content)
            elif not _ELSEWHERE.match(target):
                raise AssignmentError(f"{path}: links to {target}, which students do not get")
    _label_cells(tokens)
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _page(assignment.title, body), attachments


def _label_cells(tokens: Sequence[Token]) -> None:
    """Name the column of each cell, and mark wide tables: on a phone, their cells are stacked.

    A table is wide if it has code beyond the second column: examples of calls.
    """
    names, column = list[str](), 0
    for token, inside in pairwise(tokens):
        if token.type == "table_open":
            table, names = token, []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            names.append(inside.content.replace("`", ""))
        elif token.type == "td_open":
            token.attrSet("data-column", names[column])
            column += 1
            if column > 2 and "`" in inside.content:
                table.attrSet("class", "wide")


def _linked(path: str) -> str:
    return f'<a href="{escape(path)}"><code>{escape(path)}</code></a>'


def _inline_image(image: Token, handout: Path) -> None:
    source = str(image.attrGet("src"))
    figure = handout.parent / unquote(source)
    if figure.suffix not in _MEDIA_TYPES or not figure.is_file():
        raise AssignmentError(f"{handout}: its figure {source} is missing, or not SVG or PNG")
    data = base64.b64encode(figure.read_bytes()).decode()
    image.attrSet("src", f"data:{_MEDIA_TYPES[figure.suffix]};base64,{data}")
