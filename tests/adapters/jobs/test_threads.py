"""Work beside the caller: one of a name at a time, in threads that are used again."""

import threading
from collections.abc import Callable, Iterator

import pytest

from omoide.adapters.jobs.threads import ThreadBackground
from omoide.errors import StoreBusy

PATIENCE_SECONDS = 30.0


@pytest.fixture
def background() -> Iterator[ThreadBackground]:
    made = ThreadBackground()
    yield made
    made.stop()


def test_work_of_a_name_is_not_begun_twice_and_another_goes_on_beside_it(background: ThreadBackground) -> None:
    goes_on, other, done = threading.Event(), threading.Event(), []

    def first(_should_stop: Callable[[], bool]) -> None:
        assert goes_on.wait(PATIENCE_SECONDS)
        done.append("first")

    background.start("a", first)
    assert background.is_busy("a")
    background.start("a", lambda _: done.append("second"))
    background.start("b", lambda _: other.set())
    assert other.wait(PATIENCE_SECONDS)
    goes_on.set()
    background.wait()
    assert done == ["first"]
    assert not background.is_busy("a")


def test_a_thread_is_used_again(background: ThreadBackground) -> None:
    ran: list[int] = []
    for number in range(20):
        background.start(f"{number}", lambda _: ran.append(threading.get_ident()))
        background.wait()
    assert len(ran) == 20
    assert len(set(ran)) < 10  # the next is given out while the last one still puts its things away, now and then


def test_work_that_breaks_off_leaves_its_name_free(background: ThreadBackground) -> None:
    def fail(_should_stop: Callable[[], bool]) -> None:
        raise StoreBusy("home", seconds=1.0)

    background.start("a", fail)
    background.wait()
    again = threading.Event()
    background.start("a", lambda _: again.set())
    assert again.wait(PATIENCE_SECONDS)


def test_stopping_breaks_work_off_and_begins_no_more() -> None:
    background, begun, ended = ThreadBackground(), threading.Event(), []

    def work(should_stop: Callable[[], bool]) -> None:
        begun.set()
        while not should_stop():
            pass
        ended.append(True)

    background.start("idle", lambda _: None)
    background.start("a", work)
    assert begun.wait(PATIENCE_SECONDS)
    background.stop()
    assert ended == [True]
    background.start("b", work)
    assert not background.is_busy("b")
