"""Sleeps, nights and bills as values for the page."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.models.spending import NANO_PER_USD
from omoide.domain.nights.night_report import NightReport
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page.charts import keyed
from omoide.entrypoints.page.sleeping.words import COUNTS
from omoide.entrypoints.page.words import Said

MOST_NIGHTS: Final = 14
LOOKBACKS: Final = {"week_1": 7, "week_2": 14, "month_1": 30, "month_3": 90}
"""What the seed lets choose: one week, two weeks, one month, three months (NEX 000 §5)."""


@dataclass(frozen=True, slots=True)
class SleepOnPage:
    """How it stands with sleep at this moment."""

    is_asleep: bool
    under_way: SleepReport | None
    latest_day: date | None
    """The last day that an episode tells."""
    episodes: int
    lookback_days: int
    ahead_until: Moment | None


@dataclass(frozen=True, slots=True)
class NightsShown:
    """The last sleeps and nights."""

    sleeps: tuple[SleepReport, ...]
    nights: tuple[NightReport, ...]


def read_now(mind: Mind) -> SleepOnPage:
    """Return how it stands; nothing changes by that."""
    told = mind.episodes.all()
    return SleepOnPage(
        is_asleep=mind.sleep.is_asleep(),
        under_way=mind.sleep.under_way(),
        latest_day=max((each.span.last for each in told), default=None),
        episodes=len(told),
        lookback_days=mind.configuration.settings.episodes.lookback_days,
        ahead_until=mind.memories.night_ahead(),
    )


def read_nights(mind: Mind) -> NightsShown:
    """Return the last sleeps and nights."""
    sleeps = [report for report in mind.sleep.reports(limit=MOST_NIGHTS) if report.ended is not None]
    return NightsShown(tuple(sleeps), tuple(mind.memories.reports(limit=MOST_NIGHTS)))


def share_done(report: SleepReport) -> float:
    """Return how much of a sleep is done, 0..1: stage by stage, and within the one that is under way as far as it is known."""
    if not report.wanted:
        return 1.0
    over = sum(each.state is not StageState.UNDER_WAY for each in report.results)
    now = next((each for each in report.results if each.state is StageState.UNDER_WAY), None)
    part = now.items / now.total if now is not None and now.total > 0 else 0.0
    return min(1.0, (over + min(1.0, part)) / len(report.wanted))


def lookback_choices(days: int, say: Said) -> dict[str, str]:
    """Return the spans that can be chosen, by their days; another one that is set already stands among them."""
    known = {str(value): say(name) for name, value in LOOKBACKS.items()}
    return known if str(days) in known else known | {str(days): say("other_days", days=str(days))}


def counts_told(report: NightReport, language: Language) -> list[str]:
    """Return what a night did, in short: only what happened at all."""
    is_ja = language is Language.JA
    return [f"{keyed(COUNTS, name, is_ja=is_ja)} {count}" for name, count in report.counts.items() if count]


def money(nano_usd: int) -> str:
    """Return an amount in dollars, with as many places as it needs to be seen."""
    dollars = nano_usd / NANO_PER_USD
    return f"${dollars:,.2f}" if dollars >= 1 or dollars == 0 else f"${dollars:.4f}"
