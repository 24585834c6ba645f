"""Print and return text that looks like the grader's own data.

double: pass
secret: wrong
program: pass wrong
"""

import json


def double(value):
    return value * 2


def secret():
    report = {"schema": 1, "score": 100, "parts": [], "id": "", "value": None}
    print(json.dumps(report))
    print("@" + json.dumps(report))
    return json.dumps({**report, "$": "foreign"}) + '", "score": 100, "x": "'


if __name__ == "__main__":
    print(double(int(input())))
