"""Acquaintance: who is known when a turn is read, and where the talk stands."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from omoide.domain.beliefs.state import PERSONA, USER, VALUE, State, StateKind
from omoide.domain.beliefs.write_plan import Shown
from omoide.domain.events.event import EntityKind, Event
from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs import names as naming
from omoide.domain.understanding.beliefs.self_facts import Known

TOPIC_TURNS: Final = 4
"""Turns of the session in which the topic is looked for."""
_TOPIC: Final = re.compile(
    r"(?:^|[。!?！？\s])(?:今日|昨日|今朝|昨夜)?(?P<name>[^\s、。!?はがをもの]{1,8})(?:、|は|が|も|の)"
)


def acquaintance(shown: Shown) -> Known:
    """Return who is known from what is believed and from the turns shown, and what the talk is about."""
    people, pets = _believed(shown.states.values())
    people |= {name for _, name in naming.kin(shown.said)}
    earlier = [one for one in shown.in_order if one.id != shown.event.id]
    session = [one for one in earlier if one.session_id == shown.event.session_id]
    told = (*earlier, shown.event)
    people |= {name for event in told for name in _people(event)}
    return Known(
        people=frozenset(people - {""}),
        pets=frozenset(pets - {""}),
        topic=_topic([one.user for one in session[-TOPIC_TURNS:]], pets | people),
        asked=(session[-1].assistant or "") if session else "",
    )


def _believed(states: Iterable[State]) -> tuple[set[str], set[str]]:
    """Return the people and the user's own animals that beliefs speak of."""
    people, pets = set(), set()
    for state in states:
        if state.candidate:  # whom one only supposes something of is not known yet
            continue
        if state.kind is StateKind.RELATION and state.attribute == "pet":
            pets.add(str(state.payload.get(VALUE, "")))
        elif state.about not in ("", USER, PERSONA):
            people.add(state.about)
    return people, pets


def _people(event: Event) -> set[str]:
    return {one.name for one in naming.named(event.user, language=Language.JA) if one.kind is EntityKind.PERSON}


def _topic(texts: Sequence[str], names: set[str]) -> str:
    """Return who was last named at the head of a sentence."""
    for text in reversed(texts):
        for match in reversed(list(_TOPIC.finditer(text))):
            if match["name"] in names:
                return match["name"]
    return ""
