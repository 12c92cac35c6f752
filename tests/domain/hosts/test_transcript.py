"""Every kind of entry seen in real session logs, and what it adds to the conversation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.hosts.transcript import Conversation, Saying, TranscriptTurn, Voice, moment_of, saying_of

AT = "2026-03-01T09:00:00.000Z"


def user(content: object, **more: object) -> dict[str, object]:
    """Return an entry of the user's kind."""
    return {"type": "user", "uuid": "u", "sessionId": "s", "cwd": "/p", "timestamp": AT,
            "message": {"role": "user", "content": content}, **more}  # fmt: skip


def assistant(*blocks: object, message_id: str = "m", **more: object) -> dict[str, object]:
    """Return an entry of the assistant's kind."""
    return {"type": "assistant", "uuid": "a", "timestamp": AT, **more,
            "message": {"id": message_id, "role": "assistant", "content": list(blocks)}}  # fmt: skip


def text(words: str) -> dict[str, object]:
    """Return a block of text."""
    return {"type": "text", "text": words}


def tool(name: str, **given: object) -> dict[str, object]:
    """Return a block that calls a tool."""
    return {"type": "tool_use", "id": "t", "name": name, "input": given}


def turns(*entries: dict[str, object], last_words: str = "") -> list[TranscriptTurn]:
    """Return the turns of a whole log."""
    conversation = Conversation()
    found = [turn for entry in entries for turn in conversation.feed(saying_of(entry))]
    last = conversation.ended(last_words=last_words)
    return [*found, last] if last else found


def test_one_answer_split_over_several_lines_is_one_answer() -> None:
    [turn] = turns(user("q"), assistant(text("one")), assistant(tool("Read", file_path="a.py")), assistant(text("two")))
    assert turn.user == "q"
    assert turn.assistant == "one\n\ntwo\n\n[Tool use: Read; a.py]"


def test_thinking_is_dropped_and_tool_calls_are_counted() -> None:
    [turn] = turns(
        user("q"),
        assistant({"type": "thinking", "thinking": "hidden", "signature": "x"}),
        assistant(tool("Edit", file_path="a.py"), tool("Edit", file_path="b.py"), tool("Bash", command="rm secret")),
        user([{"type": "tool_result", "tool_use_id": "t", "content": "loud output"}], toolUseResult={"stdout": "x"}),
        assistant(text("done"), message_id="m2"),
    )
    assert turn.assistant == "done\n\n[Tool use: Edit×2, Bash; a.py, b.py]"


@pytest.mark.parametrize("flag", ["isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"])
def test_entries_that_are_not_the_user_add_nothing(flag: str) -> None:
    assert saying_of(user("hello", **{flag: True})).voice is Voice.NOBODY
    assert saying_of({**assistant(text("hello")), flag: True}).voice is Voice.NOBODY


@pytest.mark.parametrize(
    "content",
    [
        "/compact",
        "/deploy staging",
        "<command-message>init</command-message>\n<command-name>/init</command-name>",
        "<local-command-stdout>out</local-command-stdout>",
        "<local-command-caveat>Caveat</local-command-caveat>",
        "<bash-input>ls</bash-input>",
        "<bash-stdout>files</bash-stdout><bash-stderr></bash-stderr>",
        "<task-notification><task-id>1</task-id></task-notification>",
        "<system-reminder>be good</system-reminder>",
        "<memories>\n- [2026-01-01][L1] a → b\n</memories>",
        "This session is being continued from a previous conversation that ran out of context.",
    ],
)
def test_commands_and_the_host_in_the_users_name_open_no_turn(content: str) -> None:
    assert turns(user("real"), assistant(text("answer")), user(content), assistant(text("reply"), message_id="m2")) == [
        *turns(user("real"), assistant(text("answer")))
    ]


def test_what_the_host_added_to_a_prompt_is_taken_away() -> None:
    [turn] = turns(
        user(
            "<system-reminder>x</system-reminder>\nhello <b>you</b>\n<memories>\n- [2026-01-01][L1] a → b\n</memories>"
        ),
        assistant(text("hi")),
    )
    assert turn.user == "hello <b>you</b>"


def test_images_are_dropped_and_their_words_stay() -> None:
    [turn] = turns(user([{"type": "image", "source": {"data": "AAAA"}}, text("look")]), assistant(text("nice")))
    assert turn.user == "look"


def test_an_interruption_ends_what_was_answered_and_keeps_what_was_not() -> None:
    stop = user([text("[Request interrupted by user for tool use]")])
    assert [turn.user for turn in turns(user("a"), assistant(text("b")), stop, user("c"), assistant(text("d")))] == [
        "a",
        "c",
    ]
    assert [turn.user for turn in turns(user("a"), stop, user("b"), assistant(text("c")))] == ["a\nb"]


def test_a_question_without_an_answer_is_no_turn_yet() -> None:
    assert turns(user("anybody?")) == []
    [turn] = turns(user("anybody?"), last_words="I am here.")
    assert turn.assistant == "I am here."


def test_last_words_that_the_log_holds_are_not_said_twice() -> None:
    [turn] = turns(user("q"), assistant(text("the end")), last_words="the end")
    assert turn.assistant == "the end"


def test_last_words_whose_secrets_were_masked_are_not_said_twice() -> None:
    [turn] = turns(user("q"), assistant(text("my password is hunter2")), last_words="my password is [secret]")
    assert turn.assistant == "my password is hunter2"


def test_copies_of_a_turn_have_one_key_whatever_ids_they_got() -> None:
    one, copy = (turns(user("q", uuid=uuid, sessionId=uuid), assistant(text("a")))[0] for uuid in ("x", "y"))
    assert one.key == copy.key
    other = turns(user("q", timestamp="2026-03-01T09:00:01.000Z"), assistant(text("a")))[0]
    assert other.key != one.key


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"type": "progress", "data": {"type": "hook_progress"}},
        {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"},
        {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}},
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": ["<memories>"]}},
        {"type": "summary", "summary": "A talk", "leafUuid": "x"},
        {"type": "queue-operation", "operation": "enqueue", "content": "queued words"},
        {"type": "permission-mode", "permissionMode": "plan"},
        {"type": "last-prompt", "lastPrompt": "words"},
        {"type": "started", "key": "k"},
        {"type": "result", "key": "k", "result": {}},
        {"type": "event_msg", "payload": {}},
        {"type": "turn_context", "payload": {}},
        {"silly": "x"},
        {"message": {"role": "user", "content": "no type"}},
        {"type": "user", "message": {"role": "user", "contenst": "misspelt"}},
        {"type": "user", "message": "not an object"},
        {"type": "assistant", "message": {"content": [7, None, "x"]}},
        {"type": "user", "message": {"content": [{"type": "tool_result", "content": [{"type": "text", "text": "x"}]}]}},
    ],
)
def test_other_entries_add_no_words(entry: dict[str, object]) -> None:
    assert saying_of(entry).text == ""
    assert saying_of(entry).voice in (Voice.NOBODY, Voice.ASSISTANT)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@given(
    kind=st.sampled_from(["user", "assistant"]),
    message=JSON,
    more=st.dictionaries(st.text(max_size=9), JSON, max_size=3),
)
def test_no_entry_however_misshapen_stops_the_reading(kind: str, message: object, more: dict[str, object]) -> None:
    assert isinstance(saying_of({**more, "type": kind, "message": message}), Saying)


def test_broken_utf16_and_nul_are_mended() -> None:
    [turn] = turns(user("a\ud83d b\x00c"), assistant(text("ok")))
    assert turn.user == "a\ufffd b\ufffdc"


def test_moments_are_read_with_or_without_an_offset() -> None:
    assert (
        moment_of("1970-01-01T00:00:10Z")
        == moment_of("1970-01-01T09:00:10+09:00")
        == moment_of("1970-01-01T00:00:10")
        == 10
    )
    assert moment_of("yesterday") is None
    assert moment_of(5) is None
