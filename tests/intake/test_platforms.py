"""Submissions of a class as Canvas, Moodle, Gradescope and clones name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.intake.downloads_of_platforms import (
    PLATFORMS,
    TWO,
    as_zip,
    contents,
    moodle,
    read,
    unpacked,
)
from tests.intake.packing import zipped

CANVAS = [
    ("lovelaceada_LATE_12_9_kenken.py", b"first = 1\n"),
    ("lovelaceada_LATE_12_9_kenken-2.py", b"third = 1\n"),
    ("lovelaceada_LATE_12_9_kenken-1.py", b"second = 1\n"),
    ("smithbob_340_8_hw_1_2-1.zip", zipped([("kenken.py", b"bob = 1\n")])),
    ("li_5_6_kenken.py", b"old = 1\n"),
    ("li_5_7_kenken.py", b"new = 1\n"),
    ("zed_8_1_kenken.py", b"zed = 1\n"),
    ("zed_8_2_kenken-2027.py", b"draft = 1\n"),
    ("notes.txt", b""),
]


def test_canvas(tmp_path: Path) -> None:
    """The latest file counts, earlier ones are listed; late marks; names with underscores.

    A year is not Canvas' number of a file.
    """
    found, problems = read(as_zip(CANVAS, tmp_path / "submissions.zip"))
    assert problems == ["notes.txt: not named as Canvas names files; not read"]
    ada, graded = found["12"]
    assert not isinstance(graded, str)
    assert graded.contents == {"kenken.py": b"third = 1\n"}
    assert (ada.members[0].name, ada.late, ada.folder) == (
        "lovelaceada",
        True,
        "lovelaceada_LATE_12_9",
    )
    assert ada.notes == [
        "handed in again; kenken.py is not used",
        "handed in again; kenken-1.py is not used",
    ]
    bob, packed = found["340"]
    assert not isinstance(packed, str)
    assert packed.contents == {"kenken.py": b"bob = 1\n"}
    assert (bob.late, bob.notes) == (False, [])
    li, latest = found["5"]
    assert not isinstance(latest, str)
    assert latest.contents == {"kenken.py": b"new = 1\n"}
    assert (li.folder, li.notes) == ("li_5_7", ["handed in again; kenken.py is not used"])
    zed, first = found["8"]
    assert not isinstance(first, str)
    assert (first.contents, zed.notes) == ({"kenken.py": b"zed = 1\n"}, [])


def test_several_files_on_canvas(tmp_path: Path) -> None:
    """Each file of a submission has its own number; they are one submission all the same."""
    files = [
        ("smithbob_340_9002_one.py", b"x = 1\n"),
        ("smithbob_LATE_340_10001_notes.txt", b""),
        ("smithbob_340_9001_two.py", b"x = 2\n"),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"), TWO)
    bob, graded = found["340"]
    assert not isinstance(graded, str)
    assert graded.contents == {"one.py": b"x = 1\n", "two.py": b"x = 2\n"}
    assert (bob.folder, bob.notes, problems) == ("smithbob_LATE_340_10001", [], [])
    assert bob.late


def test_anonymous_grading_on_canvas(tmp_path: Path) -> None:
    """Without names; what follows the number of the file is the student's."""
    files = [
        ("anon_Ab12c_9002_one.py", b"x = 1\n"),
        ("anon_Ab12c_9001_77_two.txt", b""),
        ("LATE_anon_12345_9003_two.py", b"x = 2\n"),
        ("7_12_9_one.py", b"x = 3\n"),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"), TWO)
    members = [(each.members[0].name, each.folder, each.late) for each, _ in found.values()]
    assert (list(found), problems) == (["anon_Ab12c", "anon_12345", "12"], [])
    assert members == [
        ("", "anon_Ab12c_9002", False),
        ("", "LATE_anon_12345_9003", True),
        ("7", "7_12_9", False),
    ]
    first = found["anon_Ab12c"][1]
    assert not isinstance(first, str)
    assert first.found == ("77_two.txt", "one.py")


@pytest.mark.parametrize("name", ["cy_14_text.html", "cy_LATE_14_link.html"])
def test_online_text_of_canvas(name: str, tmp_path: Path) -> None:
    files = [("ada_12_9_kenken.py", b"x = 1\n"), (name, b"<p>")]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    assert problems == []
    cy, reason = found["14"]
    where = name.rpartition("_")[0]
    assert (cy.folder, cy.late) == (where, "LATE" in name)
    assert reason == f"{where}: only online text was handed in; kenken.py expected"


def test_online_text_of_moodle(tmp_path: Path) -> None:
    files = [
        ("Ada Lovelace_12_assignsubmission_onlinetext_/onlinetext.html", b"<p>"),
        *moodle({"Ada Lovelace 12": {"kenken.py": b"x = 1\n"}}),
        ("Bob_13_assignsubmission_onlinetext/onlinetext.html", b"<p>"),
        ("Cy_14_assignsubmission_file/", b""),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    assert problems == []
    ada, graded = found["12"]
    assert not isinstance(graded, str)
    assert graded.contents == {"kenken.py": b"x = 1\n"}
    assert (ada.members[0].name, ada.folder) == (
        "Ada Lovelace",
        "Ada Lovelace_12_assignsubmission_file_",
    )
    assert ada.notes == ["online text was handed in; it is not graded"]
    assert found["13"][1] == (
        "Bob_13_assignsubmission_onlinetext: only online text was handed in; kenken.py expected"
    )
    assert found["14"][1] == (
        "Cy_14_assignsubmission_file: nothing was handed in; kenken.py expected"
    )


METADATA = """---
submission_1:
  :submitters:
  - :name: Ada
    :sid: a1
    :email: ada@example.org
  - :name: Bob
    :sid:
    :email: " bob@example.org "
  - :sid: d4
  - :name: " "
  - somebody
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &1 2027-01-15 23:58:01 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/Los_Angeles
    time: 2027-01-15 15:58:01 Z
submission_2:
  :submitters:
  - :name: Cy
  :created_at: Friday
submission_3: {}
"""


def test_groups_of_gradescope(tmp_path: Path) -> None:
    """Ruby's types make no objects; who has no student id is known by email, name or folder."""
    files = [
        ("e/submission_metadata.yml", METADATA.encode()),
        ("e/submission_1/kenken.py", b"x = 1\n"),
        ("e/submission_9/kenken.py", b"x = 1\n"),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    group, graded = found["a1"]
    assert not isinstance(graded, str)
    assert [member.id for member in group.members] == ["a1", "bob@example.org", "d4"]
    times = [each.submitted for each, _ in found.values()]
    assert times == ["2027-01-15T23:58:01+00:00", "Friday", ""]
    assert list(found) == ["a1", "Cy (submission_2)", "submission_3"]
    assert found["submission_3"][1] == "submission_3: nothing was handed in; kenken.py expected"
    assert problems == ["submission_9: not listed in submission_metadata.yml; not read"]


def test_time_of_gradescope(tmp_path: Path) -> None:
    files = list(PLATFORMS["Gradescope"]({"Ada 12": {"kenken.py": b"x = 1\n"}}))
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    assert found["12"][0].submitted == "2027-01-15T23:58:01.500000+00:00"


CLONES = {
    "a folder of Classroom": ("hw1-submissions", ["hw1-ada", "hw1-a-b"], (), ["ada", "a-b"]),
    "users of one prefix": ("hw1-submissions", ["hw1-a-b", "hw1-a-c"], (), ["a-b", "a-c"]),
    "another folder": ("hw1-submissions", ["cs-ada", "cs-bob"], (), ["ada", "bob"]),
    "a hyphen in one user": ("x", ["cs-hw1-ada", "cs-hw1-x-y"], (), ["ada", "x-y"]),
    "capital letters": ("x", ["cs-hw1-A-b", "cs-hw1-A-c"], ["a-b", "a-c"], ["A-b", "A-c"]),
    "the assignment's name": ("x", ["cs-kenken-a-b", "cs-kenken-a-c"], (), ["a-b", "a-c"]),
    "what names share": ("x", ["cs-hw1-ada", "cs-hw1-bob"], (), ["ada", "bob"]),
    "the roster": ("x", ["cs-hw1-a-b", "cs-hw1-a-c"], ["a-b", "a-c"], ["a-b", "a-c"]),
    "a name that ends with another's": (
        *("hw1-submissions", ["hw1-ada", "hw1-bob", "hw1-my-ada"]),
        *(["ada", "bob"], ["ada", "bob", "my-ada"]),
    ),
    "only two, one of whom ends with the other": (
        *("x", ["hw1-ada", "hw1-my-ada"], ["ada"], ["ada", "my-ada"]),
    ),
    "a name that ends with another's who is not there": (
        *("hw1-submissions", ["hw1-my-ada", "hw1-bob"], ["ada"], ["my-ada", "bob"]),
    ),
    "the only name, which ends with another's": (
        *("hw1-submissions", ["hw1-my-ada"], ["ada"], ["my-ada"]),
    ),
    "another folder than the names": (
        *("hw1-submissions", ["hw1-cs-ada", "hw1-cs-bob"], ["ada", "bob"], ["ada", "bob"]),
    ),
    "two clones of a user with a capital letter": (
        *("x", ["hw1-Ada", "hw1-bob", "old-ada"], ["ada", "bob"], ["Ada", "bob", "old-ada"]),
    ),
    "another form than most": (
        *("x", ["hw1-ada", "hw1-bob", "late-cy", "late-my-ada"]),
        *(["ada", "bob", "cy"], ["ada", "bob", "cy", "late-my-ada"]),
    ),
}


@pytest.mark.parametrize(("folder", "names", "known", "users"), CLONES.values(), ids=CLONES)
def test_users_of_clones(
    folder: str, names: list[str], known: list[str], users: list[str], tmp_path: Path
) -> None:
    files = [(f"{name}/kenken.py", b"x = 1\n") for name in names]
    files += [(f"{name}/.git/HEAD", b"") for name in names]
    files += [("grades.csv", b"")]
    (tmp_path / folder).mkdir()
    found, problems = read(unpacked(files, tmp_path / folder), known=known)
    assert problems == []
    assert sorted(found) == sorted(users)
    assert {each.platform for each, _ in found.values()} == {"GitHub Classroom"}


def test_git_folder_of_one_student(tmp_path: Path) -> None:
    """It does not make the whole class clones, of which only folders would be read."""
    packed = zipped([("kenken.py", b"x = 3\n")])
    files = [
        ("s-1/kenken.py", b"x = 1\n"),
        ("s-1/.git/HEAD", b""),
        ("s-2/kenken.py", b"x = 2\n"),
        ("s-3.zip", packed),
        ("s-4.py", b"x = 4\n"),
    ]
    assert contents(as_zip(files, tmp_path / "d.zip")) == {
        f"s-{number}": {"kenken.py": f"x = {number}\n".encode()} for number in range(1, 5)
    }


def test_class_by_hand_in_a_repository(tmp_path: Path) -> None:
    files = [("s-1/kenken.py", b"x = 1\n"), ("s-2.py", b"x = 2\n")]
    files += [(".git/HEAD", b""), (".github/workflows/test.yml", b"")]
    assert contents(unpacked(files, tmp_path)) == {
        "s-1": {"kenken.py": b"x = 1\n"},
        "s-2": {"kenken.py": b"x = 2\n"},
    }


def test_class_by_hand_in_a_folder_named_as_that_of_classroom(tmp_path: Path) -> None:
    files = [("s-1/kenken.py", b"x = 1\n"), ("s-2.py", b"x = 2\n")]
    assert list(contents(as_zip(files, tmp_path / "hw1-submissions.zip"))) == ["s-1", "s-2"]


def test_files_of_students_next_to_clones(tmp_path: Path) -> None:
    """They must not get lost."""
    files = [(f"hw-{name}/kenken.py", b"x = 1\n") for name in ("ada", "bob")]
    files += [(f"hw-{name}/.git/HEAD", b"") for name in ("ada", "bob")]
    files += [("hw-cy.zip", zipped([("kenken.py", b"x = 1\n")])), ("hw-di/", b"")]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    assert list(found) == ["ada", "bob", "di"]
    assert found["di"][1] == "hw-di: nothing was handed in; kenken.py expected"
    assert problems == ["hw-cy.zip: not a clone; put it into a folder of its own; not read"]
