"""Call the test's function when nothing was asked: from a signal, and when objects are deleted.

callbacks: not_defined pass wrong
"""

import gc
import signal


class Last:
    def __del__(self):
        kept(1)


def keep(function):
    global kept
    kept = function
    signal.signal(signal.SIGVTALRM, lambda *_: function(1))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0001, 0.0001)


def call_kept(value):
    return kept(value)


def apply(function, value):
    global kept
    kept = function
    last = Last()
    last.itself = last
    del last
    gc.collect()
    return function(value)
