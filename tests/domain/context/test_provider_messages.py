"""Messages for providers' clients: what they say is not changed, the context stands in its place, and only once."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context.provider_messages import MOST_MARKS, for_anthropic, for_openai
from omoide.errors import InvalidInput

CONSTANT, ONE, TWO = (
    "<omoide-context>\nx\n</omoide-context>",
    "<memories>\n1\n</memories>",
    "<memories>\n2\n</memories>",
)
TALK: list[dict[str, Any]] = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "hello", "name": "mio"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
    {"role": "tool", "tool_call_id": "1", "content": "ok"},
    {
        "role": "user",
        "content": [{"type": "image_url", "image_url": {"url": "u"}}, {"type": "text", "text": "and now?"}],
    },
]


def test_openai() -> None:
    before = json.dumps(TALK)
    made = for_openai(TALK, constant=CONSTANT, turns=(ONE, TWO))
    assert made[0] == {"role": "system", "content": f"Be kind.\n\n{CONSTANT}"}
    assert made[1] == {"role": "user", "content": f"{ONE}\n\nhello", "name": "mio"}
    assert made[2:4] == TALK[2:4]
    assert made[4]["content"] == [TALK[4]["content"][0], {"type": "text", "text": TWO}, TALK[4]["content"][1]]
    assert json.dumps(TALK) == before
    assert for_openai("hi", constant=CONSTANT, turns=("",)) == [
        {"role": "system", "content": CONSTANT}, {"role": "user", "content": "hi"},
    ]  # fmt: skip
    assert for_openai(TALK, constant="", turns=("", "")) == TALK


def test_anthropic() -> None:
    talk: list[dict[str, Any]] = [
        {"role": "user", "content": "look"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "1", "content": "ok"}, {"type": "text", "text": "so?"}],
        },
    ]
    made = for_anthropic(talk, constant=CONSTANT, turns=(ONE, TWO))
    mark = {"type": "ephemeral"}
    assert made["system"] == [{"type": "text", "text": CONSTANT, "cache_control": mark}]
    assert made["messages"][0] == {"role": "user", "content": f"{ONE}\n\nlook"}
    assert made["messages"][2]["content"] == [
        {"type": "tool_result", "tool_use_id": "1", "content": "ok"},
        {"type": "text", "text": TWO},
        {"type": "text", "text": "so?", "cache_control": mark},
    ]
    assert "system" not in for_anthropic("hi", constant="", turns=("",))


def test_the_applications_own_system_prompt_comes_first_and_marks_stay_within_the_providers_limit() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    full = [{"type": "text", "text": f"p{at}", **mark} for at in range(MOST_MARKS)]
    made = for_anthropic(
        [{"role": "system", "content": full}, {"role": "user", "content": "x"}], constant=CONSTANT, turns=("",)
    )
    assert [part["text"] for part in made["system"]] == ["p0", "p1", "p2", "p3", CONSTANT]
    assert json.dumps(made).count("cache_control") == MOST_MARKS


def test_what_a_caller_hands_back_is_not_put_there_again() -> None:
    once = for_openai(TALK, constant=CONSTANT, turns=(ONE, TWO))
    assert for_openai(once, constant=CONSTANT, turns=(ONE, TWO)) == once


def test_other_messages_than_the_context_was_composed_for_are_refused() -> None:
    with pytest.raises(InvalidInput, match="composed for 1 user messages, and 2 were given"):
        for_openai(TALK, constant=CONSTANT, turns=(ONE,))


@given(st.lists(st.sampled_from(["user", "assistant", "system"]), max_size=8), st.text(max_size=20))
def test_every_original_text_is_still_there(roles: list[str], text: str) -> None:
    talk = [{"role": role, "content": f"{text}{at}"} for at, role in enumerate(roles)]
    turns = tuple(ONE for role in roles if role == "user")
    told = for_openai(talk, constant=CONSTANT, turns=turns)
    assert [each["content"] for each in talk if not any(each["content"] in made["content"] for made in told)] == []
    both = for_anthropic(talk, constant=CONSTANT, turns=turns)
    said = json.dumps(both, ensure_ascii=False)
    assert all(json.dumps(each["content"], ensure_ascii=False)[1:-1] in said for each in talk)
