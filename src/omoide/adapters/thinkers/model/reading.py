"""From a model's text to a validated answer.

The schema decides what is clamped and what is refused; here only spelling is forgiven: full-width digits, stray
blanks and capitals in the very fields that did not validate.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from omoide.adapters.thinkers.model import jsontext

SchemaT = TypeVar("SchemaT", bound=BaseModel)

MOST_COMPLAINTS = 8
"""Faults a model is told about at once."""

_DECLINED = re.compile(
    r"(申し訳(あり|ござい)ません|お(手伝い|答え|応え)(することは|は)?でき(ません|かねます)|対応(することは|は)?できません"
    r"|お断り(いた|し)します|i['’]?m sorry|i am sorry|i (can['’]?t|cannot|won['’]?t|am unable to|['’]m unable to) "
    r"(help|assist|comply|provide|do that|fulfil|answer|process|analy[sz]e|engage))",
    re.IGNORECASE,
)
LONGEST_REFUSAL = 1_000
"""Characters; a longer text without JSON is a broken answer rather than a polite no."""


class Unreadable(ValueError):
    """The text holds no answer that fits the schema.  The message is written for the model that must repair it."""


def read(text: str, *, schema: type[SchemaT]) -> SchemaT:
    """Return the answer in the text; raise `Unreadable` with what is wrong when there is none."""
    fault: str | None = None
    for value in jsontext.values(text):
        try:
            return fitted(value, schema=schema)
        except Unreadable as exc:
            fault = fault or str(exc)
    raise Unreadable(fault or _nothing_found(text))


def fitted(value: object, *, schema: type[SchemaT]) -> SchemaT:
    """Return the JSON value as the schema's object; raise `Unreadable` when it does not fit."""
    shaped = _shaped(value, schema=schema)
    try:
        return schema.model_validate(shaped)
    except ValidationError as exc:
        respelled = _respelled(shaped, at=[error["loc"] for error in exc.errors(include_url=False)])
        try:
            return schema.model_validate(respelled)
        except ValidationError:
            raise Unreadable(complaint(exc)) from exc


def complaint(error: ValidationError) -> str:
    """Return what is wrong, field by field, without repeating the input."""
    faults = error.errors(include_url=False, include_input=False)
    lines = [f"{'.'.join(map(str, fault['loc'])) or '(whole)'}: {fault['msg']}" for fault in faults[:MOST_COMPLAINTS]]
    more = len(faults) - len(lines)
    return "; ".join([*lines, f"and {more} more"] if more > 0 else lines)


def declines(text: str) -> bool:
    """Tell whether the text is a polite no instead of an answer."""
    return len(text) <= LONGEST_REFUSAL and not any(jsontext.values(text)) and bool(_DECLINED.search(text))


def _nothing_found(text: str) -> str:
    if not text.strip():
        return "the answer was empty"
    return "the answer holds no complete JSON object"


def _shaped(value: object, *, schema: type[BaseModel]) -> object:
    """Return the value as an object: a bare list goes into the schema's only list field, a list of one is opened."""
    if isinstance(value, dict):
        return {unicodedata.normalize("NFKC", str(key)).strip(): item for key, item in value.items()}
    if isinstance(value, list):
        lists = [name for name, info in schema.model_fields.items() if _is_sequence(info.annotation)]
        if len(lists) == 1 and len(schema.model_fields) == 1:
            return {lists[0]: value}
        if len(value) == 1:
            return _shaped(value[0], schema=schema)
    return value


def _is_sequence(annotation: object) -> bool:
    return getattr(annotation, "__origin__", annotation) in (list, tuple)


def _respelled(value: object, *, at: Iterable[tuple[int | str, ...]]) -> object:
    """Return the value with the strings at these places in half width, trimmed and in lower case."""
    for place in at:
        value = _changed(value, place)
    return value


def _changed(value: object, place: tuple[int | str, ...]) -> object:
    if isinstance(value, str):
        return unicodedata.normalize("NFKC", value).strip().lower()
    if not place:
        return value
    head, rest = place[0], place[1:]
    if isinstance(value, dict) and head in value:
        return {**value, head: _changed(value[head], rest)}
    if isinstance(value, list) and isinstance(head, int) and head < len(value):
        return [*value[:head], _changed(value[head], rest), *value[head + 1 :]]
    return value
