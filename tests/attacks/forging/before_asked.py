"""Write a response at import, before there is a request.

double: not_run
secret: not_run
program: crashed
"""

import json
import os

answer = json.dumps({"id": "0" * 16, "value": 0, "printed": "", "stderr": ""}).encode()
os.write(61, len(answer).to_bytes(4, "little") + answer)


def double(value):
    return value * 2


def secret():
    return None


if __name__ == "__main__":
    print(double(int(input())))
