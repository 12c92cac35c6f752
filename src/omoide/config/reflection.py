"""Settings of reflection: how often it goes deeper (SPEC D2)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class ReflectionSettings(Section):
    """What the persona makes of its days at night."""

    ja: ClassVar[str] = "省察"
    weekly_days: int = setting(7, "days after which a reflection is a weekly one", "週次省察までの日数", ge=2, le=365)
    monthly_days: int = setting(
        30, "days after which a reflection is a monthly one", "月次省察までの日数", ge=2, le=3650
    )
    shown: bool = setting(True, "the newest strategy stands in the context", "最新の指針を文脈に示す")
