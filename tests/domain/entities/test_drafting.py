"""Writing a profile: by rules, and what may stay of what a model wrote."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.entities import drafting, profile_lines
from omoide.domain.entities.drafting import ProfileSource, SourceKind, WrittenLine, checked_written
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput


def line(text: str, *, is_owners: bool = False) -> ProfileSource:
    return ProfileSource(SourceKind.LINE, text, is_owners=is_owners)


def past(text: str, *, day: date | None = date(2026, 3, 5), attribute: str = "") -> ProfileSource:
    return ProfileSource(SourceKind.PAST, text, day, attribute=attribute)


def by_rules(*sources: ProfileSource, language: Language = Language.JA) -> list[str]:
    return [each.text for each in drafting.by_rules("美緒", sources, language=language)]


def test_the_same_said_twice_stands_once_and_the_later_stays() -> None:
    told = by_rules(line("- 2026-03-01: 猫を飼っている。"), line("- 姉がいる"), line("* 2026-03-09: ネコを飼っている"))
    assert told == ["- 2026-03-01: 猫を飼っている。", "- 姉がいる", "* 2026-03-09: ネコを飼っている"]
    told = by_rules(line("- 2026-03-01: 猫を飼っている。"), line("- 姉がいる"), line("* 2026-03-09: 猫を飼っている"))
    assert told == ["- 姉がいる", "* 2026-03-09: 猫を飼っている"]


def test_headings_and_rules_stay_where_they_are() -> None:
    assert by_rules(line("# 家族"), line("---"), line("- 姉がいる"), line("# 家族"), line("---")) == [
        "# 家族", "---", "- 姉がいる", "# 家族", "---",
    ]  # fmt: skip


def test_the_newest_fact_wins_by_belief() -> None:
    held = ProfileSource(SourceKind.BELIEF, "大阪に住んでいる", attribute="home")
    assert by_rules(
        line("- 京都に住んでいる"), line("- 姉がいる"), held, past("美緒は京都に住んでいる", attribute="home")
    ) == ["- 姉がいる"]


def test_what_is_over_and_not_followed_says_until_when_it_was_so() -> None:
    assert by_rules(line("- 写真部にいる"), past("写真部にいる")) == ["- （2026-03-05まで）写真部にいる"]
    assert by_rules(line("Mio plays golf"), past("Mio plays golf"), language=Language.EN) == [
        "(until 2026-03-05) Mio plays golf"
    ]


def test_what_never_was_so_goes() -> None:
    assert by_rules(line("- 犬を飼っている"), past("犬を飼っている", day=None)) == []


def test_what_the_owner_wrote_goes_by_no_belief() -> None:
    held = ProfileSource(SourceKind.BELIEF, "大阪に住んでいる", attribute="home")
    owners = line("- 京都に住んでいる", is_owners=True)
    assert by_rules(owners, held, past("京都に住んでいる", attribute="home")) == ["- 京都に住んでいる"]


def test_a_line_that_says_more_or_the_opposite_is_no_double() -> None:
    lines = ["- 猫を飼っている", "- 猫を飼っているわけではない", "- 京都の猫を飼っている"]
    assert by_rules(*map(line, lines)) == lines


def test_memories_are_quoted_with_their_day_and_never_twice() -> None:
    memory = ProfileSource(SourceKind.MEMORY, "美緒と\n写真を撮った", date(2026, 3, 2))
    assert by_rules(memory, memory) == ["- 2026-03-02: 美緒と 写真を撮った"]
    assert by_rules(line("- 美緒と写真を撮った"), memory) == ["- 美緒と写真を撮った"]


@given(lines=st.lists(st.text("猫犬ab #-\n。", max_size=12), max_size=12))
def test_consolidating_twice_changes_nothing_more_and_loses_nothing_said(lines: list[str]) -> None:
    text = "\n".join(lines)
    sources = drafting.text_sources(text, owners=frozenset())
    once = profile_lines.laid_out(each.text for each in drafting.by_rules("x", sources, language=Language.JA))
    again = drafting.by_rules("x", drafting.text_sources(once, owners=frozenset()), language=Language.JA)
    assert profile_lines.laid_out(each.text for each in again) == once
    assert {*map(profile_lines.line_words, profile_lines.told_lines(text))} == {
        *map(profile_lines.line_words, profile_lines.told_lines(once))
    }


def test_of_a_model_only_what_rests_on_a_line_or_a_memory_stays() -> None:
    sources = [
        line("- 猫"),
        ProfileSource(SourceKind.BELIEF, "京都に住んでいる"),
        ProfileSource(SourceKind.MEMORY, "犬"),
    ]
    written = [
        WrittenLine("- 作り話", (9,)),
        WrittenLine("- 根拠なし", ()),
        WrittenLine("- 京都に住む", (2,)),
        WrittenLine("- 猫を飼う", (1, 9, 1)),
        WrittenLine("-  猫を飼う。", (3,)),
        WrittenLine("", (1,)),
    ]
    assert checked_written(written, sources, longest=100) == (WrittenLine("- 猫を飼う", (1,)),)


def test_what_the_owner_wrote_and_a_model_forgot_stands_as_it_was() -> None:
    sources = [line("- 猫"), line("- 私の  大切な友だち", is_owners=True), line("# 見出し", is_owners=True)]
    kept = checked_written([WrittenLine("- 猫を飼う", (1,))], sources, longest=100)
    assert [each.text for each in kept] == ["- 猫を飼う", "- 私の  大切な友だち"]


def test_a_text_that_is_too_long_loses_its_last_lines_and_never_the_owners() -> None:
    sources = [line("- a"), line("- owner", is_owners=True)]
    written = [WrittenLine(f"- line {number}", (1,)) for number in range(10)]
    kept = checked_written(written, sources, longest=30)
    assert len(profile_lines.laid_out(each.text for each in kept)) <= 30
    assert [each.text for each in kept][-1] == "- owner"


def test_an_answer_that_rests_on_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="names a source"):
        checked_written([WrittenLine("- 作り話", ())], [line("- 猫")], longest=100)


def test_lines_that_are_known_are_not_added() -> None:
    assert profile_lines.without_known("- 猫\n- 犬\n- 犬", text="* 猫。\n") == "- 犬"
    assert profile_lines.appended("a", "\nb\n") == "a\nb\n"
    assert profile_lines.appended("", "b") == "b\n"
