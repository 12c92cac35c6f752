"""What someone who asks is after (NEX Phase 1.5+ Intent-Aware Retrieval)."""

from enum import StrEnum


class Intent(StrEnum):
    """The kind of recollection a question wants."""

    EMOTIONAL = "emotional"
    """「初めて会った日」「嬉しかったこと」"""
    FACTUAL = "factual"
    """「猫の名前は？」「誕生日いつ？」"""
    TECHNICAL = "technical"
    """「設定方法は？」「バージョン」"""
    TEMPORAL = "temporal"
    """「最近何した？」「昨日の話」"""
    RELATIONAL = "relational"
    """「〇〇との関係は？」"""
