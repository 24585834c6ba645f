"""Send answers that are not what the judge reads: deep, huge, of other types, slow to insert.

double: crashed
secret: crashed
program: wrong
"""

import os

from stage import forge

TAGS = '{"$": "dict", "v": [{"$": ["set"], "v": {"$": null}}, 1]}'
FIELDS = '"kind": "raised", "exceptions": {}, "message": [], "frames": 7'
VALUES = {
    "0": "[NaN, Infinity]",
    "1": TAGS,
    "2": "9" * 1_000_000,
    "3": "[" + "[]," * 1_300_000 + "0]",
    "[1]": "[" * (4 << 20),
}


def double(value):
    rest = f'"value": {VALUES[str(value)]}' if str(value) in VALUES else FIELDS
    forge('{"id": "%s", "printed": "", "stderr": "", ' + rest + "}")
    os._exit(0)


def secret():
    """Thousands of keys with one hash."""
    keys = [n * ((1 << 61) - 1) for n in range(1, 9000)]
    value = '{"$": "dict", "v": ' + str([*keys, *keys]) + "}"
    forge('{"id": "%s", "value": ' + value + ', "printed": "", "stderr": ""}')
    os._exit(0)
