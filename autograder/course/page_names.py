"""Names of files and folders, derived from names that students and platforms chose."""

from __future__ import annotations

import hashlib
import re

MAX_NAME_BYTES = 120
UNSAFE = re.compile(r"[^\w .,'()@+=~-]")
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?|[ .]*|.*[ .]|[-~].*")
"""Names that Windows does not allow, that mean another folder, or that look like an option."""
NUMBERS = re.compile(r"(?:_LATE)?_\d+(?:_\d+|_assignsubmission_(?:file|onlinetext)_?)?$")
"""The end of a name from Canvas or Moodle, by which they identify the student."""


def safe_name(text: str) -> str:
    """Return a name for a file or folder: the text itself if that is safe, and unique if not."""
    name = UNSAFE.sub("_", text)
    short = name.encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    if short == text and not RESERVED.fullmatch(text):
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    start = short.strip(" .-~")[:60] or "student"
    if RESERVED.fullmatch(start):  # A device remains one with any text after its full stop.
        start = start.replace(".", "_", 1)
    return f"{start}-{digest}"


def platform_name(text: str) -> str:
    """Return a safe name for what Canvas or Moodle calls a submission, with its numbers."""
    name, numbers = safe_name(text), NUMBERS.search(text)
    if name == text or not numbers or len(numbers[0]) > MAX_NAME_BYTES:
        return name
    return safe_name(text[: numbers.start()]).replace("_", "-") + numbers[0]


def page_name(student: str) -> str:
    """Return the name of a student's pages, which is safe in an address, too."""
    name = safe_name(student)
    return name if name.isascii() and name.isalnum() else safe_name(f"{name}/")
