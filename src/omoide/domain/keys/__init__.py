"""Who may open a door over the wire: what a key is, and what it may do.

api_key     a key, what it may do and until when; how its text is made and read
audit       what is kept of a request: who did what, and no texts
rate        how many requests a key has in a while
wording     how long a key holds and how often it may ask, as people write it
"""
