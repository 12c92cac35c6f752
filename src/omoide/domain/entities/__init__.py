"""Entities, the people and things a persona knows: values and pure rules.

belief_links   which beliefs are about an entity, and which entities a belief is about: by name
drafting       what whoever writes a profile is shown and gives back; the same by rules
entity         an entity, its names, and how long its profile may be
erased         profiles and their history without erased words
name_index     the list of names that a prompt is given
names          when two names are one: width, case, kana and politeness aside
profile        a profile as it is read: its text, and what is believed now
profile_lines  the lines of a profile, and by what a line is known again
proposal       names that recur and have no profile yet, and how they are told
revision       every edit of an entity
search         which entities hold most of the words that are looked for
"""
