"""Care of a PostgreSQL database: copies by `pg_dump` while others write, restores all or nothing, vacuum, sizes.

The programs are PostgreSQL's own and must be on the PATH.  A password goes to them through the environment, where no list of
processes shows it.
"""

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url

from omoide.adapters.sql.database import Database
from omoide.adapters.upkeep import backup_list
from omoide.adapters.upkeep.private_files import make_file, make_folder
from omoide.errors import InvalidInput, StoreUnavailable

_LOCK_WAIT = "-c lock_timeout=10s"
_OURS = ("TABLE DATA public events", "TABLE DATA public personas")
_BEFORE = "before-restore"
_SIZE = "SELECT pg_database_size(current_database())"


class PostgresUpkeep:
    """Looks after one database of a server; `home` is where backups are noted and old states are kept."""

    def __init__(self, url: str, database: Database, *, home: Path, cache: Path) -> None:
        self._address = make_url(url).set(drivername="postgresql")
        self._database = database
        self._home = home
        self._cache = cache

    def backup(self, target: Path) -> int:
        """Write a consistent copy while others go on writing; return its size.  An existing file is never replaced."""
        if target.exists():
            raise InvalidInput(f"{target} is already there; name another file, a backup never replaces one")
        partial = target.with_name(f".{target.name}.partial")
        try:
            make_folder(target.parent)
            make_file(partial)
            # Without a persona named, the fence lets every row through.
            self._run("pg_dump", "--format=custom", "--no-owner", "--enable-row-security", f"--file={partial}")
            partial.replace(target)
        except OSError as exc:
            raise StoreUnavailable(f"{target} cannot be written: {exc.strerror}; nothing was kept of it") from exc
        finally:
            partial.unlink(missing_ok=True)
        backup_list.note(self._home, target)
        return target.stat().st_size

    def restore(self, source: Path) -> Path | None:
        """Put a backup in place of everything the database holds, all or nothing; return the copy of what it held before."""
        if not source.is_file():
            raise InvalidInput(f"there is no backup {source}")
        listed = self._run("pg_restore", "--list", str(source), connects=False)
        if not all(each in listed for each in _OURS):
            raise StoreUnavailable(f"{source} is no backup of Omoide's tables and was not restored")
        kept = self._free_name()
        self.backup(kept)
        self._run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", str(source))
        for each in self._cache.glob("vectors-*"):
            each.unlink(missing_ok=True)
        return kept

    def vacuum(self) -> tuple[int, int]:
        """Write every table anew without unused space, for which each is locked in turn; return the sizes before and after."""
        before = self._bytes()
        self._database.run_in_turn("VACUUM (FULL, ANALYZE)")
        return before, self._bytes()

    def size(self) -> dict[str, int]:
        """Return how many bytes the database and the caches take; its log is the server's."""
        cached = [each for each in self._cache.rglob("*") if each.is_file()] if self._cache.is_dir() else []
        return {"database": self._bytes(), "cache": sum(each.stat().st_size for each in cached)}

    def _bytes(self) -> int:
        with self._database.reading() as connection:
            return int(connection.exec_driver_sql(_SIZE).scalar_one())

    def _free_name(self) -> Path:
        return next(
            path for number in range(1, 1_000_000) if not (path := self._home / f"{_BEFORE}-{number}.dump").exists()
        )

    def _run(self, program: str, *arguments: str, connects: bool = True) -> str:
        """Run one of PostgreSQL's programs on the database, and return what it says."""
        where = [f"--dbname={self._without_password()}"] if connects else []
        secret = self._address.password or self._address.query.get("password")
        environ = os.environ | {"PGCONNECT_TIMEOUT": "10", "PGOPTIONS": _LOCK_WAIT}
        environ |= {"PGPASSWORD": str(secret)} if secret else {}
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs, with our own words
            [_program(program), *where, *arguments], env=environ, capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode:
            raise StoreUnavailable(f"{program} could not do it: {_reason(done.stderr)}; what was there is untouched")
        return done.stdout

    def _without_password(self) -> str:
        told = self._address.set(password=None).difference_update_query(["password"])
        return told.render_as_string(hide_password=False)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise StoreUnavailable(
            f"{name} is not on the PATH; install PostgreSQL's client programs (Debian: postgresql-client), "
            "of the server's version or a later one"
        )
    return found


def _reason(said: str) -> str:
    """Return the line that names the error, with what is said of it."""
    lines = [line.partition(": ")[2] for line in said.splitlines() if "error:" in line or "detail:" in line]
    return "; ".join(lines[:2]) or "it gave no reason"
