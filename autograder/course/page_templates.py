"""Templates of the instructor's pages, in which all text of students is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from autograder.safetext import escape


@cache
def page_template(name: str) -> Template:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printable,
    )
    return environment.from_string(page_file(name))


def _printable(value: Any) -> Any:
    """Escape unprintable characters of plain text; `Markup` is the page's own."""
    return escape(value, keep="\n\t") if type(value) is str else value


def page_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
