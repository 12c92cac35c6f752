"""What is spoken of again and again: topics, values and pure rules.

calibration   what cosines mean for topics, for each embedding space
clustering    which topic a memory joins, and when one is born: one after the other, so that a new day moves nothing
naming        a topic's name out of its own words
telling       name and summary: what is shown to whoever tells them, what comes back, and how rules do it
time_words    words that say when or how many, and so name no topic
topic         topics, their members and the days between which they were spoken of
"""
