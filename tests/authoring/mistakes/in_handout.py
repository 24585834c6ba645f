"""Mistakes in a handout."""

from __future__ import annotations

from tests.authoring.mistakes.edits import HANDOUT, Edit, append, remove, swap, write_bytes

NO_SECTION = (
    f"{HANDOUT}: no section for program; describe each part under a heading with its name in code "
    "font, such as `program`, or in a table row, a list item or a paragraph that begins with it"
)

IN_HANDOUT: dict[str, tuple[Edit, list[str]]] = {
    "no handout": (remove(HANDOUT), [f"{HANDOUT}: missing: students have no handout; write it"]),
    "a part that the handout leaves out": (
        swap(HANDOUT, "`program`", "program"),
        [NO_SECTION],
    ),
    "a part that the handout names in another section only": (
        swap(HANDOUT, "The `program`", "Use\n\nThe part `program`, or\n`program`: `x`, `program`"),
        [NO_SECTION],
    ),
    "a part that the handout names in code and in a command only": (
        swap(HANDOUT, "## The `program`", "```\n`program`\n```\n`program`: `check.pyz --all`"),
        [NO_SECTION],
    ),
    "a typo of an option in the handout": (
        append(HANDOUT, "\n```sh\npython check.pyz --prat double  # one part\n```\n"),
        [
            f"{HANDOUT}: check.pyz has no option --prat; use one of: --part, --all, --watch, "
            "--hint, --hand-in, --lines, --json, --html"
        ],
    ),
    "a command for an unknown part in the handout": (
        append(HANDOUT, "\nRun `python check.pyz --part duoble`.\n"),
        [f"{HANDOUT}: check.pyz --part duoble: there is no such part; use one of: double, program"],
    ),
    "other points in the handout": (
        append(HANDOUT, "\n| part | points |\n|---|---:|\n| `double` | 50 |\n"),
        [
            f"{HANDOUT}, line 11: 50 points for double, but it is worth 60 in "
            "assignment.toml; correct it"
        ],
    ),
    "a part that only the handout has": (
        append(HANDOUT, "\n| part | points |\n|---|---:|\n| `half` | 10 |\n"),
        [
            f"{HANDOUT}, line 11: 10 points for half, but it is not a part in "
            "assignment.toml; correct it"
        ],
    ),
    "a link to no file": (
        append(HANDOUT, "\n![The board](figures/double/board.svg)\n"),
        [
            f"{HANDOUT}: links to figures/double/board.svg, which is missing; run "
            "autograder figures double if it is a figure, or correct the link"
        ],
    ),
    "a handout that is not UTF-8": (
        write_bytes(HANDOUT, b"# `double` `program` \xff\n"),
        [f"{HANDOUT}: not UTF-8 text; save the file as UTF-8"],
    ),
}
