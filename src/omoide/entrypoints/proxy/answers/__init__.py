"""What comes back from the model.

relay    passed on as it comes, learnt when it has ended
spoken   what it says, read while it goes by
sse      server-sent events, letter by letter
"""
