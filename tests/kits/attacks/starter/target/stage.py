"""How attacks answer in place of the worker; the places of their targets are added for each."""

import os
import sys


def forge(text):
    """Answer the judge's request with this JSON, `%s` in it being the request's nonce."""
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    answer = text.replace("%s", frame.f_locals["request"]["id"]).encode()
    data = len(answer).to_bytes(4, "little") + answer
    while data:
        data = data[os.write(61, data) :]
