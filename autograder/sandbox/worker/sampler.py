"""Stack samples: where a call hangs, written to a pipe while it runs."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
from collections.abc import Callable
from types import FrameType

from autograder.sandbox.worker.tracebacks import outermost_frames

MAX_SAMPLE_BYTES = 3000
MAX_SAMPLES_PER_CALL = 40
MAX_PRINTED_IN_SAMPLE = 500

# The student's code may replace these in their modules, so they are bound now.
_write = os.write
_dump_later = faulthandler.dump_traceback_later
_cancel_dump = faulthandler.cancel_dump_traceback_later
HAS_SIGNALS = hasattr(signal, "setitimer")
if HAS_SIGNALS:
    _setitimer, _REAL, _PROF = signal.setitimer, signal.ITIMER_REAL, signal.ITIMER_PROF


class Sampler:
    """Writes frames of files in the box at `box`, and what was `printed` so far, to a pipe.

    On SIGALRM, `sample` records lines and values, but only once bytecode runs again. For a long
    call into C, SIGPROF late in the limit makes faulthandler write a traceback at once. That could
    crash on a changing stack, so the first sample cancels it. Windows has neither signal; there
    faulthandler writes the traceback from a thread. A request is given `more` time than its limit
    in CPU seconds where the judge measures elapsed time, which is mostly what a start takes.
    """

    def __init__(self, pipe: int, box: str, printed: Callable[[], str]) -> None:
        self.pipe, self.box, self.printed = pipe, box, printed
        self.samples_left = 0
        self.more = 0.0
        faulthandler.enable(file=pipe, all_threads=False)
        if HAS_SIGNALS:
            signal.signal(signal.SIGALRM, self.sample)
            faulthandler.register(signal.SIGPROF, pipe, all_threads=False)

    def start(self, seconds: float) -> None:
        """Sample from half of the limit on, often enough to see which values change."""
        self.samples_left = MAX_SAMPLES_PER_CALL
        seconds += self.more
        if HAS_SIGNALS:
            _setitimer(_REAL, seconds * 0.5, seconds / 50)
            _setitimer(_PROF, seconds * 0.9)
        else:
            _dump_later(seconds * 0.6, file=self.pipe)

    def stop(self) -> None:
        if HAS_SIGNALS:
            _setitimer(_REAL, 0)
            _setitimer(_PROF, 0)
        else:
            _cancel_dump()

    def sample(self, _signal: int, frame: FrameType | None) -> None:
        _setitimer(_PROF, 0)
        self.samples_left -= 1
        if self.samples_left < 0:
            _setitimer(_REAL, 0)
            return
        stack = []
        while frame is not None:
            stack.append((frame, frame.f_lineno))
            frame = frame.f_back
        frames = outermost_frames(self.box, reversed(stack))
        line = json.dumps({"frames": frames, "printed": self.printed()[:MAX_PRINTED_IN_SAMPLE]})
        if len(line) <= MAX_SAMPLE_BYTES:
            _write(self.pipe, b"\n@" + line.encode() + b"\n")
