"""Compress: the days of a week that lies far back become one episode; they stay readable (SPEC EP3; NEX 週次圧縮).

A week that no model can be asked about, or that one will not tell, stays as days until a later run.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from omoide.asks.tell_week import TellWeek
from omoide.domain.episodes import weeks
from omoide.domain.episodes.dates import DaySpan, week_of
from omoide.domain.episodes.episode import EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.episodes.weeks import DueWeek, WeekRules
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import Side, cut
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time import moment
from omoide.errors import Refused, Unavailable
from omoide.ports.episodes.store import EpisodeStore
from omoide.ports.models.thinker import Thinker
from omoide.ports.time.clock import Clock
from omoide.usecases.episodes.update import Progress


@dataclass(frozen=True, slots=True)
class CompressionReport:
    """What a run made."""

    made: tuple[DaySpan, ...] = ()
    remade: tuple[DaySpan, ...] = ()
    skipped: tuple[DaySpan, ...] = ()
    """Left as days: no model could be asked, or none would tell them."""
    stopped_by: str = field(default="")


@dataclass(frozen=True, slots=True)
class CompressEpisodes:
    """Makes weeks of days."""

    episodes: EpisodeStore
    thinker: Callable[[], Thinker]
    clock: Clock
    rules: WeekRules
    chunks: ChunkRules

    def __call__(self, persona: Persona, *, progress: Progress | None = None) -> CompressionReport:
        """Tell the weeks that are to be told, oldest first."""
        today = moment.day(self.clock.now(), tz=persona.tz)
        due = weeks.due(self.episodes.all(persona.id), today=today, rules=self.rules)
        report = CompressionReport()
        for done, week in enumerate(due, start=1):
            report = self._kept(persona, week, report)
            if progress is not None:
                progress(done, len(due))
        return report

    def _kept(self, persona: Persona, week: DueWeek, report: CompressionReport) -> CompressionReport:
        try:
            new = self._told(week)
        except (Refused, Unavailable) as why:
            return replace(report, skipped=(*report.skipped, week.span), stopped_by=str(why) or type(why).__name__)
        pieces = cut(new.text, side=Side.WHOLE, rules=self.chunks)
        slot = f"week:{week_of(week.span.first).first.isoformat()}"
        if self.episodes.keep(persona.id, new, slot=slot, pieces=pieces) is None:
            return report
        if week.episode is None:
            return replace(report, made=(*report.made, week.span))
        return replace(report, remade=(*report.remade, week.span))

    def _told(self, week: DueWeek) -> NewEpisode:
        shown = week.sentences(rules=self.rules)
        told = self.thinker().answer(TellWeek(tuple(sentence for sentence, _ in shown)))
        sentences = tuple(
            EpisodeSentence(line.text, _evidence([shown[number - 1][1] for number in line.rests_on]))
            for line in told.value
        )
        return NewEpisode(
            kind=EpisodeKind.WEEK,
            span=week.span,
            sentences=sentences,
            arousal=sum(each.arousal for each in week.originals) / len(week.originals),
            arousal_max=max(each.arousal_max for each in week.originals),
            made=self.clock.now(),
            by=told.by,
            fingerprint=week.fingerprint,
            made_of=_evidence([sentence for each in week.originals for sentence in each.text.sentences]),
            originals=tuple(each.id for each in week.originals),
            replaces=week.episode,
        )


def _evidence(sentences: list[EpisodeSentence]) -> tuple[EventId, ...]:
    return tuple(sorted({event_id for sentence in sentences for event_id in sentence.evidence}))
