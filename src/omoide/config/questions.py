"""Settings of open questions: how many are raised and kept (SPEC D4)."""

from typing import ClassVar

from omoide.config.section import Section, setting


class QuestionSettings(Section):
    """What the persona would like to know."""

    ja: ClassVar[str] = "未解決の問い"
    most_open: int = setting(
        20,
        "open questions that are kept; of more, those that pull least are let go",
        "保つ未解決の問いの数。超えた分は弱いものから手放す",
        ge=1,
        le=1_000,
    )
    most_a_night: int = setting(
        3, "questions that one look at night raises", "一晩の振り返りで新しく立てる問いの数", ge=0, le=100
    )
    shown: int = setting(1, "open questions in the context, the strongest", "文脈に示す最も強い問いの数", ge=0, le=20)
