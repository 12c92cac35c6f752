"""What moves a persona from within: values and pure rules.

drive         the four drives and the formula of each
inner_state   the four together at one instant: the dominant one, what is shown of them, the seed's JSON
narrative     drives in words
"""
