"""Secrets in what was said: found by their shape and masked before anything is kept (keys, tokens, passwords).

What stands around a secret stays, so that the turn can still be remembered: 「トークンは [secret] だよ」.  This module needs
nothing but `re`: the hook client reads it by its path.
"""

import re

MASK = "[secret]"
LONGEST_BLOCK = 20_000
"""Characters of a private key block that may lie between its two lines."""

_SHAPES = (
    r"sk-ant-[\w-]{16,}",
    r"sk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}",
    r"(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255})",
    r"glpat-[\w-]{16,}",
    r"(?:xox[abeoprs]|xapp|xwfp)-[\w-]{10,}",
    r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"AIza[\w-]{35}",
    r"ya29\.[\w-]{20,}",
    r"(?:[rsp]k|whsec)_(?:live|test)?_?[A-Za-z0-9]{16,}",
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-AgE[\w-]{50,}",
    r"hf_[A-Za-z0-9]{20,}",
    r"SG\.[\w-]{16,}\.[\w-]{16,}",
    r"dop_v1_[a-f0-9]{64}",
    r"(?:hvs|hvb)\.[\w-]{20,}",
    r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",
    r"https://hooks\.slack\.com/(?:services|workflows)/[\w/-]{20,}",
    r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}",
    r"\d{8,10}:AA[\w-]{32,33}(?![\w-])",
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9_])(?:" + "|".join(_SHAPES) + ")", re.ASCII)
_BLOCK = re.compile(
    r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----"
    rf"(?s:.{{0,{LONGEST_BLOCK}}}?)(?:-----END (?P=kind)-----|\Z)"
)
_BLOCK_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,-]*")
_IN_URL = re.compile(r"(?<=://)(?P<user>[^\s/:@\"'<>]{0,200}):(?P<word>[^\s/@\"'<>]{1,500})@")
_HEADER = re.compile(
    r"(?P<lead>\b(?:authorization|proxy-authorization)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:bearer|basic|token)\s{1,3}"
    r"|\bbearer\s{1,3})(?P<word>[A-Za-z0-9._~+/=-]{12,})",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?P<lead>(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,40}[_.-]){0,4}(?:api[_-]?key|access[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:access[_-]?)?key)?"
    r"|client[_-]?secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|private[_-]?key|passwd|password|passphrase"
    r"|pwd|token|credential)(?![A-Za-z])[\"'`]{0,2}\s{0,3}(?:=>|:=|[:=]|(?:\s(?:is|was)\s))\s{0,3}[\"'`]{0,2})"
    r"(?P<word>[^\s\"'`,;<>(){}\[\]]{6,500})",
    re.IGNORECASE,
)
_NAMED_JA = re.compile(
    r"(?P<lead>(?:パスワード|パスフレーズ|暗証番号|APIキー|ＡＰＩキー|アクセストークン|トークン|秘密鍵|シークレット)"
    r"\s{0,3}(?:は|が|[:：=＝])\s{0,3}[「『\"'`]{0,2})(?P<word>[!-~]{4,500})",
    re.IGNORECASE,
)
_OPTION = re.compile(
    r"(?P<lead>(?<!\S)--?(?:password|passwd|pass|token|api-key|secret)[= ]{1,3}[\"']?)(?P<word>[^\s\"'-][^\s\"']{3,500})"
)
_HARMLESS = re.compile(
    r"(?:true|false|none|null|undefined|required|optional|string|secret|example|changeme\??|placeholder|your[_-].*"
    r"|\*+|x{3,}|\.{3,}|\$\{?\w+\}?.*|%\w+%|process\.env.*|os\.environ.*|getenv.*|env\.\w+.*|str(?:ing)?|bytes|int"
    r"|settings\.\w+.*|config\.\w+.*|self\.\w+.*|\[secret\].*)$",
    re.IGNORECASE,
)
_IS = re.compile(r"\s(?:is|was)\s{1,4}[\"'`]{0,2}$", re.IGNORECASE)
_LIKELY = re.compile(r"[0-9]|[!-~]{16}|[^A-Za-z.,!?]")
"""After 「the password is」 an ordinary word may follow; a secret has a digit, a sign, or is long."""


def masked(text: str) -> str:
    """Return the text with every secret replaced by `[secret]`; masking twice changes nothing more."""
    if not text:
        return text
    text = _BLOCK.sub(MASK, text)
    text = _BLOCK_BEGIN.sub(MASK, text)
    text = _IN_URL.sub(lambda match: f"{match['user']}:{MASK}@", text)
    text = _TOKEN.sub(MASK, text)
    for pattern in (_HEADER, _OPTION, _NAMED_JA, _NAMED):
        text = pattern.sub(_word_masked, text)
    return text


def _word_masked(match: "re.Match[str]") -> str:
    # A name with a made-up or empty value is talk about code, and masking it would only spoil the memory.
    if _HARMLESS.match(match["word"]) or (_IS.search(match["lead"]) and not _LIKELY.search(match["word"])):
        return match[0]
    return f"{match['lead']}{MASK}"
