"""Messages in every shape, turns known again, and clear words about what is no message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context.conversation import aligned, conversation_of, fingerprint
from omoide.errors import InvalidInput, Refused

PARTS = [
    {"type": "text", "text": "猫は"},
    {"type": "image_url", "image_url": {"url": "x"}},
    {"type": "text", "text": "元気？"},
]


def test_content_may_be_a_text_or_parts() -> None:
    plain = conversation_of([{"role": "system", "content": "be kind"}, {"role": "user", "content": " 猫は元気？ "}])
    assert [turn.text for turn in plain.turns] == ["猫は元気？"]
    assert conversation_of([{"role": "user", "content": PARTS}]).last == "猫は\n元気？"
    assert conversation_of("猫は元気？").turns == plain.turns


def test_results_of_tools_are_no_turn_of_the_user() -> None:
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "ok"}]}
    found = conversation_of([{"role": "user", "content": "look"}, {"role": "assistant", "content": None}, result])
    assert found.user_messages == 2
    assert [(turn.place, turn.text) for turn in found.turns] == [(0, "look")]


def test_what_was_injected_is_no_part_of_what_was_said() -> None:
    given_back = "<memories>\nRecollections.\n- [2026-01-18][L1] 猫\n</memories>\n\n猫は元気？"
    assert conversation_of(given_back).turns == conversation_of("猫は元気？").turns


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "NoneType was given"),
        (b"hello", "bytes was given"),
        ({"role": "user", "content": "x"}, "dict was given"),
        (["hello"], "message 0 is no mapping"),
        ([{"content": "x"}], "message 0 has no role"),
        ([{"role": "user", "content": "x"}, {"role": 3, "content": "x"}], "message 1 has no role"),
        ([{"role": "user", "content": 3}], "content of message 0 is neither"),
        ([{"role": "user", "content": {"type": "text"}}], "content of message 0 is neither"),
        ([{"role": "user", "content": [3]}], "a part of message 0"),
        ([{"role": "user", "content": [{"type": "text"}]}], "text part of message 0 holds no text"),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_with_a_reason(given: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as refused:
        conversation_of(given)  # type: ignore[arg-type]
    assert isinstance(refused.value, Refused)


@pytest.mark.parametrize(
    ("known", "asked", "where"),
    [
        ("", "a", (0, 0)),
        ("ab", "abc", (0, 2)),
        ("ab", "ab", (0, 2)),
        ("abcd", "cde", (2, 2)),  # the caller left out the beginning
        ("ayby", "yc", (3, 1)),  # of two the later
        ("ab", "axc", (0, 1)),  # another branch from there on
        ("ab", "xyz", (2, 0)),
        ("aya", "ayaa", (0, 3)),  # said twice
    ],
)  # fmt: skip
def test_turns_are_known_again(known: str, asked: str, where: tuple[int, int]) -> None:
    assert aligned(list(known), list(asked)) == where


@given(st.text())
def test_any_text_has_a_fingerprint(text: str) -> None:
    assert len(fingerprint(text)) == 32
    assert fingerprint(text) == fingerprint(f" {text}\n")
