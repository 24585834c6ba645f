"""Write samples that name other files and nonexistent lines, and samples that are not JSON.

secret: timed_out
"""

import json
import os


def secret():
    names = ("/etc/passwd", "../work.py", "stage.py", "work.py", "work.py\n")
    for name in names:
        values = {"\x1b[2J": "\x07" * 60, "root": "x" * 300}
        place = {"file": name, "line": 9_999_999, "function": "\x1b[2J", "locals": values}
        sample = {"frames": [place] * 20, "printed": "Score: 100 of 100"}
        os.write(62, b"\n@" + json.dumps(sample).encode() + b"\n")
    os.write(62, b'@{"frames": 1}\n@[' + b"[" * 20000 + b"\n@\xff\n@{}\n@NaN\n")
    path = os.path.dirname(__file__)
    os.write(62, f'(most recent call first):\n File "{path}/work.py", line 9 in \x1b'.encode())
    while True:
        pass
