"""What the stores of beliefs, feelings and digestion promise, on every backend."""

from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Table
from sqlalchemy.event import listen

from omoide.adapters.sql.beliefs import tables as belief_tables
from omoide.adapters.sql.beliefs.asked import SqlAskedStore
from omoide.adapters.sql.beliefs.preferences import SqlPreferenceStore
from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.events.context_graph import SqlContextStore
from omoide.adapters.sql.feelings.feelings import SqlFeelingStore
from omoide.adapters.sql.tables import metadata
from omoide.adapters.sql.understanding.digestions import SqlDigestStore, SqlTidyStore
from omoide.domain.beliefs.preference import UNKEPT as UNKEPT_PREFERENCE
from omoide.domain.beliefs.preference import Domain, Polarity, Preference, PreferenceChange, Status
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateKind, Target
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.beliefs.write_plan import Changes
from omoide.domain.events.context_graph import Link, LinkLabel, ThreadMark
from omoide.domain.events.event import Annotations, EntityKind, EventId, Mention, Turn
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import MoodPoint, MoodStep, MoodTrail, Stir
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry, PersonaEmotion
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Digested, Digestion, Outcome
from omoide.errors import BeliefMoved
from omoide.ports.beliefs.store import BeliefStore, PreferenceStore, TidyStore
from omoide.ports.events.context_graph import ContextStore
from omoide.ports.feelings.store import FeelingStore
from omoide.ports.understanding.store import DigestStore
from tests.contract.conftest import START, Stores
from tests.contract.test_events import entry

HOME = State(
    UNKEPT, StateKind.FACT, "あなたは寺町に住んでいる。", {"about": "user", "value": "寺町", "n": [1, None]}, 0.8,
    valid_from=START, last_confirmed=START, entities=(Mention(EntityKind.PLACE, "寺町", 0.9),),
)  # fmt: skip


def beliefs(stores: Stores) -> BeliefStore:
    return SqlBeliefStore(stores.database)


def digests(stores: Stores) -> DigestStore:
    return SqlDigestStore(stores.database)


def said(stores: Stores, persona_id: PersonaId, *texts: str) -> list[EventId]:
    turns = [Turn(user=text, assistant="うん", session_id="s") for text in texts]
    entries = [entry(turn, after_seconds=60 * at) for at, turn in enumerate(turns)]
    return [kept.event.id for kept in stores.events.append(persona_id, entries)]


def digested(
    event_id: EventId, *, states: tuple[StateChange, ...] = (), outcome: Outcome = Outcome.APPLIED
) -> Digested:
    vad = Vad(0.5, -0.5, 0.25)
    changes = Changes(
        Annotations(entities=(Mention(EntityKind.PLACE, "寺町", 0.9),)),
        states,
        (),
        Affect(vad, "うれしい。", ("喜び",), 0.7),
        (ThreadMark("住まい", 0.8),),
        (),
    )
    happened = Moment(START + 60 * event_id)
    emotion = EmotionEntry(happened, PersonaEmotion(EmotionCategory.JOY, 0.9), "anxious→joy")
    record = Digestion(event_id, outcome, START, "rules", f"key{event_id}")
    point = MoodPoint(happened, vad, Stir(Vad(0.1, 0.2, 0.3), Vad(0.4, 0.0, 0.5)), Stir(Vad(), Vad(0.6, 0.7, 0.8)))
    mood = MoodStep(point, None, 0)
    return Digested(record, happened, is_chat=True, changes=changes, mood=mood, emotions=(emotion,))


def test_the_migration_makes_exactly_the_tables_of_the_code(stores: Stores) -> None:
    mine = {table.name for table in vars(belief_tables).values() if isinstance(table, Table)}
    assert len(mine) == 14
    with stores.database.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert [found for found in differences if any(f"'{name}'" in repr(found) for name in mine)] == []


def test_a_belief_comes_back_as_it_was_and_its_history_with_it(stores: Stores) -> None:
    persona = stores.persona()
    first, second = said(stores, persona.id, "寺町に住んでる", "引っ越した")
    store = beliefs(stores)
    [kept] = store.change(persona.id, [StateChange(None, HOME, "聞いた", (first,))], at=START, origin=Origin.PLAN)
    assert store.get(persona.id, [kept.id]) == {kept.id: replace(HOME, id=kept.id, version=1)}
    later = Moment(START + 100)
    [ended] = store.change(
        persona.id,
        [StateChange(kept, replace(kept, valid_to=later), "終わった", (first, second))],
        at=later,
        origin=Origin.OWNER,
    )
    one, two = store.history(persona.id, kept.id)
    assert (one.change.before, one.change.after, one.change.evidence) == (None, kept, (first,))
    assert (two.change.before, two.change.after, two.origin) == (kept, ended, Origin.OWNER)
    assert two.change.evidence == (first, second)
    assert store.known(persona.id, at=START) == [kept]
    assert store.known(persona.id, at=Moment(START - 1)) == []
    assert store.known(persona.id, at=None) == [ended]


def test_open_beliefs_come_with_the_last_confirmed_first_and_named_ones_by_name(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    states = [replace(HOME, body=f"{at}", last_confirmed=Moment(START + at), entities=()) for at in range(4)]
    states[3] = replace(states[3], valid_to=START)
    states[2] = replace(states[2], valid_to=Moment(START + 10**6), payload={"about": "咲"})
    changes = [StateChange(None, state, "x", ()) for state in [*states, HOME]]
    store.change(persona.id, changes, at=START, origin=Origin.PLAN)
    assert [one.body for one in store.open(persona.id, {StateKind.FACT: 2}, at=START)] == ["2", "1"]
    assert [one.body for one in store.naming(persona.id, ["寺町"], limit=5)] == [HOME.body]
    assert [one.body for one in store.naming(persona.id, ["咲"], limit=5)] == ["2"]
    assert store.naming(persona.id, [], limit=5) == []


def test_what_is_only_supposed_comes_back_so_in_the_state_and_in_its_history(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    guess = replace(HOME, candidate=True)
    [kept] = store.change(persona.id, [StateChange(None, guess, "x", ())], at=START, origin=Origin.PLAN)
    sure = replace(kept, candidate=False)
    [known] = store.change(persona.id, [StateChange(kept, sure, "x", ())], at=Moment(START + 9), origin=Origin.OWNER)
    assert (kept.candidate, known.candidate) == (True, False)
    assert store.get(persona.id, [kept.id])[kept.id] == known
    assert [one.candidate for one in store.known(persona.id, at=START)] == [True]
    assert [step.change.after.candidate for step in store.history(persona.id, kept.id)] == [True, False]


def test_open_candidates_never_take_the_place_of_what_is_known(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    guesses = [replace(HOME, body=f"{at}", candidate=True, last_confirmed=Moment(START + at)) for at in range(3)]
    changes = [StateChange(None, state, "x", ()) for state in [HOME, *guesses]]
    store.change(persona.id, changes, at=START, origin=Origin.PLAN)
    most = {StateKind.FACT: 2}
    assert [one.body for one in store.open(persona.id, most, at=START)] == [HOME.body]
    assert [one.body for one in store.open(persona.id, most, at=START, candidates=True)] == ["2", "1"]
    assert {one.body for one in store.naming(persona.id, ["寺町"], limit=9)} == {HOME.body, "0", "1", "2"}


def test_the_owners_word_and_guesses_about_the_same_are_found_however_old(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    struck = replace(
        HOME, body="まちがい", payload={"about": "user"}, valid_to=START, settled=START, struck_out=("まちがい",)
    )
    payload = {"about": "user", "attribute": "home", "value": '寺町"%_'}
    guess = replace(HOME, body="たぶん", payload=payload, candidate=True, last_confirmed=Moment(START + 1))
    settled = replace(
        HOME, body="そう", payload={**payload, "value": "犀川"}, settled=START, last_confirmed=Moment(START + 2)
    )
    others = [
        replace(guess, payload={**payload, "about": "咲"}),
        replace(guess, body="べつ", payload={**payload, "value": "小立野"}),
        replace(settled, payload={**payload, "attribute": "job"}),
    ]
    changes = [StateChange(None, state, "x", ()) for state in (HOME, struck, guess, settled, *others)]
    store.change(persona.id, changes, at=START, origin=Origin.PLAN)
    by_value, by_words = (
        replace(HOME, body="きっと", payload=payload),
        replace(HOME, body="べつ", payload={"about": "user"}),
    )
    assert [one.body for one in store.alike(persona.id, [by_value], limit=9)] == ["そう", "たぶん", "まちがい"]
    assert [one.body for one in store.alike(persona.id, [by_words], limit=9)] == ["べつ", "まちがい"]
    assert store.alike(persona.id, [by_value], limit=9)[2].struck_out == ("まちがい",)
    assert store.alike(persona.id, [], limit=9) == []
    assert store.alike(stores.persona("natsu").id, [by_value], limit=9) == []


def test_what_was_asked_is_noted_with_its_time(stores: Stores) -> None:
    persona, asked = stores.persona(), SqlAskedStore(stores.database)
    [kept] = beliefs(stores).change(persona.id, [StateChange(None, HOME, "x", ())], at=START, origin=Origin.PLAN)
    wish = Preference(UNKEPT_PREFERENCE, Domain.FOOD, Polarity.LIKE, "納豆", Status.CANDIDATE)
    likes: PreferenceStore = SqlPreferenceStore(stores.database)
    likes.change(persona.id, [PreferenceChange(None, wish, "x", ())], at=START, origin=Origin.PLAN)
    [liked] = likes.all(persona.id)
    both = [(Target.STATE, int(kept.id)), (Target.PREFERENCE, int(liked.id))]
    asked.note(persona.id, both, at=START)
    asked.note(persona.id, [], at=START)
    assert asked.since(persona.id, START) == both
    assert asked.since(persona.id, Moment(START + 1)) == []
    assert asked.since(stores.persona("natsu").id, START) == []


def test_nobody_writes_over_a_belief_that_was_changed_meanwhile(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    [kept] = store.change(persona.id, [StateChange(None, HOME, "x", ())], at=START, origin=Origin.PLAN)
    change = StateChange(kept, replace(kept, confidence=0.1), "x", ())
    store.change(persona.id, [change], at=START, origin=Origin.PLAN)
    with pytest.raises(BeliefMoved):
        store.change(persona.id, [change], at=START, origin=Origin.PLAN)
    assert len(store.history(persona.id, kept.id)) == 2


def test_there_is_room_for_one_long_mood(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    mood = StateChange(None, State(UNKEPT, StateKind.LONG_MOOD, "静か", {}), "x", ())
    store.change(persona.id, [mood], at=START, origin=Origin.PLAN)
    with pytest.raises(BeliefMoved):
        store.change(persona.id, [mood], at=START, origin=Origin.PLAN)
    store.change(stores.persona("natsu").id, [mood], at=START, origin=Origin.PLAN)


def test_nothing_of_one_persona_is_seen_by_another(stores: Stores) -> None:
    one, two, store = stores.persona(), stores.persona("natsu"), beliefs(stores)
    [event_id] = said(stores, one.id, "寺町に住んでる")
    [kept] = store.change(one.id, [StateChange(None, HOME, "x", (event_id,))], at=START, origin=Origin.PLAN)
    digests(stores).keep(one.id, digested(event_id), memory=None)
    feelings: FeelingStore = SqlFeelingStore(stores.database)
    context: ContextStore = SqlContextStore(stores.database)
    assert store.get(two.id, [kept.id]) == {}
    assert store.history(two.id, kept.id) == []
    assert store.naming(two.id, ["寺町"], limit=5) == []
    assert feelings.affects(two.id, [event_id]) == {}
    assert feelings.mood_trail(two.id, until=Moment(START + 10**6)) == MoodTrail()
    assert context.marks(two.id, [event_id]) == {}
    assert digests(stores).record(two.id, event_id) is None


def test_preferences_come_back_with_their_history(stores: Stores) -> None:
    persona = stores.persona()
    [event_id] = said(stores, persona.id, "にんじんは苦手")
    store: PreferenceStore = SqlPreferenceStore(stores.database)
    wish = Preference(
        UNKEPT_PREFERENCE, Domain.FOOD, Polarity.DISLIKE, "ニンジン", Status.CANDIDATE, "生で", 0.6, START
    )
    store.change(persona.id, [PreferenceChange(None, wish, "聞いた", (event_id,))], at=START, origin=Origin.PLAN)
    [kept] = store.matching(persona.id, ["にんじん"])
    assert kept == replace(wish, id=kept.id, version=1)
    sure = PreferenceChange(kept, replace(kept, status=Status.CONFIRMED), "はっきり聞いた", (event_id,))
    store.change(persona.id, [sure], at=START, origin=Origin.OWNER)
    assert [step.change.after.status for step in store.history(persona.id, kept.id)] == [
        Status.CANDIDATE,
        Status.CONFIRMED,
    ]
    with pytest.raises(BeliefMoved):
        store.change(persona.id, [sure], at=START, origin=Origin.OWNER)
    assert store.all(persona.id) == store.recent(persona.id, limit=5)


def test_a_digestion_takes_the_place_of_what_was_understood_before(stores: Stores) -> None:
    persona = stores.persona()
    [event_id] = said(stores, persona.id, "寺町に住んでる")
    stores.events.annotate(persona.id, {event_id: Annotations(entities=(Mention(EntityKind.PLACE, "金沢", 0.5),))})
    assert digests(stores).keep(persona.id, digested(event_id), memory=None)
    assert [one.name for one in stores.events.annotations(persona.id, [event_id])[event_id].entities] == ["寺町"]


def test_a_digestion_is_kept_whole_and_once(stores: Stores) -> None:
    persona = stores.persona()
    first, second = said(stores, persona.id, "寺町に住んでる", "そうなの")
    store, feelings = digests(stores), SqlFeelingStore(stores.database)
    assert store.waiting(persona.id, open_before=START, limit=9) == [first, second]
    work = digested(first, states=(StateChange(None, HOME, "聞いた", (first,)),))
    assert store.keep(persona.id, work, memory=None)
    assert not store.keep(persona.id, work, memory=None)
    assert len(beliefs(stores).known(persona.id, at=None)) == 1
    assert feelings.affects(persona.id, [first])[first] == Affect(Vad(0.5, -0.5, 0.25), "うれしい。", ("喜び",), 0.7)
    assert work.mood is not None
    assert feelings.mood_trail(persona.id, until=Moment(START + 10**6)) == MoodTrail(work.mood.point, first)
    assert feelings.last_emotion(persona.id, until=Moment(START + 10**6)) == work.emotions[0]
    assert feelings.emotions(persona.id, since=START, until=Moment(START + 10**6)) == list(work.emotions)
    assert stores.events.annotations(persona.id, [first])[first].entities[0].name == "寺町"
    assert store.waiting(persona.id, open_before=START, limit=9) == [second]
    assert store.backlog(persona.id).waiting == 1


def test_a_digestion_that_fails_leaves_nothing(stores: Stores) -> None:
    persona = stores.persona()
    [event_id] = said(stores, persona.id, "寺町に住んでる")
    gone = StateChange(replace(HOME, id=UNKEPT), replace(HOME, confidence=0.1), "x", (event_id,))
    with pytest.raises(BeliefMoved):
        digests(stores).keep(
            persona.id, digested(event_id, states=(StateChange(None, HOME, "x", (event_id,)), gone)), memory=None
        )
    assert beliefs(stores).known(persona.id, at=None) == []
    assert digests(stores).record(persona.id, event_id) is None
    assert digests(stores).waiting(persona.id, open_before=START, limit=9) == [event_id]


def test_a_refused_event_waits_only_for_a_retry(stores: Stores) -> None:
    persona, store = stores.persona(), digests(stores)
    [event_id] = said(stores, persona.id, "寺町に住んでる")
    refusal = Digestion(event_id, Outcome.REFUSED, START, "scripted", reasons=("だめ", "これも"))
    store.keep(persona.id, Digested(refusal, START, is_chat=True), memory=None)
    assert store.record(persona.id, event_id) == refusal
    assert store.waiting(persona.id, open_before=START, limit=9) == []
    assert (store.reopen(persona.id), store.reopen(persona.id)) == (1, 0)
    assert store.waiting(persona.id, open_before=START, limit=9) == [event_id]
    assert store.keep(persona.id, digested(event_id), memory=None)
    assert store.waiting(persona.id, open_before=START, limit=9) == []


def test_an_unfinished_turn_is_waited_for_even_behind_others(stores: Stores) -> None:
    persona, store = stores.persona(), digests(stores)
    [opened] = stores.events.append(persona.id, [entry(Turn(user="ねえ"))])
    [event_id] = said(stores, persona.id, "次")
    assert store.waiting(persona.id, open_before=START, limit=9) == [event_id]
    store.keep(persona.id, digested(event_id), memory=None)
    assert store.waiting(persona.id, open_before=START, limit=9) == []
    assert store.waiting(persona.id, open_before=Moment(START + 1), limit=9) == [opened.event.id]
    stores.events.complete(persona.id, opened.event.id, assistant="なに？", at=START, pieces=[])
    assert store.waiting(persona.id, open_before=START, limit=9) == [opened.event.id]


def test_links_and_threads_come_back(stores: Stores) -> None:
    persona = stores.persona()
    first, second = said(stores, persona.id, "寺町に住んでる", "そうなの")
    link = Link(second, first, LinkLabel.SAME_TOPIC, 0.8)
    work = digested(second)
    assert work.changes is not None
    digests(stores).keep(persona.id, replace(work, changes=replace(work.changes, links=(link,))), memory=None)
    context: ContextStore = SqlContextStore(stores.database)
    assert context.links(persona.id, [first, second]) == {second: [link]}
    assert context.marks(persona.id, [second]) == {second: [ThreadMark("住まい", 0.8)]}
    assert context.members(persona.id, ["住まい"], limit=5) == [second]
    event = stores.events.get(persona.id, [second])[second]
    previous = context.previous(persona.id, event)
    assert previous is not None
    assert previous.id == first
    assert context.previous(persona.id, previous) is None


def test_tidying_is_noted_once_for_a_count_of_turns(stores: Stores) -> None:
    persona, store = stores.persona(), beliefs(stores)
    tidyings: TidyStore = SqlTidyStore(stores.database)
    [kept] = store.change(persona.id, [StateChange(None, HOME, "x", ())], at=START, origin=Origin.PLAN)
    tidied = Tidied(START, 10, {"fact": 2}, 1, 5)
    closing = StateChange(kept, replace(kept, valid_to=START), "整理", ())
    assert tidyings.keep(persona.id, [closing], tidied=tidied)
    assert not tidyings.keep(persona.id, [closing], tidied=tidied)
    assert tidyings.last(persona.id) == tidied
    assert tidyings.all(persona.id) == [tidied]
    assert store.history(persona.id, kept.id)[-1].origin is Origin.TIDY
    [event_id] = said(stores, persona.id, "やあ")
    assert tidyings.chat_turns(persona.id) == 0
    digests(stores).keep(persona.id, digested(event_id), memory=None)
    assert tidyings.chat_turns(persona.id) == 1


def test_the_next_turns_are_found_by_a_key_however_many_wait(stores: Stores) -> None:
    persona, store = stores.persona(), SqlDigestStore(stores.database)
    event_ids = said(stores, persona.id, *(f"{number}番目" for number in range(50)))
    seen: list[str] = []
    listen(stores.database.engine, "before_cursor_execute", lambda _c, _cursor, sql, *_more: seen.append(sql))
    assert store.waiting(persona.id, open_before=START, limit=3) == event_ids[:3]
    if stores.database.engine.dialect.name != "sqlite":
        return
    [query] = [sql for sql in seen if "undigested_events" in sql]
    with stores.database.reading() as connection:
        plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", (persona.id, START, 3, 0))]
    assert plan[0] == "SEARCH undigested_events USING PRIMARY KEY (persona_id=?)"
    assert not any("TEMP B-TREE" in step or step.startswith("SCAN") for step in plan)
