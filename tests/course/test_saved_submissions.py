"""From a download to scores: each student has the score of what that student handed in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from autograder.course.gradebook import make_gradebook
from autograder.course.platform_gradebooks import fill_in_canvas
from autograder.course.results import opened_results
from autograder.course.saved_submissions import save_submissions
from autograder.intake.roster import read_roster
from tests.course.stub import STUB, graded_now, scores, table
from tests.intake.downloads_of_platforms import PLATFORMS, as_zip, canvas, gradescope
from tests.intake.packing import zipped


def save(path: Path, *downloads: Path, roster: Path | None = None) -> list[str]:
    with opened_results(path, writing=True) as results:
        run = results.begin_run(STUB, [])
        known = read_roster(roster) if roster else None
        problems = save_submissions(results, run, downloads, STUB, known)
        graded_now(results)
        results.end_run(run)
    return problems


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_score_is_the_one_put_in(platform: str, tmp_path: Path) -> None:
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
    download = as_zip(list(PLATFORMS[platform](students)), tmp_path / "download.zip")
    assert save(tmp_path / "results.sqlite", download) == []
    assert {name: score for name, (score, _) in scores(tmp_path / "results.sqlite").items()} == (
        expected
    )


def test_results_among_the_submissions(tmp_path: Path) -> None:
    """As in a folder where somebody works: its files belong to no student, but are no problem."""
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada/a.py").write_bytes(b"10")
    (tmp_path / "notes.txt").touch()
    path = tmp_path / "results.sqlite"
    for _ in range(2):
        name = tmp_path.name
        assert save(path, tmp_path) == [
            f"{name}: notes.txt: not a student's file (ID.py or ID.zip); not read"
        ]
    assert scores(path) == {"ada": (90.0, "graded")}


@pytest.mark.parametrize(
    ("of_folder", "of_roster"), [("Zo\u00eb", "Zoe\u0308"), ("Zoe\u0308", "Zo\u00eb")]
)
def test_decomposed_accents(of_folder: str, of_roster: str, tmp_path: Path) -> None:
    """On macOS, say: the student of the roster is the one who handed in."""
    download = as_zip([(f"{of_folder}/a.py", b"10")], tmp_path / "download.zip")
    roster = tmp_path / "roster.csv"
    roster.write_text(f"id,name\n{of_roster},Zo\n", encoding="utf-8")
    path = tmp_path / "results.sqlite"
    assert save(path, download, roster=roster) == []
    assert scores(path) == {"Zo\u00eb": (90.0, "graded")}


@pytest.mark.parametrize("folder", ["Essai-submissions", "E\u0301tude-submissions"])
def test_decomposed_accents_in_a_folder_named_as_of_clones(folder: str, tmp_path: Path) -> None:
    download = tmp_path / folder
    for name in ("Zoe\u0308", "Ada"):
        (download / name).mkdir(parents=True)
        (download / name / "a.py").write_bytes(b"10")
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nZo\u00eb,Zo\nAda,Ada\n", encoding="utf-8")
    path = tmp_path / "results.sqlite"
    assert save(path, download, roster=roster) == []
    assert scores(path) == {"Ada": (90.0, "graded"), "Zo\u00eb": (90.0, "graded")}


def test_roster(tmp_path: Path) -> None:
    """A group is one submission; ids are the roster's; who is missing is listed."""
    files = dict(gradescope({"Ada 12": {"a.py": b"10"}, "Zed 99": {"a.py": b"1"}}))
    metadata = "assignment_5_export/submission_metadata.yml"
    ada = b"  - :name: \"Ada\"\n    :sid: '12'\n"
    bob = b"  - :name: Bob\n    :email: BOB@x.org\n"
    files[metadata] = files[metadata].replace(ada, bob + ada)
    download = as_zip(list(files.items()), tmp_path / "download.zip")
    roster = tmp_path / "roster.csv"
    roster.write_text("id,sid,email\nada,12,\nbob,13,bob@x.org\ncy,14,\n")
    path = tmp_path / "results.sqlite"
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


def test_roster_that_was_forgotten_at_first(tmp_path: Path) -> None:
    """What was handed in under the platform's id is the student's; it is graded once."""
    path, roster = tmp_path / "results.sqlite", tmp_path / "roster.csv"
    roster.write_text("id,number\nada,12\n")
    class_of_two = {"Ada 12": {"a.py": b"5"}, "Zed 99": {"a.py": b"1"}}
    first = as_zip(list(canvas(class_of_two)), tmp_path / "1")
    second = as_zip(list(canvas({"Ada 12": {"a.py": b"10"}})), tmp_path / "2")
    save(path, first)
    save(path, first, roster=roster)
    assert scores(path) == {"99": (36.0, "graded"), "ada": (60.0, "graded")}
    assert table(path, "SELECT count(*) FROM gradings") == [(2,)]
    save(path, second, roster=roster)
    save(path, first)
    save(path, second, roster=roster)
    assert scores(path) == {"99": (36.0, "graded"), "ada": (90.0, "graded")}


def test_id_that_is_corrected_in_the_roster(tmp_path: Path) -> None:
    """What was handed in under the wrong one is the same student's; others keep theirs."""
    path, roster = tmp_path / "results.sqlite", tmp_path / "roster.csv"
    first = as_zip(
        list(canvas({"Ada 12": {"a.py": b"5"}, "Zed 99": {"a.py": b"1"}})), tmp_path / "1"
    )
    second = as_zip(list(canvas({"Ada 12": {"a.py": b"10"}})), tmp_path / "2")
    roster.write_text("id,number\naad,12\n99,99\n")
    save(path, first, roster=roster)
    roster.write_text("id,number\nada,12\n99,99\n")
    save(path, second, roster=roster)
    assert scores(path) == {"99": (36.0, "graded"), "ada": (90.0, "graded")}
    export = tmp_path / "export.csv"
    export.write_text("Student,ID,Stub (1)\nAda,12,\n")
    with opened_results(path) as results:
        filled = fill_in_canvas(export, make_gradebook(results, None, None), ["stub"], "")
    assert filled.content == b"Student,ID,Stub (1)\nAda,12,90\n"
    assert filled.missing == ["99"]


@pytest.mark.parametrize(
    ("first", "then", "students"),
    [
        ("ada,Ada,1\ncy,Cy,3", "bob,Bob,1", {"ada": 90.0, "bob": 36.0}),
        ("ada,,1", "bob,,1", {"ada": 90.0, "bob": 36.0}),
        ("1,Ada,", "bob,Bob,1", {"1": 90.0, "bob": 36.0}),
        ("aad,Ada Lee,1", 'ada,"Lee, Ada",1', {"ada": 36.0}),
    ],
    ids=["two sections", "without names", "an id", "a corrected id"],
)
def test_folders_of_one_name(
    first: str, then: str, students: dict[str, float], tmp_path: Path
) -> None:
    """Made by hand, as by the number of a seat: two rosters may mean two students by it."""
    path, roster = tmp_path / "results.sqlite", tmp_path / "roster.csv"
    for number, (rows, passed) in enumerate([(first, b"10"), (then, b"1")]):
        roster.write_text(f"id,name,seat\n{rows}\n")
        save(path, as_zip([("1/a.py", passed)], tmp_path / f"{number}.zip"), roster=roster)
    assert {student: score for student, (score, _) in scores(path).items()} == students


def test_student_who_is_no_longer_on_the_roster(tmp_path: Path) -> None:
    """Who has handed in something keeps a score; of others, nothing is expected any more."""
    path, roster = tmp_path / "results.sqlite", tmp_path / "roster.csv"
    download = as_zip([("ada.py", b"10"), ("bob.py", b"5")], tmp_path / "1.zip")
    roster.write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    save(path, download, roster=roster)
    assert table(path, "SELECT student FROM handed_in_nothing") == [("cy",)]
    roster.write_text("id,name\nada,Ada\ndi,Di\n")
    save(path, as_zip([("ada.py", b"9")], tmp_path / "2.zip"), roster=roster)
    assert scores(path) == {
        "ada": (84.0, "graded"),
        "bob": (60.0, "graded"),
        "di": (None, "nothing handed in"),
    }
    assert table(path, "SELECT student FROM not_on_roster") == [("bob",)]
    save(path, download)
    assert table(path, "SELECT id, name FROM students WHERE on_roster") == [
        ("ada", "Ada"),
        ("di", "Di"),
    ]


def test_unreadable_download_does_not_stop_others(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK\3\4")
    good = as_zip([("ada.py", b"10"), ("x.txt", b"")], tmp_path / "good.zip")
    problems = save(tmp_path / "results.sqlite", tmp_path / "bad.zip", good)
    assert problems == [
        "bad.zip: not a zip, or damaged; name the folder or the zip that you downloaded",
        "good.zip: x.txt: not a student's file (ID.py or ID.zip); not read",
    ]
    assert scores(tmp_path / "results.sqlite") == {"ada": (90.0, "graded")}


def test_later_download_counts(tmp_path: Path) -> None:
    first = as_zip([("ada.py", b"10"), ("bob.py", b"9")], tmp_path / "first.zip")
    late = as_zip([("ada.py", b"3")], tmp_path / "late.zip")
    path = tmp_path / "results.sqlite"
    save(path, first, late)
    assert [score for score, _ in scores(path).values()] == [48.0, 84.0]
    save(path, late, first)
    assert [score for score, _ in scores(path).values()] == [90.0, 84.0]
    assert table(path, "SELECT count(*) FROM gradings") == [(3,)]
