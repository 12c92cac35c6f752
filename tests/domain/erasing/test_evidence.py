"""A belief stays as long as it rests on something that is left, and goes with its last evidence."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.erasing.evidence import EvidenceStep, remaining
from omoide.domain.events.event import EventId

E1, E2, E3 = map(EventId, (1, 2, 3))
SAID = {E1: "I live in Kanazawa", E2: "Kanazawa, where I live, is cold", E3: "I had soup today"}


def says(event_id: EventId) -> str:
    return SAID[event_id]


def test_a_belief_that_rests_on_nothing_else_goes() -> None:
    assert remaining([EvidenceStep(1, (E1,), "lives in Kanazawa")], erased={E1}, says=says) == []


def test_one_that_was_restated_stays_with_its_evidence_shortened() -> None:
    steps = [EvidenceStep(1, (E1,), "lives in Kanazawa"), EvidenceStep(2, (E1, E2), "lives in Kanazawa")]
    assert remaining(steps, erased={E1}, says=says) == [EvidenceStep(2, (E2,), "lives in Kanazawa")]


def test_it_goes_back_to_what_it_said_before_the_erased_event() -> None:
    steps = [EvidenceStep(1, (E2,), "lives in Kanazawa"), EvidenceStep(2, (E1,), "lives in Kanazawa, in a tower")]
    assert remaining(steps, erased={E1}, says=says) == steps[:1]


def test_evidence_that_does_not_say_it_does_not_hold_it() -> None:
    steps = [EvidenceStep(1, (E1,), "lives in Kanazawa"), EvidenceStep(2, (E3,), "lives in Kanazawa")]
    assert remaining(steps, erased={E1}, says=says) == []


def test_a_step_of_the_owner_alone_holds_nothing() -> None:
    steps = [EvidenceStep(1, (E1,), "lives in Kanazawa"), EvidenceStep(2, (), "lives in Kanazawa")]
    assert remaining(steps, erased={E1}, says=says) == []


@given(
    st.lists(st.lists(st.sampled_from([E1, E2, E3]), max_size=3).map(tuple), max_size=5),
    st.sets(st.sampled_from([E1, E2, E3])),
)
def test_no_erased_event_is_evidence_of_what_stays(proofs: list[tuple[EventId, ...]], erased: set[EventId]) -> None:
    steps = [EvidenceStep(number, proof, "lives in Kanazawa") for number, proof in enumerate(proofs)]
    for step in remaining(steps, erased=erased, says=says):
        assert not set(step.evidence) & erased
