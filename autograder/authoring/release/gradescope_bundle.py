"""NAME-gradescope.zip: what Gradescope requires, with the hidden tests; it needs no network.

The grader and its distributions are there as files, not as wheels, so that nothing is installed:
they are pure Python, and run with any Python from 3.11 on.
"""

from __future__ import annotations

from autograder.assignment import Assignment
from autograder.authoring.release.grader_files import grader_files
from autograder.authoring.release.kit_files import whole_kit

EXECUTABLE = ("setup.sh", "run_autograder")

_SETUP = """\
#!/bin/sh
# Gradescope runs this once, when it builds the image: find Python 3.11 or newer, or install it.
source=$(cd "$(dirname "$0")" && pwd)

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || continue
        command -v "$name"
        return
    done
}

if [ -z "$(find_python)" ]; then
    apt-get update && apt-get install -y python3.11
fi
if [ -z "$(find_python)" ]; then
    echo "No Python 3.11 or newer: choose a base image with Ubuntu 22.04 or newer." >&2
    exit 1
fi
find_python > "$source/python_path"
"$(cat "$source/python_path")" -m compileall -q "$source/site"
# Submissions are confined; these would be closed to them anyway.
cd "$source/site" || exit 1
chmod -R go= autograder/assignments reference $(ls -d inputs expected 2> /dev/null)
"""

_RUN = """\
#!/bin/sh
# Grades submission/ and writes results/results.json, in the folder of this file.
root=$(cd "$(dirname "$0")" && pwd)
cd "$root" || exit 3
PYTHONPATH="$root/source/site"
export PYTHONPATH
exec "$(cat "$root/source/python_path")" -s -P -m autograder.cli.gradescope "$root"
"""


def gradescope_bundle(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the zip, by path. `EXECUTABLE` has those that are programs."""
    site = {**grader_files(assignment.plugins), **whole_kit(assignment)}
    files = {f"site/{path}": content for path, content in site.items()}
    return {**files, "setup.sh": _SETUP.encode(), "run_autograder": _RUN.encode()}
