"""Settings of entities: how long profiles and the list of names may be, and when a name is proposed (SPEC EN1, EN2)."""

from typing import ClassVar

from omoide.config.section import Section, setting
from omoide.domain.entities.entity import LONGEST_PROFILE


class EntitySettings(Section):
    """The people and things the persona knows."""

    ja: ClassVar[str] = "エンティティ記憶（人物・事物のプロファイル）"
    profile_characters: int = setting(
        8_000, "most characters of one profile", "一つのプロファイルの最大文字数", ge=1, le=LONGEST_PROFILE
    )
    index_characters: int = setting(
        600,
        "most characters of the list of names that a prompt is given",
        "プロンプトに入る名前の目次の最大文字数",
        ge=0,
        le=LONGEST_PROFILE,
    )
    propose_after: int = setting(
        2,
        "a name is proposed when it was said on so many days, or in so many sessions",
        "名前がこの日数、またはこのセッション数に出たら記録を提案する",
        ge=1,
        le=1_000,
    )
    told_proposals: int = setting(
        3,
        "most proposals that the persona is told at the next conversation; 0 = none",
        "次の会話で人格に伝える提案の最大数。0なら伝えない",
        ge=0,
        le=100,
    )
