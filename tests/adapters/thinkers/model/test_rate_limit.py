"""The limit on calls to a provider is one for all workers of a home."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.adapters.thinkers.model.rate_limit import FileRateLimit
from omoide.errors import ThinkerUnavailable

URL = "https://api.example.org/v1"


def test_workers_share_the_places_of_a_minute(tmp_path: Path) -> None:
    workers = [FileRateLimit(tmp_path, now=lambda: 1000.0) for _ in range(4)]

    def ask(number: int) -> float:
        return workers[number % 4].wait_seconds(URL, per_minute=5)

    with ThreadPoolExecutor(4) as pool:
        waits = sorted(pool.map(ask, range(12)))
    assert waits == [0.0] * 5 + [60.0] * 5 + [120.0] * 2
    assert workers[0].wait_seconds("https://other.example.org", per_minute=5) == 0.0
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())


def test_who_cannot_wait_takes_no_place(tmp_path: Path) -> None:
    limit = FileRateLimit(tmp_path, now=lambda: 1000.0)
    assert limit.wait_seconds(URL, per_minute=1) == 0.0
    for _ in range(3):
        with pytest.raises(ThinkerUnavailable, match="1 times a minute"):
            limit.wait_seconds(URL, per_minute=1, within_seconds=5.0)
    assert limit.wait_seconds(URL, per_minute=1) == 60.0


def test_a_file_that_was_cut_off_begins_anew(tmp_path: Path) -> None:
    limit = FileRateLimit(tmp_path, now=lambda: 1000.0)
    limit.wait_seconds(URL, per_minute=1)
    [kept] = tmp_path.glob("*.json")
    kept.write_text("[1000")
    assert limit.wait_seconds(URL, per_minute=1) == 0.0


def test_a_model_waits_for_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fakes.digesting import digested
    from tests.fakes.embedding import hashing
    from tests.fakes.provider import Compose, provider

    waited: list[float] = []
    with provider(Compose(digested)) as model:
        for key, value in {
            "PROVIDER": "openai",
            "MODEL": "m",
            "BASE_URL": f"{model.url}/v1",
            "PER_MINUTE": "2",
        }.items():
            monkeypatch.setenv(f"OMOIDE_LLM__{key}", value)
        monkeypatch.setenv("OMOIDE_BACKGROUND__GATHER_SECONDS", "0")
        with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
            connections = home._home.models.connections
            connections.pace = replace(connections.pace, sleep=waited.append)
            mind = home.persona("haru")
            for number in range(3):
                mind.observe(user=f"{number}番目。わたしは寺町に住んでる", assistant="うん", session_id=f"s{number}")
            mind.digest()
    assert len(model.received) >= 3
    assert len(waited) == len(model.received) - 2
    assert 55.0 < waited[0] <= 60.0
