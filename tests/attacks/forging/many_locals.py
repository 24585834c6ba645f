"""Forge an error whose frame has thousands of local variables, to inflate the report.

double: pass
secret: crashed
program: pass wrong
"""

import json
import os
import sys


def double(value):
    return value * 2


def secret():
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    values = {f"{n:05}": "x" * 90 for n in range(5000)}
    place = {"file": "work.py", "line": 15, "function": "secret", "locals": values}
    error = {"kind": "raised", "exceptions": ["ValueError"], "message": "", "frames": [place]}
    answer = json.dumps({"id": frame.f_locals["request"]["id"], **error}).encode()
    data = len(answer).to_bytes(4, "little") + answer
    while data:
        data = data[os.write(61, data) :]
    os._exit(0)


if __name__ == "__main__":
    print(double(int(input())))
