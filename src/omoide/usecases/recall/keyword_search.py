"""Keyword search: the places of the log that hold a name or a phrase, letter by letter (SPEC R4; NEX `search_past_conversations`).

The last resort, when something is to be quoted: to remember, one recalls.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventId
from omoide.domain.events.roster import Ints
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.keywords import noise
from omoide.domain.recall.keywords.noise import KeptBlocks, KeywordRules, SaidBlock
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.query_plan import MOST_KEYWORDS
from omoide.domain.text.tokens import SPEAKER, document_tokens
from omoide.ports.events.store import EventStore
from omoide.ports.recall.search import Rosters, TextIndex

READ_AT_ONCE: Final = 40
MOST_READ: Final = 2_000
"""Turns that are read from either end: words that stand everywhere would else have the whole log read."""
MOST_BETWEEN: Final = 200
"""Turns that are drawn for those between."""
Dice = Callable[[int], int]
"""Is told how many there are; answers with the number of one, from 0."""


@dataclass(frozen=True, slots=True)
class KeywordSearch:
    """Finds quotations."""

    events: EventStore
    rosters: Rosters
    texts: TextIndex

    def __call__(
        self,
        persona: Persona,
        keywords: Sequence[str],
        *,
        rules: KeywordRules,
        dice: Dice,
        are_phrases: bool = False,
        is_in_view: Callable[[Event], bool] = lambda _: False,
    ) -> KeptBlocks:
        """Return places that hold every word of one of the keywords, the newest first; at most three keywords are looked for.

        With `are_phrases` each is looked for as it stands, blanks and all.  What is in view, because the conversation itself still
        shows it, is left out.
        """
        sought = [each for each in keywords if noise.keywords(each)][:MOST_KEYWORDS]
        order = self._in_order(persona, sought)
        words = [noise.keywords(each, is_phrase=are_phrases) for each in sought]

        def places(ids: Ints) -> Iterator[SaidBlock]:
            said = (event for event in self._read(persona, ids) if not is_in_view(event))
            return (place for event in said if (place := noise.block(shown_event(event), words)) is not None)

        between = _drawn(order, dice) if rules.middle else order[:0]
        return noise.kept(places(order[::-1]), places(order), places(between), rules=rules)

    def quoted(self, persona: Persona, phrase: str) -> Event | None:
        """Return the newest turn that holds a phrase, however short it is."""
        words = noise.keywords(phrase, is_phrase=True)
        turns = map(shown_event, self._read(persona, self._in_order(persona, [phrase])[::-1]))
        return next((turn for turn in turns if noise.holds(turn.text, words)), None)

    def _in_order(self, persona: Persona, keywords: Sequence[str]) -> Ints:
        """Return which events may hold one of the keywords, in order of time."""
        roster = self.rosters.roster(persona.id)
        found = [self._holding_tokens(persona, each, roster.ids) for each in keywords if noise.keywords(each)]
        if not found:
            return np.zeros(0, np.int64)
        at = roster.positions(np.unique(np.concatenate(found)))
        return roster.ids[at[np.lexsort((roster.ids[at], roster.created[at]))]]

    def _holding_tokens(self, persona: Persona, keyword: str, every: Ints) -> Ints:
        """Return the events that hold all tokens of a keyword; of those that stand in very many no list is kept."""
        tokens = [token for token in document_tokens(keyword) if not token.startswith(SPEAKER)]
        found = self.texts.postings(persona.id, tokens, kind=PassageKind.EVENT)
        if any(token not in found.frequencies for token in tokens):
            return np.zeros(0, np.int64)  # a part of it was never said
        for listed in found.ids.values():
            every = np.intersect1d(every, listed)
        return every

    def _read(self, persona: Persona, ids: Ints) -> Iterator[Event]:
        """Yield what was said by the two, a few turns at a time."""
        for start in range(0, min(len(ids), MOST_READ), READ_AT_ONCE):
            some = [EventId(int(each)) for each in ids[start : start + READ_AT_ONCE]]
            known = self.events.get(persona.id, some)
            yield from (known[each] for each in some if each in known and noise.is_said(known[each]))


def _drawn(order: Ints, dice: Dice) -> Ints:
    """Return some of these by dice, none twice: as many as may be looked at for those between."""
    left = order.tolist()
    drawn = []
    for _ in range(min(MOST_BETWEEN, len(left))):
        place = dice(len(left))
        left[place], left[-1] = left[-1], left[place]
        drawn.append(left.pop())
    return np.array(drawn, np.int64)
