"""A composed context: what the persona sees before it answers, with the reason for everything left out (SPEC I1, X15).

`constant` belongs into the system prompt and stays the same, byte by byte, from turn to turn; each block of `turns` belongs to its
user message and is repeated as it was.  So what a provider has read once it need not read again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from omoide.domain.context import provider_messages
from omoide.domain.context.conversation import GivenMessages


class LeftOutReason(StrEnum):
    """Why something is not shown, or not in full."""

    OVER_BUDGET = "over_budget"
    SHORTENED = "shortened"
    BELOW_FLOOR = "below_floor"
    """It has too little to do with what was said."""
    IN_CONVERSATION = "in_conversation"
    """The conversation itself still shows it."""
    SHOWN_BEFORE = "shown_before"
    """An earlier block of this session shows it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is not shown, or not in full."""

    section: str
    key: str
    what: str
    """Its beginning."""
    reason: LeftOutReason


@dataclass(frozen=True, slots=True)
class SectionShown:
    """How much a section shows."""

    name: str
    tokens: int
    items: int


@dataclass(frozen=True, slots=True)
class Context:
    """What the persona sees before it answers."""

    constant: str
    """For the system prompt; empty when there is nothing to say, or no room."""
    turns: tuple[str, ...]
    """For each user message the block that belongs to it, the last one new; empty where there is none."""
    sections: tuple[SectionShown, ...]
    left_out: tuple[LeftOut, ...]
    tokens: int
    """Of the whole, blank lines between the parts included."""
    budget_tokens: int
    counted_by: str
    """The vocabulary that tokens were counted with, or `estimate`."""
    used: tuple[str, ...] = ()
    """By what the things that the last block shows are known, in its order: `memory:12`."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the constant part and the blocks, in order."""
        return tuple(part for part in (self.constant, *self.turns) if part)

    @property
    def text(self) -> str:
        """Return everything as one text, from the most constant to the most changing."""
        return "\n\n".join(self.parts)

    @property
    def block(self) -> str:
        """Return the block that belongs to the last user message."""
        return self.turns[-1] if self.turns else ""

    def for_openai(self, messages: GivenMessages) -> list[dict[str, Any]]:
        """Return the messages with the constant part as system prompt and each block before its user message's text.

        `messages` are those the context was composed for; what they say is not changed.
        """
        return provider_messages.for_openai(messages, constant=self.constant, turns=self.turns)

    def for_anthropic(self, messages: GivenMessages) -> dict[str, Any]:
        """Return `system` and `messages` for Anthropic's client, marked so that the provider keeps what stays the same."""
        return provider_messages.for_anthropic(messages, constant=self.constant, turns=self.turns)


Report = tuple[Sequence[SectionShown], Sequence[LeftOut]]


def report_json(sections: Sequence[SectionShown], left_out: Sequence[LeftOut]) -> Mapping[str, object]:
    """Return what is shown and what is not, as JSON holds it."""
    return {
        "sections": [[each.name, each.tokens, each.items] for each in sections],
        "left_out": [[each.section, each.key, each.what, each.reason.value] for each in left_out],
    }


def report_of(told: Mapping[str, Any]) -> tuple[tuple[SectionShown, ...], tuple[LeftOut, ...]]:
    """Return what `report_json` wrote."""
    return (
        tuple(SectionShown(*each) for each in told["sections"]),
        tuple(LeftOut(section, key, what, LeftOutReason(reason)) for section, key, what, reason in told["left_out"]),
    )
