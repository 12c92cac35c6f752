"""The tour, as `make run` starts it: a process without a terminal, on the real encoder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from omoide import sample
from omoide.domain.text.language import Language

pytestmark = pytest.mark.slow


def tour(tmp_path: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "omoide", "tour", *arguments],
        env={**os.environ, "OMOIDE_HOME": str(tmp_path / "home"), "LANG": "ja_JP.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tour_ends_well_without_a_terminal_and_leaves_no_home_behind(tmp_path: Path) -> None:
    told = tour(tmp_path)
    assert "一致" in told
    assert "思い当たることがありません。" in told
    assert not (tmp_path / "home").exists()


def test_most_stops_bring_back_what_they_should(tmp_path: Path) -> None:
    for stops in json.loads(tour(tmp_path, "--json")).values():
        right = [
            any(stop["expect"] in f"{hit['event']['user']}{hit['event']['assistant']}" for hit in stop["hits"])
            if stop["expect"]
            else not stop["hits"]
            for stop in stops
        ]
        assert sum(right) >= 6, list(zip(right, (stop["question"] for stop in stops), strict=True))


@pytest.mark.parametrize("language", Language)
def test_the_sample_lives_are_whole(language: Language) -> None:
    life = sample.life(language)
    times = [at for _, at in life.turns]
    assert len(life.turns) > 70
    assert times == sorted(times)
    text = "\n".join(f"{turn.user}\n{turn.assistant}" for turn, _ in life.turns)
    assert all(stop.expect in text for stop in sample.tour(language) if stop.expect)
