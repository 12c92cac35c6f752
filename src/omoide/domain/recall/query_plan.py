"""QueryPlan: whether to search the past, and for what (NEX Active Recall; SPEC R1).

Two queries come out of it: broad words for meaning (RAG), with synonyms and related terms, and up to three exact ones
(KEYWORD) for the raw log: names and particular phrases only, for common words there are noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.intent import Intent
from omoide.domain.text.distinct import distinct
from omoide.domain.text.excerpt import clipped

MOST_KEYWORDS: Final = 3
MOST_WORDS: Final = 12
LONGEST_WORD: Final = 60


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """How the past is to be searched, or that it need not be."""

    search: bool
    words: tuple[str, ...]
    """Broad words for search by meaning; never empty when there is to be a search."""
    keywords: tuple[str, ...]
    """0 to 3 names or phrases to be found letter by letter."""
    intent: Intent


def no_search(*, intent: Intent = Intent.FACTUAL) -> QueryPlan:
    """Return the plan to leave the past alone."""
    return QueryPlan(search=False, words=(), keywords=(), intent=intent)


def search_for(utterance: str, *, words: Sequence[str], keywords: Sequence[str], intent: Intent) -> QueryPlan:
    """Return the plan to search: words are cut to their number and length, and there is always something to look for."""
    if not utterance.strip():
        return no_search(intent=intent)
    exact = tuple(word[:LONGEST_WORD] for word in distinct(keywords)[:MOST_KEYWORDS])
    broad = tuple(word[:LONGEST_WORD] for word in distinct(words)[:MOST_WORDS])
    fallback = exact or (clipped(utterance, longest=LONGEST_WORD),)
    return QueryPlan(search=True, words=broad or fallback, keywords=exact, intent=intent)
