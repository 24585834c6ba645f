"""The results of a class: one SQLite database in WAL mode."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import shlex
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from autograder.assignment import Assignment
from autograder.course.schema import FORMAT, TABLES, VIEWS
from autograder.course.students import Roster, Student, Students
from autograder.course.submissions import Submission
from autograder.intake.entries import IntakeError
from autograder.provenance import Provenance, now, submission_hash

SECONDS_FOR_READERS = 30
"""How long to wait for another program that is reading or writing the file."""
SUBMISSION_TEXTS = ("platform", "download", "folder", "submitted", "late", "refused")
SUBMISSION_LISTS = ("unusable", "notes", "renamed")
"""Fields of a submission, as columns; lists are JSON."""
KEYS = ("id", "platform_id", "email")
"""Columns that identify a student."""
NOT_RESULTS = "not a results file of this version of autograder; name another file"


class CourseError(IntakeError):
    """Results cannot be read or written, or a file cannot be filled in; the message is one line."""


@dataclass(frozen=True)
class Grading:
    """A graded submission: its JSON report, and the fault of the grader if there was one."""

    provenance: Provenance
    report: dict[str, Any] | None
    message: str = ""
    machine: str = platform.node()

    @property
    def status(self) -> str:
        """How it ended. With a `fault in tests`, there is a score, which no fault affects."""
        if not self.report:
            return "failed"
        return "fault in tests" if self.message else "graded"


@contextlib.contextmanager
def opened_results(path: Path, *, writing: bool = False) -> Iterator[Results]:
    """Open a results file; for `writing`, create a missing one, and lock it for this run.

    Raises:
        CourseError: it cannot be opened, is not a results file, or a statement fails in this block;
            or another run is writing to it.
    """
    if not writing and not path.is_file():
        raise CourseError(f"{path}: no such results file; autograder course grade makes it")
    try:
        with (
            _locked(path) if writing else contextlib.nullcontext(),
            contextlib.closing(
                sqlite3.connect(
                    f"{path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}",
                    uri=True,
                    isolation_level=None,
                    timeout=SECONDS_FOR_READERS,
                )
            ) as connection,
        ):
            connection.row_factory = sqlite3.Row
            _check_format(connection, writing=writing)
            try:
                yield Results(connection, path)
            finally:  # A log would have to be written to read the file, perhaps by another user.
                if writing:
                    with contextlib.suppress(sqlite3.Error):  # Another process is reading.
                        connection.execute("PRAGMA busy_timeout = 0")
                        connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        is_no_database = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB
        raise CourseError(f"{path}: {NOT_RESULTS if is_no_database else error}") from None


def _locked(path: Path) -> contextlib.AbstractContextManager[object]:
    """Lock a results file, until the lock is left or this process ends.

    Raises:
        CourseError: another run holds the lock, or the file is in no folder that can be written.
    """
    place = Path(os.path.realpath(path))
    if place.is_dir() or not os.access(place.parent, os.W_OK):
        raise CourseError(f"{path}: cannot be written; name a file in a folder of yours")
    try:
        return FileLock(f"{place}-lock", timeout=0).acquire()
    except Timeout:
        raise CourseError(f"{path}: another run is grading into it; wait until it ends") from None
    except OSError as error:
        raise CourseError(f"{path}-lock: cannot be locked: {error.strerror}") from None


def _check_format(connection: sqlite3.Connection, *, writing: bool) -> None:
    """Check that these are results of this version; for `writing`, make those of a new file."""
    form = connection.execute("PRAGMA user_version").fetchone()[0]
    is_new = writing and not connection.execute("SELECT * FROM sqlite_master").fetchall()
    if form != (0 if is_new else FORMAT):
        raise sqlite3.DatabaseError(NOT_RESULTS)
    if writing:
        connection.execute("PRAGMA journal_mode = WAL")
    if is_new:
        script = f"BEGIN; {TABLES} {VIEWS} PRAGMA user_version = {FORMAT}; COMMIT;"
        connection.executescript(script)


class Results:
    """A results file that is open."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path

    def command(self, verb: str, *words: str) -> str:
        """Return a command for these results, as it can be typed."""
        return shlex.join(["autograder", "course", verb, str(self.path), *words])

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        return self.connection.execute(query, values).fetchall()

    def course(self) -> sqlite3.Row:
        """Return what is known of the assignment.

        Raises:
            CourseError: nothing has been graded.
        """
        found = self.rows("SELECT * FROM course")
        if not found:
            raise CourseError(f"{self.path}: contains no gradings")
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
        """Add a row, or replace the one with this key; return its number."""
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        statement = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})"
        return self.connection.execute(statement, list(values.values())).lastrowid or 0

    def save_class(
        self,
        assignment: Assignment,
        submissions: Iterable[Submission],
        roster: Roster | None = None,
    ) -> None:
        """Save all at once: the assignment as it is now, the roster, and what was handed in.

        Raises:
            CourseError: the file has the results of another assignment.
        """
        with self.transaction():
            self.begin(assignment)
            if roster:
                self._save_roster(roster)
            for one in submissions:
                self.add_submission(one, roster)

    def begin(self, assignment: Assignment) -> None:
        """Save the assignment as it is now.

        Raises:
            CourseError: the file has the results of another assignment.
        """
        known = self.rows("SELECT assignment FROM course")
        if known and known[0]["assignment"] != assignment.name:
            raise CourseError(
                f"{self.path}: has the results of {known[0]['assignment']}; "
                f"name another file for {assignment.name}"
            )
        parts = [{"name": p.name, "title": p.title, "points": p.points} for p in assignment.parts]
        self.insert(
            "course",
            assignment=assignment.name,
            title=assignment.title,
            parts=json.dumps(parts),
            by_hand=json.dumps([asdict(item) for item in assignment.by_hand]),
            late=json.dumps(asdict(assignment.late) if assignment.late else None),
        )

    def _save_roster(self, roster: Roster) -> None:
        """Save who is on the roster, and who no longer is; of these, forget who never handed in."""
        for statement in (
            "UPDATE students SET on_roster = 0 WHERE on_roster",
            "DELETE FROM students "
            "WHERE on_roster = 0 AND id NOT IN (SELECT student FROM submitters)",
        ):
            self.connection.execute(statement)
        for student in roster.students.values():
            self.add_student(student, on_roster=True)

    def add_student(self, student: Student, *, on_roster: bool | None = None) -> None:
        """Add a student, or update what is known about one; empty values change nothing."""
        self.connection.execute(
            """INSERT INTO students VALUES (:id, :name, :email, :platform_id, :on_roster)
            ON CONFLICT (id) DO UPDATE SET
                name = coalesce(nullif(:name, ''), name),
                email = coalesce(nullif(:email, ''), email),
                platform_id = coalesce(nullif(:platform_id, ''), platform_id),
                on_roster = coalesce(:on_roster, on_roster)""",
            {**asdict(student), "on_roster": on_roster},
        )

    def add_submission(self, one: Submission, roster: Roster | None = None) -> None:
        """Add a submission and its students, or find it if it is known; note its number."""
        for student in one.students:
            on_roster = student.id in roster.students if roster else None
            self.add_student(student, on_roster=on_roster)
            if on_roster:
                self._take_over(student, one.platform)
        unusable = {"": one.refused} if one.refused else one.unusable
        total = submission_hash(one.contents, unusable)
        one.number = self.insert(
            "submissions",
            id=self._find({student.id for student in one.students}, total),
            hash=total,
            **{name: getattr(one, name) for name in SUBMISSION_TEXTS},
            **{name: json.dumps(getattr(one, name)) for name in SUBMISSION_LISTS},
        )
        for name, content in one.contents.items():
            self.insert("files", submission=one.number, name=name, content=content)
        for student in one.students:
            self.connection.execute(
                """INSERT OR REPLACE INTO submitters
                SELECT ?, ?, coalesce(max(seen), 0) + 1 FROM submitters""",
                (student.id, one.number),
            )

    def _find(self, students: set[str], total: str) -> int | None:
        """Return the submission of just these: a group's is not that of one of them alone."""
        rows = self.rows(
            """SELECT submission FROM submitters JOIN submissions ON id = submission
            WHERE submission IN (SELECT submission FROM submitters WHERE student = ?) AND hash = ?
            GROUP BY submission
            HAVING (count(*), sum(student IN (SELECT value FROM json_each(?)))) = (?, ?)""",
            *(min(students), total, json.dumps(list(students)), len(students), len(students)),
        )
        return rows[0]["submission"] if rows else None

    def _take_over(self, student: Student, platform_name: str) -> None:
        """Give a student what was handed in under the platform's id before the roster was given.

        Or under another id that a roster had for the same id on the platform. Folders made by hand
        may have the same names, such as numbers, in two sections of a course.
        """
        values = {"new": student.id, "key": student.platform_id, "platform": platform_name}
        where = """student IN (SELECT id FROM students WHERE platform_id = :key AND id != :new
                AND (on_roster IS NULL OR on_roster = 0 AND :platform != 'by hand'))
            AND submission IN (SELECT id FROM submissions WHERE platform = :platform)"""
        for statement in (
            f"UPDATE OR IGNORE submitters SET student = :new WHERE {where}",
            f"DELETE FROM submitters WHERE {where}",
            """DELETE FROM students WHERE platform_id = :key AND id != :new
                AND on_roster IS NOT 1 AND id NOT IN (SELECT student FROM submitters)""",
        ):
            self.connection.execute(statement, values)

    def submission(self, number: int) -> Submission:
        """Return what of a submission is graded; its students are only known by their ids."""
        [row] = self.rows("SELECT unusable, renamed FROM submissions WHERE id = ?", number)
        query = "SELECT student FROM submitters WHERE submission = ? ORDER BY seen"
        files = self.rows(
            "SELECT name, content FROM files WHERE submission = ? ORDER BY name", number
        )
        return Submission(
            tuple(Student(each["student"]) for each in self.rows(query, number)),
            contents={file["name"]: file["content"] for file in files},
            unusable=json.loads(row["unusable"]),
            renamed=json.loads(row["renamed"]),
            number=number,
        )

    def students(self, *columns: str) -> Students:
        """Return the students by these columns; the first that has a key counts."""
        rows = self.rows("SELECT id, name, email, platform_id FROM students")
        found = [Student(*row) for row in rows]
        return Students(*([(getattr(one, column), one) for one in found] for column in columns))

    def find_student(self, key: str, students: Students | None = None, where: str = "") -> str:
        """Return the id of the student that is known by an id, a platform's id or an address.

        `where` the key is written, if not on the command line.

        Raises:
            CourseError: there is none.
        """
        student = (students or self.students(*KEYS)).find(key)
        if not student:
            missing = f"{where or self.path}: there is no student {key!r}"
            raise CourseError(f"{missing}; {self.command('gradebook')} lists the ids")
        return student.id

    def report(self, submission: int) -> dict[str, Any] | None:
        """Return the JSON report that counts for a submission, if there is one."""
        rows = self.rows(
            """SELECT report FROM current_gradings JOIN reports USING (grading)
            WHERE submission = ?""",
            submission,
        )
        return dict(json.loads(rows[0]["report"])) if rows else None

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
                AND status = 'graded' AND kit = ? AND assignment = ? AND options = ?
            ) ORDER BY submissions.id""",
            *(kit, assignment, as_text(options)),
        )
        return [row["id"] for row in rows]

    def add_grading(self, submission: int, graded: Grading) -> None:
        """Add a grading with its report; it is committed when this returns."""
        report, origin = graded.report, graded.provenance
        with self.transaction():
            grading = self.insert(
                "gradings",
                submission=submission,
                status=graded.status,
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
