"""What comes to mind, and in which order, is the same on either database."""

import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from omoide.domain.events.event import Turn
from tests.conftest import NOW
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

WHO = ("My sister", "Tom", "姉", "田中さん", "The neighbour", "母")
DID = ("adopted", "sold", "lost", "見つけた", "買った", "painted", "食べた", "写真に撮った")
WHAT = ("a grey cat", "an old bicycle", "赤い傘", "抹茶のケーキ", "the violin", "金沢の地図", "a letter", "猫")
WHEN = ("yesterday", "in May", "昨日", "先週", "on Sunday", "去年の夏")


def sayings() -> list[str]:
    """Return some six hundred sayings, in both languages, many of which are much alike."""
    every = [" ".join(parts) for parts in itertools.product(WHO, DID, WHAT, WHEN)]
    return random.Random(5).sample(every, 600)


def questions() -> list[str]:
    """Return two hundred questions."""
    rng = random.Random(7)
    forms = ("What did {0} do with {1}?", "{1}はどうなった？", "{2} {1}", "Who {2} {1} {3}?", "{0} {3}", "{1}")
    return [
        rng.choice(forms).format(rng.choice(WHO), rng.choice(WHAT), rng.choice(DID), rng.choice(WHEN))
        for _ in range(200)
    ]


def test_two_hundred_questions_are_answered_in_the_same_order(
    postgres: Callable[[], TestServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for where in (None, postgres().clean()):
        if where is not None:
            monkeypatch.setenv("OMOIDE_DATABASE__URL", where)
        folder = tmp_path / ("file" if where is None else "server")
        with Omoide.open(folder, embedder=hashing(), clock=SimulatedClock(NOW), beside="nowhere") as home:
            mind = home.persona("haru")
            mind.observe_many([(Turn(user=each), NOW - 9 * number) for number, each in enumerate(sayings())])
            mind.catch_up()
            answers.append([[(hit.key, round(hit.why.total, 9)) for hit in mind.recall(each)] for each in questions()])
    on_file, on_server = answers
    assert sum(map(bool, on_file)) > 150
    assert on_server == on_file
