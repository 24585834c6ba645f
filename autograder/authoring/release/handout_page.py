"""A handout as one HTML page: from Markdown, with its figures inside."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.release.html_page import html_page
from autograder.authoring.release.phone_tables import mark_wide_tables

_MEDIA_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}
_ELSEWHERE = re.compile(r"[a-z]+:|#")
"""Links that do not lead to a file of the kit."""
_LONGEST_IN_ONE_LINE = 24
"""Characters of code; what is longer is broken where a line ends."""
_LINK_UP = re.compile(r" ?\(\[[^\]]*\]\([\w./-]+\.md\)\)")
"""A remark in parentheses that only links to another handout, which students do not get."""


@dataclass(frozen=True)
class HandoutPage:
    """The page, and the files next to it that it links to, by their paths from there."""

    html: str
    attachments: dict[str, bytes]


def handout_page(assignment: Assignment) -> HandoutPage:
    """Return the page of an assignment's handout.

    A link to a file of handout/ keeps working, as an attachment; one to another handout, or out of
    the folder, becomes plain text, and a remark that is only such a link is left out.

    Raises:
        AssignmentError: the handout or a figure is missing.
    """
    path = assignment.handout
    folder = path.parent
    try:
        text = _LINK_UP.sub("", path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AssignmentError(f"{path}: missing; students need a handout") from None
    renderer = MarkdownIt("commonmark").enable("table")
    tokens, attachments = renderer.parse(text), dict[str, bytes]()
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before and before.type == "heading_open":
            before.attrSet("id", _anchor(token.content))
        _inline_figures(token, path, folder)
        _let_long_code_wrap(token)
        attachments |= _attach(token, folder)
    mark_wide_tables(tokens)
    body = renderer.renderer.render(tokens, renderer.options, {})
    return HandoutPage(html_page(assignment.title, body), attachments)


def _let_long_code_wrap(token: Token) -> None:
    """Mark code that may not fit into a line of a phone."""
    for child in token.children or ():
        if child.type == "code_inline" and len(child.content) > _LONGEST_IN_ONE_LINE:
            child.attrSet("class", "long")


def _anchor(heading: str) -> str:
    """Return what links in Markdown call a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _inline_figures(token: Token, handout: Path, folder: Path) -> None:
    for child in token.children or ():
        if child.type != "image":
            continue
        source = str(child.attrGet("src"))
        figure = folder / unquote(source)
        if figure.suffix not in _MEDIA_TYPES or not figure.is_file():
            raise AssignmentError(f"{handout}: its figure {source} is missing, or not SVG or PNG")
        data = base64.b64encode(figure.read_bytes()).decode()
        child.attrSet("src", f"data:{_MEDIA_TYPES[figure.suffix]};base64,{data}")


def _attach(token: Token, folder: Path) -> dict[str, bytes]:
    """Return the files that are linked; remove links to files that students do not get."""
    attachments = {}
    is_removed = False
    for child in token.children or ():
        if child.type == "link_close" and is_removed:
            child.type, is_removed = "text", False
        if child.type != "link_open":
            continue
        target = str(child.attrGet("href"))
        if _ELSEWHERE.match(target):
            continue
        file = (folder / unquote(target.partition("#")[0])).resolve()
        if file.suffix == ".md" or not file.is_relative_to(folder.resolve()) or not file.is_file():
            child.type, is_removed = "text", True
        else:
            attachments[file.relative_to(folder.resolve()).as_posix()] = file.read_bytes()
    return attachments
