"""Files that commands read and write."""

from __future__ import annotations

import codecs
import io
import sys
from pathlib import Path

import click

MAX_MIB = 16


class UnusableError(Exception):
    """What was given cannot be read, written or done. The message tells why, in a line."""


def file_label(file: str) -> str:
    return "standard input" if file == "-" else file


def read_text(file: str) -> str:
    """All of a file.

    Raises:
        UnusableError: it cannot be read, is too long, or is no text.
    """
    if file == "-" and sys.stdin is None:
        raise UnusableError(f"{file_label(file)}: it is closed; name a file")
    if file == "-" and sys.stdin.isatty():
        click.echo(
            "Reading from the keyboard; Ctrl-D ends it (Ctrl-Z, Enter on Windows).", err=True
        )
    most = MAX_MIB * 2**20
    try:
        with click.open_file(file, "rb") as stream:
            content: bytes = stream.read(most + 1)
    except OSError as error:
        raise UnusableError(f"{file_label(file)}: cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise UnusableError(f"{file_label(file)}: expected at most {MAX_MIB} MiB, found more")
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if is_wide else "utf-8-sig")  # PowerShell's > is wide.
    except UnicodeDecodeError:
        raise UnusableError(f"{file_label(file)}: not UTF-8 text") from None


def write_text(file: str, text: str, what: str) -> None:
    """Write a file, or standard output if it is called `-`.

    Raises:
        UnusableError: it cannot be written.
    """
    if file == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # The text may say that it is.
        click.echo(text, nl=False)
        return
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UnusableError(f"{file}: cannot write {what}: {error.strerror}") from None
