"""Something that will be needed soon, begun beside the caller: a text is embedded while the store is read.

One small pool serves the whole process; what is begun in it is short, and somebody always waits for it.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

FoundT = TypeVar("FoundT")
THREADS: Final = 2
"""More are of no use: each of them computes, as other threads of the process do, and keeps what memory it has used for itself."""


def ahead(do: Callable[[], FoundT]) -> Callable[[], FoundT]:
    """Begin to do something; return what waits for it, gives what came of it, or raises what went wrong."""
    return _pool().submit(do).result


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="omoide-ahead")


if hasattr(os, "register_at_fork"):  # not on Windows, where nothing forks
    os.register_at_fork(after_in_child=_pool.cache_clear)
