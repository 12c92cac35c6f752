"""Who may open a door over the wire.

commands   `omoide keys add|list|revoke|audit`
words      what they say, in Japanese and English
"""
