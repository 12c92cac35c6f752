"""What every part of the settings tree is made of.

A section is a frozen, strict model: no unknown keys, no silent conversions, no infinities.  Each setting carries its
default, its range, and one line of English and Japanese that says what it is for.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, ClassVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Section(BaseModel):
    """A group of settings that belong together."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )
    ja: ClassVar[str] = ""
    """What the section is for, in Japanese; the docstring says it in English."""
    whole_home: ClassVar[bool] = False
    """True when the section concerns the data home as a whole, so that one persona cannot differ in it."""


def setting(
    default: object,
    en: str,
    ja: str,
    *,
    hint: str | None = None,
    whole_home: bool = False,
    private: bool = False,
    shown_as: Callable[[str], str] | None = None,
    **bounds: Any,
) -> Any:
    """Declare one setting.  `hint` says what is allowed where the type alone does not.

    The value of a `private` setting is never repeated in an error: people paste keys where names belong.
    `shown_as` makes of a value that may hold a secret what may be shown of it.
    """
    extra: dict[str, Any] = {"ja": ja, "hint": hint, "whole_home": whole_home, "private": private, "shown_as": shown_as}
    return Field(default=default, description=en, json_schema_extra=extra, repr=shown_as is None, **bounds)


def require(holds: bool, message: str, *keys: str) -> None:
    """Refuse the section when a rule between its settings does not hold; `keys` are those involved."""
    if not holds:
        raise PydanticCustomError("rule", "{message}", {"message": message, "keys": keys})


def _plain(text: str) -> str:
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
        raise ValueError("it holds control characters or broken Unicode")
    return text


def _web_address(text: str) -> str:
    parts = urlsplit(_plain(text))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it is not a web address")
    if parts.username or parts.password:
        raise ValueError("it holds a user name or password")
    return text


def _pattern(text: str) -> str:
    try:
        re.compile(_plain(text))
    except re.error as exc:
        raise ValueError(f"{text!r} is not a regular expression: {exc}") from exc
    return text


Text = Annotated[str, AfterValidator(_plain)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
Pattern = Annotated[str, AfterValidator(_pattern)]
