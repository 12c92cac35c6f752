"""A turn is read with what stands before it in its session, also across portions."""

from collections.abc import Sequence

from omoide import Omoide, SimulatedClock
from omoide.adapters.readers.builtin import shared_reader
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace
from tests.conftest import NOW
from tests.fakes.embedding import hashing


class Listening:
    """Reads as the built-in reader does and keeps what it was given."""

    def __init__(self) -> None:
        self.turns: dict[str, TurnInPlace] = {}

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        self.turns |= {turn.user: turn for turn in turns}
        return shared_reader().read(turns)

    def agreement(self) -> Agreement:
        return shared_reader().agreement()


def test_a_turn_is_read_with_what_stands_before_it(tmp_path: object) -> None:
    reader = Listening()
    thinker = RulesThinker(reader=reader)
    with Omoide.open(str(tmp_path), clock=SimulatedClock(NOW), embedder=hashing(), thinker=thinker) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        mind.observe(user="面接を受けてきた", assistant="どうだった？", session_id="a", at="2026-03-01T10:00")
        mind.digest()
        mind.observe(user="だめだった", assistant="そうか", session_id="a", at="2026-03-01T10:01")
        mind.observe(user="でも次がある", assistant="うん", session_id="a", at="2026-03-01T10:02")
        mind.observe(user="こんにちは", assistant="やあ", session_id="b", at="2026-03-01T10:03")
        mind.digest()
    assert reader.turns["だめだった"] == TurnInPlace("だめだった", "そうか", "どうだった？", "面接を受けてきた")
    assert reader.turns["でも次がある"] == TurnInPlace("でも次がある", "うん", "そうか", "だめだった")
    assert reader.turns["こんにちは"] == TurnInPlace("こんにちは", "やあ")
