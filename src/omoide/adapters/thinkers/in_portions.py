"""Many questions at once: what is known is looked up, nods go to the rules, the rest is asked in portions.

A session's turns are asked about whole: what each felt like and what it changes, in one call (`prepare`).

Each turn's part of a common answer is kept under the turn's own question.  However a later run divides what is left,
nothing that was answered is asked again.  A portion that a model refuses or spoils is halved, so that one bad turn
costs the others nothing, and is then read by the rules.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from omoide.adapters.thinkers.plan_of_turn import PlanOfTurn, kept_plan
from omoide.adapters.thinkers.stored import LONGEST_FLIGHT_SECONDS, StoredThinker
from omoide.asks import together
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.asks.digest_turns import DigestTurns, PortionTurn, TurnsAnswer
from omoide.asks.together import PORTIONS, PortionRules
from omoide.asks.write_plan import AskWritePlan
from omoide.domain.beliefs import plan_changes
from omoide.domain.beliefs.write_plan import WritePlan
from omoide.domain.understanding import small_talk
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
from omoide.errors import AnswerRefused, AnswerUnusable, Refused, Unavailable
from omoide.ports.models.thinker import Answered, Thinker, answers

ValueT = TypeVar("ValueT")
PartT = TypeVar("PartT")
PORTION = "portion"
"""The name of the lock under which turns are asked about together."""
Outcome = Answered[Appraisal] | Refused | Unavailable
IsSilent = Callable[[SpokenTurn], bool]
"""Tells whether nothing seems to be stated in a turn, so that no model need say what it changes."""


def never_silent(_turn: SpokenTurn) -> bool:
    """Have a model asked about every turn."""
    return False


@dataclass(frozen=True, slots=True)
class JointThinker:
    """Puts appraisals of turns together; other questions are asked one by one."""

    model: StoredThinker | None
    """`None`: there is no model, and the rules answer everything."""
    rules: Thinker
    is_silent: IsSilent = never_silent
    portions: PortionRules = PORTIONS

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the answer of each, in order, or why there is none: `Refused` for good, `Unavailable` for now."""
        if all(isinstance(ask, AppraiseTurn) for ask in asks):
            appraised = self._appraised(cast("Sequence[AppraiseTurn]", asks))
            return cast("list[Answered[ValueT] | Refused | Unavailable]", appraised)
        return [_outcome(self.model or self.rules, ask) for ask in asks]

    def prepare(self, portion: DigestTurns) -> None:
        """Ask about the turns that no plan is kept of, together, and keep each one's part; raise `Unavailable`."""
        model = self.model
        if model is None:
            return
        # Nobody else asks about turns meanwhile: what they are answered is found here, and not paid for twice.
        with model.flight.hold(PORTION, timeout_seconds=LONGEST_FLIGHT_SECONDS):
            wanted = open_turns(model, portion, is_silent=self.is_silent)
            if wanted:
                _ask_turns(model, portion.only(wanted))

    def plan(self, ask: AskWritePlan) -> Answered[WritePlan] | None:
        """Return the turn's part of a common answer, if it still fits what is believed now."""
        if self.model is None:
            return None
        question = PlanOfTurn(ask)
        try:
            kept = self.model.kept(question, key=self.model.model.key(question))
        except AnswerRefused:
            return None
        if kept is None or kept.value is None or any(plan_changes.faults(kept.value, ask.shown)):
            return None
        return Answered(kept.value, by=kept.by)

    def _appraised(self, asks: Sequence[AppraiseTurn]) -> list[Outcome]:
        model = self.model
        if model is None:
            return answers(self.rules, asks)
        nods = {ask for ask in asks if small_talk.is_nod(ask.turn)}
        wanted = [ask for ask in dict.fromkeys(asks) if ask not in nods and model.is_open(ask)]
        gone: Unavailable | None = None
        for portion in together.portions(wanted, rules=self.portions):
            try:
                _ask_portion(model, portion)
            except Unavailable as exc:
                gone = exc
                break
        return [self._outcome(ask, is_nod=ask in nods, gone=gone) for ask in asks]

    def _outcome(self, ask: AppraiseTurn, *, is_nod: bool, gone: Unavailable | None) -> Outcome:
        """Return what came of one turn; a model that is gone is not tried again for each."""
        if is_nod or self.model is None:
            return _outcome(self.rules, ask)
        if gone is not None and self.model.is_open(ask):
            return gone
        outcome = _outcome(self.model, ask)
        # A model that declines to read a turn would decline again; a plain memory of it is better than none.
        return _outcome(self.rules, ask) if isinstance(outcome, AnswerRefused | AnswerUnusable) else outcome


def _ask_portion(model: StoredThinker, portion: Sequence[AppraiseTurn]) -> None:
    """Ask about the turns together and keep each one's part; single turns are left to be asked by themselves."""
    if len(portion) < 2:
        return
    whole = together.joined(portion)
    try:
        model.answer(whole)
    except (AnswerRefused, AnswerUnusable):
        for half in _halves(portion):
            _ask_portion(model, half)
        return
    kept = model.answers.get(model.model.key(whole))
    if kept is not None and kept.json is not None:
        parts = together.apart(whole.SCHEMA.model_validate_json(kept.json), count=len(portion))
        for ask, part in zip(portion, parts, strict=True):
            model.learn(ask, part)


def open_turns(model: StoredThinker, portion: DigestTurns, *, is_silent: IsSilent) -> list[PortionTurn]:
    """Return the turns to be asked about, and for what: those without a kept plan, up to the first whose memory a batch will bring.

    That one is not to be paid for at the full price meanwhile, and those behind it wait for it.
    """
    found: list[PortionTurn] = []
    for turn in portion.turns:
        if turn.wants_memory and model.is_waiting(model.model.key(AppraiseTurn(turn.talk))):
            break
        if not model.is_kept(PlanOfTurn(portion.single(turn))):
            needed = _as_needed(model, turn, is_silent)
            if needed.wants_memory or needed.wants_plan:
                found.append(needed)
    return found


def _as_needed(model: StoredThinker, turn: PortionTurn, is_silent: IsSilent) -> PortionTurn:
    """Return the turn without a wish for what rules can make, or that is there or under way."""
    question = AppraiseTurn(turn.talk)
    is_wanted = turn.wants_memory and not small_talk.is_nod(question.turn) and model.is_open(question)
    return replace(turn, wants_memory=is_wanted, wants_plan=not is_silent(turn.talk))


def _ask_turns(model: StoredThinker, portion: DigestTurns) -> None:
    """Ask about the turns together and keep each one's part; halve what a model refuses or spoils."""
    try:
        model.answer(portion)
    except (AnswerRefused, AnswerUnusable):
        if len(portion.turns) > 1:
            for half in _halves(portion.turns):
                _ask_turns(model, portion.only(half))
        return
    kept = model.answers.get(model.model.key(portion))
    if kept is None or kept.json is None:
        return
    for turn, part in zip(portion.turns, portion.parts(TurnsAnswer.model_validate_json(kept.json)), strict=True):
        if turn.wants_memory and part.memory is not None:
            model.learn(AppraiseTurn(turn.talk), part.memory)
        if turn.wants_plan:
            model.learn(PlanOfTurn(portion.single(turn)), kept_plan(part.plan, portion=portion, turn=turn))


def _halves(portion: Sequence[PartT]) -> Iterator[Sequence[PartT]]:
    middle = len(portion) // 2
    yield portion[:middle]
    yield portion[middle:]


def _outcome(thinker: Thinker, ask: Ask[ValueT]) -> Answered[ValueT] | Refused | Unavailable:
    try:
        return thinker.answer(ask)
    except (Refused, Unavailable) as why:
        return why
