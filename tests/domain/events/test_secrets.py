"""What is masked before it is kept, and what is left as it is."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events import secrets
from omoide.domain.events.secrets import MASK, masked, masked_start
from tests.domain.events.secret_kinds import BODY, KINDS

ORDINARY = (
    "the token is refreshed daily",
    "password: str",
    "password: Optional[str] = None",
    "def login(user: str, password: str) -> None:",
    "パスワードを忘れた",
    "パスワードは忘れた",
    "パスワードは必須です",
    "パスワードは8文字以上で",
    "パスワードはもう変えた",
    "パスワードはひみつだよ",
    "パスワードはないしょ",
    "パスワードは大文字と小文字を混ぜて",
    "パスは/home/me/projです",
    "パスは src/main.py",
    "パスタはカルボナーラがいい",
    "パスポートは12345の棚",
    "the secret is patience",
    "the key is to stay calm",
    "my password is too long",
    "The password is case-sensitive",
    "password must be at least 8 characters",
    "Password: at least 8 characters",
    "I forgot my password",
    "what is the password?",
    "Where is my password manager",
    "token = tokens[0]",
    "tokens = text.split()",
    "max_tokens=4096",
    "max_token: 4096",
    "key=lambda x: x[0]",
    "primary_key=True",
    "monkey: banana",
    "compass: north",
    "PASS: test_foo2",
    "pass: 12, fail: 3",
    "bypass=1",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "550e8400-e29b-41d4-a716-446655440000",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "order 202401011230",
    "1700000000000000",
    "arn:aws:iam::123456789018:role/x",
    "tel 03-1234-5678",
    "090-1234-5678",
    "call 555-123-4567",
    "curl -u",
    "mysql -p mydb",
    "mysql -h host -P 3306",
    "docker run -p 8080:80 nginx",
    "docker login; docker run -p 8080:80 nginx",
    "ssh -p 2222 me@host",
    "mkdir -p a/b",
    "Cookie: the dog",
    "cookies: chocolate chip",
    "Cookie = document.cookie",
    "Authorization header is required",
    "bearer of bad news",
    "bearer authentication",
    "the bearer token",
    "seed: 42",
    "random seed is set to make runs the same each time and then compare them with what we had before",
    "wallet and keys on the table next to the big blue bowl where grandma left them",
    "const token = await getToken();",
    "this.password = password;",
    "self.token = token",
    "api_key = os.environ['OPENAI_API_KEY']",
    'api_key_env = "OPENAI_API_KEY"',
    "password=password",
    "password=user.password",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "password: ********",
    "PASSWORD=<your password>",
    '<input type="password" name="password">',
    'placeholder="Enter your password"',
    "label: 'Password', type: 'password'",
    "'password' => 'required|min:8'",
    "if password is None:",
    "password == other",
    "assert token != ''",
    "トークンは有効期限が切れた",
    "トークンは3つある",
    "合言葉は何？",
    "暗証番号を変えた",
    "暗証番号は4桁です",
    "暗証番号は誕生日以外にして",
    "PINは4桁",
    "これがパスワード",
    "それがパスワードの問題",
    "何がパスワード？",
    "👨\u200d👩\u200d👧 family",
    "https://example.com/a:b/c@2x.png",
    "http://localhost:8080/path@2x",
    "git@github.com:me/repo.git",
    "ssh://git@github.com/me/x",
    "12:30 the token ring",
    "key: value",
    "key = 'name'",
    '"key": "identifier"',
    "sort_key: created_at",
    "public_key: ssh-rsa",
    "-----BEGIN CERTIFICATE-----\nabc",
    "-----BEGIN PUBLIC KEY-----\nMIIB",
    "sk-learn is nice",
    "sk-toggleable-container-content",
    "task-management-something-long-2",
    "risk-adjusted-return-portfolio-1",
    "npm_config_registry",
    "hf_hub_download",
    "AC power and SK Telecom",
    "パスワードの使い回しはだめ",
    "パスワードって大事",
    "パスワードも変えなきゃ",
    "パスワードが違う",
    "パスワードがわからない",
    "パスワードがちがいます",
    "パスワードはメモ帳に書いた",
    "パスワードはLastPassで管理",
    "パスワードは1Passwordに入れてる",
    "Face IDかパスワード",
    "secret: nobody knows",
    "Secret Santa: Tom",
    "My secret is that I love him",
    "password reset",
    "the password is stored in Vault",
    "the password is in the drawer",
    "The password is under the mat",
    "my password was stolen",
    "password was changed yesterday",
    "Password is required",
    "It's the password I forgot",
    "his password is probably something stupid",
    "credential: yes",
    "credentials: include",
    "pin: the tail",
    "pin 13: OUTPUT",
    "OTP: see app",
    "4242 is my lucky number",
    "serial 1234-5678-9012",
    "isbn 978-4-10-101001-4",
    "date 2024-01-15",
    "203-45-6789-11",
    "v1.2.3-45-6789",
    "3.14159265358979",
    "2023 2024 2025 2026",
    "Bus pass: 12 pounds",
    "hall pass: none",
    "{token}",
    "token: {token}",
    'f"token={token}"',
    "Bearer {token}",
    "Bearer $TOKEN",
    'password: ""',
    "password: ''",
    "password = input('Password: ')",
    "getpass.getpass('Password: ')",
    "passwd: command not found",
    "/etc/passwd: permission denied",
    "pwd",
    "pwd: /home/me",
    "$ pwd\n/home/me",
    "echo $PWD",
    "keypass: x",
    "passport: AB1234567",
    "token = os.environ['X']",
    "トークンの使い方を教えて",
    "a secret between friends",
    "set API_KEY=your_api_key_here",
    "日本語だけの文章。鍵は玄関の植木鉢の下。",
)


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


@pytest.mark.parametrize("text", ORDINARY)
def test_talk_about_secrets_is_left_as_it_is(text: str) -> None:
    assert masked(text) == text


@pytest.mark.parametrize(("text", "value"), [kind[1:] for kind in KINDS], ids=[kind[0] for kind in KINDS])
def test_a_secret_of_every_kind_is_masked(text: str, value: str) -> None:
    assert value in text
    assert value not in masked(text)
    assert MASK in masked(text)
    assert masked(masked(text)) == masked(text)


@pytest.mark.parametrize(("text", "value"), [kind[1:] for kind in KINDS], ids=[kind[0] for kind in KINDS])
def test_what_stands_around_a_secret_stays_to_the_byte(text: str, value: str) -> None:
    before, after = "👨‍👩‍👧 Ｆａｍｉｌｙ！\n\n", "\n\n👩🏽‍💻 さようなら。"
    shown = masked(before + text + after)
    assert value not in shown
    assert shown.startswith(before)
    assert shown.endswith(after)


def test_text_without_a_secret_is_the_same_to_the_byte() -> None:
    text = "👨‍👩‍👧 と　ｗｉｄｅ な字と\u200b見えない字、ﾊﾝｶｸ"
    assert masked(text) == text


def test_a_card_number_with_a_wrong_digit_is_a_number() -> None:
    assert masked("4111 1111 1111 1112") == "4111 1111 1111 1112"
    assert masked("1234 5678 9017") == "1234 5678 9017"


def test_a_long_value_is_masked_to_its_end() -> None:
    assert masked("password=" + "aB3+" * 1000 + " rest") == "password=[secret] rest"


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.sampled_from(["", " ", "\n", "、", ", "]))
def test_two_secrets_beside_each_other_are_masked_once_and_for_all(
    one: tuple[str, str, str], two: tuple[str, str, str], between: str
) -> None:
    shown = masked(one[1] + between + two[1])
    assert masked(shown) == shown


@given(st.text(max_size=300))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert masked(masked(text)) == masked(text)


REPEATED = (
    "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "x", "password", "password ", "password=", "password: '", "pw:", "key=", "token: ",
    "://a:", "1", "1111 ", "seed ", "curl -u a", " -u", " --password", "cookie: a=", "AKIAQWERTYUIOPASDFGH ", "sk-", "eyJaaaaaaaa.",
    "twilio", "パスワードは", "aaaaがパスワード", "\u200ba", "ａ", "[secret]", "https://", "M", "K", " ", "\n", '"', "\\",
)  # fmt: skip


@pytest.mark.parametrize("unit", REPEATED)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(unit: str) -> None:
    short = unit * (20_000 // len(unit))
    once, fourfold = seconds(short), seconds(short * 4)
    assert fourfold < 10 * once + 0.05


PIECES = (
    "pw:", "pw: ", "pin 1", "pin: ", "pass:x1 pass", "key=", "password=a1b2 ", "mysql -p", "0Q~", "password is the ", 'password= \\"',
    "sk-", "is my password ", "'password': 'a b'", " was the password", "curl -u a:b ", "パス", "暗証番号", "twilio 0", "api_key='",
    "Xがパスワード", "パスワードは", "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n", "://a:b", "cookie: a=b; ", "wallet abc ",
    "eyJaaaaaaaa.", "authorization: bearer ", "a\u200b", "[secret]", "123-45-6789 ", "M" * 30 + ".", "AKIAQWERTYUIOPASDFGH ",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_however_nasty_pieces_are_mixed_twice_the_length_takes_about_twice_the_time(seed: int) -> None:
    dice = random.Random(seed)
    mix = "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 6)))
    short = mix * (40_000 // len(mix))
    assert seconds(short * 2) <= 2.5 * seconds(short) + 0.02


@pytest.mark.parametrize("secret", [f"password={'k9' * 30}", "-----BEGIN PRIVATE KEY-----\n" + "Zx9Q" * 400])
@pytest.mark.parametrize("before", [0, 5, 20, 60])
def test_no_half_of_a_secret_is_left_where_a_long_text_is_cut(secret: str, before: int) -> None:
    text = "x " * 500 + secret
    kept = masked_start(text + " and so on" * 5_000, most=1_000 + before)
    assert len(kept) <= 1_000 + before
    assert "k9k9" not in kept
    assert "Zx9Q" not in kept


def test_a_text_that_is_not_cut_is_masked_as_it_is() -> None:
    assert masked_start("password=k9k9k9k9 です", most=100) == masked("password=k9k9k9k9 です")


def test_secrets_before_the_cut_do_not_bring_back_what_lies_behind_it() -> None:
    many = "password=k9k9k9k9k9k9k9k9 " * 2_000
    kept = masked_start(many + "y" * 100_000, most=len(many))
    assert "k9" not in kept


def seconds(text: str) -> float:
    """Return the processor's time for masking, the best of three."""
    return min(_seconds(text) for _ in range(3))


def _seconds(text: str) -> float:
    start = time.process_time()
    masked(text)
    return time.process_time() - start


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    package = Path(secrets.__file__).parents[3]
    script = f"import sys; sys.path.append({str(package)!r}); from omoide.domain.events import secrets; print(secrets.masked('pin: 4821'))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "pin: [secret]\n"
