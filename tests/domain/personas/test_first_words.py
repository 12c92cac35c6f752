"""Which language somebody speaks is told by clear words, and by nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.event import OWNER, Turn
from omoide.domain.personas.first_words import clearly, language_told
from omoide.domain.text.language import Language

JAPANESE = (
    "はじめまして",
    "うん",
    "今日は寒いね",
    "GitHubのActionsが落ちたので見てほしい",
    "ﾓﾓﾀﾞﾖ",
    "これ、なんでだと思う？\n```python\nraise ValueError('the file you gave is not there')\n```",
    "https://example.com/the/page これ読んだ？",
    "`git status` の結果がおかしい",
    "Claudeさん、こんにちは！",
    "猫/犬どっちが好き？（わたしは猫）",
    "x=3(仮)だとどうなる？",
)
ENGLISH = (
    "my cat is called Momo",
    "Hello there, how are you today?",
    "I don't know what to do about it",
    "Can you fix the login page?\n```ts\nconst 名前 = 'モモ'\n```",
    "It’s raining and I’m late",
    "Please look at src/app/main.py and tell me what is wrong with it",
)
NOTHING = (
    "",
    "ok",
    "OK!",
    "👍",
    "yes",
    "lol",
    "Momo",
    "42",
    "npm run build",
    "def f(x): return x is not None and x.y",
    "```\nthis is what you have to do with it\n```",
    "```js\n// これはテストです",
    "https://example.com/this/is/what/you/have",
    "/clear",
    "请帮我看看这个问题",
    "東京",
    "Guten Morgen, wie geht es dir heute?",
    "¿Dónde está la biblioteca?",
    "Je ne sais pas quoi faire de tout ça",
    "What does ありがとう mean to you?",
    "What does ありがとうございました mean, do you know?",
    "SELECT name FROM users WHERE id IS NOT NULL AND age > 3",
    "Translate this for me, it is a letter:\nお元気ですか。先日はありがとうございました。",
    "Error: Cannot find module 'express'",
    "<system-reminder>これは合図です</system-reminder>",
)


@pytest.mark.parametrize("said", JAPANESE)
def test_kana_tell_japanese(said: str) -> None:
    assert language_told(Turn(said)) is Language.JA


@pytest.mark.parametrize("said", ENGLISH)
def test_small_words_tell_english(said: str) -> None:
    assert language_told(Turn(said)) is Language.EN


@pytest.mark.parametrize("said", NOTHING)
def test_code_short_words_other_languages_and_mixtures_tell_nothing(said: str) -> None:
    assert language_told(Turn(said)) is None


@pytest.mark.parametrize("source", [OWNER, "notification", "vision", "reminder", "meta_proactive"])
def test_what_nobody_said_to_the_persona_tells_nothing(source: str) -> None:
    assert language_told(Turn("はじめまして、よろしくね", source=source)) is None


def test_the_answer_tells_nothing() -> None:
    assert language_told(Turn("ok", "はじめまして、よろしくね")) is None


def test_a_huge_text_is_told_by_its_beginning() -> None:
    assert language_told(Turn("今日の記録を貼るね。" + "この記録はとても長い。" * 100_000)) is Language.JA


@given(st.text())
def test_any_text_is_answered(said: str) -> None:
    assert clearly(said) in (None, *Language)


@given(st.text(alphabet=st.characters(whitelist_categories=("Nd", "Po", "So", "Sm", "Zs"))))
def test_without_letters_nothing_is_told(said: str) -> None:
    assert clearly(said) is None
