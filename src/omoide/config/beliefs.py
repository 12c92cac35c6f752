"""Settings of beliefs: how they are tidied (SPEC S6)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class TidySettings(Section):
    """Closing exact duplicates in the state."""

    ja: ClassVar[str] = "記憶整理（完全一致の状態を過去化）"
    first_after_turns: int = setting(10, "chat turns before the first run", "初回間隔（ターン）", ge=1, le=1_000_000)
    every_turns: int = setting(200, "chat turns between later runs", "通常間隔（ターン）", ge=1, le=1_000_000)
    max_closed: int = setting(200, "most rows closed in one run", "1回あたりの最大過去化数", ge=0, le=1_000_000)
    max_examined: int = setting(5000, "most rows looked at in one run", "取得上限", ge=1, le=10_000_000)
