"""Entities, beliefs and uses of names for tests."""

from omoide.domain.beliefs.state import ABOUT, ATTRIBUTE, State, StateId, StateKind
from omoide.domain.entities.entity import Entity, EntityId
from omoide.domain.entities.proposal import NameUse
from omoide.domain.events.event import EntityKind, EventId, Mention
from omoide.domain.time.moment import DAY_SECONDS, Moment

START = Moment(1_767_225_600)
"""1 January 2026, 00:00 UTC."""


def entity(number: int, name: str, *aliases: str, text: str = "", changed: int = 0) -> Entity:
    return Entity(EntityId(number), name, aliases, text, 1, START, Moment(START + changed))


def belief(
    number: int, body: str, *, about: str = "", attribute: str = "", names: tuple[str, ...] = (), **fields: object
) -> State:
    payload = {key: value for key, value in ((ABOUT, about), (ATTRIBUTE, attribute)) if value}
    mentions = tuple(Mention(EntityKind.PERSON, name, 0.9) for name in names)
    return State(StateId(number), StateKind.FACT, body, payload, entities=mentions, **fields)  # type: ignore[arg-type]


def use(name: str, number: int, *, day: int = 0, session: str = "", confidence: float = 0.9) -> NameUse:
    at = Moment(START + day * DAY_SECONDS)
    return NameUse(name, EntityKind.PERSON, confidence, EventId(number), at, session)
