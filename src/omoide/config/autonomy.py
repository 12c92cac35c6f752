"""Settings of autonomy: whether and when a persona may want to speak first (SPEC D1, D5)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class AutonomySettings(Section):
    """Speaking first: whether the persona may, and when it is left to be quiet."""

    ja: ClassVar[str] = "自律行動：自分から話しかけてよいか、静かにしている時間"
    enabled: bool = setting(
        False,
        "the persona may want to speak first; the host application is told and does it",
        "自分から話しかけたくなることを許すか（実際に話しかけるのはアプリ側）",
    )
    idle_minutes: int = setting(
        60, "minutes without talk before it wants to", "話しかけたくなるまでの無対話の時間（分）", ge=0, le=10_080
    )
    act_from: float = setting(
        0.6, "strength of the dominant drive from which it wants to", "話しかけたくなる動機の強さの下限", ge=0, le=1
    )
    rest_minutes: int = setting(
        180, "minutes between two times it speaks first", "自分から話しかける間隔の下限（分）", ge=0, le=10_080
    )
    most_a_day: int = setting(
        4, "times a day it speaks first, at most", "一日に自分から話しかける最大回数", ge=1, le=100
    )
    quiet_from_hour: int = setting(
        0, "local hour from which nobody is spoken to", "通知禁止時間帯の始まり（時）", ge=0, le=23
    )
    quiet_until_hour: int = setting(
        7,
        "local hour until which nobody is spoken to; the same as the first: no quiet hours",
        "通知禁止時間帯の終わり（時）。始まりと同じなら禁止時間帯なし",
        ge=0,
        le=23,
    )
