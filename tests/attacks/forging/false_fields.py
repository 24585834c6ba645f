"""Send a response whose fields have other types than the judge reads.

double: pass
secret: crashed
program: pass wrong
"""

import os
import sys


def forge(text):
    """Answer the request with this JSON, `%s` in it being the request's nonce."""
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    answer = text.replace("%s", frame.f_locals["request"]["id"]).encode()
    data = len(answer).to_bytes(4, "little") + answer
    while data:
        data = data[os.write(61, data) :]
    os._exit(0)


def double(value):
    return value * 2


def secret():
    forge('{"id": "%s", "kind": "raised", "exceptions": {}, "message": [], "frames": 7}')


if __name__ == "__main__":
    print(double(int(input())))
