"""Hostile submissions: each has the outcomes that it states, and does no harm.

An attack is a file GROUP/NAME.py. Its docstring says what it tries and ends with a block of lines
`PART: OUTCOMES`. Where it states none for `double`, `secret` or `program`, the code of an honest
submission is added to it, with the outcomes of that. Where it is safe to let it succeed, a line
`unconfined: HARM` gives the harm that is reported without confinement.
"""

from __future__ import annotations

import fcntl
import functools
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.observe import stated_outcomes, target_of
from tests.conftest import ROOT, SHARED_FOLDER, copy_kit

HERE = Path(__file__).resolve().parent
SUITES = "suites"
"""The folder of attacks that are a student's own tests; `test_suites` runs them."""
ATTACKS = sorted(path for path in HERE.glob("*/*.py") if path.parent.name != SUITES)
ORDINARY = 61000 + os.getpid() % 4000
"""The number of a user without an account; each test process has its own.

An unconfined attack reaches all processes of its user, also those of another run of the tests.
"""
MAX_SECONDS = 150
"""For one attack."""
BATCH = 6
"""This many attacks are graded before an honest submission."""
OF_HONEST_CODE = {"double": "pass", "secret": "wrong", "program": "pass wrong"}
LANDLOCK = "landlock"
AS_ROOT = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user"),
    pytest.mark.nightly,
]
SETTINGS = {
    "root": pytest.param("root", LANDLOCK, marks=AS_ROOT, id="root"),
    "ordinary": pytest.param("ordinary", LANDLOCK, id="ordinary"),
    "chroot": pytest.param("root", "chroot", marks=AS_ROOT, id="chroot"),
}


@pytest.fixture(scope="session")
def installation() -> Path:
    """A copy of the grader and its dependencies that every user can read.

    The first process of a test run that needs it makes it for all of them.
    """
    run = Path(os.environ[SHARED_FOLDER])
    folder, complete = run / "installation", run / "installed"
    with (run / "installing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            shutil.rmtree(folder, ignore_errors=True)
            install(folder)
            run.chmod(0o711)
            complete.touch()
    return folder


def install(folder: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder", folder / "autograder", ignore=ignored)
    for name in required("cagework"):
        for file in importlib.metadata.files(name) or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)
    unused = ["-x", "/pygments/(lexers|styles)/"]
    compiling = [python_for_all(), "-m", "compileall", "-q", "-j", "0", *unused, str(folder)]
    subprocess.run(compiling, check=False, capture_output=True)
    shutil.copytree(HERE, folder / "attacks", ignore=ignored)
    copy_kit("attacks", folder / "kit")
    shutil.copyfile(HERE / "observe.py", folder / "observe.py")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def required(name: str) -> set[str]:
    """Return the distributions that one requires, directly or indirectly."""
    distributions, waiting = set(), [name]
    while waiting:
        for line in importlib.metadata.requires(waiting.pop()) or ():
            needed = re.split(r"[^\w.-]", line, maxsplit=1)[0]
            if "extra ==" not in line and needed not in distributions and installed(needed):
                distributions.add(needed)
                waiting.append(needed)
    return distributions


def installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


@functools.cache
def python_for_all() -> str:
    """Return a Python that an ordinary user can run: root's may be in an unreadable folder."""
    for path in (os.path.realpath(sys.executable), "/usr/bin/python3", "/usr/local/bin/python3"):
        probe = [path, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        try:
            if subprocess.run(probe, check=False, cwd="/", **becoming("ordinary")).returncode == 0:
                return path
        except OSError:
            continue
    raise AssertionError(
        "no Python 3.11 that other users can run: install one, as Debian's python3"
    )


def becoming(user: str) -> dict[str, Any]:
    if user == "root" or os.geteuid() != 0:
        return {}
    return {"user": ORDINARY, "group": ORDINARY, "extra_groups": []}


def environment(installation: Path) -> dict[str, str]:
    path = os.environ["PATH"]
    return {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(installation)}


def python() -> list[str]:
    return [python_for_all(), "-P"]  # Root's would keep workers from being another user.


Observation = dict[str, Any]
Observe = Callable[[Path, str, str], Observation]
ObserveAll = Callable[[Sequence[Path], str, str], list[Observation]]


@pytest.fixture(scope="session")
def observe_all(installation: Path) -> ObserveAll:
    """A function that runs attacks in one process and returns what was observed of each."""

    def run(attacks: Sequence[Path], user: str, methods: str) -> list[Observation]:
        folder = Path(tempfile.mkdtemp(prefix="cagework-stage-"))
        if becoming(user):
            os.chown(folder, ORDINARY, ORDINARY)
        installed = [str(installation / "attacks" / path.relative_to(HERE)) for path in attacks]
        try:
            ran = subprocess.run(
                [*python(), installation / "observe.py", folder, methods, *installed],
                cwd="/",
                env=environment(installation),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                timeout=MAX_SECONDS * len(attacks),
                check=False,
                **becoming(user),
            )
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if ran.returncode:
            harm = f"ended the judge: {ran.returncode}: {ran.stderr[-2000:]}"
            return [{"harms": [harm]}] * len(attacks)
        return list(json.loads(ran.stdout.splitlines()[-1]))

    return run


@pytest.fixture(scope="session")
def observe(observe_all: ObserveAll) -> Observe:
    """A function that returns what was observed of an attack, after some of its group.

    One judge grades attacks of a group and then an honest submission: what an attack changes in
    the judge, in its files or on the machine changes a report that follows. If anything is harmed,
    each attack has a judge of its own, to find the one that did it.
    """

    @functools.cache
    def of_batch(batch: Sequence[Path], user: str, methods: str) -> list[Observation]:
        together = observe_all(batch, user, methods)
        if not any(observed["harms"] for observed in together):
            return together
        alone = [observe_all([attack], user, methods)[0] for attack in batch]
        return alone if any(observed["harms"] for observed in alone) else together

    def of_attack(attack: Path, user: str, methods: str) -> Observation:
        batch = batch_of(attack)
        return of_batch(batch, user, methods)[batch.index(attack)]

    return of_attack


def batch_of(attack: Path) -> Sequence[Path]:
    """Return the attacks that one judge grades, this one among them."""
    group = [path for path in ATTACKS if path.parent == attack.parent]
    first = group.index(attack) // BATCH * BATCH
    return tuple(group[first : first + BATCH])


def name_of(attack: Path) -> str:
    return f"{attack.parent.name}-{attack.stem}"


@pytest.mark.parametrize(("user", "methods"), [SETTINGS["root"], SETTINGS["ordinary"]])
@pytest.mark.parametrize("attack", ATTACKS, ids=name_of)
def test_attack_is_contained(observe: Observe, attack: Path, user: str, methods: str) -> None:
    observed = observe(attack, user, methods)
    assert observed["harms"] == []
    honest = OF_HONEST_CODE if target_of(attack) == "target" else {}
    expected = {**honest, **stated_outcomes(attack)}
    expected.pop("unconfined", None)
    found = observed["outcomes"].items()
    assert {p: each for p, each in found if p in expected or each != "not_defined"} == expected
    assert observed["held"]["files"].partition(" ")[0] == methods


CONTAINED_BY_FALLBACK = [a for a in ATTACKS if a.parent.name in ("reading", "network", "processes")]


@pytest.mark.parametrize(("user", "methods"), [SETTINGS["chroot"]])
@pytest.mark.parametrize("attack", CONTAINED_BY_FALLBACK, ids=name_of)
def test_attack_is_contained_without_landlock(
    observe: Observe, attack: Path, user: str, methods: str
) -> None:
    observed = observe(attack, user, methods)
    assert observed["harms"] == []
    assert observed["held"]["files"] == methods


HARMFUL = [attack for attack in ATTACKS if "unconfined" in stated_outcomes(attack)]


@pytest.mark.nightly
def test_attacks_do_harm_without_confinement(observe_all: ObserveAll) -> None:
    """Without this, the tests above would prove nothing."""
    assert len(HARMFUL) >= 10
    for attack, observed in zip(HARMFUL, observe_all(HARMFUL, "ordinary", ""), strict=True):
        expected = stated_outcomes(attack)["unconfined"]
        assert [harm for harm in observed["harms"] if harm.startswith(expected)] != [], attack
