"""Kits and plain pytest sessions with any number of trivial tests, and how their cost grows."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import linear_regression

from measured import AUTOGRADER, ROOT, Command

KIT = ROOT / "tests" / "kits" / "functions"
REFERENCE = KIT / "reference" / "functions"
PEER = ROOT / "benchmarks" / "grading" / "peer"
PLUGINS = ("pytest_timeout", "pytest_jsonreport.plugin", "pytest_metadata.plugin")
PLOT = Path(__file__).with_name("grading.svg")

TESTS = {
    "add": "add(i, 2) == i + 2",
    "digits": "digits(10 * i + 10) == [*map(int, str(i + 1)), 0]",
    "mirror": 'mirror("a" * (i % 15) + "b") == "b" + "a" * (i % 15)',
    "distinct": "distinct([i, -1, i, -1]) == [-1, i]",
}
"""What is asserted of each function for i = 0, 1, ..."""


def plain_pytest(folder: Path, report: Path) -> Command:
    """Return the command that runs the tests in a folder in one process, with both plugins."""
    plugins = [argument for name in PLUGINS for argument in ("-p", name)]
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", "."]
    command += ["--disable-plugin-autoload", *plugins, "--timeout", "10", "--json-report"]
    return Command([*command, f"--json-report-file={report}"], folder)


def grade_functions(kit: Path = KIT) -> Command:
    """Return the command that grades the four functions with the tests of a kit."""
    return Command([*AUTOGRADER, "grade", "functions", str(REFERENCE), "--kit", str(kit)])


def written_kit(folder: Path, tests: int) -> Path:
    """Write a kit with this many tests on the four functions; return its folder."""
    kit = folder / f"kit-{tests}"
    shutil.copytree(KIT, kit, ignore=shutil.ignore_patterns("__pycache__"))
    target = kit / "autograder/assignments/functions/tests/test_functions.py"
    target.write_text(source_of(tests), encoding="utf-8")
    return kit


def written_peer(folder: Path, tests: int) -> Path:
    """Write the same tests for plain pytest; return their folder."""
    peer = folder / f"peer-{tests}"
    peer.mkdir()
    shutil.copyfile(REFERENCE / "functions.py", peer / "functions.py")
    (peer / "test_functions.py").write_text(source_of(tests), encoding="utf-8")
    return peer


def source_of(tests: int) -> str:
    """Return the source of this many tests, distributed evenly over the functions."""
    source = "import functions\nimport pytest\n"
    for place, (function, assertion) in enumerate(TESTS.items()):
        count = len(range(place, tests, len(TESTS)))
        source += f'\n\n@pytest.mark.parametrize("i", range({count}))\n'
        source += f"def test_{function}(i):\n"
        source += f'    """{function} works"""\n    assert functions.{assertion}\n'
    return source


def slope(cpu: Mapping[int, float]) -> float:
    """Return the milliseconds that each further test takes, by least squares."""
    return 1000 * linear_regression(list(cpu), list(cpu.values())).slope


def plot(curves: Mapping[str, Mapping[int, float]]) -> None:
    """Draw CPU seconds over the number of tests, one curve for each label."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    for label, cpu in curves.items():
        numbers: Sequence[int] = list(cpu)
        axes.plot(numbers, list(cpu.values()), marker="o", label=f"{label}: {slope(cpu):.2f} ms")
    axes.set(xlabel="tests", ylabel="CPU seconds")
    axes.legend(title="each further test")
    figure.tight_layout()
    figure.savefig(PLOT, metadata={"Date": None})
