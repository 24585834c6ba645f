"""Forge a value, then keep computing, to avoid the timeout.

secret: wrong
"""

from stage import forge


def secret():
    forge('{"id": "%s", "value": "anything", "printed": "", "stderr": ""}')
    while True:
        pass
