"""What a secret's value looks like, and what only looks like one: placeholders, code, ordinary words."""

import re
from collections.abc import Iterator
from functools import lru_cache

Span = tuple[int, int]
"""Where a secret stands: its first character and the one after its last."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NAME_LETTERS = LETTERS + LETTERS.upper() + "0123456789_"

LONGEST_WORD = 100
JUDGED = 64
"""Of a longer value, how many characters decide what it is."""
SEEN_BEFORE = 256
"""Values whose judgement is remembered: a text that says the same a hundred thousand times is judged once."""
ASCII_SIGNS = "".join(map(chr, range(0x21, 0x7F)))
KANA = "".join(map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FB), 0x30FC)))
_OPENINGS = {"」": "「", "』": "『", "”": "“", "’": "‘", '"': '"', "'": "'", "`": "`"}
_HARMLESS = re.compile(
    r"(?:true|false|none|null|nil|undefined|string|secret|example|placeholder|changeme\??|redacted|hidden|empty|n/a|tbd|todo"
    r"|required.*|1password|lastpass|bitwarden|keepass\w*|str|bytes|int|bool|object|any|text|varchar.*|secretstr|optional|self|this|your[_-].*|my[_-]?(?:password|token|secret|key)"
    r"|[*•●x]{3,}|\.{2,}.*|…+|-+|_+|\?+|#+|\$.*|%\w*%?|@\w+|&\w+;?|<.*|\{.*|\[.*|\\+[nrt]?"
    r"|process\.env.*|os\.environ.*|getenv.*|env[.:].*|settings\..*|config\..*|self\..*|this\..*|args\..*|https?:.*|//.*|/\*.*)$",
    re.IGNORECASE,
)
_CODE_NAME = re.compile(
    r"(?:[A-Za-z_]\w*\.)+[A-Za-z_]+$"
    r"|[A-Za-z_]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|credentials?)(?:_?(?:str|input|field|hash|value|env|id|name))?$",
    re.IGNORECASE,
)
_ASKS = re.compile(r"password|passwort|passphrase|パスワード|\byour\b|\bplease\b|\benter\b|入力", re.IGNORECASE)
_LETTER, _SMALL, _CAPITAL, _DIGIT = (re.compile(one) for one in (r"[^\W\d_]", "[a-z]", "[A-Z]", "[0-9]"))
_SIGN = re.compile(r"[!@#$%^&*+=~?|]")
_WORD = re.compile(r"[A-Za-z]+[.!?]*$|[a-z]+(?:-[a-z]+)*[.!?]*$")
_ALGORITHM = re.compile(
    r"(?:sha|md|utf|base|oauth|argon|aes|rsa|ed|v|scrypt|bcrypt|pbkdf|ipv|http|x|win|python|py)-?\d+\w*$"
)
_ORDINARY_WORDS = (
    "a an the my your our his her their its it this that these those there here what which who where when why how and or not no "
    "none same different always never still now just only too very so quite pretty really also already almost wrong right correct "
    "incorrect invalid valid safe secure insecure strong weak long short hard easy simple complex secret private public hidden "
    "empty blank missing required optional necessary needed unknown unique new old good bad better best okay ok fine gone lost "
    "stuck broken visible ready available accepted for from with without in on at by to of under below above inside about as if "
    "because at least minimum maximum must should can cannot may might will would case something anything nothing everything one "
    "two three four five six seven eight nine ten your yours mine ours theirs all both each any some more less enough exactly "
    "encrypted plain stored great terrible awful stupid silly annoying important different random default temporary longer "
    "shorter stronger weaker you we they he she i me us them people someone everyone up out off over back stolen "
    "written forgotten known shown given taken chosen set sent kept leaked sensitive specific protected"
)
_ORDINARY = frozenset(_ORDINARY_WORDS.split())
_ENDINGS = ("ed", "ing", "ly", "able", "ible", "n't")


def places(text: str, word: str) -> Iterator[int]:
    """Yield where a word begins, each time it is there."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def is_harmless(value: str, *, after: str = "") -> bool:
    """Tell whether a value given to a secret's name is a placeholder, a type or a piece of code; `after` follows it."""
    return (after in ("(", "[") and value.isidentifier()) or _is_placeholder(value[:JUDGED])


@lru_cache(maxsize=SEEN_BEFORE)
def _is_placeholder(judged: str) -> bool:
    return bool(_HARMLESS.match(judged) or _CODE_NAME.match(judged))


def is_prompt(value: str) -> bool:
    """Tell whether a quoted text of several words asks for a secret rather than being one."""
    return bool(_ASKS.search(value))


def has_word(value: str) -> bool:
    """Tell whether there is a letter or a digit in it at all."""
    return bool(_LETTER.search(value[:JUDGED]) or _DIGIT.search(value[:JUDGED]))


def is_mixed(value: str) -> bool:
    """Tell whether letters and digits (or signs of the keyboard's upper row) stand together, as in no ordinary word."""
    return _is_mixed(value[:JUDGED])


@lru_cache(maxsize=SEEN_BEFORE)
def _is_mixed(judged: str) -> bool:
    if not _LETTER.search(judged):
        return bool(_DIGIT.search(judged) and _SIGN.search(judged.rstrip("!?")))
    return bool(_DIGIT.search(judged) and not _ALGORITHM.match(judged.lower())) or bool(
        _SIGN.search(judged.rstrip("!?"))
    )


def is_random(value: str, *, at_least: int = 20) -> bool:
    """Tell whether it is a long piece of small and capital letters and digits."""
    judged = value[:JUDGED]
    return len(value) >= at_least and bool(_DIGIT.search(judged) and _SMALL.search(judged) and _CAPITAL.search(judged))


def is_plain_word(value: str) -> bool:
    """Tell whether it is written as words are: letters only, or small words joined by hyphens."""
    return bool(_WORD.match(value))


def is_ordinary(word: str) -> bool:
    """Tell whether a plain word after 「the password is」 says how it is, not what it is."""
    bare = word.rstrip(".!?,").lower()
    return len(bare) < 3 or not _ORDINARY.isdisjoint(bare.split("-")) or bare.endswith(_ENDINGS)


def word_before(text: str, end: int) -> Span:
    """Return where the word stands that ends here: what is between quotes, else letters without a blank, else kana."""
    start = max(0, end - LONGEST_WORD)
    before = text[start:end]
    if opening := _OPENINGS.get(before[-1:]):
        at = before.rfind(opening, 0, -1)
        if 0 <= at < len(before) - 2 and "\n" not in before[at:]:
            return start + at + 1, end - 1
    for letters in (ASCII_SIGNS, KANA):
        if before[-1:] in letters and before:
            bare = before.rstrip(letters)
            return start + len(bare), end
    return end, end
