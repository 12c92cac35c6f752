"""Settings of sleep: when it begins by itself, how long it may take, and what it may cost (SPEC D1, X6)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class SleepSettings(Section):
    """The night's work in stages: memories, days, reflection, topics, upkeep."""

    ja: ClassVar[str] = "睡眠：夜の処理の段階（記憶・エピソード・省察・話題・手入れ）"
    idle_minutes: int = setting(
        30,
        "minutes without talk before a due sleep begins by itself; one that was missed for a day begins anyway",
        "時刻が来ている睡眠がひとりでに始まるまでの無対話の時間（分）。一日逃した睡眠は待たない",
        ge=0,
        le=1440,
    )
    minutes: float = setting(
        60.0,
        "minutes one sleep may work; what is left is done in the next; 0 = no limit",
        "一度の睡眠に使う時間の上限（分）。残りは次の睡眠で。0なら制限なし",
        ge=0,
        le=1440,
    )
    usd: float = setting(
        0.0,
        "US dollars one sleep may cost, beside the caps of models; 0 = no limit of its own",
        "一度の睡眠に使う費用の上限（米ドル）。モデルの上限とは別。0なら制限なし",
        ge=0,
        le=1000,
    )
