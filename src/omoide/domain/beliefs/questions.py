"""What is only supposed, as short questions to the user (SPEC S4; "may be asked about, never asserted").

A body is turned into a question where its form is plain (「あなたには娘がいる。」 → 「娘がいるんだよね？」); else it is asked as it stands.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from omoide.domain.beliefs import candidates
from omoide.domain.beliefs.preference import Polarity, Preference, Status
from omoide.domain.beliefs.state import ONE_AT_A_TIME, PERSONA, USER, State, StateKind, Target, folded
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

ASK_AGAIN_AFTER_DAYS: Final = 7


@dataclass(frozen=True, slots=True)
class Question:
    """One thing the persona may ask about."""

    target: Target
    id: int
    """Of the belief or the preference."""
    text: str
    confidence: float
    """How likely it is, 0..1."""


def to_ask(
    states: Iterable[State],
    preferences: Iterable[Preference],
    *,
    asked: Collection[tuple[Target, int]],
    now: Moment,
    language: Language,
) -> list[Question]:
    """Return what may be asked about, the likeliest first: nothing asked lately, settled, or answered meanwhile."""
    known, liked = list(states), list(preferences)
    answers = _Answers.of(known, now=now)
    found = [
        Question(Target.STATE, state.id, of_state(state, language=language), state.confidence)
        for state in candidates.likeliest_first(known)
        if _is_open(state, now=now) and not answers.answer(state)
    ] + [
        Question(Target.PREFERENCE, one.id, of_preference(one, language=language), one.confidence)
        for one in liked
        if one.status is Status.CANDIDATE and one.settled is None and not _is_answered(one, liked)
    ]
    fresh = [question for question in found if (question.target, question.id) not in asked]
    return sorted(fresh, key=lambda question: -question.confidence)


def _is_open(state: State, *, now: Moment) -> bool:
    is_supposed = state.candidate and state.settled is None and state.kind in candidates.ASKABLE
    return is_supposed and not state.is_done and state.is_valid_at(now)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What is asserted or settled, so that a candidate is held against all of it at once."""

    settled: tuple[State, ...]
    said: frozenset[tuple[str, ...]]
    since: Mapping[tuple[str, str], Moment | int]
    """When each attribute of which one is true at a time was last asserted, by whom it is about."""
    tied: frozenset[str]
    """Of whom it is known who they are to the user: 「猫のモモと暮らしている」 answers 「モモはペット？」 as well."""

    @classmethod
    def of(cls, states: Iterable[State], *, now: Moment) -> "_Answers":
        known = list(states)
        believed = [one for one in known if not one.candidate and not one.is_past_at(now)]
        since: dict[tuple[str, str], Moment | int] = {}
        for one in believed:
            if one.attribute in ONE_AT_A_TIME:
                key = one.about, one.attribute
                since[key] = max(since.get(key, 0), one.last_confirmed or 0)
        said = frozenset(key for one in believed for key in candidates.sayings(one))
        settled = tuple(one for one in known if one.settled is not None or one.struck_out)
        return cls(settled, said, since, frozenset(_tied(one) for one in believed) - {""})

    def answer(self, state: State) -> bool:
        """Tell whether something says the same, says otherwise since, or is the owner's word against it."""
        last = self.since.get((state.about, state.attribute))
        is_outrun = last is not None and last >= (state.last_confirmed or 0)
        if is_outrun or _tied(state) in self.tied or not self.said.isdisjoint(candidates.sayings(state)):
            return True
        return candidates.is_overruled(state, self.settled, at=state.last_confirmed or Moment(0))


def _tied(state: State) -> str:
    """Return whom a tie to the user names, on whichever side; nobody: empty."""
    if state.kind is not StateKind.RELATION:
        return ""
    return folded(state.value if state.about in (USER, PERSONA) else state.about)


def _is_answered(preference: Preference, known: Iterable[Preference]) -> bool:
    return any(one.key == preference.key and one.status is Status.CONFIRMED for one in known)


_TASK: Final = re.compile(r"^[^:：]{1,40}(?::\s+|：\s*)")
_YOU_JA: Final = re.compile(r"^あなた(?:には|は)、?")
_POLITE: Final = re.compile(r"(?:です|ます|ました|ません|でした)$")
_COPULA: Final = re.compile(r"(?:だ|である)$")
_PREDICATE: Final = re.compile(
    r"(?:て(?:い)?る|で(?:い)?る|[てで](?:い)?た|[がもにで](?:ある|いる|あった|いた)|ない|なかった|たい|する|した|なる|った|んだ)$"
)
_NOMINAL: Final = re.compile(r"(?:好き|苦手|嫌い|予定|つもり)$")


def of_state(state: State, *, language: Language) -> str:
    """Return the question about a candidate."""
    body = re.sub(r"[。．.!！?？\s]+$", "", state.body)
    if state.kind is StateKind.TASK and (errand := _TASK.sub("", body)) != body:
        return (
            f"まだ「{errand}」が残ってるよね？"
            if language is Language.JA
            else f"You still have this to do, don't you: {errand}?"
        )
    return _ja(body, state.value) if language is Language.JA else _en(body)


def _ja(body: str, value: str) -> str:
    plain = _YOU_JA.sub("", body)
    if _POLITE.search(plain):
        return f"{plain}よね？"
    if value and plain.endswith(value):
        return f"{plain}、で合ってる？"
    if _COPULA.search(plain) and not plain.endswith("んだ"):
        return f"{_COPULA.sub('', plain)}なんだよね？"
    if _NOMINAL.search(plain):
        return f"{plain}なんだよね？"
    if _PREDICATE.search(plain):
        return f"{plain}んだよね？"
    return f"{plain}、で合ってる？"


_TAGS: Final = (
    (re.compile(r"^You(?: are|'re|’re) (?!not\b)"), "aren't you"),
    (re.compile(r"^You were (?!not\b)"), "weren't you"),
    (re.compile(r"^You have (?:an?|two|three|four|five|some|many|\d+)\b"), "don't you"),
    (re.compile(r"^You (?:live|work|want|like|love|need|own|play|study|know|go) "), "don't you"),
    (re.compile(r"^You (?:do not|don't|don’t) "), "do you"),
)


def _en(body: str) -> str:
    if ": " in body:
        return f"{body} — is that right?"
    tag = next((words for form, words in _TAGS if form.search(body)), "is that right")
    return f"{body}, {tag}?"


_ACT_JA: Final = re.compile(
    r"[\u3400-\u9fff](?:[\u3041-\u3096]{0,2}[うくぐすぬぶむる]|つ)$|(?:[てで]い?る|する|れる|せる)$"
)
"""Something that is done: 「本を読む」「褒められる」; it is liked as 「読むのが」."""


def of_preference(preference: Preference, *, language: Language) -> str:
    """Return the question about a guessed like or dislike."""
    subject = preference.subject
    if language is Language.JA and _ACT_JA.search(subject):
        subject = f"{subject}の"
    match preference.polarity:
        case Polarity.LIKE:
            return f"{subject}が好きなんだよね？" if language is Language.JA else f"You like {subject}, don't you?"
        case Polarity.DISLIKE:
            return f"{subject}は苦手なんだよね？" if language is Language.JA else f"You don't like {subject}, do you?"
        case unreachable:
            assert_never(unreachable)
