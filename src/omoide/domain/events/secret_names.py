"""Secrets that stand beside their name: `DB_PASS=…`, `"userPassword": "…"`, "the password for gmail is …"."""

import re
from collections.abc import Iterator

from omoide.domain.events.secret_values import (
    JUDGED,
    NAME_LETTERS,
    Span,
    has_word,
    is_harmless,
    is_mixed,
    is_ordinary,
    is_plain_word,
    is_prompt,
    is_random,
    places,
    word_before,
)

_PASS = re.compile(
    r"pass(?:wor[dt]|wd|phrase|code|w)?(?![a-z])|pwd(?![a-z])|pw(?![a-z])|pswd(?![a-z])|kennwort(?![a-z])"
)
_TOKEN = re.compile(r"(?:token|secret|credentials?|apikey)(?![a-z])")
_KEY = re.compile(r"key(?![a-z])")
_PIN = re.compile(
    r"(?:pin(?:[ _-]?code)?|cvv2?|cvc2?|otp|security code|verification code|one-time code|2fa code)(?![a-z])"
)
_STARTS: tuple[tuple[str, "re.Pattern[str]"], ...] = (
    *((start, _PASS) for start in ("pass", "pwd", "pw", "pswd", "kennwort")),
    *((start, _TOKEN) for start in ("token", "secret", "credential", "apikey")),
    ("key", _KEY),
    *(
        (start, _PIN)
        for start in ("pin", "cvv", "cvc", "otp", "security code", "verification code", "one-time code", "2fa code")
    ),
)
_OTHER_PASSES = (
    "com",
    "by",
    "tres",
    "sur",
    "over",
    "under",
    "im",
    "boarding ",
    "season ",
    "bus ",
    "day ",
    "rail ",
    "ski ",
)
_OTHER_ENDS = frozenset(each[-1] for each in _OTHER_PASSES)
_SHORT = frozenset(("pass", "pw"))
_NAME_SIGNS = frozenset((*NAME_LETTERS, "-"))
_LOCKS = (
    "api", "access", "secret", "private", "encryption", "signing", "master", "account", "storage", "shared", "auth", "license",
    "service", "ssh", "deploy", "webhook", "session", "aes", "hmac", "jwt", "client", "app", "admin",
)  # fmt: skip
"""What a key is of, when it is not that of a table, a sort or a piano."""
_SUFFIX = r"(?:[_-]?(?:\d{1,3}|prod|production|dev|test|staging|stg|live|value|string|plain|raw|b64|base64))?"
_GIVEN = re.compile(
    _SUFFIX + r"(?:\\{0,3}[\"'`*]){0,3}\s{0,3}(?:=>|:=|==(?=\s?[\"'])|=(?!=)|:|>|\\{0,3}[\"']\s{1,3}value=)"
    r"\s{0,3}[*]{0,2}(?P<open>\\{0,3}[\"'`「“‘])?"
)
_IS = re.compile(
    r"(?:\s(?:for|to|of|on|at|in)\s[^\n.:=]{1,40}?)?(?:\s(?:is|was|will\sbe|became)|'s|’s|\s?[:=])\s{1,3}"
    r"(?:(?:now|still|just|currently|simply|literally|actually|probably|set\sto|changed\sto|called)\s)?(?P<open>[\"'`「“‘])?"
)
_BESIDE = re.compile(r"\s{1,2}(?:(?:changed\s|set\s)?to\s)?(?P<open>[\"'`「“‘])?(?=[!-~]{6})")
_SAID_TO_BE = re.compile(r"\s(?:is|was|as)\s(?:the|my|our|your|a)\s(?:[a-z-]{2,20}\s)?$")
_CLOSES = {"「": "」", "“": "”", "‘": "’"}
_SIGN = r"[^\s\"'`,;<>(){}\[\]\u0080-\U0010ffff]"
_BARE = re.compile(_SIGN + f"{{1,{JUDGED}}}" + r"|[ぁ-んァ-ヶー]{3,20}")
_REST = re.compile(_SIGN + "*")
"""What follows a value whose first characters were enough to judge it."""
_DIGITS = re.compile(r"\d{3,8}(?!\w)", re.ASCII)
_GOES_ON = re.compile(
    r"[\"'`]?(?:[\s]*$|[.,;!?)]|\s{0,3}\n|\s(?:and|but|so|for|on|if|when|please|pls|thanks|or|in|now|btw|\W)|[^\x00-\x7f])"
)


def spans(plain: str, low: str) -> Iterator[Span]:
    """Yield where secrets stand that are named."""
    for start, name in [each for each in _STARTS if each[0] in low]:
        done = 0
        for at in places(low, start):
            if at < done or (found := name.match(low, at)) is None:
                continue
            if span := _value(plain, low, name, at, found.end()):
                done = _end(plain, span)
                yield span[0], done
            elif name is _PASS and low.startswith("passw", at) and (span := _before(plain, low, at)):
                yield span


def _end(plain: str, span: Span) -> int:
    rest = _REST.match(plain, span[1]) if span[1] - span[0] >= JUDGED else None
    return rest.end() if rest else span[1]


def _value(plain: str, low: str, name: "re.Pattern[str]", at: int, end: int) -> Span | None:
    if name is _PASS:
        return _of_password(plain, low, at, end)
    if name is _PIN:
        return _of_pin(plain, at, end)
    lead = _GIVEN.match(low, end)
    if name is _TOKEN or low[max(0, at - 12) : at].rstrip(" _-").endswith(_LOCKS):
        if lead and (span := _taken(plain, lead)) and _is_token(plain, span, lead):
            return span
        lead = _IS.match(low, end)
        return span if lead and (span := _taken(plain, lead)) and _is_told_token(plain[slice(*span)]) else None
    span = _taken(plain, lead) if lead and (not at or not low[at - 1].isalpha() or plain[at].isupper()) else None
    return span if span and is_random(plain[slice(*span)]) else None


def _is_token(plain: str, span: Span, lead: "re.Match[str]") -> bool:
    value = plain[slice(*span)]
    if len(value) < 6 or " " in value or value.isdecimal():
        return False
    if not (lead["open"] is not None or is_mixed(value) or is_random(value, at_least=16)):
        return False
    return not is_harmless(value, after=plain[span[1] : span[1] + 1])


def _is_told_token(value: str) -> bool:
    return (
        len(value) >= 6 and " " not in value and not is_harmless(value) and is_mixed(value) and not is_plain_word(value)
    )


def _of_password(plain: str, low: str, at: int, end: int) -> Span | None:
    name = low[at:end]
    before = low[at - 1] if at else ""
    if (before in _OTHER_ENDS and low.endswith(_OTHER_PASSES, max(0, at - 9), at)) or (
        name == "pw" and before.isalpha()
    ):
        return None
    short = name in _SHORT and before not in _NAME_SIGNS
    if (lead := _GIVEN.match(low, end)) and (span := _taken(plain, lead)):
        if not _fits(plain[span[0] : span[1]], name=plain[at:end], is_short=short):
            return None
        return span if _is_password(plain, span, quoted=lead["open"] is not None) else None
    return None if short else _told_password(plain, low, end)


def _fits(value: str, *, name: str, is_short: bool) -> bool:
    """Tell whether a name that means other things as well (a test that passed, a folder) means a password here."""
    if name.lower() == "pwd":
        return value[0] not in "/~"
    return not is_short or (is_mixed(value) and name != "PASS" and not value.startswith(("test", "/")))


def _told_password(plain: str, low: str, end: int) -> Span | None:
    if (lead := _IS.match(low, end)) and (span := _taken(plain, lead)):
        return _without_stop(plain, span) if _is_password(plain, span, quoted=lead["open"] is not None) else None
    lead = _BESIDE.match(low, end)
    span = _taken(plain, lead) if lead else None
    value = plain[slice(*span)].rstrip(".?") if span else ""
    if span is None or not is_mixed(value) or not value[:1].isalnum() or is_harmless(value):
        return None
    return _without_stop(plain, span)


def _is_password(plain: str, span: Span, *, quoted: bool) -> bool:
    value, after = plain[slice(*span)], plain[span[1] : span[1] + 12]
    if is_harmless(value, after=after[:1]) or is_harmless(value.rstrip(".?!:")):
        return False
    if quoted:
        return not (" " in value and is_prompt(value))
    if is_plain_word(value):
        return not is_ordinary(value) and (not after or value[-1] in ".!?" or bool(_GOES_ON.match(after)))
    return has_word(value) and not (value.isdecimal() and len(value) < 3)


def _of_pin(plain: str, at: int, end: int) -> Span | None:
    if at and plain[at - 1].isalnum() and plain[at - 1].isascii():
        return None
    lead = _GIVEN.match(plain, end) or _IS.match(plain, end)
    digits = _DIGITS.match(plain, lead.end()) if lead else None
    return digits.span() if digits else None


def _taken(plain: str, lead: "re.Match[str]") -> Span | None:
    """Return where the value begins and ends: at the quote that closes it, else where a word ends."""
    start, opened = lead.end(), lead["open"]
    if opened and plain[start : start + 1] not in ("", " ", ",", ";", ")", "}", "\n"):
        end = plain.find(_CLOSES.get(opened, opened), start, start + 200)
        line = plain.find("\n", start, start + 200)
        if end > start and not 0 <= line < end:
            return start, end
    bare = _BARE.match(plain, start)
    return bare.span() if bare else None


def _without_stop(plain: str, span: Span) -> Span:
    return span[0], span[0] + max(1, len(plain[slice(*span)].rstrip(".?")))


def _before(plain: str, low: str, at: int) -> Span | None:
    """Return where the word stands of which it is said that it is the password."""
    told = _SAID_TO_BE.search(low, max(0, at - 36), at) if low[at - 1 : at] == " " else None
    if told is None:
        return None
    span = word_before(plain, told.start())
    value = plain[slice(*span)]
    if len(value) < 4 or is_harmless(value):
        return None
    is_word = is_plain_word(value) and (is_ordinary(value) or (value[0].islower() and len(value) < 6))
    return None if is_word else span
