"""Under which names we may be asked for, and from which pages.

A page on the web may let its own name point at this machine (DNS rebinding) and would then be let in as if it were ours; so only names
that are known are answered.  An address in numbers cannot be made to point elsewhere, and is.
"""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

_LOCAL = "localhost"


def host_of(header: str) -> str:
    """Return the name in a Host header, without its port; empty when it is no host."""
    try:
        found = urlsplit(f"//{header.strip()}")
        _ = found.port
    except ValueError:
        return ""
    is_plain = not (found.path or found.query or found.fragment or found.username is not None)
    return (found.hostname or "").rstrip(".").lower() if is_plain else ""


def is_loopback(host: str) -> bool:
    """Tell whether a name or an address is this machine's own."""
    if host == _LOCAL or host.endswith(f".{_LOCAL}"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def may_be_asked_as(header: str, *, named: Collection[str]) -> bool:
    """Tell whether a Host header names us."""
    host = host_of(header)
    return bool(host) and (is_loopback(host) or _is_number(host) or host in {each.lower() for each in named})


def is_same_origin(origin: str, host: str) -> bool:
    """Tell whether a page's origin is the address that it asks."""
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return page.scheme in ("http", "https") and bool(page.netloc) and page.netloc.lower() == host.strip().lower()


def is_allowed_origin(origin: str, *, allowed: Collection[str]) -> bool:
    """Tell whether the owner lets a page from elsewhere ask."""
    return origin.rstrip("/").lower() in {each.rstrip("/").lower() for each in allowed}


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
