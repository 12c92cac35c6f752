"""What every event store promises."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Delete, Update, delete, update
from sqlalchemy.exc import IntegrityError

from omoide.adapters.sql.tables import completions, events
from omoide.domain.events.event import (
    Annotations,
    EntityKind,
    EventFilter,
    EventId,
    EventOrigin,
    LifeStage,
    Mention,
    Turn,
)
from omoide.domain.recall import passage
from omoide.domain.recall.passage import Side
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time.moment import Moment
from omoide.errors import EventNotFound, IdempotencyConflict, TurnAlreadyCompleted
from omoide.ports.events.store import LogEntry
from tests.contract.conftest import START, Stores


def entry(turn: Turn, *, after_seconds: int = 0) -> LogEntry:
    pieces = tuple(passage.of_turn(turn, rules=ChunkRules()))
    return LogEntry(turn, Moment(START + after_seconds), pieces)


def test_a_turn_comes_back_as_it_was_said(stores: Stores) -> None:
    persona = stores.persona()
    turn = Turn("猫の名前は\nモモ 🐈‍⬛", "覚えたよ", "vision", "phone", "s1", ("白い猫", "赤い首輪"))
    [kept] = stores.events.append(persona.id, [entry(turn)])
    assert kept.is_new
    [event] = stores.events.find(persona.id, EventFilter())
    assert event == kept.event
    assert (event.user, event.assistant, event.source) == (turn.user, turn.assistant, "vision")
    assert (event.client_id, event.session_id, event.image_summaries) == ("phone", "s1", ("白い猫", "赤い首輪"))
    assert event.created == START


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=400))
def test_any_text_comes_back_to_the_letter(stores: Stores, text: str) -> None:
    [persona] = stores.personas.all() or [stores.persona()]
    [kept] = stores.events.append(persona.id, [entry(Turn(user=text))])
    assert stores.events.get(persona.id, [kept.event.id])[kept.event.id].user == text


def test_whose_words_they_are_is_kept_and_stays(stores: Stores) -> None:
    persona = stores.persona()
    turns = [
        Turn(user="今日は雨だよ"),
        Turn(user="雨", source="notification"),
        Turn(user="雨", given_origin=EventOrigin.WEB),
    ]
    kept = stores.events.append(persona.id, [entry(turn) for turn in turns])
    found = stores.events.get(persona.id, [each.event.id for each in kept])
    assert [each.origin for each in found.values()] == [EventOrigin.OWNER, EventOrigin.TOOL, EventOrigin.WEB]
    with pytest.raises(IntegrityError, match="append-only"), stores.database.engine.begin() as connection:
        connection.execute(update(events).values(origin="owner"))


def test_the_same_key_is_kept_once(stores: Stores) -> None:
    persona = stores.persona()
    turn = Turn(user="おはよう", assistant="おはよう", idempotency_key="k1")
    [first] = stores.events.append(persona.id, [entry(turn)])
    [second] = stores.events.append(persona.id, [entry(turn, after_seconds=60)])
    assert first.is_new
    assert not second.is_new
    assert second.event == first.event
    assert len(stores.events.find(persona.id, EventFilter())) == 1


def test_the_same_key_with_other_words_is_refused_and_nothing_of_the_batch_is_kept(stores: Stores) -> None:
    persona = stores.persona()
    stores.events.append(persona.id, [entry(Turn(user="おはよう", idempotency_key="k1"))])
    batch = [entry(Turn(user="新しい")), entry(Turn(user="別の話", idempotency_key="k1"))]
    with pytest.raises(IdempotencyConflict):
        stores.events.append(persona.id, batch)
    assert [event.user for event in stores.events.find(persona.id, EventFilter())] == ["おはよう"]


def test_two_personas_may_use_the_same_key(stores: Stores) -> None:
    haru, june = stores.persona("haru"), stores.persona("june")
    for persona in (haru, june):
        [kept] = stores.events.append(persona.id, [entry(Turn(user=persona.name, idempotency_key="k"))])
        assert kept.is_new


def test_an_open_turn_is_completed_once(stores: Stores) -> None:
    persona = stores.persona()
    [kept] = stores.events.append(persona.id, [entry(Turn(user="今日は？"))])
    assert not kept.event.is_complete
    pieces = passage.cut("晴れだよ", side=Side.ASSISTANT, rules=ChunkRules())
    for _ in range(2):
        event = stores.events.complete(persona.id, kept.event.id, assistant="晴れだよ", at=START, pieces=pieces)
        assert event.assistant == "晴れだよ"
    with pytest.raises(TurnAlreadyCompleted):
        stores.events.complete(persona.id, kept.event.id, assistant="雨だよ", at=START, pieces=pieces)
    assert stores.passages.count(persona.id) == 2


def test_only_ones_own_turn_can_be_completed_read_or_annotated(stores: Stores) -> None:
    haru, june = stores.persona("haru"), stores.persona("june")
    [kept] = stores.events.append(haru.id, [entry(Turn(user="秘密"))])
    with pytest.raises(EventNotFound):
        stores.events.complete(june.id, kept.event.id, assistant="x", at=START, pieces=[])
    with pytest.raises(EventNotFound):
        stores.events.annotate(june.id, {kept.event.id: Annotations()})
    assert stores.events.get(june.id, [kept.event.id]) == {}
    assert stores.events.find(june.id, EventFilter()) == []
    assert stores.events.annotations(june.id, [kept.event.id]) == {}


def test_no_statement_changes_or_deletes_what_happened(stores: Stores) -> None:
    persona = stores.persona()
    [kept] = stores.events.append(persona.id, [entry(Turn(user="起きたこと"))])
    stores.events.complete(persona.id, kept.event.id, assistant="うん", at=START, pieces=[])
    row = f"SELECT {kept.event.id}, 'x', 0"
    statements: list[Update | Delete] = [
        update(events).values(user_text="嘘"),
        delete(events),
        update(completions).values(assistant_text="嘘"),
        delete(completions),
    ]
    for statement in statements:
        with pytest.raises(IntegrityError, match="append-only"), stores.database.engine.begin() as connection:
            connection.execute(statement)
    around = (
        "TRUNCATE event_completions" if stores.is_on_a_server else f"INSERT OR REPLACE INTO event_completions {row}"
    )
    with pytest.raises(IntegrityError, match="append-only"), stores.database.engine.begin() as connection:
        connection.exec_driver_sql(around)
    assert stores.events.get(persona.id, [kept.event.id])[kept.event.id].text == "起きたこと\nうん"


def test_events_are_filtered_by_time_source_session_client_and_words(stores: Stores) -> None:
    persona = stores.persona()
    turns = [
        Turn(user="朝ごはん", assistant="パンだね", session_id="a", client_id="pc"),
        Turn(user="通知", source="notification", session_id="a"),
        Turn(user="Dinner at TANAKA's", session_id="b", client_id="pc"),
    ]
    stores.events.append(persona.id, [entry(turn, after_seconds=at * 100) for at, turn in enumerate(turns)])

    def found(where: EventFilter) -> list[str]:
        return [event.user for event in stores.events.find(persona.id, where)]

    assert found(EventFilter(since=Moment(START + 100))) == ["通知", "Dinner at TANAKA's"]
    assert found(EventFilter(until=Moment(START + 100))) == ["朝ごはん"]
    assert found(EventFilter(as_of=Moment(START + 100))) == ["朝ごはん", "通知"]
    assert found(EventFilter(sources=frozenset({"notification"}))) == ["通知"]
    assert found(EventFilter(session_id="a", client_id="pc")) == ["朝ごはん"]
    assert found(EventFilter(contains="tanaka")) == ["Dinner at TANAKA's"]
    assert found(EventFilter(contains="パン")) == ["朝ごはん"]
    assert found(EventFilter(contains="100%_")) == []
    assert found(EventFilter(complete_only=True)) == ["朝ごはん"]
    newest = stores.events.find(persona.id, EventFilter(), limit=1, newest_first=True)
    assert [event.user for event in newest] == ["Dinner at TANAKA's"]
    for where in (
        EventFilter(),
        EventFilter(session_id="a"),
        EventFilter(complete_only=True),
        EventFilter(contains="x"),
    ):
        assert stores.events.count(persona.id, where) == len(found(where))


def test_annotations_replace_each_other_and_leave_the_event_alone(stores: Stores) -> None:
    persona = stores.persona()
    [kept] = stores.events.append(persona.id, [entry(Turn(user="高3の夏、右足を折った"))])
    mention = Mention(EntityKind.PERSON, "田中", 0.9)
    first = Annotations(Moment(1), Moment(2), 2010, 2011, LifeStage.HIGH, 0.7, (mention, mention))
    second = Annotations(life_stage=LifeStage.WORK, entities=(mention,))
    for note in (first, second):
        stores.events.annotate(persona.id, {kept.event.id: note})
        assert stores.events.annotations(persona.id, [kept.event.id]) == {kept.event.id: note}
    assert stores.events.get(persona.id, [kept.event.id])[kept.event.id] == kept.event


def test_unknown_ids_are_simply_not_there(stores: Stores) -> None:
    persona = stores.persona()
    assert stores.events.get(persona.id, [EventId(99)]) == {}
    assert stores.events.get(persona.id, []) == {}
    assert stores.events.annotations(persona.id, [EventId(99)]) == {}
