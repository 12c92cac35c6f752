"""What happened: values and pure rules.

context_graph     which turn belongs to which, and to what flow of talk
event             what happened, one row per turn, never changed
privacy           what is never written down: turns that match a pattern of the owner's, and what a meta-request asks
roster            a persona's events as columns, so that rules can run over all of them at once
secret_commands   secrets in command lines and in headers of requests
secret_masking    whether a persona's secrets are masked, and where in a turn they can stand
secret_names      secrets beside their name, in code and in English
secret_names_ja   secrets named in Japanese
secret_numbers    cards, SSN, マイナンバー, keys and seed phrases of wallets: what has a check
secret_shapes     tokens of providers, private keys, passwords in addresses
secret_values     what a secret's value looks like, and what only looks like one
secrets           found by shape or name and masked before anything is kept
"""
