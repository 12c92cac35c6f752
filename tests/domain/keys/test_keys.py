"""What a key is, how long it holds, and how often it may ask."""

import itertools
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.keys import api_key, rate, wording
from omoide.domain.keys.api_key import ApiKey, KeyId, KeyScope, KeyText
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

NOW = Moment(1_774_742_400)
UTC = ZoneInfo("UTC")
TEXT = KeyText(KeyId("0123456789ab"), "f" * 64)


def test_a_key_is_read_as_it_was_written() -> None:
    assert api_key.read(f" {TEXT.text}\n") == TEXT
    assert TEXT.secret not in repr(TEXT)


@pytest.mark.parametrize(
    "text", ["", "omo_", TEXT.text[:-1], TEXT.text + "0", TEXT.text.upper(), "sk_0123456789ab_" + "f" * 64]
)
def test_another_text_is_no_key(text: str) -> None:
    assert api_key.read(text) is None


def test_only_the_same_secret_opens() -> None:
    kept = ApiKey(TEXT.id, KeyScope.READ, NOW, TEXT.digest)

    assert TEXT.opens(kept)
    assert not KeyText(TEXT.id, "e" * 64).opens(kept)
    assert TEXT.secret.encode() not in kept.digest


@pytest.mark.parametrize(("held", "wanted"), list(itertools.product(KeyScope, KeyScope)))
def test_a_scope_holds_itself_and_those_before_it(held: KeyScope, wanted: KeyScope) -> None:
    order = list(KeyScope)
    assert held.holds(wanted) == (order.index(held) >= order.index(wanted))


def test_a_key_holds_until_it_expires_or_is_revoked() -> None:
    key = ApiKey(TEXT.id, KeyScope.READ, NOW, TEXT.digest, expires=Moment(NOW + 10))

    assert key.holds_at(Moment(NOW + 9))
    assert not key.holds_at(Moment(NOW + 10))
    assert not ApiKey(TEXT.id, KeyScope.READ, NOW, TEXT.digest, revoked=NOW).holds_at(NOW)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("30d", 2_592_000), ("12h", 43_200), (" 5M ", 300), ("2w", 1_209_600), ("2026-03-30", 86_400)],
)
def test_a_time_to_expire_is_a_span_or_a_date(text: str, seconds: int) -> None:
    assert wording.end_of(text, now=NOW, tz=UTC) == NOW + seconds


def test_a_key_may_hold_for_ever() -> None:
    assert wording.end_of("never", now=NOW, tz=UTC) is None


@pytest.mark.parametrize("text", ["", "0d", "soon", "30", "2020-01-01", "999999w", "-3d", "３０日"])
def test_another_time_to_expire_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        wording.end_of(text, now=NOW, tz=UTC)


@pytest.mark.parametrize(("text", "number"), [("60/min", 60), ("5", 5), (" 7 / minute ", 7)])
def test_a_rate_is_read(text: str, number: int) -> None:
    assert wording.per_minute_of(text) == number


@pytest.mark.parametrize("text", ["", "0", "fast", "60/h", "-1", "9999999"])
def test_another_rate_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        wording.per_minute_of(text)


@given(st.lists(st.floats(0, 30), min_size=1, max_size=200), st.integers(1, 50))
def test_no_more_go_through_than_a_bucket_holds_and_gains(gaps: list[float], per_minute: int) -> None:
    now, bucket, went = 0.0, rate.full(per_minute, now=0.0), 0
    for gap in gaps:
        now += gap
        bucket, wait = rate.taken(bucket, per_minute=per_minute, now=now)
        went += wait == 0.0

    assert went <= per_minute + now * per_minute / 60 + 1e-6


@given(st.integers(1, 1_000))
def test_whoever_waits_as_long_as_told_goes_through(per_minute: int) -> None:
    bucket, now = rate.full(per_minute, now=0.0), 0.0
    for _ in range(per_minute):
        bucket, wait = rate.taken(bucket, per_minute=per_minute, now=now)
        assert wait == 0.0
    bucket, wait = rate.taken(bucket, per_minute=per_minute, now=now)
    assert wait > 0
    assert rate.taken(bucket, per_minute=per_minute, now=now + wait + 1e-6)[1] == 0.0
