"""Settings of notes: how long each may be (SPEC N1)."""

from typing import ClassVar

from omoide.config.section import Section, setting
from omoide.domain.notes.note import LONGEST


class NoteSettings(Section):
    """The notes that the persona and the owner edit."""

    ja: ClassVar[str] = "コアメモリ・メモ帳・日記・秘密の日記"
    core_memory_characters: int = setting(
        8_000,
        "most characters of the core memory, which every prompt is given",
        "コアメモリの最大文字数（常にプロンプトに入る）",
        ge=1,
        le=LONGEST,
    )
    notepad_characters: int = setting(
        8_000,
        "most characters of the notepad, which every prompt is given",
        "メモ帳の最大文字数（常にプロンプトに入る）",
        ge=1,
        le=LONGEST,
    )
    diary_characters: int = setting(
        200_000,
        "most characters of the diary; when it is full its oldest months go into archives",
        "日記の最大文字数。いっぱいになると古い月からアーカイブへ移る",
        ge=1,
        le=LONGEST,
    )
    secret_diary_characters: int = setting(
        200_000,
        "most characters of the secret diary; when it is full its oldest months go into archives",
        "秘密の日記の最大文字数。いっぱいになると古い月からアーカイブへ移る",
        ge=1,
        le=LONGEST,
    )
