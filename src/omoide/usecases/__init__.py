"""What Omoide does: verbs, each reading gather → decide → commit.

observe     append a turn to the log            recall      what comes to mind for a cue, and why
catch_up    vectors for what has none yet       personas    making and changing personas
remember    what was felt becomes a memory      recall_memories  which memories come to mind
sleep       the nights that are due             night_shift one process's work on a night
undo        nights taken back, newest first     condensing  what a text becomes when its memory falls
tending     protect, release, restore, foresee  simulate    a made-up life on a scratch home
digest      a turn becomes a memory and changes what is believed, off the reply's path
digest_report  what a run of it did
gathering   what whoever digests a turn may see believe     what is and was believed; the owner's word
while_away  what waits, worked off in portions
recent      what was said lately                follow      what was this about?
tidying     exact duplicates closed, now and then       recut       passages of an older version, cut anew
nights_ahead  a night that the clock has not reached
"""
