"""What happened: values and pure rules.

context_graph   which turn belongs to which, and to what flow of talk
event           what happened, one row per turn, never changed
privacy         what is never written down: turns that match a pattern of the owner's, and what a meta-request asks
roster          a persona's events as columns, so that rules can run over all of them at once
secrets         found by their shape and masked before anything is kept (keys, tokens, passwords)
"""
