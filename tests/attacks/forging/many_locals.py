"""Forge an error whose frame has thousands of local variables, to inflate the report.

secret: crashed
"""

import json
import os

from stage import forge


def secret():
    values = {f"{n:05}": "x" * 90 for n in range(5000)}
    place = {"file": "work.py", "line": 15, "function": "secret", "locals": values}
    error = {"kind": "raised", "exceptions": ["ValueError"], "message": "", "frames": [place]}
    forge(json.dumps({"id": "%s", **error}))
    os._exit(0)
