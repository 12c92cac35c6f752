"""Revival and deletion of LTM's アーカイブ層."""

import numpy as np
import pytest

from omoide.domain.memories import archive
from omoide.domain.memories.archive import ArchiveRules, ConditionMode
from omoide.domain.memories.levels import LevelRules, RatioRules

LEVELS = LevelRules()


@pytest.mark.parametrize(
    ("intensity", "days", "expected"),
    [(60, 0, 60.0), (60, 100, 60 * 0.995**100), (10, 0, 10.0), (10, 100, 8.0), (0, 0, 8.0)],
)
def test_the_score_of_a_revived_memory(intensity: int, days: int, expected: float) -> None:
    found = archive.revival_score(
        np.array([float(intensity)]), days_archived=np.array([days]), levels=LEVELS, rules=ArchiveRules()
    )
    assert found.tolist() == pytest.approx([expected])


def test_days_in_the_archive_are_whole_days() -> None:
    found = archive.archived_days(np.array([0, 86_399, 86_400, 200_000]), now=172_800)
    assert found.tolist() == [2, 1, 1, 0]


@pytest.mark.parametrize(("level3", "base", "room"), [(34, 100, 1), (35, 100, 0), (40, 100, 0), (0, 2, 0), (0, 3, 1)])
def test_a_memory_returns_while_level_three_has_room(level3: int, base: int, room: int) -> None:
    assert archive.room_for_revival(level3_count=level3, base=base, rules=RatioRules()) == room


def deletable(rules: ArchiveRules) -> list[bool]:
    found = archive.deletable(
        days_archived=np.array([366, 366, 366, 365]),
        recall_count=np.array([0, 1, 0, 0]),
        emotional_intensity=np.array([19.0, 19.0, 20.0, 19.0]),
        rules=rules,
    )
    return [bool(each) for each in found]


def test_nothing_is_deleted_unless_the_owner_turns_it_on() -> None:
    assert deletable(ArchiveRules()) == [False] * 4


def test_all_conditions_must_hold_by_default() -> None:
    assert deletable(ArchiveRules(auto_delete_enabled=True)) == [True, False, False, False]


def test_one_condition_is_enough_when_they_are_joined_by_or() -> None:
    rules = ArchiveRules(auto_delete_enabled=True, delete_condition_mode=ConditionMode.OR)
    assert deletable(rules) == [True, True, True, True]


def test_recalls_need_not_be_zero_when_the_owner_says_so() -> None:
    rules = ArchiveRules(auto_delete_enabled=True, delete_require_zero_recall=False)
    assert deletable(rules) == [True, True, False, False]
