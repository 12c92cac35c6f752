"""Which entities hold most of the words that are looked for (SPEC EN3; NEX 検索ロジック).

The query is split on blanks; each word is looked for in the names, in the text and in what is believed, width, case and kana
aside; the number of words found ranks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from omoide.domain.entities.entity import Entity
from omoide.domain.entities.profile import EntityProfile
from omoide.domain.entities.profile_lines import told_lines
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.tokens import fold_kana, normalised
from omoide.errors import InvalidInput

LONGEST_SHOWN: Final = 200
MOST_WORDS: Final = 50
"""Words of a query that are looked for; of more, the first."""


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity that holds some of the words."""

    entity: Entity
    words: tuple[str, ...]
    """Those it holds, as they were asked for."""
    line: str
    """The line that holds most of them; its names when only these do."""


def query_words(query: str) -> dict[str, str]:
    """Return the words of a query, each once, by the form in which it is looked for; raise `InvalidInput` without any."""
    words = {folded(word): word for word in query.split()}
    words.pop("", None)
    if not words:
        raise InvalidInput("there is nothing to look for; give one or more words with blanks between them")
    return dict(list(words.items())[:MOST_WORDS])


def found(profiles: Iterable[EntityProfile], query: str, *, limit: int) -> list[EntityHit]:
    """Return the entities that hold any of the words, most words first; of equals those named by them, then the newest."""
    words = query_words(query)
    ranked = []
    for profile in profiles:
        entity = profile.entity
        names = " ".join(entity.names)
        lines = [names, *told_lines(entity.text), *(state.body for state in profile.beliefs)]
        held = [(line, _held(folded(line), words)) for line in lines]
        matched = [word for word in words if any(word in each for _, each in held)]
        if matched:
            named = len(held[0][1])
            line = max(held, key=lambda each: len(each[1]))[0]  # the first of equals
            hit = EntityHit(entity, tuple(words[word] for word in matched), one_line(line, longest=LONGEST_SHOWN))
            ranked.append((-len(matched), -named, -entity.changed, entity.id, hit))
    return [hit for *_, hit in sorted(ranked, key=lambda each: each[:4])[:limit]]


def folded(text: str) -> str:
    """Return the form in which words are compared."""
    return fold_kana(normalised(text))


def _held(line: str, words: Iterable[str]) -> set[str]:
    return {word for word in words if word in line}
