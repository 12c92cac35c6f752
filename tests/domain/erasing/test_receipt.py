"""Receipts come back as they were kept, and their seals show every change."""

import json

from omoide.domain.erasing import receipt
from omoide.domain.erasing.receipt import ErasureReport, Left, LeftKind

REPORT = ErasureReport(
    events=2,
    rows=(("events", 2), ("memories", 1)),
    redacted=(7,),
    searched_for=4,
    short=1,
    left=(Left("events.user_text", LeftKind.SAID_ELSEWHERE, 1, (9,)),),
)


def test_a_report_comes_back_as_it_was_kept() -> None:
    assert receipt.report_of(json.loads(json.dumps(receipt.told(REPORT)))) == REPORT


def test_only_what_was_looked_for_and_not_found_is_clean() -> None:
    assert ErasureReport(1, ()).is_clean
    assert not REPORT.is_clean
    assert not ErasureReport(1, (), is_searched=False).is_clean


def test_a_seal_shows_a_change_of_the_receipt_or_of_one_before_it() -> None:
    seal = receipt.sealed([1, "session"], before="a")
    assert seal == receipt.sealed([1, "session"], before="a")
    assert seal != receipt.sealed([2, "session"], before="a")
    assert seal != receipt.sealed([1, "session"], before="b")
