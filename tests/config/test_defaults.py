"""The seeds' numbers are the defaults, and nothing else is."""

from pathlib import Path

import pytest

from omoide import config
from omoide.config import keys, reference

LTM = {
    "retention.base_decay_coefficient": 0.995,
    "retention.decay_by_category.casual.min": 0.70,
    "retention.decay_by_category.casual.max": 0.80,
    "retention.decay_by_category.work.min": 0.85,
    "retention.decay_by_category.work.max": 0.92,
    "retention.decay_by_category.decision.min": 0.93,
    "retention.decay_by_category.decision.max": 0.97,
    "retention.decay_by_category.emotional.min": 0.98,
    "retention.decay_by_category.emotional.max": 0.999,
    "retention.max_decay_coefficient": 0.999,
    "levels.level1_threshold": 50,
    "levels.level2_threshold": 20,
    "levels.level3_threshold": 5,
    "recall.decay_coefficient_boost": 0.02,
    "recall.memory_days_reduction": 0.5,
    "recall.recall_count_weight": 0.1,
    "resonance.valence_match_bonus": 0.3,
    "resonance.arousal_proximity_bonus": 0.2,
    "resonance.tags_overlap_weight": 0.5,
    "resonance.priority_weight_alpha": 0.3,
    "compression.level1_ratio": 0.15,
    "compression.level2_ratio": 0.30,
    "compression.level3_ratio": 0.35,
    "compression.schedule_hour": 3,
    "compression.interval_hours": 24,
    "relations.score_proximity_threshold": 5.0,
    "relations.max_relations_per_memory": 10,
    "relations.relation_traversal_depth": 1,
    "relations.enable_auto_linking": True,
    "retrieval.top_k": 5,
    "retrieval.relevance_threshold": 5.0,
    "archive.enable_archive_recall": True,
    "archive.revival_decay_per_day": 0.995,
    "archive.revival_min_margin": 3.0,
    "archive.auto_delete_enabled": False,
    "archive.retention_days": 365,
    "archive.delete_require_zero_recall": True,
    "archive.delete_max_intensity": 20,
    "archive.delete_condition_mode": "AND",
    "protection.max_protected_memories": 50,
    "embedding.model": "text-embedding-3-small",
    "embedding.dimensions": 1536,
    "llm.model": "claude-3-5-haiku-20241022",
    "llm.temperature": 0,
    "llm.max_tokens": 1024,
}

WITHOUT_A_KEY = {"embedding.provider": "builtin", "llm.provider": "rules"}
"""LTM says openai and anthropic here; Omoide works without a key (SPEC L1)."""

NEX = {
    "index.chunk_characters": 300,
    "index.chunk_overlap": 50,
    "index.checkpoint_items": 5,
    "embedding.batch_size": 20,
    "embedding.batch_pause_seconds": 2,
    "embedding.retries": 3,
    "episodes.lookback_days": 14,
    "episodes.weekly_after_days": 60,
    "episodes.star_arousal": 0.6,
    "topics.least_members": 3,
    "topics.most_recalled": 2,
    "drives.inject_from": 0.4,
    "goals.stale_days": 30,
    "goals.most_short": 10,
    "goals.shown_short": 3,
    "goals.shown_long": 2,
    "reflection.weekly_days": 7,
    "reflection.monthly_days": 30,
    "retrieval.per_index": 10,
    "retrieval.after_threshold": 10,
    "retrieval.shown": 7,
    "retrieval.time_decay_rate": 0.05,
    "retrieval.star_above_arousal": 0.6,
    "retrieval.new_above_decay": 0.9,
    "retrieval.intent_weights.emotional.similarity": 0.3,
    "retrieval.intent_weights.emotional.arousal": 0.6,
    "retrieval.intent_weights.emotional.time": 0.1,
    "retrieval.intent_weights.factual.similarity": 0.5,
    "retrieval.intent_weights.factual.arousal": 0.2,
    "retrieval.intent_weights.factual.time": 0.3,
    "retrieval.intent_weights.technical.similarity": 0.3,
    "retrieval.intent_weights.technical.arousal": 0.1,
    "retrieval.intent_weights.technical.time": 0.6,
    "retrieval.intent_weights.temporal.similarity": 0.2,
    "retrieval.intent_weights.temporal.arousal": 0.2,
    "retrieval.intent_weights.temporal.time": 0.6,
    "retrieval.intent_weights.relational.similarity": 0.4,
    "retrieval.intent_weights.relational.arousal": 0.4,
    "retrieval.intent_weights.relational.time": 0.2,
    "keyword_search.newest": 2,
    "keyword_search.oldest": 2,
    "keyword_search.middle": 1,
    "keyword_search.same_characters": 200,
    "keyword_search.longest_characters": 500,
    "keyword_search.shortest_characters": 30,
}

GHO = {
    "events.max_turns_window": 10,
    "events.recent_events": 12,
    "tidy.first_after_turns": 10,
    "tidy.every_turns": 200,
    "tidy.max_closed": 200,
    "tidy.max_examined": 5000,
}

DECIDED = {
    "web.loopback_key": False,
    "web.hosts": (),
    "web.origins": (),
    "web.body_bytes": 64_000_000,
    "web.body_seconds": 60,
    "web.requests_per_minute": 600,
    "web.audit_days": 90,
    "database.url": None,
    "database.pool_size": 8,
    "database.pool_overflow": 8,
    "database.statement_seconds": 120,
    "recall.receipts_days": 14,
    "compression.ratio_min_population": 500,
    "compression.room": 30,
    "background.auto": True,
    "background.gather_seconds": 300,
    "background.attempts": 8,
    "background.rest_seconds": 60,
    "llm.per_minute": None,
    "models.internal.per_minute": None,
    "models.summary.per_minute": None,
    "archive.revival_relevance": 0.5,
    "relations.auto_link_likeness": 0.8,
    "retrieval.query_step": "rules",
    "retrieval.least_nearness": 0.35,
    "entities.profile_characters": 8_000,
    "entities.index_characters": 600,
    "entities.propose_after": 2,
    "entities.told_proposals": 3,
    "episodes.trace_alpha": 0.2,
    "episodes.mean_arousal_limit": 0.6,
    "mood.baseline_half_life_hours": 120,
    "mood.shock_min_half_life_hours": 3,
    "mood.shock_max_half_life_hours": 72,
    "knowledge.file_bytes": 50_000_000,
    "knowledge.pages": 2_000,
    "knowledge.document_characters": 5_000_000,
    "knowledge.expansion": 100.0,
    "knowledge.folder_files": 20_000,
    "knowledge.most_hits": 5,
    "drives.boredom_rate": 0.15,
    "drives.question_fade_days": 7,
    "drives.emotion_half_life_hours": 24,
    "autonomy.enabled": False,
    "autonomy.idle_minutes": 60,
    "autonomy.act_from": 0.6,
    "autonomy.rest_minutes": 180,
    "autonomy.most_a_day": 4,
    "autonomy.quiet_from_hour": 0,
    "autonomy.quiet_until_hour": 7,
    "sleep.idle_minutes": 30,
    "sleep.minutes": 60,
    "sleep.usd": 0,
    "questions.most_open": 20,
    "questions.most_a_night": 3,
    "questions.shown": 1,
    "reflection.shown": True,
    "reminders.lead_minutes": 120,
    "reminders.morning_hour": 6,
    "reminders.overdue_days": 7,
    "reminders.most_at_once": 5,
    "tools.portion_characters": 4_000,
    "tools.read_only": False,
    "tools.left_out": (),
    "tools.mcp_toolset": "default",
    "notes.core_memory_characters": 8_000,
    "notes.notepad_characters": 8_000,
    "notes.diary_characters": 200_000,
    "notes.secret_diary_characters": 200_000,
    "context.budget_tokens": 8_000,
    "context.model": "",
    "context.core_memory_share": 0.15,
    "context.preferences_share": 0.05,
    "context.names_share": 0.05,
    "context.notepad_share": 0.1,
    "context.inner_life_share": 0.03,
    "context.goals_share": 0.03,
    "context.episodes_share": 0.25,
    "context.changes_share": 0.02,
    "context.mood_share": 0.02,
    "context.tasks_share": 0.02,
    "context.memories_share": 0.06,
    "context.most_memories": 5,
    "context.least_relevance": 0.35,
    "context.least_feeling": 0.4,
    "context.task_days": 1,
    "context.keep_days": 30,
    "retrieval.floor": None,
    "retrieval.neighbours": 1,
    "index.catch_up_seconds": 2,
    "server.hook_deadline_ms": 800,
    "proxy.openai_upstream": "https://api.openai.com/v1",
    "proxy.anthropic_upstream": "https://api.anthropic.com/v1",
    "proxy.persona": "",
    "proxy.deadline_ms": 300,
    "proxy.timeout_seconds": 600,
    "proxy.asides": (),
    "server.memory_mb": 256,
    "cost.daily_cap_usd": None,
    "cost.monthly_cap_usd": None,
    "llm.timeout_seconds": 60,
    "llm.retries": 3,
}

GOLDEN = LTM | WITHOUT_A_KEY | NEX | GHO | DECIDED


@pytest.mark.parametrize(("name", "default"), GOLDEN.items())
def test_the_default_is_that_of_the_design(name: str, default: object, tmp_path: Path) -> None:
    entry = config.load(tmp_path, {}).entry(name)

    assert entry.value == default
    assert type(entry.value) is not bool or type(default) is bool
    assert entry.key.default == default
    assert entry.origin == config.SettingOrigin(config.Layer.DEFAULT)


def test_every_setting_says_what_it_is_for_in_both_languages() -> None:
    for key in keys():
        assert key.en, key.name
        assert any(ord(character) > 0x3000 for character in key.ja), key.name
        assert key.allowed, key.name
    for heading in config.headings().values():
        assert heading.en, heading.name
        assert heading.ja, heading.name


def test_every_number_has_a_lowest_and_a_highest_value() -> None:
    for key in keys():
        if key.type in ("int", "float") and not key.choices:
            assert "≤ x ≤" in key.allowed or "< x ≤" in key.allowed, key.name


def test_the_committed_reference_page_is_the_generated_one() -> None:
    committed = Path(__file__).parents[2] / "docs" / "reference" / "configuration.md"

    how = "write it anew: .venv/bin/python -m omoide.config.reference > docs/reference/configuration.md"
    assert committed.read_text(encoding="utf-8") == reference.page(), how
