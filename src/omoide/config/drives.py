"""Settings of drives: how strong they become, and from when they are shown (SPEC D5)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class DriveSettings(Section):
    """What moves the persona from within: boredom, curiosity, goals, relatedness."""

    ja: ClassVar[str] = "動機：退屈・好奇心・目標達成欲・関係性維持欲求"
    inject_from: float = setting(
        0.4, "strength from which a drive is shown in talk", "対話で示す動機の強さの下限", ge=0, le=1
    )
    boredom_rate: float = setting(
        0.15,
        "boredom is this times ln(1 + hours without talk)",
        "退屈の係数。退屈 = 係数 × ln(1 + 無対話の時間)",
        gt=0,
        le=1,
    )
    question_fade_days: float = setting(
        7.0,
        "time constant in which an open question loses its freshness",
        "未解決の問いの鮮度が薄れる時定数（日）",
        gt=0,
        le=3650,
    )
    emotion_half_life_hours: float = setting(
        24.0,
        "time in which the last emotion shown loses half of its pull on relatedness",
        "最後に見せた感情が関係性維持欲求に及ぼす力の半減期（時間）",
        gt=0,
        le=8760,
    )
