"""A data set for Dolos, another program that finds similar code: a zip with `info.csv`.

Dolos compares files, so the files of a submission become one. A row with `ignored` is the template,
which Dolos leaves out of the comparison.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from autograder.course.gradebook import as_cell
from autograder.course.page_names import safe_name
from autograder.course.similar import PYTHON, ComparedSubmission
from autograder.intake.packing import packed

TEMPLATE = f"template{PYTHON}"


def dolos_dataset(
    submissions: Sequence[ComparedSubmission], handed_out: Mapping[str, str]
) -> bytes:
    """Return the zip; it has names of students."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["filename", "full_name", "created_at", "ignored"])
    contents = {TEMPLATE: _joined(handed_out)}
    writer.writerow([TEMPLATE, "", "", "true"])
    for each in submissions:
        path = f"submissions/{safe_name(each.label)}{PYTHON}"
        contents[path] = _joined(each.files)
        writer.writerow([path, as_cell(each.name or each.label), each.submitted, ""])
    return packed({**contents, "info.csv": table.getvalue().encode()})


def _joined(files: Mapping[str, str]) -> bytes:
    if len(files) == 1:
        return "".join(files.values()).encode("utf-8", "replace")
    text = "\n".join(f"# {name}\n{source}" for name, source in files.items())
    return text.encode("utf-8", "replace")
