"""Settings of reminders: when due things are told (SPEC X16)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class ReminderSettings(Section):
    """Due things: appointments and tasks with a date."""

    ja: ClassVar[str] = "予定・期限の知らせ"
    lead_minutes: int = setting(
        120,
        "what is due at a time is told from so many minutes before it",
        "時刻のある予定は、その何分前から知らせるか",
        ge=0,
        le=10_080,
    )
    morning_hour: int = setting(
        6,
        "what is due on a day is told from this hour of it, and what is overdue from this hour of each day",
        "日付だけの予定はその日の何時から、過ぎたものは毎日何時から知らせるか",
        ge=0,
        le=23,
    )
    overdue_days: int = setting(
        7,
        "what is overdue is told once a day for so many days after; 0 = only on the day itself",
        "期限を過ぎたものを、その後何日のあいだ一日一度知らせるか。0なら当日だけ",
        ge=0,
        le=365,
    )
    most_at_once: int = setting(5, "most due things told at once", "一度に知らせる最大件数", ge=1, le=100)
