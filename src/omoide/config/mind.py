"""The mind that grows: events, state, feelings, episodes, dreams (SPEC E6, S6, A1–A3, EP, D; NEX and GHO numbers)."""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.section import Section, require, setting


class Events(Section):
    """How much of the raw log other parts read."""

    ja: ClassVar[str] = "出来事ログの読み出し量"
    max_turns_window: int = setting(10, "turns of short-term history", "会話履歴のターン数", ge=0, le=10_000)
    recent_events: int = setting(12, "events a write plan sees", "WritePlanに渡す直近の出来事の件数", ge=1, le=1000)


class Tidy(Section):
    """Closing exact duplicates in the state."""

    ja: ClassVar[str] = "記憶整理（完全一致の状態を過去化）"
    first_after_turns: int = setting(10, "chat turns before the first run", "初回間隔（ターン）", ge=1, le=1_000_000)
    every_turns: int = setting(200, "chat turns between later runs", "通常間隔（ターン）", ge=1, le=1_000_000)
    max_closed: int = setting(200, "most rows closed in one run", "1回あたりの最大過去化数", ge=0, le=1_000_000)
    max_examined: int = setting(5000, "most rows looked at in one run", "取得上限", ge=1, le=10_000_000)


class Affect(Section):
    """The feeling of one turn."""

    ja: ClassVar[str] = "瞬間感情（event_affect）の分量"
    text_min_characters: int = setting(60, "shortest text", "感情テキストの最小文字数", ge=0, le=10_000)
    text_max_characters: int = setting(240, "longest text", "感情テキストの最大文字数", ge=1, le=10_000)
    max_labels: int = setting(6, "most labels", "ラベルの最大件数", ge=0, le=100)

    @model_validator(mode="after")
    def _ordered(self) -> "Affect":
        require(
            self.text_min_characters <= self.text_max_characters,
            "text_min_characters must not be above text_max_characters",
            "text_min_characters",
            "text_max_characters",
        )
        return self


class Mood(Section):
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
    def _ordered(self) -> "Mood":
        require(
            self.shock_min_half_life_hours <= self.shock_max_half_life_hours,
            "shock_min_half_life_hours must not be above shock_max_half_life_hours",
            "shock_min_half_life_hours",
            "shock_max_half_life_hours",
        )
        return self


class Episodes(Section):
    """Summaries of days and weeks."""

    ja: ClassVar[str] = "エピソード記憶（日次要約と週次圧縮）"
    lookback_days: Literal[7, 14, 30, 90] = setting(
        14, "days of episodes told before the raw log begins", "エピソード記憶の参照期間（日）"
    )
    weekly_after_days: int = setting(
        60, "older days are compressed by week", "週次圧縮の対象になる日数", ge=1, le=36_500
    )
    star_arousal: float = setting(
        0.6, "turns of at least this arousal are marked ★ and told in detail", "★を付けるArousal（以上）", ge=0, le=1
    )
    day_min_characters: int = setting(800, "shortest day summary", "日次要約の最小文字数", ge=1, le=100_000)
    day_max_characters: int = setting(1500, "longest day summary", "日次要約の最大文字数", ge=1, le=100_000)
    week_min_characters: int = setting(400, "shortest week summary", "週次要約の最小文字数", ge=1, le=100_000)
    week_max_characters: int = setting(800, "longest week summary", "週次要約の最大文字数", ge=1, le=100_000)
    week_detailed_days: int = setting(
        2, "days of highest arousal kept in detail", "詳細を残すArousal上位の日数", ge=0, le=7
    )
    retries: int = setting(3, "tries again after a passing failure", "一時的エラーの再試行回数", ge=0, le=20)
    achievement_arousal: float = setting(0.8, "arousal of an achievement", "達成エピソードのArousal", ge=0, le=1)
    discovery_arousal: float = setting(0.6, "arousal of a discovery", "発見エピソードのArousal", ge=0, le=1)
    bonding_arousal: float = setting(0.7, "arousal of a bonding episode", "絆確認エピソードのArousal", ge=0, le=1)
    trace_alpha: float = setting(
        0.2, "how far memory_trace moves the arousal towards the resonance (α)", "memory_traceの学習率α", ge=0, le=1
    )

    @model_validator(mode="after")
    def _ordered(self) -> "Episodes":
        for unit in ("day", "week"):
            low, high = f"{unit}_min_characters", f"{unit}_max_characters"
            require(getattr(self, low) <= getattr(self, high), f"{low} must not be above {high}", low, high)
        return self


class Goals(Section):
    """What the persona wants to do."""

    ja: ClassVar[str] = "目標"
    max_short_term: int = setting(10, "most short-term goals", "短期目標の上限", ge=0, le=1000)
    limit_from_level: int = setting(
        2, "reflection level from which the limit holds", "上限を適用する省察レベル", ge=1, le=3
    )
    stale_days: int = setting(30, "short-term goals this old are abandoned", "自動放棄までの日数", ge=1, le=36_500)
    injected_short_term: int = setting(3, "short-term goals shown", "注入する短期目標の件数", ge=0, le=100)
    injected_long_term: int = setting(2, "long-term goals shown", "注入する長期目標の件数", ge=0, le=100)


class Drives(Section):
    """What moves the persona."""

    ja: ClassVar[str] = "内発的動機"
    injection_threshold: float = setting(
        0.4, "drives at least this strong are told", "気持ちを注入する閾値", ge=0, le=1
    )
    boredom_threshold: float = setting(0.6, "boredom that makes the persona act", "退屈で自律行動する閾値", ge=0, le=1)


class Questions(Section):
    """What the persona wonders about."""

    ja: ClassVar[str] = "未解決の問い"
    injected: int = setting(1, "strongest questions shown", "注入する問いの件数", ge=0, le=100)
    default_priority: float = setting(
        0.5, "priority of a question that came without one", "優先度のない問いの優先度", ge=0, le=1
    )


class Reflection(Section):
    """Dreams: looking back on days, weeks and months."""

    ja: ClassVar[str] = "省察（夢日記）"
    weekly_days: int = setting(7, "days between level 2 reflections", "週次省察の間隔（日）", ge=1, le=3650)
    monthly_days: int = setting(30, "days between level 3 reflections", "月次省察の間隔（日）", ge=1, le=3650)
    injected_strategies: int = setting(1, "newest strategies shown", "注入する指針の件数", ge=0, le=100)

    @model_validator(mode="after")
    def _ordered(self) -> "Reflection":
        require(
            self.weekly_days <= self.monthly_days,
            "weekly_days must not be above monthly_days",
            "weekly_days",
            "monthly_days",
        )
        return self


class Sleep(Section):
    """When the persona may sleep of its own accord."""

    ja: ClassVar[str] = "睡眠時処理の条件"
    autonomy: bool = setting(True, "sleep without being told to", "自律的に睡眠時処理を行う")
    quiet_from_hour: int = setting(
        0, "local hour at which quiet hours begin", "通知禁止時間帯の開始（時）", ge=0, le=23
    )
    quiet_until_hour: int = setting(7, "local hour at which quiet hours end", "通知禁止時間帯の終了（時）", ge=0, le=24)
    idle_minutes: int = setting(60, "silence before sleep may begin", "睡眠までの無操作時間（分）", ge=0, le=10_080)
