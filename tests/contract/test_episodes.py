"""Episodes: every text they ever had is kept, none is kept twice, and none is made of what was erased."""

from dataclasses import replace
from datetime import date

import pytest

from omoide.adapters.sql.episodes.day_reading import SqlDayReading
from omoide.adapters.sql.episodes.episodes import SqlEpisodeStore
from omoide.domain.episodes.dates import DaySpan, one_day
from omoide.domain.episodes.episode import EpisodeId, EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.events.event import OWNER, EventId, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind, whole_piece
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.store import DayReading, EpisodeStore
from omoide.ports.events.store import LogEntry
from tests.contract.conftest import START, Stores

DAY = date(2026, 1, 2)
SLOT = "day:2026-01-02"


@pytest.fixture
def episodes(stores: Stores) -> EpisodeStore:
    return SqlEpisodeStore(stores.database)


@pytest.fixture
def reading(stores: Stores) -> DayReading:
    return SqlDayReading(stores.database)


@pytest.fixture
def haru(stores: Stores) -> PersonaId:
    return stores.persona().id


def said(
    stores: Stores, persona_id: PersonaId, user: str = "猫を飼った", assistant: str | None = "よかったね"
) -> EventId:
    entry = LogEntry(Turn(user=user, assistant=assistant), Moment(START + 90_000), ())
    return stores.events.append(persona_id, [entry])[0].event.id


def new(*evidence: EventId, words: str = "猫の話を聞いた。") -> NewEpisode:
    sentences = (EpisodeSentence(words, evidence),)
    return NewEpisode(
        EpisodeKind.DAY, one_day(DAY), sentences, 0.4, 0.7, Moment(START + 200_000), "rules", "f1", evidence
    )


def test_an_episode_comes_back_as_it_was_kept(stores: Stores, episodes: EpisodeStore, haru: PersonaId) -> None:
    event_id = said(stores, haru)
    kept = episodes.keep(haru, new(event_id), slot=SLOT)
    assert kept is not None
    assert kept.label == "episode_2026-01-02_001"
    assert (kept.summary, kept.arousal, kept.arousal_max) == ("猫の話を聞いた。", 0.4, 0.7)
    assert kept.text.sentences == (EpisodeSentence("猫の話を聞いた。", (event_id,)),)
    assert episodes.all(haru) == [kept]
    assert episodes.all(stores.persona("june").id) == []


def test_a_day_has_one_episode(stores: Stores, episodes: EpisodeStore, haru: PersonaId) -> None:
    event_id = said(stores, haru)
    assert episodes.keep(haru, new(event_id), slot=SLOT) is not None
    assert episodes.keep(haru, new(event_id, words="別の語り。"), slot=SLOT) is None
    assert [each.summary for each in episodes.all(haru)] == ["猫の話を聞いた。"]


def test_made_again_it_keeps_its_id_and_its_earlier_text(
    stores: Stores, episodes: EpisodeStore, haru: PersonaId
) -> None:
    event_id = said(stores, haru)
    first = episodes.keep(haru, new(event_id), slot=SLOT)
    again = episodes.keep(haru, replace(new(event_id, words="猫の名はモモ。"), replaces=first), slot=SLOT)
    assert first is not None
    assert again is not None
    assert (again.id, again.label, again.text.version) == (first.id, first.label, 2)
    assert [text.summary for text in episodes.texts(haru, first.id)] == ["猫の話を聞いた。", "猫の名はモモ。"]
    assert episodes.keep(haru, replace(new(event_id), replaces=first), slot=SLOT) is None


def test_what_was_erased_meanwhile_makes_no_episode(episodes: EpisodeStore, haru: PersonaId) -> None:
    assert episodes.keep(haru, new(EventId(12_345)), slot=SLOT) is None
    assert episodes.all(haru) == []


def test_episodes_are_numbered_within_their_first_day(stores: Stores, episodes: EpisodeStore, haru: PersonaId) -> None:
    event_id = said(stores, haru)
    labels = [
        kept.label
        for slot in (SLOT, "achievement:a", "bonding:1")
        if (kept := episodes.keep(haru, new(event_id), slot=slot)) is not None
    ]
    assert labels == [f"episode_2026-01-02_00{number}" for number in (1, 2, 3)]


def test_a_week_takes_its_days_under_it_and_they_stay_readable(
    stores: Stores, episodes: EpisodeStore, haru: PersonaId
) -> None:
    day = episodes.keep(haru, new(said(stores, haru)), slot=SLOT)
    assert day is not None
    week = replace(new(), kind=EpisodeKind.WEEK, span=DaySpan(DAY, date(2026, 1, 4)), originals=(day.id,))
    kept = episodes.keep(haru, week, slot="week:2025-12-29")
    assert kept is not None
    assert (str(kept.span), kept.original_count) == ("2026-01-02~2026-01-04", 1)
    [archived] = [each for each in episodes.all(haru) if each.kind is EpisodeKind.DAY]
    assert archived.week_id == kept.id
    assert archived.summary == day.summary


def test_only_the_words_of_the_present_text_find_an_episode(
    stores: Stores, episodes: EpisodeStore, haru: PersonaId
) -> None:
    event_id = said(stores, haru)
    first = episodes.keep(haru, new(event_id), slot=SLOT, pieces=[whole_piece("heron at the pond")])
    again = replace(new(event_id), replaces=first)
    assert episodes.keep(haru, again, slot=SLOT, pieces=[whole_piece("badger in the wood")]) is not None
    assert first is not None
    found = stores.texts.postings(haru, ["heron", "badger"], kind=PassageKind.EPISODE)
    assert {token: list(ids) for token, ids in found.ids.items()} == {"badger": [first.id]}
    assert stores.texts.postings(haru, ["badger"], kind=PassageKind.EVENT).ids == {}
    assert stores.texts.is_sound()


def test_an_answer_resonates_once(stores: Stores, episodes: EpisodeStore, haru: PersonaId) -> None:
    event_id = said(stores, haru)
    kept = episodes.keep(haru, new(event_id), slot=SLOT)
    assert kept is not None
    for arousal in (0.9, 0.95):
        counted = episodes.resonate(haru, event_id, {kept.id: 1.0}, arousals={kept.id: arousal}, at=START)
        assert counted is (arousal == 0.9)
    [after] = episodes.all(haru)
    assert (after.arousal, after.arousal_max) == (0.9, 0.9)


def test_turns_are_stamped_with_what_is_known_of_them(stores: Stores, reading: DayReading, haru: PersonaId) -> None:
    whole, opened = said(stores, haru), said(stores, haru, assistant=None)
    owners = LogEntry(Turn(user="直した", source=OWNER), Moment(START + 90_000), ())
    stores.events.append(haru, [owners])
    stamps = reading.stamps(haru, until=Moment(START + 90_001))
    assert [(each.event_id, each.is_complete, each.is_digested) for each in stamps] == [
        (whole, True, False),
        (opened, False, False),
    ]
    assert reading.stamps(haru, until=Moment(START + 90_000)) == []
    assert reading.stirrings(haru, [whole]) == {}
    assert reading.bondings(haru) == []


def test_episodes_are_read_by_number_and_by_their_days(stores: Stores, episodes: EpisodeStore, haru: PersonaId) -> None:
    days = [date(2026, 1, day) for day in (2, 3, 5)]
    made = [episodes.keep(haru, replace(new(), span=one_day(day)), slot=f"day:{day}") for day in days]
    ids = [each.id for each in made if each is not None]
    assert [each.id for each in episodes.between(haru, first=days[1], last=days[2])] == ids[1:]
    assert episodes.between(haru, first=date(2026, 1, 4), last=date(2026, 1, 4)) == []
    assert episodes.get(haru, [ids[2], ids[0], EpisodeId(999)]) == {ids[0]: made[0], ids[2]: made[2]}
    assert episodes.get(haru, []) == {}
    assert episodes.get(stores.persona("mio").id, ids) == {}
