"""The mind that grows: events, state, mood (SPEC E6, S6, A1–A3; GHO numbers)."""

from typing import ClassVar

from pydantic import model_validator

from omoide.config.section import Section, require, setting


class Events(Section):
    """How much of the raw log other parts read."""

    ja: ClassVar[str] = "出来事ログの読み出し量"
    max_turns_window: int = setting(10, "turns of short-term history", "会話履歴のターン数", ge=0, le=10_000)
    recent_events: int = setting(12, "events a write plan sees", "WritePlanに渡す直近の出来事の件数", ge=1, le=1000)


class TidySettings(Section):
    """Closing exact duplicates in the state."""

    ja: ClassVar[str] = "記憶整理（完全一致の状態を過去化）"
    first_after_turns: int = setting(10, "chat turns before the first run", "初回間隔（ターン）", ge=1, le=1_000_000)
    every_turns: int = setting(200, "chat turns between later runs", "通常間隔（ターン）", ge=1, le=1_000_000)
    max_closed: int = setting(200, "most rows closed in one run", "1回あたりの最大過去化数", ge=0, le=1_000_000)
    max_examined: int = setting(5000, "most rows looked at in one run", "取得上限", ge=1, le=10_000_000)


class MoodSettings(Section):
    """The long mood: a slow baseline and shocks that fade."""

    ja: ClassVar[str] = "長期感情：基調（baseline）と余韻（shock）"
    baseline_half_life_hours: float = setting(
        24.0, "time in which the baseline moves half way", "基調が半分動くまでの時間", gt=0, le=8760
    )
    shock_min_half_life_hours: float = setting(
        1.0, "half-life of the lightest shock", "最も軽い余韻の半減期（時間）", gt=0, le=8760
    )
    shock_max_half_life_hours: float = setting(
        24.0, "half-life of the gravest shock", "最も重い余韻の半減期（時間）", gt=0, le=8760
    )

    @model_validator(mode="after")
    def _ordered(self) -> "MoodSettings":
        require(
            self.shock_min_half_life_hours <= self.shock_max_half_life_hours,
            "shock_min_half_life_hours must not be above shock_max_half_life_hours",
            "shock_min_half_life_hours",
            "shock_max_half_life_hours",
        )
        return self
