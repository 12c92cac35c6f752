"""What a run of digesting did, event by event."""

from dataclasses import dataclass, field, replace

from omoide.domain.events.event import EventId
from omoide.domain.understanding.digestion import Digestion, Outcome


@dataclass(frozen=True, slots=True)
class DigestReport:
    """What one run did."""

    applied: int = 0
    refused: int = 0
    skipped: int = 0
    remembered: int = 0
    """Memories that were made."""
    waiting: int = 0
    """Events that still wait: no model could be had, or a limit was set."""
    stopped_by: str = ""
    """Why the run ended before its end; empty when it did not."""
    reasons: dict[EventId, tuple[str, ...]] = field(default_factory=dict)
    """Why plans were refused."""

    @property
    def done(self) -> int:
        """Return how many events were digested."""
        return self.applied + self.refused + self.skipped


@dataclass(frozen=True, slots=True)
class DigestedTurn:
    """What became of one event."""

    record: Digestion
    is_remembered: bool


def counted(report: DigestReport, turn: DigestedTurn) -> DigestReport:
    """Return the report with one more event."""
    record = turn.record
    report = replace(report, remembered=report.remembered + turn.is_remembered)
    match record.outcome:
        case Outcome.APPLIED:
            return replace(report, applied=report.applied + 1)
        case Outcome.SKIPPED:
            return replace(report, skipped=report.skipped + 1)
        case Outcome.REFUSED:
            reasons = {**report.reasons, record.event_id: record.reasons}
            return replace(report, refused=report.refused + 1, reasons=reasons)


def added(one: DigestReport, other: DigestReport) -> DigestReport:
    """Return two reports as one; the later one says why it ended."""
    return DigestReport(
        applied=one.applied + other.applied,
        refused=one.refused + other.refused,
        skipped=one.skipped + other.skipped,
        remembered=one.remembered + other.remembered,
        stopped_by=other.stopped_by,
        reasons={**one.reasons, **other.reasons},
    )
