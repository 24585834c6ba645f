"""What the judge asks a worker about a student's own tests."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.sandbox.client import Worker
from autograder.sandbox.protocol import Request, Response
from autograder.sandbox.values import Tree


def compile_suite(worker: Worker, file: str, seconds: float) -> Response:
    """Compile the tests in a file of the box; the value is the `code` for `run_suite`."""
    libraries = worker.sandbox.libraries
    return worker.ask(Request.of("compile_tests", seconds, file=file, libraries=libraries))


def run_suite(
    worker: Worker,
    file: str,
    seconds: float,
    replacement: dict[str, Tree],
    code: str,
    ignored: Sequence[str] | None = None,
) -> Response:
    """Run the tests in a file of the box with pytest; without `code`, they are compiled first.

    `replacement` has a `module` of the box, the names of `functions` to replace in it, those of
    them whose calls are `traced`, and the `code` that defines their replacements, marshalled, in
    hexadecimal digits. It may be empty.
    With `ignored`, the run ends at the first failure of a test whose name is not in it.

    The value has `tests`, a list of [name, failure or "", line], `broken`, the reasons why files
    could not be collected, and `called`, the traced functions that were called (None if there
    were too many calls to trace). All are claims of untrusted code.
    """
    what = {"file": file, "replacement": replacement, "code": code, "ignored": ignored}
    libraries = worker.sandbox.libraries
    return worker.ask(Request.of("run_tests", seconds, libraries=libraries, **what))
