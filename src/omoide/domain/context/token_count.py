"""How many tokens a text takes: which vocabulary a model reads with, and a safe estimate where none is at hand.

Vendors publish some vocabularies and keep others to themselves (Claude, Gemini).  For the latter, and where no vocabulary is
installed, tokens are estimated by the kind of each character: high enough that texts of ordinary talk, code and emoji take no
more than that (`python -m bench.context tokens` prints the ratios), and never so high that a budget is mostly air.
"""

import math
import re
from collections.abc import Callable
from typing import Final

Count = Callable[[str], int]
"""How many tokens a text takes."""
ESTIMATE: Final = "estimate"
"""The name of the way of counting that needs no vocabulary."""
_FAMILIES: Final = (
    (re.compile(r"gpt-(?:4o|4\.\d|[5-9])|chatgpt-|o[1-9](?:-|$)|codex-|gpt-oss"), "o200k_base"),
    (re.compile(r"gpt-4|gpt-3\.5|gpt-35|text-embedding-(?:3|ada)"), "cl100k_base"),
    (re.compile(r"(?:meta-)?llama-?3|llama-?4"), "llama3"),
    (re.compile(r"deepseek"), "deepseek_v3"),
)
_VENDOR: Final = re.compile(r"^(?:[a-z0-9_.-]+[/:])+(?=[a-z])")
"""`openai/gpt-4o`, `openai:gpt-4o`: who serves a model says nothing of how it reads."""

_LOWER: Final = re.compile(r"[a-z]+")
_UPPER: Final = re.compile(r"[A-Z]+")
_BLANKS: Final = re.compile(r"[ \t]{2,}")
_EACH: Final = re.compile(r"[\n\r0-9!-/:-@\[-`{-~\x00-\x08\x0b-\x1f\x7f]")
_KANA: Final = re.compile("[\u3001-\u30ff\uff01-\uff60]")
_HAN: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_OTHER: Final = re.compile("[^\x00-\x7f\u3001-\u30ff\uff01-\uff60\u3400-\u9fff\uf900-\ufaff]")
_LETTERS_OF_A_TOKEN: Final = 4
_CAPITALS_OF_A_TOKEN: Final = 2
_KANA_TOKENS: Final = 1.2
_HAN_TOKENS: Final = 1.9
"""What a letter takes in the least kind of the vocabularies measured (cl100k_base); newer ones take half of it."""
_NARROW: Final = "\u0800"
"""Below it a character has two bytes."""


def vocabulary_of(model: str) -> str | None:
    """Return the name of the vocabulary that a model reads with; `None` where nobody has published it."""
    name = _VENDOR.sub("", model.strip().lower())
    return next((vocabulary for family, vocabulary in _FAMILIES if family.match(name)), None)


def estimate(text: str) -> int:
    """Return how many tokens a text takes at most, as far as ordinary texts go."""
    words = sum(1 + (len(run) - 1) // _LETTERS_OF_A_TOKEN for run in _LOWER.findall(text))
    words += sum(1 + (len(run) - 1) // _CAPITALS_OF_A_TOKEN for run in _UPPER.findall(text))
    words += len(_EACH.findall(text)) + len(_BLANKS.findall(text))
    if text.isascii():
        return words
    dense = len(_KANA.findall(text)) * _KANA_TOKENS + len(_HAN.findall(text)) * _HAN_TOKENS
    other = sum(1 if each < _NARROW else 2 if each <= "\uffff" else 4 for each in _OTHER.findall(text))
    return words + math.ceil(dense - 1e-9) + other
