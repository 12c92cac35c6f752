"""Long texts in searchable pieces."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChunkRules:
    """How long a chunk is and how much two neighbours share."""

    characters: int = 300
    overlap: int = 50


def cut(text: str, *, rules: ChunkRules) -> list[str]:
    """Return the text in pieces of at most `rules.characters`."""
    step = rules.characters - rules.overlap
    return [text[at : at + rules.characters] for at in range(0, max(1, len(text) - rules.overlap), step)]
