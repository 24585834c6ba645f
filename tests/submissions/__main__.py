"""Build recorded submissions into build/submissions/CASE: `python -m tests.submissions CASE...`."""

from __future__ import annotations

import sys

from tests.submissions import CASES, build

if unknown := sorted(set(sys.argv[1:]) - set(CASES)):
    sys.exit(f"no recorded submission {unknown[0]!r} in tests/submissions")
for case in sys.argv[1:]:
    build(case)
