"""Replace the streams, os._exit and the signal handlers, then compute endlessly.

secret: timed_out
"""

import faulthandler
import os
import signal
import sys


class Stream:
    def __getattr__(self, name):
        raise SystemExit(name)


def secret():
    faulthandler.disable()
    for number in (signal.SIGALRM, signal.SIGPROF, signal.SIGTERM, signal.SIGINT, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    sys.stdout = sys.stderr = sys.stdin = sys.__stdout__ = Stream()
    os._exit = sys.exit = print
    while True:
        pass
