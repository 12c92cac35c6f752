"""What is masked before it is kept, and what is left as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.secrets import MASK, masked

BODY = "Zx9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890aB"


@pytest.mark.parametrize(
    "secret",
    [
        "sk-ant-api03-" + BODY,
        "sk-proj-" + BODY,
        "ghp_" + BODY[:36],
        "github_pat_" + BODY,
        "glpat-" + BODY[:20],
        "xoxb-123456789012-" + BODY[:24],
        "AKIA" + "QWERTYUIOPASDFGH",
        "AIza" + BODY[:35],
        "npm_" + BODY[:36],
        "hf_" + BODY[:30],
        "SG." + BODY[:22] + "." + BODY[:30],
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + BODY[:30],
        "https://hooks.slack.com/services/T000/B000/" + BODY[:24],
        "123456789:AA" + BODY[:33],
    ],
)
@pytest.mark.parametrize("around", ["{}", "use {} now", "鍵は{}です", '{{"key": "{}"}}', "a\n{}\nb"])
def test_tokens_of_known_shapes_are_masked_wherever_they_stand(secret: str, around: str) -> None:
    shown = masked(around.format(secret))
    assert secret not in shown
    assert BODY[:20] not in shown
    assert MASK in shown


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("postgres://bob:hunter2!@db.local:5432/x", "postgres://bob:[secret]@db.local:5432/x"),
        ("redis://:s3cret@cache/0", "redis://:[secret]@cache/0"),
        ("DB_PASSWORD='pa55word!'", "DB_PASSWORD='[secret]'"),
        ('{"api_key": "abcdef12345"}', '{"api_key": "[secret]"}'),
        ("Authorization: Bearer abcdef0123456789", "Authorization: Bearer [secret]"),
        ("mysql --password s3cr3tpw -u me", "mysql --password [secret] -u me"),
        ("パスワードはhunter2xだよ", "パスワードは[secret]だよ"),
        ("my password is hunter2", "my password is [secret]"),
        ("aws_secret_access_key = " + BODY[:40], "aws_secret_access_key = [secret]"),
    ],
)
def test_a_named_secret_is_masked_and_its_name_stays(text: str, kept: str) -> None:
    assert masked(text) == kept


def test_a_private_key_is_masked_even_when_its_end_is_missing() -> None:
    whole = f"before\n-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n{BODY}\n-----END RSA PRIVATE KEY-----\nafter"
    assert masked(whole) == "before\n[secret]\nafter"
    assert BODY not in masked(f"-----BEGIN PRIVATE KEY-----\n{BODY}\n{BODY}")


@pytest.mark.parametrize(
    "text",
    [
        "the token is refreshed daily",
        "password: str",
        "token = os.environ['X']",
        "トークンの使い方を教えて",
        "パスワードを忘れた",
        "a secret between friends",
        "set API_KEY=your_api_key_here",
        "https://example.com/path@2x.png",
        "日本語だけの文章。鍵は玄関の植木鉢の下。",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    ],
)
def test_talk_about_secrets_is_left_as_it_is(text: str) -> None:
    assert masked(text) == text


@given(st.text(max_size=300))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert masked(masked(text)) == masked(text)


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    text = "-----BEGIN PRIVATE KEY-----" + "password" * 50_000 + "://a:" * 20_000 + "x" * 200_000
    assert len(masked(text)) < len(text)
