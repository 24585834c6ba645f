"""Open descriptors and pipes without limit, and fill each pipe.

double: pass
"""

import contextlib
import os
import select
import socket


def double(value):
    """Wrong where more than that many are had."""
    return value if value == 1 and had() > 128 else value * 2


def had():
    count, held = 0, []
    for make in (os.pipe, socket.socketpair, select.epoll, lambda: os.open(".", os.O_RDONLY)):
        with contextlib.suppress(OSError):
            while True:
                made = make()
                held.append(made)
                count += 1 + isinstance(made, tuple)
                if isinstance(made, tuple) and isinstance(made[1], int):
                    os.set_blocking(made[1], False)
                    os.write(made[1], b"x" * (1 << 16))
    with contextlib.suppress(OSError):
        for number in range(200, 1 << 16):
            count += os.dup2(0, number) > 0
    for made in held:
        for one in made if isinstance(made, tuple) else (made,):
            os.close(one) if isinstance(one, int) else one.close()
    return count
