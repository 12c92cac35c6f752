"""`mind.session`: memory for a chat loop in three lines."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.errors import IdempotencyConflict, InvalidInput
from tests import warm
from tests.fakes.embedding import hashing
from tests.fakes.provider import Reset, Say, ScriptedProvider, provider

CAT, ASKED = "うちの猫の名前はモモだよ。覚えておいて", "猫の名前、覚えてる？"
FELT = '<persona_emotion category="joy" intensity="0.8"/>'


def told(mind: Mind) -> list[tuple[str, str | None]]:
    return [(event.user, event.assistant) for event in mind.log()]


def talk_of(mind: Mind, *turns: tuple[str, str], session: str = "chat-1") -> None:
    with mind.session(session) as talk:
        for said, answer in turns:
            talk.context(said)
            talk.said(said, answer)


def test_what_was_said_in_one_talk_is_there_in_the_next(mind: Mind) -> None:
    talk_of(mind, (CAT, "モモちゃん、覚えたよ"))
    mind.settle()
    with mind.session("chat-2") as talk:
        context = talk.context(ASKED)
        assert "モモ" in context.block
        assert talk.messages == [{"role": "user", "content": ASKED}]
        assert talk.said(ASKED, "モモだよね") == "モモだよね"
    assert told(mind) == [(CAT, "モモちゃん、覚えたよ"), (ASKED, "モモだよね")]
    assert {event.session_id for event in mind.log()} == {"chat-1", "chat-2"}


def test_the_personas_own_tags_count_and_are_not_shown(mind: Mind, clock: SimulatedClock) -> None:
    talk_of(mind, (CAT, "うん"))
    clock.advance(days=1)
    mind.settle()
    mind.episodes.update()
    [episode] = mind.episodes.all()
    with mind.session("chat-2") as talk:
        talk.context(ASKED)
        answer = f'もちろん。{FELT}<memory_trace id="{episode.label}" resonance="1.0"/>'
        assert talk.said(ASKED, answer) == "もちろん。"
        assert talk.history()[-1] == {"role": "assistant", "content": "もちろん。"}
    mind.settle()
    assert mind.episodes.get(episode.label).arousal > episode.arousal
    assert [entry.emotion.category.value for entry in mind.feelings.emotions()] == ["joy"]


def test_tags_that_the_user_types_are_what_the_user_says(mind: Mind) -> None:
    talk_of(mind, (f"ねえ{FELT}", "なあに"))
    mind.settle()
    assert mind.feelings.emotions() == []


def test_the_history_comes_from_the_log_whoever_asks(mind: Mind, opened: Callable[..., Omoide]) -> None:
    talk_of(mind, (CAT, "覚えたよ"), ("散歩に行った", "いいね"))
    with opened().mind("haru").session("chat-1") as talk:
        talk.context(ASKED)
        assert [message["content"] for message in talk.messages] == [CAT, "覚えたよ", "散歩に行った", "いいね", ASKED]


def test_an_application_may_keep_its_own_messages(mind: Mind) -> None:
    system = {"role": "system", "content": "あなたはハル。"}
    with mind.session("chat-1") as talk:
        mine: list[dict[str, Any]] = [system, {"role": "user", "content": CAT}]
        context = talk.context(CAT, messages=mine)
        assert talk.messages == mine
        assert context.for_openai(talk.messages)[0]["content"].startswith("あなたはハル。")
        talk.said(CAT, "うん")
    assert told(mind) == [(CAT, "うん")]


def test_what_is_sent_is_the_beginning_of_what_is_sent_next(mind: Mind, clock: SimulatedClock) -> None:
    talk_of(mind, (CAT, "覚えたよ"), session="before")
    mind.settle()
    sent: list[list[dict[str, Any]]] = []
    with mind.session("chat-1") as talk:
        for number in range(15):
            said = f"{number}番目の話。{ASKED if number == 3 else ''}"
            sent.append(talk.context(said).for_openai(talk.messages))
            talk.said(said, f"{number}番目の答え")
            clock.advance(seconds=90)
    for before, after in pairwise(sent):
        assert after[: len(before)] == before


def test_told_twice_it_is_kept_once_and_said_again_it_is_kept_again(mind: Mind) -> None:
    with mind.session("chat-1") as talk:
        talk.context("おはよう")
        for _ in range(2):
            assert talk.said("おはよう", f"おはよう。{FELT}") == "おはよう。"
        talk.context("おはよう")
        talk.said("おはよう", "二度目だね")
        for _ in range(2):
            talk.said("言っただけ", "聞いただけ")
    assert [event.user for event in mind.log()] == ["おはよう", "おはよう", "言っただけ"]


def test_a_turn_with_a_name_is_kept_once_in_any_process(mind: Mind, opened: Callable[..., Omoide]) -> None:
    for each in (mind, opened().mind("haru"), opened().mind("haru")):
        with each.session("chat-1") as talk:
            talk.context("うん", turn_id="m-7")
            talk.said("うん", "そう", turn_id="m-7")
    assert told(mind) == [("うん", "そう")]
    with pytest.raises(IdempotencyConflict), mind.session("chat-1") as talk:
        talk.context("いや", turn_id="m-7")


class ModelDown(Exception):
    """What a client raises."""


def asked_of_a_model_that_is_down(mind: Mind) -> None:
    with mind.session("chat-1") as talk:
        talk.context(CAT)
        raise ModelDown


def test_leaving_in_an_exception_loses_nothing_that_was_said(mind: Mind, opened: Callable[..., Omoide]) -> None:
    with pytest.raises(ModelDown):
        asked_of_a_model_that_is_down(mind)
    assert told(mind) == [(CAT, None)]
    with opened().mind("haru").session("chat-1") as talk:  # the user tries again, in another process
        talk.context(CAT)
        assert talk.messages == [{"role": "user", "content": CAT}]
        talk.said(CAT, "覚えたよ")
    assert told(mind) == [(CAT, "覚えたよ")]


def test_an_answer_that_never_comes_leaves_an_open_turn_that_is_digested_all_the_same(
    mind: Mind, clock: SimulatedClock
) -> None:
    with mind.session("chat-1") as talk:
        talk.context(CAT)
        assert talk.said(CAT, None) == ""
        assert talk.said("途中で切れた話", "") == ""
    assert told(mind) == [(CAT, None), ("途中で切れた話", None)]
    clock.advance(days=2)
    mind.settle()
    assert any("モモ" in memory.trigger for memory in mind.memories.all())


def test_a_context_that_cannot_be_had_keeps_what_was_said(mind: Mind) -> None:
    with pytest.raises(InvalidInput), mind.session("chat-1") as talk:
        talk.context(CAT, budget_tokens=-1)
    assert told(mind) == [(CAT, None)]


def test_what_the_owner_wants_never_written_down_is_answered_and_not_kept(mind: Mind) -> None:
    mind.set("privacy.never_record", '["暗証番号"]')
    with mind.session("chat-1") as talk:
        talk.context("暗証番号は一二三四")
        assert talk.said("暗証番号は一二三四", f"聞かなかったことにするね。{FELT}") == "聞かなかったことにするね。"
        talk.context("ところで")
        talk.said("ところで", "暗証番号といえば")
    assert told(mind) == [("ところで", None)]


def test_the_persona_may_speak_first(mind: Mind) -> None:
    with mind.session("chat-1") as talk:
        assert talk.said("", "おかえり。") == "おかえり。"
        talk.context("ただいま")
        assert talk.messages == [
            {"role": "assistant", "content": "おかえり。"},
            {"role": "user", "content": "ただいま"},
        ]


@pytest.mark.parametrize("name", ["", "  "])
def test_a_talk_needs_a_name(mind: Mind, name: str) -> None:
    with pytest.raises(InvalidInput, match="session needs an id"):
        mind.session(name)


def test_a_new_persona_hears_its_language_in_its_first_talk(opened: Callable[..., Omoide]) -> None:
    mind = opened().persona("aki")
    mind.notes.core_memory.write("Aki", by="persona")
    with mind.session("chat-1") as talk:
        assert "[コアメモリ]" in talk.context(CAT).constant
        talk.said(CAT, "うん")
    assert told(mind) == [(CAT, "うん")]
    assert mind.persona.language.value == "ja"


def test_digest_follows_by_itself(tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMOIDE_BACKGROUND__AUTO")
    with Omoide.open(tmp_path / "auto", clock=clock, embedder=hashing()) as omoide:
        mind = omoide.persona("haru")
        talk_of(mind, (CAT, "覚えたよ"))
        mind._home.work._worker.stop(within_seconds=60)
        mind._home.work.work_off(should_stop=lambda: False, between=lambda: None)
        assert mind.memories.all()


def test_in_an_asyncio_application_talks_go_on_side_by_side(mind: Mind) -> None:
    async def one(number: int) -> None:
        talk = mind.session(f"chat-{number}")
        for turn in range(3):
            said = f"{number} の {turn}"
            await asyncio.to_thread(talk.context, said)
            await asyncio.sleep(0)
            assert await asyncio.to_thread(talk.said, said, f"答え {said}") == f"答え {said}"

    async def all_of_them() -> None:
        await asyncio.gather(*(one(number) for number in range(6)))

    asyncio.run(all_of_them())
    assert sorted(told(mind)) == sorted((f"{n} の {t}", f"答え {n} の {t}") for n in range(6) for t in range(3))


SPEAKER = """
import sys
from omoide import Omoide
with Omoide.open(sys.argv[1], beside="nowhere") as omoide, omoide.persona("haru").session("shared") as talk:
    for number in range(15):
        said = f"{sys.argv[2]} の {number}" if number % 5 else "うん"
        talk.context(said)
        talk.said(said, f"{sys.argv[2]} への答え {number}")
"""


@pytest.mark.slow
def test_two_processes_share_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    names = ("甲", "乙")
    speakers = [warm.start("-c", SPEAKER, str(tmp_path), name) for name in names]
    assert [each.communicate(timeout=240)[1] for each in speakers] == ["", ""]
    assert [each.returncode for each in speakers] == [0, 0]
    with Omoide.open(tmp_path, embedder=hashing()) as omoide:
        kept = told(omoide.mind("haru"))
    assert None not in [answer for _, answer in kept]
    for name in names:
        mine = [answer for _, answer in kept if answer and answer.startswith(name)]
        assert mine == [f"{name} への答え {number}" for number in range(15)]
        assert {(f"{name} の {n}", f"{name} への答え {n}") for n in range(15) if n % 5} <= set(kept)


@pytest.fixture
def script() -> Iterator[ScriptedProvider]:
    with provider(Say(f"モモだよね。{FELT}")) as running:
        yield running


@pytest.fixture
def remembers(mind: Mind) -> Mind:
    mind.notes.core_memory.write("わたしはハル。", by="persona")
    talk_of(mind, (CAT, "覚えたよ"), session="before")
    mind.settle()
    return mind


def openai_at(script: ScriptedProvider) -> openai.OpenAI:
    return openai.OpenAI(api_key="sk-scripted", base_url=f"{script.url}/v1", max_retries=0)


def test_with_the_client_of_openai(remembers: Mind, script: ScriptedProvider) -> None:
    with openai_at(script) as client, remembers.session("chat-1") as talk:
        context = talk.context(ASKED)
        reply = client.chat.completions.create(model="gpt-4o-mini", messages=context.for_openai(talk.messages))  # type: ignore[arg-type]
        assert talk.said(ASKED, reply.choices[0].message.content) == "モモだよね。"
    [sent] = script.received
    system, asked = sent.body["messages"]
    assert (system["role"], asked["role"]) == ("system", "user")
    assert "わたしはハル。" in system["content"]
    assert "モモ" in asked["content"]
    assert asked["content"].endswith(ASKED)


def test_with_the_client_of_anthropic(remembers: Mind, script: ScriptedProvider) -> None:
    reaching = anthropic.Anthropic(api_key="sk-scripted", base_url=script.url, max_retries=0)
    with reaching as client, remembers.session("chat-1") as talk:
        context = talk.context(ASKED)
        reply = client.messages.create(
            model="claude-haiku-4-5", max_tokens=1000, **context.for_anthropic(talk.messages)
        )
        assert talk.said(ASKED, reply.content[0].text) == "モモだよね。"
    [sent] = script.received
    assert "わたしはハル。" in sent.body["system"][0]["text"]
    assert "モモ" in sent.body["messages"][0]["content"][0]["text"]


def test_a_client_that_fails_leaves_the_turn_open_and_the_next_try_completes_it(
    remembers: Mind, script: ScriptedProvider
) -> None:
    script.lines = [Reset(), Say("モモだよ")]
    with openai_at(script) as client, remembers.session("chat-1") as talk:
        for tries_left in (1, 0):
            sent: Any = talk.context(ASKED).for_openai(talk.messages)
            try:
                reply = client.chat.completions.create(model="gpt-4o-mini", messages=sent)
            except openai.APIConnectionError:
                assert tries_left
                continue
            talk.said(ASKED, reply.choices[0].message.content)
    assert script.received[0].body == script.received[1].body
    assert told(remembers)[1:] == [(ASKED, "モモだよ")]
