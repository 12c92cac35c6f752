"""Beliefs and people as values for the page: groups by subject, and the web of people and things."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from omoide.domain.beliefs.preference import Domain, Preference, Status
from omoide.domain.beliefs.state import PERSONA, USER, State, StateKind
from omoide.domain.entities.entity import Entity
from omoide.domain.entities.names import name_key
from omoide.domain.events.event import Event
from omoide.domain.text.tokens import normalised
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import charts
from omoide.entrypoints.page.charts import Option, WebEdge, WebNode

MOST_NODES: Final = 40
ORDER: Final = (StateKind.FACT, StateKind.RELATION, StateKind.TASK, StateKind.SUMMARY, StateKind.LONG_MOOD)
_ME: Final = "\x00user"


@dataclass(frozen=True, slots=True)
class BeliefGroup:
    """What is believed about one subject."""

    about: str
    """`user`, `persona`, a name, or nothing."""
    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Web:
    """Who and what is connected; names and how often two are spoken of together."""

    nodes: tuple[WebNode, ...]
    edges: tuple[WebEdge, ...]


@dataclass(frozen=True, slots=True)
class BeliefStep:
    """One step of a belief, and the turns it rests on."""

    number: int
    at: Moment
    origin: str
    body: str
    before: str
    """What was believed before; empty for the first."""
    reason: str
    turns: tuple[tuple[int, Event | None], ...]


def grouped(states: Iterable[State], *, containing: str = "") -> tuple[BeliefGroup, ...]:
    """Return beliefs by whom they are about: the user first, then who or what most is known of; what is only supposed last."""
    sought = normalised(containing)
    groups: dict[str, list[State]] = {}
    for state in states:
        if sought in normalised(state.body) or sought in normalised(state.about):
            groups.setdefault(state.about, []).append(state)
    first = {USER: 0, PERSONA: 1}
    names = sorted(groups, key=lambda name: (first.get(name, 2 if name else 3), -len(groups[name]), name))
    return tuple(BeliefGroup(name, tuple(sorted(groups[name], key=_rank))) for name in names)


def _rank(state: State) -> tuple[bool, bool, int, float, int]:
    return (state.valid_to is not None, state.candidate, ORDER.index(state.kind), -state.confidence, -int(state.id))


def likes_by_domain(preferences: Iterable[Preference]) -> tuple[tuple[Domain, tuple[Preference, ...]], ...]:
    """Return likes and dislikes by what they are about; what waits for a word comes first, what was revoked last."""
    order = {Status.CANDIDATE: 0, Status.CONFIRMED: 1, Status.REVOKED: 2}
    every = sorted(preferences, key=lambda one: (order[one.status], one.polarity.value, -one.confidence, int(one.id)))
    found = [(domain, tuple(one for one in every if one.domain is domain)) for domain in Domain]
    return tuple((domain, ones) for domain, ones in found if ones)


def evidence(mind: Mind, belief_id: int) -> tuple[BeliefStep, ...]:
    """Return every step of a belief with its turns, newest first."""
    steps = mind.beliefs.history(belief_id)
    numbers = sorted({int(number) for step in steps for number in step.change.evidence})
    events = mind.events(numbers)
    return tuple(
        BeliefStep(
            number=step.number,
            at=step.at,
            origin=step.origin.value,
            body=step.change.after.body,
            before="" if step.change.before is None else step.change.before.body,
            reason=step.change.reason,
            turns=tuple((int(number), events.get(int(number))) for number in step.change.evidence),
        )
        for step in reversed(steps)
    )


def web_of(entities: Sequence[Entity], states: Iterable[State], *, user: str) -> Web:
    """Return the web: whoever a belief is about stands beside whomever it names.  `user` is how the user is called there."""
    known = {key: entity.name for entity in entities for key in entity.keys}
    names: Counter[str] = Counter({entity.name: 1 for entity in entities})
    pairs: Counter[tuple[str, str]] = Counter()
    for state in states:
        spoken = (
            {_ME} if state.about == USER else {known.get(name_key(state.about), state.about)} if state.about else set()
        )
        spoken |= {known.get(name_key(each.name), each.name) for each in state.entities}
        spoken -= {PERSONA, ""}
        if (
            state.kind is StateKind.RELATION and spoken
        ):  # "Kaede is your sister": whoever is told of stands beside the user
            spoken.add(_ME)
        names.update(spoken)
        pairs.update(combinations(sorted(spoken), 2))
    profiled = {entity.name for entity in entities}
    chosen = sorted(names, key=lambda name: (name != _ME, name not in profiled, -names[name], name))[:MOST_NODES]
    linked = {name for pair in pairs for name in pair}
    kept = {name: f"n{number}" for number, name in enumerate(chosen) if name in profiled or name in linked}
    most = max((names[name] for name in kept), default=1)
    heaviest = max(pairs.values(), default=1)
    return Web(
        tuple(
            WebNode(
                key,
                user if name == _ME else name,
                charts.share(names[name], most),
                int(name not in profiled and name != _ME),
            )
            for name, key in kept.items()
        ),
        tuple(
            WebEdge(kept[one], kept[other], "", charts.share(count, heaviest))
            for (one, other), count in pairs.most_common()
            if one in kept and other in kept
        ),
    )


def web_option(web: Web, groups: tuple[str, str]) -> Option:
    """Return the picture of the web."""
    return charts.web(web.nodes, web.edges, groups)
