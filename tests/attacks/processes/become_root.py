"""Become another user, or gain capabilities: the grader's user may be root.

double: pass
secret: wrong
"""

import ctypes
import os

PR_SET_NO_NEW_PRIVS, PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_CAP_AMBIENT = 38, 8, 22, 47
CAPSET = {"x86_64": 126, "aarch64": 91}[os.uname().machine]
libc = ctypes.CDLL(None)


def double(value):
    """Wrong once any of it has worked."""
    return value if value == 1 and 0 in tried() else value * 2


def tried():
    own = os.getuid()
    for user in (0, own, own + 1, -1):
        yield from (call(user) for call in (libc.setuid, libc.setgid, libc.setfsuid) if user != own)
        yield from (call(user, user) for call in (libc.setreuid, libc.setregid) if user == 0)
        yield libc.setresuid(user, user, user) if user == 0 else -1
        yield libc.setresgid(user, user, user) if user == 0 else -1
    yield libc.setgroups(1, (ctypes.c_int * 1)(0))
    everything = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
    yield libc.syscall(CAPSET, (ctypes.c_uint32 * 2)(0x20080522, 0), everything)
    yield from (libc.prctl(PR_CAP_AMBIENT, 2, power, 0, 0) for power in range(41))
    yield libc.prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0)
    yield libc.prctl(PR_SET_SECCOMP, 0, 0, 0, 0)
    yield libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)


def secret():
    return list(tried()) and None
