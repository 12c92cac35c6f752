"""What Omoide does with episodes.

compress   days that lie far back become weeks
find       old episodes found by words and meaning
nightly    after a night days are told and weeks made, by themselves
resonate   what an answer resonated with stirs more from then on
special    achievements, discoveries and bonds
update     every completed day that has talk and no episode is told
"""
