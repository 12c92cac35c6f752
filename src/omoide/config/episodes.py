"""Settings of episodes: how far back they are told, when days become weeks, how resonance moves them (SPEC EP1–EP7)."""

from typing import ClassVar, Literal

from omoide.config.section import Section, setting


class EpisodeSettings(Section):
    """Days told in the persona's own voice."""

    ja: ClassVar[str] = "エピソード記憶（日ごとの要約）"
    lookback_days: Literal[7, 14, 30, 90] = setting(
        14, "how many days before the raw log episodes are shown", "生ログより前の何日分のエピソードを示すか"
    )
    weekly_after_days: int = setting(
        60, "days after which the days of a week become one episode", "週単位にまとめるまでの日数", ge=1, le=36_500
    )
    star_arousal: float = setting(
        0.6, "arousal from which a turn is marked ★ and told in detail", "★を付けて詳しく記すArousal", ge=0, le=1
    )
    trace_alpha: float = setting(
        0.2, "share by which a reported resonance moves an episode's arousal", "共鳴がArousalを動かす割合α", ge=0, le=1
    )
    mean_arousal_limit: float = setting(
        0.6,
        "mean arousal above which all episodes are scaled down",
        "これを超えると全体を正規化する平均Arousal",
        gt=0,
        le=1,
    )
