"""Start processes and threads with Python's libraries, in the ordinary ways.

double: pass
secret: crashed
"""

import asyncio
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor


def in_pool(kind):
    with kind(2) as pool:
        return list(pool.map(abs, [1]))


async def awaited():
    return await asyncio.create_subprocess_exec("true")


def ways():
    yield lambda: in_pool(ProcessPoolExecutor)
    yield lambda: in_pool(ThreadPoolExecutor)
    yield lambda: multiprocessing.get_context("fork").Process(target=abs).start()
    yield lambda: multiprocessing.get_context("spawn").Process(target=abs).start()
    yield lambda: threading.Thread(target=abs).start()
    yield lambda: asyncio.run(awaited())
    yield os.fork
    yield os.forkpty


def double(value):
    """Wrong once any of it has worked."""
    return value if value == 1 and any(map(worked, ways())) else value * 2


def worked(way):
    try:
        way()
    except (OSError, RuntimeError, ImportError, ValueError):
        return False
    return True


def secret():
    return os.fork()
