"""Protection: what the owner asked to remember never fades (SPEC M10; LTM 保護記憶).

At most fifty memories are protected.  When they are full a new one waits, unprotected, until the owner has chosen which
of the oldest to release.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.memory import Memory, MemoryId
from omoide.domain.moment import Moment


@dataclass(frozen=True, slots=True)
class ProtectionRules:
    """How many memories may be protected (LTM config `protection`)."""

    max_protected_memories: int = 50


@dataclass(frozen=True, slots=True)
class Granted:
    """The memory is protected from now on."""

    memory_id: MemoryId


@dataclass(frozen=True, slots=True)
class Waiting:
    """All places are taken: the memory waits, and the owner chooses which of the oldest to release."""

    memory_id: MemoryId
    limit: int
    oldest: tuple[Memory, ...]


ProtectionAnswer = Granted | Waiting


@dataclass(frozen=True, slots=True)
class Claim:
    """A memory that waits for protection, and since when."""

    memory_id: MemoryId
    asked_at: Moment


_JAPANESE: Final = re.compile(
    r"(?:覚え|おぼえ)(?:てお|と)(?:いて|いてね|け|くように|いてほし|いてくれ|いてください|いてもらえ)"
    r"|(?:覚え|おぼえ)ていて(?:ね|ほし|くれ|くださ|[。！!]|$)"
    r"|(?:忘れ|わすれ)(?:ないで(?!いる|いた|済|す|おこう)|ないように(?:して|ね|[。！!]|$)|るな|ちゃ(?:だめ|ダメ|いや|嫌)|てはいけない)"
    r"|(?:記憶|記録|メモ)し(?:てお|と)(?:いて|け|くように)|記憶して(?:ね|くれ|くださ|ほし|[。！!]|$)"
)
_ENGLISH: Final = re.compile(
    r"\b(?:please |always |just |now |and |so |but |must |should |to )?"
    r"(?:remember (?:this|that|it|these|the following|my|for me)\b(?! (?:time|day|night|one time|when)\b)"
    r"|(?:don'?t|do not|never|don’t) (?:ever )?forget\b"
    r"|(?:keep|bear) (?:this|that|it) in mind\b|commit (?:this|that|it) to memory\b|memori[sz]e (?:this|that|it)\b)",
    re.IGNORECASE,
)
_NOT_A_REQUEST: Final = re.compile(
    r"(?:\b(?:do|did|don'?t|didn'?t|does) (?:you|we|they|i)|\b(?:i|we|they|he|she)(?:'ll| will| can| could| still|"
    r" always| never)?(?: not|n'?t)?)\s*$|\b(?:can'?t|cannot|couldn'?t|won'?t|will|would|i'll)\s*$",
    re.IGNORECASE,
)
_POLITE: Final = re.compile(r"\b(?:can|could|will|would) you(?: please)?\s*$", re.IGNORECASE)


def asks_to_remember(text: str) -> bool:
    """Tell whether the text asks to keep something in memory for good, in Japanese or English.

    「覚えてる？」 and "do you remember" only ask; "I'll never forget" only tells.
    """
    return _JAPANESE.search(text) is not None or any(_is_request(text, found) for found in _ENGLISH.finditer(text))


def _is_request(text: str, found: re.Match[str]) -> bool:
    lead = text[max(0, found.start() - 40) : found.start()]
    return _POLITE.search(lead) is not None or _NOT_A_REQUEST.search(lead) is None


def answer(
    memory_id: MemoryId, *, protected: Sequence[Memory], rules: ProtectionRules, shown: int = 5
) -> ProtectionAnswer:
    """Return whether the memory can be protected now; when not, the oldest protected ones, to choose from."""
    if any(each.id == memory_id for each in protected) or len(protected) < rules.max_protected_memories:
        return Granted(memory_id)
    oldest = sorted(protected, key=lambda each: (each.created, each.id))[:shown]
    return Waiting(memory_id, limit=rules.max_protected_memories, oldest=tuple(oldest))


def next_in_line(waiting: Sequence[Claim], *, protected_count: int, rules: ProtectionRules) -> list[MemoryId]:
    """Return the waiting memories that can be protected now, those who waited longest first."""
    room = max(0, rules.max_protected_memories - protected_count)
    return [claim.memory_id for claim in sorted(waiting, key=lambda each: (each.asked_at, each.memory_id))[:room]]
