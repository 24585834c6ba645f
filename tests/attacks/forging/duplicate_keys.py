"""Send duplicate keys, of which the last one counts, for the nonce and for the value.

secret: wrong
"""

import os

from stage import forge


def secret():
    twice = '"value": 1, "value": "anything", "printed": 1, "printed": "", "stderr": ""'
    forge('{"id": "0", "id": "%s", "arguments": [], "shared": "", ' + twice + "}")
    os._exit(0)
