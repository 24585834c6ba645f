"""Failures of a submission, and the messages that students read about them."""

from __future__ import annotations

import re
import sys

import pytest

from autograder.judge.definitions import has_other_code
from autograder.judge.exception_hints import exception_hint
from autograder.judge.invocation import Invocation
from autograder.judge.location import locate
from autograder.judge.names import ALMOST_CERTAIN, defines, explain_missing, name_hint
from autograder.judge.reused_names import explain_not_callable
from autograder.judge.sources import Sources
from autograder.judge.wrong_calls import explain_arity, explain_loop, explain_recursion
from autograder.report import Detail, Outcome, Place
from autograder.safetext import printable, printable_line
from autograder.sandbox.protocol import Response, ResponseKind

MAX_PRINTED = 1000
MAX_PRINTED_LINES = 10
MAX_CLASS_NAME = 120
MAX_EXCEPTION_TEXT = 300
MAX_CHANGED = 4
FORBIDDEN = (
    "graded programs may not start processes, use the network, or leave the folder they start in"
)
NO_THREADS = "graded programs may not start threads"
NOT_THERE = "graded programs start in a folder without your other files"
MODULES = "the machine that grades lacks this module of the standard library"
_NO_MODULE = re.compile(r"No module named '(\w{1,80})[.\w]*'")


class Failure(pytest.fail.Exception):  # type: ignore[name-defined, misc] # A class, not an alias.
    """A test did not pass, for a reason that lies in the submission.

    As an outcome of pytest's it is no `Exception`, so no test takes it for one of the student's.
    """

    def __init__(self, outcome: Outcome, detail: Detail) -> None:
        super().__init__(detail.message, pytrace=False)
        self.outcome = outcome
        self.detail = detail


def failure_of(response: Response, invocation: Invocation, sources: Sources) -> Failure:
    """Explain a response that carries no value."""
    if "ImportError" in response.exceptions and (message := _import_error(response, sources)):
        return Failure(Outcome.NOT_DEFINED, Detail(message))
    outcome, message = _message(response, invocation.subject)
    place = locate(response, sources)
    message = _explained(message, response, invocation, sources, place)
    if place and "NotImplementedError" in response.exceptions:
        return Failure(Outcome.NOT_DEFINED, Detail(_unwritten(place, sources)))
    hangs = response.kind is ResponseKind.TIMED_OUT
    detail = Detail(
        message=message,
        call=invocation.call,
        arguments=invocation.arguments,
        difference=explain_loop(place, response) if place and hangs else "",
        place=place,
        printed=printed_by(response),
    )
    return Failure(outcome, detail)


def _explained(
    message: str, response: Response, invocation: Invocation, sources: Sources, place: Place | None
) -> str:
    """Return the message with what the source shows about the exception."""
    names, text = response.exceptions, printable_line(response.message, MAX_EXCEPTION_TEXT)
    if "RecursionError" in names:
        return explain_recursion(response, invocation.subject) or message
    if "ImportError" in names and (
        why := _circular_import(response, sources)
        or _not_in_provided(response, sources)
        or _missing_module(text, sources)
    ):
        return f"{message}; {why}"
    if "TypeError" in names:
        parameters = () if place else invocation.parameters
        if why := explain_arity(text, sources, parameters):
            return f"{message}; {why}" if place else why
        if why := explain_not_callable(text, sources, invocation.subject, place):
            return f"{message}; {why}"
    hint = ""
    if place and {"NameError", "AttributeError", "TypeError"}.intersection(names):
        hint = name_hint(text, sources, place.file, place.function)
    if place and place.file in sources.own:
        hint = hint or exception_hint(text, place.source)
    return f"{message}; {hint}" if hint else message


def _unwritten(place: Place, sources: Sources) -> str:
    """Say that a function is not written, or that the starter's `raise` is still in it."""
    where = f"({place.file}, line {place.line})"
    if has_other_code(sources, place.file, place.line):
        raises = "`raise NotImplementedError`"
        return f"{place.function} reached its {raises} {where}: replace that line, or remove it"
    return f"{place.function} is not written yet {where}"


def printed_by(response: Response) -> str:
    """Return the first lines of what was printed, then of standard error."""
    streams = (response.printed.rstrip("\n"), response.stderr.rstrip("\n"))
    lines = "\n".join(filter(None, streams)).split("\n")
    beyond = len(lines) - MAX_PRINTED_LINES
    rest = f"\n… ({beyond} more line{'s' if beyond > 1 else ''})" if beyond > 0 else ""
    return printable("\n".join(lines[:MAX_PRINTED_LINES]), MAX_PRINTED) + rest


def after_label(label: str, text: str) -> str:
    """Return a label and a text, which begins on its own line if it has several."""
    separator = "\n" if "\n" in text else " "
    return f"{label}:{separator}{text}"


def explain_sharing(function: str, part: str) -> tuple[str, str]:
    """Return the message about a result that shares a part with an argument, and which part."""
    message = f"{function} returned its argument, or a part of it, instead of a copy"
    return message, f"{printable_line(part)} is an object from the argument, not a copy"


def _message(response: Response, subject: str) -> tuple[Outcome, str]:
    why = printable_line(response.reason)
    if response.kind is ResponseKind.TIMED_OUT:
        return Outcome.TIMED_OUT, f"{subject} did not finish: {why}"
    if response.kind is ResponseKind.MISSING:
        return Outcome.NOT_DEFINED, f"{subject} is not defined"
    if response.kind is ResponseKind.TOO_BIG:
        return Outcome.WRONG, f"{subject} returned a value that is too big to read: {why}"
    if response.kind is ResponseKind.STOPPED:
        return Outcome.CRASHED, f"{subject} was stopped: {why}"
    if response.kind is ResponseKind.RAISED:
        return _raised(response, subject)
    return Outcome.CRASHED, f"{subject} did not finish: {why}"


def _raised(response: Response, subject: str) -> tuple[Outcome, str]:
    kind = (
        printable_line(response.exceptions[0], MAX_CLASS_NAME)
        if response.exceptions
        else "an exception"
    )
    text = printable_line(response.message.strip(), MAX_EXCEPTION_TEXT)
    if "MemoryError" in response.exceptions:
        return Outcome.OUT_OF_MEMORY, f"{subject} used more memory than allowed"
    if "RecursionError" in response.exceptions:
        says = "its calls are nested too deeply (RecursionError)"
        return Outcome.CRASHED, f"{subject} did not finish: {says}"
    if "SystemExit" in response.exceptions:
        trivial = text in ("", "None") or text.removeprefix("-").isdecimal()
        message = "" if trivial else f" with the message: {text}"
        return Outcome.CRASHED, f"{subject} called exit(){message}"
    if "EOFError" in response.exceptions:
        return Outcome.CRASHED, f"{subject} called input() when there was nothing left to read"
    if kind == "OutputLimitError":
        return Outcome.CRASHED, f"{subject} printed too much: {text}"
    if note := _confinement_note(kind, text):
        text = f"{text} ({note})"
    return Outcome.CRASHED, f"{subject} raised {kind}{f': {text}' if text else ''}"


def _confinement_note(kind: str, text: str) -> str:
    """Return an explanation if the exception comes from the confinement, else nothing."""
    # Without a name: a semaphore without /dev/shm. And a worker may have its own root.
    outside = re.match(r"\[Errno 2\] No such file or directory($|: '/)", text)
    if (kind == "PermissionError" and "graded programs" not in text) or outside:
        return FORBIDDEN
    if kind == "FileNotFoundError" and text.startswith("[Errno 2] No such file or directory: "):
        return NOT_THERE
    if kind == "RuntimeError" and text == "can't start new thread":
        return NO_THREADS
    missing = _NO_MODULE.fullmatch(text)
    if kind == "ModuleNotFoundError" and missing and missing[1] in sys.stdlib_module_names:
        return MODULES
    return ""


def _import_error(response: Response, sources: Sources) -> str:
    """Explain that a name which a program imports is missing in one of the student's files."""
    name, file = _failed_import(response)
    if file not in sources.own or _circular_import(response, sources):
        return ""
    return explain_missing(sources, file, name, (), ALMOST_CERTAIN)


def _circular_import(response: Response, sources: Sources) -> str:
    """Explain that a name is imported from a file before the file has come to define it."""
    name, file = _failed_import(response)
    loading = [frame.file for stack in response.stacks for frame in stack if frame.is_of_module]
    if file not in sources.own or file not in loading or not defines(sources, file, name):
        return ""
    if loading[-1] == file:
        return f"{file} imports from itself: remove that import"
    return f"{file} imports a file that needs {name} before {file} defines it: remove one import"


def _not_in_provided(response: Response, sources: Sources) -> str:
    """Explain that a provided file does not define a name; students may have changed theirs."""
    name, file = _failed_import(response)
    if not sources.holds(file) or file in sources.own:
        return ""
    missing = explain_missing(sources, file, name, ())
    own = f"{missing}: the original {file} is used, so put your own code into {sources.own[0]}"
    return missing if "did you mean" in missing else own


def _missing_module(text: str, sources: Sources) -> str:
    """Say which modules there are, if one is neither among them nor Python's own."""
    match = _NO_MODULE.fullmatch(text)
    if not match or match[1] in sys.stdlib_module_names or sources.holds(f"{match[1]}.py"):
        return ""
    return f"there are only {', '.join(sources.texts)} and Python's standard library"


def _failed_import(response: Response) -> tuple[str, str]:
    """Return the name that could not be imported, and the file; empty if there is none."""
    partial = "(?:partially initialized module )?"
    pattern = rf"cannot import name '(\w{{1,80}})' from {partial}'(\w{{1,80}})'"
    match = re.match(pattern, response.message)
    return (match[1], f"{match[2]}.py") if match else ("", "")
