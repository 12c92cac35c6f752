"""When a mind may fall asleep by itself, once a night is due (SPEC D1, M14).

The seed asks for quiet hours, autonomy and a user who has been away for a while.  The first is what the nightly hour stands for: a
night becomes due at 03:00.  A computer that is off at that hour catches up when it is on again, as soon as nobody has talked
for a while; and a night that was missed for a day is caught up whatever goes on.
"""

from typing import Final

from omoide.domain.time.moment import DAY_SECONDS, MINUTE_SECONDS, Moment

MISSED_SECONDS: Final = DAY_SECONDS


def may_sleep(now: Moment, *, due: Moment, last_talk: Moment | None, idle_minutes: int) -> bool:
    """Tell whether a mind may fall asleep by itself for the night that was due at `due`.

    A talk that lies ahead of the clock (it was put back) keeps nobody awake.
    """
    is_idle = last_talk is None or not 0 <= now - last_talk < idle_minutes * MINUTE_SECONDS
    return is_idle or now - due >= MISSED_SECONDS
