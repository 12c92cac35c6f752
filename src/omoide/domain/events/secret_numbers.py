"""Secrets that are numbers or words with a check: payment cards, SSN, マイナンバー, keys and seed phrases of wallets."""

import re
from collections.abc import Iterator

from omoide.domain.events.secret_values import Span, places

_NUMBER = re.compile(r"[0-9](?<![A-Za-z0-9_./#-][0-9])[0-9]{2}[0-9 -]{6,22}(?<=[0-9])(?![A-Za-z0-9_]|[.-][0-9])")
"""A number that stands alone.  The digit comes first: so `re` passes over everything else at once."""
_CARD = re.compile(r"\d{4}(?P<a>[ -]?)\d{4}(?P=a)\d{4}(?P=a)\d{1,7}$|\d{4}(?P<b>[ -]?)\d{6}(?P=b)\d{4,5}$", re.ASCII)
_ISSUER = re.compile(
    r"(?:4\d{15}|4\d{12}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|35(?:2[89]|[3-8]\d)\d{12}"
    r"|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17})$",
    re.ASCII,
)
"""Visa, Mastercard, American Express, JCB, Diners, Discover, UnionPay: what a number of this length begins with."""
_SSN = re.compile(r"(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}$", re.ASCII)
_SSN_NAMED = re.compile(
    r"(?:ssn|social security(?: number| no\.?)?)\W{0,3}(?: is| was|:)?\s{0,3}(?P<word>\d{3}[ -]?\d\d[ -]?\d{4})(?!\d)",
    re.ASCII,
)
_MY_NUMBER = re.compile(r"\d{4}(?P<a>[ -]?)\d{4}(?P=a)\d{4}$", re.ASCII)
_MY_NUMBER_NAMED = re.compile(r"(?:マイナンバー|個人番号)\D{0,12}(?P<word>\d(?:[ -]?\d){11})(?!\d)", re.ASCII)
_MINUTE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$", re.ASCII)
_WIF = re.compile(r"[5KL9c](?<![A-Za-z0-9].)[1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SEED_CUES = (
    "seed", "mnemonic", "recovery phrase", "recovery words", "secret phrase", "backup phrase", "wallet", "12 words", "24 words",
    "シードフレーズ", "シード", "ニーモニック", "リカバリーフレーズ", "リカバリフレーズ", "復元フレーズ",
    "ウォレット", "12個の単語", "24個の単語",
)  # fmt: skip
_SEED_REACH = 320
"""How far behind the word that announces it a seed phrase may end."""
_SEED_PART = re.compile(r"[a-z]+|[^a-z\s,]+")
_SEED_NUMBER = re.compile(r"\d{1,2}[.):]?$")
_NOT_IN_A_SEED_WORDS = (
    "the and for was were are but from your with his her our has had been which would could should because into than them "
    "their its not did does don get got went said who why these those"
)
_NOT_IN_A_SEED = frozenset(_NOT_IN_A_SEED_WORDS.split())
"""Words of every other sentence that the 2,048 words of BIP 39 leave out.  With a word that announces a phrase before it,
twelve words of three to eight small letters without any of these are taken for one; the list itself is not needed."""


def spans(plain: str, low: str) -> Iterator[Span]:
    """Yield where such numbers and phrases stand."""
    for found in _NUMBER.finditer(plain):
        if (
            _is_card(found[0])
            or _SSN.match(found[0])
            or (_is_my_number(found[0]) and plain[found.start() - 2 : found.start()] != "::")
        ):
            yield found.span()
    for names, pattern in ((("ssn", "social security"), _SSN_NAMED), (("マイナンバー", "個人番号"), _MY_NUMBER_NAMED)):
        if any(name in low for name in names):
            yield from (found.span("word") for found in pattern.finditer(low))
    yield from (found.span() for found in _WIF.finditer(plain) if _is_wallet_key(found[0]))
    yield from _seeds(low)


def _digits(text: str) -> str:
    return text.replace(" ", "").replace("-", "")


def _passes_luhn(digits: str) -> bool:
    doubled = [int(each) * 2 for each in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(each - 9 if each > 9 else each for each in doubled)) % 10 == 0


def _is_card(text: str) -> bool:
    digits = _digits(text)
    return bool(_CARD.match(text) and _ISSUER.match(digits)) and _passes_luhn(digits)


def _is_my_number(text: str) -> bool:
    digits = _digits(text)
    return bool(_MY_NUMBER.match(text)) and not _MINUTE.match(digits) and _passes_my_number(digits)


def _passes_my_number(digits: str) -> bool:
    """Tell whether the twelfth digit is right (総務省令第85号, 2014, 第5条)."""
    total = sum(int(each) * (n + 1 if n <= 6 else n - 5) for n, each in enumerate(reversed(digits[:11]), start=1))
    rest = total % 11
    return int(digits[11]) == (0 if rest <= 1 else 11 - rest)


def _is_wallet_key(text: str) -> bool:
    from hashlib import sha256  # needed for one text in a million, and the hook client waits for every import

    number = 0
    for each in text:
        number = number * 58 + _BASE58.index(each)
    data = number.to_bytes(40, "big").lstrip(b"\0")
    return sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:]


def _seeds(low: str) -> Iterator[Span]:
    reach = 0
    for start in sorted(at + len(cue) for cue in _SEED_CUES for at in places(low, cue)):
        end = start + _SEED_REACH
        if end > reach:
            yield from _seeds_in(low, max(start, reach - _SEED_REACH), end)
            reach = end + _SEED_REACH


def _seeds_in(low: str, start: int, end: int) -> Iterator[Span]:
    run = list[Span]()
    for part in _SEED_PART.finditer(low, start, end):
        word = part[0]
        if _SEED_NUMBER.match(word):
            continue
        if 3 <= len(word) <= 8 and word.isalpha() and word.isascii() and word not in _NOT_IN_A_SEED:
            run.append(part.span())
            continue
        if len(run) >= 12:
            yield run[0][0], run[-1][1]
        run = []
    if len(run) >= 12:
        yield run[0][0], run[-1][1]
