"""Search for the smallest input on which a mutant and the reference differ.

An assignment's fuzz.py, next to tests/, yields inputs, the smallest first: `calls(part)` yields
calls for the functions of a part, each as (function, arguments), or a list of calls that are made
one after another, of which the first may make an object; `inputs()` yields standard inputs for the
program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.mutants.mutant import Mutant

SEARCH_SECONDS = 60
"""How long the search may take."""


@dataclass(frozen=True)
class Difference:
    """An input, what reference and mutant do with it, and how many inputs were `tried`.

    The input is empty if none makes a difference.
    """

    tried: int
    input: str = ""
    reference: str = ""
    mutant: str = ""


def find_difference(assignment: Assignment, mutant: Mutant) -> Difference | None:
    """Run both on the inputs of fuzz.py, in a separate process. Without one, return None.

    Raises:
        AssignmentError: fuzz.py fails.
    """
    if not (assignment.folder / "fuzz.py").is_file():
        return None
    search = {
        "name": assignment.name,
        "kit": str(assignment.kit),
        "mutant": asdict(mutant),
    }
    done = subprocess.run(
        [sys.executable, "-m", "autograder.authoring.mutants.search"],
        input=json.dumps(search),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=10 * SEARCH_SECONDS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=Path(__file__).parents[3],
        check=False,
    )
    if done.returncode:
        reason = (done.stderr.strip() or "it ended").splitlines()[-1]
        raise AssignmentError(f"{assignment.folder / 'fuzz.py'} failed: {reason}")
    return Difference(**json.loads(done.stdout))
