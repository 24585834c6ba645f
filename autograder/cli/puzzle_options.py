"""Options that the `autograder puzzle` commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autograder.assignment import KIT
from autograder.cli.options import default_kit
from autograder.puzzles import format_names
from autograder.puzzles.formats import formats_of

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice  # Not generic before click 8.2.


class KitChoice(Choice):
    """A choice of names that depends on `--kit`, which is therefore an eager option."""

    def __init__(self, names_of: Callable[[Path], tuple[str, ...]]) -> None:
        super().__init__(names_of(KIT))
        self.names_of = names_of

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(click.Choice(self._names(ctx)).convert(value, param, ctx))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click passes it
        return f"[{'|'.join(self._names(ctx))}]"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click passes it
        return f"Choose from: {', '.join(self._names(ctx))}"

    def _names(self, ctx: click.Context | None) -> tuple[str, ...]:
        kit = ctx.params.get("kit") if ctx else None
        return self.names_of(kit or KIT)


formats_kit_option = click.option(
    "--kit",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=default_kit,
    is_eager=True,
    help="Folder whose autograder/assignments/ add formats and algorithms; by default the current "
    "folder if it has them, else this repository.",
)
format_option = click.option(
    "--format",
    "format_name",
    type=KitChoice(format_names),
    help="Format of the puzzles; by default it is detected.",
)
files_argument = click.argument("files", metavar="[FILE]...", nargs=-1)
file_argument = click.argument("file", metavar="[FILE]", default="-")
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, an object per puzzle."
)


def svg_option(subject: str) -> Decorator:
    return click.option(
        "--svg", metavar="FILE", help=f"Also draw {subject} as SVG; - prints only the SVG."
    )


def check_holds(format_name: str, count: int, option: str, kit: Path) -> None:
    """Raise click.UsageError if a format that holds one puzzle is to hold several."""
    formats = formats_of(kit)
    if count > 1 and not formats[format_name].is_multiple:
        multiple = " and ".join(name for name, format_ in formats.items() if format_.is_multiple)
        reason = f"{format_name} holds one puzzle, found {count}; {multiple} hold several"
        raise click.UsageError(f"{option}: {reason}.")
