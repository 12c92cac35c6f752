"""Where somebody waits for all that waits, several portions are read at once; what is left is as if each had been read alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.events.event import Turn
from omoide.domain.time.moment import Moment
from omoide.usecases.understanding.digest import Digest
from tests.conftest import NOW
from tests.fakes.embedding import hashing

SAID = (
    "わたしトマト苦手なんだよね",
    "3月{day}日までに見積書{number}番を出さないといけない",
    "見積書{number}番、さっき出した",
    "妹の咲が横浜に引っ越した",
    "うん",
    "彼女は犬を飼ってる",
)


@contextmanager
def home(folder: Path) -> Iterator[Mind]:
    with Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere") as opened:
        opened.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield opened.mind("haru")


def talk(mind: Mind) -> None:
    """Let a long talk and several short ones on another device go on at the same time."""
    turns = []
    for number in range(90):
        is_long = number % 3 > 0
        said = SAID[number % len(SAID)].format(day=number % 28 + 1, number=number // 6)
        session, client = ("long", "desk") if is_long else (f"short{number // 12}", "phone")
        turn = Turn(user=said, assistant="うん、聞いてるよ。", session_id=session, client_id=client)
        turns.append((turn, Moment(NOW - 90_000 + 60 * number)))
    mind.observe_many(turns)


def digest_of(mind: Mind) -> Digest:
    return mind._home.understanding.while_away(mind.persona).digest


def left_by(mind: Mind) -> tuple[object, ...]:
    memories = sorted(mind.memories.all(limit=200), key=lambda one: one.id)
    return (
        [(one.id, one.event_id, one.label, one.trigger, one.emotional_intensity) for one in memories],
        mind.beliefs.all(ended=True),
        mind.preferences.all(),
    )


def test_what_is_left_is_as_if_each_portion_had_been_read_alone(tmp_path: Path) -> None:
    with home(tmp_path / "ahead") as ahead, home(tmp_path / "alone") as alone:
        for mind in (ahead, alone):
            talk(mind)
        assert ahead.digest().done == 90
        done = 0
        while more := digest_of(alone).portion(alone.persona).done:
            assert more <= digest_of(alone).read_together
            done += more
        assert done == 90
        assert left_by(ahead) == left_by(alone)


def test_no_more_turns_are_digested_than_were_asked_for(tmp_path: Path) -> None:
    with home(tmp_path) as mind:
        talk(mind)
        told: list[tuple[int, int]] = []
        report = mind.digest(limit=31, progress=lambda done, total: told.append((done, total)))
        assert (report.done, report.waiting) == (31, 59)
        assert told == [(done, 31) for done in range(1, 32)]
