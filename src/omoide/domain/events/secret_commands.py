"""Secrets in command lines and in headers of requests: `curl -u a:b`, `mysql -pX`, `Authorization: Basic …`, `Cookie: …`."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from omoide.domain.events.secret_values import Span, is_harmless, is_mixed, places

LONGEST_LINE = 300
"""Characters between a command and the option that holds the secret."""

_QUOTED = r"(?:\"(?P<double>[^\"\n]{1,200})\"|'(?P<single>[^'\n]{1,200})'|(?P<word>[^\s\"'|;&<>-][^\s\"'|;&<>]{0,200}))"
_PAIR = (
    r"(?:\"[^:\"\n]{0,100}:(?P<double>[^\"\n]{1,200})\"|'[^:'\n]{0,100}:(?P<single>[^'\n]{1,200})'"
    r"|[^\s:\"']{0,100}:(?P<word>[^\s\"']{1,200}))"
)
_OPTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (" -u", rf" -u\s{{0,3}}{_PAIR}", ("curl", "http", "wget")),
    (" --user", rf" --user[ =]{{1,3}}{_PAIR}", ("curl", "wget")),
    (" --proxy-user", rf" --proxy-user[ =]{{1,3}}{_PAIR}", ("curl",)),
    (" -a", rf" -a\s{{0,3}}{_PAIR}", ("http",)),
    (" -a", rf" -a\s{{1,3}}{_QUOTED}", ("redis-cli",)),
    (" -p", rf" -p{_QUOTED}", ("mysql", "mariadb", "sshpass", "7z", "mongo")),
    (
        " -p",
        rf" -p\s{{1,3}}{_QUOTED}",
        ("sshpass", "docker login", "podman login", "helm", "mongo", "oc login", "az login"),
    ),
    (" -w", rf" -w\s{{0,3}}{_QUOTED}", ("ldap",)),
    (" -P", rf" -P\s{{0,3}}{_QUOTED}", ("zip", "sqlcmd")),
    (" -U", r" -U\s{0,3}[\"']?[^\s%\"']{1,100}%(?P<word>[^\s\"']{1,200})", ("smbclient", "rpcclient", "net rpc")),
    (" -pass", rf" -pass(?:in|out)?\s{{1,3}}[\"']?pass:{_QUOTED}", ("openssl",)),
)
_LONG = re.compile(
    rf"--(?:[a-z]{{1,20}}-){{0,3}}(?:password|passwd|pass|passphrase|token|api-key|apikey|secret|secret-key|access-key)[= ]{{1,3}}{_QUOTED}"
)
_AUTHORIZATION = re.compile(
    r"authorization(?:\\?[\"'])?\s{0,3}[:=]\s{0,3}(?:\\?[\"'])?(?:bearer|basic|token|apikey|digest|negotiate|key)[\s=]{1,3}"
    r"(?P<word>[a-z0-9._~+/=-]{6,4000})"
)
_BARE = re.compile(r"authorization(?:\\?[\"'])?\s{0,3}[:=]\s{0,3}(?:\\?[\"'])?(?P<word>[a-z0-9._~+/=-]{12,4000})")
_BEARER = re.compile(r"bearer\s{1,3}(?P<word>[a-z0-9._~+/=-]{12,4000})")
_COOKIE = re.compile(
    r"cookie(?:\\?[\"'])?\s{0,3}:\s{0,3}(?:\\?[\"'])?(?=[^\s=;\"':]{1,100}=[^\s=;\"'])(?P<word>[^\n\r\"'\\]{1,8000})"
)
_GROUPS = ("word", "double", "single")


def spans(plain: str, low: str) -> Iterator[Span]:
    """Yield where such secrets stand."""
    yield from _options(plain)
    for at in places(low, " --"):
        if found := _LONG.match(plain, at + 1):
            yield from _given(found, plain)
    yield from _headers(low, plain)


def _options(text: str) -> Iterator[Span]:
    for option, shape, commands in _OPTIONS:
        if option not in text:
            continue
        pattern, starts = re.compile(shape), sorted(at for command in commands for at in places(text, command))
        for at in places(text, option) if starts else ():
            before = bisect_right(starts, at) - 1
            if before >= 0 and _is_one_command(text, starts[before], at) and (found := pattern.match(text, at)):
                yield from _given(found, text)


def _is_one_command(text: str, start: int, end: int) -> bool:
    return end - start <= LONGEST_LINE and all(text.find(sign, start, end) < 0 for sign in (";", "|", "&&"))


def _given(found: "re.Match[str]", text: str) -> Iterator[Span]:
    for group in _GROUPS:
        value = found.groupdict().get(group)
        if value and not is_harmless(value, after=text[found.end(group) : found.end(group) + 1]):
            yield found.span(group)


def _headers(low: str, plain: str) -> Iterator[Span]:
    for at in places(low, "authorization"):
        found = _AUTHORIZATION.match(low, at) or _BARE.match(low, at)
        if found and (found.re is _AUTHORIZATION or is_mixed(plain[slice(*found.span("word"))])):
            yield found.span("word")
    for at in places(low, "bearer"):
        if (found := _BEARER.match(low, at)) and _is_token(plain[slice(*found.span("word"))]):
            yield found.span("word")
    done = 0
    for at in places(low, "cookie"):
        if at >= done and (found := _COOKIE.match(low, at)):
            done = found.end()
            yield found.span("word")


def _is_token(value: str) -> bool:
    return any(each.isdigit() for each in value) or (value != value.lower() and value[1:] != value[1:].lower())
