"""Secrets known by their shape: tokens of providers, private keys, passwords in addresses, keys of wallets.

Shapes of providers' tokens follow those that gitleaks lists (config/gitleaks.toml, MIT), mostly a little wider: a token
that was cut or is of a new length is still one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from omoide.domain.events.secret_values import Span, is_random, places

LONGEST_BLOCK = 20_000
"""Characters of a private key block that may lie between its two lines."""
LONGEST_WAY = 200
"""Characters between the id of an AWS key and the secret that belongs to it."""

_BASE58 = "[1-9A-HJ-NP-Za-km-z]"
_TOKENS = (
    r"[rsp]k_(?:live|test|prod)_[A-Za-z0-9]{10,}",
    r"gh[pousr]_[A-Za-z0-9]{20,}",
    r"do[opr]_v1_[a-f0-9]{40,}",
    r"hv[sbr]\.[\w-]{20,}",
    r"sk-(?:ant-[\w-]{16,}|(?:proj-|svcacct-|admin-|or-v1-)?(?=[A-Za-z_-]{0,60}\d|[a-z_-]{0,60}[A-Z])[A-Za-z0-9_-]{20,})",
    r"github_pat_\w{20,}",
    r"gl(?:pat|cbt|dt|ffct|ft|imt|agent|oas|ptt|rt|soat)-[\w.-]{16,}",
    r"glsa_[A-Za-z0-9]{20,}_[A-Fa-f0-9]{8}",
    r"glc_[A-Za-z0-9+/]{32,}={0,3}",
    r"GR1348941[\w-]{16,}",
    r"xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}",
    r"xapp-[\w-]{10,}",
    r"xwfp-[\w-]{10,}",
    r"AKIA[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"ASIA[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"ABIA[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"ACCA[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"ABSK[A-Za-z0-9+/]{80,}={0,2}",
    r"AIza[\w-]{35,}",
    r"ya29\.[\w-]{20,}",
    r"1//0[\w-]{30,}",
    r"GOCSPX-[\w-]{16,}",
    r"whsec_[A-Za-z0-9+/]{16,}={0,2}",
    r"npm_[A-Za-z0-9]{36,}",
    r"pypi-AgE[\w-]{50,}",
    r"rubygems_[a-f0-9]{40,}",
    r"hf_[A-Za-z0-9]{20,}",
    r"api_org_[A-Za-z0-9]{20,}",
    r"SG\.[\w-]{16,}\.[\w-]{16,}",
    r"xkeysib-[a-f0-9]{40,}[\w-]*",
    r"dapi[a-f0-9]{32}(?:-\d)?",
    r"dckr_pat_[\w-]{20,}",
    r"dp\.(?:pt|st|ct|sa)\.[\w.-]{30,}",
    r"dt0[a-z]\d\d\.[A-Z0-9]{20,}\.[A-Z0-9]{40,}",
    r"EAA[A-Za-z0-9]{80,}",
    r"sq0[a-z]{3}-[\w-]{22,}",
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}",
    r"sntrys_[\w+/=-]{40,}",
    r"sntryu_[a-f0-9]{40,}",
    r"lin_api_[A-Za-z0-9]{30,}",
    r"ntn_[A-Za-z0-9]{30,}",
    r"secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])",
    r"figd_[\w-]{30,}",
    r"NRAK-[A-Z0-9]{20,}",
    r"PMAK-[a-f0-9]{20,}[\w-]*",
    r"pplx-[A-Za-z0-9]{32,}",
    r"gsk_[A-Za-z0-9]{32,}",
    r"r8_[A-Za-z0-9]{32,}",
    r"xai-[A-Za-z0-9]{40,}",
    r"tvly-[\w-]{24,}",
    r"pul-[a-f0-9]{40}",
    r"pscale_(?:tkn|oauth|pw)_[\w=.-]{20,}",
    r"LTAI[A-Za-z0-9]{16,}",
    r"HRKU-[\w-]{30,}",
    r"A3-[A-Z0-9]{6}-[A-Z0-9-]{20,}",
    r"ops_eyJ[\w+/=-]{100,}",
    r"tskey-[a-z]+-[\w-]{16,}",
    r"sha256~[\w-]{43}",
    r"SK[0-9a-f]{32}(?![0-9A-Za-z])",
    r"AC[0-9a-f]{32}(?![0-9A-Za-z])",
    r"key-[0-9a-f]{32}(?![0-9A-Za-z])",
    r"AGE-SECRET-KEY-1?[A-Z0-9]{30,}",
    r"AGE-PLUGIN-[A-Z0-9-]{30,}",
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",
    r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/+-]{20,}",
    r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[\w-]{20,}",
    r"https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[\w@/-]{40,}",
    r"sig=[A-Za-z0-9%+/]{30,}={0,2}",
    r"\d{8,10}:AA[\w-]{32,33}(?![\w-])",
    r"[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])",
    r"[MNO][A-Za-z0-9_-]{22,27}\.[\w-]{6}\.[\w-]{27,}",
    rf"[xyzt]prv{_BASE58}{{70,}}",
)
_TOKEN = r"(?<![A-Za-z0-9_])(?:" + "|".join(_TOKENS) + ")[A-Za-z0-9_]*"
_SIGNS = r"[A-Za-z0-9_:/.~+=%@-]"
_LONG = re.compile(rf"{_SIGNS}(?<!{_SIGNS}.){_SIGNS}{{13,}}")
"""Where a token can stand at all.  The first sign comes first: so `re` passes over everything else at once."""
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
    for long in _LONG.finditer(text):
        token = re.compile(_TOKEN, re.ASCII)  # made when first needed: most of what the hook client reads has none
        yield from (found.span() for found in token.finditer(text, *long.span()))


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
