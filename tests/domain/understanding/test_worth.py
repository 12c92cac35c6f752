"""What of a turn may become a memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.context.blocks import INJECTED_TAGS
from omoide.domain.understanding.worth import Kept, Reason, Skipped, worth_of


@pytest.mark.parametrize("command", ["/help", "/compact keep the plan", "  /clear", "/plugin:name run"])
def test_a_slash_command_makes_no_memory(command: str) -> None:
    assert worth_of(command, "done") == Skipped(Reason.SLASH_COMMAND)


def test_a_path_at_the_beginning_is_talk() -> None:
    assert worth_of("/etc/hosts を直して", "直した") == Kept("/etc/hosts を直して", "直した")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<command-name>/clear</command-name>", Reason.SLASH_COMMAND),
        ("<local-command-stdout>ok</local-command-stdout>", Reason.COMMAND_OUTPUT),
        ("<bash-input>ls</bash-input>", Reason.COMMAND_OUTPUT),
        ("<bash-stdout>a\nb</bash-stdout><bash-stderr></bash-stderr>", Reason.COMMAND_OUTPUT),
        ("<system-reminder>be brief</system-reminder>", Reason.TOOL_CHATTER),
        ("<task-notification>done</task-notification>", Reason.TOOL_CHATTER),
        ("[Request interrupted by user]", Reason.TOOL_CHATTER),
        ("This session is being continued from a previous conversation that ran out", Reason.TOOL_CHATTER),
        ("<memories>\n- [2025-01-01][L1] a → b\n</memories>", Reason.ECHO),
        ("- [2025-01-01][L2][archived] a → b", Reason.ECHO),
    ],
)
def test_what_a_host_or_tool_wrote_makes_no_memory(text: str, reason: Reason) -> None:
    assert worth_of(text, "うん") == Skipped(reason)


def test_what_the_user_said_beside_a_block_is_kept() -> None:
    text = "<system-reminder>x</system-reminder>\nおはよう\n<memories>\n- [2025-01-01][L1] a → b\n</memories>"
    assert worth_of(text, "おはよう") == Kept("おはよう", "おはよう", (Reason.TOOL_CHATTER, Reason.ECHO))


@pytest.mark.parametrize("tag", INJECTED_TAGS)
def test_no_block_of_our_own_comes_back(tag: str) -> None:
    kept = worth_of(f'<{tag} version="1">\n昔の話\n</{tag}>今日は晴れ', f"<{tag}>\n昔の話\n</{tag}>そうだね")
    assert kept == Kept("今日は晴れ", "そうだね", (Reason.ECHO,))


def test_a_block_that_is_never_closed_ends_with_the_text() -> None:
    assert worth_of("元気？\n<memories>\n- 昔の話", "うん") == Kept("元気？", "うん", (Reason.ECHO,))


def test_a_tag_named_in_mid_sentence_is_talk() -> None:
    assert worth_of("why does the `<memories>` block look odd", "") == Kept(
        "why does the `<memories>` block look odd", ""
    )


def test_expression_tags_of_the_persona_are_no_part_of_what_it_said() -> None:
    assert worth_of("ねえ", '[face:smile]なに？<persona_emotion category="joy" intensity="0.5"/>') == Kept(
        "ねえ", "なに？"
    )


def test_a_retold_memory_is_no_new_evidence() -> None:
    line = "- [2025-02-14][L1] 「昨日は港で寒ブリを食べた」と言われた → 私は「旬だね」と答えた"
    kept = worth_of("前に何食べたっけ？", "昨日は港で寒ブリを食べたんだったね。おいしかった？", injected=[line])
    assert kept == Kept("前に何食べたっけ？", "おいしかった？", (Reason.ECHO,))


def test_new_talk_on_an_injected_subject_is_kept() -> None:
    kept = worth_of("寒ブリ、今年は高いらしい", "そうなんだ", injected=["昨日は港で寒ブリを食べた"])
    assert kept == Kept("寒ブリ、今年は高いらしい", "そうなんだ")


def test_everyday_words_are_never_taken_for_an_echo() -> None:
    assert worth_of("おはよう", "おはよう", injected=["おはよう"]) == Kept("おはよう", "おはよう")


def test_an_empty_turn_makes_no_memory() -> None:
    assert worth_of("  ", "\n") == Skipped(Reason.EMPTY)


def test_what_the_persona_said_of_its_own_accord_is_kept() -> None:
    assert worth_of("", "そういえば、今日は誕生日だね") == Kept("", "そういえば、今日は誕生日だね")


@given(user=st.text(max_size=120), assistant=st.text(max_size=120), injected=st.lists(st.text(max_size=60), max_size=3))
def test_nothing_is_ever_added_to_a_turn(user: str, assistant: str, injected: list[str]) -> None:
    outcome = worth_of(user, assistant, injected=injected)
    if isinstance(outcome, Kept):
        assert len(outcome.user) <= len(user)
        assert len(outcome.assistant) <= len(assistant)
        assert outcome.user or outcome.assistant


@given(user=st.text(max_size=120))
def test_what_is_kept_is_kept_again(user: str) -> None:
    outcome = worth_of(user)
    if isinstance(outcome, Kept):
        assert worth_of(outcome.user) in (Kept(outcome.user, ""), Skipped(Reason.SLASH_COMMAND))


@pytest.mark.parametrize(
    "piece", ["<memories>", "<memories>\n", "<system-reminder>x</system-reminder>", "\n", "[face:"]
)
def test_a_huge_text_is_read_in_one_pass(piece: str) -> None:
    assert isinstance(worth_of(piece * 100_000, "a"), Kept | Skipped)
