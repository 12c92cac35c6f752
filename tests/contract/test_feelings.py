"""What the store of feelings promises about moods, on every backend: marks on the way that are never out of date."""

from dataclasses import replace

from omoide.adapters.sql.feelings.feelings import SqlFeelingStore
from omoide.adapters.sql.understanding.digestions import SqlDigestStore
from omoide.domain.beliefs.write_plan import Changes
from omoide.domain.events.event import Annotations, EventId, Turn
from omoide.domain.feelings import mood
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import FeltAt, MoodRules, MoodStep
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Digested, Digestion, Outcome
from omoide.ports.feelings.store import FeelingStore
from tests.contract.conftest import START, Stores
from tests.contract.test_events import entry

RULES = MoodRules()
HOURS = (0, 5, 5, 30)
FELT = [
    Affect(Vad(v, 0.1, -0.1), confidence=0.9, gravity=weight)
    for v, weight in ((-0.9, 1), (0.4, 0), (-0.2, 0.5), (0.7, 0.2))
]
LATER = Moment(START + 10**6)


def store(stores: Stores) -> FeelingStore:
    return SqlFeelingStore(stores.database)


def events(stores: Stores, persona_id: PersonaId) -> list[EventId]:
    entries = [entry(Turn(user="x", assistant="y"), after_seconds=3600 * hour) for hour in HOURS]
    return [kept.event.id for kept in stores.events.append(persona_id, entries)]


def at(number: int) -> Moment:
    return Moment(START + 3600 * HOURS[number])


def step(stores: Stores, persona_id: PersonaId, number: int, event_id: EventId) -> MoodStep:
    trail = store(stores).mood_trail(persona_id, until=at(number), before=event_id)
    return mood.step(trail, FELT[number], moment=at(number), rules=RULES)


def keep(stores: Stores, persona_id: PersonaId, number: int, event_id: EventId, given: MoodStep | None = None) -> None:
    changes = Changes(Annotations(), (), (), FELT[number], (), ())
    made = given or step(stores, persona_id, number, event_id)
    record = Digestion(event_id, Outcome.APPLIED, START)
    SqlDigestStore(stores.database).keep(persona_id, Digested(record, at(number), True, changes, made), memory=None)


def whole() -> object:
    felt = [FeltAt(at(number), affect) for number, affect in enumerate(FELT)]
    return mood.folded(None, felt, rules=RULES)


def test_how_grave_a_moment_was_is_kept(stores: Stores) -> None:
    haru = stores.persona().id
    first, *_ = events(stores, haru)
    keep(stores, haru, 0, first)
    assert store(stores).affects(haru, [first]) == {first: FELT[0]}


def test_in_order_every_turn_leaves_a_point_and_nothing_is_read_twice(stores: Stores) -> None:
    haru = stores.persona().id
    ids = events(stores, haru)
    for number, event_id in enumerate(ids):
        keep(stores, haru, number, event_id)
    trail = store(stores).mood_trail(haru, until=LATER)
    assert (trail.event_id, trail.felt, trail.point) == (ids[-1], (), whole())
    assert store(stores).mood_trail(haru, until=Moment(at(3) - 1)).event_id == ids[2]
    assert store(stores).mood_trail(haru, until=at(1), before=ids[2]).event_id == ids[1]
    assert store(stores).mood_trail(haru, until=Moment(START - 1)).point is None


def test_in_any_order_the_end_is_the_same(stores: Stores) -> None:
    haru = stores.persona().id
    ids = events(stores, haru)
    for number in (3, 1, 0, 2):
        keep(stores, haru, number, ids[number])
    trail = store(stores).mood_trail(haru, until=LATER)
    assert trail.event_id == ids[2]  # what came after the late turn is read again until somebody goes on from there
    assert len(trail.felt) == 1
    assert mood.along(trail, rules=RULES) == whole()


def test_a_point_computed_from_what_has_changed_meanwhile_is_not_kept(stores: Stores) -> None:
    haru = stores.persona().id
    ids = events(stores, haru)
    keep(stores, haru, 0, ids[0])
    stale = step(stores, haru, 3, ids[3])
    keep(stores, haru, 1, ids[1])
    keep(stores, haru, 3, ids[3], given=stale)
    trail = store(stores).mood_trail(haru, until=LATER)
    assert (trail.event_id, len(trail.felt)) == (ids[1], 1)
    gone = replace(stale, event_id=EventId(999))
    keep(stores, haru, 2, ids[2], given=gone)
    trail = store(stores).mood_trail(haru, until=LATER)
    assert (trail.event_id, len(trail.felt)) == (ids[1], 2)
    assert mood.along(trail, rules=RULES) == whole()
