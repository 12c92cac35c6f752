"""What a check of everything found."""

from dataclasses import dataclass
from enum import StrEnum


class FindingState(StrEnum):
    """How a check came out."""

    OK = "ok"
    ATTENTION = "attention"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.  `todo` is a key of advice; empty when nothing is to be done."""

    check: str
    state: FindingState
    detail: str
    todo: str = ""
