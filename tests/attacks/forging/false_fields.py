"""Send a response whose fields have other types than the judge reads.

secret: crashed
"""

import os

from stage import forge


def secret():
    forge('{"id": "%s", "kind": "raised", "exceptions": {}, "message": [], "frames": 7}')
    os._exit(0)
