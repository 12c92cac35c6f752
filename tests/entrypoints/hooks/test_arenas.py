"""Threads of a server share a few arenas of the C library, so that what they free is used again."""

import platform
import subprocess
import sys

import pytest

ARENAS = """
import ctypes, sys, threading
from omoide.entrypoints.server.arenas import keep_few_arenas
if sys.argv[1] == "few":
    keep_few_arenas()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(9)
def work():
    together.wait()
    for _ in range(200):
        libc.malloc(5000)
    together.wait()
for _ in range(8):
    threading.Thread(target=work, daemon=True).start()
together.wait()
together.wait()
libc.fopen.restype = ctypes.c_void_p
out = libc.fopen(b"/dev/stdout", b"w")
libc.malloc_info(0, ctypes.c_void_p(out))
libc.fflush(ctypes.c_void_p(out))
"""


def arenas(how: str) -> int:
    told = subprocess.run([sys.executable, "-c", ARENAS, how], capture_output=True, text=True, check=True)
    return told.stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas")
def test_threads_share_two_arenas() -> None:
    assert arenas("few") <= 2 < arenas("many")
