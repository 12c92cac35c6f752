"""Kinds of secret in sentences as they are said, each with the part that must not be left; every value is made up."""

import hashlib

BODY = "Zx9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890aB"
HEX = "0123456789abcdef" * 4
AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY"
SEED_12 = "abandon ability able about above absent absorb abstract absurd abuse access accident"
SEED_24 = SEED_12 + " account accuse achieve acid acoustic acquire across act action actor actress actual"


def wallet_key(*, compressed: bool) -> str:
    """Return a key in wallet import format, with a right checksum."""
    letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    data = b"\x80" + bytes(range(1, 33)) + (b"\x01" if compressed else b"")
    data += hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        text = letters[rest] + text
    return text


NUMBERED = " ".join(f"{word} {number}." for number, word in enumerate(SEED_12.split(), start=2))
KINDS: tuple[tuple[str, str, str], ...] = (
    ("anthropic", "use sk-ant-api03-" + BODY, BODY),
    ("openai", "sk-proj-" + BODY, BODY),
    ("github", "ghp_" + BODY[:36], BODY[:36]),
    ("github pat", "github_pat_" + BODY, BODY),
    ("gitlab", "glpat-" + BODY[:20], BODY[:20]),
    ("slack", "xoxb-123456789012-" + BODY[:24], BODY[:24]),
    ("slack hook", "https://hooks.slack.com/services/T000/B000/" + BODY[:24], BODY[:24]),
    ("aws id", "AKIAQWERTYUIOPASDFGH", "QWERTYUIOPASDFGH"),
    ("google", "AIza" + BODY[:35], BODY[:35]),
    ("hugging face", "hf_" + BODY[:30], BODY[:30]),
    ("stripe", "sk_live_" + BODY[:24], BODY[:24]),
    ("sendgrid", "SG." + BODY[:22] + "." + BODY[:30], BODY[:30]),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + BODY[:30], BODY[:30]),
    ("telegram", "123456789:AA" + BODY[:33], BODY[:33]),
    ("address", "postgres://admin:tr0ub4dor-and-3@db.internal/prod", "tr0ub4dor-and-3"),
    ("bearer", "Authorization: Bearer abcdef0123456789", "abcdef0123456789"),
    ("named aws secret", "aws_secret_access_key = " + BODY[:40], BODY[:40]),
    ("private key", f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\n-----END RSA PRIVATE KEY-----", BODY),
    ("private key without end", f"-----BEGIN PRIVATE KEY-----\n{BODY}\n{BODY}", BODY),
    ("visa card", "my card is 4111 1111 1111 1111 ok", "4111 1111 1111 1111"),
    ("card bare", "カード番号は4111111111111111です", "4111111111111111"),
    ("card amex", "amex 3782 822463 10005", "3782 822463 10005"),
    ("card mc hy", "5555-5555-5555-4444, exp 12/29", "5555-5555-5555-4444"),
    ("card jcb", "JCB 3530111333300000", "3530111333300000"),
    ("card fw", "４１１１１１１１１１１１１１１１", "４１１１１１１１１１１１１１１１"),
    ("ssn", "my SSN is 219-09-9999", "219-09-9999"),
    ("ssn2", "social security number: 219099999", "219099999"),
    ("myno", "マイナンバーは123456789018です", "123456789018"),
    ("myno sp", "番号 1234 5678 9018", "1234 5678 9018"),
    ("DB_PASS:", "DB_PASS: hunter2", "hunter2"),
    ("DBPASSWORD=", "DBPASSWORD=hunter2", "hunter2"),
    ("userPassword", "userPassword: hunter2", "hunter2"),
    ("userPassword w", "userPassword: swordfish", "swordfish"),
    ("full-width colon", "password：hunter2", "hunter2"),
    ("escaped json", r"{\"user\": \"bob\", \"password\": \"hunter2 abc\"}", "hunter2 abc"),
    ("blank quoted", 'password = "correct horse battery"', "horse battery"),
    ("blank quoted2", "password: 'open sesame now'", "sesame now"),
    ("curl", "curl -u alice:s3cretpw https://api.x.com", "s3cretpw"),
    ("curl q", "curl -s -X POST -u 'alice:blue walrus7' https://x", "walrus7"),
    ("mysql", "mysql -uroot -pS3cret! mydb", "S3cret!"),
    ("sshpass", "sshpass -p hunter ssh me@host", "hunter"),
    ("sshpass q", "sshpass -p 'open s3same' ssh me@host", "open s3same"),
    ("cookie", "Cookie: sessionid=abc123def; csrftoken=zzz", "abc123def"),
    ("setcookie", "Set-Cookie: sid=38afes7a8; HttpOnly; Path=/", "38afes7a8"),
    (
        "azure",
        "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=" + BODY + BODY + "==;EndpointSuffix=core",
        BODY,
    ),
    ("gocspx", "GOCSPX-" + BODY[:28], BODY[:28]),
    ("twilio sk", "SK" + HEX[:32], HEX[:32]),
    ("twilio auth", "twilio auth token " + HEX[8:40], HEX[8:40]),
    ("discord", "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + BODY[:38], BODY[:38]),
    (
        "age",
        "AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0S3JN54K",
        "QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    ),
    ("wif", wallet_key(compressed=True), wallet_key(compressed=True)),
    ("wif5", "key " + wallet_key(compressed=False), wallet_key(compressed=False)),
    ("aws pair", "AKIAQWERTYUIOPASDFGH " + AWS_SECRET, AWS_SECRET),
    ("aws pair2", AWS_SECRET + "\nid ASIAQWERTYUIOPASDFGH", AWS_SECRET),
    ("seed of 12", "my seed phrase is " + SEED_12, "abstract absurd"),
    ("seed of 24", "recovery phrase: " + SEED_24 + ".", "actress actual"),
    ("seed ja", "ウォレットのシードフレーズは " + SEED_12 + " です", "abstract absurd"),
    ("seed num", "mnemonic words are 1. " + NUMBERED, "absurd"),
    ("password for something", "the password for gmail is hunter2", "hunter2"),
    ("a word for something", "the password for my gmail account is swordfish.", "swordfish"),
    ("a word as password", "my password is swordfish", "swordfish"),
    ("a name as password", "My password is Fluffy and I use it everywhere", "Fluffy"),
    ("short", "my password is abc1", "abc1"),
    ("short2", "password: a1b2", "a1b2"),
    ("short3", "the password is xyz.", "xyz"),
    ("short4", "my wifi password is 1234", "1234"),
    ("ja comma", "パスワード、hunter2だよ", "hunter2"),
    ("ja pass", "パスはhunter2だよ", "hunter2"),
    ("ja said before", "hunter2がパスワードだよ", "hunter2"),
    ("ja quoted before", "「ひらけごま」がパスワードです", "ひらけごま"),
    ("ja kana before", "ひらけごまがパスワード", "ひらけごま"),
    ("ja kana", "パスワードはひらけごまです", "ひらけごま"),
    ("ja kana2", "パスワードは「さくらもち」だよ", "さくらもち"),
    ("ja kata", "パスワードはモグラタタキ", "モグラタタキ"),
    ("ja quoted kanji", "パスワードは「桜吹雪」です", "桜吹雪"),
    ("ja pin", "暗証番号は１２３４です", "１２３４"),
    ("ja pin2", "暗証番号：4649", "4649"),
    ("ja pin3", "PINは0423だよ", "0423"),
    ("ja pin4", "暗証番号 8823", "8823"),
    ("ja change", "パスワードをhunter2に変えた", "hunter2"),
    ("ja fw", "パスワードはｈｕｎｔｅｒ２です", "ｈｕｎｔｅｒ２"),
    ("zero width", "ghp_" + "\u200b".join([BODY[:10], BODY[10:20], BODY[20:36]]), BODY[:10]),
    ("zero width joiner", "sk-\u200dant-api03-" + BODY[:20] + "\ufeff" + BODY[20:], BODY[20:]),
    ("zero width in the name", "pass\u200bword: hun\u200bter2", "hun\u200bter2"),
    ("option", "tool --password s3cr3tpw -u me", "s3cr3tpw"),
    ("export", "export PGPASSWORD=hunter", "hunter"),
    ("xml", "<password>hunter2</password>", "hunter2"),
    ("basic", "Authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
    ("apikey", "x-api-key: abcdef0123456789", "abcdef0123456789"),
    ("is my pw", "hunter2 is my password", "hunter2"),
    ("as pw", "I use Tr0ub4dor as my password", "Tr0ub4dor"),
    ("to", "I changed the password to hunter22", "hunter22"),
    ("login", "login bob password hunter22", "hunter22"),
    ("redis", "redis-cli -h x -a S3cr3t ping", "S3cr3t"),
    ("url @", "postgres://u:p@ss@host/db", "p@ss"),
    ("secret_key", "SECRET_KEY = 'django-insecure-abc'", "django-insecure-abc"),
    ("clientSecret", '"clientSecret": "aBcDeFgHiJkL"', "aBcDeFgHiJkL"),
    ("pin en", "the pin is 4821", "4821"),
    ("cvv", "CVV: 123", "123"),
    ("passphrase", "ssh passphrase: blue-horse", "blue-horse"),
    ("npm", ".npmrc //registry.npmjs.org/:_authToken=npm_" + BODY[:36], BODY[:36]),
)
