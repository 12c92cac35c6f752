"""What becomes of a reading: how likely each belief in it is, what is asserted, what is only supposed, and what it ends.

agreement       the second look: how likely a belief that was read is right, and from where on it counts
features        what it looks at                        frames          the general grammar around a value
whom            who is meant by `she`, 母 or nobody      suggested       beliefs and candidates out of a reading
endings         what is done, over or corrected         told_readings   how what was read is told
taking          a reading's beliefs with whom they are about   understood      rules and reading joined
values          what of the marked words is the thing itself      referents   who of those named is meant
carried_out     whether a sentence tells an errand's verb as done
"""
