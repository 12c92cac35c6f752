"""Due things in words, as they stood when they were told; the words for one telling are always the same."""

from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.reminders.due import DueTask
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

LONGEST_BODY: Final = 200
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def line(task: DueTask, *, at: Moment, tz: ZoneInfo, language: Language) -> str:
    """Return one line: what, and when it is or was due, as seen from `at`."""
    body = one_line(task.body, longest=LONGEST_BODY)
    return f"{body}（{_when_ja(task, at, tz)}）" if language is Language.JA else f"{body} ({_when_en(task, at, tz)})"


def _when_ja(task: DueTask, at: Moment, tz: ZoneInfo) -> str:
    days, clock = _days_ahead(task, at, tz), _clock(task, tz)
    day = {0: "今日", 1: "明日", -1: "昨日"}.get(days) or _day_ja(task.day, moment.day(at, tz=tz))
    if at <= task.due:
        return f"{day}{clock}" if clock else f"{day}が期限"
    past = f"{-days}日過ぎている" if days < -1 else "過ぎている"
    return f"期限は{day}{clock}、{past}"


def _when_en(task: DueTask, at: Moment, tz: ZoneInfo) -> str:
    days, clock = _days_ahead(task, at, tz), _clock(task, tz)
    named = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days)
    day = named or f"on {_day_en(task.day, moment.day(at, tz=tz))}"
    moment_named = f"{day} at {clock}" if clock else day
    if at <= task.due:
        return moment_named if clock else f"due {moment_named}"
    return f"was due {moment_named}" + (f", {-days} days ago" if days < -1 else "")


def _days_ahead(task: DueTask, at: Moment, tz: ZoneInfo) -> int:
    return task.day.toordinal() - moment.day(at, tz=tz).toordinal()


def _clock(task: DueTask, tz: ZoneInfo) -> str:
    return "" if task.is_whole_day else f"{moment.local(task.due, tz=tz):%H:%M}"


def _day_ja(day: date, today: date) -> str:
    return f"{day.month}月{day.day}日" if day.year == today.year else f"{day.year}年{day.month}月{day.day}日"


def _day_en(day: date, today: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]}" + ("" if day.year == today.year else f" {day.year}")
