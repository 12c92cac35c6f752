"""Kill -9 at random moments, of the application and of PostgreSQL, under load: is anything lost that was acknowledged?

    python -m bench.kills --kills 30

A server of one's own is started, and writers, each a process of its own, keep turns and digest them without pause.  At random
moments one of them is killed, or the server with every process it has; both are started again.  In the end every turn that was
acknowledged must be there, once; every turn must have been digested whole or wait for it; and no belief may have a hole in its
history.  Whoever writes while the server is away is told so, and goes on by itself.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import text

from bench.postgres_server import OwnPostgres, own_postgres
from omoide import Omoide
from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.errors import StoreUnavailable

DIMS = 64
PERSONAS = ("haru", "natsu")
AWAY_SECONDS = 0.05
DIGESTED_EVERY = 8
"""Turns between two digestions of a writer."""
_DAMAGE = {
    "turns kept twice": "SELECT count(*) - count(DISTINCT (persona_id, idempotency_key)) FROM events",
    "turns neither digested nor waiting": (
        "SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM digestions d WHERE d.event_id = e.id) "
        "AND NOT EXISTS (SELECT 1 FROM undigested_events u WHERE u.event_id = e.id)"
    ),
    "digested turns without memory or reason": (
        "SELECT count(*) FROM digestions d WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.event_id = d.event_id) "
        "AND NOT EXISTS (SELECT 1 FROM memory_skips s WHERE s.event_id = d.event_id) "
        "AND NOT EXISTS (SELECT 1 FROM undigested_events u WHERE u.event_id = d.event_id)"
    ),
    "memories without text": (
        "SELECT count(*) FROM memories m WHERE NOT EXISTS (SELECT 1 FROM memory_texts t WHERE t.memory_id = m.id)"
    ),
    "beliefs with a hole in their history": (
        "SELECT count(*) FROM (SELECT target, target_id FROM revisions GROUP BY target, target_id "
        "HAVING max(version) <> count(*)) AS holes"
    ),
    "passages without words": ("SELECT abs((SELECT count(*) FROM passages) - (SELECT count(*) FROM passage_tokens))"),
}


@dataclass(slots=True)
class Writer:
    """One process that writes, and what it was told is kept."""

    home: Path
    name: str
    persona: str
    acknowledged: int = 0
    away: int = 0
    starts: int = 0
    said: set[str] = field(default_factory=set)
    process: "subprocess.Popen[str] | None" = None
    reader: threading.Thread | None = None

    def start(self) -> None:
        """Start it, from after the last turn it was told is kept."""
        environ = os.environ | {"OMOIDE_BACKGROUND__AUTO": "false"}
        command = [sys.executable, "-m", "bench.kills", "--write", str(self.home), self.name, self.persona]
        self.process = subprocess.Popen(
            [*command, str(self.acknowledged)], env=environ, stdout=subprocess.PIPE, text=True
        )
        self.starts += 1
        self.reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self.reader.start()

    def kill(self) -> None:
        """Kill it, and take note of what it had been told."""
        if self.process is not None and self.reader is not None:
            self.process.kill()
            self.process.wait()
            self.reader.join()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        with process.stdout or nullcontext(()) as lines:
            for line in lines:
                if line.startswith("kept "):
                    self.acknowledged = int(line.split()[1]) + 1
                elif line.startswith("away "):
                    self.away += 1
                    self.said.add(line[5:].strip())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    kills_of_writers: int
    kills_of_server: int
    acknowledged: int
    lost: int
    told_away: int
    damage: dict[str, int]
    words: tuple[str, ...]
    """What writers were told while the server was away."""


def killed(
    server: OwnPostgres, *, kills: int, writers: int, seed: int, pause: tuple[float, float] = (0.3, 1.5)
) -> Outcome:
    """Kill so many times, in turns the server and a writer, and return what is left."""
    rng, counts = random.Random(seed), {"server": 0, "writer": 0}
    with TemporaryDirectory(prefix="omoide-kills-") as folder:
        (Path(folder) / "home").mkdir()
        (Path(folder) / "home" / "config.toml").write_text(f'[database]\nurl = "{server.url()}"\n', encoding="utf-8")
        with _opened(Path(folder) / "home") as home:
            for name in PERSONAS:
                home.persona(name)
        started = [
            Writer(Path(folder) / "home", f"w{number}", PERSONAS[number % len(PERSONAS)]) for number in range(writers)
        ]
        for writer in started:
            writer.start()
        _until(lambda: all(writer.acknowledged for writer in started))
        for number in range(kills):
            time.sleep(rng.uniform(*pause))
            if number % 2 == 0:
                server.kill()
                counts["server"] += 1
                time.sleep(rng.uniform(0, 0.5))
                server.start()
            else:
                victim = rng.choice(started)
                victim.kill()
                counts["writer"] += 1
                victim.start()
            reached = [writer.acknowledged for writer in started]
            _until(lambda: all(w.acknowledged > before for w, before in zip(started, reached, strict=True)))  # noqa: B023
        for writer in started:
            writer.kill()
        return _looked_through(Path(folder) / "home", started, counts)


def _looked_through(home_folder: Path, writers: list[Writer], counts: dict[str, int]) -> Outcome:
    with _opened(home_folder) as home:
        promised = {f"{writer.name}-{number}" for writer in writers for number in range(writer.acknowledged)}
        with home.mind(PERSONAS[0])._home.foundation.database.reading() as connection:  # noqa: SLF001
            kept = set(connection.execute(text("SELECT idempotency_key FROM events")).scalars())
            damage = {name: int(connection.execute(text(query)).scalar_one()) for name, query in _DAMAGE.items()}
        damage["what the database finds wrong"] = len(home.problems())
        words = {word for writer in writers for word in writer.said}
    return Outcome(
        kills_of_writers=counts["writer"],
        kills_of_server=counts["server"],
        acknowledged=len(promised),
        lost=len(promised - kept),
        told_away=sum(writer.away for writer in writers),
        damage=damage,
        words=tuple(sorted(words)),
    )


def write(home_folder: Path, name: str, persona: str, first: int) -> None:
    """Keep turns for ever, and say of each that it is kept once it is; go on where the server was away."""
    number = first
    with _opened(home_folder) as home:
        while True:
            try:
                mind = home.mind(persona)
                said = f"{name}の{number}番目の猫は{number % 7}丁目に住んでいる"
                mind.observe(user=said, assistant="うん", idempotency_key=f"{name}-{number}")
                sys.stdout.write(f"kept {number}\n")
                number += 1
                if number % DIGESTED_EVERY == 0:
                    mind.digest(limit=DIGESTED_EVERY)
            except StoreUnavailable as exc:
                sys.stdout.write(f"away {exc}\n")
                time.sleep(AWAY_SECONDS)
            sys.stdout.flush()


def _opened(folder: Path) -> Omoide:
    """Open the home, as soon as the server answers."""
    for _ in range(600):
        try:
            home = Omoide.open(folder, embedder=HashingEmbedder(dims=DIMS), beside="nowhere")
            home.personas()
        except StoreUnavailable:
            time.sleep(AWAY_SECONDS)
        else:
            return home
    raise RuntimeError("the server did not come back within half a minute")


def _until(holds: Callable[[], bool], *, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise RuntimeError(f"nothing moved for {seconds:g} seconds")
        time.sleep(0.02)


def main() -> None:
    """Run it and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", nargs=4, metavar=("HOME", "NAME", "PERSONA", "FIRST"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.write:
        home, name, persona, first = given.write
        write(Path(home), name, persona, int(first))
        return
    with own_postgres() as server:
        found = killed(server, kills=given.kills, writers=given.writers, seed=given.seed)
    told = {
        "kills of writers": found.kills_of_writers,
        "kills of the server": found.kills_of_server,
        "acknowledged": found.acknowledged,
        "lost": found.lost,
        "told that it was away": found.told_away,
        **found.damage,
    }
    sys.stdout.write(f"{json.dumps(told, indent=2)}\n")
    if found.lost or any(found.damage.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
