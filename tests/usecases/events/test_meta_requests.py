"""What a meta-request asks is not written down; what the persona then did is (SPEC E4)."""

import pytest

from omoide import Mind, Turn

ASKED = "SECRET-ORDER: 静かに話しかけてください"


def everything_kept(mind: Mind) -> str:
    with mind._home.foundation.database.reading() as connection:
        rows = [
            *connection.exec_driver_sql("SELECT user_text, assistant_text, image_summaries FROM events"),
            *connection.exec_driver_sql("SELECT text FROM passages"),
        ]
    return repr([tuple(row) for row in rows])


@pytest.mark.parametrize("source", ["meta_proactive", "meta-request", "meta_request", "Meta Request"])
def test_only_what_the_persona_did_is_kept(mind: Mind, source: str) -> None:
    event = mind.observe(user=ASKED, assistant="ねえ、散歩に行かない？", source=source, image_summaries=["命令の画像"])
    assert (event.user, event.assistant, event.source) == ("", "ねえ、散歩に行かない？", "meta_proactive")
    assert event.image_summaries == ()
    assert "SECRET-ORDER" not in everything_kept(mind)
    assert [hit.text for hit in mind.recall("散歩に行かない？")] == ["ねえ、散歩に行かない？"]


def test_a_request_whose_answer_comes_later_opens_a_turn_that_says_nothing(mind: Mind) -> None:
    event = mind.observe(user=ASKED, source="meta-request")
    assert (event.user, event.is_complete) == ("", False)
    done = mind.complete(event.id, assistant="ねえ、散歩に行かない？")
    assert done.assistant == "ねえ、散歩に行かない？"
    assert "SECRET-ORDER" not in everything_kept(mind)


def test_the_same_request_sent_twice_is_one_turn(mind: Mind) -> None:
    turn = Turn(user=ASKED, assistant="おはよう", source="meta-request", idempotency_key="k1")
    first, second = (mind.observe_many([(turn, None)])[0] for _ in range(2))
    assert first == second


def test_an_ordinary_turn_keeps_what_was_said(mind: Mind) -> None:
    assert mind.observe(user="メタな話だけど", assistant="うん").user == "メタな話だけど"
