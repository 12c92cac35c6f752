"""Episodes that were made of what is erased: they go with all their texts, and are made again without it.

A day goes when one of its turns does, with the week that tells it; the other days of that week stand for themselves again.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from omoide.adapters.sql.episodes.tables import episode_events, episode_texts, episodes
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import BATCH, without_dependants
from omoide.adapters.sql.models.tables import answers
from omoide.asks.tell_day import TellDay
from omoide.asks.tell_week import TellWeek
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId

ASKS = (TellDay.NAME, TellWeek.NAME)


def gather_episodes(
    going: Going, persona_id: PersonaId, *, redacted: Sequence[EventId], words: ErasedWords, everything: bool
) -> None:
    """Say which episodes go: those made of a turn that goes or changes, and those that carry its words."""
    mine = select(episodes.c.id).where(episodes.c.persona_id == persona_id)
    for kind in (GoingKind.EVENT, GoingKind.UNMADE):
        made = select(episode_events.c.episode_id).where(episode_events.c.event_id.in_(going.ids(kind)))
        going.add_found(GoingKind.EPISODE, mine.where(episodes.c.id.in_(made)))
    for start in range(0, len(redacted), BATCH):
        some = episode_events.c.event_id.in_(redacted[start : start + BATCH])
        made = select(episode_events.c.episode_id).where(some)
        going.add_found(GoingKind.EPISODE, mine.where(episodes.c.id.in_(made)))
    going.add(GoingKind.EPISODE, _carrying(going.connection, persona_id, words))
    weeks = select(episodes.c.week_id).where(
        episodes.c.id.in_(going.ids(GoingKind.EPISODE)), episodes.c.week_id.is_not(None)
    )
    going.add_found(GoingKind.EPISODE, weeks)
    if everything:
        going.add_found(GoingKind.EPISODE, mine)


def without_episodes(going: Going, persona_id: PersonaId) -> None:
    """Delete the episodes that go with every text they had, and what models answered when asked to tell days."""
    gone = going.ids(GoingKind.EPISODE)
    if not going.numbers(GoingKind.EPISODE):
        return
    going.connection.execute(update(episodes).where(episodes.c.week_id.in_(gone)).values(week_id=None))
    without_dependants(going, episodes, GoingKind.EPISODE)
    told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask.in_(ASKS))
    going.count(answers.name, going.connection.execute(told).rowcount)


def told_of(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> list[str]:
    """Return the sentences of episodes that rest on nothing but these turns: how it was told."""
    wanted = set(event_ids)
    return [
        text
        for _, sentences in _texts(connection, persona_id)
        for text, evidence in sentences
        if evidence and wanted.issuperset(evidence)
    ]


def told_of_others(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> list[str]:
    """Return the sentences of episodes that rest on other turns only: how anything is told."""
    gone = set(event_ids)
    return [
        text
        for _, sentences in _texts(connection, persona_id)
        for text, evidence in sentences
        if evidence and gone.isdisjoint(evidence)
    ]


def _carrying(connection: Connection, persona_id: PersonaId, words: ErasedWords) -> list[int]:
    found = _texts(connection, persona_id)
    return [number for number, sentences in found if any(words.are_in(text) for text, _ in sentences)]


def _texts(connection: Connection, persona_id: PersonaId) -> list[tuple[int, list[tuple[str, list[int]]]]]:
    query = (
        select(episode_texts.c.episode_id, episode_texts.c.sentences)
        .join(episodes, episodes.c.id == episode_texts.c.episode_id)
        .where(episodes.c.persona_id == persona_id)
    )
    return [(row.episode_id, json.loads(row.sentences)) for row in connection.execute(query)]
