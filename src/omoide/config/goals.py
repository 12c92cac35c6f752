"""Settings of goals: when they are given up by themselves, and how many are shown (SPEC D3, I1)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class GoalSettings(Section):
    """What the persona wants to reach."""

    ja: ClassVar[str] = "目標"
    stale_days: int = setting(
        30,
        "a short-term goal of which nothing came for so many days is given up",
        "この日数のあいだ進展のない短期目標は放棄する",
        ge=1,
        le=36_500,
    )
    most_short: int = setting(
        10,
        "short-term goals that a weekly or monthly reflection leaves",
        "週次・月次の省察のあとに残す短期目標の最大数",
        ge=1,
        le=1_000,
    )
    shown_short: int = setting(3, "short-term goals in the context", "文脈に示す短期目標の数", ge=0, le=50)
    shown_long: int = setting(2, "long-term goals in the context", "文脈に示す長期目標の数", ge=0, le=50)
