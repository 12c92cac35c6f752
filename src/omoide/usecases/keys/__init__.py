"""Who may open a door over the wire: making, checking and taking back keys.

keyring   the keys of a home: made, known again, revoked
"""
