"""A persona's own model answers a talk: heard as it comes, kept when it is over."""

from collections.abc import Callable

import pytest

from omoide import Omoide
from omoide.errors import ThinkerUnavailable
from tests.fakes.talking_provider import talking


@pytest.fixture
def haru(opened: Callable[..., Omoide], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Omoide]:
    def with_model(url: str) -> Omoide:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
        monkeypatch.setenv("OMOIDE_LLM__PROVIDER", "openai")
        monkeypatch.setenv("OMOIDE_LLM__MODEL", "scripted")
        monkeypatch.setenv("OMOIDE_LLM__BASE_URL", url)
        home = opened()
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        return home

    return with_model


def test_an_answer_is_heard_piece_by_piece_and_kept_without_its_tags(haru: Callable[[str], Omoide]) -> None:
    with talking("おかえり、", "<persona_emotion joy='0.8'/>", "ひな。") as provider:
        provider.may_go_on.set()
        home = haru(provider.url)
        mind = home.mind("haru")
        mind.observe(user="猫の名前はモモ", assistant="かわいいね。", session_id="chat")
        talk = mind.session("chat")
        heard: list[str] = []
        assert talk.speaker == "openai:scripted"
        answer = talk.reply("ただいま", heard=heard.append)
    assert heard == ["おかえり、", "<persona_emotion joy='0.8'/>", "ひな。"]
    assert answer.replace(" ", "") == "おかえり、ひな。"
    assert [(turn.user, turn.is_complete) for turn in mind.log()][-1] == ("ただいま", True)
    roles = [message["role"] for message in provider.asked[0]["messages"]]
    assert roles[-3:] == ["user", "assistant", "user"]
    assert "モモ" in str(provider.asked[0]["messages"])
    [line] = home.models.bill().by_purpose
    assert (line.name, line.usage.output_tokens) == ("talk", 34)


def test_of_an_answer_that_breaks_off_what_came_is_kept(haru: Callable[[str], Omoide]) -> None:
    with talking("おかえり、", "ひな。", breaks_off=True) as provider:
        home = haru(provider.url)
        mind = home.mind("haru")
        heard: list[str] = []
        mind.session("chat").reply("ただいま", heard=heard.append)
    assert heard == ["おかえり、"]
    assert mind.log()[-1].assistant == "おかえり、"


def test_where_nobody_listens_the_words_stay_and_the_turn_is_open(haru: Callable[[str], Omoide]) -> None:
    with talking("x") as provider:
        url = provider.url
    mind = haru(url).mind("haru")
    with pytest.raises(ThinkerUnavailable):
        mind.session("chat").reply("ただいま")
    [turn] = mind.log()
    assert (turn.user, turn.assistant) == ("ただいま", None)


def test_without_a_model_nobody_answers(opened: Callable[..., Omoide]) -> None:
    home = opened()
    talk = home.persona("haru").session("chat")
    assert talk.speaker == ""
    with pytest.raises(ThinkerUnavailable, match=r"llm\.provider"):
        talk.reply("ただいま")
