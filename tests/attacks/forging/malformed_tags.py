"""Send a tag that cannot be hashed, where no tag is expected.

secret: crashed
"""

import os

from stage import forge


def secret():
    tags = '{"$": "dict", "v": [{"$": ["set"], "v": {"$": null}}, 1]}'
    forge('{"id": "%s", "value": ' + tags + ', "printed": "", "stderr": ""}')
    os._exit(0)
