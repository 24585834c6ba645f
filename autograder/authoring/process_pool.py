"""A pool of processes that grade, one session at a time in each, and end with Ctrl-C."""

from __future__ import annotations

import contextlib
import gc
import itertools
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import ParamSpec, TypeVar

from autograder import signals
from autograder.assignment import KIT
from autograder.judge.collected_tests import keep_collected_tests
from autograder.report import GraderError

_P = ParamSpec("_P")
_T = TypeVar("_T")
GRADINGS_BETWEEN_CLEANINGS = 8
"""Cleaning up takes as long as three tests; what a session leaves behind is small."""
_gradings = itertools.count(1)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes let Ctrl-C wait until they are prepared.

    Each starts when a task finds no idle one.
    """

    def submit(
        self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> Future[_T]:
        with _blocked(signal.SIGINT):
            return super().submit(function, *args, **kwargs)


@contextlib.contextmanager
def process_pool() -> Iterator[ProcessPoolExecutor]:
    """Make a pool of a process for each processor; stop them at an exception.

    Raises:
        GraderError: one of them has been killed.
        FileNotFoundError: the current folder has been deleted, where no process can start.
    """
    os.getcwd()
    if str(KIT) not in sys.path:  # Where `python -m` found this package.
        sys.path.insert(0, str(KIT))
    if sys.platform != "win32":
        # No signal that stops the grader may end multiprocessing's helper process, which ignores
        # the others itself: a new one reports what it does not know with tracebacks.
        with _blocked(signal.SIGHUP):
            resource_tracker.ensure_running()
    context = multiprocessing.get_context("spawn")
    pool = _Pool(os.cpu_count(), mp_context=context, initializer=_prepare)
    try:
        yield pool
    except BrokenProcessPool:
        reason = "perhaps because this machine ran out of memory"
        raise GraderError(f"one of its processes has ended, {reason}; run it again") from None
    except BaseException:  # Ctrl-C, too: the pool would first finish what it has begun.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def grading_in_pool() -> Iterator[None]:
    """Let a signal end this process of a pool, and clean up after some sessions."""
    try:
        with signals.raised():
            yield
    except signals.Stopped:
        os._exit(signals.exit_status())  # Else the pool would begin the next grading.
    finally:
        if next(_gradings) % GRADINGS_BETWEEN_CLEANINGS == 0:
            gc.unfreeze()  # A session freezes what it leaves behind.
            gc.collect()


@contextlib.contextmanager
def _blocked(number: int) -> Iterator[None]:
    """Let a signal wait in this block, and in the processes that it starts."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare() -> None:
    """Collect tests once, and let Ctrl-C end an idle process without a traceback.

    Gradings handle it themselves.
    """
    warnings.simplefilter("ignore", SyntaxWarning)  # As in the process that started it.
    keep_collected_tests()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _end_with_parent()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _end_with_parent() -> None:
    """End this process if the one that made the pool is killed: it would wait for tasks forever."""
    if sys.platform == "linux":  # Without a thread, since this process forks others.
        from autograder.sandbox.linux.syscall import PR_SET_PDEATHSIG, prctl

        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        parent = multiprocessing.parent_process()
        assert parent
        if os.getppid() != parent.pid:  # It was killed while this process started.
            os.kill(os.getpid(), signal.SIGTERM)
    else:
        threading.Thread(target=_await_end_of_parent, daemon=True).start()


def _await_end_of_parent() -> None:
    if sys.platform != "win32":  # Signals are for the main thread, which may let them wait.
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
