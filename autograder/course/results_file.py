"""Opening a results file: one SQLite database in WAL mode."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from autograder.course.schema import FORMAT, TABLES, VIEWS
from autograder.safetext import printable_line

SECONDS_FOR_READERS = 30
"""How long to wait for another program that is reading or writing the file."""
UNREADABLE_LOG = "its last gradings are in {}, which can be read only where files can be written; "
UNREADABLE_LOG += "copy both files to such a folder"


def connected(path: Path, *, writing: bool) -> sqlite3.Connection:
    """Open a results file; for `writing`, create a missing one."""
    log = log_of(path)
    if not writing and opens_without_locks(path):
        return _opened(path, "immutable=1", writing=False)
    try:
        return _opened(path, "mode=rwc" if writing else "mode=rw", writing=writing)
    except sqlite3.OperationalError as error:
        if writing or "locked" in str(error):
            raise
        if log.exists() and log.stat().st_size:
            raise sqlite3.OperationalError(UNREADABLE_LOG.format(log.name)) from None
    # In a folder that cannot be written to, a file in WAL mode opens only like this.
    return _opened(path, "immutable=1", writing=False)


def opens_without_locks(path: Path) -> bool:
    """Is it another user's file that no run is writing now?

    SQLite makes files next to it, and the last connection removes them if it may write: a reader
    who may not would leave them, and the owner could no longer write.
    """
    return not os.access(path, os.W_OK) and not log_of(path).exists()


def log_of(path: Path) -> Path:
    return Path(f"{os.path.realpath(path)}-wal")


def _opened(path: Path, options: str, *, writing: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}",
        uri=True,
        isolation_level=None,
        timeout=SECONDS_FOR_READERS,
        check_same_thread=False,
    )
    connection.row_factory = sqlite3.Row
    try:
        if not writing:
            connection.execute("PRAGMA query_only = ON")
        _prepare(connection, writing=writing)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, *, writing: bool) -> None:
    form = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master")]
    if form != FORMAT and {"course", "submitters", "gradings"} <= set(tables):
        raise sqlite3.DatabaseError("was made by another version of autograder")
    if (form != FORMAT or "course" not in tables) and (form or tables or not writing):
        raise sqlite3.DatabaseError("is not a results file of this version of autograder")
    if writing:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if not form:
            script = f"BEGIN; {TABLES} {VIEWS} PRAGMA user_version = {FORMAT}; COMMIT;"
            connection.executescript(script)


def explained(error: sqlite3.Error) -> str:
    """Return SQLite's message about a file, with what to do about it."""
    text = printable_line(str(error))
    advice = {
        "disk is full": "; free some space, and run the command again",
        "I/O error": "; free some space, allow larger files (ulimit -f), or name another disk",
        "readonly": "; name a file that can be written",
        "unable to open": "; is its folder there, and can it be written?",
        "another version": "; install that version, or name a new file and grade again",
        "not a results file": "; name a file made by autograder course grade, or a new one",
        "malformed": "; restore a copy of it, or name a new file and grade again",
        "not a database": "; name a file made by autograder course grade, or a new one",
        "locked": "; another program uses the file",
    }
    return text + next((more for part, more in advice.items() if part in text), "")
