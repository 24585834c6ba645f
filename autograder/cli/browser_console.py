"""The console of a practice page: runs a file as Python would, then takes statements at `>>>`.

A browser cannot wait in the middle of a program for a line to be typed. So a program that asks for
one is stopped there, and with the line that it got, all runs again from the start: what it prints
once more is not shown again.
"""

from __future__ import annotations

import codeop
import contextlib
import importlib
import io
import linecache
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

MOST_SHOWN = 100_000
"""So many characters of a program or a statement are shown."""
PROMPTS = ">>> ", "... "


class WaitingError(BaseException):
    """Ends a program that asks for a line which has not been typed yet."""


class Screen(io.TextIOBase):
    """Shows what is written, but for the first characters to `skip`."""

    def __init__(self, show: Callable[[str], object]) -> None:
        self.show, self.shown, self.skip = show, 0, 0
        self.begin()

    def rewind(self) -> None:
        self.skip, self.shown = self.shown, 0

    def begin(self) -> None:
        """Show what the next program or statement writes."""
        self.most, self.is_off = self.shown + MOST_SHOWN, False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not self.is_off:
            new = text[max(self.skip - self.shown, 0) :]
            self.shown += len(text)
            self.is_off = self.shown > self.most
            if new:
                self.show(new + "\n… (more is not shown)\n" * self.is_off)
        return len(text)


class Keyboard(io.TextIOBase):
    """Standard input: the lines of `given`, or without it, those typed so far."""

    def __init__(self, given: str | None, screen: Screen) -> None:
        self.given, self.screen = io.StringIO(given or ""), screen
        self.is_typed = given is None
        self.typed: list[str] = []
        self.at = 0

    def rewind(self) -> None:
        self.at = 0
        self.given.seek(0)

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # the stubs say bytes
        if not self.is_typed:
            return self.given.readline(size)
        line = self.next_typed()
        self.screen.write(line)
        return line

    def read(self, _size: int | None = -1, /) -> str:
        """Read to the end of the input, whatever the size."""
        return "".join(self)

    def close(self) -> None:
        """Stay open: `exit()` closes standard input."""

    def has_typed(self) -> bool:
        return self.at < len(self.typed)

    def next_typed(self) -> str:
        """Return the next line, with its end; "" for the end of the input."""
        if not self.has_typed():
            self.screen.is_off = True  # Whatever the program does with the exception.
            raise WaitingError
        self.at += 1
        return self.typed[self.at - 1]


class Console:
    """A run of a file in the current folder, and the statements after it."""

    def __init__(self, file: str, given: str | None, show: Callable[[str], object]) -> None:
        self.file, self.seed = file, random.random()
        self.screen = Screen(show)
        self.keyboard = Keyboard(given, self.screen)
        self.is_asking = False
        self.begin()

    @property
    def prompt(self) -> str:
        """What stands before the line to type: nothing if the program asks for it."""
        return "" if self.is_asking else PROMPTS[bool(self.begun)]

    def enter(self, line: str) -> None:
        """Go on with a line; "" is the end of the input, other lines end with a newline."""
        self.keyboard.typed.append(line)
        if self.is_asking:
            self.screen.rewind()
            self.keyboard.rewind()
            self.begin()
        else:
            self.go_on(self.take_statements)

    def begin(self) -> None:
        """Run the file in a new namespace, then the statements typed so far."""
        self.namespace: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
        self.compile, self.begun = codeop.CommandCompiler(), ""
        forget_modules(Path.cwd())
        random.seed(self.seed)
        self.screen.begin()

        def run() -> None:
            source = Path(self.file).read_text(encoding="utf-8")
            self.execute(partial(compile, source, self.file, "exec"))
            self.take_statements()

        self.go_on(run)

    def go_on(self, action: Callable[[], None]) -> None:
        self.is_asking = False
        with self.streams():
            try:
                action()
            except WaitingError:
                self.is_asking = True

    def take_statements(self) -> None:
        while self.keyboard.has_typed():
            prompt, line = self.prompt, self.keyboard.next_typed()
            self.screen.begin()
            self.screen.write(f"{prompt}{line}")
            self.begun += line
            source = self.begun.removesuffix("\n")
            if self.execute(partial(self.compile, source, "<console>", "single")):
                self.begun = ""

    def execute(self, compiled: Callable[[], CodeType | None]) -> bool:
        """Run code and print its exception, as Python does; return False if it is incomplete."""
        try:
            code = compiled()
            if code is None:
                return False
            exec(code, self.namespace)
        except WaitingError:
            raise
        except SystemExit as end:
            if end.code is not None and not isinstance(end.code, int):
                self.screen.write(f"{end.code}\n")
        except BaseException as error:  # All that a program can raise.
            self.screen.write(own_traceback(error))
        return True

    @contextlib.contextmanager
    def streams(self) -> Iterator[None]:
        before = sys.stdin, sys.argv[:], sys.path[:]
        sys.stdin, sys.argv[:], sys.path[:0] = self.keyboard, [self.file], [os.getcwd()]
        try:
            with contextlib.redirect_stdout(self.screen), contextlib.redirect_stderr(self.screen):
                yield
        finally:
            sys.stdin, sys.argv[:], sys.path[:] = before


def forget_modules(folder: Path) -> None:
    """Let the files in a folder be imported as they are now."""
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "/").parent == folder:
            del sys.modules[name]
    sys.dont_write_bytecode = True
    importlib.invalidate_caches()
    linecache.clearcache()


def own_traceback(error: BaseException) -> str:
    """Return the traceback without our own frames and folders."""
    summary = traceback.TracebackException.from_exception(error)
    while summary.stack and summary.stack[0].filename in (__file__, codeop.__file__):
        del summary.stack[0]
    return "".join(summary.format()).replace(f"{os.getcwd()}/", "")
