"""Act now?  Pure: from drives, idle time, quiet hours, due things and the owner's settings (SPEC D5).

| asked in this order | answer |
|---|---|
| the owner has not allowed it | no: `OFF` |
| it is quiet (`quiet_hours`) | no: `QUIET`, look again when it is over |
| there was talk less than `idle_minutes` ago | no: `IN_TALK`; what is due is told in the talk itself |
| it acted less than `rest_minutes` ago | no: `RESTING` |
| it acted `most_a_day` times since local midnight | no: `ENOUGH`, look again tomorrow |
| something is due and nobody was told | yes: `DUE` |
| the dominant drive is at least `act_from` | yes: `DRIVE` |
| | no: `CONTENT` |

How strong a drive must be is the seed's threshold of boredom, 0.6, for all four.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.autonomy.quiet_hours import QuietHours
from omoide.domain.drives.drive import Drive
from omoide.domain.drives.inner_state import InnerState
from omoide.domain.reminders.reminder import Reminder
from omoide.domain.time import moment
from omoide.domain.time.moment import MINUTE_SECONDS, Moment

LOOK_AGAIN_SECONDS: Final = 15 * MINUTE_SECONDS
"""Drives rise slowly; whoever is content is asked again after this."""


@dataclass(frozen=True, slots=True)
class AutonomyRules:
    """What the owner allows."""

    enabled: bool = False
    idle_minutes: int = 60
    act_from: float = 0.6
    rest_minutes: int = 180
    most_a_day: int = 4
    quiet: QuietHours = field(default_factory=QuietHours)


class WhyAct(StrEnum):
    """WhyAct the persona would act now, or would not."""

    OFF = "off"
    QUIET = "quiet"
    IN_TALK = "in_talk"
    RESTING = "resting"
    ENOUGH = "enough"
    CONTENT = "content"
    DUE = "due"
    DRIVE = "drive"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to act at an instant."""

    at: Moment
    why: WhyAct
    drive: Drive | None = None
    """What moves it, when it is a drive."""
    due: tuple[Reminder, ...] = ()
    """What is due and was told to nobody yet."""
    next_look: Moment | None = None
    """Before this nothing changes by time alone; `None` when it would act now, or may not at all."""

    @property
    def act(self) -> bool:
        """Tell whether the persona would act now."""
        return self.why in (WhyAct.DUE, WhyAct.DRIVE)


def decide(
    state: InnerState, *, due: Sequence[Reminder], acted: Sequence[Moment], tz: ZoneInfo, rules: AutonomyRules
) -> Decision:
    """Return whether to act at the instant of the inner state; `acted` are the times at which it did, at least of that day."""
    at = state.at
    if not rules.enabled:
        return Decision(at, WhyAct.OFF)
    untold = tuple(one for one in due if one.is_to_be_told)
    hindrance = _hindrance(state, acted, tz, rules)
    if hindrance is not None:
        why, until = hindrance
        return Decision(at, why, due=untold, next_look=rules.quiet.end(until, tz=tz))
    if untold:
        return Decision(at, WhyAct.DUE, due=untold)
    drive = state.dominant
    if drive is not None and state.level(drive) >= rules.act_from:
        return Decision(at, WhyAct.DRIVE, drive=drive)
    return Decision(at, WhyAct.CONTENT, next_look=rules.quiet.end(Moment(at + LOOK_AGAIN_SECONDS), tz=tz))


def _hindrance(
    state: InnerState, acted: Sequence[Moment], tz: ZoneInfo, rules: AutonomyRules
) -> tuple[WhyAct, Moment] | None:
    """Return what stands against it, and until when; of several the first of the table."""
    at, last_talk = state.at, state.stirrings.last_talk
    before = [one for one in acted if one <= at]
    if rules.quiet.hold(at, tz=tz):
        return WhyAct.QUIET, at
    if last_talk is not None and (until := last_talk + rules.idle_minutes * MINUTE_SECONDS) > at:
        return WhyAct.IN_TALK, Moment(until)
    if before and (until := max(before) + rules.rest_minutes * MINUTE_SECONDS) > at:
        return WhyAct.RESTING, Moment(until)
    today = moment.day(at, tz=tz)
    if sum(moment.day(one, tz=tz) == today for one in before) >= rules.most_a_day:
        return WhyAct.ENOUGH, moment.start_of(today + timedelta(days=1), tz=tz)
    return None
