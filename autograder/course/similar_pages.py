"""The pages on similar submissions: a list of pairs, and each pair side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.course.errors import CourseError
from autograder.course.page_templates import (
    MAX_CHARACTERS_SHOWN,
    MAX_LINES_SHOWN,
    render_page,
)
from autograder.course.similar import (
    ComparedSubmission,
    Similarities,
    SimilarPair,
    summary_lines,
)
from autograder.course.staging import staged_folder
from autograder.course.winnowing import CodePlace
from autograder.safetext import printable_line


def write_similar_pages(similar: Similarities, title: str, to: Path) -> None:
    """Write `index.html`, and a page for each pair into `pairs/`.

    Raises:
        CourseError: they cannot be written.
    """
    try:
        with staged_folder(to) as stage:
            (stage / "pairs").mkdir()
            for number, pair in enumerate(similar.pairs, 1):
                (stage / pair_path(number)).write_text(pair_page(pair), encoding="utf-8")
            (stage / "index.html").write_text(similar_page(similar, title), encoding="utf-8")
    except OSError as error:
        where = printable_line(str(to))
        raise CourseError(f"{where}: cannot write the pages: {error.strerror}") from None


def pair_path(number: int) -> str:
    return f"pairs/{number:03}.html"


def similar_page(similar: Similarities, title: str) -> str:
    """Return the list of pairs, with words on what it does not show."""
    return render_page(
        "similar_page.html",
        title=title,
        summary=summary_lines(similar),
        pairs=[
            {
                "page": pair_path(number),
                "first": pair.first,
                "second": pair.second,
                "shares": [f"{share:.0%}" for share in pair.shares],
            }
            for number, pair in enumerate(similar.pairs, 1)
        ],
    )


def pair_page(pair: SimilarPair) -> str:
    """Return two submissions side by side; a line in both links to the other."""
    sides = []
    for own, other, share, name, target in zip(
        (pair.first, pair.second),
        (pair.second, pair.first),
        pair.shares,
        ("a", "b"),
        ("b", "a"),
        strict=True,
    ):
        links = common_lines(own, other, pair.common)
        anchors, targets = line_anchors(own, name), line_anchors(other, target)
        sides.append(
            {
                "label": own.label,
                "name": own.name,
                "submitted": own.submitted,
                "share": f"{share:.0%}",
                "files": _shown_files(own, anchors, {p: targets[q] for p, q in links.items()}),
            }
        )
    return render_page("pair_page.html", title=pair.label, sides=sides)


def common_lines(
    own: ComparedSubmission, other: ComparedSubmission, common: Collection[int]
) -> dict[CodePlace, CodePlace]:
    """Return each line with code in both, and where that begins in the other submission."""
    found: dict[CodePlace, CodePlace] = {}
    for each in common:
        there = other.prints.places[other.prints.starts[each][0]]
        for token in own.prints.tokens_in([each]):
            place = own.prints.places[token]
            found[place] = min(found.get(place, there), there)
    return found


def line_anchors(submission: ComparedSubmission, side: str) -> dict[CodePlace, str]:
    """Return an id for each line of the files of one side."""
    return {
        (name, line): f"{side}{number}-{line}"
        for number, (name, source) in enumerate(submission.files.items(), 1)
        for line in range(1, source.count("\n") + 2)
    }


def _shown_files(
    submission: ComparedSubmission, anchors: Mapping[CodePlace, str], links: Mapping[CodePlace, str]
) -> list[dict[str, Any]]:
    return [
        {"name": name, "lines": _shown_lines(name, source.split("\n"), anchors, links)}
        for name, source in submission.files.items()
    ]


def _shown_lines(
    name: str,
    lines: Sequence[str],
    anchors: Mapping[CodePlace, str],
    links: Mapping[CodePlace, str],
) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "text": text[:MAX_CHARACTERS_SHOWN],
            "anchor": anchors[name, number],
            "link": links.get((name, number), ""),
        }
        for number, text in enumerate(lines[:MAX_LINES_SHOWN], 1)
    ]
