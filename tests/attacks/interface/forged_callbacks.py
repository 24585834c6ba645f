"""Ask for calls of functions that the test never passed, with keywords that are no names.

callbacks: crashed wrong
exceptions: crashed
secret: crashed
"""

import sys


def say(number, keywords):
    server = sys._getframe()
    while type(server.f_locals.get("self")).__name__ != "Server":
        server = server.f_back
    server = server.f_locals["self"]
    asked = {"id": server.current, "callback": number, "value": [[], keywords]}
    server.send({**asked, "printed": "", "stderr": ""})
    return server.read_frame()


def apply(function, value):
    say(99, {})


def keep(function):
    say(0, {"not a name": 1, "": 2})


def call_kept(value):
    return say(0, {"self": 1, "__class__": 2})


def check(amount):
    say(-1, {})


def secret():
    say(True, {})
