"""Settings of earlier versions: a file that still names one is no mistake, but the setting does nothing.

They were declared before anything read them.  Whoever builds such a feature declares the setting again and strikes it
from this list.
"""

_BY_SECTION = {
    "": "version",
    "affect": "max_labels text_max_characters text_min_characters",
    "compression": "delete_ratio",
    "drives": "boredom_threshold injection_threshold",
    "episodes": "achievement_arousal bonding_arousal day_max_characters day_min_characters discovery_arousal "
    "retries week_detailed_days week_max_characters week_min_characters",
    "goals": "injected_long_term injected_short_term limit_from_level max_short_term",
    "keyword_search": "most_keywords tool_newest tool_oldest",
    "privacy": "export_secret_diary",
    "questions": "default_priority injected",
    "reflection": "injected_strategies",
    "retrieval": "automatic_threshold enable_auto_retrieval general_threshold memories_threshold",
    "sleep": "autonomy quiet_from_hour quiet_until_hour",
    "topics": "fixed_similarity label_max_characters label_min_characters min_members recall_similarity recalled",
}

REPLACED = {
    "archive.revival_similarity": "archive.revival_relevance",
    "context.least_similarity": "context.least_relevance",
    "hooks.least_similarity": "hooks.least_relevance",
    "relations.auto_link_similarity_threshold": "relations.auto_link_likeness",
    "retrieval.automatic_threshold": "retrieval.least_nearness",
    "retrieval.enable_auto_retrieval": "retrieval.query_step",
    "retrieval.general_threshold": "retrieval.least_nearness",
    "retrieval.memories_threshold": "retrieval.least_nearness",
}
"""What took the place of some of them.  A cosine or a distance means something in one embedding space only: what names one now
is a share of the scale that was measured for each."""

REMOVED = frozenset(REPLACED) | frozenset(
    f"{section}.{name}" if section else name for section, names in _BY_SECTION.items() for name in names.split()
)


def was_setting(name: str) -> bool:
    """Tell whether this is the key of a setting that was removed."""
    return name in REMOVED


def successor(name: str) -> str | None:
    """Return the setting that took the place of one that was removed; `None` where none did."""
    return REPLACED.get(name)


def was_section(name: str) -> bool:
    """Tell whether settings that were removed stood below this name."""
    return any(known.startswith(f"{name}.") for known in REMOVED)
