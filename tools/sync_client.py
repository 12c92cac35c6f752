"""`python -m tools.sync_client`: the client without asyncio, written from the one with it, so that they never differ."""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "src" / "omoide" / "entrypoints" / "client"
SOURCE, TARGET = FOLDER / "asynchronous.py", FOLDER / "synchronous.py"
_CHANGES = (
    (r"The API as Python, for asyncio: `AsyncClient`", "The API as Python: `Client`"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bhttpx\.AsyncBaseTransport\b", "httpx.BaseTransport"),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bAsyncClient\b", "Client"),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_lines\b", "iter_lines"),
    (r"\baiter_bytes\b", "iter_bytes"),
    (r"\bAsync([A-Z]\w+)\b", r"Remote\1"),
)


def synchronous(source: str) -> str:
    """Return the module without asyncio."""
    for pattern, instead in _CHANGES:
        source = re.sub(pattern, instead, source)
    return source


def formatted(text: str) -> str:
    """Return it as ruff lays it out."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    fixed = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--select",
        "I",
        "--fix",
        "-q",
        "--stdin-filename",
        str(TARGET),
        "-",
    ]
    for each in (fixed, command):
        text = subprocess.run(each, input=text, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    return text


if __name__ == "__main__":
    TARGET.write_text(formatted(synchronous(SOURCE.read_text("utf-8"))), "utf-8")
