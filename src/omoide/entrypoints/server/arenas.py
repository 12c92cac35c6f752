"""Few arenas: a process that runs for weeks gives memory back.

The C library of Linux hands every thread an arena of its own and keeps what is freed in it; a server whose threads each embed a text
now and then holds the most that each of them ever needed, many times over.  Two arenas are enough for threads of which one runs at a time.
"""

import ctypes
from contextlib import suppress

_ARENA_MAX = -8
"""`M_ARENA_MAX` of glibc's `malloc.h`."""
FEW = 2


def keep_few_arenas() -> None:
    """Let threads share two arenas from now on; where the C library knows no arenas nothing happens."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, FEW)


def give_back_what_is_free() -> None:
    """Give the system back what was freed in the middle of the heap; where the C library knows no such thing nothing happens."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
