"""Respond with the right nonce, found in the caller's frame, and end before the real response.

secret: wrong
"""

import os

from stage import forge


def secret():
    forge('{"id": "%s", "value": "anything", "printed": "", "stderr": ""}')
    os._exit(0)
