"""The text of a file that a call has written."""

from __future__ import annotations


class FileText(str):
    """The text of a file, with the `file`'s name for the message if it is wrong."""

    __slots__ = ("file",)
    file: str

    def __new__(cls, text: str, file: str) -> FileText:
        made = super().__new__(cls, text)
        made.file = file
        return made
