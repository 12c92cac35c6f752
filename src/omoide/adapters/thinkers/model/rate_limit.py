"""A limit on calls to a provider that all workers of a home share: the last starts lie in a small file, under a lock.

Whoever comes takes the next free place and waits for it outside the lock, so that nobody waits for a worker that was killed.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from omoide.adapters.upkeep.private_files import FILE, make_file, make_folder
from omoide.domain.models.rate import next_start
from omoide.errors import StoreUnavailable, ThinkerUnavailable

LOCK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class FileRateLimit:
    """Places in a directory, which is made when first needed."""

    directory: Path
    now: Callable[[], float] = field(default=time.time)
    """Seconds that all processes agree on."""

    def wait_seconds(self, provider: str, *, per_minute: int, within_seconds: float | None = None) -> float:
        """Take the next place; return how long it is until then.

        Raise `ThinkerUnavailable`, and take none, when that is longer than `within_seconds`.
        """
        name = f"rate-{hashlib.sha256(provider.encode()).hexdigest()[:12]}"
        path = self.directory / f"{name}.json"
        try:
            make_folder(self.directory)
            with FileLock(self.directory / f"{name}.lock", timeout=LOCK_SECONDS, mode=FILE):
                now = self.now()
                begins, starts = next_start(_read(path), now=now, per_minute=per_minute)
                if within_seconds is not None and begins - now > within_seconds:
                    raise ThinkerUnavailable(f"a provider is asked {per_minute} times a minute at most; it comes later")
                _write(path, starts)
        except Timeout as exc:
            raise ThinkerUnavailable("no place among the calls to a provider was to be had; it is tried again") from exc
        except OSError as exc:
            raise StoreUnavailable(f"no limit can be kept in {self.directory}: {exc.strerror}") from exc
        return begins - now


def _read(path: Path) -> list[float]:
    try:
        return [float(each) for each in json.loads(path.read_text(encoding="ascii"))]
    except (OSError, ValueError, TypeError):
        return []  # none yet, or cut off by a kill: the limit begins anew


def _write(path: Path, starts: list[float]) -> None:
    half = path.with_suffix(f".{os.getpid()}.tmp")
    make_file(half)
    half.write_text(json.dumps(starts), encoding="ascii")
    half.replace(path)
