"""The cost of grading a class, and of making a gradebook and an overview from its results.

    python benchmarks/course.py [ROUNDS]

A class of copies of one reference is graded with one job, then with two, in each round. One of its
submissions is compared with `grade`, which starts for it alone. Two jobs need two idle cores; 0.54
is 1.85 times as fast. A job is one core: each grading and its workers stay on one processor, if
there are as many as jobs. How many cores are used by one job and by two is printed, and how much
faster two independent `grade` commands are side by side than one after the other; these use more
than one core each. Memory is the peak of the process that saves gradings, with a stub in place of
the grader, for classes of 100 and of 10,000; the larger one then has its gradebook and its overview
made, and the overview is opened in Chromium. These figures are taken once. Exit status 1 if a
median exceeds its limit.

    python benchmarks/course.py hand_in RESULTS NUMBER
    python benchmarks/course.py grade RESULTS
    python benchmarks/course.py overview RESULTS FILE

are its steps on the class of the stub; `grade` prints the peak of its memory in KiB.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from measured import (
    AUTOGRADER,
    ENVIRONMENT,
    ROOT,
    Command,
    Limit,
    Row,
    cost_of,
    kibibytes,
    print_table,
    ratios,
)

from autograder.course import grade as grading
from autograder.course.pages import class_page
from autograder.course.results import opened_results
from autograder.course.statistics import class_figures
from tests.course.stub import RECORDED, STUB, hand_in, stub_grade

ASSIGNMENT, SUBMISSIONS = "kenken", 20
SMALL, LARGE = 100, 10_000
CPU, WALL, MEMORY = Limit(1, 0.8), Limit(0.54, 0.52), Limit(1.2, 1.1)
ALONE = Command([*AUTOGRADER, "grade", ASSIGNMENT, str(ROOT / "reference" / ASSIGNMENT)])
GRADEBOOK, OPENED = Limit(5, 2), Limit(2, 1)


def written_class(folder: Path) -> Path:
    """Write a class of copies of the reference."""
    for number in range(SUBMISSIONS):
        shutil.copytree(ROOT / "reference" / ASSIGNMENT, folder / "class" / f"s{number:02}")
    return folder / "class"


def grade_class(submissions: Path, results: Path, jobs: int) -> Command:
    arguments = [*AUTOGRADER, "course", "grade", ASSIGNMENT, str(submissions)]
    return Command([*arguments, "--to", str(results), "--jobs", str(jobs)])


def side_by_side(number: int) -> float:
    """Return the wall time of this many `grade` commands at once."""
    with ThreadPoolExecutor(number) as executor:
        return max(cost.wall for cost in executor.map(cost_of, [ALONE] * number))


def graded_rows(rounds: int, folder: Path) -> list[Row]:
    """Grade a class in each round; return what it costs."""
    submissions = written_class(folder)
    found = defaultdict[str, list[float]](list)
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        costs = [
            cost_of(grade_class(submissions, folder / f"{number}-{jobs}.sqlite", jobs))
            for jobs in (1, 2)
        ]
        found["cpu"].append(costs[0].cpu / SUBMISSIONS)
        found["grade"].append(cost_of(ALONE).cpu)
        found["wall"].append(costs[1].wall / costs[0].wall)
        found["cores"] += [cost.cpu / cost.wall for cost in costs]
        found["alone"].append(side_by_side(2) / (2 * side_by_side(1)))
    cpu, alone = statistics.median(found["cpu"]), statistics.median(found["grade"])
    print(f"CPU of a submission of the class {cpu:.2f} s, of grade {alone:.2f} s")
    print(
        f"cores used by one job {statistics.median(found['cores'][::2]):.2f}, by two "
        f"{statistics.median(found['cores'][1::2]):.2f}; wall time of two grade commands side by "
        f"side / one after the other {statistics.median(found['alone']):.2f}"
    )
    return [
        Row("CPU of a submission / grade", ratios(found["cpu"], found["grade"]), CPU),
        Row("wall time of two jobs / one job", found["wall"], WALL),
    ]


def large_rows(folder: Path) -> list[Row]:
    """Grade large classes with a stub; return memory, and the seconds that their figures take."""
    peaks = []
    for number in (SMALL, LARGE):
        print(f"class of {number}", file=sys.stderr, flush=True)
        results = folder / f"class-{number}.sqlite"
        step("hand_in", str(results), str(number))
        peaks.append(int(step("grade", str(results))))
    book = Command([*AUTOGRADER, "course", "gradebook", str(results)])
    taken = cost_of(book).wall
    page = folder / "index.html"
    step("overview", str(results), str(page))
    rows = [
        Row(f"memory of the parent, {LARGE} / {SMALL} submissions", [peaks[1] / peaks[0]], MEMORY),
        Row(f"gradebook, {LARGE} students", [taken], GRADEBOOK, "s"),
    ]
    opened = seconds_to_open(page)
    return [*rows, Row(f"overview opened, {LARGE} students", [opened], OPENED, "s")]


def step(*arguments: str) -> str:
    """Run a step of this program in a process of its own; return what it prints."""
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def hand_in_class(path: Path, number: int) -> None:
    with opened_results(path, writing=True) as results:
        results.begin(STUB)
        with results.transaction():
            hand_in(results, {f"s{n:05}": str(n % 11) for n in range(number)})


def grade_with_stub(path: Path) -> int:
    """Grade a class with two jobs; return the peak of this process in KiB."""
    with opened_results(path, writing=True) as results, ThreadPoolExecutor(2) as executor:
        waiting = results.to_grade("kit 1", "tests 1", RECORDED)
        on = grading.ClassExecutor(executor, stub_grade, 2)
        tests = grading.class_tests(STUB)
        for _ in grading.grade_class(results, waiting, tests, on):
            pass
    # Not ru_maxrss: a process inherits that of the one that started it.
    return kibibytes(os.getpid(), "VmHWM")


def write_overview(path: Path, page: Path) -> None:
    with opened_results(path) as results:
        text = class_page(results, class_figures(results, path.parent))
    page.write_text(text, encoding="utf-8")


def seconds_to_open(page: Path) -> float:
    """Return how long Chromium takes until a page can be used."""
    from selenium.webdriver import Chrome, ChromeOptions

    os.environ |= {"SE_OFFLINE": "true", "SE_AVOID_STATS": "true"}
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    browser = Chrome(options)
    try:
        browser.get("about:blank")
        started = time.perf_counter()
        browser.get(page.as_uri())  # Returns after the load event, when scripts have run.
        return time.perf_counter() - started
    finally:
        browser.quit()


def main() -> None:
    match sys.argv[1:]:
        case ["hand_in", path, number]:
            hand_in_class(Path(path), int(number))
        case ["grade", path]:
            print(grade_with_stub(Path(path)))
        case ["overview", path, page]:
            write_overview(Path(path), Path(page))
        case arguments:
            rounds = int(arguments[0]) if arguments else 3
            with TemporaryDirectory() as folder:
                table = [*graded_rows(rounds, Path(folder)), *large_rows(Path(folder))]
            print(f"{rounds} rounds, {os.cpu_count()} cores\n")
            print_table(table)
            sys.exit(any(row.median > row.limit.must for row in table))


if __name__ == "__main__":
    main()
