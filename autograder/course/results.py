"""The results file of a class: one SQLite database in WAL mode."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.course.errors import CourseError
from autograder.course.grading import GradedSubmission, GradingStatus
from autograder.course.results_file import connected, explained, opens_without_locks
from autograder.provenance import now
from autograder.safetext import printable_line


@contextlib.contextmanager
def opened_results(path: Path, *, writing: bool = False) -> Iterator[Results]:
    """Open a results file; for `writing`, create a missing one.

    Raises:
        CourseError: it cannot be opened, is not a results file, or a statement fails in this block;
            or another user's file changed meanwhile.
    """
    where = printable_line(str(path))
    try:
        if not writing and not path.is_file():
            raise CourseError(f"{where}: no such results file; run autograder course grade")
        if writing and path.exists() and not path.is_file():
            raise CourseError(f"{where}: not a file; name a file for the results")
    except PermissionError as error:
        raise CourseError(f"{where}: cannot be read: {error.strerror}") from None
    if writing and path.exists() and not os.access(path, os.W_OK):
        # SQLite would leave files next to it, with which its owner could not write either.
        raise CourseError(f"{where}: may only be read; name a file that can be written")
    without_locks = not writing and opens_without_locks(path)
    try:
        with contextlib.closing(connected(path, writing=writing)) as connection:
            results = Results(connection, where, path)
            yield results
            if without_locks and results.is_written_since():
                raise CourseError(f"{where}: changed while it was read; run the command again")
    except sqlite3.Error as error:
        raise CourseError(f"{where}: {explained(error)}") from None


class Results:
    """A results file that is open."""

    def __init__(self, connection: sqlite3.Connection, where: str, path: Path) -> None:
        self.connection = connection
        self.where = where
        self.path, self.opened = path, path.stat()

    def require_in_place(self) -> None:
        """Check that the file is still where it was opened.

        Raises:
            CourseError: it has been removed or replaced; SQLite would not notice.
        """
        try:
            in_place = os.path.samestat(self.path.stat(), self.opened)
        except OSError:
            in_place = False
        if not in_place:
            raise CourseError(
                f"{self.where}: was removed or replaced during this run, so what was graded is "
                "lost or in the earlier file; run the command again"
            )

    def is_written_since(self) -> bool:
        """Has another process written the file itself, not only its log, since it was opened?"""
        try:
            return self.path.stat().st_mtime_ns != self.opened.st_mtime_ns
        except OSError:
            return False

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        return self.connection.execute(query, values).fetchall()

    def course(self) -> sqlite3.Row:
        """Return what is known of the assignment.

        Raises:
            CourseError: nothing has been graded.
        """
        found = self.rows("SELECT * FROM course")
        if not found:
            raise CourseError(f"{self.where}: contains no gradings")
        return found[0]

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what is done in this block as one transaction, or undo it."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:  # Ctrl-C, too: nothing may be half written.
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def insert(self, table: str, **values: object) -> int:
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        return self.connection.execute(statement, list(values.values())).lastrowid or 0

    def begin_run(self, assignment: Assignment, downloads: Sequence[str]) -> int:
        """Note the assignment and this run; return its number.

        Raises:
            CourseError: the file has the results of another assignment.
        """
        known = self.rows("SELECT assignment FROM course")
        if known and known[0]["assignment"] != assignment.name:
            raise CourseError(
                f"{self.where}: has the results of {known[0]['assignment']}; "
                f"name another file for {assignment.name}"
            )
        with self.transaction():
            self.connection.execute("DELETE FROM course")
            self.insert(
                "course",
                assignment=assignment.name,
                title=assignment.title,
                parts=json.dumps(
                    [
                        {"name": p.name, "title": p.title, "points": p.points}
                        for p in assignment.parts
                    ]
                ),
                by_hand=json.dumps([asdict(item) for item in assignment.by_hand]),
                late=json.dumps(asdict(assignment.late) if assignment.late else None),
            )
            return self.insert(
                "runs",
                started=now().isoformat(timespec="seconds"),
                machine=platform.node(),
                process=os.getpid(),
                downloads=json.dumps(list(downloads)),
            )

    def end_run(self, run: int) -> None:
        self.require_in_place()
        ended = now().isoformat(timespec="seconds")
        self.connection.execute("UPDATE runs SET ended = ? WHERE id = ?", (ended, run))

    def current_grading(self, submission: int) -> int:
        """Return the number of the grading that counts for a submission; 0 if there is none."""
        rows = self.rows("SELECT grading FROM current_gradings WHERE submission = ?", submission)
        return rows[0]["grading"] if rows else 0

    def report(self, grading: int | None) -> dict[str, Any] | None:
        """Return the JSON report of a grading, if there is one."""
        rows = self.rows("SELECT report FROM reports WHERE grading = ?", grading)
        return dict(json.loads(rows[0]["report"])) if rows else None

    def current_report(self, submission: int) -> dict[str, Any] | None:
        """Return the JSON report that counts for a submission, if there is one."""
        return self.report(self.current_grading(submission))

    def to_grade(self, kit: str, assignment: str, options: Mapping[str, Any]) -> list[int]:
        """Return the current submissions whose grading is not one without fault by exactly these.

        An earlier grading by these is not enough: it no longer counts.
        """
        rows = self.rows(
            """SELECT DISTINCT submissions.id FROM current_submissions
            JOIN submissions ON submissions.id = submission
            WHERE refused = '' AND NOT EXISTS (
                SELECT 1 FROM current_gradings JOIN gradings ON gradings.id = grading
                WHERE current_gradings.submission = submissions.id
                AND status = ? AND kit = ? AND assignment = ? AND options = ?
            ) ORDER BY submissions.id""",
            GradingStatus.GRADED.value,
            kit,
            assignment,
            as_text(options),
        )
        return [row["id"] for row in rows]

    def add_grading(self, submission: int, graded: GradedSubmission) -> None:
        """Add a grading with its report; it is committed when this returns.

        Raises:
            CourseError: the file is no longer in its place.
        """
        self.require_in_place()
        report, origin = graded.report, graded.provenance
        with self.transaction():
            grading = self.insert(
                "gradings",
                submission=submission,
                status=graded.status.value,
                message=graded.message,
                score=report["score"] if report else None,
                out_of=report["out_of"] if report else None,
                kit=origin.kit,
                assignment=origin.assignment,
                limits=as_text(origin.limits),
                options=as_text(origin.options),
                confinement=as_text(report["confinement"] if report else {}),
                python=origin.python,
                machine=graded.machine,
                started=origin.started,
                ended=now().isoformat(timespec="milliseconds"),
                seconds=origin.seconds,
            )
            if report:
                self.insert("reports", grading=grading, report=as_text(report))


def as_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
