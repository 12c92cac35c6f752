"""Which weeks are to be told: those that lie sixty days back as a whole (SPEC EP3; NEX 週次圧縮).

A week is told once, from Monday to Sunday; it is told again when one of its days was, or when a day came to it later.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from omoide.domain.episodes.dates import DaySpan, week_of
from omoide.domain.episodes.episode import Episode, EpisodeKind, EpisodeSentence, fingerprint
from omoide.domain.episodes.telling import WeekSentence


@dataclass(frozen=True, slots=True)
class WeekRules:
    """When days become weeks."""

    after_days: int = 60
    detailed: int = 2
    """Episodes with the highest arousal whose detail is kept."""


@dataclass(frozen=True, slots=True)
class DueWeek:
    """A week that is to be told."""

    originals: tuple[Episode, ...]
    """In order of time; failures are left out."""
    episode: Episode | None = None

    @property
    def span(self) -> DaySpan:
        """Return from which day to which it tells."""
        return DaySpan(self.originals[0].span.first, self.originals[-1].span.last)

    @property
    def fingerprint(self) -> str:
        """Return what the week is made of."""
        return of_week(self.originals)

    def sentences(self, *, rules: WeekRules) -> list[tuple[WeekSentence, EpisodeSentence]]:
        """Return every sentence of its days, as it is shown and as it is kept."""
        best = sorted(self.originals, key=lambda each: (-each.arousal, each.span.first))[: rules.detailed]
        chosen = {each.id for each in best}
        return [
            (
                WeekSentence(
                    each.span.first, kept.text, each.arousal, each.id in chosen, is_general=_is_general(kept, each)
                ),
                kept,
            )
            for each in self.originals
            for kept in each.text.sentences
        ]


def of_week(originals: Iterable[Episode]) -> str:
    """Return the fingerprint of a week: which episodes it has, in which versions."""
    return fingerprint([(each.id, each.text.version) for each in originals])


def due(episodes: Iterable[Episode], *, today: date, rules: WeekRules) -> list[DueWeek]:
    """Return the weeks that are to be told, oldest first."""
    weeks: dict[date, list[Episode]] = {}
    told: dict[date, Episode] = {}
    for each in episodes:
        monday = week_of(each.span.first).first
        if each.kind is EpisodeKind.WEEK:
            told[monday] = each
        elif not each.text.is_failure and each.text.sentences:
            weeks.setdefault(monday, []).append(each)
    edge = today - timedelta(days=rules.after_days)
    found = [
        DueWeek(tuple(sorted(mine, key=lambda each: (each.span.first, each.id))), told.get(monday))
        for monday, mine in sorted(weeks.items())
        if week_of(monday).last < edge
    ]
    return [week for week in found if week.episode is None or _is_stale(week, week.episode)]


def _is_stale(week: DueWeek, told: Episode) -> bool:
    return told.fingerprint != week.fingerprint or told.text.is_failure


def _is_general(sentence: EpisodeSentence, episode: Episode) -> bool:
    """Tell whether a sentence says only that there was talk: it rests on the whole day and repeats nobody's words."""
    every = {event_id for each in episode.text.sentences for event_id in each.evidence}
    quotes = any(mark in sentence.text for mark in "「“")
    return len(episode.text.sentences) > 1 and set(sentence.evidence) == every and not quotes
