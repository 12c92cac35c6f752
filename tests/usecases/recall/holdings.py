"""What a mind holds, put there by hand: a belief, a taste, a memory, an entry of the dream diary."""

from omoide import Mind
from omoide.domain.beliefs.preference import (
    UNKEPT as NEW_PREFERENCE,
)
from omoide.domain.beliefs.preference import (
    Domain,
    Polarity,
    Preference,
    PreferenceChange,
    Status,
)
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateKind
from omoide.domain.events.event import EventId
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Impression, Memory
from omoide.domain.recall.passage import whole_piece
from omoide.domain.reflection.insight import Insight, InsightSentence, NewInsight
from omoide.domain.time import moment
from omoide.ports.memories.store import NewMemory
from tests.fakes.embedding import hashing


def believes(mind: Mind, body: str, *evidence: int, candidate: bool = False) -> State:
    """Return a belief that the mind now holds."""
    state = State(UNKEPT, StateKind.FACT, body, {"about": "user"}, valid_from=mind.now(), candidate=candidate)
    change = StateChange(None, state, "said so", tuple(map(EventId, evidence)))
    [kept] = mind._home.beliefs.store.change(mind.persona.id, [change], at=mind.now(), origin=Origin.PLAN)
    return kept


def likes(mind: Mind, subject: str, *evidence: int) -> None:
    """Let the mind know what is liked."""
    liked = Preference(NEW_PREFERENCE, Domain.FOOD, Polarity.LIKE, subject, Status.CONFIRMED, last_confirmed=mind.now())
    change = PreferenceChange(None, liked, "said so", tuple(map(EventId, evidence)))
    mind._home.beliefs.preferences.change(mind.persona.id, [change], at=mind.now(), origin=Origin.PLAN)


def remembers(mind: Mind, text: str, *, event: int | None = None) -> Memory:
    """Return a memory that was made without a digest."""
    [vector] = hashing().embed([text])
    impression = Impression(text, "", 60, Valence.NEUTRAL, 50, (), "decision")
    new = NewMemory(
        impression,
        None if event is None else EventId(event),
        "",
        mind.now(),
        moment.day(mind.now(), tz=mind.persona.tz),
        0.5,
        0.99,
        whole_piece(text),
        vector,
    )
    return mind._home.memories.store.add(mind.persona.id, new, space=hashing().space)


def dreams(mind: Mind, text: str, *evidence: int, topic: str = "", made_of: tuple[int, ...] = ()) -> Insight:
    """Return an entry of the dream diary."""
    rests, whole = tuple(map(EventId, evidence)), tuple(map(EventId, (*evidence, *made_of)))
    new = NewInsight(mind.now(), topic, (InsightSentence(text, rests),), "", "夢の中で歩いた", "rules", whole)
    kept = mind._home.reflection.diary.keep(mind.persona.id, new, slot=text)
    assert kept is not None
    return kept
