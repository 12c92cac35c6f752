"""What is begun ahead is waited for where it is needed."""

import multiprocessing
import threading

import pytest

from omoide.adapters.jobs.ahead import ahead
from omoide.adapters.jobs.one_at_a_time import LOCKS, OneAtATime
from omoide.domain.personas.persona import PersonaId
from omoide.errors import EmbedderUnavailable

PATIENCE_SECONDS = 30.0


def test_it_goes_on_beside_the_caller_and_gives_what_came_of_it() -> None:
    goes_on = threading.Event()
    begun = ahead(lambda: goes_on.wait(PATIENCE_SECONDS))
    goes_on.set()
    assert begun() is True
    assert begun() is True


def test_what_went_wrong_is_raised_where_it_is_needed() -> None:
    def fail() -> None:
        raise EmbedderUnavailable("not now")

    begun = ahead(fail)
    with pytest.raises(EmbedderUnavailable):
        begun()


def _begun_in_child() -> None:
    assert ahead(lambda: 2)() == 2


def test_a_process_that_was_split_off_has_threads_of_its_own() -> None:
    assert ahead(lambda: 1)() == 1
    child = multiprocessing.get_context("fork").Process(target=_begun_in_child)
    child.start()
    child.join(PATIENCE_SECONDS)
    assert child.exitcode == 0


def test_one_at_a_time_works_for_a_persona() -> None:
    turns, one, other = OneAtATime(), PersonaId(1), PersonaId(2)
    with turns(one, within_seconds=None) as is_mine:
        assert is_mine
        with turns(one, within_seconds=0.0) as comes:
            assert not comes
        with turns(other, within_seconds=0.0) as comes:
            assert comes
    with turns(PersonaId(1 + LOCKS), within_seconds=0.0) as comes:
        assert comes
