"""A results file: what is saved and found in it, and files that are refused."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from autograder.course.downloads import read_submissions
from autograder.course.results import CourseError, opened_results
from autograder.course.schema import FORMAT
from autograder.course.students import read_roster
from tests.conftest import ROOT
from tests.course.downloads_of_platforms import PLATFORMS, as_zip, canvas, gradescope
from tests.course.stub import STUB, graded_now, hand_in, run_stub, scores, table
from tests.intake.packing import zipped


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def save(path: Path, *downloads: Path, roster: Path | None = None) -> list[str]:
    known = read_roster(roster) if roster else None
    found = read_submissions(downloads, STUB, "", known, path)
    with opened_results(path, writing=True) as results:
        results.save_class(STUB, found.submissions, known)
        graded_now(results)
    return [*found.unusable, *found.unread]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_score_is_the_one_put_in(platform: str, path: Path) -> None:
    """Of files, archives and empty submissions in a random order."""
    chosen, students, expected = random.Random(platform), {}, {}
    for number in range(1000, 1060):
        passed = chosen.randint(0, 10)
        content = str(passed).encode()
        files = {"a.py": content}
        if number % 7 == 0:
            files = {"work.zip": zipped([("work/a.py", content), ("__MACOSX/._a.py", b"")])}
        elif number % 11 == 0:
            files = {"notes.txt": b""}
        students[f"Student {number % 13} {number}"] = files
        expected[str(number)] = None if "notes.txt" in files else 30.0 + 6 * passed
    download = as_zip(list(PLATFORMS[platform](students)), path.with_name("download.zip"))
    assert save(path, download) == []
    assert {name: score for name, (score, _) in scores(path).items()} == expected


def test_roster(path: Path) -> None:
    """A group is one submission; ids are the roster's; who is missing is listed."""
    files = dict(gradescope({"Ada 12": {"a.py": b"10"}, "Zed 99": {"a.py": b"1"}}))
    metadata = "assignment_5_export/submission_metadata.yml"
    ada = b"  - :name: \"Ada\"\n    :sid: '12'\n"
    bob = b"  - :name: Bob\n    :email: BOB@x.org\n"
    files[metadata] = files[metadata].replace(ada, bob + ada)
    download = as_zip(list(files.items()), path.with_name("download.zip"))
    roster = path.with_name("roster.csv")
    roster.write_text("id,sid,email\nada,12,\nbob,13,bob@x.org\ncy,14,\n")
    assert save(path, download, roster=roster) == []
    assert scores(path) == {
        "99": (36.0, "graded"),
        "ada": (90.0, "graded"),
        "bob": (90.0, "graded"),
        "cy": (None, "nothing handed in"),
    }
    assert table(path, "SELECT count(*) FROM gradings") == [(2,)]
    assert table(path, "SELECT student FROM not_on_roster") == [("99",)]
    assert table(path, "SELECT student FROM handed_in_nothing") == [("cy",)]
    assert table(path, "SELECT id, platform_id FROM students WHERE id = 'ada'") == [("ada", "12")]


def test_student_who_is_no_longer_on_the_roster(path: Path) -> None:
    """Who has handed in something keeps a score; of others, nothing is expected any more."""
    roster = path.with_name("roster.csv")
    download = as_zip([("ada.py", b"10"), ("bob.py", b"5")], path.with_name("1.zip"))
    roster.write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    save(path, download, roster=roster)
    roster.write_text("id,name\nada,Ada\ndi,Di\n")
    save(path, as_zip([("ada.py", b"9")], path.with_name("2.zip")), roster=roster)
    assert scores(path) == {
        "ada": (84.0, "graded"),
        "bob": (60.0, "graded"),
        "di": (None, "nothing handed in"),
    }
    assert table(path, "SELECT student FROM not_on_roster") == [("bob",)]


def test_roster_that_was_forgotten_or_wrong_at_first(path: Path) -> None:
    """What was handed in under the platform's id is the student's; it is graded once."""
    roster = path.with_name("roster.csv")
    class_of_two = {"Ada 12": {"a.py": b"5"}, "Zed 99": {"a.py": b"1"}}
    first = as_zip(list(canvas(class_of_two)), path.with_name("1"))
    second = as_zip(list(canvas({"Ada 12": {"a.py": b"10"}})), path.with_name("2"))
    save(path, first)
    for name in ("aad", "ada"):
        roster.write_text(f"id,number\n{name},12\n")
        save(path, first, roster=roster)
        assert scores(path) == {"99": (36.0, "graded"), name: (60.0, "graded")}
    assert table(path, "SELECT count(*) FROM gradings") == [(2,)]
    save(path, second, roster=roster)
    assert scores(path) == {"99": (36.0, "graded"), "ada": (90.0, "graded")}


def test_folders_of_the_same_name_in_two_sections(path: Path) -> None:
    """Numbers that somebody gave to folders may be another student's in the next roster."""
    roster = path.with_name("roster.csv")
    for student, passed in (("ada", b"5"), ("bob", b"10")):
        roster.write_text(f"id,number\n{student},12\n")
        save(path, as_zip([("12.py", passed)], path.with_name(f"{student}.zip")), roster=roster)
    assert scores(path) == {"ada": (60.0, "graded"), "bob": (90.0, "graded")}


def test_number_that_another_platform_has_for_somebody_else(path: Path) -> None:
    roster = path.with_name("roster.csv")
    save(path, as_zip([("12.py", b"1"), ("bob.py", b"2")], path.with_name("by_hand.zip")))
    roster.write_text("id,number\nada,12\n")
    download = as_zip(list(canvas({"Ada 12": {"a.py": b"5"}})), path.with_name("canvas.zip"))
    save(path, download, roster=roster)
    assert {name: score for name, (score, _) in scores(path).items()} == {
        "12": 36.0,
        "ada": 60.0,
        "bob": 42.0,
    }


def test_later_download_counts(path: Path) -> None:
    """One that cannot be read does not stop the others."""
    first = as_zip([("ada.py", b"10"), ("bob.py", b"9")], path.with_name("first.zip"))
    late = as_zip([("ada.py", b"3")], path.with_name("late.zip"))
    path.with_name("bad.zip").write_bytes(b"PK\3\4")
    assert save(path, first, path.with_name("bad.zip"), late) == [
        "bad.zip: not a zip, or damaged; name the folder or the zip that you downloaded"
    ]
    assert [score for score, _ in scores(path).values()] == [48.0, 84.0]
    save(path, late, first)
    assert [score for score, _ in scores(path).values()] == [90.0, 84.0]
    assert table(path, "SELECT count(*) FROM gradings") == [(3,)]


UNUSABLE = {
    "no database": (b"x" * 5000, "not a results file of this version of autograder; name another"),
    "another version": (FORMAT + 1, "not a results file of this version of autograder; name"),
}


@pytest.mark.parametrize(("content", "message"), UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("writing", [True, False])
def test_unusable_files(content: bytes | int, message: str, writing: bool, path: Path) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE a (b)")
            other.execute(f"PRAGMA user_version = {content}")
    before = path.read_bytes()
    with pytest.raises(CourseError, match=message), opened_results(path, writing=writing):
        pass
    assert path.read_bytes() == before


def test_places_without_results(path: Path) -> None:
    with (
        pytest.raises(CourseError, match="no such results file; autograder course grade"),
        opened_results(path),
    ):
        pass
    for place in (path.parent, path / "more/results.sqlite"):
        message = "cannot be written; name a file in a folder of yours"
        with pytest.raises(CourseError, match=message), opened_results(place, writing=True):
            pass
    assert list(path.parent.iterdir()) == []
    run_stub(path, {"ada": "1"})
    path.write_bytes(path.read_bytes()[:20000])
    with pytest.raises(CourseError, match="malformed"), opened_results(path):
        pass


def test_full_disk(path: Path) -> None:
    """What was saved before stays, and the next run goes on."""

    def run_with_little_space() -> None:
        with opened_results(path, writing=True) as results:
            results.begin(STUB)
            hand_in(results, {f"s{number}": "1" for number in range(30)})
            pages = results.rows("PRAGMA page_count")[0][0]
            results.connection.execute(f"PRAGMA max_page_count = {pages + 10}")
            graded_now(results)

    with pytest.raises(CourseError, match="database or disk is full"):
        run_with_little_space()
    done = [name for name, (score, _) in scores(path).items() if score is not None]
    assert 0 < len(done) < 30
    assert len(run_stub(path, {})) == 30 - len(done)


def test_one_run_at_a_time(path: Path) -> None:
    """Others can read meanwhile, and change nothing."""
    run_stub(path, {"ada": "1"})
    link = path.with_name("link.sqlite")
    link.symlink_to(path.name)
    with opened_results(path, writing=True) as results:
        results.connection.execute("UPDATE students SET name = 'Ada'")
        with (
            pytest.raises(CourseError, match="another run is grading into it"),
            opened_results(link, writing=True),
        ):
            pass
        with opened_results(path) as reader:
            assert reader.rows("SELECT name FROM scores")[0]["name"] == "Ada"
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                reader.connection.execute("DELETE FROM students")
    assert scores(path) == {"ada": (36.0, "graded")}
    assert {each.name for each in path.parent.iterdir()} == {
        *(path.name, f"{path.name}-lock", link.name)
    }


def test_views_answer_questions(path: Path) -> None:
    run_stub(path, {"ada": "10", "bob": "5", "cy": ""})
    assert table(path, "SELECT part, students, full_marks, mean_earned FROM part_pass_rates") == [
        ("first", 2, 1, 45.0),
        ("second", 2, 2, 30.0),
    ]
    worst = table(path, "SELECT key, says, pass_rate FROM test_pass_rates LIMIT 1")
    assert worst == [("first/hidden/test_5", "first 5", 0.5)]
    assert table(path, "SELECT student, message FROM refused") == [("cy", "cy: nothing")]
    assert table(path, "SELECT count(*) FROM test_outcomes WHERE outcome = 'wrong'") == [(5,)]
    assert table(path, "SELECT earned FROM part_scores WHERE student = 'bob'") == [(30.0,), (30.0,)]
    [[confinement], _] = table(path, "SELECT confinement FROM gradings ORDER BY id")
    assert confinement == '{"files":"none","system_calls":"none","user":"none"}'


def test_documented_tables_views_and_queries(path: Path) -> None:
    document = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    tables, views = document.partition("### Tables")[2].split("### Views")
    views = views.partition("\n## ")[0]
    run_stub(path, {"ada": "0"})
    for kind, section in {"table": tables, "view": views}.items():
        documented = re.findall(r"^\| `(\w+)`", section, re.MULTILINE)
        query = f"SELECT name FROM sqlite_master WHERE type = '{kind}'"
        assert sorted(documented) == sorted(str(row[0]) for row in table(path, query))
    [queries] = re.findall(r"```sql\n(.*?)```", document, re.DOTALL)
    found = [table(path, query) for query in queries.strip().splitlines()]
    assert found[0] == [("ada", "Name of ada", 30.0)]
    assert len(found[1]) == 5


def test_results_among_the_submissions(path: Path) -> None:
    """As in a folder where somebody works: its files belong to no student, but are no problem."""
    (path.parent / "ada").mkdir()
    (path.parent / "ada/a.py").write_bytes(b"10")
    for _ in range(2):
        assert save(path, path.parent) == []
    assert scores(path) == {"ada": (90.0, "graded")}
