"""Moods through the library: the same however turns arrive and are digested, and nothing is written to read one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql import migrate
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.time import moment
from tests.adapters.sql.earlier_homes import before_inner_state, before_origins
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

FATHER = "昨日、父が亡くなった。まだ信じられない…悲しくて何も手につかない"
TALK = [
    (FATHER, "2026-03-01T10:00"),
    ("今日は雨だね", "2026-03-01T10:10"),
    ("葬儀は水曜になった", "2026-03-01T10:30"),
    ("鍵をなくした", "2026-03-02T09:00"),
    ("友達が花をくれて、うれしかった", "2026-03-02T09:00"),
    ("夕飯はうどんにした", "2026-03-03T19:00"),
]


def hours_after(mind: Mind, hours: float) -> Any:
    begin = moment.parse("2026-03-01T10:00", tz=mind.persona.tz)
    return mind.feelings.mood(at=int(begin + hours * 3600))


@pytest.fixture
def opened(tmp_path: Path, clock: SimulatedClock) -> Iterator[Callable[..., Mind]]:
    homes: list[Omoide] = []

    def open_mind(name: str = "home", thinker: Any = None) -> Mind:
        home = Omoide.open(tmp_path / name, clock=clock, embedder=hashing(), thinker=thinker)
        homes.append(home)
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        return home.mind("haru")

    yield open_mind
    for home in homes:
        home.close()


def test_hours_and_days_after_a_death_nobody_is_calm(opened: Callable[..., Mind]) -> None:
    mind = opened()
    for said, at in TALK[:3]:
        mind.observe(user=said, assistant="うん", at=at)
    mind.digest()
    for hours in (1, 6, 24, 48):
        found = hours_after(mind, hours)
        assert found.felt.v < -0.4, hours
        assert not found.text.endswith(("落ち着いている。", "静かな気持ちでいる。")), hours
    assert hours_after(mind, 24 * 5).baseline.v < -0.15
    assert abs(hours_after(mind, 24 * 60).felt.v) < 0.02


def test_a_mood_is_the_same_in_whatever_portions_turns_are_digested(opened: Callable[..., Mind]) -> None:
    together, one_by_one = opened("a"), opened("b")
    for said, at in TALK:
        together.observe(user=said, assistant="うん", at=at, session_id="s")
    together.digest()
    for said, at in TALK:
        one_by_one.observe(user=said, assistant="うん", at=at, session_id="s")
        one_by_one.digest()
    for hours in (0.5, 1, 23, 23.5, 60, 200):
        assert hours_after(one_by_one, hours) == hours_after(together, hours)


def test_a_mood_is_the_same_when_older_turns_come_later(opened: Callable[..., Mind]) -> None:
    in_order, late = opened("a"), opened("b")
    for mind, talk in ((in_order, TALK), (late, [*TALK[3:], *TALK[:3]])):
        for said, at in talk:
            mind.observe(user=said, assistant="うん", at=at, session_id=at)
            mind.digest()
    for hours in (0.5, 1, 23, 23.5, 60, 200):
        assert hours_after(late, hours) == hours_after(in_order, hours)


def test_erasing_a_turn_takes_it_out_of_every_later_mood(opened: Callable[..., Mind]) -> None:
    mind, without = opened("a"), opened("b")
    gone, *_ = [mind.observe(user=said, assistant="うん", at=at, session_id=at).id for said, at in TALK]
    for said, at in TALK[1:]:
        without.observe(user=said, assistant="うん", at=at, session_id=at)
    mind.digest()
    without.digest()
    mind.erase(event_id=gone)
    for hours in (0.5, 24, 100):
        assert hours_after(mind, hours).felt.axes == pytest.approx(hours_after(without, hours).felt.axes, abs=1e-9)
    mind.observe(user="鍵をなくした", assistant="うん", at="2026-03-04T09:00")
    mind.digest()
    assert hours_after(mind, 24 * 4).felt.v > -0.5


def test_reading_a_mood_writes_nothing(opened: Callable[..., Mind]) -> None:
    mind = opened()
    for said, at in TALK:
        mind.observe(user=said, assistant="うん", at=at)
    mind.digest()
    database = mind._home.foundation.database
    with database.reading() as connection:
        before = (
            connection.execute(text("PRAGMA data_version")).scalar(),
            connection.execute(text("SELECT total_changes()")).scalar(),
        )
    for hours in range(0, 400, 40):
        hours_after(mind, hours)
    with database.reading() as connection:
        after = (
            connection.execute(text("PRAGMA data_version")).scalar(),
            connection.execute(text("SELECT total_changes()")).scalar(),
        )
    assert after == before


def test_the_personas_own_words_stand_until_the_mood_has_another_colour(opened: Callable[..., Mind]) -> None:
    def plan(ask: Any) -> dict[str, object]:
        is_told = "穏やか" in ask.shown.said
        felt = {"v": -0.95, "a": 0.2, "d": -0.4} if "亡くなった" in ask.shown.said else {"v": 0.0, "a": 0.0, "d": 0.0}
        update = {
            "kind": "long_mood_state", "op": "upsert", "body_text": "このごろ波のない湖のような心持ちだ。", "confidence": 0.9,
            "evidence_event_ids": [ask.number], "reason": "静かな日が続いたから。",
        }  # fmt: skip
        return {
            "state_updates": [update] if is_told else [],
            "event_affect": {
                "moment_affect_text": "聞いていた。", "moment_affect_score_vad": felt, "moment_affect_confidence": 0.9,
            },
        }  # fmt: skip

    thinker = ScriptedThinker({"write_plan": (plan,) * 3, "appraise_turn": (plain_appraisal,)})
    mind = opened(thinker=thinker)
    mind.observe(user="穏やかな日だね", assistant="うん", at="2026-03-01T08:00")
    mind.digest()
    assert mind.feelings.mood(at="2026-03-01T09:00").text == "このごろ波のない湖のような心持ちだ。"
    mind.observe(user=FATHER, assistant="うん", at="2026-03-01T10:00")
    mind.digest()
    assert "湖" not in mind.feelings.mood(at="2026-03-01T11:00").text
    assert mind.feelings.mood(at="2026-03-01T09:00").text == "このごろ波のない湖のような心持ちだ。"


def test_moods_of_an_older_home_are_made_of_what_was_felt(opened: Callable[..., Mind]) -> None:
    mind, older = opened("a"), opened("b")
    for one in (mind, older):
        for said, at in TALK:
            one.observe(user=said, assistant="うん", at=at, session_id=at)
        one.digest()
    database = older._home.foundation.database
    with database.writing() as connection:
        before_origins(connection)
        before_inner_state(connection)
        before = migrate.scripts().get_revision("0018").down_revision
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{before}'"))
    migrate.bring_up_to_date(database, lock=older._home.foundation.folder / "lock")
    for hours in (0.5, 1, 24, 60, 200):
        assert hours_after(older, hours) == hours_after(mind, hours)
