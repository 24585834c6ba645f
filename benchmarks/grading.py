"""The cost of grading, compared with plain pytest.

    python benchmarks/grading.py [ROUNDS]

All commands run once in each round; a figure is the median of the rounds, a ratio that of the
ratios within them. One more round comes first, unmeasured: it fills the file cache. The peer,
plain pytest, is pytest with pytest-timeout and pytest-json-report on the same tests, without any
isolation. CPU seconds against the number of tests are drawn to benchmarks/grading.svg. Endless
loops and memory are measured, too. Exit status 1 if a median exceeds its limit.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import linear_regression, median
from tempfile import TemporaryDirectory

from measured import (
    AUTOGRADER,
    ENVIRONMENT,
    ROOT,
    Command,
    Limit,
    Row,
    content_of,
    cost_of,
    kibibytes,
    print_table,
    ratios,
)

REFERENCES = ("ac3", "cages", "calcudoku", "kenken", "mathdoku")
NUMBERS = (10, 60, 300, 1000)
GRADE, PLAIN = "autograder grade", "plain pytest"
IN_MEMORY = ("kenken", "calcudoku")
"""The second has a suite, and so a second jail."""
WALL, CPU, FURTHER = Limit(1.4, 1.1), Limit(2.1, 1.6), Limit(3, 1.5)
PAIR, PART, MEMORY = Limit(1.8, 1.5), Limit(0.2, 0.12), Limit(80, 60)
LOOPS, FIRST = Limit(100, 50), Limit(2, 1)
LOOPING = "CPU of grade, every function loops"

KIT = ROOT / "tests" / "kits" / "functions"
PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin", "pytest_metadata.plugin")
PLOT = Path(__file__).with_name("grading.svg")
TESTS = {
    "add": "add(i, 2) == i + 2",
    "digits": "digits(10 * i + 10) == [*map(int, str(i + 1)), 0]",
    "mirror": 'mirror("a" * (i % 15) + "b") == "b" + "a" * (i % 15)',
    "distinct": "distinct([i, -1, i, -1]) == [-1, i]",
}
"""What is asserted of each of four small functions for i = 0, 1, ..."""


def grade(name: str, submission: str | Path, *options: str | Path) -> Command:
    return Command([*AUTOGRADER, "grade", name, str(submission), *map(str, options)])


def source_of(tests: int) -> str:
    """Return the source of this many tests, distributed evenly over the functions."""
    source = "import functions\nimport pytest\n"
    for place, (function, assertion) in enumerate(TESTS.items()):
        count = len(range(place, tests, len(TESTS)))
        source += f'\n\n@pytest.mark.parametrize("i", range({count}))\n'
        source += f"def test_{function}(i):\n"
        source += f'    """{function} works"""\n    assert functions.{assertion}\n'
    return source


def graded_tests(folder: Path, tests: int) -> Command:
    """Return the command that grades the four functions with this many tests."""
    kit = folder / f"kit-{tests}"
    shutil.copytree(KIT, kit, ignore=shutil.ignore_patterns("__pycache__"))
    target = kit / "autograder/assignments/functions/tests/test_functions.py"
    target.write_text(source_of(tests), encoding="utf-8")
    return grade("functions", KIT / "reference" / "functions", "--kit", kit)


def plain_tests(folder: Path, tests: int) -> Command:
    """Return the command that runs the same tests in one process, with both plugins."""
    peer = folder / f"peer-{tests}"
    peer.mkdir()
    shutil.copyfile(KIT / "reference/functions/functions.py", peer / "functions.py")
    (peer / "test_functions.py").write_text(source_of(tests), encoding="utf-8")
    plugins = [argument for name in PLUGINS for argument in ("-p", name)]
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", "."]
    command += ["--disable-plugin-autoload", *plugins, "--timeout", "10", "--json-report"]
    return Command([*command, f"--json-report-file={folder / 'peer.json'}"], peer)


def written_submissions(folder: Path) -> dict[str, Path]:
    """Write kenken submissions that loop or are wrong, by their figure's label."""
    reference = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")
    first = "check, {}: first failure"
    sources = {
        LOOPING: looping(reference, ""),
        first.format("every function loops"): looping(reference, ""),
        first.format("find_blank loops"): looping(reference, "find_blank"),
        first.format("a wrong answer"): f"{reference}\n\ndef find_blank(puzzle):\n    return 7\n",
    }
    found = {}
    for number, (label, source) in enumerate(sources.items()):
        found[label] = folder / f"submission-{number}"
        found[label].mkdir()
        (found[label] / "kenken.py").write_text(source, encoding="utf-8")
    return found


def looping(source: str, function: str) -> str:
    """Return the source with an endless loop in one function; in each if none is named."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and function in ("", node.name):
            node.body = ast.parse("while True:\n    pass").body
    return ast.unparse(tree)


def first_failure(submission: Path) -> float:
    """Return the wall time until `check` has printed the first failure."""
    command = [*AUTOGRADER, "check", "kenken", str(submission)]
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as running:
        assert running.stdout
        for line in running.stdout:
            if line.lstrip().startswith("✗".encode()):
                break
        taken = time.perf_counter() - started
        running.stdout.read()
    return taken


def peak_mib(command: Command) -> float:
    """Run a command that grades; return the peak of the judge plus those of zygote and jails.

    The judge counts with all of its resident memory (VmHWM, the kernel's own peak), the others with
    their data (the highest RssAnon), of which they share a part; that counts for each. What workers
    copy or add is not counted: the assignment's limit bounds that.
    """
    judge, data = 0, dict[int, int]()
    process = subprocess.Popen(
        command.arguments, cwd=command.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        judge = max(judge, kibibytes(process.pid, "VmHWM"))
        for zygote in filter(is_zygote, children(process.pid)):
            jails = children(zygote)
            second = [child for jail in jails for child in children(jail) if children(child)]
            for each in (zygote, *jails, *second):
                data[each] = max(data.get(each, 0), kibibytes(each, "RssAnon"))
        time.sleep(0.001)
    if process.returncode or not data:
        sys.exit(f"exit status {process.returncode}, {len(data)} processes seen")
    return (judge + sum(data.values())) / 1024


def children(process: int) -> list[int]:
    return [int(number) for number in content_of(process, f"task/{process}/children").split()]


def is_zygote(process: int) -> bool:
    """Is the process past its exec? Before that it shares the judge's memory."""
    return "zygote_main.py" in content_of(process, "cmdline")


def measure(rounds: int, folder: Path) -> dict[str, list[float]]:
    """Return the values of all rounds by label; CPU and wall seconds of a command have two."""
    commands = {name: grade(name, ROOT / "reference" / name) for name in REFERENCES}
    check = [*AUTOGRADER, "check", "kenken", "reference/kenken", "--part", "find_blank"]
    commands["check --part"] = Command(check)
    for number in NUMBERS:
        commands[f"{GRADE} {number}"] = graded_tests(folder, number)
        commands[f"{PLAIN} {number}"] = plain_tests(folder, number)
    submissions = written_submissions(folder)
    commands[LOOPING] = grade("kenken", submissions.pop(LOOPING))
    found = defaultdict[str, list[float]](list)
    for number in range(rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
        for label, value in measure_once(commands, submissions):
            found[label].append(value)
    return {label: values[1:] for label, values in found.items()}


def measure_once(
    commands: Mapping[str, Command], submissions: Mapping[str, Path]
) -> Iterator[tuple[str, float]]:
    for label, command in commands.items():
        cost = cost_of(command)
        yield f"CPU {label}", cost.cpu
        yield f"wall {label}", cost.wall
    for name in IN_MEMORY:
        yield f"memory {name}", peak_mib(commands[name])
    for label, submission in submissions.items():
        yield label, first_failure(submission)


def growth(found: Mapping[str, list[float]], label: str) -> dict[int, float]:
    """Return the median CPU seconds for each number of tests."""
    return {number: median(found[f"CPU {label} {number}"]) for number in NUMBERS}


def slope(cpu: Mapping[int, float]) -> float:
    """Return the milliseconds that each further test takes, by least squares."""
    return 1000 * linear_regression(list(cpu), list(cpu.values())).slope


def rows(found: Mapping[str, list[float]]) -> list[Row]:
    """Return all figures, each with what it must be and what is the goal."""
    wall, cpu = (
        ratios(found[f"{kind} {GRADE} 60"], found[f"{kind} {PLAIN} 60"]) for kind in ("wall", "CPU")
    )
    further = slope(growth(found, GRADE)) - slope(growth(found, PLAIN))
    pair = ratios(found["CPU calcudoku"], found["CPU kenken"])
    return [
        Row("60 tests, 4 functions: wall / plain pytest", wall, WALL),
        Row("60 tests, 4 functions: CPU / plain pytest", cpu, CPU),
        Row("CPU of a further test, above plain pytest's", [further], FURTHER, "ms"),
        Row("CPU of grade calcudoku / grade kenken", pair, PAIR),
        Row(LOOPING, found[f"CPU {LOOPING}"], LOOPS, "s"),
        *(Row(label, found[label], FIRST, "s") for label in found if label.startswith("check,")),
        Row("check --part, wall", found["wall check --part"], PART, "s"),
        *(
            Row(f"peak of judge + jail, {name}", found[f"memory {name}"], MEMORY, "MiB")
            for name in IN_MEMORY
        ),
    ]


def plot(curves: Mapping[str, Mapping[int, float]]) -> None:
    """Draw CPU seconds over the number of tests, one curve for each label."""
    most = max(seconds for curve in curves.values() for seconds in curve.values())

    def position(number: float, seconds: float) -> tuple[int, int]:
        return round(40 + 0.36 * number), round(248 - 228 * seconds / most)

    shapes = [text(200, 284, "tests"), text(8, 12, "CPU seconds")]
    shapes.append('<path d="M40 16V248H416" fill="none" stroke="#000"/>')
    shapes += [text(position(number, 0)[0], 266, str(number)) for number in NUMBERS]
    shapes += [text(24, position(0, second)[1], str(second)) for second in range(1, int(most) + 1)]
    for place, (label, curve) in enumerate(curves.items()):
        colour = ("#1f77b4", "#d95f02")[place]
        points = " ".join("{},{}".format(*position(*point)) for point in curve.items())
        shapes.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        legend = f"{label}: {slope(curve):.2f} ms each further test"
        shapes.append(text(56, 32 + 16 * place, legend, colour))
    start = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 432 288" font-family="sans-serif">'
    )
    paper = '<rect width="432" height="288" fill="#fff"/>'
    PLOT.write_text("\n".join([start, paper, *shapes, "</svg>", ""]), encoding="utf-8")


def text(x: int, y: int, words: str, colour: str = "#000") -> str:
    style = f'fill="{colour}" font-family="sans-serif" font-size="12"'
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with TemporaryDirectory() as folder:
        found = measure(rounds, Path(folder))
    table = rows(found)
    print(f"{rounds} rounds, {os.cpu_count()} cores\n")
    print_table(table)
    print("\nmedian seconds")
    for label, values in found.items():
        if re.match("CPU|wall", label):
            print(f"{label:<44}{median(values):8.3f}")
    plot({label: growth(found, label) for label in (GRADE, PLAIN)})
    sys.exit(any(row.median > row.limit.must for row in table))


if __name__ == "__main__":
    main()
