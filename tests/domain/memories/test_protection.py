"""LTM's 保護記憶: the limit of fifty, the flow when it is reached."""

from omoide.domain.memories import protection
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.memories.protection import Claim, Granted, ProtectionRules, Waiting
from omoide.domain.time.moment import Moment
from tests.domain.memories.memories import memory

RULES = ProtectionRules()


def protected(count: int) -> list[Memory]:
    return [memory(id=each, created=1000 - each, protected=True) for each in range(1, count + 1)]


def test_there_is_room_for_fifty() -> None:
    assert protection.answer(MemoryId(99), protected=protected(49), rules=RULES) == Granted(MemoryId(99))


def test_the_fifty_first_waits_and_the_oldest_are_shown() -> None:
    found = protection.answer(MemoryId(99), protected=protected(50), rules=RULES, shown=2)
    assert isinstance(found, Waiting)
    assert found.limit == 50
    assert [each.id for each in found.oldest] == [50, 49]


def test_what_is_protected_already_stays_so() -> None:
    assert protection.answer(MemoryId(7), protected=protected(50), rules=RULES) == Granted(MemoryId(7))


def test_whoever_waited_longest_is_protected_first() -> None:
    waiting = [Claim(MemoryId(1), Moment(30)), Claim(MemoryId(2), Moment(10)), Claim(MemoryId(3), Moment(20))]
    assert protection.next_in_line(waiting, protected_count=48, rules=RULES) == [2, 3]
    assert protection.next_in_line(waiting, protected_count=50, rules=RULES) == []
