"""Take over the pipes at import, and respond to every request in place of the worker's code.

double: pass
secret: wrong
program: pass wrong
"""

import json
import marshal
import os
import sys


def double(value):
    return value * 2


def secret():
    return None


def read():
    return marshal.loads(os.read(60, int.from_bytes(os.read(60, 4), "little")))


def write(identity, value):
    tree = {"id": identity, "value": value, "printed": "", "stderr": ""}
    answer = json.dumps({**tree, "arguments": [[1]], "shared": ""}).encode()
    os.write(61, len(answer).to_bytes(4, "little") + answer)


if __name__ != "__main__":
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    write(frame.f_locals["request"]["id"], None)
    request = read()
    known = request["target"]["v"] == "double"
    value = request["arguments"][0] if known else "anything"
    if type(value) is dict:
        value = int(*value["v"], 16)
    write(request["id"], double(value) if known else value)
    os._exit(0)


if __name__ == "__main__":
    print(double(int(input())))
