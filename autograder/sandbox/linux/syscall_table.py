"""System call numbers, grouped by the action that `seccomp` takes for them.

Each is a pair, x86-64 and aarch64; - if the architecture does not have the call. Sources, in the
Linux kernel: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
"""

from __future__ import annotations

Numbers = dict[str, tuple[int | None, int | None]]


def _numbers(table: str) -> Numbers:
    """Read names, each with its number on x86-64 and on aarch64."""
    rows = (row.split() for row in table.split(","))
    return {
        name: (None if x86 == "-" else int(x86), None if arm == "-" else int(arm))
        for name, x86, arm in rows
    }


LAST_KNOWN = 462
"""`mseal`, the last call of Linux 6.12, on both. For a worker, newer ones do not exist."""

# On open descriptors, new ones of which refer to no file or address; on private memory, which
# RLIMIT_AS limits; its own signal handlers and timers; clocks and sleep; information on itself and
# the machine, and waiting for children, of which it has none; what the C library needs to run; and
# calls that take a path, or open one. Some are allowed with certain arguments only: see `seccomp`.
ALLOWED = _numbers("""
    read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68,
    preadv 295 69, pwritev 296 70, preadv2 327 286, pwritev2 328 287, lseek 8 62, close 3 57,
    close_range 436 436, dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, fsync 74 82,
    fdatasync 75 83, ftruncate 77 46, fadvise64 221 223, sendfile 40 71, copy_file_range 326 285,
    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create1 291 20, epoll_ctl 233 21,
    epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, eventfd2 290 19, sendto 44 206,
    recvfrom 45 207, shutdown 48 210, getsockname 51 204, getpeername 52 205, getsockopt 55 209,
    socketpair 53 199, fcntl 72 25, ioctl 16 29,

    mmap 9 222, mprotect 10 226, munmap 11 215, mremap 25 216, brk 12 214, madvise 28 233,

    rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -, alarm 37 -,
    getitimer 36 102, setitimer 38 103, restart_syscall 219 128, kill 62 129, tgkill 234 131,

    nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
    gettimeofday 96 169, time 201 -, times 100 153,

    getpid 39 172, gettid 186 178, getppid 110 173, getpgrp 111 -, getpgid 121 155,
    getsid 124 156, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177,
    getgroups 115 158, getresuid 118 148, getresgid 120 150, getrlimit 97 163, getrusage 98 165,
    uname 63 160, sysinfo 99 179, getcpu 309 168, getpriority 140 141, sched_getaffinity 204 123,
    getrandom 318 278, umask 95 166, wait4 61 260, waitid 247 95, prlimit64 302 261, prctl 157 167,

    futex 202 98, set_tid_address 218 96, set_robust_list 273 99, rseq 334 293, exit 60 93,
    exit_group 231 94,

    open 2 -, openat 257 56, creat 85 -, stat 4 -, lstat 6 -, newfstatat 262 79, fstat 5 80,
    statx 332 291, access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -,
    readlinkat 267 78, getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50,
    rename 82 -, renameat 264 38, renameat2 316 276, mkdir 83 -, mkdirat 258 34, rmdir 84 -,
    unlink 87 -, unlinkat 263 35, link 86 -, linkat 265 37
""")

# Allowed to the jail, which forks and kills workers and restricts them further; never to a worker.
JAIL_ONLY = _numbers("""
    clone 56 220, fork 57 -, recvmsg 47 212, landlock_create_ruleset 444 444,
    landlock_add_rule 445 445, landlock_restrict_self 446 446
""")

# These pretend to succeed, so that `shutil.copy` works; modes, owners and times do not change. Nor
# does a worker let others run: it would wait without end, and time in which it waits for a core
# does not count.
PRETENDED = _numbers("""
    chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, chown 92 -, fchown 93 55,
    lchown 94 -, fchownat 260 54, utime 132 -, utimes 235 -, futimesat 261 -, utimensat 280 88,
    sched_yield 24 124
""")

# These fail as if files had no extended attributes, which `shutil.copy2` reads.
ATTRIBUTES = _numbers("""
    listxattr 194 11, llistxattr 195 12, flistxattr 196 13, getxattr 191 8, lgetxattr 192 9,
    fgetxattr 193 10, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7
""")

# These fail as on an older kernel, so that callers use something else.
ABSENT = _numbers("""
    clone3 435 435, openat2 437 437
""")
