"""Asides: what chat clients ask a model for themselves, such as a title for the list of chats.

Nobody says it to the persona, so it is neither met with memories nor learnt.  A client is known by the words of its own prompts; an
owner who has changed those names them in `proxy.asides`.
"""

import re
from collections.abc import Sequence
from typing import Final

from omoide.domain.context.conversation import said
from omoide.entrypoints.proxy.wire import ChatAsked

LOOKED_AT: Final = 4_000
"""Characters of a message: their prompts say at once what they are."""


def _has(*words: str) -> re.Pattern[str]:
    """Return what finds all of these, in any order."""
    return re.compile("".join(rf"(?=.*{word})" for word in words), re.IGNORECASE | re.DOTALL)


_TASK: Final = r"\A\s*### Task:"
_HISTORY: Final = r"chat[_ ]history"
OPEN_WEBUI: Final = (
    ("title", _has(_TASK, _HISTORY, r"\btitle\b")),
    ("tags", _has(_TASK, _HISTORY, r"\btags\b")),
    ("follow-ups", _has(_TASK, _HISTORY, r"follow-up")),
    ("task", _has(_TASK, _HISTORY)),
    ("autocompletion", _has(_TASK, r"autocompletion system")),
    ("title", _has(r"3-5 word (?:phrase|title)", r"\btitle\b", r"emoji")),
    ("emoji", _has(r"facial expression through a fitting emoji")),
    ("joined answers", _has(r"\A\s*You have been provided with a set of responses from various models")),
)
LIBRECHAT: Final = (
    ("title", _has(r"5-word-or-less title for the conversation")),
    ("title", _has(r"\bAnalyze this conversation and provide:", r"concise title")),
    ("title", _has(r"\bdetect user language and write in the same language an extremely concise title")),
    ("title", _has(r"\bPlease generate a (?:very )?concise title\b", r"convers|chat|message")),
)
SILLYTAVERN: Final = (
    ("summary", _has(r"Ignore previous instructions\.? Summari[sz]e the most important facts")),
    ("summary", _has(r"Pause (?:your|the) roleplay", r"summar")),
    ("expression", _has(r"Ignore previous instructions\.? Classify the emotion of the last message")),
    (
        "image",
        _has(r"(?:Pause your roleplay|Ignore previous instructions) and (?:provide|return)", r"list|describ|tags"),
    ),
    ("impersonation", _has(r"\A\s*\[?Write your next reply from the point of view of\b")),
)
CLAUDE_CODE: Final = (
    ("title", _has(r"\bwrite a 5-10 word title for the following conversation")),
    ("title", _has(r"Analyze if this message indicates a new conversation topic", r"title")),
)
IN_PROMPTS: Final = (*OPEN_WEBUI, *LIBRECHAT, *SILLYTAVERN, *CLAUDE_CODE)
IN_INSTRUCTIONS: Final = CLAUDE_CODE
NAMED_BY_OWNER: Final = "named in proxy.asides"


def aside_of(asked: ChatAsked, *, more: Sequence[str] = ()) -> str:
    """Return what kind of aside a request is; empty when somebody speaks to the persona."""
    last = said(asked.messages[-1])[:LOOKED_AT] if asked.messages else ""
    before = asked.instructions[:LOOKED_AT]
    if any(re.search(pattern, place) for pattern in more for place in (last, before)):
        return NAMED_BY_OWNER
    found = [kind for kind, pattern in IN_PROMPTS if pattern.match(last)]
    found += [kind for kind, pattern in IN_INSTRUCTIONS if pattern.match(before)]
    return found[0] if found else ""
