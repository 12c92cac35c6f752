"""Settings of feelings: how moods move (SPEC A2)."""

from typing import ClassVar

from pydantic import model_validator

from omoide.config.section import Section, require, setting


class MoodSettings(Section):
    """The long mood: a slow baseline and shocks that fade."""

    ja: ClassVar[str] = "長期感情：基調（baseline）と余韻（shock）"
    baseline_half_life_hours: float = setting(
        120.0, "time in which the baseline moves half way", "基調が半分動くまでの時間", gt=0, le=8760
    )
    shock_min_half_life_hours: float = setting(
        3.0, "half-life of what was light", "軽い余韻の半減期（時間）", gt=0, le=8760
    )
    shock_max_half_life_hours: float = setting(
        72.0, "half-life of what was grave", "重い余韻の半減期（時間）", gt=0, le=8760
    )

    @model_validator(mode="after")
    def _ordered(self) -> "MoodSettings":
        require(
            self.shock_min_half_life_hours <= self.shock_max_half_life_hours,
            "shock_min_half_life_hours must not be above shock_max_half_life_hours",
            "shock_min_half_life_hours",
            "shock_max_half_life_hours",
        )
        require(
            self.shock_max_half_life_hours <= self.baseline_half_life_hours,
            "shock_max_half_life_hours must not be above baseline_half_life_hours: a mood left alone would grow",
            "shock_max_half_life_hours",
            "baseline_half_life_hours",
        )
        return self
