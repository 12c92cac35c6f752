"""JSON out of what models write.

Models wrap JSON in code fences and prose, think aloud before it, say it twice and, in Japanese, write its punctuation
in full width: that is undone here, outside strings only, for what a string says is kept.  Spelling (quotes, commas,
bare words) is json-repair's.  It would also complete what was cut off and fill in what is missing, so it only ever sees
whole `{…}` and `[…]`, in its strict mode: nothing is guessed, and JSON that was cut off stays unread.
"""

import json
import re
from collections.abc import Iterator

LONGEST_ANSWER = 400_000
"""Characters that are looked at; no schema of ours needs more."""
MOST_STARTS = 64
"""Opening brackets tried as the beginning of the answer."""

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_CODE_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)```", re.DOTALL)
_CLOSERS = {'"': '"', "＂": "＂", "“": "”", "„": "”", "'": "'", "‘": "’"}
_ASCII = str.maketrans("｛｝［］：，、．－＋＂０１２３４５６７８９　", '{}[]:,,.-+"0123456789 ')


def values(text: str) -> Iterator[object]:
    """Yield every JSON object or array found in the text, most likely first: fenced blocks, then from the last one."""
    shown = _THINKING.sub("", text[:LONGEST_ANSWER])
    seen: set[str] = set()
    for segment in [*_fenced(shown), *reversed(list(_segments(shown)))]:
        if segment in seen:
            continue
        seen.add(segment)
        for reader in (_as_written, _mended):
            try:
                value = reader(segment)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict | list):
                yield value
                break


def _as_written(segment: str) -> object:
    return json.loads(segment, strict=False)


def _mended(segment: str) -> object:
    if not segment or _balanced_end(segment, 0) != len(segment):
        raise ValueError("it is cut off")
    from json_repair import loads  # 20 ms, and of the extra `models`: rules never come here

    return loads(_with_plain_punctuation(segment), skip_json_loads=True, strict=True)


def _with_plain_punctuation(segment: str) -> str:
    """Return the segment with its structure in plain JSON punctuation and without comments."""
    out: list[str] = []
    at = 0
    while at < len(segment):
        character = segment[at]
        if character in _CLOSERS:
            end = _end_of_string(segment, at)
            out.append(_requoted(segment[at + 1 : end], opener=character))
            at = end + 1
        elif segment.startswith("//", at):
            at = segment.find("\n", at) if "\n" in segment[at:] else len(segment)
        else:
            out.append(character.translate(_ASCII))
            at += 1
    return "".join(out)


def _fenced(text: str) -> list[str]:
    """Return the insides of code fences, last first."""
    return [block.strip() for block in reversed(_CODE_FENCE.findall(text))][:MOST_STARTS]


def _segments(text: str) -> Iterator[str]:
    """Yield the balanced `{…}` and `[…]` of the text that do not lie inside one another."""
    at, starts = 0, 0
    while starts < MOST_STARTS and (start := _next_opening(text, at)) >= 0:
        starts += 1
        end = _balanced_end(text, start)
        if end < 0:
            at = start + 1
        else:
            yield text[start:end]
            at = end


def _next_opening(text: str, at: int) -> int:
    found = [where for bracket in "{[｛［" if (where := text.find(bracket, at)) >= 0]
    return min(found, default=-1)


def _balanced_end(text: str, start: int) -> int:
    depth, at = 0, start
    while at < len(text):
        character = text[at].translate(_ASCII)
        if text[at] in _CLOSERS and text[at] != "'":
            at = _end_of_string(text, at)
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return -1


def _end_of_string(text: str, start: int) -> int:
    """Return where the string that opens at `start` closes (the text's end when it never does)."""
    closer, at = _CLOSERS[text[start]], start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == closer:
            return at
        at += 1
    return len(text)


def _requoted(inside: str, *, opener: str) -> str:
    if opener == '"':
        return f'"{inside}"'
    return '"' + inside.replace("\\'", "'").replace('"', '\\"') + '"'
