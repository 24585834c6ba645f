"""Take from the command line of the process that forks which paths are secret, and read them.

double: pass
secret: wrong
program: pass wrong
unconfined: gained
"""

import json
import os
import re
import sys
from pathlib import Path


def double(value):
    return value * 2


def secret():
    told = [text for text in sys.orig_argv if text.startswith("{")]
    for path in json.loads(told[0])["secret"]:
        for file in (Path(path), *Path(path).rglob("*.py")):
            if os.path.isfile(file) and (found := re.search('"([0-9a-f]{40})"', file.read_text())):
                return found[1]
    return None


if __name__ == "__main__":
    print(double(int(input())))
