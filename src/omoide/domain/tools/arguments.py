"""What a model gave as arguments, read as what the tool takes (SPEC T1).

Models are met half-way: arguments as an object or as JSON text, names in another case or a known other word, "10" for 10, null for what
may be left out.  What cannot be read is not raised but told, every mistake at once, in words the model can act on.
"""

import difflib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from omoide.domain.tools.bilingual import Bilingual, same
from omoide.domain.tools.fields import LONGEST_TEXT, Shape, ShapeKind, ToolField, fields_of

InputT = TypeVar("InputT")
LONGEST_ARGUMENTS: Final = 1_000_000
"""Characters of JSON text that are read."""
LONGEST_SHOWN: Final = 60
_MOST_NAMED: Final = 20
"""Unknown arguments that are named; of more, the first."""
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WRAPPERS: Final = ("arguments", "args", "parameters", "input", "kwargs")
"""What some clients put around the arguments."""
_YES: Final = ("true", "yes", "on", "1", "はい", "真")
_NO: Final = ("false", "no", "off", "0", "いいえ", "偽")


@dataclass(frozen=True, slots=True)
class ArgumentMistake:
    """What is wrong with one argument, or with all of them."""

    name: str
    """Empty when it is the whole."""
    problem: Bilingual


@dataclass(frozen=True, slots=True)
class UnreadArguments:
    """Arguments that cannot be read: every mistake in them."""

    mistakes: tuple[ArgumentMistake, ...]


class _Unreadable(Exception):
    """A value that is not what it should be."""

    def __init__(self, problem: Bilingual) -> None:
        super().__init__(problem.en)
        self.problem = problem


def read(kind: type[InputT], given: object) -> InputT | UnreadArguments:
    """Return the arguments as the tool takes them, or what is wrong with them."""
    try:
        held = _unwrapped(_object(given), known=[each.name for each in fields_of(kind)])
    except _Unreadable as exc:
        return UnreadArguments((ArgumentMistake("", exc.problem),))
    wanted, mistakes = fields_of(kind), list[ArgumentMistake]()
    by_name, unknown = _named(held, wanted, mistakes)
    mistakes += _unknown(unknown, wanted)
    values: dict[str, object] = {}
    for each in wanted:
        try:
            values[each.name] = _value(each, by_name)
        except _Unreadable as exc:
            mistakes.append(ArgumentMistake(each.name, exc.problem))
    return UnreadArguments(tuple(mistakes)) if mistakes else kind(**values)


def shown(value: object) -> str:
    """Return a value as a mistake names it, short."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def _object(given: object) -> Mapping[object, object]:
    if given is None:
        return {}
    for _ in range(2):  # some clients put the JSON into a JSON string
        if isinstance(given, bytes | bytearray):
            given = bytes(given).decode("utf-8", "replace")
        if isinstance(given, str):
            given = _parsed(given) if given.strip() else {}
    if isinstance(given, Mapping):
        return given
    raise _Unreadable(
        Bilingual(
            "the arguments are {given}, and must be a JSON object with the argument names as keys",
            "引数が {given} です。引数名をキーにした JSON オブジェクトにしてください",
        ).filled(given=shown(given))
    )


def _parsed(text: str) -> object:
    if len(text) > LONGEST_ARGUMENTS:
        raise _Unreadable(
            Bilingual(
                "the arguments have {size:,} characters; at most {most:,} are read",
                "引数が {size:,} 文字あります。読めるのは {most:,} 文字までです",
            ).filled(size=len(text), most=LONGEST_ARGUMENTS)
        )
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as exc:
        where = f"line {exc.lineno}, column {exc.colno}" if isinstance(exc, json.JSONDecodeError) else "too deep"
        raise _Unreadable(
            Bilingual(
                "the arguments are no JSON ({where}); send one JSON object",
                "引数が JSON として読めません（{where}）。JSON オブジェクトを1つ送ってください",
            ).filled(where=where)
        ) from exc


def _unwrapped(held: Mapping[object, object], *, known: Sequence[str]) -> Mapping[object, object]:
    if len(held) == 1:
        [(name, inner)] = held.items()
        if name in _WRAPPERS and name not in known and isinstance(inner, Mapping):
            return inner
    return held


def _named(
    held: Mapping[object, object], wanted: Sequence[ToolField], mistakes: list[ArgumentMistake]
) -> tuple[dict[str, object], list[str]]:
    """Return the values by the tool's own names, and the names that are none of them."""
    spelt = {
        _plain(name): each.name for each in wanted for name in (*each.notes.other_names, each.name)
    }  # its own name last: it wins over another's other name
    spelt |= {_plain(each.name): each.name for each in wanted}
    by_name, unknown = dict[str, object](), list[str]()
    for given, value in held.items():
        name = spelt.get(_plain(str(given)))
        if name is None:
            unknown.append(str(given))
        elif by_name.get(name) is not None and value is not None and by_name[name] != value:
            mistakes.append(
                ArgumentMistake(
                    name, Bilingual("it was given twice; give it once", "二度与えられています。一度だけにしてください")
                )
            )
        elif value is not None or name not in by_name:
            by_name[name] = value
    return by_name, unknown


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKC", _HUMP.sub("_", name.strip()))
    return folded.lower().replace("-", "_").replace(" ", "_")


def _unknown(names: Sequence[str], wanted: Sequence[ToolField]) -> Iterable[ArgumentMistake]:
    known = [each.name for each in wanted]
    for name in names[:_MOST_NAMED]:
        near = difflib.get_close_matches(_plain(name)[:100], known, n=1)
        problem = Bilingual("there is no such argument", "そのような引数はありません")
        if near:
            problem += Bilingual("; did you mean {near}?", "。{near} のことですか").filled(near=near[0])
        elif known:
            problem += Bilingual("; there are {known}", "。使えるのは {known} です").filled(known=", ".join(known))
        else:
            problem += Bilingual("; this tool takes none", "。このツールは引数を取りません")
        short = name if len(name) <= LONGEST_SHOWN else f"{name[: LONGEST_SHOWN - 1]}…"
        yield ArgumentMistake(short.encode("utf-8", "replace").decode(), problem)


def _value(each: ToolField, by_name: Mapping[str, object]) -> object:
    value = by_name.get(each.name)
    if value is None:
        if each.is_required:
            raise _Unreadable(Bilingual("it is missing: ", "必要です: ") + each.notes.text)
        return each.default
    read_value = _read(each.shape, value)
    if isinstance(read_value, str) and each.shape.kind is ShapeKind.TEXT:
        _check_text(read_value, each)
    if isinstance(read_value, int | float) and not isinstance(read_value, bool):
        _check_bounds(read_value, each)
    return read_value


def _read(shape: Shape, value: object) -> object:
    match shape.kind:
        case ShapeKind.TEXT:
            return _text(value)
        case ShapeKind.INTEGER:
            return _integer(value)
        case ShapeKind.NUMBER:
            return _number(value)
        case ShapeKind.BOOLEAN:
            return _boolean(value)
        case ShapeKind.CHOICE:
            return shape.annotation(_choice(value, shape.choices))
        case ShapeKind.LIST:
            given = value if isinstance(value, list | tuple) else [value]
            return tuple(_read(shape.items, one) for one in given) if shape.items is not None else tuple(given)
        case ShapeKind.RECORD:
            raise _expected(Bilingual("a plain value", "単純な値"), value)


def _text(value: object) -> str:
    if isinstance(value, list | tuple) and len(value) == 1:
        [value] = value
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise _expected(Bilingual("a text", "文字列"), value)


def _integer(value: object) -> int:
    number = _number(value)
    if number != int(number):
        raise _expected(Bilingual("a whole number", "整数"), value)
    return int(number)


def _number(value: object) -> float:
    if isinstance(value, str):
        plain = unicodedata.normalize("NFKC", value).strip().replace(",", "")
        if re.fullmatch(r"[+-]?\d{1,15}(\.\d{0,15})?", plain, re.ASCII):
            return float(plain) if "." in plain else int(plain)
    elif (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and math.isfinite(value)
    ):
        return value
    raise _expected(Bilingual("a number", "数"), value)


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    told = str(value).strip().lower() if isinstance(value, str | int) else ""
    if told in _YES or told in _NO:
        return told in _YES
    raise _expected(same("true / false"), value)


def _choice(value: object, choices: Sequence[str]) -> str:
    told = _plain(value) if isinstance(value, str) else ""
    for each in choices:
        if told == _plain(each):
            return each
    raise _expected(Bilingual("one of {choices}", "{choices} のいずれか").filled(choices=", ".join(choices)), value)


def _expected(what: Bilingual, value: object) -> _Unreadable:
    given = Bilingual(" is needed; {given} was given", "が必要です。{given} が与えられました")
    return _Unreadable(what + given.filled(given=shown(value)))


def _check_text(text: str, each: ToolField) -> None:
    longest = each.notes.longest or LONGEST_TEXT
    if len(text) > longest:
        raise _Unreadable(
            Bilingual(
                "it has {size:,} characters; at most {most:,} are taken", "{size:,} 文字あります。{most:,} 文字までです"
            ).filled(size=len(text), most=longest)
        )
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise _Unreadable(
            Bilingual(
                "it holds a NUL or half of a broken character; send plain text",
                "NUL か壊れた文字が含まれています。ふつうの文字で送ってください",
            )
        )
    if each.is_required and not each.notes.may_be_empty and not text.strip():
        raise _Unreadable(Bilingual("it is empty; say something", "空です。中身を書いてください"))


def _check_bounds(number: float, each: ToolField) -> None:
    least, most = each.notes.least, each.notes.most
    if least is not None and number < least:
        raise _Unreadable(Bilingual("it must be at least {least}", "{least} 以上にしてください").filled(least=least))
    if most is not None and number > most:
        raise _Unreadable(Bilingual("it must be at most {most}", "{most} 以下にしてください").filled(most=most))
