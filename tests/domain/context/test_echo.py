"""What Omoide itself put into a conversation is not heard as something new."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from omoide.domain.context.echo import SHORTEST_ECHO, without_echo

LINE = "[2026-01-18] [L1] 猫の話 → モモという名前の黒猫を飼っていると聞いて嬉しくなった"
CONTENT = "モモという名前の黒猫を飼っていると聞いて嬉しくなった"


def test_a_memory_line_of_the_hook_is_taken_out_even_when_nobody_knows_it() -> None:
    text = f"今日は晴れだね\n- {LINE}\nでは出かけよう"

    assert without_echo(text) == "今日は晴れだね\nでは出かけよう"


@pytest.mark.parametrize("prefix", ["", "- ", "・", "  * "])
@pytest.mark.parametrize("level", ["L1", "L2", "L3", "L4"])
def test_memory_lines_are_known_by_their_date_and_level(prefix: str, level: str) -> None:
    assert without_echo(f"{prefix}[2026-01-18 10:00] [{level}] 何か") == ""


@pytest.mark.parametrize("text", ["[2026-01-18] の予定", "[L1] という名前のケーブル", "2026-01-18 [L1]"])
def test_a_date_or_a_level_alone_is_no_memory_line(text: str) -> None:
    assert without_echo(text) == text


@pytest.mark.parametrize(
    "sentence",
    [
        f"{CONTENT}。",
        "モモという名前の黒猫を飼っていると聞いて、嬉しくなった！",
        "モモという名前の黒猫を飼っていると聞いて嬉しかった。",
        "名前の黒猫を飼っていると聞いて。",
        f"そういえば{CONTENT}んだ。",
    ],
)
def test_a_sentence_that_repeats_an_injected_line_is_taken_out(sentence: str) -> None:
    assert without_echo(f"そうだね。{sentence}また話そう。", injected=[LINE]) == "そうだね。また話そう。"


@pytest.mark.parametrize(
    "sentence",
    [
        "モモが今朝、庭で大きな鳥を捕まえてきて家族みんなで驚いた。",
        "黒猫。",
        "明日は病院に行く予定なので、早く寝るつもりです。",
        f"{CONTENT}と日記に書いてあるのを見つけたので、久しぶりに写真を整理して友だちに送ろうと思っている。",
    ],
)
def test_a_sentence_that_says_something_new_stays(sentence: str) -> None:
    assert without_echo(sentence, injected=[LINE]) == sentence


def test_width_case_and_punctuation_hide_no_echo() -> None:
    assert without_echo("I LIVE, in Kyoto — with my cat Momo!", injected=["Ｉ live in Kyoto with my cat momo"]) == ""


def test_a_greeting_is_said_every_day() -> None:
    assert without_echo("おはよう。", injected=["おはよう"]) == "おはよう。"


@given(st.text(max_size=120))
def test_with_nothing_injected_talk_stays_as_it_is(text: str) -> None:
    assert without_echo(text) == text or "[L" in text


@given(st.text(max_size=120), st.lists(st.text(max_size=60), max_size=4))
def test_nothing_is_ever_added(text: str, injected: list[str]) -> None:
    left = iter(text)

    assert all(character in left for character in without_echo(text, injected=injected))


@given(st.text(st.characters(categories=["Lo", "Ll"]), min_size=SHORTEST_ECHO, max_size=80))
@example("aaaaaaaaa\ufc5e")
@example("\ufe70" * SHORTEST_ECHO)
@example("\u1100\u1161" * (SHORTEST_ECHO // 2))
def test_an_injected_line_never_comes_back_whole(line: str) -> None:
    assert without_echo(line, injected=[line]) == ""
