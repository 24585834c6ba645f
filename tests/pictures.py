"""The pictures in README and docs/: `python -m tests.pictures` draws them again.

The report of check.pyz is drawn as text. The page of a class is a photograph, which needs chromium.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from autograder.assignment import KIT
from autograder.authoring.release import student_bundle
from autograder.authoring.release.check_pyz import check_pyz, run_check_pyz
from autograder.cli.console import painted
from tests.conftest import BROWSER
from tests.submissions import assignment_of, build

FOLDER = KIT / "docs/pictures"
CHECK, CLASS = FOLDER / "check.svg", FOLDER / "class.webp"
CHECKED = "cages-checks_return_none"
COLUMNS, LINE, LETTER, MARGIN = 94, 19, 8.43, 14
COLOURS = {"1": "#ffffff", "31": "#ff7b72", "32": "#7ee787", "90": "#8b949e"}
"""By the numbers that a terminal knows them by."""
HANDED_IN = {
    "kenken-sample": "ada bob fay kai lea tess",
    "kenken-return_forgotten": "cy gus ivan pia",
    "kenken-argument_changed": "dana hana june wes",
    "kenken-division_with_floor": "eli max yan",
    "kenken-result_shared": "nora omar",
    "kenken-index_error": "quinn sam",
    "kenken-guesses_ignored": "rosa zoe",
    "kenken-x_and_y_swapped": "liv mia uma",
    "kenken-starter": "vera",
}
"""The students who handed in each of the recorded submissions."""


def check_picture() -> str:
    """Return what a student sees in a terminal, as an SVG."""
    assignment = assignment_of(CHECKED)
    pyz = check_pyz(assignment)
    with tempfile.TemporaryDirectory() as folder:
        work = build(CHECKED, Path(folder))
        own = {path.name: path.read_bytes() for path in work.iterdir()}
    files = {**student_bundle(assignment, pyz), **own}
    report = run_check_pyz(assignment, pyz, files, columns=COLUMNS).stdout
    report = re.sub(r"\bpython[\d.]+ check", "python check", report)
    lines = ["$ python check.pyz", *painted(report).splitlines()]
    width, height = round(COLUMNS * LETTER) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    drawn = [
        f'<text x="{MARGIN}" y="{MARGIN + LINE * number - 5}">{_coloured(line)}</text>'
        for number, line in enumerate(lines, start=1)
    ]
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill="#d6dae0"'
    font = "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\""
    style = f'{font} font-size="14">'
    paper = f'<rect width="{width}" height="{height}" rx="8" fill="#16191d"/>'
    return "\n".join([f"{start} {style}", paper, *drawn, "</svg>", ""])


def _coloured(line: str) -> str:
    """Return a line with the escapes of a terminal as the content of an SVG's text."""
    found = escape(line, quote=False).replace(" ", "\N{NO-BREAK SPACE}")  # Others are joined.
    for code, colour in COLOURS.items():
        weight = ' font-weight="bold"' if code == "1" else ""
        shown = rf'<tspan fill="{colour}"{weight}>\1</tspan>'
        found = re.sub(rf"\x1b\[{code}m(.*?)\x1b\[0m", shown, found)
    return found


def photograph_class() -> None:
    """Grade a class of recorded submissions, and write its page as a picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for case, students in HANDED_IN.items():
            built = build(case, folder)
            for student in students.split():
                shutil.copytree(built, folder / "class" / student)
        course = [sys.executable, "-m", "autograder", "course"]
        of_class = ["kenken", "class", "--platform", "folder", "--to", "results.sqlite"]
        grade = [*course, "grade", *of_class, "--kit", str(KIT)]
        report = [*course, "report", "results.sqlite", "--to", "report", "--kit", str(KIT)]
        for command in (grade, report):
            subprocess.run(command, cwd=folder, check=True)
        options = ["--headless=new", "--no-sandbox", "--hide-scrollbars", "--window-size=900,1285"]
        page = (folder / "report/index.html").as_uri()
        subprocess.run([BROWSER, *options, f"--screenshot={CLASS}", page], check=True)


if __name__ == "__main__":
    CHECK.write_text(check_picture(), encoding="utf-8")
    photograph_class()
