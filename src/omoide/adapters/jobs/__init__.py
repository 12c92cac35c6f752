"""Background work.

engine      jobs on DBOS, in one file or for many machines
delayed     a while after it was asked for, once            receipt_buffer   receipts of recalls, written down together
threads     beside the caller, in this process          worker      one thread that works off what waits
side_by_side   the same done to several things at once  one_at_a_time   whoever comes meanwhile waits for it
ahead       begun beside the caller, who will need it soon
sleep_locks   one persona is never in two sleeps
troubles    whose work does not go on, and when it is tried again
courtesy    whoever waits for an answer goes first      detached    a process of its own, for doors that end at once
"""
