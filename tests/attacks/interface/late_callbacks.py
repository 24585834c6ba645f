"""Keep the test's function, and call it in a later request and when an object is deleted.

callbacks: not_defined pass wrong
"""

import gc


class Last:
    def __del__(self):
        kept(1)


def keep(function):
    global kept
    kept = function


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
