"""Sections that stay the same for a session: notes, likes and dislikes, the days before (SPEC I1, N1, S4, EP5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from omoide.domain.beliefs.preference import Preference, Status
from omoide.domain.context import wording
from omoide.domain.context.budgeting import Item
from omoide.domain.episodes import elastic
from omoide.domain.episodes.episode import Episode, EpisodeKind, joined
from omoide.domain.notes.note import NoteAddress, NoteKind
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.ports.beliefs.store import PreferenceStore
from omoide.ports.episodes.store import EpisodeStore
from omoide.ports.notes.store import NoteStore
from omoide.usecases.context.sections import AskedSection, content_key

SHORTEST_DAY = 80
"""Characters of a day where there is no room for more."""


@dataclass(frozen=True, slots=True)
class NoteLines:
    """A note, line by line."""

    notes: NoteStore
    kind: NoteKind

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return its lines, the first ones first."""
        text = self.notes.get(asked.persona.id, NoteAddress(self.kind)).text
        seen: dict[str, int] = {}
        items = []
        for place, line in enumerate(line.strip() for line in text.splitlines()):
            if line:
                key = content_key(line)
                seen[key] = seen.get(key, 0) + 1
                items.append(Item(f"{key}.{seen[key]}", (line,), place=float(place), may_be_cut=True))
        return items


@dataclass(frozen=True, slots=True)
class ConfirmedPreferences:
    """What the user likes and dislikes, by the user's own word; what is only guessed is never asserted."""

    preferences: PreferenceStore

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the confirmed ones, the last confirmed first."""
        found = [each for each in self.preferences.all(asked.persona.id) if each.status is Status.CONFIRMED]
        return [
            Item(f"{each.id}.{content_key(told)}", (told,), place=float(place))
            for place, each in enumerate(found)
            for told in [told_preference(each, asked.persona.language)]
        ]


@dataclass(frozen=True, slots=True)
class DaysBefore:
    """The episodes before the raw log: every day exactly once."""

    episodes: EpisodeStore
    lookback_days: int

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return the episodes, the newest first; they are shown the oldest first."""
        reach = elastic.reach(asked.oldest, lookback_days=self.lookback_days)
        near = self.episodes.between(asked.persona.id, first=reach.first, last=reach.before - timedelta(days=1))
        told = elastic.injected(near, oldest=asked.oldest, lookback_days=self.lookback_days)
        items = [_episode_item(each, place) for place, each in enumerate(told)]
        return items[::-1]


def told_preference(preference: Preference, language: Language) -> str:
    """Return a like or dislike in words."""
    return wording.liking(
        preference.domain.value, preference.polarity.value, preference.subject, note=preference.note, language=language
    )


def episode_forms(episode: Episode) -> tuple[str, ...]:
    """Return an episode in full, by the third of its sentences that tell most, by the one that does, and by that one's beginning.

    What stirred is told at more length, so a sentence tells most that is longest; one about all the day's turns tells least.
    """
    said = episode.text.sentences
    whole = {number for sentence in said for number in sentence.evidence}
    telling = sorted(
        range(len(said)),
        key=lambda at: (len(said) > 1 and bool(whole) and whole <= set(said[at].evidence), -len(said[at].text), at),
    )
    forms = [joined(said[at].text for at in sorted(telling[:most])) for most in (len(said), max(1, len(said) // 3), 1)]
    return tuple(dict.fromkeys((*forms, one_line(forms[-1], longest=SHORTEST_DAY))))


def _episode_item(episode: Episode, place: int) -> Item:
    # By this name the persona says what resonated (EP7).
    until = f"~{episode.span.last.isoformat()}" if episode.kind is EpisodeKind.WEEK else ""
    return Item(
        f"{episode.label}.{episode.text.version}",
        episode_forms(episode),
        marks=f"[{episode.label}{until}]",
        place=float(place),
        may_be_cut=True,
    )
