"""Markdown's headings, and lines that were only broken at the margin."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.knowledge.lines import DocumentLine, Outline, of_markdown, unwrapped


def lines(text: str) -> Iterator[DocumentLine]:
    return (DocumentLine(line, number) for number, line in enumerate(text.split("\n"), 1))


def seen(text: str) -> list[tuple[str, tuple[str, ...], int]]:
    return [(line.text, line.headings, line.number) for line in of_markdown(lines(text)) if line.text.strip()]


def test_a_line_knows_the_headings_above_it() -> None:
    text = "before\n# 設定\n## Network ##\nport 80\n### DNS\nname\n## Power\nplug\n# End\nbye"
    assert seen(text) == [
        ("before", (), 1),
        ("設定", ("設定",), 2),
        ("Network", ("設定", "Network"), 3),
        ("port 80", ("設定", "Network"), 4),
        ("DNS", ("設定", "Network", "DNS"), 5),
        ("name", ("設定", "Network", "DNS"), 6),
        ("Power", ("設定", "Power"), 7),
        ("plug", ("設定", "Power"), 8),
        ("End", ("End",), 9),
        ("bye", ("End",), 10),
    ]


def test_a_heading_may_be_underlined() -> None:
    text = "Title\n=====\ntext\n\nPart\n----\nmore\n- item\n---\nrest"
    found = seen(text)
    assert ("text", ("Title",), 3) in found
    assert ("more", ("Title", "Part"), 7) in found
    assert ("rest", ("Title", "Part"), 10) in found


def test_what_stands_in_a_fence_or_in_front_matter_is_no_heading() -> None:
    text = "---\ntitle: x\n---\n# A\n```sh\n# a comment\n```\n~~~~\n# no\n~~~\n# nor this\n~~~~\nafter\n#hashtag"
    found = {text: headings for text, headings, _ in seen(text)}
    assert found["title: x"] == ()
    assert found["# a comment"] == found["# no"] == found["# nor this"] == found["after"] == found["#hashtag"] == ("A",)


@given(st.text(alphabet="#=-~` \nab見出し", max_size=200))
def test_no_line_of_markdown_is_lost_and_numbers_stand(text: str) -> None:
    given_lines = text.split("\n")
    for line in of_markdown(lines(text)):
        assert line.text.strip() in given_lines[line.number - 1]
    told = "".join("".join(line.text.split()) for line in of_markdown(lines(text)))
    assert [letter for letter in told if letter in "ab見出し"] == [letter for letter in text if letter in "ab見出し"]


def test_leaving_a_heading_leaves_those_below_it() -> None:
    outline = Outline()
    for level, title in ((1, "a"), (3, "b"), (2, "c"), (2, "d")):
        outline.enter(level, title)
    assert outline.headings == ("a", "d")


def test_words_that_the_margin_cut_are_whole_again() -> None:
    page = "本製品の保証期間は、お買い上げの日から一年\n間です。故障のときは店へお持ちくだ\nさい。\n\n第二章\nこの章では設\n定を述べます。"
    assert "一年間です" in unwrapped(page)
    assert "お持ちください" in unwrapped(page)
    assert "\n第二章\n" in unwrapped(page)
    english = "The warranty lasts for one whole year after the day of the\npurchase and covers every part.\n- first item\n- second item"
    assert (
        unwrapped(english)
        == "The warranty lasts for one whole year after the day of the purchase and covers every part.\n- first item\n- second item"
    )


@given(st.text(alphabet="ab。、あ\n -", max_size=200))
def test_unwrapping_loses_no_letter(text: str) -> None:
    assert "".join(unwrapped(text).split()) == "".join(text.split())
