"""Downloads of a class: who handed in what, on any platform, in any packing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course.downloads_of_platforms import (
    PLATFORMS,
    TWO,
    as_zip,
    contents,
    moodle,
    read,
    unpacked,
)
from tests.intake.packing import zipped

CLASS = {
    "Ada Lovelace 12": {"kenken.py": b"ada = 1\n"},
    "Bob Smith 345": {"kenken.py": b"bob = 1\n", "notes.txt": b"later"},
    "Bob Smith 346": {"kenken.zip": zipped([("hw/kenken.py", b"other = 1\n")])},
    "Zoë O'Neil, Jr. 7": {"readme.md": b""},
}
EACH = {
    "12": {"kenken.py": b"ada = 1\n"},
    "345": {"kenken.py": b"bob = 1\n"},
    "346": {"kenken.py": b"other = 1\n"},
}
OPTIONS = {
    "Canvas": "canvas",
    "Moodle": "moodle",
    "Moodle without folders": "moodle",
    "Gradescope": "gradescope",
    "GitHub Classroom": "github",
    "by hand": "folder",
}
LEFT_BEHIND = [
    *[("__MACOSX/._x", b""), (".DS_Store", b""), ("__pycache__/x.pyc", b"")],
    *[("Thumbs.db", b""), ("desktop.ini", b""), ("class/desktop.ini", b"")],
]


@pytest.mark.parametrize("form", ["zip", "folder", "named", "with what systems leave behind"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_files_reach_their_students(platform: str, form: str, tmp_path: Path) -> None:
    files = list(PLATFORMS[platform](CLASS))
    files += LEFT_BEHIND if "behind" in form else []
    path = unpacked(files, tmp_path) if form == "folder" else as_zip(files, tmp_path / "d.zip")
    found = contents(path, platform=OPTIONS[platform] if form == "named" else "")
    refused = found.pop("7")
    assert found == EACH
    assert isinstance(refused, str)
    assert "kenken.py is missing in" in refused
    assert "found: readme.md" in refused


@pytest.mark.parametrize("encoding", ["utf-8", "cp437"])
def test_name_in_a_zip_that_does_not_say_its_encoding(encoding: str, tmp_path: Path) -> None:
    """macOS writes UTF-8, Windows an old code page."""
    name = "Zoë".encode(encoding)
    placeholder = "x" * len(name)
    files = [(f"{placeholder}/kenken.py", b"x = 1\n"), ("bob/kenken.py", b"x = 2\n")]
    path = tmp_path / "d.zip"
    path.write_bytes(zipped(files).replace(placeholder.encode(), name))
    assert contents(path) == {
        "Zoë": {"kenken.py": b"x = 1\n"},
        "bob": {"kenken.py": b"x = 2\n"},
    }


UNCERTAIN = {
    "canvas": [("lee_12_9_kenken.py", b"x = 1\n"), ("ada.py", b"x = 1\n")],
    "moodle": [("Lee_12_assignsubmission_file_/kenken.py", b""), ("bob/kenken.py", b"")],
    "github": [("hw-ada/.git/HEAD", b""), ("hw-ada/kenken.py", b""), ("hw-bob/kenken.py", b"")],
}


@pytest.mark.parametrize("platform", UNCERTAIN)
def test_platform_that_is_not_certain(platform: str, tmp_path: Path) -> None:
    """One line names the two candidates; the option decides."""
    path = as_zip(UNCERTAIN[platform], tmp_path / "d.zip")
    found, [problem] = read(path)
    assert found == {}
    assert problem.startswith("d.zip: ")
    assert problem.endswith(f"use --platform {platform} or --platform folder")
    by_hand, _ = read(path, platform="folder")
    assert {each.platform for each in by_hand.values()} == {"by hand"}
    named, _ = read(path, platform=platform)
    assert "by hand" not in {each.platform for each in named.values()}


def test_platform_that_it_is_not(tmp_path: Path) -> None:
    found, problems = read(as_zip([("ada.py", b"")], tmp_path / "d.zip"), platform="gradescope")
    assert (found, problems) == (
        {},
        ["d.zip: submission_metadata.yml is missing; name the export of Gradescope"],
    )


@pytest.mark.parametrize("around", ["", "class/", "eve/"])
def test_metadata_that_a_student_has_handed_in(around: str, tmp_path: Path) -> None:
    """It would say that the files in it are another student's."""
    [*_, (_, metadata)] = PLATFORMS["Gradescope"](CLASS)
    files = [(f"{around}13/submission_metadata.yml", metadata)]
    files += [(f"{around}{student}/kenken.py", b"x = 1\n") for student in ("12", "13")]
    found, _ = read(as_zip(files[: 1 if around == "eve/" else 3], tmp_path / "d.zip"))
    assert {each.platform for each in found.values()} == {"by hand"}


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if name != "Canvas"])
def test_numbers_that_a_student_gives_to_files(platform: str, tmp_path: Path) -> None:
    """Only on Canvas, kenken-1.py is a later kenken.py."""
    own = {"kenken.py": b"own = 1\n", "kenken-1.py": b"draft = 1\n"}
    files = list(PLATFORMS[platform]({"Ada 12": own, "Bob 13": {"kenken.py": b""}}))
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    assert (found["12"].contents, found["12"].notes) == ({"kenken.py": b"own = 1\n"}, [])


def test_canvas(tmp_path: Path) -> None:
    """The latest file counts, earlier ones are listed; late marks; names with underscores.

    A year is not Canvas' number of a file.
    """
    files = [
        ("lovelaceada_LATE_12_9_kenken.py", b"first = 1\n"),
        ("lovelaceada_LATE_12_9_kenken-2.py", b"third = 1\n"),
        ("lovelaceada_LATE_12_9_kenken-1.py", b"second = 1\n"),
        ("smithbob_340_8_hw_1_2-1.zip", zipped([("kenken.py", b"bob = 1\n")])),
        ("li_5_6_kenken.py", b"old = 1\n"),
        ("li_5_7_kenken.py", b"new = 1\n"),
        ("zed_8_1_kenken.py", b"zed = 1\n"),
        ("zed_8_2_kenken-2027.py", b"draft = 1\n"),
        ("may_9_1_kenken.final.py", b"old = 1\n"),
        ("may_9_2_kenken-1.final.py", b"new = 1\n"),
        ("notes.txt", b""),
    ]
    found, problems = read(as_zip(files, tmp_path / "submissions.zip"))
    assert problems == ["submissions.zip: notes.txt: not read; expected: NAME_USER_NUMBER_FILE"]
    texts = {user: one.contents["kenken.py"] for user, one in found.items()}
    assert texts == {
        "12": b"third = 1\n",
        "340": b"bob = 1\n",
        "5": b"new = 1\n",
        "8": b"zed = 1\n",
        "9": b"new = 1\n",
    }
    ada = found["12"]
    name, folder = "lovelaceada", "lovelaceada_LATE_12_9"
    assert (ada.students[0].name, ada.late, ada.folder) == (name, True, folder)
    assert ada.notes == ["handed in again; not used: kenken.py, kenken-1.py"]
    assert (found["340"].late, found["340"].notes) == (False, [])
    assert (found["5"].folder, found["5"].notes) == (
        "li_5_7",
        ["handed in again; not used: kenken.py"],
    )
    assert found["8"].notes == []


def test_several_files_on_canvas(tmp_path: Path) -> None:
    """Each file of a submission has its own number; in anonymous grading, names are missing."""
    files = [
        ("smithbob_340_9002_one.py", b"x = 1\n"),
        ("smithbob_LATE_340_10001_notes.txt", b""),
        ("smithbob_340_9001_two.py", b"x = 2\n"),
        ("anon_Ab12c_9002_one.py", b"x = 1\n"),
        ("anon_Ab12c_9001_77_two.txt", b""),
        ("7_12_9_one.py", b"x = 3\n"),
        ("cy_LATE_14_link.html", b"<p>"),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"), TWO)
    shown = {i: (one.students[0].name, one.folder, one.late) for i, one in found.items()}
    assert (problems, shown) == (
        [],
        {
            "340": ("smithbob", "smithbob_LATE_340_10001", True),
            "anon_Ab12c": ("", "anon_Ab12c_9002", False),
            "12": ("7", "7_12_9", False),
            "14": ("cy", "cy_LATE_14", True),
        },
    )
    assert found["340"].contents == {"one.py": b"x = 1\n", "two.py": b"x = 2\n"}
    missing = "two.py is missing in anon_Ab12c_9002; found: 77_two.txt, one.py"
    assert found["anon_Ab12c"].unusable == {"two.py": missing}
    only_text = "only online text was handed in; one.py, two.py expected"
    assert found["14"].refused == f"cy_LATE_14: {only_text}"


def test_online_text_of_moodle(tmp_path: Path) -> None:
    files = [
        ("Ada Lovelace_12_assignsubmission_onlinetext_/onlinetext.html", b"<p>"),
        *moodle({"Ada Lovelace 12": {"kenken.py": b"x = 1\n"}}),
        ("Bob_13_assignsubmission_onlinetext/onlinetext.html", b"<p>"),
        ("Cy_14_assignsubmission_file/", b""),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    ada, bob, cy = found["12"], found["13"], found["14"]
    assert (problems, ada.contents) == ([], {"kenken.py": b"x = 1\n"})
    assert ada.students[0].name == "Ada Lovelace"
    assert ada.folder == "Ada Lovelace_12_assignsubmission_file_"
    assert ada.notes == ["online text was handed in; it is not graded"]
    assert "only online text was handed in; kenken.py expected" in bob.refused
    assert "nothing was handed in; kenken.py expected" in cy.refused


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
        ("assignment_7_export/submission_metadata.yml", METADATA.encode()),
        ("assignment_7_export/submission_1/kenken.py", b"x = 1\n"),
        ("assignment_7_export/submission_9/kenken.py", b"x = 1\n"),
    ]
    found, [problem] = read(as_zip(files, tmp_path / "d.zip"))
    assert [one.id for one in found["a1"].students] == ["a1", "bob@example.org", "d4"]
    times = [each.submitted for each in found.values()]
    assert times == ["2027-01-15T23:58:01+00:00", "Friday", ""]
    assert list(found) == ["a1", "Cy (submission_2)", "submission_3"]
    assert problem.startswith("d.zip: submission_9: not read; expected: ")


CLONES = {
    "a folder of Classroom": ("hw1-submissions", ["hw1-ada", "hw1-a-b"], ["ada", "a-b"]),
    "users of one prefix": ("hw1-submissions", ["hw1-a-b", "hw1-a-c"], ["a-b", "a-c"]),
    "one user": ("hw1-submissions", ["hw1-my-ada"], ["my-ada"]),
    "another folder": ("hw1-submissions", ["cs-ada", "cs-bob"], ["ada", "bob"]),
    "a hyphen in one user": ("x", ["cs-hw1-ada", "cs-hw1-x-y"], ["ada", "x-y"]),
    "nothing in common": ("x", ["hw1-ada", "late-cy"], ["hw1-ada", "late-cy"]),
}


@pytest.mark.parametrize(("folder", "names", "users"), CLONES.values(), ids=CLONES)
def test_users_of_clones(folder: str, names: list[str], users: list[str], tmp_path: Path) -> None:
    files = [(f"{name}/kenken.py", b"x = 1\n") for name in names]
    files += [(f"{name}/.git/HEAD", b"") for name in names]
    files += [("grades.csv", b"")]
    (tmp_path / folder).mkdir()
    found, problems = read(unpacked(files, tmp_path / folder))
    assert (problems, sorted(found)) == ([], sorted(users))
    assert {each.platform for each in found.values()} == {"GitHub Classroom"}


def test_clone_whose_user_is_not_certain(tmp_path: Path) -> None:
    files = [("hw1-my-ada/kenken.py", b"x = 1\n"), ("hw1-my-ada/.git/HEAD", b"")]
    found, problems = read(unpacked(files, tmp_path / "x"))
    assert (found, problems) == (
        {},
        [
            "x: which part of hw1-my-ada is the user? Put it into a folder named "
            "ASSIGNMENT-submissions, as GitHub Classroom does"
        ],
    )


def test_by_hand(tmp_path: Path) -> None:
    """The class may be kept in a repository."""
    files = [
        ("amy (2).py", b"new = 1\n"),
        ("amy.py", b"old = 1\n"),
        ("amy (1).py", b"mid = 1\n"),
        ("ben (1)/kenken.py", b"new = 1\n"),
        ("ben/kenken.py", b"old = 1\n"),
        ("ada.py.txt", b"x = 1\n"),
        ("bob/hw/kenken.py", b"x = 2\n"),
        ("cy.zip", zipped([("hw/kenken.py", b"x = 3\n")])),
        ("di.py", b"x = 5\n"),
        ("di/kenken.py", b"x = 4\n"),
        ("ed/", b""),
        ("flo.zip", zipped([("notes.txt", b"")])),
        ("kenken.py", b"mine"),
        ("../x/kenken.py", b""),
        (".git/HEAD", b""),
        ("gus.ipynb", b"{}"),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    forms = "not read; expected: ID/, ID.py or ID.zip"
    assert problems == [f"d.zip: kenken.py: {forms}", f"d.zip: ../x/kenken.py: {forms}"]
    assert found["amy"].notes == ["handed in again; not used: amy.py, amy (1).py"]
    assert found["ben"].notes == ["handed in again; not used: ben"]
    assert {i: one.refused or one.contents for i, one in found.items()} == {
        "amy": {"kenken.py": b"new = 1\n"},
        "ben": {"kenken.py": b"new = 1\n"},
        "ada": {"kenken.py": b"x = 1\n"},
        "bob": {"kenken.py": b"x = 2\n"},
        "cy": {"kenken.py": b"x = 3\n"},
        "di": "di and di.py: two submissions of one student; keep one",
        "ed": "ed: nothing was handed in; kenken.py expected",
        "flo": "kenken.py is missing in flo.zip; found: notes.txt",
        "gus": "kenken.py is missing in gus.ipynb; gus.ipynb is a notebook: export its code as "
        "kenken.py",
    }


def test_file_for_an_assignment_of_several(tmp_path: Path) -> None:
    found, _ = read(as_zip([("ada.py", b""), ("bob/one.py", b"x = 1\n")], tmp_path / "d.zip"), TWO)
    assert found["ada"].refused == (
        "ada.py: the assignment expects one.py, two.py; put them into a folder or a zip"
    )
    assert found["bob"].contents == {"one.py": b"x = 1\n"}
    assert found["bob"].unusable == {"two.py": "two.py is missing in bob; found: one.py"}


REFUSED = {
    "no zip": (b"x", "not a zip, or damaged; name the folder or the zip that you downloaded"),
    "an empty zip": (zipped([]), "has no submissions; expected: ID/, ID.py or ID.zip"),
    "damaged metadata": (
        zipped([("submission_metadata.yml", b"{")]),
        "submission_metadata.yml is damaged; export the submissions again",
    ),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_downloads(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "d.zip").write_bytes(data)
    assert read(tmp_path / "d.zip") == ({}, [f"d.zip: {message}"])


HOSTILE = "../../etc/<script>alert(1)<br>=cmd|'calc'!A1"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_names_are_only_names(platform: str, tmp_path: Path) -> None:
    """No file is written for a name, whatever it is; the student's number is read."""
    students = {f"{HOSTILE} 12": {"kenken.py": b"x = 1\n"}, "Bob 13": {"kenken.py": b"y = 1\n"}}
    found = contents(as_zip(list(PLATFORMS[platform](students)), tmp_path / "d.zip"))
    assert found == {"12": {"kenken.py": b"x = 1\n"}, "13": {"kenken.py": b"y = 1\n"}}
    assert [path.name for path in tmp_path.iterdir()] == ["d.zip"]


def test_archive_that_cannot_be_read_costs_its_own_student(tmp_path: Path) -> None:
    files = [("ada/a.zip", b"PK\3\4 and no more")]
    files += [("bob/a.zip", zipped([("kenken.py", b"y = 1\n")]))]
    found = contents(as_zip(files, tmp_path / "d.zip"))
    message = "ada/a.zip is damaged or incomplete; pack it again"
    assert found == {"ada": message, "bob": {"kenken.py": b"y = 1\n"}}


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret = 1\n")
    folder = unpacked([("ada/notes.txt", b""), ("bob/kenken.py", b"y = 1\n")], tmp_path / "d")
    (folder / "ada/kenken.py").symlink_to(tmp_path / "secret.py")
    (folder / "bob/more").symlink_to(tmp_path)
    refused = "kenken.py is a link; hand in the file itself"
    assert contents(folder) == {"ada": refused, "bob": {"kenken.py": b"y = 1\n"}}


def test_class_of_one(tmp_path: Path) -> None:
    """Whose files may have other names; many programs in one folder are of many."""
    one = as_zip([("ada/kenken (1).py", b"1"), ("ada/notes.txt", b"")], tmp_path / "1")
    assert contents(one) == {"ada": {"kenken.py": b"1"}}
    two = as_zip([("class/ada_kenken.py", b"1"), ("class/bob_kenken.py", b"2")], tmp_path / "2")
    assert list(contents(two)) == ["ada_kenken", "bob_kenken"]


ONLY_FOLDER = {
    "beside a file": ["ada/hw/kenken.py", "ada/notes.txt"],
    "of tests": ["ada/src/kenken.py", "ada/tests/test_kenken.py"],
    "in a class of two": ["class/ada/kenken.py", "class/bob/notes.txt"],
    "of a zip of its name": ["d/ada/kenken.py"],
}


@pytest.mark.parametrize("names", ONLY_FOLDER.values(), ids=ONLY_FOLDER)
def test_only_folder_that_may_be_a_student_or_the_class(names: list[str], tmp_path: Path) -> None:
    """Its subfolders may be students or not, so the instructor says."""
    path = as_zip([(name, b"x = 1\n") for name in names], tmp_path / "d.zip")
    [top] = {name.partition("/")[0] for name in names}
    question = f"d.zip: is {top} a student? Then use --platform folder; if it is the folder of the"
    assert read(path) == ({}, [f"{question} class, unpack it and name {top}"])
    assert list(read(path, platform="folder")[0]) == [top]
    folder = unpacked([(name, b"x = 1\n") for name in names], tmp_path / "d")
    assert read(folder)[1][0].endswith(f" class, name {folder / top}")
