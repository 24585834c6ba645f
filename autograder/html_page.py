"""The pages that the kit generates: each is one file that loads nothing.

A page is a template that extends `base_page.html`. Its text is escaped twice: unprintable
characters by `safetext`, markup by jinja2.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from autograder.safetext import escape
from autograder.sentences import counted

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

BASE = "base_page.html"


def render_page(
    package: str, template: str, style: str, script: str = "", data: object = None, **values: Any
) -> str:
    """Render a template of a package, with its own style and script, and a policy for these.

    The style comes after that of all pages.

    Args:
        data: What the script reads, as JSON.
    """
    from markupsafe import Markup

    style = f"{page_file('autograder', 'base_page.css')}\n{style}"
    if data is not None:
        text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
        values["data"] = Markup(text)
    return (
        _environment(package)
        .get_template(template)
        .render(
            policy=Markup(page_policy(style, script)),
            style=Markup(style),
            script=Markup(script),
            **values,
        )
    )


@cache
def _environment(package: str) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: escape(value, "\n\t") if type(value) is str else value,
        loader=FunctionLoader(
            lambda name: page_file("autograder" if name == BASE else package, name)
        ),
    )
    environment.globals["counted"] = counted
    environment.filters["with_code"] = with_code
    return environment


def with_code(sentence: str) -> Markup:
    """Show what is between backticks as code; without pairs of them, all stays as it is."""
    from markupsafe import Markup
    from markupsafe import escape as markup_escaped

    pieces = str(markup_escaped(escape(sentence, "\n\t"))).split("`")
    if len(pieces) % 2 == 0:
        return Markup("`".join(pieces))
    return Markup("".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(pieces)))


@cache
def page_file(package: str, name: str) -> str:
    """Return the text of a file of a package: a template, a style or a script."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def page_policy(style: str, script: str) -> str:
    """Return a policy that allows this style and script, and nothing else."""
    scripts = f" script-src {_digest(script)};" if script else ""
    return (
        f"default-src 'none'; style-src {_digest(style)};{scripts} "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
