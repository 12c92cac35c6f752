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


def test_every_stop_brings_back_what_it_should(tmp_path: Path) -> None:
    for stops in json.loads(tour(tmp_path, "--json")).values():
        for stop in stops:
            texts = [f"{hit['event']['user']}{hit['event']['assistant']}" for hit in stop["hits"]]
            right = [bool(stop["expect"]) and stop["expect"] in text for text in texts]
            assert any(right) if stop["expect"] else not texts, stop["question"]
            marked = [hit["outdated_by"] for hit, is_right in zip(stop["hits"], right, strict=True) if is_right]
            assert marked == [None] * len(marked), stop["question"]
            assert [hit["score"] for hit in stop["hits"]] == sorted(
                (hit["score"] for hit in stop["hits"]), reverse=True
            )


def test_most_stops_have_the_right_one_first(tmp_path: Path) -> None:
    for stops in json.loads(tour(tmp_path, "--json")).values():
        asked = [stop for stop in stops if stop["expect"]]
        first = [stop["hits"][0]["event"] for stop in asked]
        right = [
            stop["expect"] in f"{event['user']}{event['assistant']}" for stop, event in zip(asked, first, strict=True)
        ]
        assert sum(right) >= 6, [stop["question"] for stop, is_right in zip(asked, right, strict=True) if not is_right]


@pytest.mark.parametrize("language", Language)
def test_the_sample_lives_are_whole(language: Language) -> None:
    life = sample.life(language)
    times = [at for _, at in life.turns]
    assert len(life.turns) > 70
    assert times == sorted(times)
    text = "\n".join(f"{turn.user}\n{turn.assistant}" for turn, _ in life.turns)
    assert all(stop.expect in text for stop in sample.tour(language) if stop.expect)
