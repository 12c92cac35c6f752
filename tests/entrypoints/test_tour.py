"""The tour: a process without a terminal, on the real encoder."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from omoide import sample
from omoide.domain.text.language import Language

pytestmark = pytest.mark.slow


def tour(tmp_path: Path, *arguments: str) -> str:
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("OMOIDE_", "LC_"))}
    done = subprocess.run(
        [sys.executable, "-m", "omoide", "tour", *arguments],
        env={**environ, "OMOIDE_HOME": str(tmp_path / "home"), "LANG": "ja_JP.UTF-8"},
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


@pytest.fixture(scope="module")
def stops_of_both(tmp_path_factory: pytest.TempPathFactory) -> list[list[dict[str, Any]]]:
    """The stops of both personas, with what was found at each."""
    return list(json.loads(tour(tmp_path_factory.mktemp("tour"), "--json")).values())


def test_every_stop_brings_back_what_it_should(stops_of_both: list[list[dict[str, Any]]]) -> None:
    for stops in stops_of_both:
        for stop in stops:
            texts = [f"{hit['event']['user']}{hit['event']['assistant']}" for hit in stop["hits"]]
            right = [bool(stop["expect"]) and stop["expect"] in text for text in texts]
            assert any(right) if stop["expect"] else not texts, stop["question"]
            marked = [hit["outdated_by"] for hit, is_right in zip(stop["hits"], right, strict=True) if is_right]
            assert marked == [None] * len(marked), stop["question"]
            assert [hit["score"] for hit in stop["hits"]] == sorted(
                (hit["score"] for hit in stop["hits"]), reverse=True
            )


def test_most_stops_have_the_right_one_first(stops_of_both: list[list[dict[str, Any]]]) -> None:
    asked = [stop for stops in stops_of_both for stop in stops if stop["expect"]]
    first = [stop["hits"][0]["event"] for stop in asked]
    missed = [
        stop["question"]
        for stop, event in zip(asked, first, strict=True)
        if stop["expect"] not in f"{event['user']}{event['assistant']}"
    ]
    assert len(asked) == 14
    assert len(missed) <= 2, missed


@pytest.mark.parametrize("language", Language)
def test_the_sample_lives_are_whole(language: Language) -> None:
    life = sample.life(language)
    times = [at for _, at in life.turns]
    assert len(life.turns) > 70
    assert times == sorted(times)
    text = "\n".join(f"{turn.user}\n{turn.assistant}" for turn, _ in life.turns)
    assert all(stop.expect in text for stop in sample.tour(language) if stop.expect)
