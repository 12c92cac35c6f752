"""Memories that fade: every number of LTM's table, with its default (SPEC M1–M14)."""

from typing import ClassVar, Literal

from pydantic import model_validator

from omoide.config.section import Section, require, setting

TOLERANCE = 1e-9
"""Decimal ratios that add up to 1 may exceed it by a rounding error."""


class DecayRangeSettings(Section):
    """What is kept each day in one category: `min` (fades fastest) at intensity 0, `max` (fades slowest) at 100."""

    ja: ClassVar[str] = "カテゴリの減衰係数の範囲。感情強度0でmin、100でmax"
    min: float = setting(0.995, "decay a day at intensity 0", "感情強度0のときの1日の減衰係数", gt=0, le=1)
    max: float = setting(0.995, "decay a day at intensity 100", "感情強度100のときの1日の減衰係数", gt=0, le=1)

    @model_validator(mode="after")
    def _ordered(self) -> "DecayRangeSettings":
        require(self.min <= self.max, "min must not be above max", "min", "max")
        return self


class DecayByCategory(Section):
    """How fast each category of memory fades."""

    ja: ClassVar[str] = "カテゴリ別の減衰係数範囲"
    casual: DecayRangeSettings = DecayRangeSettings(min=0.70, max=0.80)
    work: DecayRangeSettings = DecayRangeSettings(min=0.85, max=0.92)
    decision: DecayRangeSettings = DecayRangeSettings(min=0.93, max=0.97)
    emotional: DecayRangeSettings = DecayRangeSettings(min=0.98, max=0.999)


class Retention(Section):
    """How long memories last: retention = intensity × decay ^ days."""

    ja: ClassVar[str] = "保持スコア = 感情強度 × 減衰係数 ^ 経過日数"
    base_decay_coefficient: float = setting(
        0.995, "decay a day of a memory whose category is unknown", "基本減衰係数（カテゴリ不明のとき）", gt=0, le=1
    )
    max_decay_coefficient: float = setting(0.999, "no memory fades more slowly than this", "減衰係数の上限", gt=0, le=1)
    decay_by_category: DecayByCategory = DecayByCategory()

    @model_validator(mode="after")
    def _below_the_limit(self) -> "Retention":
        limit = self.max_decay_coefficient
        require(
            self.base_decay_coefficient <= limit,
            "base_decay_coefficient must not be above max_decay_coefficient",
            "base_decay_coefficient",
            "max_decay_coefficient",
        )
        for name in ("casual", "work", "decision", "emotional"):
            require(
                getattr(self.decay_by_category, name).max <= limit,
                f"the max of {name} must not be above max_decay_coefficient",
                f"decay_by_category.{name}.max",
                "max_decay_coefficient",
            )
        return self


class Levels(Section):
    """Retention above which a memory keeps its full text, a summary, or a trace; below the last it is archived."""

    ja: ClassVar[str] = "完全・圧縮・痕跡の各レベルに留まる保持スコアの下限（これ以下は次のレベルへ）"
    level1_threshold: float = setting(50.0, "full text above this retention", "Level1の閾値", ge=0, le=100)
    level2_threshold: float = setting(20.0, "summary above this retention", "Level2の閾値", ge=0, le=100)
    level3_threshold: float = setting(
        5.0, "trace above this retention, archive at or below it", "Level3/アーカイブ移行の閾値", ge=0, le=100
    )

    @model_validator(mode="after")
    def _descending(self) -> "Levels":
        require(
            self.level1_threshold > self.level2_threshold > self.level3_threshold,
            "the thresholds must descend: level1 > level2 > level3",
            "level1_threshold",
            "level2_threshold",
            "level3_threshold",
        )
        return self


class RecallSettings(Section):
    """What being recalled does to a memory at the next night, and how long it is kept what was recalled."""

    ja: ClassVar[str] = "想起による記憶強化（次のバッチで適用）と、想起の記録"
    decay_coefficient_boost: float = setting(
        0.02, "added to the decay coefficient", "想起時の減衰係数増加量", ge=0, le=1
    )
    memory_days_reduction: float = setting(
        0.5, "memory_days is multiplied by this", "想起時のmemory_days削減率", ge=0, le=1
    )
    recall_count_weight: float = setting(
        0.1, "weight of each earlier recall in the priority", "recall_countの重み", ge=0, le=10
    )
    receipts_days: int = setting(
        14,
        "days for which it is kept what came to mind for which cue, and why (omoide why); 0 = not at all",
        "何をきっかけに何をなぜ思い出したか（omoide why）を残す日数。0なら残さない",
        ge=0,
        le=3650,
    )


class Resonance(Section):
    """How much a memory of a similar feeling comes to mind more easily."""

    ja: ClassVar[str] = "感情共鳴：今の感情と似た記憶の思い出しやすさ"
    valence_match_bonus: float = setting(0.3, "bonus for the same valence", "valence一致ボーナス", ge=0, le=1)
    arousal_proximity_bonus: float = setting(
        0.2, "largest bonus for a similar arousal", "arousal近接ボーナス（最大値）", ge=0, le=1
    )
    tags_overlap_weight: float = setting(0.5, "weight of shared emotion tags", "tags重複の重み", ge=0, le=1)
    priority_weight_alpha: float = setting(
        0.3, "weight of resonance in the priority (α)", "感情共鳴の優先度重み（α）", ge=0, le=10
    )


class Compression(Section):
    """The nightly batch: target shares of the levels (the archive takes the rest) and when it runs."""

    ja: ClassVar[str] = "夜間バッチ：各レベルの目標比率（残りはアーカイブへ）と実行時刻"
    level1_ratio: float = setting(0.15, "target share of full memories", "Level1の目標比率", ge=0, le=1)
    level2_ratio: float = setting(0.30, "target share of summaries", "Level2の目標比率", ge=0, le=1)
    level3_ratio: float = setting(0.35, "target share of traces", "Level3の目標比率", ge=0, le=1)
    schedule_hour: int = setting(3, "local hour of the nightly batch", "圧縮処理の定期実行時刻（時）", ge=0, le=23)
    interval_hours: int = setting(
        24, "the batch is caught up after this many hours", "圧縮処理の実行間隔（時間）", ge=1, le=8760
    )
    ratio_min_population: int = setting(
        500,
        "the shares of the levels are enforced only above this many unprotected memories, the archive included; "
        "0 = always",
        "比率強制を始める件数（保護記憶を除き、アーカイブを含む）。これを超えてから比率に寄せていく。0なら常に適用",
        ge=0,
        le=100_000_000,
    )
    room: int = setting(
        30,
        "so many unprotected memories outside the archive, the strongest, stay at least summaries; 0 = none",
        "心の余裕：保護もアーカイブもされていない記憶のうち、強い順にこの件数までは要約より下がらない。0なら余裕なし",
        ge=0,
        le=100_000_000,
    )
    grace_days: int = setting(
        7,
        "a night can be undone, and what it shortened or took out is kept, for this many days",
        "夜の処理を取り消せる日数（圧縮前の本文と消去した記憶もこの間は残る）",
        ge=0,
        le=3650,
    )

    @model_validator(mode="after")
    def _at_most_everything(self) -> "Compression":
        total = self.level1_ratio + self.level2_ratio + self.level3_ratio
        require(
            total <= 1 + TOLERANCE,
            f"the ratios add up to {total:g}; together they must not exceed 1",
            "level1_ratio",
            "level2_ratio",
            "level3_ratio",
        )
        return self


class Relations(Section):
    """Links between memories."""

    ja: ClassVar[str] = "記憶どうしの関連付け"
    score_proximity_threshold: float = setting(
        5.0, "retentions closer than this count as equal: newer points to older", "スコア近接判定の閾値", ge=0, le=100
    )
    auto_link_likeness: float = setting(
        0.8,
        "memories at least this alike are linked: 0 = unrelated, 1 = word for word the same, in whatever embedding space",
        "自動関連付けに求める似かた。0=無関係、1=一字一句同じ（埋め込み空間によらない尺度）",
        ge=0,
        le=1,
    )
    max_relations_per_memory: int = setting(10, "most links of one memory", "1記憶あたりの最大関連数", ge=0, le=1000)
    relation_traversal_depth: int = setting(1, "how far recall follows links", "関連記憶の取得深度", ge=0, le=10)
    enable_auto_linking: bool = setting(True, "link similar memories at night", "自動関連付けの有効/無効")


class Archive(Section):
    """Memories out of nightly work: when they come back, and when they are deleted for good."""

    ja: ClassVar[str] = "アーカイブ：復活と完全消去の条件"
    enable_archive_recall: bool = setting(
        True, "archived memories are searched and may come back", "アーカイブからの自動復活の有効/無効"
    )
    revival_decay_per_day: float = setting(
        0.995,
        "each day in the archive weakens the score on return by this factor",
        "復活時のアーカイブ滞在日数による減衰係数",
        gt=0,
        le=1,
    )
    revival_min_margin: float = setting(
        3.0, "a revived memory starts at least this far above level 3", "復活時の最低スコアマージン", ge=0, le=100
    )
    revival_relevance: float = setting(
        0.5,
        "an archived memory this relevant to the cue is shown and asks to return (0 to 1, as `omoide recall` tells it)",
        "アーカイブの記憶を示し、復活を求める関連度（0〜1。`omoide recall` の数値と同じ尺度）",
        ge=0,
        le=1,
    )
    auto_delete_enabled: bool = setting(False, "delete old archived memories", "自動削除の有効/無効")
    retention_days: int = setting(365, "days in the archive before deletion", "自動削除までの保持日数", ge=0, le=36500)
    delete_require_zero_recall: bool = setting(
        True, "delete only what was never recalled", "想起回数0を削除条件に含める"
    )
    delete_max_intensity: float = setting(
        20.0, "delete only below this emotional intensity", "削除対象の感情強度上限", ge=0, le=100
    )
    delete_condition_mode: Literal["AND", "OR"] = setting(
        "AND", "all conditions for deletion, or any of them", "削除条件の結合方式（AND/OR）"
    )


class Protection(Section):
    """Memories the user asked to keep."""

    ja: ClassVar[str] = "保護記憶（「覚えておいて」）"
    max_protected_memories: int = setting(50, "most protected memories", "保護記憶の最大件数", ge=0, le=100_000)
