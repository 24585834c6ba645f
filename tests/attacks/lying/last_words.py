"""Write a response from a destructor, just after the value has been encoded.

double: pass
secret: wrong
program: pass wrong
"""

import json
import os
import sys
import time


class Dying:
    def __del__(self):
        frame = sys._getframe()
        while "request" not in frame.f_locals:
            frame = frame.f_back
        tree = {"id": frame.f_locals["request"]["id"], "value": 1}
        answer = json.dumps({**tree, "printed": "", "stderr": ""}).encode()
        os.write(61, len(answer).to_bytes(4, "little") + answer)
        time.sleep(0.2)


def double(value):
    return value * 2


def secret():
    return Dying()


if __name__ == "__main__":
    print(double(int(input())))
