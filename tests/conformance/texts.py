"""The texts of which assignments are composed.

A file has sections, each below its `=== name`. In a list, `;;` or a new line is between the items,
and ¶ stands for a new line inside one.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent


def sections(file: str) -> list[tuple[str, str]]:
    text = (HERE / file).read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in re.split(r"(?m)^=== ", text)[1:])
    return [(name, content) for name, _, content in parts]


def items(text: str) -> list[str]:
    return [each.replace("¶", "\n") for each in re.split(" ;; |\n", text) if each]
