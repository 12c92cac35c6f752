"""Many questions at once: what is known is looked up, nods go to the rules, the rest is asked in portions.

Each turn's part of a common answer is kept under the turn's own question.  However a later run divides what is left,
nothing that was answered is asked again.  A portion that a model refuses or spoils is halved, so that one bad turn
costs the others nothing, and is then read by the rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks import together
from omoide.asks.appraise_turn import Appraisal, AppraiseTurn
from omoide.asks.ask import Ask
from omoide.asks.together import PORTIONS, PortionRules
from omoide.errors import AnswerRefused, AnswerUnusable, Refused, Unavailable
from omoide.ports.models.thinker import Answered, Thinker

ValueT = TypeVar("ValueT")
Outcome = Answered[Appraisal] | Refused | Unavailable


@dataclass(frozen=True, slots=True)
class PortionThinker:
    """Puts appraisals of turns together; other questions are asked one by one."""

    model: StoredThinker | None
    """`None`: there is no model, and the rules answer everything."""
    rules: Thinker
    portions: PortionRules = PORTIONS

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the answer of each, in order, or why there is none: `Refused` for good, `Unavailable` for now."""
        if all(isinstance(ask, AppraiseTurn) for ask in asks):
            appraised = self._appraised(cast("Sequence[AppraiseTurn]", asks))
            return cast("list[Answered[ValueT] | Refused | Unavailable]", appraised)
        return [_outcome(self.model or self.rules, ask) for ask in asks]

    def _appraised(self, asks: Sequence[AppraiseTurn]) -> list[Outcome]:
        model = self.model
        if model is None:
            return [_outcome(self.rules, ask) for ask in asks]
        nods = {ask for ask in asks if together.is_nod(ask)}
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


def _halves(portion: Sequence[AppraiseTurn]) -> Iterator[Sequence[AppraiseTurn]]:
    middle = len(portion) // 2
    yield portion[:middle]
    yield portion[middle:]


def _outcome(thinker: Thinker, ask: Ask[ValueT]) -> Answered[ValueT] | Refused | Unavailable:
    try:
        return thinker.answer(ask)
    except (Refused, Unavailable) as why:
        return why
