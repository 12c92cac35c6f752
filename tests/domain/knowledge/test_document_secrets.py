"""Secrets of a document are masked wherever they stand, and lines keep their numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.events.secret_shapes import LONGEST_BLOCK
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.knowledge.secrets import AT_ONCE, masked_lines

KEY = "\n".join(
    ["-----BEGIN RSA PRIVATE KEY-----", *("MIIEpAIBAAKCAQEA7x" * 3 for _ in range(24)), "-----END RSA PRIVATE KEY-----"]
)


def masked(text: str, *, is_on: bool = True) -> list[DocumentLine]:
    lines = [DocumentLine(line, number) for number, line in enumerate(text.split("\n"), 1)]
    return list(masked_lines(lines, masking=SecretMasking(is_on)))


def test_a_secret_in_a_line_is_masked_there() -> None:
    found = masked("one\npassword: hunter2hunter2\nthree")
    assert [(line.text, line.number) for line in found] == [("one", 1), ("password: [secret]", 2), ("three", 3)]


def test_a_key_over_many_lines_is_one_secret_and_what_follows_keeps_its_number() -> None:
    found = masked(f"before\n{KEY}\nafter\nend")
    assert [(line.text, line.number) for line in found] == [("before", 1), ("[secret]", 2), ("after", 28), ("end", 29)]


def test_with_masking_off_nothing_is_changed() -> None:
    assert "\n".join(line.text for line in masked(f"a\n{KEY}\nb", is_on=False)) == f"a\n{KEY}\nb"


def test_a_secret_in_a_heading_is_masked() -> None:
    line = DocumentLine("text", 2, ("Setup", "token: ghp_abcdefghijklmnopqrstuvwxyz0123456789"))
    [found] = masked_lines([line], masking=SecretMasking())
    assert found.headings == ("Setup", "token: [secret]")


@pytest.mark.parametrize(
    "at", [0, AT_ONCE - LONGEST_BLOCK - 900, AT_ONCE - LONGEST_BLOCK - 30, AT_ONCE - 700, AT_ONCE + 5]
)
def test_a_key_is_masked_wherever_the_stream_is_cut(at: int) -> None:
    filler = "just a line of text\n"
    text = filler * (at // len(filler)) + KEY + "\n" + filler * 8_000
    found = masked(text)
    told = "\n".join(line.text for line in found)
    assert "MIIEpAIB" not in told
    assert "PRIVATE KEY" not in told
    assert told.count("[secret]") == 1
    after = next(line for line in found if line.number > at // len(filler) + 1)
    assert after.number == at // len(filler) + 1 + KEY.count("\n") + 1


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["a line", "", "password: hunter2hunter2", KEY, "日本語の行"]), max_size=40))
def test_lines_that_hold_no_secret_keep_text_and_number(parts: list[str]) -> None:
    text = "\n".join(parts)
    given_lines = text.split("\n")
    for line in masked(text):
        if "[secret]" not in line.text:
            assert line.text == given_lines[line.number - 1]


def test_a_single_line_longer_than_all_that_is_held_goes_through() -> None:
    lines = [DocumentLine("word " * 10_000, 1, ends=False) for _ in range(10)]
    found = list(masked_lines(lines, masking=SecretMasking()))
    assert sum(len(line.text) for line in found) == 500_000
