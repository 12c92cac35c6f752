"""Many prompts at once: first come, first served, and everybody in time."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from omoide import Omoide
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server.answering import Answering
from omoide.entrypoints.server.pace import Haste, Pace, Place
from omoide.usecases.hosts.recall_for_prompt import Brought
from tests.entrypoints.hooks.host import Host
from tests.fakes.embedding import hashing

DEADLINE = 0.8


@pytest.fixture
def pace() -> Pace:
    """An answer takes twenty milliseconds, and two are made at once."""
    return Pace(deadline_seconds=DEADLINE, lanes=2)


def test_a_prompt_alone_is_given_everything(pace: Pace) -> None:
    assert pace.haste(Place()) is Haste.NONE


def test_a_prompt_before_a_long_line_takes_the_short_way(pace: Pace) -> None:
    assert pace.haste(Place(behind=50)) is Haste.WORDS_ALONE


def test_a_prompt_that_has_waited_long_takes_the_short_way(pace: Pace) -> None:
    assert pace.haste(Place(waited_seconds=0.5)) is Haste.WORDS_ALONE


def test_nothing_is_made_for_a_prompt_that_has_gone_on(pace: Pace) -> None:
    assert pace.haste(Place(waited_seconds=DEADLINE)) is Haste.TOO_LATE


def test_a_slow_machine_hurries_earlier(pace: Pace) -> None:
    line = Place(behind=4)
    assert pace.haste(line) is Haste.NONE
    for _ in range(30):
        pace.took(0.2)
    assert pace.haste(line) is Haste.WORDS_ALONE


class Nobody:
    """A worker that has nothing to do."""

    all_remembered = True

    @contextmanager
    def hushed(self) -> Iterator[None]:
        yield

    def note(self, folder: str, brought: Brought) -> None:
        """Leave it."""


def test_the_short_way_finds_what_shares_the_prompts_words(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.mind_for_project("/projects/app")
        mind.observe(user="猫の名前はモモだよ。とても嬉しい！", assistant="よかったね", session_id="before")
        mind.settle()
        answer = Answering(omoide, Nobody())  # type: ignore[arg-type]
        given = json.dumps({"session_id": "s", "cwd": "/projects/app", "prompt": "猫の名前は？"}).encode()
        in_haste = answer("UserPromptSubmit", given, Place(waited_seconds=0.5))
        assert "モモ" in in_haste.decode()
        assert answer("UserPromptSubmit", given, Place(waited_seconds=DEADLINE)) == b""


@pytest.mark.slow
def test_every_one_of_many_prompts_at_once_is_answered(host: Host) -> None:
    with Omoide.open(host.home, beside="nowhere") as omoide:
        mind = omoide.mind_for_project("")
        mind.observe(user="猫の名前はモモだよ。とても嬉しい！", assistant="よかったね", session_id="before")
        mind.settle()
    host.up()
    command = [sys.executable, "-I", "-S", str(Path(client.__file__)), "UserPromptSubmit", str(host.home), "30000"]
    asked = [json.dumps({"session_id": f"s{n}", "cwd": "", "prompt": "猫の名前は？"}).encode() for n in range(30)]
    with ThreadPoolExecutor(len(asked)) as callers:
        hooks = list(
            callers.map(lambda given: subprocess.run(command, input=given, capture_output=True, check=True), asked)
        )
    assert all("モモ" in hook.stdout.decode() for hook in hooks)
