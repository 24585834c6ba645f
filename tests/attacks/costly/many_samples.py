"""Write thousands of stack samples. The benchmark gives this file a million lines.

double: timed_out
secret: timed_out
program: timed_out
"""

import json
import os


def double(value):
    data = b""
    for line in range(900_000, 903_000):
        place = {"file": "work.py", "line": line, "function": "f", "locals": {}}
        data += b"\n@" + json.dumps({"frames": [place] * 3, "printed": ""}).encode() + b"\n"
    while True:
        os.write(62, data)


def secret():
    return double(0)


if __name__ == "__main__":
    double(0)
