"""What nights do to memories: the verbs.

condense       what a memory's text becomes when it falls: prepared beforehand, or asked for now
night_work     one process's work on one night: what is left of the plan, batch by batch, and the report at the end
nights_ahead   nights that the clock has not reached are told or taken back; has the clock leapt years beyond the last one?
simulate       a made-up year on a scratch home, with the real store and the real nights
sleep          one night for a persona's memories
undo           nights are taken back, the newest first, each within its grace period
"""
