"""Days told in the persona's own voice: values and pure rules.

arousal        how much an episode stirs: measured, moved by resonance, kept from drifting up
by_rules       days and weeks told without a model
dates          the days an episode tells of: one, or a range `A~B`
days           which days are to be told: completed, with talk, without an episode or with a stale one
elastic        elastic injection: which episodes stand before the raw log, without overlap or gap
episode        episodes, their sentences and what each rests on
memory_trace   the tag by which a persona tells how strongly an episode resonated
special        achievement, discovery, bonding
telling        what is told to whoever tells, and the lines that come back
weeks          which weeks are to be told
"""
