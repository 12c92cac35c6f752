"""What is only supposed, through the library: kept apart, asked about, and settled in one go."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.beliefs.preference import Status
from omoide.domain.beliefs.state import Origin, State, Target
from omoide.errors import BeliefClosed, BeliefNotFound, InvalidInput, PreferenceNotFound
from tests.domain.beliefs.plans import wish
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

Hear = Callable[..., Mind]
DAUGHTER, HOME, ERRAND = "あなたには娘がいる。", "あなたは鎌倉に住んでいる。", "あなたの用事: 本を返す"


def supposing(body: str, likely: float = 0.6, *, kind: str = "fact", candidate: bool = True, **payload: str) -> object:
    return {
        "kind": kind, "op": "upsert", "body_text": body, "payload": {"about": "user", **payload}, "confidence": likely,
        "candidate": candidate, "evidence_event_ids": [1], "reason": "そう聞こえたから。",
    }  # fmt: skip


def tasting(subject: str, polarity: str = "like", op: str = "upsert_candidate", likely: float = 0.5) -> object:
    return wish(op=op, subject=subject, polarity=polarity, confidence=likely, evidence_event_ids=[1])


@pytest.fixture
def hear(tmp_path: Path, clock: SimulatedClock) -> Iterator[Hear]:
    """Give one mind, and let it digest one more turn of which this is the plan."""
    plans: list[dict[str, object]] = []

    def plan(ask: object) -> dict[str, object]:
        number = ask.number  # type: ignore[attr-defined]
        lines = [{**line, "evidence_event_ids": [number]} for line in plans[-1].get("state_updates", [])]  # type: ignore[attr-defined]
        tastes = [{**line, "evidence_event_ids": [number]} for line in plans[-1].get("preference_updates", [])]  # type: ignore[attr-defined]
        return {"state_updates": lines, "preference_updates": tastes}

    thinker = ScriptedThinker({"write_plan": [plan], "appraise_turn": [plain_appraisal]})
    home = Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), thinker=thinker, beside="nowhere")
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    mind = home.mind("haru")

    def heard(*states: object, tastes: tuple[object, ...] = ()) -> Mind:
        plans.append({"state_updates": list(states), "preference_updates": list(tastes)})
        clock.advance(seconds=3600)
        mind.observe(user="娘が本を返すって。鎌倉の家、納豆とセロリと寿司", assistant="うん")
        assert mind.digest().refused == 0
        return mind

    yield heard
    home.close()


def bodies(states: list[State]) -> list[str]:
    return [state.body for state in states]


def test_what_is_only_supposed_is_left_out_unless_asked_for(hear: Hear, clock: SimulatedClock) -> None:
    mind = hear(supposing(HOME, 0.9, candidate=False), supposing(DAUGHTER, 0.4), supposing(ERRAND, 0.7, kind="task"))
    assert bodies(mind.beliefs.all()) == [HOME]
    assert bodies(mind.beliefs.all(as_of=clock.now())) == [HOME]
    assert bodies(mind.beliefs.all(ended=True)) == [HOME]
    assert mind.beliefs.all(kind="task") == []
    assert set(bodies(mind.beliefs.all(candidates=True))) == {HOME, DAUGHTER, ERRAND}
    assert bodies(mind.beliefs.candidates()) == [ERRAND, DAUGHTER]


def test_a_guess_heard_again_grows_and_a_plain_word_makes_it_known(hear: Hear, clock: SimulatedClock) -> None:
    hear(supposing(DAUGHTER, 0.5))
    then = clock.now()
    mind = hear(supposing(DAUGHTER, 0.5))
    [guess] = mind.beliefs.candidates()
    assert guess.confidence == 0.75
    hear(supposing(DAUGHTER, 0.9, candidate=False))
    [known] = mind.beliefs.all()
    assert (known.id, known.candidate, known.confidence) == (guess.id, False, 0.9)
    assert [step.change.after.candidate for step in mind.beliefs.history(known.id)] == [True, True, False]
    assert mind.beliefs.all(known_at=then) == []
    assert bodies(mind.beliefs.all(known_at=then, candidates=True)) == [DAUGHTER]


def test_the_owner_confirms_a_list_in_one_go(hear: Hear) -> None:
    mind = hear(supposing(DAUGHTER), supposing(HOME), supposing(ERRAND, kind="task"))
    first, second, third = mind.beliefs.all(candidates=True)
    kept = mind.beliefs.confirm(first.id, second.id, first.id, reason="そうだよ")
    assert bodies(kept) == bodies(mind.beliefs.all()) == [first.body, second.body]
    assert all(one.settled and one.confidence == 1.0 and one.said_by == "user" for one in kept)
    assert bodies(mind.beliefs.candidates()) == [third.body]
    [*_, last] = mind.beliefs.history(first.id)
    assert (last.origin, last.change.reason) == (Origin.OWNER, "そうだよ")
    assert mind.event(last.change.evidence[0]).user == f"その通り: {first.body}"


def test_one_unknown_number_changes_nothing(hear: Hear) -> None:
    mind = hear(supposing(DAUGHTER), tastes=(tasting("納豆"),))
    [guess], [taste] = mind.beliefs.candidates(), mind.preferences.all(status="candidate")
    for verb in (mind.beliefs.confirm, mind.beliefs.strike_out):
        with pytest.raises(BeliefNotFound):
            verb(guess.id, 99)
        with pytest.raises(InvalidInput):
            verb()
    with pytest.raises(PreferenceNotFound):
        mind.preferences.confirm(taste.id, 99)
    with pytest.raises(InvalidInput):
        mind.preferences.revoke()
    assert mind.beliefs.candidates() == [guess]
    assert mind.preferences.all(status="candidate") == [taste]


def test_what_was_struck_out_never_comes_back(hear: Hear) -> None:
    mind = hear(supposing(DAUGHTER), supposing(HOME, attribute="home", value="鎌倉"))
    struck = mind.beliefs.strike_out(*(state.id for state in mind.beliefs.candidates()))
    assert len(struck) == 2
    assert mind.beliefs.all(candidates=True) == []
    hear(supposing(DAUGHTER, 0.9))
    hear(supposing("あなたの家は鎌倉にある。", 0.9, attribute="home", value="鎌倉"))
    hear(supposing(DAUGHTER, 0.9, candidate=False))
    assert mind.beliefs.all(candidates=True) == []
    with pytest.raises(BeliefClosed):
        mind.beliefs.confirm(struck[0].id)


def test_a_correction_wins_over_every_later_guess_about_the_same_thing(hear: Hear) -> None:
    mind = hear(supposing(HOME, attribute="home", value="鎌倉"))
    [guess] = mind.beliefs.candidates()
    right = mind.beliefs.correct(guess.id, "あなたは逗子に住んでいる。")
    assert not right.candidate
    hear(supposing("あなたは葉山に住んでいる。", 0.9, attribute="home", value="葉山"))
    hear(supposing(HOME, 0.9, attribute="home", value="鎌倉"))
    assert mind.beliefs.all(candidates=True) == [right]
    hear(supposing("あなたには娘がいる。", attribute="child", value="娘"))
    assert bodies(mind.beliefs.candidates()) == [DAUGHTER]


def test_likes_are_settled_in_one_go_and_not_against_each_other(hear: Hear) -> None:
    tastes = tasting("納豆"), tasting("セロリ", "dislike"), tasting("寿司"), tasting("寿司", "dislike")
    mind = hear(tastes=tastes)
    by_name = {(one.subject, one.polarity.value): one.id for one in mind.preferences.all(status=None)}
    likes, dislikes = by_name["寿司", "like"], by_name["寿司", "dislike"]
    with pytest.raises(InvalidInput):
        mind.preferences.confirm(likes, dislikes)
    kept = mind.preferences.confirm(by_name["納豆", "like"], likes)
    assert [one.status for one in kept] == [Status.CONFIRMED] * 2
    assert [one.subject for one in mind.preferences.revoke(by_name["セロリ", "dislike"])] == ["セロリ"]
    hear(tastes=(tasting("納豆", "dislike"), tasting("セロリ", "dislike")))
    left = {(one.subject, one.polarity.value): one.status.value for one in mind.preferences.all(status=None)}
    assert left == {
        ("納豆", "like"): "confirmed", ("セロリ", "dislike"): "revoked", ("寿司", "like"): "confirmed",
        ("寿司", "dislike"): "revoked",
    }  # fmt: skip


def test_the_likeliest_are_asked_about_and_not_again_within_a_week(hear: Hear, clock: SimulatedClock) -> None:
    mind = hear(supposing(DAUGHTER, 0.8), supposing(ERRAND, 0.5, kind="task"), tastes=(tasting("納豆", likely=0.7),))
    asked = mind.beliefs.to_ask(limit=2)
    assert [question.text for question in asked] == ["娘がいるんだよね？", "納豆が好きなんだよね？"]
    assert [question.target for question in asked] == [Target.STATE, Target.PREFERENCE]
    assert [question.text for question in mind.beliefs.to_ask()] == ["まだ「本を返す」が残ってるよね？"]
    clock.advance(days=7, seconds=-1)
    assert mind.beliefs.to_ask() == []
    clock.advance(seconds=1)
    mind.beliefs.strike_out(mind.beliefs.candidates()[0].id)
    mind.preferences.confirm(1)
    assert [question.text for question in mind.beliefs.to_ask()] == ["まだ「本を返す」が残ってるよね？"]
    with pytest.raises(InvalidInput):
        mind.beliefs.to_ask(limit=0)


def test_a_supposed_errand_is_not_told_at_the_start_of_a_session(hear: Hear) -> None:
    mind = hear(
        supposing(ERRAND, 0.7, kind="task"), supposing("あなたの用事: 手紙を出す", 0.9, kind="task", candidate=False)
    )
    told = "\n".join(str(line) for line in mind.host.open_tasks())
    assert "手紙を出す" in told
    assert "本を返す" not in told


def test_what_is_supposed_to_be_over_is_listed_kept_once_never_asked_and_can_be_settled(
    tmp_path: Path, clock: SimulatedClock
) -> None:
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        for day in range(3):
            clock.advance(days=1)
            mind.observe(user="タバコやめた。", assistant="うん", session_id=str(day))
            mind.settle()
        [guess] = mind.beliefs.candidates()
        assert (guess.is_told_as_over, guess.body) == (True, "終わったこと: タバコ")
        assert len(mind.beliefs.history(guess.id)) == 3
        assert mind.beliefs.all(candidates=True) == mind.beliefs.candidates()
        assert mind.beliefs.all() == mind.beliefs.all(as_of=clock.now(), candidates=True) == []
        assert mind.beliefs.to_ask() == []
        [known] = mind.beliefs.confirm(guess.id)
        assert (known.candidate, known.valid_to) == (False, guess.valid_to)
        assert mind.beliefs.candidates() == []
        assert bodies(mind.beliefs.all(ended=True)) == [guess.body]
        assert mind.beliefs.all() == []
        mind.observe(user="アルバイトも辞めた。", assistant="うん", session_id="later")
        mind.settle()
        wrong = [each for each in mind.beliefs.candidates() if each.is_told_as_over]
        mind.beliefs.strike_out(*(each.id for each in wrong))
        assert not [each for each in mind.beliefs.candidates() if each.is_told_as_over]
        for each in wrong:
            with pytest.raises(BeliefClosed):
                mind.beliefs.confirm(each.id)
        assert wrong
