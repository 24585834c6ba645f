"""A whole class through each platform's download: is every score the one that was put in?

    python benchmarks/whole_class.py [REAL [STUBBED]]

`REAL` submissions of all kinds (the reference, other right answers, wrong ones, the starter,
hostile ones, one that hangs, one that is not Python, empty ones) are graded by `course grade`, in
equal shares for each platform; each must get the score that `grade` gives it. Few of them are of
slow kinds, such as endless loops: the class takes about as long as that many references. `STUBBED`
submissions for each platform are graded by a stub. Each class is graded with 1, 2 and 8 jobs (the
real one: with 2), then once more by a command that is killed with -9 at ten random moments and run
again. Scores and gradebooks have to be the same, byte for byte. Exit status 1 if one is not.

    python benchmarks/whole_class.py stub DOWNLOAD RESULTS JOBS

grades a download with the stub.
"""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from measured import AUTOGRADER, ENVIRONMENT, ROOT

from autograder.assignment import load
from autograder.authoring.verify.solutions import submission_with
from autograder.course.downloads import read_submissions
from autograder.course.grade import ClassExecutor, class_tests, grade_class
from autograder.course.results import CourseError, Grading, opened_results
from autograder.course.submissions import Submission
from tests.course.downloads_of_platforms import PLATFORMS, as_zip
from tests.course.stub import RECORDED, STUB, stub_grade
from tests.intake.packing import zipped

ASSIGNMENT, CHAFFS, KILLS, SEED = "kenken", 12, 10, 2027
SLOW = 4
"""A kind that takes this many times as long as the reference occurs once in the class."""
Files = Mapping[str, bytes]

BROKEN = {
    "exits": "def used_in_row(puzzle, posn):\n    import os\n    os._exit(0)\n",
    "hangs": "def used_in_row(puzzle, posn):\n    while True:\n        pass\n",
    "takes memory": "def used_in_row(puzzle, posn):\n    return [0] * 10**10\n",
    "prints": "def used_in_row(puzzle, posn):\n    while True:\n        print('x' * 1000)\n",
    "raises at once": "raise SystemExit\n",
    "is no Python": "def used_in_row(puzzle, posn)\n",
}
"""What is written below the reference; nothing may be hidden by these."""


def submissions() -> dict[str, Files]:
    """Return submissions of all kinds."""
    assignment = load(ASSIGNMENT)
    [file] = assignment.files
    reference = (assignment.reference / file).read_bytes()
    made: dict[str, Files] = {
        "reference": {file: reference},
        "starter": {file: (assignment.starter / file).read_bytes()},
        "packed": {"work.zip": zipped([(f"work/{file}", reference), ("__MACOSX/._a", b"")])},
        "packed twice": {"a.zip": zipped([("b.zip", zipped([(file, reference)]))])},
        "empty file": {file: b""},
        "other file": {"notes.txt": b"nothing"},
        "damaged": {"work.zip": b"PK\3\4"},
        "UTF-16": {file: reference.decode().encode("utf-16")},
    }
    made |= {name: {file: reference + text.encode()} for name, text in BROKEN.items()}
    chaffs = sorted((assignment.folder / "chaffs").glob("*.py"))
    wheats = sorted((assignment.folder / "wheats").glob("*.py"))
    for path in (*random.Random(SEED).sample(chaffs, CHAFFS), *wheats):
        name, text = submission_with(assignment, path)
        made[path.stem] = {name: text.encode()}
    return made


def score_of(files: Files, folder: Path) -> str:
    """Return what `grade` says, as a cell of the gradebook; empty if it refuses to grade."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    archives = [folder / name for name in files if name.endswith(".zip")]
    report = folder / "report.json"
    path = archives[0] if archives else folder
    command = [*AUTOGRADER, "grade", ASSIGNMENT, str(path), "--json", str(report)]
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    if done.returncode == 2:
        return ""
    if done.returncode:
        sys.exit(f"exit status {done.returncode}: {done.stderr}")
    return f"{json.loads(report.read_text(encoding='utf-8'))['score']:g}"


def expected_scores(
    kinds: Mapping[str, Files], folder: Path
) -> tuple[dict[str, str], dict[str, float]]:
    """Return what `grade` says of each kind, and how many seconds it took."""
    scores, seconds = dict[str, str](), dict[str, float]()

    def grade_kind(name: str) -> None:
        started = time.monotonic()
        scores[name] = score_of(kinds[name], folder / name)
        seconds[name] = time.monotonic() - started
        print(f"  {scores[name] or 'refused':>8}{seconds[name]:7.1f} s  {name}", flush=True)

    with ThreadPoolExecutor(2) as executor:
        list(executor.map(grade_kind, kinds))
    return scores, seconds


def grade_with_stub(download: Path, path: Path, jobs: int) -> None:
    def slow(task: Submission) -> Grading:
        time.sleep(random.random() / 200)
        return stub_grade(task)

    with opened_results(path, writing=True) as results, ThreadPoolExecutor(jobs) as executor:
        results.save_class(STUB, read_submissions([download], STUB).submissions)
        waiting = results.to_grade("kit 1", "tests 1", RECORDED)
        on = ClassExecutor(executor, slow, jobs)
        for _ in grade_class(results, waiting, class_tests(STUB), on):
            pass


def stub_command(download: Path, results: Path, jobs: int) -> list[str]:
    return [sys.executable, __file__, "stub", str(download), str(results), str(jobs)]


def real_command(download: Path, results: Path, jobs: int) -> list[str]:
    command = [*AUTOGRADER, "course", "grade", ASSIGNMENT, str(download), "--to", str(results)]
    return [*command, "--jobs", str(jobs)]


def graded(command: Sequence[str]) -> float:
    """Run a command to its end; return how long it took."""
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"exit status {done.returncode}: {done.stderr[-2000:]}")
    return time.monotonic() - started


def graded_with_kills(command: Sequence[str], results: Path, seconds: float) -> None:
    """Kill the command at random moments, running it again each time; at last, let it end."""
    chosen, kills = random.Random(SEED), 0
    while kills < KILLS:
        process = subprocess.Popen(
            command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            process.wait(chosen.uniform(0, min(seconds, 2 * seconds / KILLS + 1)))
            results.unlink()  # It has ended: start again.
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
            print(f"kill {kills}: {gradings_in(results)} gradings", file=sys.stderr, flush=True)
    graded(command)


def gradings_in(path: Path) -> int:
    try:
        with opened_results(path) as results:
            return len(results.rows("SELECT id FROM gradings"))
    except CourseError:  # There is no file yet, or no table in it.
        return 0


def gradebook(results: Path) -> bytes:
    command = [*AUTOGRADER, "course", "gradebook", str(results)]
    return subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, check=True
    ).stdout


def faults_in(book: bytes, expected: Mapping[str, str]) -> list[str]:
    """Return the students whose score is not the expected one."""
    rows = {row["student"]: row["score"] for row in csv.DictReader(io.StringIO(book.decode()))}
    return [
        f"{student}: {rows.get(student)!r} in place of {expected.get(student)!r}"
        for student in sorted({*rows, *expected})
        if rows.get(student) != expected.get(student)
    ]


class CheckedClass:
    """A class of one platform: its download, and the score that each student has to get."""

    def __init__(
        self, folder: Path, platform: str, students: Mapping[str, tuple[Files, str]]
    ) -> None:
        self.folder, self.platform = folder, platform
        named = {f"Student {number}": files for number, (files, _) in students.items()}
        self.download = as_zip(list(PLATFORMS[platform](named)), folder / f"{platform}.zip")
        self.expected = {number: score for number, (_, score) in students.items()}

    def check(
        self, command_for: Callable[[Path, Path, int], list[str]], jobs: Sequence[int]
    ) -> bool:
        """Grade with this many jobs, then with kills; print a line; return whether all is right."""
        books, seconds, wrong = [], 0.0, list[str]()
        for number in jobs:
            results = self.folder / f"{self.platform}-{number}.sqlite"
            seconds = graded(command_for(self.download, results, number))
            books.append(gradebook(results))
        killed = self.folder / f"{self.platform}-killed.sqlite"
        graded_with_kills(command_for(self.download, killed, jobs[-1]), killed, seconds)
        books.append(gradebook(killed))
        for book in books:
            wrong += faults_in(book, self.expected)
        same = len(set(books)) == 1
        print(
            f"{self.platform:<24}{len(self.expected):>6}  jobs {', '.join(map(str, jobs)):<9}"
            f"{seconds:7.1f} s, {KILLS} kills  "
            f"{'gradebooks the same' if same else 'GRADEBOOKS DIFFER'}, {len(wrong)} wrong scores",
            flush=True,
        )
        for line in wrong[:10]:
            print(f"  {line}")
        return same and not wrong


def check_stubbed(number: int, folder: Path) -> bool:
    right = True
    for platform in PLATFORMS:
        chosen, students = random.Random(platform), dict[str, tuple[Files, str]]()
        for student in range(10_000, 10_000 + number):
            passed = chosen.randint(0, 10)
            content, score = str(passed).encode(), f"{30 + 6 * passed}"
            files, score = chosen.choices(
                [
                    ({"a.py": content}, score),
                    ({"work.zip": zipped([("work/a.py", content)])}, score),
                    ({"notes.txt": b""}, ""),
                    ({"work.zip": b"PK\3\4"}, ""),
                ],
                [8, 2, 1, 1],
            )[0]
            students[str(student)] = files, score
        right &= CheckedClass(folder, platform, students).check(stub_command, (1, 2, 8))
    return right


def check_real(number: int, folder: Path) -> bool:
    right, kinds, chosen = True, submissions(), random.Random(SEED)
    scores, seconds = expected_scores(kinds, folder)
    others = [name for name in kinds if seconds[name] <= SLOW * seconds["reference"]]
    names = [*kinds, *chosen.choices(others, k=max(0, number - len(kinds)))]
    chosen.shuffle(names)
    for place, platform in enumerate(PLATFORMS):
        share = names[place :: len(PLATFORMS)]
        students = {str(20_000 + n): (kinds[name], scores[name]) for n, name in enumerate(share)}
        right &= CheckedClass(folder, platform, students).check(real_command, (2,))
    return right


def main() -> None:
    match sys.argv[1:]:
        case ["stub", download, results, jobs]:
            grade_with_stub(Path(download), Path(results), int(jobs))
        case arguments:
            real, stubbed = (*map(int, arguments), 1000, 1000)[:2]
            right = True
            for check, number in ((check_stubbed, stubbed), (check_real, real)):
                with TemporaryDirectory() as folder:
                    right &= number == 0 or check(number, Path(folder))
            sys.exit(not right)


if __name__ == "__main__":
    main()
