"""`check --watch` answers each save, and keys."""

from __future__ import annotations

import io
import os
import pty
import signal
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from autograder import signals
from autograder.assignment import load
from autograder.cli import watch as watch_module
from autograder.cli.files import UnusableError
from autograder.cli.keyboard import keyboard
from autograder.cli.own_work import OwnWork
from autograder.cli.watch import KEYS, Watch, watch
from autograder.intake.listing import IntakeError
from autograder.report import PartResult, Report
from tests.cli.test_signals import STOPPING
from tests.conftest import DOUBLE, KITS, ROOT, run_autograder, running
from tests.reports.test_brief import N, P, W, part, report

BAD, GOOD = part("double", W, P), part("double", P, P)
PROGRAM = part("program", N)


class FakeGrader:
    """Stands in for `run`: the results of the whole assignment, in turn; of one part likewise."""

    def __init__(self, *results: tuple[PartResult, ...]) -> None:
        self.results = list(results)
        self.asked: list[list[str]] = []
        self.exit_first: list[bool] = []

    def __call__(
        self,
        _assignment: object,
        _folder: object,
        known: Callable[[Report], None],
        parts: tuple[PartResult, ...] = (),
        exit_first: bool = False,
        **_options: object,
    ) -> Report:
        self.exit_first.append(exit_first)
        self.asked.append([part.name for part in parts])
        found = report(*(r for r in self.results[0] if not parts or r.name == parts[0].name))
        known(found)
        if not parts and len(self.results) > 1:
            self.results.pop(0)
        return found


@pytest.fixture
def work(tmp_path: Path) -> OwnWork:
    (tmp_path / "double.py").write_text(DOUBLE)
    return OwnWork(load("double", KITS / "double"), tmp_path)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "REST_SECONDS", 0)
    monkeypatch.setattr(watch_module, "hint_lines", lambda *_: ["Hint 1 of 2: Twice."])


def grading(monkeypatch: pytest.MonkeyPatch, *results: tuple[PartResult, ...]) -> FakeGrader:
    grader = FakeGrader(*results)
    monkeypatch.setattr(watch_module, "run", grader)
    return grader


def test_saved_file_is_checked_by_the_failing_part_first(
    work: OwnWork, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grader = grading(monkeypatch, (BAD, PROGRAM), (GOOD, PROGRAM), (GOOD, PROGRAM))

    def keys() -> Iterator[str]:
        yield ""
        (work.folder / "double.py").write_text("# saved")
        yield ""
        yield ""
        yield "q"

    pressed = keys()
    Watch(work).run(lambda _seconds: next(pressed))
    assert grader.asked == [[], ["double"], []]
    assert grader.exit_first == [False, True, False]
    first, second = capsys.readouterr().out.split("Checking all parts ...\n")
    assert first.count("Begin here: double\n") == 1
    assert "0 of 2 parts, 5 of 20 points\n" in first
    assert first.endswith("✓ double passes: 2 of 2 tests\n")
    assert "1 of 2 parts, 10 of 20 points, +5 since you began\n" in second
    assert second.endswith(f"{KEYS}\n")


def test_part_that_still_fails_is_shown_at_once(
    work: OwnWork, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grading(monkeypatch, (BAD, PROGRAM))
    watching = Watch(work)
    watching.check()
    capsys.readouterr()
    watching.check()
    assert capsys.readouterr().out.startswith("Begin here: double\n  ✗ double works: 0\n")


def test_keys(
    work: OwnWork, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    grader = grading(monkeypatch, (BAD, part("program", W)))
    watching = Watch(work)
    watching.press("h")
    assert capsys.readouterr().out == ""

    shown = []
    pressed = iter("hnnaxq")

    def read(_seconds: float) -> str:
        shown.append(capsys.readouterr().out)
        return next(pressed)

    watching.run(read)
    first, hinted, following, again, everything, nothing = shown
    assert "Begin here: double\n" in first
    assert "--hint" not in first
    assert "  Hint 1 of 2: Twice.\n" in hinted
    assert "Begin here: program\n" in following
    assert again == first
    assert "2 tests\n" in everything
    assert "(a)" not in everything
    assert nothing == ""
    assert grader.asked == [[]]


def test_save_during_a_check_restarts_it(work: OwnWork, monkeypatch: pytest.MonkeyPatch) -> None:
    grader = grading(monkeypatch, (BAD, PROGRAM))
    watching = Watch(work)
    watching.check()
    calls = []

    def saving(*arguments: object, **options: object) -> Report:
        calls.append(options["parts"])
        if len(calls) == 2:
            (work.folder / "double.py").write_text("# saved again")
        return grader(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(watch_module, "run", saving)
    watching.check()
    assert [len(parts) for parts in calls] == [1, 0, 1, 0]  # type: ignore[arg-type]
    assert not watching.has_changed()


def test_file_that_is_gone_for_a_moment(
    work: OwnWork, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> Report:
        raise IntakeError("double.py is missing")

    monkeypatch.setattr(watch_module, "run", missing)
    watching = Watch(work)
    with pytest.raises(IntakeError):
        watching.check()
    grading(monkeypatch, (BAD, PROGRAM))
    watching.check()
    capsys.readouterr()
    monkeypatch.setattr(watch_module, "run", missing)
    watching.check()
    assert capsys.readouterr().out == f"double.py is missing\n{KEYS}\n"


def test_interrupt_is_not_taken_for_a_save(work: OwnWork, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch_module, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Watch(work).check()


def test_signal_after_a_save_is_not_forgotten(
    work: OwnWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It arrives while the check that the save has interrupted ends."""
    grader = grading(monkeypatch, (BAD, PROGRAM))
    watching = Watch(work)
    watching.check()
    calls = []

    def saving(*arguments: object, **options: object) -> Report:
        calls.append(options["parts"])
        if len(calls) != 2:
            return grader(*arguments, **options)  # type: ignore[arg-type]
        (work.folder / "double.py").write_text("# saved again")
        try:
            return grader(*arguments, **options)  # type: ignore[arg-type]
        finally:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(watch_module, "run", saving)
    handlers = {number: signal.getsignal(number) for number in STOPPING}
    try:
        with pytest.raises(signals.Stopped), signals.raised():
            watching.check()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert len(calls) == 2


def test_archive_cannot_be_watched(work: OwnWork) -> None:
    (work.folder / "ada.zip").write_bytes(b"")
    with pytest.raises(UnusableError, match=r"ada\.zip: is an archive; --watch needs a folder"):
        watch(OwnWork(work.assignment, work.folder / "ada.zip"), "")


def test_keys_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Enter; afterwards the terminal is as before."""
    import termios

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with os.fdopen(theirs, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        with keyboard() as read:
            assert read(0) == ""
            os.write(ours, b"h")
            assert read(1) == "h"
            for key in (b"\x1b[A", b"\x1b[H", b"\x1bOQ", b"\x1b[1;5A", b"\x1b[[A", b"\x1b[15~"):
                os.write(ours, key + b"n")
                assert [read(1), read(1), read(0)] == ["", "n", ""], "arrows and function keys"
            os.write(ours, b"\x1b")
            assert [read(1), read(0)] == ["", ""]
            assert termios.tcgetattr(theirs) != before
        assert termios.tcgetattr(theirs) == before
    os.close(ours)


@pytest.mark.parametrize("stdin", [io.StringIO("hint\n\nq\n"), None])
def test_lines_where_there_is_no_terminal(
    stdin: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    with keyboard() as read:
        if stdin:
            assert [read(1), read(1), read(1)] == ["h", "", "q"]
        assert read(0.01) == ""


def test_command(tiny: Path, tmp_path: Path) -> None:
    """In a process, without a terminal."""
    own = tmp_path / "double.py"
    own.write_text(DOUBLE.replace("2 *", "3 *"))
    command = [sys.executable, "-m", "autograder", "check", "--watch", "--kit", str(tiny)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    options = {"env": environment, "stdin": PIPE, "stdout": PIPE, "encoding": "utf-8"}
    with running(command, cwd=tmp_path, **options) as watching:
        assert watching.stdin
        assert watching.stdout
        assert f"{KEYS}\n" in watching.stdout
        own.write_text(DOUBLE)
        line = next((line for line in watching.stdout if "2 of 2 parts" in line), "")
        watching.stdin.write("q\n")
        watching.stdin.flush()
        assert watching.wait(60) == 0
    assert "+90 since you began" in line


def test_other_options() -> None:
    ran = run_autograder("check", "--watch", "--hint")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("autograder: --watch can be combined only with --part and --kit.")


def test_keys_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as it can be tried elsewhere, with a stand-in for its module.

    An arrow is two codes, the second of which may be a letter; an accented letter is one.
    """
    pressed = [b"n", b"\xe0", b"H", b"\0", b"n", b"q", b"\xe0"]
    console = types.ModuleType("msvcrt")
    monkeypatch.setattr(console, "kbhit", lambda: bool(pressed), raising=False)
    monkeypatch.setattr(console, "getch", lambda: pressed.pop(0), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(sys, "platform", "win32")
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", terminal)
    with keyboard() as read:
        assert [read(0) for _ in range(4)] == ["n", "", "", "q"]
        assert [read(0), read(0.01)] == ["\ufffd", ""]
