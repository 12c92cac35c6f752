"""Threads of a server share a few arenas of the C library, and what they free goes back to the system when the work is done."""

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


FREED = """
import ctypes
from pathlib import Path
from omoide.entrypoints.server.arenas import give_back_what_is_free
def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
held = [libc.malloc(50_000) for _ in range(2_000)]
for each in held:
    ctypes.memset(each, 1, 50_000)
for each in held[:-1]:
    libc.free(each)
kept = resident_mb()
give_back_what_is_free()
print(kept - resident_mb())
"""


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only glibc keeps what is freed below something that is held"
)
def test_what_was_freed_in_the_middle_goes_back() -> None:
    told = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert float(told.stdout) > 50
