"""The labels the reader knows, in the order of its outputs; written beside the weights, so that who reads them needs no copy."""

from collections.abc import Iterable

VALIDATION = ("ja-004", "ja-010", "ja-016", "ja-022", "ja-028", "en-004", "en-010", "en-016", "en-022")
"""Speakers on whom recipes and thresholds are chosen; who is in `corpus/test` is in neither part."""

APART_EVERY, APART_AT = 7, 3


def apart(names: Iterable[str]) -> set[str]:
    """Return the speakers of the corpus whom no network learns from either: the second look is set right on them."""
    return set(sorted(set(names) - set(VALIDATION))[APART_AT::APART_EVERY])


VALENCES = ("positive", "neutral", "negative")
CATEGORIES = ("casual", "work", "decision", "emotional")
TAGS = (
    "joy", "satisfaction", "relief", "excitement", "gratitude", "pride", "hope", "love", "curiosity", "sadness",
    "anger", "frustration", "anxiety", "fear", "disgust", "regret", "loneliness", "guilt", "resignation", "nostalgia",
    "surprise", "confusion", "determination",
)  # fmt: skip
TRAPS = (
    "joke", "irony", "hypothetical", "quote", "third_person", "question", "fiction", "past_only", "negated",
    "persona_only",
)  # fmt: skip
KINDS = ("fact", "relation", "task", "preference")
TYPES = ("person", "org", "place", "project", "tool", "animal")
ATTRIBUTES = (
    "name", "nickname", "age", "birthday", "home", "origin", "family", "partner", "child", "friend", "pet", "job",
    "workplace", "school", "study", "health", "allergy", "hobby", "skill", "belonging", "habit", "schedule", "plan",
    "event", "value", "dream", "language", "money", "vehicle", "food", "topic", "style", "errand", "appointment",
    "promise", "other",
)  # fmt: skip
OPS = ("assert", "end", "done", "correct", "deny")
ABOUT = ("user", "persona", "other")
POLARITIES = ("like", "dislike")

TURN = {
    "valence": VALENCES,
    "category": CATEGORIES,
    "arousal": ("",),
    "intensity": ("",),
    "tags": TAGS,
    "traps": TRAPS,
    "kinds": KINDS,
}
"""What is read of the whole turn."""
MARKS = ("out", "begin", "inside")
TOKEN = {
    **{f"value.{kind}": MARKS for kind in KINDS},
    "entity": ("out", *(f"{mark}.{one}" for one in TYPES for mark in MARKS[1:])),
    "time": MARKS,
    "subject": MARKS,
    "attribute": ATTRIBUTES,
    "op": OPS,
    "about": ABOUT,
    "polarity": POLARITIES,
    "explicit": ("",),
}
"""What is read of each piece: marks of where something stands, and what it would be if a belief stood there."""


OUTPUTS_OF_MARKS = {
    name: len(TOKEN[name]) for name in (*(f"value.{kind}" for kind in KINDS), "entity", "time", "subject")
}
"""The groups that mark where something stands, and how many outputs each has."""


def slices(groups: dict[str, tuple[str, ...]]) -> dict[str, slice]:
    """Return where each group lies in the row of outputs."""
    found, at = {}, 0
    for name, labels in groups.items():
        found[name] = slice(at, at + len(labels))
        at += len(labels)
    return found


def width(groups: dict[str, tuple[str, ...]]) -> int:
    """Return the length of the row of outputs."""
    return sum(len(labels) for labels in groups.values())
