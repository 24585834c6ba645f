"""Announce a response, write half of it, and close the pipes.

secret: crashed
"""

import os


def secret():
    os.write(61, (1000).to_bytes(4, "little") + b'{"value":' * 50)
    for pipe in (60, 61, 62):
        os.close(pipe)
    os._exit(0)
