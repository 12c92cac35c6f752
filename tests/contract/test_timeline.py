"""Told days are read a page at a time, newest first; and whether anything was written is known without reading it."""

from datetime import date

import pytest

from omoide.adapters.sql.episodes.episodes import SqlEpisodeStore
from omoide.adapters.sql.episodes.timeline import SqlTimelineReading
from omoide.adapters.sql.upkeep.changes import SqlChanges
from omoide.domain.episodes.dates import DaySpan, one_day
from omoide.domain.episodes.episode import Episode, EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.events.event import EventFilter, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.timeline import DaysMeant, TimelineReading
from omoide.ports.events.store import LogEntry
from omoide.ports.upkeep.changes import StoreChanges
from tests.contract.conftest import START, Stores

FIRST = date(2026, 1, 1)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


@pytest.fixture
def timeline(stores: Stores) -> TimelineReading:
    return SqlTimelineReading(stores.database)


def kept(stores: Stores, persona_id: PersonaId, day: int, *, arousal_max: float = 0.2) -> Episode:
    store = SqlEpisodeStore(stores.database)
    told = NewEpisode(
        EpisodeKind.DAY,
        one_day(FIRST.replace(day=day)),
        (EpisodeSentence(f"{day}日の話"),),
        0.1,
        arousal_max,
        Moment(START),
        "rules",
    )
    found = store.keep(persona_id, told, slot=f"day:{day}")
    assert found is not None
    return found


def days(found: list[Episode]) -> list[int]:
    return [each.span.first.day for each in found]


def test_days_come_newest_first_one_page_after_the_other(
    stores: Stores, timeline: TimelineReading, haru: PersonaId
) -> None:
    for day in range(1, 8):
        kept(stores, haru, day)
    kept(stores, stores.persona("june").id, 20)
    assert days(timeline.told(haru, DaysMeant(), limit=3)) == [7, 6, 5]
    assert days(timeline.told(haru, DaysMeant(), offset=6, limit=3)) == [1]
    assert timeline.told(haru, DaysMeant(), offset=7, limit=3) == []


def test_only_the_days_that_are_meant_are_read(stores: Stores, timeline: TimelineReading, haru: PersonaId) -> None:
    for day in range(1, 8):
        kept(stores, haru, day, arousal_max=day / 10)
    meant = DaysMeant(first=FIRST.replace(day=2), last=FIRST.replace(day=4))
    assert days(timeline.told(haru, meant)) == [4, 3, 2]
    assert days(timeline.told(haru, DaysMeant(moving_above=0.55))) == [7, 6]


def test_a_week_stands_for_its_days_and_gives_them_back(
    stores: Stores, timeline: TimelineReading, haru: PersonaId
) -> None:
    some = [kept(stores, haru, day) for day in (5, 6, 7)]
    week = NewEpisode(
        EpisodeKind.WEEK,
        DaySpan(FIRST.replace(day=5), FIRST.replace(day=11)),
        (EpisodeSentence("その週の話"),),
        0.1,
        0.2,
        Moment(START),
        "rules",
        originals=tuple(each.id for each in some),
    )
    told = SqlEpisodeStore(stores.database).keep(haru, week, slot="week:5")
    assert told is not None
    assert [each.kind for each in timeline.told(haru, DaysMeant())] == [EpisodeKind.WEEK]
    assert days(timeline.originals(haru, told.id)) == [5, 6, 7]
    assert timeline.originals(stores.persona("june").id, told.id) == []


def test_a_mark_changes_with_every_write_and_with_no_look(stores: Stores, haru: PersonaId) -> None:
    changes: StoreChanges = SqlChanges(stores.database)

    def stays_after_a_look() -> bool:
        before = changes.version()
        stores.events.find(haru, EventFilter())
        return changes.version() == before

    # A server's mark is that of all its databases: what others write beside us moves it too, but not every time.
    assert any(stays_after_a_look() for _ in range(100))
    before = changes.version()
    stores.events.append(haru, [LogEntry(Turn(user="猫"), Moment(START), ())])
    after = changes.version()
    assert after != before
    changes.close()
