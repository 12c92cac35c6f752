"""Who of several is meant: everybody who was named is weighed, and whoever is likeliest is chosen."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import omoide.adapters.readers.builtin as readers
from omoide.adapters.readers.agreed import agreed
from omoide.domain.understanding.judging.referents import Heard, Pointing, Referent, heard, referents
from omoide.domain.understanding.judging.whom import Talk
from omoide.domain.understanding.reading import BeliefKind, ReadName
from tests.domain.understanding.judging.readings import CALM, listener, stated

SHIPPED = agreed(Path(readers.__file__).parent / "weights").pointing


def turn_of(said: str, *before: str, known: frozenset[str] = frozenset(), names: tuple[ReadName, ...] = ()) -> Heard:
    return heard(said, Talk(before, known), replace(CALM, names=names))


def names_of(turn: Heard) -> set[str]:
    return {one.name for one in turn.named}


def features_of(name: str, value: str, turn: Heard, *, about: str = "") -> dict[str, float]:
    [one] = [one for one in referents(stated(turn.said, value, about=about), turn) if one.name == name]
    return dict(one.features)


def test_whoever_is_named_in_the_turn_or_shortly_before_may_be_meant() -> None:
    turn = turn_of("姉は看護師", "弟と会った", "お父さんは？", "ひさしぶり", "うん")
    assert names_of(turn) == {"姉", "弟", "お父さん"}


def test_who_was_named_long_ago_is_not_meant() -> None:
    assert names_of(turn_of("看護師だよ", "母と会った", *("うん",) * 8)) == set()


def test_a_name_inside_a_longer_one_is_nobody_else() -> None:
    assert names_of(turn_of("中村さんは看護師", known=frozenset({"中村"}))) == {"中村さん"}
    assert names_of(turn_of("中村さんは看護師。中村が言ってた", known=frozenset({"中村"}))) == {"中村さん", "中村"}


def test_a_name_that_nobody_knows_is_one_where_the_reader_faintly_sees_a_being() -> None:
    said = "もえはずっと寝てる"
    seen = ReadName("もえ", (0, 2), "person", 0.3)
    assert names_of(turn_of(said, names=(seen,))) == {"もえ"}
    assert names_of(turn_of(said, names=(replace(seen, type="place"),))) == set()
    assert names_of(turn_of(said, names=(replace(seen, sure=0.1),))) == set()


def test_she_is_never_a_brother() -> None:
    turn = turn_of("She works nights.", "My brother came with my aunt.", "Nice.")
    found = referents(stated(turn.said, "works nights", about="She"), turn)
    assert [one.name for one in found] == ["aunt"]


def test_a_clause_that_opens_with_she_is_not_about_whom_the_reader_marks_in_it() -> None:
    turn = turn_of("She works nights with Priya.", "My brother came with my aunt.", known=frozenset({"Priya"}))
    found = {one.name: one.features for one in referents(stated(turn.said, "works nights", about="Priya"), turn)}
    assert set(found) == {"aunt", "Priya"}
    assert "marked" not in found["Priya"]


def test_whom_the_reader_marks_may_be_meant_though_nobody_knows_the_name() -> None:
    turn = turn_of("jo works nights now")
    found = referents(stated(turn.said, "works nights", about="jo"), turn)
    assert [(one.name, one.features["marked"]) for one in found] == [("jo", 1.0)]


def test_a_subject_an_object_and_a_value_are_told_apart() -> None:
    turn = turn_of("姉は母にケーキを焼いた")
    sister, mother = features_of("姉", "ケーキ", turn), features_of("母", "ケーキ", turn)
    assert sister["subject"] == 1
    assert "object" not in sister
    assert mother["object"] == 1
    assert "subject" not in mother
    assert features_of("姉", "姉", turn)["is_value"] == 1


def test_where_somebody_stands_counts() -> None:
    turn = turn_of("猫を飼いはじめた。姉が見にきた", "弟の話、聞いた？")
    sister, brother = features_of("姉", "猫", turn), features_of("弟", "猫", turn)
    assert sister["after"] == 1
    assert sister["sentences_between"] == 1
    assert brother["answered"] == brother["asked"] == brother["nobody_before"] == 1


def test_a_kin_word_may_say_who_a_name_is() -> None:
    turn = turn_of("ひかりが起きてる。娘ね", known=frozenset({"ひかり"}))
    assert features_of("娘", "起きてる", turn)["predicate"] == 1
    assert features_of("ひかり", "起きてる", turn)["kin_beside"] == 1


def test_the_likeliest_is_chosen_with_how_likely_they_are() -> None:
    among = [Referent("姉", {"subject": 1.0}), Referent("母", {"object": 1.0}), Referent("父", {})]
    name, chance = Pointing({"subject": 2.0, "object": -1.0}).likeliest(among)
    assert name == "姉"
    assert chance == pytest.approx(7.389 / (7.389 + 0.368 + 1), abs=1e-3)


def test_where_nobody_was_named_nobody_is_meant() -> None:
    assert Pointing({"subject": 2.0}).likeliest([]) == ("", 0.0)


@given(st.lists(st.dictionaries(st.sampled_from(["a", "b", "unknown"]), st.floats(-50, 50)), min_size=1, max_size=6))
def test_a_chance_is_one_and_at_least_its_share(features: list[dict[str, float]]) -> None:
    among = [Referent(str(number), one) for number, one in enumerate(features)]
    name, chance = Pointing({"a": 30.0, "b": -40.0}).likeliest(among)
    assert name in {one.name for one in among}
    assert 1 / len(among) - 1e-9 <= chance <= 1


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_talk_is_weighed(said: str, before: str) -> None:
    turn = turn_of(said + "本", before)
    assert all(
        -100 < value < 100 for one in referents(stated(turn.said, "本"), turn) for value in one.features.values()
    )


@pytest.mark.parametrize(
    ("before", "said", "value", "who"),
    [
        (("母に電話した", "元気だった？"), "うん、最近フラダンスにはまってる", "フラダンス", "母"),
        (("姉と弟が遊びにきた", "にぎやかだね。"), "弟は消防士になったんだ", "消防士", "弟"),
        (("I rang my aunt.", "How is she?"), "She retired from the post office.", "retired", "aunt"),
        (
            ("My uncle and my cousin came by.", "Oh nice."),
            "My cousin drives a tram in Lisbon.",
            "drives a tram",
            "cousin",
        ),
    ],
)
def test_what_was_learnt_points_at_who_is_meant(before: tuple[str, ...], said: str, value: str, who: str) -> None:
    belief = stated(said, value, about="other")
    [taken] = replace(listener(said, before=before), pointing=SHIPPED).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief.about == who
    assert "other.meant" in taken.features


def test_without_weights_whoever_was_named_last_is_meant() -> None:
    said = "消防士になったんだ"
    belief = stated(said, "消防士", about="other")
    [taken] = listener(said, before=("弟と姉が遊びにきた",)).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief.about == "姉"
    assert "other.meant" not in taken.features


@pytest.mark.parametrize(("kind", "who"), [(BeliefKind.TASK, "user"), (BeliefKind.FACT, "母")])
def test_an_errand_may_speak_of_somebody_and_is_the_user_s(kind: BeliefKind, who: str) -> None:
    said = "母は金曜が誕生日で花を頼まなきゃ"
    belief = stated(said, "花を頼まなきゃ", kind=kind)
    [taken] = replace(listener(said), pointing=SHIPPED).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief.about == who
