"""Replace the functions with which the worker writes its responses: json.dumps and os.write.

double: pass
secret: wrong
program: pass wrong
"""

import json
import os


def double(value):
    return value * 2


def secret():
    real = json.dumps

    def dumps(tree, **how):
        return real({**tree, "value": "anything", "arguments": [], "shared": ""}, **how)

    json.dumps = dumps
    os.write = lambda descriptor, data: 1 << 30


if __name__ == "__main__":
    print(double(int(input())))
