"""Find: episodes for a cue, by their words and their meaning; old ones too, for none is deleted (SPEC EP8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from omoide.domain.episodes.episode import Episode, EpisodeId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import cue as cues
from omoide.domain.recall.passage import PassageKind
from omoide.errors import EmbedderUnavailable
from omoide.ports.episodes.store import EpisodeStore
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import TextIndex, VectorIndex

WORDS_WEIGHT: Final = 0.5
"""What the share of the cue's telling words that an episode holds counts against its nearness in meaning."""
LONGEST_EMBEDDED: Final = 2_000
READ_AT_ONCE: Final = 3
"""Episodes read for each that is wanted: some of them a week tells."""


@dataclass(frozen=True, slots=True)
class FindEpisodes:
    """Finds episodes."""

    episodes: EpisodeStore
    texts: TextIndex
    vectors: VectorIndex
    embedder: Embedder

    def __call__(self, persona: Persona, cue: str, *, limit: int = 5) -> list[Episode]:
        """Return the episodes that hold a word of the cue, or lie nearest to it, the best first.

        A day that its week tells now is passed over for the week, unless only the day still holds what was asked for.
        """
        if not cue.strip() or limit <= 0:
            return []
        words, near = self._words(persona, cue), self._nearness(persona, cue)
        told = words or near
        ordered = sorted(told, key=lambda number: (-_score(words, near, number), number))
        found: list[Episode] = []
        for start in range(0, len(ordered), limit * READ_AT_ONCE):
            some = ordered[start : start + limit * READ_AT_ONCE]
            known = self.episodes.get(persona.id, some)
            found += [known[number] for number in some if number in known and not _is_told_by_week(known[number], told)]
            if len(found) >= limit:
                break
        return found[:limit]

    def _words(self, persona: Persona, cue: str) -> dict[EpisodeId, float]:
        terms = {term.token: term.weight for term in cues.query_terms(cue) if not term.is_speaker}
        whole = sum(terms.values()) or 1.0
        found: dict[EpisodeId, float] = {}
        postings = self.texts.postings(persona.id, list(terms), kind=PassageKind.EPISODE)
        for token, numbers in postings.ids.items():
            for number in set(map(int, numbers)):
                found[EpisodeId(number)] = found.get(EpisodeId(number), 0.0) + terms[token] / whole
        return found

    def _nearness(self, persona: Persona, cue: str) -> dict[EpisodeId, float]:
        try:
            [vector] = self.embedder.embed([cue[:LONGEST_EMBEDDED]], role="query")
        except EmbedderUnavailable:
            return {}
        near = self.vectors.nearness(persona.id, vector, space=self.embedder.space, kind=PassageKind.EPISODE)
        known = zip(near.item_ids, np.asarray(near.cosines, float), strict=True)
        return {EpisodeId(int(number)): float(cosine) for number, cosine in known}


def _is_told_by_week(episode: Episode, told: Mapping[EpisodeId, float]) -> bool:
    return episode.week_id is not None and told.get(episode.week_id, -1.0) >= told[episode.id]


def _score(words: Mapping[EpisodeId, float], near: Mapping[EpisodeId, float], number: EpisodeId) -> float:
    return WORDS_WEIGHT * words.get(number, 0.0) + near.get(number, 0.0)
