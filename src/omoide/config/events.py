"""Settings of events: how far back is read (SPEC E6)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class Events(Section):
    """How much of the raw log other parts read."""

    ja: ClassVar[str] = "出来事ログの読み出し量"
    max_turns_window: int = setting(10, "turns of short-term history", "会話履歴のターン数", ge=0, le=10_000)
    recent_events: int = setting(12, "events a write plan sees", "WritePlanに渡す直近の出来事の件数", ge=1, le=1000)
