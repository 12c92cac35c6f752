"""Settings of topics: how many members one needs, and how many are recalled (SPEC EP9).

From which likeness on things belong together is no setting: it belongs to the embedding space (`domain/topics/calibration.py`).
"""

from typing import ClassVar

from omoide.config.section import Section, setting


class TopicSettings(Section):
    """What is spoken of again and again."""

    ja: ClassVar[str] = "話題"
    least_members: int = setting(
        3,
        "memories that must lie near each other for a topic to be born",
        "話題が生まれるのに要る近い記憶の数",
        ge=2,
        le=100,
    )
    most_recalled: int = setting(2, "topics that are recalled for a cue", "手がかりから想起する話題の数", ge=1, le=20)
