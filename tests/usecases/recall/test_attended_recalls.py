"""The seam around whichever verb recalls: any kind of thing is demoted, and leaves a receipt."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId
from omoide.domain.recall.receipts.receipt import Asker, Fate, ItemRef, RecallCandidate, RecallReceipt
from omoide.domain.recall.relevance import Calibration
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.errors import StoreUnavailable
from omoide.ports.recall.receipts import MakeReceipt, ReceiptKeeping
from omoide.usecases.recall.receipts.attend import AttendRecall, RecallAnswer
from omoide.usecases.recall.receipts.feedback import HeedFeedback
from omoide.usecases.recall.receipts.keep import AskedRecall, KeepReceipt

HARU = Persona(PersonaId(1), "haru", Language.JA, "Asia/Tokyo", Moment(0))


@dataclass(frozen=True)
class Found:
    """What some verb of recall returns."""

    item: ItemRef
    score: float


ORDER = [Found(ItemRef("topic", "tea"), 0.9), Found(ItemRef("dream", "7"), 0.8), Found(ItemRef("entity", "momo"), 0.7)]


@dataclass
class Denied:
    known: list[Demotion] = field(default_factory=list)

    def add(self, persona_id: PersonaId, demotion: Demotion) -> Demotion:
        raise NotImplementedError

    def all(self, persona_id: PersonaId) -> list[Demotion]:
        return self.known

    def drop(self, persona_id: PersonaId, demotion_id: DemotionId) -> Demotion | None:
        raise NotImplementedError


@dataclass
class Sink:
    made: list[RecallReceipt | None] = field(default_factory=list)
    trouble: StoreUnavailable | None = None

    def add(self, persona_id: PersonaId, make: MakeReceipt, *, keeping: ReceiptKeeping) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.made.append(make())

    def keep_none(self, persona_id: PersonaId) -> None:
        self.made.append(None)

    def flush(self) -> None: ...


def attend(sink: Sink, *denied: Demotion) -> AttendRecall:
    masking, seconds = SecretMasking(), iter(range(100))
    return AttendRecall(
        HeedFeedback(Denied(list(denied)), HashingEmbedder(), Calibration(), masking),
        KeepReceipt(
            sink, ReceiptKeeping(14), masking, Unrecorded(), SimulatedClock(Moment(5)), lambda: float(next(seconds))
        ),
    )


def asked(verb: AttendRecall, cue: str = "お茶の話", *, limit: int = 3) -> list[Found]:
    def ask(most: int) -> RecallAnswer[Found]:
        def candidates(shown: Sequence[Found], denied: frozenset[ItemRef]) -> list[RecallCandidate]:
            return [RecallCandidate(each.item, each.score, Fate.SHOWN) for each in shown]

        return RecallAnswer(
            ORDER[:most],
            lambda each: each.item,
            lambda each, last: replace(each, score=min(each.score, last.score)),
            candidates,
            found=len(ORDER),
            plan={"search": True, "words": ["お茶"]},
        )

    return verb(HARU, AskedRecall(cue, Asker.TOOL, "s", "c"), ask, limit=limit)


def test_a_verb_over_any_kinds_leaves_a_receipt() -> None:
    sink = Sink()
    assert asked(attend(sink), limit=2) == ORDER[:2]
    [receipt] = sink.made
    assert receipt is not None
    assert (receipt.asked_by, receipt.session_id, receipt.client_id, receipt.at) == ("tool", "s", "c", 5)
    assert receipt.plan == {"search": True, "words": ["お茶"]}
    assert [str(each.item) for each in receipt.shown] == ["topic:tea", "dream:7"]
    assert receipt.found == 3
    assert receipt.milliseconds == 1000.0


def test_anything_can_be_demoted_and_the_next_one_takes_its_place() -> None:
    sink, not_tea = Sink(), Demotion(ORDER[0].item, "お茶の話", Moment(0))
    assert asked(attend(sink, not_tea), limit=2) == ORDER[1:]
    assert asked(attend(sink, not_tea)) == [*ORDER[1:], replace(ORDER[0], score=0.7)]
    assert asked(attend(sink, not_tea), cue="夢の話") == ORDER
    everything = [replace(not_tea, item=each.item) for each in ORDER]
    assert asked(attend(sink, *everything)) == []


def test_trouble_with_a_receipt_never_reaches_whoever_recalls() -> None:
    assert asked(attend(Sink(trouble=StoreUnavailable("damaged")))) == ORDER
