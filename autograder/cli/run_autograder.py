"""Grade on Gradescope: `python -m autograder.cli.run_autograder /autograder`, in its script.

The submission is in `submission/`; what is printed is for the instructor alone. Where submissions
cannot be confined there, nothing is graded, since a submission could then read the hidden tests.
"""

from __future__ import annotations

import io
import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from autograder import signals
from autograder.assignment import KIT, load, names
from autograder.cli.grade import run
from autograder.cli.options import GRADER_FAILED, STOPPED
from autograder.intake.entries import IntakeError
from autograder.reports import text
from autograder.reports.gradescope import as_grader_fault, as_refusal, as_results
from autograder.safetext import printable
from autograder.sandbox.doctor import examine, report_lines
from autograder.saving import save


def main(root: Path) -> int:
    """Write results/results.json, and return the exit status: 0, or 3 if the grader failed.

    If a signal stops the grading, there are no results, and the status is 130.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    file = root / "results" / "results.json"
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    status = 0
    try:
        with signals.raised():
            results = _graded(root / "submission")
    except IntakeError as error:
        print(error)
        results = as_refusal(str(error))
    except KeyboardInterrupt:
        return STOPPED
    except Exception as error:
        print(f"The grader failed, not the submission: {printable(str(error) or repr(error))}")
        traceback.print_exc(file=sys.stdout)
        results, status = as_grader_fault(), GRADER_FAILED
    save(str(file), (json.dumps(results, indent=2) + "\n").encode())
    return status


def _graded(submission: Path) -> dict[str, Any]:
    started = time.monotonic()
    for line in report_lines(*examine()):
        print(line)
    [name] = names(KIT)
    assignment = load(name)
    report = run(assignment, submission, secret=assignment.cases("secret"))
    print(f"\n{text.render(report, f'autograder grade {name} SUBMISSION --json FILE')}")
    results = as_results(report, assignment.hidden_visibility)
    return {**results, "execution_time": round(time.monotonic() - started)}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
