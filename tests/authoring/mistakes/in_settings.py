"""Mistakes in assignment.toml."""

from __future__ import annotations

from tests.authoring.mistakes.edits import TOML, Edit, append, mark, toml, write_bytes

IN_SETTINGS: dict[str, tuple[Edit, list[str]]] = {
    "broken TOML": (
        toml("[[part]]", "[[part"),
        [f"{TOML}: Expected ']]' at the end of an array declaration (at line 7, column 7)"],
    ),
    "parts that are not a list": (
        toml("[[part]]", "[part]"),
        [
            f"{TOML}: Cannot declare ('part',) twice (at line 14, column 6); "
            "in a list, begin each with [[part]]"
        ],
    ),
    "a text that is not closed": (
        toml('title = "Doubling"', 'title = """Doubling"'),
        [f"{TOML}: Unterminated string (at end of document)"],
    ),
    "settings that are not UTF-8": (
        write_bytes(TOML, b"title = '\xef'\n"),
        [f"{TOML}: not UTF-8 text; save it as UTF-8"],
    ),
    "no mistake: settings with a byte order mark": (mark(TOML), []),
    "a typo of a key": (
        toml("title", "titel"),
        [f"{TOML}: unknown key 'titel'; the nearest is 'title'"],
    ),
    "a typo of a limit": (
        toml("[program]", "[limits]\ncall_secs = 2\n[program]"),
        [f"{TOML}: unknown key 'call_secs' in [limits]; the nearest is 'call_seconds'"],
    ),
    "a part without points": (
        toml("points = 60", ""),
        [f"{TOML}: the key 'points' is missing in [part] 'double'"],
    ),
    "points that are a text": (
        toml("points = 60", 'points = "60"'),
        [f"{TOML}: 'points' in [part] 'double' has to be a number"],
    ),
    "points that do not add up": (
        toml("points = 60", "points = 50"),
        [f"{TOML}: the points add up to 90, not to 100"],
    ),
    "negative points": (
        toml('"Twice."', '"Twice."\n\n[[part]]\nname = "more"\npoints = -10\n'),
        [f"{TOML}: the points of 'more' are negative"],
    ),
    "endless points": (
        toml("points = 60", "points = inf"),
        [f"{TOML}: the points add up to inf, not to 100"],
    ),
    "a part named twice": (
        toml('name = "program"', 'name = "double"'),
        [f"{TOML}: two parts are called 'double'"],
    ),
    "no time for a call": (
        toml("[program]", "[limits]\ncall_seconds = 0\n[program]"),
        [f"{TOML}: call_seconds has to be more than 0, not 0"],
    ),
    "endless time for a call": (
        toml("[program]", "[limits]\ncall_seconds = inf\n[program]"),
        [f"{TOML}: call_seconds has to be more than 0, not inf"],
    ),
    "a need below zero": (
        toml("reference_seconds = 0.002", "reference_seconds = -1"),
        [f"{TOML}: the reference_seconds of 'double' is not a CPU time"],
    ),
    "a need that is not measured": (
        toml("reference_seconds = 0.002", ""),
        [
            f"{TOML}: what the reference needs for double has not been measured; run "
            "autograder limits double --measure"
        ],
    ),
    "a limit that is too low": (
        toml("reference_seconds = 0.002", "reference_seconds = 0.5"),
        [
            f"{TOML}: the limit on the part double,"
            " 2 s, is less than 5 times what the reference needs, 0.5 s; raise the limit,"
            " or make the reference faster and run autograder limits double --measure"
        ],
    ),
    "a part in another file": (
        toml('file = "double.py"\nhint', 'file = "duoble.py"\nhint'),
        [f"{TOML}: double's file 'duoble.py' is not among `files`"],
    ),
    "a file twice": (
        toml('["double.py"]', '["double.py", "double.py"]'),
        [f"{TOML}: 'double.py' is listed twice in `files` and `provided`"],
    ),
    "a file written and provided": (
        toml('["double.py"]', '["double.py"]\nprovided = ["double.py"]'),
        [f"{TOML}: 'double.py' is listed twice in `files` and `provided`"],
    ),
    "a file in a folder": (
        toml('["double.py"]', '["double.py"]\nprovided = ["data/words.py"]'),
        [f"{TOML}: 'data/words.py' has to be the name of a file, without a folder"],
    ),
    "a file outside the kit": (
        toml('["double.py"]', '["double.py", "../double.py"]'),
        [f"{TOML}: '../double.py' has to be the name of a file, without a folder"],
    ),
    "a program that is no file of theirs": (
        toml('[program]\nfile = "double.py"', '[program]\nfile = "solve.py"'),
        [f"{TOML}: 'solve.py' is neither in `files` nor in `provided`"],
    ),
    "counts that are no pattern": (
        toml("[program]", '[program]\ncounts = "(checks"'),
        [
            f"{TOML}: `counts` is not a "
            "regular expression: missing ), unterminated subpattern at position 0"
        ],
    ),
    "a given function that does not exist": (
        toml('["double.py"]', '["double.py"]\ngiven = ["half"]'),
        [f"{TOML}: `given` names half, which the reference does not define; correct the name"],
    ),
    "a figure of no case": (
        append(TOML, '\n[[figure]]\nfile = "p.svg"\ncase = "nine"\nformat = "json"\n'),
        [f"{TOML}: the figure 'p.svg': no sample case 'nine'; there are: two; correct the figure"],
    ),
    "no hint": (
        toml('hint = "Twice."', ""),
        [f"{TOML}: no hint for double; add the key `hint` to the part"],
    ),
}
