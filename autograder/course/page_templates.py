"""The instructor's pages, made from templates in which all text of students is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader
from markupsafe import Markup

from autograder.reports.html import page_environment, page_policy

MAX_LINES_SHOWN = 5000
"""Of a student's file."""
MAX_CHARACTERS_SHOWN = 1000
"""Of a line in it."""


def render_page(template: str, script: str = "", **values: Any) -> str:
    """Render a template, with the style of all pages and with a script, if a file of one is named.

    The page may load nothing else.
    """
    style, code = page_file("class_page.css"), page_file(script) if script else ""
    page = _environment().get_template(template)
    policy = page_policy(style, code)
    return page.render(policy=policy, style=Markup(style), script=Markup(code), **values)


@cache
def _environment() -> Environment:
    return page_environment(keep="\n\t", loader=FunctionLoader(page_file))


@cache
def page_file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
