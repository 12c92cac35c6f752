"""What Omoide does with episodes.

compress   days that lie far back become weeks
find       old episodes found by words and meaning
resonate   what an answer resonated with stirs more from then on
special    achievements, discoveries and bonds
update     every completed day that has talk and no episode is told
"""
