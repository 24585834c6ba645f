"""The colours of SVG drawings: readable in light, dark and print."""

from __future__ import annotations

import re

import pytest

from autograder.puzzles import Board
from autograder.puzzles.render.svg import render_svg
from tests.puzzles.boards import empty
from tests.puzzles.render.boards_to_draw import (
    SOLVED_THREE,
    THREE,
    TWO,
    WRONG_THREE,
)

MODES = re.compile(
    r"<style>\n(?P<light>.*?)\n"
    r"@media \(prefers-color-scheme:dark\)\{\n(?P<dark>.*?)\n\}\n"
    r"@media print\{\n(?P<print>.*?)\n\}\n</style>",
    re.DOTALL,
)


def colours(image: str, mode: str) -> dict[str, str]:
    """Return the colour of each class and property, such as `.clues fill`."""
    found = MODES.search(image)
    assert found
    rules = re.findall(r"#[\w-]+ (\.\w+)\{(fill|stroke):(#\w{6})\}", found[mode])
    return {f"{name} {what}": colour for name, what, colour in rules}


def luminance(colour: str) -> float:
    """As WCAG 2 defines it, from 0 for black to 1 for white."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("mode", ["light", "dark", "print"])
def test_texts_are_readable(mode: str) -> None:
    """A contrast of 4.5 is what WCAG 2 asks of texts, one of 3 of lines that matter."""
    used = colours(render_svg(Board(THREE, WRONG_THREE), SOLVED_THREE), mode)
    for background in (".paper fill", ".marks fill"):
        for name, least in ((".clues fill", 4.5), (".numbers fill", 4.5), (".cages stroke", 3)):
            low, high = sorted(luminance(used[key]) for key in (background, name))
            assert (high + 0.05) / (low + 0.05) >= least
    assert set(used) == set(colours(render_svg(empty(TWO)), "light"))


def test_dark_mode_is_dark_and_print_has_no_colours() -> None:
    image = render_svg(empty(TWO))
    papers = [luminance(colours(image, mode)[".paper fill"]) for mode in ("light", "dark")]
    assert papers[0] == 1
    assert papers[1] < 0.02
    printed = colours(image, "print")
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in printed.values())
    assert (printed[".paper fill"], printed[".numbers fill"]) == ("#ffffff", "#000000")
