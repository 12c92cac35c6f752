"""How much an episode stirs: measured, moved by resonance, kept from drifting up."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.episodes import arousal, memory_trace
from omoide.domain.episodes.arousal import ArousalRules
from omoide.domain.episodes.memory_trace import MemoryTrace

RULES = ArousalRules()
unit = st.floats(0, 1)


def test_resonance_moves_arousal_by_a_fifth_of_the_way() -> None:
    assert arousal.resonated(0.5, 1.0, rules=RULES) == 0.6
    assert arousal.resonated(0.5, 0.0, rules=RULES) == 0.4
    assert arousal.resonated(0.7, 0.7, rules=RULES) == 0.7


@given(unit, st.floats(allow_nan=False, allow_infinity=False), unit)
def test_arousal_stays_within_0_and_1(before: float, resonance: float, alpha: float) -> None:
    assert 0 <= arousal.resonated(before, resonance, rules=ArousalRules(resonance_alpha=alpha)) <= 1


@given(st.dictionaries(st.integers(), unit, min_size=1, max_size=40))
def test_a_mean_above_the_limit_is_brought_back_to_it_and_the_order_stays(given_: dict[int, float]) -> None:
    changed = arousal.normalised(given_, rules=RULES)
    after = given_ | changed
    mean = sum(after.values()) / len(after)
    assert mean <= RULES.mean_limit + 1e-6
    assert sorted(given_, key=lambda key: (given_[key], key)) == sorted(
        after, key=lambda key: (after[key], given_[key], key)
    )
    assert arousal.normalised(after, rules=RULES) == {} or mean > RULES.mean_limit
    assert all(0 <= value <= 1 for value in after.values())


def test_a_mean_at_the_limit_stays_as_it_is() -> None:
    assert arousal.normalised({1: 0.8, 2: 0.4}, rules=RULES) == {}


def test_of_turns_whose_feeling_nobody_knows_nothing_is_measured() -> None:
    assert arousal.measured([0.2, None, 0.6]) == (0.4, 0.6)
    assert arousal.measured([None]) == (0.0, 0.0)


def test_a_trace_is_read_and_taken_out() -> None:
    told = memory_trace.read('そうだね。<memory_trace id="episode_2026-01-15_001" resonance="0.7"/>')
    assert told.shown == "そうだね。"
    assert told.traces == (MemoryTrace("episode_2026-01-15_001", 0.7),)


def test_careless_traces_are_taken_out_and_count_where_they_can() -> None:
    written = (
        "うん<memory_trace resonance=1.4 id='a_1'>、\n"
        '＜memory_trace id="b_2" resonance="70%" /＞そして<memory_trace id="c_3"/><MEMORY-TRACE>'
    )
    told = memory_trace.read(written)
    assert "trace" not in told.shown.lower()
    assert told.traces == (MemoryTrace("a_1", 1.0), MemoryTrace("b_2", 0.7))


def test_an_id_named_twice_counts_as_it_was_named_last() -> None:
    tags = '<memory_trace id="a" resonance="0.1"/><memory_trace id="a" resonance="0.9"/>'
    assert memory_trace.read(tags).traces == (MemoryTrace("a", 0.9),)


def test_talk_about_traces_stays_as_it_was_said() -> None:
    assert memory_trace.read("a trace of memory_trace in <b>").shown == "a trace of memory_trace in <b>"
