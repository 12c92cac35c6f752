"""Secrets known by their shape: tokens of providers, private keys, passwords in addresses, keys of wallets.

Shapes of providers' tokens follow those that gitleaks lists (config/gitleaks.toml, MIT), mostly a little wider: a token
that was cut or is of a new length is still one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from omoide.domain.events.secret_values import NAME_LETTERS, Span, is_random, places

LONGEST_BLOCK = 20_000
"""Characters of a private key block that may lie between its two lines."""
LONGEST_WAY = 200
"""Characters between the id of an AWS key and the secret that belongs to it."""

_BASE58 = "[1-9A-HJ-NP-Za-km-z]"
_TOKENS: tuple[tuple[str, str], ...] = (
    ("sk-", r"sk-(?:ant-[\w-]{16,}|(?:proj-|svcacct-|admin-|or-v1-)?(?=[A-Za-z_-]{0,60}\d|[a-z_-]{0,60}[A-Z])[A-Za-z0-9_-]{20,})"),
    ("gh", r"gh[pousr]_[A-Za-z0-9]{20,}"),
    ("github_pat_", r"github_pat_\w{20,}"),
    ("gl", r"gl(?:pat|cbt|dt|ffct|ft|imt|agent|oas|ptt|rt|soat)-[\w.-]{16,}"),
    ("glsa_", r"glsa_[A-Za-z0-9]{20,}_[A-Fa-f0-9]{8}"),
    ("glc_", r"glc_[A-Za-z0-9+/]{32,}={0,3}"),
    ("GR1348941", r"GR1348941[\w-]{16,}"),
    ("xox", r"xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}"),
    ("xapp-", r"xapp-[\w-]{10,}"),
    ("xwfp-", r"xwfp-[\w-]{10,}"),
    ("AKIA", r"AKIA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("ASIA", r"ASIA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("ABIA", r"ABIA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("ACCA", r"ACCA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("ABSK", r"ABSK[A-Za-z0-9+/]{80,}={0,2}"),
    ("AIza", r"AIza[\w-]{35,}"),
    ("ya29.", r"ya29\.[\w-]{20,}"),
    ("1//0", r"1//0[\w-]{30,}"),
    ("GOCSPX-", r"GOCSPX-[\w-]{16,}"),
    ("k_", r"k_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    ("whsec_", r"whsec_[A-Za-z0-9+/]{16,}={0,2}"),
    ("npm_", r"npm_[A-Za-z0-9]{36,}"),
    ("pypi-AgE", r"pypi-AgE[\w-]{50,}"),
    ("rubygems_", r"rubygems_[a-f0-9]{40,}"),
    ("hf_", r"hf_[A-Za-z0-9]{20,}"),
    ("api_org_", r"api_org_[A-Za-z0-9]{20,}"),
    ("SG.", r"SG\.[\w-]{16,}\.[\w-]{16,}"),
    ("xkeysib-", r"xkeysib-[a-f0-9]{40,}[\w-]*"),
    ("do", r"do[opr]_v1_[a-f0-9]{40,}"),
    ("hv", r"hv[sbr]\.[\w-]{20,}"),
    ("dapi", r"dapi[a-f0-9]{32}(?:-\d)?"),
    ("dckr_pat_", r"dckr_pat_[\w-]{20,}"),
    ("dp.", r"dp\.(?:pt|st|ct|sa)\.[\w.-]{30,}"),
    ("dt0", r"dt0[a-z]\d\d\.[A-Z0-9]{20,}\.[A-Z0-9]{40,}"),
    ("EAA", r"EAA[A-Za-z0-9]{80,}"),
    ("sq0", r"sq0[a-z]{3}-[\w-]{22,}"),
    ("shp", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}"),
    ("sntrys_", r"sntrys_[\w+/=-]{40,}"),
    ("sntryu_", r"sntryu_[a-f0-9]{40,}"),
    ("lin_api_", r"lin_api_[A-Za-z0-9]{30,}"),
    ("ntn_", r"ntn_[A-Za-z0-9]{30,}"),
    ("secret_", r"secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    ("figd_", r"figd_[\w-]{30,}"),
    ("NRAK-", r"NRAK-[A-Z0-9]{20,}"),
    ("PMAK-", r"PMAK-[a-f0-9]{20,}[\w-]*"),
    ("pplx-", r"pplx-[A-Za-z0-9]{32,}"),
    ("gsk_", r"gsk_[A-Za-z0-9]{32,}"),
    ("r8_", r"r8_[A-Za-z0-9]{32,}"),
    ("xai-", r"xai-[A-Za-z0-9]{40,}"),
    ("tvly-", r"tvly-[\w-]{24,}"),
    ("pul-", r"pul-[a-f0-9]{40}"),
    ("pscale_", r"pscale_(?:tkn|oauth|pw)_[\w=.-]{20,}"),
    ("LTAI", r"LTAI[A-Za-z0-9]{16,}"),
    ("HRKU-", r"HRKU-[\w-]{30,}"),
    ("A3-", r"A3-[A-Z0-9]{6}-[A-Z0-9-]{20,}"),
    ("ops_eyJ", r"ops_eyJ[\w+/=-]{100,}"),
    ("tskey-", r"tskey-[a-z]+-[\w-]{16,}"),
    ("sha256~", r"sha256~[\w-]{43}"),
    ("SK", r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("AC", r"AC[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("key-", r"key-[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1?[A-Z0-9]{30,}"),
    ("AGE-PLUGIN-", r"AGE-PLUGIN-[A-Z0-9-]{30,}"),
    ("eyJ", r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}"),
    ("https://hooks.slack.com/", r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,}"),
    ("https://", r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[\w-]{20,}"),
    ("https://", r"https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[\w@/-]{40,}"),
    ("sig=", r"sig=[A-Za-z0-9%+/]{30,}={0,2}"),
    *((f"{kind}prv", rf"{kind}prv{_BASE58}{{70,}}") for kind in "xyzt"),
)
_AFTER = re.compile("[A-Za-z0-9_]*")
_WITHIN: tuple[tuple[str, str], ...] = (
    (":AA", r"(?<![A-Za-z0-9_])\d{8,10}:AA[\w-]{32,33}(?![\w-])"),
    ("Q~", r"(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    (".", r"(?<![\w-])[MNO][A-Za-z0-9_-]{22,27}\.[\w-]{6}\.[\w-]{27,}"),
)
"""Shapes that do not begin with a literal, and one without which they are not there: Telegram, Azure, Discord."""
_BEGIN = re.compile(r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----")
_BODY = re.compile(
    r"(?:(?:\s|\\[nr]){1,6}(?:[A-Z][A-Za-z-]{3,20}: [^\n]{0,80}|[A-Za-z0-9+/]{16,100}={0,2}))*+"
    r"(?:(?:\s|\\[nr]){1,2}[A-Za-z0-9+/]{1,15}={0,2}\s{0,2}\Z)?"
)
_GLUED = re.compile(r"[A-Za-z0-9+/=]{16,}")
_IN_URL = re.compile(r"[^\s/:@\"'<>]{0,200}:(?P<word>[^\s/\"'<>]{1,500})@")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
_TWILIO = re.compile(r"twilio.{1,120}?(?<![0-9a-z])(?P<word>[0-9a-f]{32})(?![0-9a-z])", re.DOTALL)


def spans(plain: str, low: str) -> Iterator[Span]:
    """Yield where secrets of known shapes stand."""
    yield from _tokens(plain)
    yield from _blocks(plain)
    yield from _in_urls(plain)
    yield from _beside_a_key_id(plain)
    if "twilio" in low:
        yield from (match.span("word") for match in _TWILIO.finditer(low))


def _tokens(text: str) -> Iterator[Span]:
    for begin, shape in _TOKENS:
        pattern = None
        for at in places(text, begin):
            if at and text[at - 1] in NAME_LETTERS and not (begin == "k_" and text[at - 1] in "rsp"):
                continue
            pattern = pattern or re.compile(shape, re.ASCII)
            if found := pattern.match(text, at):
                start = at - 1 if begin == "k_" and at else at
                yield start, _word_end(text, found.end())
    for within, shape in _WITHIN:
        if within in text:
            yield from (match.span() for match in re.compile(shape, re.ASCII).finditer(text))


def _word_end(text: str, at: int) -> int:
    found = _AFTER.match(text, at)
    return found.end() if found else at


def _blocks(text: str) -> Iterator[Span]:
    done, end = 0, 0
    for at in places(text, "-----BEGIN "):
        begin = _BEGIN.match(text, at)
        if at < done or begin is None:
            continue
        if 0 <= end < begin.end():  # looked for once for all the beginnings before it
            end = text.find("-----END ", begin.end())
        last = f"-----END {begin['kind']}-----"
        if 0 <= end - at <= LONGEST_BLOCK and text.startswith(last, end):
            done = end + len(last)
        else:
            body = _GLUED.match(text, begin.end()) or _BODY.match(text, begin.end())
            done = body.end() if body else begin.end()
        yield at, done


def _in_urls(text: str) -> Iterator[Span]:
    for at in places(text, "://"):
        if (found := _IN_URL.match(text, at + 3)) and not found["word"].startswith("$"):
            yield found.span("word")


def _beside_a_key_id(text: str) -> Iterator[Span]:
    ids = sorted(at for begin in ("AKIA", "ASIA") for at in places(text, begin))
    if not ids:
        return
    for found in _AWS_SECRET.finditer(text):
        nearest = bisect_left(ids, found.start() - LONGEST_WAY)
        if nearest < len(ids) and ids[nearest] <= found.end() + LONGEST_WAY and is_random(found[0]):
            yield found.span()
